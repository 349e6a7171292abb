// @ts-check
/**
 * Shows the tree as a virtual list: tracks the visible rows, their positions and the active row, and requests other
 * rows while scrolling. The caller provides the rows and their actions.
 */
import { addToDrag } from '../shared/link-data.js';
import { nameOf } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { filterWords } from '../shared/matched-letters.js';
import { DrawnRows } from './drawn-rows.js';
import { FullName } from './full-name.js';
import { PageCounts } from './page-counts.js';
import { RowCache, matchFrom } from './row-cache.js';
import {
  TallRows,
  clampTop,
  isInView,
  maxTop,
  placeAt,
  rowAt,
  rowFrom,
  rowsAt,
  scrollHeight,
  scrollTopFor,
  startOf,
  topAfterScroll,
  topAt,
  topToCentre,
  topToReveal,
  topToShow,
} from './ranges.js';
import { newRow } from './row-element.js';
import { Selection } from './selection.js';
import { StickyRows, mostSticky } from './sticky-rows.js';
import { TreeKeys } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./ranges.js').List} List */
/** @typedef {import('./tree-keys.js').TreeOwner} TreeOwner */
/** @typedef {{place?: number | null, reveal?: number | null, filter?: string}} ShowOptions */

/** Delay after scrolling before the scroll bar is corrected: it must not move by itself while it is dragged. */
const SETTLE_MS = 120;
/** The tree follows the page only if the reader has not moved it for this long. */
const USED_MS = 1_500;
/** A button held longer is not a click, and drawing resumes. */
const CLICK_MS = 1000;
/** Rows that are drawn at a new place may be taller than expected, and move those after them. */
const MOST_MOVES = 4;
const NONE_TALL = new TallRows();

export class VirtualTree {
  /** @param {HTMLElement} element @param {TreeOwner} owner */
  constructor(element, owner) {
    this.element = element;
    this.owner = owner;
    this.spacer = document.createElement('div');
    this.spacer.setAttribute('role', 'none');
    this.spacer.className = 'spacer';
    element.replaceChildren(this.spacer);
    /** @type {RowCache | null} */
    this.cache = null;
    this.top = 0;
    this.scrollTop = 0;
    this.active = 0;
    this.rowHeight = 0;
    this.tall = NONE_TALL;
    this.viewport = 0;
    /** Runs from a scroll until the scroll bar is corrected. @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** The row scrolled to, which stays in view until the reader scrolls. @type {number | null} */
    this.revealed = null;
    /** The filter, and whether its first match must be in view until the reader scrolls. */
    this.filter = '';
    this.seeksMatch = false;
    /** Runs while a row is pressed. @type {ReturnType<typeof setTimeout> | undefined} */
    this.pressed = undefined;
    /** Time when the reader last moved the tree. */
    this.usedAt = -Infinity;
    /** Number of the latest request to show something; an earlier one that finishes late is dropped. */
    this.requestNumber = 0;
    /** The latest request for a view. @type {Promise<boolean>} */
    this.showing = Promise.resolve(false);
    const actions = {
      toggle: (/** @type {Row} */ row) => owner.toggle(row, !row.open),
      visit: owner.visit,
      menu: owner.menu,
    };
    this.counts = new PageCounts(owner.countBelow, () => this.draw());
    this.drawn = new DrawnRows(element, actions, (key) => this.counts.get(key));
    this.sticky = new StickyRows(element, actions, (index) => {
      this.activate(index);
      this.focus();
    });
    this.selection = new Selection((rows) => {
      this.mark({ selected: new Set(rows.map(({ key }) => key)) });
      owner.selected(rows);
    });
    this.keys = new TreeKeys(this);
    this.fullName = new FullName(element);
    this.listen();
  }

  listen() {
    // Passive: the browser scrolls without waiting for the listener, and rows are drawn afterwards.
    this.element.addEventListener('scroll', () => this.onScroll(), { passive: true });
    this.element.addEventListener('keydown', (event) => {
      this.usedAt = Date.now();
      this.keys.handle(event);
    });
    this.element.addEventListener('focusin', (event) => this.onFocus(event));
    // The focused row shows its whole name.
    for (const type of ['focusin', 'focusout'])
      this.element.addEventListener(type, () => requestAnimationFrame(() => this.draw()));
    this.element.addEventListener('mousedown', (event) => this.onPress(event));
    this.element.addEventListener('click', (event) => this.onClick(event), { capture: true });
    // The click follows immediately, in the same task.
    this.element.addEventListener('mouseup', () => setTimeout(() => this.onRelease(), 0));
    this.element.addEventListener('dragstart', (event) => this.onDrag(event));
    this.element.addEventListener('contextmenu', (event) => {
      // After a key, our own menu is open. For the mouse, the browser's own menu has more to offer for a link.
      if (event.button !== 2 && !event.ctrlKey) event.preventDefault();
    });
    new ResizeObserver(() => this.measure()).observe(this.element);
  }

  /** Whether rows run from right to left; a map's direction may differ from the page's. */
  get isRtl() {
    return this.element.closest('[dir=rtl], [dir=ltr]')?.getAttribute('dir') === 'rtl';
  }

  get list() {
    const { rowHeight, tall, viewport } = this;
    return { total: this.cache?.total ?? 0, rowHeight: rowHeight || 1, viewport, tall };
  }

  /** The first visible row, as a number with a fraction: the place to return to. */
  get place() {
    return this.rowHeight ? placeAt(this.list, this.top) : 0;
  }

  /** Return the keys of the visible rows that are loaded. @returns {string[]} */
  keysInView() {
    const first = rowAt(this.list, this.top),
      last = rowFrom(this.list, this.top + this.viewport);
    return Array.from({ length: last - first }, (_, at) => this.cache?.get(first + at)?.key ?? []).flat();
  }

  /** @param {number} index @returns {HTMLElement | undefined} */
  elementAt(index) {
    return this.drawn.elements.get(index);
  }

  /**
   * Show a state of a view once its rows are loaded, without flicker. Return false if a later request overtook it.
   * @param {View} view
   * @param {ShowOptions} [how]
   */
  show(view, how = {}) {
    this.showing = this.load(view, how);
    return this.showing;
  }

  /** Wait until the view that was requested last is shown or abandoned. */
  async shown() {
    for (let showing = null; showing !== this.showing; ) {
      showing = this.showing;
      await showing.catch(() => {}); // reported by the request
    }
  }

  /**
   * Load the rows of a view, and show them.
   * @param {View} view
   * @param {ShowOptions} how
   */
  async load(view, { place = null, reveal = null, filter = '' }) {
    const number = ++this.requestNumber;
    const seeksMatch = filter !== '' && (filter !== this.filter || this.seeksMatch);
    if (seeksMatch) [place, reveal] = [0, null];
    const cache = this.newCache(view);
    if (this.rowHeight === 0) this.measure();
    const list = { ...this.list, total: cache.total, tall: NONE_TALL };
    const { first, last } = rowsAt(list, this.finder(place, reveal)(list));
    // The old rows stay until the new ones are loaded: an empty tree would flash at each update.
    await cache.want(first, last);
    if (reveal === null && this.hasFocus) await cache.fetch(this.active);
    const match = seeksMatch ? await matchFrom(cache, -1, 1) : null;
    if (number !== this.requestNumber || cache.isOver) return false;
    const active = match ?? reveal ?? cache.indexOf(this.cache?.get(this.active)?.key ?? '') ?? this.active;
    // Meanwhile, the reader may have scrolled, and the sidebar's size may have changed.
    if (place === null && reveal === null) this.onScroll();
    const find = this.finder(place, match ?? reveal, reveal === null ? active : undefined);
    this.cache?.end();
    [this.cache, this.tall] = [cache, NONE_TALL];
    [this.filter, this.seeksMatch] = [filter, seeksMatch];
    this.drawn.words = filterWords(filter);
    this.counts.expire();
    this.drawn.matched = -1;
    const hadFocus = this.hasFocus;
    this.active = Math.min(active, Math.max(0, cache.total - 1));
    // If the map grows before the reader scrolls, follow the searched row to its new index.
    if (place !== null || reveal !== null) this.revealed = reveal;
    else if (this.revealed !== null) this.revealed = view.current;
    this.reach(find);
    if (hadFocus) this.focus();
    this.lookUpParents();
    return true;
  }

  /** Return a cache for the rows of a view, filled with the rows sent with the view. @param {View} view */
  newCache(view) {
    const cache = new RowCache(view.total, view.revision, this.owner.rows, () => this.draw());
    if (view.rows) cache.store(view.rows);
    return cache;
  }

  /**
   * Return a function that returns the `top` for the next rows in their list. They are at `place`, or with `null`,
   * where the present rows are. The row at `reveal` is in view.
   * @param {number | null} place
   * @param {number | null} reveal
   * @param {number} [active]  the next index of the active row, which stays in place if it has the focus
   * @returns {(list: List) => number}
   */
  finder(place, reveal, active = this.active) {
    const { anchor } = this;
    const before = startOf(this.list, anchor) - this.top;
    const next = this.hasFocus && anchor === this.active ? active : anchor;
    return (list) => {
      const top = clampTop(list, place === null ? startOf(list, next) - before : topAt(list, place));
      return reveal === null ? top : topToShow(list, top, reveal, mostSticky(list) * list.rowHeight);
    };
  }

  /** The row that stays in place when rows above it change: the focused one if it is visible, or the first in view. */
  get anchor() {
    const isKept = this.hasFocus && isInView(this.list, this.top, this.active);
    return isKept ? this.active : rowAt(this.list, this.top);
  }

  /** Request no more rows: the drawn ones belong to a map that is gone. */
  freeze() {
    this.requestNumber++;
    this.cache?.end();
  }

  /** Show no rows. */
  clear() {
    const { hasFocus } = this;
    this.requestNumber++;
    this.cache?.end();
    this.cache = null;
    this.filter = '';
    this.active = 0;
    this.moveTo(0);
    if (hasFocus) this.element.focus(); // the next rows take it from there
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Focus the tree; return false if there is no row to focus. */
  focus() {
    return this.drawn.focus(this.active);
  }

  /** Scroll a row into view and make it the only tab stop. @param {number} index */
  activate(index) {
    const hadFocus = this.hasFocus;
    this.active = Math.min(Math.max(0, index), Math.max(0, this.list.total - 1));
    this.revealed = null;
    this.seeksMatch = false;
    this.reach(() => this.topShowing(this.active));
    if (hadFocus) this.focus();
  }

  /**
   * Go to a `top`, found again while rows that come into view turn out to be taller.
   * @param {(list: List) => number} find
   */
  reach(find) {
    let tall = null;
    for (let moves = 0; moves < MOST_MOVES && tall !== this.tall; moves++) {
      ({ tall } = this);
      this.moveTo(find(this.list));
    }
  }

  /** Return the `top` that shows a row below the sticky ones. @param {number} index */
  topShowing(index, top = this.top) {
    const level = this.cache?.get(index)?.level ?? Infinity;
    return topToReveal(this.list, top, index, Math.min(mostSticky(this.list), level - 1) * this.list.rowHeight);
  }

  /** Go to the next or previous match of the filter; a focus outside the tree stays there. @param {1 | -1} step */
  async stepToMatch(step) {
    const { cache, drawn } = this;
    const index = cache && (await matchFrom(cache, drawn.matched < 0 && step > 0 ? -1 : this.active, step));
    if (index === null || cache !== this.cache) return;
    drawn.matched = index;
    this.activate(index);
  }

  /** Scroll a row to the middle of the view and make it the only tab stop. @param {number} index */
  showAt(index) {
    this.activate(index);
    this.reach((list) => topToCentre(list, this.active));
  }

  /** Keep a row in view as the page scrolls; the focus stays, and a tree in use does not move. @param {number} index */
  keepInView(index) {
    if (Date.now() - this.usedAt < USED_MS || this.pressed) return;
    this.reach(() => this.topShowing(index));
  }

  measure() {
    // Measured, not computed: it depends on fonts, zoom and text size, which change while the sidebar is open.
    const probe = newRow(-1, 'probe');
    this.element.append(probe);
    const { place } = this;
    const isActiveInView = isInView(this.list, this.top, this.active);
    this.rowHeight = probe.getBoundingClientRect().height;
    probe.remove();
    this.viewport = this.element.clientHeight;
    this.tall = NONE_TALL; // names may need other numbers of lines
    const { revealed } = this;
    this.reach((list) => {
      const top = topAt(list, place);
      if (this.hasFocus && isActiveInView) return this.topShowing(this.active, top);
      return revealed === null ? top : topToShow(list, top, revealed);
    });
  }

  /** @param {number} top */
  moveTo(top) {
    this.top = clampTop(this.list, top);
    this.placeScrollBar();
    this.draw();
  }

  placeScrollBar() {
    // Browsers limit an element's height: `ranges.js` maps a longer list onto a shorter scroll bar.
    this.spacer.style.height = `${scrollHeight(this.list)}px`;
    this.scrollTop = scrollTopFor(this.list, this.top);
    // Browsers round the scroll position to physical pixels; setting it for smaller differences would make it creep.
    // The rounded value counts.
    if (Math.abs(this.element.scrollTop - this.scrollTop) > 0.5) this.element.scrollTop = this.scrollTop;
    this.scrollTop = this.element.scrollTop;
  }

  onScroll() {
    const { scrollTop } = this.element;
    // The event also follows `moveTo`'s own change, which a browser may later round to a physical pixel.
    if (Math.abs(scrollTop - this.scrollTop) < 1) return;
    // When the view grows, the browser scrolls to the end before it reports the new size.
    if (this.element.clientHeight !== this.viewport) return;
    this.top = topAfterScroll(this.list, this, scrollTop);
    this.scrollTop = scrollTop;
    this.usedAt = Date.now();
    this.revealed = null;
    this.seeksMatch = false;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLE_MS);
    this.draw();
  }

  /** Round the position after scrolling, and fetch what it needs. */
  settle() {
    this.settling = undefined;
    this.onScroll(); // the event of a scroll in this frame may still come, and `moveTo` would undo the scroll
    this.moveTo(this.top);
    this.owner.scrolled();
    this.lookUpParents();
  }

  /** Draw the visible rows, and the active one wherever it is: it may have the focus. */
  draw() {
    if (this.pressed) return;
    const { first, last } = rowsAt(this.list, this.top);
    const wanted = new Set();
    for (let index = first; index < last; index++) wanted.add(index);
    // If a focused row leaves the document, the focus moves to <body> and keys are lost.
    if (this.list.total > 0) wanted.add(this.active);
    const rowOf = (/** @type {number} */ index) => this.cache?.get(index);
    this.drawn.draw(rowOf, wanted, this.active);
    this.fit();
    this.drawn.moveTo((index) => startOf(this.list, index) - this.top + this.scrollTop);
    this.cache?.want(first, last);
    this.counts.want(this.drawn.countable(rowOf));
    this.sticky.draw(this.cache, Math.ceil(this.place), this.list, { ...this.drawn.marks, words: this.drawn.words });
    this.fullName.update();
  }

  /** Make room for the drawn rows as they are. Those in view stay in place, and so does the end of the list. */
  fit() {
    const { anchor } = this;
    const isAtEnd = this.top > 0 && this.top >= maxTop(this.list) - 1;
    const before = startOf(this.list, anchor);
    const tall = this.tall.with(this.drawn.extraHeights(this.rowHeight));
    if (tall === this.tall) return;
    this.tall = tall;
    const top = this.top + startOf(this.list, anchor) - before;
    this.top = isAtEnd ? maxTop(this.list) : clampTop(this.list, top);
    if (!this.settling) this.placeScrollBar();
  }

  /** Fetch the sticky rows that are not loaded. */
  async lookUpParents() {
    if (await this.sticky.lookUp(Math.ceil(this.place), this.list)) this.draw();
  }

  /** Change the marks of rows, and redraw if they differ. @param {Partial<import('./drawn-rows.js').Marks>} marks */
  mark(marks) {
    if (!this.drawn.mark(marks)) return;
    this.sticky.expire();
    this.draw();
  }

  /** @param {FocusEvent} event */
  onFocus(event) {
    if (event.target === this.element) return void this.focus();
    const index = this.drawn.indexOf(/** @type {Element} */ (event.target));
    if (index < 0 || index === this.active) return;
    const before = this.elementAt(this.active);
    if (before) before.tabIndex = -1;
    this.active = index;
    const element = this.elementAt(index);
    if (element) element.tabIndex = 0;
  }

  /** Drag a row as the link it is: to the tab bar, to bookmarks, into a text. @param {DragEvent} event */
  onDrag({ target, dataTransfer }) {
    const link = /** @type {Element} */ (target).closest?.('a.name');
    const row = link && this.cache?.get(this.drawn.indexOf(link));
    const url = row ? safeLocation(row.location) : null;
    if (row && url && dataTransfer) addToDrag(dataTransfer, { name: nameOf(row), url });
  }

  /**
   * Focus the row, not the link in it. All rows stay unchanged until the click. Browsers fire no click on an element
   * that is replaced or moved between press and release, which happens while a map loads.
   * @param {MouseEvent} event
   */
  onPress(event) {
    const index = this.drawn.indexOf(/** @type {Element} */ (event.target));
    if (index < 0 || event.button !== 0) return;
    this.usedAt = Date.now();
    if (event.shiftKey) {
      this.selection.begin(this.active);
      event.preventDefault(); // the default selects text
    }
    this.drawn.focus(index);
    clearTimeout(this.pressed);
    this.pressed = setTimeout(() => this.onRelease(), CLICK_MS);
  }

  /**
   * Shift selects rows up to the clicked one; Ctrl adds or removes one if some are selected.
   * @param {MouseEvent} event
   */
  onClick(event) {
    const { cache, selection } = this;
    const index = this.drawn.indexOf(/** @type {Element} */ (event.target));
    const isControlled = event.ctrlKey || event.metaKey;
    const isRange = event.shiftKey && !isControlled;
    if (index < 0 || !cache || !(isRange || (isControlled && !selection.isEmpty))) return;
    event.preventDefault();
    event.stopPropagation();
    if (isRange) selection.extend(cache, index);
    else selection.toggle(index, cache.get(index));
  }

  /** Select or deselect a row. @param {Row} row */
  toggleSelected(row) {
    const sticky = this.sticky.shown.find(({ row: { key } }) => key === row.key);
    const [index = sticky?.index ?? this.active] = [...this.drawn.elements.keys()].filter(
      (at) => this.cache?.get(at)?.key === row.key,
    );
    this.selection.toggle(index, row);
  }

  /** Return the row that an element belongs to. @param {Element} element @returns {Row | null} */
  rowOf(element) {
    return this.sticky.placeOf(element)?.row ?? this.cache?.get(this.drawn.indexOf(element)) ?? null;
  }

  onRelease() {
    if (!this.pressed) return;
    clearTimeout(this.pressed);
    this.pressed = undefined;
    const { hasFocus } = this;
    this.draw();
    if (hasFocus) this.focus();
  }
}
