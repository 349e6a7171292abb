// @ts-check
/** The rows that the reader has selected, to open or copy them together: which they are, and how they change. It draws nothing. */
import { isWeb } from '../shared/locations.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('./row-cache.js').RowCache} RowCache */

/** More pages than anybody opens or copies at once. */
export const MOST_SELECTED = 200;

export class Selection {
  /** @param {(rows: Row[]) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** By their places in the list. @type {Map<number, Row>} */
    this.rows = new Map();
    /** The row that a range begins at; -1 for none. */
    this.anchor = -1;
    /** The number of the latest change: an earlier one whose rows come late changes nothing. */
    this.change = 0;
  }

  get isEmpty() {
    return this.rows.size === 0;
  }

  /** Has the next range begin at a row, unless one has begun. @param {number} index */
  begin(index) {
    if (this.isEmpty || this.anchor < 0) this.anchor = index;
  }

  /** Selects the pages from the row that the range began at to another, and no others. @param {RowCache} cache @param {number} index */
  async extend(cache, index) {
    const change = ++this.change;
    const { anchor } = this;
    const step = index < anchor ? -1 : 1;
    /** @type {Map<number, Row>} */
    const rows = new Map();
    for (let at = anchor; at !== index + step && rows.size < MOST_SELECTED; at += step) {
      const row = await cache.fetch(at);
      if (row && isWeb(row.location)) rows.set(at, row);
    }
    if (change === this.change) this.set(rows);
  }

  /** Adds a page, or takes it away. @param {number} index @param {Row | null} row */
  toggle(index, row) {
    if (!row || !isWeb(row.location)) return;
    this.change += 1;
    const others = new Map([...this.rows].filter(([, { key }]) => key !== row.key));
    const isAdded = others.size === this.rows.size && others.size < MOST_SELECTED;
    this.anchor = index;
    this.set(isAdded ? others.set(index, row) : others);
  }

  clear() {
    this.change += 1;
    this.anchor = -1;
    if (!this.isEmpty) this.set(new Map());
  }

  /** @param {Map<number, Row>} rows */
  set(rows) {
    this.rows = new Map([...rows].sort(([a], [b]) => a - b));
    this.onChange([...this.rows.values()]);
  }
}
