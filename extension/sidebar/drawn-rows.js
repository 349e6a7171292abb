// @ts-check
/**
 * Manages the rows of the tree that are in the document: adds, fills and marks them, and removes unwanted ones. The
 * tree decides which rows are wanted and where they are.
 */
import { pageAddress } from '../shared/locations.js';
import { text } from '../shared/strings.js';
import { comparable } from '../shared/visit-times.js';
import { headingOfKey } from './heading-rows.js';
import { isOfPage } from './page-contents.js';
import { shownCount } from './page-counts.js';
import { descriptionOf, drawCount, fillRow, newRow, writeAttribute } from './row-element.js';
import { isFoldable } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** Returns the row with an index if it is loaded. @typedef {(index: number) => Row | null | undefined} RowAt */
/**
 * State of the rows that does not come from the host.
 * @typedef {object} Marks
 * @property {string} coming  key of the row whose page is loading; '' for none
 * @property {string} heading  key of the current heading; '' for none
 * @property {ReadonlySet<string>} visited  addresses of visited pages without fragments, if they are to be marked
 * @property {ReadonlySet<string>} fresh  `comparable` addresses of new pages that were not opened
 * @property {ReadonlySet<string>} selected  keys of the selected rows
 * @property {string | undefined} language  the expected language of rows, if known
 * @property {string} site  registrable domain to which rows are expected to lead; '' if unknown
 */

/** Browsers round lengths, so that equal rows may differ by a fraction of a pixel. */
const ROUNDING = 0.5;

/** @type {Marks} */
const UNMARKED = {
  coming: '',
  heading: '',
  visited: new Set(),
  fresh: new Set(),
  selected: new Set(),
  language: undefined,
  site: '',
};

export class DrawnRows {
  /**
   * @param {HTMLElement} place
   * @param {import('./row-element.js').RowActions} actions
   * @param {(key: string) => import('./page-counts.js').Count | null} countOf
   */
  constructor(place, actions, countOf) {
    this.place = place;
    this.actions = actions;
    this.countOf = countOf;
    this.marks = UNMARKED;
    /** Begins the ids of rows, which differ between two trees. */
    this.prefix = place.dataset.rows;
    /** The words of the filter. @type {readonly string[]} */
    this.words = [];
    /** Index of the match that was stepped to, marked although the focus is elsewhere; -1 for none. */
    this.matched = -1;
    /** @type {Map<number, HTMLElement>} */
    this.elements = new Map();
    /** The row shown in each element. @type {WeakMap<HTMLElement, Row>} */
    this.filled = new WeakMap();
    /** Everything that a filled element shows, as JSON. @type {WeakMap<HTMLElement, string>} */
    this.contents = new WeakMap();
  }

  /** Change the marks of rows, for the next drawing; return whether they differ. @param {Partial<Marks>} changes */
  mark(changes) {
    const marks = { ...this.marks, ...changes };
    const names = /** @type {(keyof Marks)[]} */ (Object.keys(marks));
    if (names.every((name) => marks[name] === this.marks[name])) return false;
    this.marks = marks;
    this.filled = new WeakMap();
    return true;
  }

  /**
   * Draw exactly these rows, at no place yet.
   * @param {RowAt} rowAt
   * @param {Set<number>} wanted
   * @param {number} active  the only tab stop
   */
  draw(rowAt, wanted, active) {
    for (const [index, element] of this.elements) if (!wanted.has(index)) this.remove(index, element);
    for (const index of [...wanted].sort((a, b) => a - b)) {
      const element = this.elements.get(index) ?? this.insert(index);
      const row = rowAt(index);
      if (row) this.fill(element, row);
      element.tabIndex = index === active ? 0 : -1;
      element.classList.toggle('matched', index === this.matched);
      element.classList.toggle('whole', index === active && this.place.contains(document.activeElement));
      this.markComing(element, row?.key);
    }
  }

  /**
   * Return the heights of the drawn rows in addition to that of a row with one line.
   * @param {number} rowHeight
   * @returns {Map<number, number>}
   */
  extraHeights(rowHeight) {
    const mayWrap = document.body.classList.contains('wrapped');
    const extraOf = (/** @type {HTMLElement} */ element) => {
      // Measuring has the browser lay out all rows at once; with names of one line, it does so with the next frame.
      if (!mayWrap && !element.classList.contains('whole')) return 0;
      const extra = element.getBoundingClientRect().height - rowHeight;
      return extra > ROUNDING ? Math.round(extra * 100) / 100 : 0;
    };
    return new Map([...this.elements].map(([index, element]) => [index, extraOf(element)]));
  }

  /** Move the rows to their places. @param {(index: number) => number} placeOf  from the top of the scrolled content */
  moveTo(placeOf) {
    for (const [index, element] of this.elements) element.style.transform = `translateY(${placeOf(index)}px)`;
  }

  /** Insert an element for a row, in the order of rows, which screen readers follow. @param {number} index */
  insert(index) {
    const element = newRow(index, this.prefix);
    const after = [...this.elements.keys()].filter((other) => other > index);
    this.place.insertBefore(element, after.length ? (this.elements.get(Math.min(...after)) ?? null) : null);
    this.elements.set(index, element);
    return element;
  }

  /** @param {number} index @param {HTMLElement} element */
  remove(index, element) {
    element.remove();
    this.elements.delete(index);
  }

  /** @param {HTMLElement} element @param {Row} row */
  fill(element, row) {
    if (this.filled.get(element) !== row) this.write(element, row);
    this.filled.set(element, row);
    this.markKnown(element, row);
    if (headingOfKey(row.key) !== null && !row.current)
      writeAttribute(element, 'aria-current', row.key === this.marks.heading ? 'location' : null);
  }

  /**
   * Fill an element. Unchanged elements stay, so that a click at this moment is not lost.
   * @param {HTMLElement} element
   * @param {Row} row
   */
  write(element, row) {
    const {
      words,
      marks: { language, site },
    } = this;
    const content = JSON.stringify([row, words, language, site]);
    if (this.contents.get(element) === content) return;
    const hadFocus = element.contains(document.activeElement);
    fillRow(element, row, this.actions, { words, language, site });
    this.contents.set(element, content);
    if (hadFocus) element.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} element @param {string | undefined} key */
  markComing(element, key) {
    const isComing = key === this.marks.coming;
    element.classList.toggle('coming', isComing);
    writeAttribute(element, 'aria-busy', isComing ? 'true' : null);
  }

  /**
   * Show the number of pages below a row, and whether its page is new, and visited by the reader.
   * @param {HTMLElement} element
   * @param {Row} row
   */
  markKnown(element, row) {
    const count = this.words.length ? '' : shownCount(this.countOf(row.key));
    const { fresh, visited } = this.marks;
    const isFresh = fresh.size > 0 && row.location !== null && fresh.has(comparable(row.location));
    const isVisited = visited.size > 0 && row.location !== null && visited.has(pageAddress(row.location));
    element.classList.toggle('visited', isVisited);
    element.classList.toggle('fresh', isFresh);
    writeAttribute(element, 'aria-selected', this.marks.selected.size ? this.marks.selected.has(row.key) : null);
    drawCount(element, row.open ? '' : count);
    writeAttribute(
      element,
      'aria-description',
      descriptionOf(
        row,
        isFresh ? text('newPage') : '',
        count && text('pagesBelow', count),
        isVisited ? text('visitedPage') : '',
      ) || null,
    );
  }

  /** Return the keys of drawn branches whose pages are counted; none under a filter. @param {RowAt} rowAt */
  countable(rowAt) {
    if (this.words.length) return [];
    const drawn = [...this.elements.keys()].map(rowAt);
    return drawn.flatMap((row) => (row && isFoldable(row) && !isOfPage(row.key) ? [row.key] : []));
  }

  /** Focus a row; return false if it is not drawn. @param {number} index */
  focus(index) {
    const row = this.elements.get(index);
    row?.focus({ preventScroll: true });
    return row !== undefined;
  }

  /** Return the index of the row that contains an element, -1 for none. @param {Element | null} element */
  indexOf(element) {
    const row = element?.closest('.row[id]');
    return row ? Number(row.id.slice(row.id.lastIndexOf('-') + 1)) : -1;
  }
}
