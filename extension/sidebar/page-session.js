// @ts-check
/** The rows of a page's own contents, from the page's report. Requests nothing, draws nothing and decides nothing. */
import { folded, filterWords } from '../shared/matched-letters.js';
import { nameOf } from '../shared/links.js';
import { headingKey, isTitle } from './heading-rows.js';
import { branchesIn, matchingRows, rowOf, rowsOfPage, shownRows, wayTo } from './page-contents.js';

/** @typedef {import('../shared/types.js').PageContents} PageContents */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./page-contents.js').ListRow} ListRow */

export class PageSession {
  /** @param {import('./page-contents.js').Names} names */
  constructor(names) {
    this.names = names;
    this.url = '';
    this.filter = '';
    this.revision = 0;
    /** Branches that the reader has opened and closed. @type {Map<string, boolean>} */
    this.toggled = new Map();
    /** @type {ListRow[]} */
    this.top = [];
    /** @type {Row[]} */
    this.shown = [];
  }

  /** Show the page's report. @param {PageContents} contents @returns {View} */
  show(contents) {
    this.top = rowsOfPage(contents, this.url, this.names);
    return this.draw();
  }

  /** Open or close a branch. @param {string} key @param {boolean} open @returns {View} */
  toggle(key, open) {
    this.toggled.set(key, open);
    return this.draw();
  }

  /** Open a branch with all its descendants, or the whole list. @param {string | null} key @returns {View} */
  expand(key) {
    const row = key === null ? null : rowOf(this.top, key);
    for (const branch of branchesIn(row ? [row] : this.top)) this.toggled.set(branch, true);
    return this.draw();
  }

  /** Close all branches; the titles stay open. @returns {View} */
  collapse() {
    for (const branch of branchesIn(this.top)) if (!isTitle(branch)) this.toggled.set(branch, false);
    return this.draw();
  }

  /** @param {number} from @param {number} count @returns {Promise<import('../shared/types.js').RowPage>} */
  async rows(from, count) {
    return { revision: this.revision, from, total: this.shown.length, rows: this.shown.slice(from, from + count) };
  }

  /**
   * Return the index of the next row whose name begins with a text.
   * @param {string} text
   * @param {number} from
   * @returns {Promise<number | null>}
   */
  async find(text, from) {
    const start = folded(text);
    const indexes = this.shown.map((_, at) => (from + at) % this.shown.length);
    return indexes.find((at) => folded(nameOf(/** @type {Row} */ (this.shown[at]))).startsWith(start)) ?? null;
  }

  /** @param {string} key @returns {Row | null} */
  row(key) {
    return rowOf(this.top, key);
  }

  /** Return the children of a row. @param {string} key @returns {Row[]} */
  below(key) {
    return rowOf(this.top, key)?.below ?? [];
  }

  /**
   * Return the row of a heading, or of the closed branch that contains it; null if neither is visible.
   * @param {number} heading
   * @returns {{index: number, key: string} | null}
   */
  rowOfHeading(heading) {
    const indexes = new Map(this.shown.map(({ key }, at) => [key, at]));
    const way = wayTo(this.top, headingKey(heading));
    const key = way.findLast((row) => row.kind !== 'group' && indexes.has(row.key))?.key;
    return key === undefined ? null : { key, index: /** @type {number} */ (indexes.get(key)) };
  }

  /** Create the visible rows and return their view. @returns {View} */
  draw() {
    const words = filterWords(this.filter);
    this.shown = words.length ? matchingRows(this.top, words) : shownRows(this.top, this.toggled);
    this.revision += 1;
    const matches = words.length ? { matches: this.shown.filter(({ match }) => match).length } : {};
    return {
      view: 'page',
      revision: this.revision,
      total: this.shown.length,
      current: null,
      in_map: false,
      trail: [],
      previous: null,
      next: null,
      pending: false,
      ...matches,
    };
  }
}
