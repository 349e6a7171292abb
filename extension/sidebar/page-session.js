// @ts-check
/**
 * The list of a page's own contents, in place of a map. Answers like a `MapSession`, from the page's report, and
 * requests nothing from the host. Draws nothing and decides nothing.
 */
import { folded, filterWords } from '../shared/matched-letters.js';
import { nameOf } from '../shared/links.js';
import { headingKey } from './outlined-rows.js';
import { branchesIn, matchingRows, rowOf, rowsOfPage, shownRows, wayTo } from './page-contents.js';

/** @typedef {import('../shared/types.js').PageContents} PageContents */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./page-contents.js').ListRow} ListRow */

/** Sites whose open branches are kept while the sidebar exists, since their pages share menus. */
const MOST_SITES = 50;
/** Branches that the reader has opened and closed, by site. @type {Map<string, Map<string, boolean>>} */
const toggledAt = new Map();

export class PageSession {
  /** @param {number} number @param {string} url  of the page @param {import('./page-contents.js').Names} names */
  constructor(number, url, names) {
    this.number = number;
    this.url = url;
    this.names = names;
    /** The host does not know it. */
    this.site = '';
    this.viewId = 'page';
    this.filter = '';
    this.revision = 0;
    this.toggled = togglesOf(new URL(url).origin);
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

  /**
   * Return the view after changes; changes that apply only to a map have no effect.
   * @param {import('./state.js').ViewChanges} [changes]
   * @returns {Promise<View>}
   */
  async update({ filter = this.filter, open } = {}) {
    this.filter = filter;
    if (open) for (const key of branchesIn(this.top)) this.toggled.set(key, open.includes(key));
    return this.draw();
  }

  /** @param {string} key @param {boolean} open @returns {Promise<View>} */
  async toggle(key, open) {
    this.toggled.set(key, open);
    return this.draw();
  }

  /** @param {string[]} keys @returns {Promise<View[]>} */
  openAll(keys) {
    return Promise.all(keys.map((key) => this.toggle(key, true)));
  }

  /** Open a branch with all its descendants, or the whole list. @param {string | null} key */
  async expand(key) {
    const row = key === null ? null : rowOf(this.top, key);
    const opened = branchesIn(row ? [row] : this.top);
    for (const branch of opened) this.toggled.set(branch, true);
    return { view: this.draw(), opened, is_all: true };
  }

  /** Hide nothing: the next page of the site has the same rows. @param {readonly string[]} _ */
  async hide(_) {
    return { view: this.draw(), hidden: [] };
  }

  /**
   * Count nothing: menus are short.
   * @param {string[]} _
   * @returns {Promise<import('../shared/protocol.js').BranchCounts>}
   */
  async countBelow(_) {
    return { counts: [], most: 0 };
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

  close() {}

  /** Create the visible rows and return their view. @returns {View} */
  draw() {
    const words = filterWords(this.filter);
    this.shown = words.length ? matchingRows(this.top, words) : shownRows(this.top, this.toggled);
    this.revision += 1;
    const matches = words.length ? { matches: this.shown.filter(({ match }) => match).length } : {};
    return {
      view: this.viewId,
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

/** @param {string} origin */
function togglesOf(origin) {
  const toggled = toggledAt.get(origin) ?? new Map();
  toggledAt.delete(origin);
  toggledAt.set(origin, toggled);
  if (toggledAt.size > MOST_SITES) toggledAt.delete(/** @type {string} */ (toggledAt.keys().next().value));
  return toggled;
}
