// @ts-check
/**
 * The rows of one state of a view, fetched in pages as they are wanted and cached in bounded memory; and the ways from row to
 * row that need more of them than are in view. One request is pending at a time, for what is wanted then: a fast scroll
 * requests only where it ends. It draws nothing.
 */

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').RowPage} RowPage */
/** @typedef {{index: number, row: Row}} Place */

/** About as many as a sidebar shows. */
export const PAGE_ROWS = 40;
/** Some 2,000 rows: further than one scrolls back without noticing, and little memory beside what draws them. */
const MOST_PAGES = 48;
/** No key press walks further than this: longer lists are for the filter. */
const MOST_WALKED = 4000;

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
    this.isFetching = false;
    /** The fetching that is under way, or was last. @type {Promise<void>} */
    this.pending = Promise.resolve();
    this.isOver = false;
  }

  /** Stores rows that were sent with the view, where they are a whole page of this revision. @param {RowPage} page */
  store({ revision, from, rows }) {
    const isWhole = rows.length === Math.min(PAGE_ROWS, this.total - from) && from % PAGE_ROWS === 0;
    if (revision === this.revision && isWhole) this.pages.set(from / PAGE_ROWS, rows);
  }

  /** The row where it is at hand. @param {number} index @returns {Row | null} */
  get(index) {
    return this.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null;
  }

  /** Where the row with a key stands, or else the nearest row above it, as far as rows are at hand; null where neither is. @param {string} key @returns {number | null} */
  indexOf(key) {
    /** @type {{index: number, length: number} | null} */
    let nearest = null;
    for (const [page, rows] of this.pages) {
      for (const [at, row] of rows.entries()) {
        if (row.key === key) return page * PAGE_ROWS + at;
        if (key.startsWith(`${row.key}.`) && row.key.length > (nearest?.length ?? 0)) nearest = { index: page * PAGE_ROWS + at, length: row.key.length };
      }
    }
    return nearest?.index ?? null;
  }

  /** Has rows fetched; a later call replaces what an earlier one wanted. @param {number} first @param {number} last not included @returns {Promise<void>} */
  want(first, last) {
    this.wanted = { first, last };
    if (this.isOver) return Promise.resolve();
    // What is wanted is read when a request ends, not when it was sent: the pages scrolled past are never
    // fetched.
    if (!this.isFetching) this.pending = this.fetchWanted();
    return this.pending;
  }

  /** The row, fetched if need be. @param {number} index @returns {Promise<Row | null>} */
  async fetch(index) {
    if (index < 0 || index >= this.total) return null;
    if (!this.get(index)) await this.fetchPage(Math.floor(index / PAGE_ROWS));
    return this.get(index);
  }

  /** The view has another state now: no more rows are requested. */
  end() {
    this.isOver = true;
  }

  async fetchWanted() {
    this.isFetching = true;
    try {
      for (let page = this.missing(); page !== null && !this.isOver; page = this.missing()) {
        await this.fetchPage(page);
        if (!this.isOver) this.onRows();
      }
    } finally {
      // In the same turn: rows that are wanted right after the last look would not be fetched by anybody.
      this.isFetching = false;
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

  /** A message holds as many rows as fit; the rest of a page is requested again. @param {number} page */
  async fetchPage(page) {
    const start = page * PAGE_ROWS;
    const count = Math.min(PAGE_ROWS, this.total - start);
    /** @type {Row[]} */
    const rows = [];
    while (rows.length < count) {
      const response = await this.fetchRows(start + rows.length, count - rows.length);
      // The view has changed meanwhile: its rows would be another list's. A new cache is on its way.
      if (response.revision !== this.revision || response.rows.length === 0) return this.end();
      rows.push(...response.rows);
    }
    this.pages.set(page, rows);
    if (this.pages.size > MOST_PAGES) this.pages.delete(/** @type {number} */ (this.pages.keys().next().value));
  }

  /** The least recently used page goes first: a Map keeps the order in which its keys were set. @param {number} page */
  touch(page) {
    const rows = /** @type {Row[]} */ (this.pages.get(page));
    this.pages.delete(page);
    this.pages.set(page, rows);
  }
}

/**
 * The row that holds a row, or null; siblings are leapt over by their positions.
 * @param {RowCache} cache
 * @param {number} index
 * @returns {Promise<Place | null>}
 */
export async function parentOf(cache, index) {
  let row = await cache.fetch(index);
  const level = row?.level ?? 1;
  let at = index;
  while (row && row.level >= level && level > 1) {
    // `position` counts siblings, whose subtrees may be open: this lands on or after the parent, and is repeated.
    at -= Math.max(1, row.position ?? 1);
    row = await cache.fetch(at);
  }
  return row && row.level < level ? { index: at, row } : null;
}

/** The next row that a filter matches, or the one before, around the ends; null where there is none nearby. @param {RowCache} cache @param {number} index @param {1 | -1} step @returns {Promise<number | null>} */
export async function matchFrom(cache, index, step) {
  const { total } = cache;
  for (let walked = 1; walked <= Math.min(total, MOST_WALKED); walked++) {
    const at = (((index + step * walked) % total) + total) % total;
    if ((await cache.fetch(at))?.match) return at;
  }
  return null;
}

/** The rows below the same parent, the row itself among them. @param {RowCache} cache @param {number} index @returns {Promise<Place[]>} */
export async function siblingsOf(cache, index) {
  const level = (await cache.fetch(index))?.level;
  if (level === undefined) return [];
  const start = Math.max(((await parentOf(cache, index))?.index ?? -1) + 1, index - MOST_WALKED);
  /** @type {Place[]} */
  const places = [];
  for (let at = start; at < start + 2 * MOST_WALKED; at++) {
    const row = await cache.fetch(at);
    if (!row || row.level < level) break;
    if (row.level === level) places.push({ index: at, row });
  }
  return places;
}
