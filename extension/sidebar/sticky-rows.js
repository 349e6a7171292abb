// @ts-check
/**
 * Keeps the ancestors of the topmost visible row at the top of the tree while it scrolls. They serve the eye and the
 * mouse only: in the tree itself, each of them precedes its branch.
 */
import { fillRow, newRow } from './row-element.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('./row-cache.js').Place} Place */
/** @typedef {import('./row-cache.js').RowCache} RowCache */
/**
 * Returns the ancestors of a row, outermost first; null if not all are loaded.
 * @typedef {(index: number) => Place[] | null} ParentsOf
 */

/** More would leave too little of the list. */
const MOST_STICKY = 4;
/** Maximum share of the tree's height. */
const MOST_HEIGHT = 0.3;
/** Rows skipped on the way to a parent while rows are drawn … */
const MOST_STEPS = 500;
/** … and after scrolling has ended, when each may have to be fetched. */
const MOST_FETCHED = 50;

/** Return the maximum number of sticky rows. @param {import('./ranges.js').List} list */
export function mostSticky({ viewport, rowHeight }) {
  return Math.min(MOST_STICKY, Math.floor((viewport * MOST_HEIGHT) / rowHeight));
}

/**
 * Return the rows to keep at the top. Each covers one of its descendants, and the list continues below the last one.
 * @param {number} first  the first completely visible row
 * @param {number} most
 * @param {ParentsOf} parentsOf
 * @returns {Place[]}
 */
export function stickyAt(first, most, parentsOf) {
  /** @type {Place[]} */
  const sticky = [];
  while (sticky.length < most) {
    const parent = parentsOf(first + sticky.length)?.slice(-most)[sticky.length];
    if (!parent) break;
    sticky.push(parent);
  }
  return sticky;
}

export class StickyRows {
  /**
   * @param {HTMLElement} tree
   * @param {import('./row-element.js').RowActions} actions
   * @param {(index: number) => void} lead  goes to a row
   */
  constructor(tree, actions, lead) {
    this.actions = actions;
    this.place = document.createElement('div');
    this.place.className = 'sticky';
    this.place.setAttribute('aria-hidden', 'true');
    this.rows = document.createElement('div');
    this.place.append(this.rows);
    tree.prepend(this.place);
    /** @type {RowCache | null} */
    this.cache = null;
    /** Parents that were looked up, by index: the cache may have dropped them. @type {Map<number, Row>} */
    this.parents = new Map();
    /** @type {Place[]} */
    this.shown = [];
    // The focus stays in the tree, to which these rows do not belong.
    this.place.addEventListener('mousedown', (event) => event.preventDefault());
    this.place.addEventListener('click', (event) => {
      const place = this.placeOf(/** @type {Element} */ (event.target));
      if (place && !event.defaultPrevented) lead(place.index);
    });
  }

  /** Return the sticky row that an element belongs to. @param {Element} element @returns {Place | undefined} */
  placeOf(element) {
    const row = element.closest('.row');
    return row ? this.shown[[...this.rows.children].indexOf(row)] : undefined;
  }

  /**
   * Show the rows that belong at the top.
   * @param {RowCache | null} cache
   * @param {number} first
   * @param {import('./ranges.js').List} list
   * @param {import('./drawn-rows.js').Marks & {words: readonly string[]}} how
   */
  draw(cache, first, list, how) {
    if (cache !== this.cache) this.parents.clear();
    this.cache = cache;
    const rows =
      cache && list.total > 0 ? stickyAt(first, mostSticky(list), (index) => this.parentsOf(cache, index)) : [];
    const isSame = rows.length === this.shown.length && rows.every(({ row }, at) => row === this.shown[at]?.row);
    this.shown = rows;
    if (!isSame) this.rows.replaceChildren(...rows.map(({ row }) => this.drawRow(row, how)));
  }

  /** @param {Row} row @param {import('./drawn-rows.js').Marks & {words: readonly string[]}} how */
  drawRow(row, { words, language, site }) {
    const element = newRow(-1);
    fillRow(element, row, this.actions, { words, language, site });
    for (const name of ['id', 'role', 'tabindex']) element.removeAttribute(name);
    for (const button of element.querySelectorAll('button')) button.remove();
    return element;
  }

  /** Redraw the rows next time, because their marks have changed. */
  expire() {
    this.shown = [];
  }

  /** @param {RowCache} cache @param {number} index @returns {Place[] | null} */
  parentsOf(cache, index) {
    const row = cache.get(index);
    if (!row) return index < cache.total ? null : [];
    /** @type {Place[]} */
    const parents = [];
    let at = index;
    let { level } = row;
    for (let steps = 0, beside = row; level > 1; steps++) {
      at -= Math.max(1, beside.position ?? 1);
      const above = cache.get(at) ?? this.parents.get(at);
      if (!above || steps > MOST_STEPS) return null;
      if (above.level < level) {
        parents.unshift({ index: at, row: above });
        ({ level } = above);
      }
      beside = above;
    }
    return parents;
  }

  /**
   * Fetch parents that are not loaded.
   * @param {number} first
   * @param {import('./ranges.js').List} list
   * @returns {Promise<boolean>} whether any were fetched
   */
  async lookUp(first, list) {
    const { cache } = this;
    const { size } = this.parents;
    for (let slot = 0; cache && slot < mostSticky(list); slot++) {
      if (!this.parentsOf(cache, first + slot)) await this.walkUp(cache, first + slot);
      if (cache !== this.cache) return false;
    }
    return this.parents.size > size;
  }

  /** @param {RowCache} cache @param {number} index */
  async walkUp(cache, index) {
    let row = await cache.fetch(index);
    let level = row?.level ?? 1;
    for (let at = index, steps = 0; row && level > 1 && steps < MOST_FETCHED; steps++) {
      at -= Math.max(1, row.position ?? 1);
      row = await cache.fetch(at);
      if (!row || row.level >= level) continue;
      this.parents.set(at, row);
      ({ level } = row);
    }
  }
}
