// @ts-check
/** Manages the rows that the reader has selected, to open or copy them together. Draws nothing. */
import { isWeb } from '../shared/locations.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('./row-cache.js').RowCache} RowCache */
/** @typedef {{index: number, row: Row}} SelectedRow  the index is the one at the time of the selection */

/** More pages than readers open or copy at once. */
export const MOST_SELECTED = 200;

export class Selection {
  /** @param {(rows: Row[]) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /**
     * Selected rows by key: the index of a row changes when a branch above it opens or closes.
     * @type {Map<string, SelectedRow>}
     */
    this.rows = new Map();
    /** Index of the first row of a range; -1 for none. */
    this.anchor = -1;
    /** Number of the latest change; an earlier one whose rows arrive late is dropped. */
    this.change = 0;
  }

  get isEmpty() {
    return this.rows.size === 0;
  }

  /** Start the next range at a row, unless one has started. @param {number} index */
  begin(index) {
    if (this.isEmpty || this.anchor < 0) this.anchor = index;
  }

  /** Select exactly the pages from the start of the range to a row. @param {RowCache} cache @param {number} index */
  async extend(cache, index) {
    const change = ++this.change;
    const { anchor } = this;
    const step = index < anchor ? -1 : 1;
    /** @type {Map<string, SelectedRow>} */
    const rows = new Map();
    for (let at = anchor; at !== index + step && rows.size < MOST_SELECTED; at += step) {
      const row = await cache.fetch(at);
      if (row && isWeb(row.location)) rows.set(row.key, { index: at, row });
    }
    if (change === this.change) this.set(rows);
  }

  /** Add a page, or remove it. @param {number} index @param {Row | null} row */
  toggle(index, row) {
    if (!row || !isWeb(row.location)) return;
    this.change += 1;
    const rows = new Map(this.rows);
    if (!rows.delete(row.key) && rows.size < MOST_SELECTED) rows.set(row.key, { index, row });
    this.anchor = index;
    this.set(rows);
  }

  clear() {
    this.change += 1;
    this.anchor = -1;
    if (!this.isEmpty) this.set(new Map());
  }

  /** @param {Map<string, SelectedRow>} rows */
  set(rows) {
    this.rows = rows;
    this.onChange([...rows.values()].sort((a, b) => a.index - b.index).map(({ row }) => row));
  }
}
