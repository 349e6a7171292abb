// @ts-check
/**
 * Caches the rows of one state of a view, fetched in pages on demand, in bounded memory. Finds related rows, which may
 * need more rows than are in view. One request is pending at a time, and the next is for the rows wanted then: a fast
 * scroll requests only its end. Draws nothing.
 */

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').RowPage} RowPage */
/** @typedef {{index: number, row: Row}} Place */

/** About as many as a sidebar shows. */
export const PAGE_ROWS = 40;
/** About 2,000 rows: more than readers scroll back unnoticed, and little memory compared with the drawing. */
const MOST_PAGES = 48;
/** Limit for one key press; longer lists need the filter. */
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
    /** The current or last fetching. @type {Promise<void>} */
    this.pending = Promise.resolve();
    this.isOver = false;
  }

  /** Store rows sent with the view, if they are a complete page of this revision. @param {RowPage} page */
  store({ revision, from, rows }) {
    const isWhole = rows.length === Math.min(PAGE_ROWS, this.total - from) && from % PAGE_ROWS === 0;
    if (revision === this.revision && isWhole) this.pages.set(from / PAGE_ROWS, rows);
  }

  /** Return the row if it is loaded. @param {number} index @returns {Row | null} */
  get(index) {
    return this.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null;
  }

  /**
   * Return the index of the row with a key, or of its nearest ancestor, among loaded rows; null if neither is loaded.
   * @param {string} key
   * @returns {number | null}
   */
  indexOf(key) {
    /** @type {{index: number, length: number} | null} */
    let nearest = null;
    for (const [page, rows] of this.pages) {
      for (const [at, row] of rows.entries()) {
        if (row.key === key) return page * PAGE_ROWS + at;
        if (key.startsWith(`${row.key}.`) && row.key.length > (nearest?.length ?? 0))
          nearest = { index: page * PAGE_ROWS + at, length: row.key.length };
      }
    }
    return nearest?.index ?? null;
  }

  /**
   * Fetch rows; a later call replaces the range of an earlier one.
   * @param {number} first
   * @param {number} last  not included
   * @returns {Promise<void>}
   */
  want(first, last) {
    this.wanted = { first, last };
    if (this.isOver) return Promise.resolve();
    // The wanted range is read when a request ends, not when it is sent: pages scrolled past are never fetched.
    if (!this.isFetching) this.pending = this.fetchWanted();
    return this.pending;
  }

  /** Return the row, fetched if necessary. @param {number} index @returns {Promise<Row | null>} */
  async fetch(index) {
    if (index < 0 || index >= this.total) return null;
    if (!this.get(index)) await this.fetchPage(Math.floor(index / PAGE_ROWS));
    return this.get(index);
  }

  /** End the cache because the view has a new state: no more rows are requested. */
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
      // In the same turn: otherwise rows requested right after the last check would never be fetched.
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

  /** Fetch a page. A message holds as many rows as fit; the rest of a page is requested again. @param {number} page */
  async fetchPage(page) {
    const start = page * PAGE_ROWS;
    const count = Math.min(PAGE_ROWS, this.total - start);
    /** @type {Row[]} */
    const rows = [];
    while (rows.length < count) {
      const response = await this.fetchRows(start + rows.length, count - rows.length);
      // The view has changed: its rows would belong to another list. A new cache will follow.
      if (response.revision !== this.revision || response.rows.length === 0) return this.end();
      rows.push(...response.rows);
    }
    this.pages.set(page, rows);
    if (this.pages.size > MOST_PAGES) this.pages.delete(/** @type {number} */ (this.pages.keys().next().value));
  }

  /**
   * Move a page to the end: the least recently used page is dropped first, and a Map keeps insertion order.
   * @param {number} page
   */
  touch(page) {
    const rows = /** @type {Row[]} */ (this.pages.get(page));
    this.pages.delete(page);
    this.pages.set(page, rows);
  }
}

/**
 * Return the parent row of a row, or null. Siblings are skipped by their positions.
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

/**
 * Return the next or previous row that a filter matches, wrapping around; null if none is near.
 * @param {RowCache} cache
 * @param {number} index
 * @param {1 | -1} step
 * @returns {Promise<number | null>}
 */
export async function matchFrom(cache, index, step) {
  const { total } = cache;
  for (let walked = 1; walked <= Math.min(total, MOST_WALKED); walked++) {
    const at = (((index + step * walked) % total) + total) % total;
    if ((await cache.fetch(at))?.match) return at;
  }
  return null;
}

/**
 * Return the rows with the same parent, including the row itself.
 * @param {RowCache} cache
 * @param {number} index
 * @returns {Promise<Place[]>}
 */
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
