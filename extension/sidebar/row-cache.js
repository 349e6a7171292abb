// @ts-check
/**
 * The rows of one state of a view, fetched in pages as they are wanted and kept in bounded memory. One request is under
 * way at a time, for what is wanted then: a fast scroll asks only for where it ends. It draws nothing.
 */

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').RowPage} RowPage */

/** About as many as a sidebar shows. */
export const PAGE_ROWS = 40;
const PAGES_KEPT = 48;

export class RowCache {
  /**
   * @param {number} total
   * @param {number} revision
   * @param {(from: number, count: number) => Promise<RowPage>} fetchRows
   * @param {() => void} onRows
   */
  constructor(total, revision, fetchRows, onRows) {
    this.total = total;
    this.revision = revision;
    this.fetchRows = fetchRows;
    this.onRows = onRows;
    /** @type {Map<number, Row[]>} */
    this.pages = new Map();
    this.wanted = { first: 0, last: 0 };
    /** @type {Promise<void> | null} */
    this.underWay = null;
    this.isOver = false;
  }

  /** Takes in rows that came unasked, where they are a whole page. @param {RowPage} page */
  take({ revision, from, rows }) {
    const isWhole = rows.length === Math.min(PAGE_ROWS, this.total - from) && from % PAGE_ROWS === 0;
    if (revision === this.revision && isWhole) this.pages.set(from / PAGE_ROWS, rows);
  }

  /** The row where it is at hand. @param {number} index @returns {Row | null} */
  get(index) {
    return this.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null;
  }

  /** Has rows fetched; a later wish takes the place of an earlier one. @param {number} first @param {number} last not included @returns {Promise<void>} */
  want(first, last) {
    this.wanted = { first, last };
    if (this.isOver) return Promise.resolve();
    this.underWay ??= this.fetchWanted().finally(() => { this.underWay = null; });
    return this.underWay;
  }

  /** The row, fetched if need be. @param {number} index @returns {Promise<Row | null>} */
  async fetch(index) {
    if (index < 0 || index >= this.total) return null;
    if (!this.get(index)) await this.fetchPage(Math.floor(index / PAGE_ROWS));
    return this.get(index);
  }

  /** The view has another state now: no more rows are asked for. */
  end() {
    this.isOver = true;
  }

  async fetchWanted() {
    for (let page = this.missing(); page !== null && !this.isOver; page = this.missing()) {
      await this.fetchPage(page);
      if (!this.isOver) this.onRows();
    }
  }

  missing() {
    const { first, last } = this.wanted;
    for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS < Math.min(last, this.total); page++) {
      if (!this.pages.has(page)) return page;
      this.touch(page);
    }
    return null;
  }

  /** A message holds as many rows as fit; the rest of a page is asked for again. @param {number} page */
  async fetchPage(page) {
    const start = page * PAGE_ROWS;
    const count = Math.min(PAGE_ROWS, this.total - start);
    /** @type {Row[]} */
    const rows = [];
    while (rows.length < count) {
      const answer = await this.fetchRows(start + rows.length, count - rows.length);
      if (answer.revision !== this.revision || answer.rows.length === 0) return this.end();
      rows.push(...answer.rows);
    }
    this.pages.set(page, rows);
    if (this.pages.size > PAGES_KEPT) this.pages.delete(/** @type {number} */ (this.pages.keys().next().value));
  }

  /** @param {number} page */
  touch(page) {
    const rows = /** @type {Row[]} */ (this.pages.get(page));
    this.pages.delete(page);
    this.pages.set(page, rows);
  }
}
