// @ts-check
/**
 * The tree as a virtual list: which rows are in view, where they stand, and which one is active; the rest are requested as it is
 * scrolled to. What the rows are, and what using one does, is handed in.
 */
import { addToDrag } from '../shared/link-data.js';
import { nameOf } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { filterWords } from '../shared/matched-letters.js';
import { DrawnRows } from './drawn-rows.js';
import { FullName } from './full-name.js';
import { PageCounts } from './page-counts.js';
import { RowCache, matchFrom } from './row-cache.js';
import { outlined, shifted, unshifted } from './outlined-rows.js';
import { clampTop, isInView, rowsAt, scrollHeight, scrollTopFor, topAfterScroll, topToCentre, topToReveal, topToShow } from './ranges.js';
import { newRow } from './row-element.js';
import { Selection } from './selection.js';
import { StickyRows, mostSticky } from './sticky-rows.js';
import { TreeKeys } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./tree-keys.js').TreeOwner} TreeOwner */
/** Rows that stand after one of the map's, and are none of it. @typedef {{after: number, rows: Row[]}} Between */

/** After so long without scrolling the scroll bar is put where it belongs: while it is dragged it must not move by itself. */
const SETTLE_MS = 120;
/** The tree follows the page only when the reader has not moved it for so long. */
const USED_MS = 1_500;
/** A button that is held down for longer is no click, and rows are drawn on. */
const CLICK_MS = 1000;

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
    /** Rows that are not the map's. @type {Between | null} */
    this.between = null;
    this.viewport = 0;
    /** The row that was scrolled to, to be kept in view until the reader scrolls. @type {number | null} */
    this.revealed = null;
    /** What leaves only some of the rows, and whether the first of these is to be in view: until the reader moves. */
    this.filter = '';
    this.seeksMatch = false;
    /** Runs while a row is pressed. @type {ReturnType<typeof setTimeout> | undefined} */
    this.pressed = undefined;
    /** When the reader moved the tree last. */
    this.usedAt = -Infinity;
    /** The number of the latest request to show something: an earlier one that is late shows nothing. */
    this.requestNumber = 0;
    const actions = { toggle: (/** @type {Row} */ row) => owner.toggle(row, !row.open), visit: owner.visit, menu: owner.menu, outline: owner.outline };
    this.counts = new PageCounts(owner.countBelow, () => this.draw());
    this.drawn = new DrawnRows(element, actions, (key) => this.counts.get(key));
    this.sticky = new StickyRows(element, actions, (index) => { this.activate(index); this.focus(); });
    this.selection = new Selection((rows) => {
      this.mark({ selected: new Set(rows.map(({ key }) => key)) });
      owner.selected(rows);
    });
    this.keys = new TreeKeys(this);
    this.fullName = new FullName(element);
    this.listen();
  }

  listen() {
    // Passive: the browser scrolls without waiting for us, and rows are drawn after it.
    this.element.addEventListener('scroll', () => this.onScroll(), { passive: true });
    this.element.addEventListener('keydown', (event) => { this.usedAt = Date.now(); this.keys.handle(event); });
    this.element.addEventListener('focusin', (event) => this.onFocus(event));
    this.element.addEventListener('mousedown', (event) => this.onPress(event));
    this.element.addEventListener('click', (event) => this.onClick(event), { capture: true });
    // The click comes right after it, in the same task.
    this.element.addEventListener('mouseup', () => setTimeout(() => this.onRelease(), 0));
    this.element.addEventListener('dragstart', (event) => this.onDrag(event));
    this.element.addEventListener('contextmenu', (event) => {
      // By a key: our own menu is open then. Where the mouse asks for it, the browser's own has more to offer for a link.
      if (event.button !== 2 && !event.ctrlKey) event.preventDefault();
    });
    new ResizeObserver(() => this.measure()).observe(this.element);
  }

  /** Whether rows run from right to left: those of a map may, where the page does not. */
  get isRtl() {
    return this.element.closest('[dir=rtl], [dir=ltr]')?.getAttribute('dir') === 'rtl';
  }

  get list() {
    return { total: this.cache?.total ?? 0, rowHeight: this.rowHeight || 1, viewport: this.viewport };
  }

  /** The first row in view, as a number with a fraction: where to come back to. */
  get place() {
    return this.rowHeight ? this.top / this.rowHeight : 0;
  }

  /** The keys of the rows in view, as far as they are there. @returns {string[]} */
  keysInView() {
    const { rowHeight, viewport } = this.list;
    const first = Math.floor(this.top / rowHeight), last = Math.ceil((this.top + viewport) / rowHeight);
    return Array.from({ length: last - first }, (_, at) => this.cache?.get(first + at)?.key ?? []).flat();
  }

  /** @param {number} index @returns {HTMLElement | undefined} */
  elementAt(index) {
    return this.drawn.elements.get(index);
  }

  /**
   * Shows a state of a view, once its rows are there: nothing flickers. False where another request came in between.
   * @param {View} view
   * @param {{place?: number | null, reveal?: number | null, filter?: string, requestBetween?: () => Promise<Between | null>}} [how]
   */
  async show(view, { place = null, reveal = null, filter = '', requestBetween = async () => null } = {}) {
    const number = ++this.requestNumber;
    const between = await requestBetween();
    if (number !== this.requestNumber) return false;
    const moved = this.movedBy(between);
    const seeksMatch = filter !== '' && (filter !== this.filter || this.seeksMatch);
    if (seeksMatch) [place, reveal] = [0, null];
    const cache = this.newCache(view, between);
    if (this.rowHeight === 0) this.measure();
    const list = { ...this.list, total: cache.total };
    const covered = mostSticky(list) * list.rowHeight;
    let top = clampTop(list, place === null ? this.topWith(moved) : place * list.rowHeight);
    if (reveal !== null) top = topToShow(list, top, reveal, covered);
    const { first, last } = rowsAt(list, top);
    // The old rows stay until the new ones are there: an empty tree would flash at each update.
    await cache.want(first, last);
    const expected = moved(this.active);
    if (reveal === null && this.hasFocus) await cache.fetch(expected);
    const match = seeksMatch ? await matchFrom(cache, -1, 1) : null;
    if (number !== this.requestNumber || cache.isOver) return false;
    const active = match ?? reveal ?? cache.indexOf(this.cache?.get(this.active)?.key ?? '') ?? expected;
    if (match !== null) top = topToShow(list, 0, match, covered);
    if (place === null && reveal === null) top = clampTop(list, this.topWith(moved, active)); // the reader may have scrolled meanwhile
    this.cache?.end();
    this.cache = cache;
    this.between = between;
    [this.filter, this.seeksMatch] = [filter, seeksMatch];
    this.drawn.words = filterWords(filter);
    this.counts.expire();
    this.drawn.matched = -1;
    const hadFocus = this.hasFocus;
    this.active = Math.min(active, Math.max(0, list.total - 1));
    // More of a map comes while nobody has scrolled: what was sought is sought where it is now.
    if (place !== null || reveal !== null) this.revealed = reveal;
    else if (this.revealed !== null) this.revealed = view.current;
    this.moveTo(top);
    if (hadFocus) this.focus();
    this.lookUpParents();
    return true;
  }

  /** The rows of a view, those that came with it at hand. @param {View} view @param {Between | null} between */
  newCache(view, between) {
    const fetchRows = between ? outlined(this.owner.rows, between.after, between.rows) : this.owner.rows;
    const cache = new RowCache(view.total + (between?.rows.length ?? 0), view.revision, fetchRows, () => this.draw());
    if (view.rows && !between) cache.store(view.rows);
    return cache;
  }

  /** Where a row stands once other rows stand between those of the map. @param {Between | null} between @returns {(index: number) => number} */
  movedBy(between) {
    const { after = -1, rows = [] } = this.between ?? {};
    const rowsNext = between?.rows ?? [];
    return (index) => {
      const key = rows[index - after - 1]?.key;
      const at = key === undefined ? -1 : rowsNext.findIndex((row) => row.key === key);
      if (between && at >= 0) return between.after + 1 + at;
      return Math.max(0, shifted(unshifted(index, after, rows.length), between?.after ?? -1, rowsNext.length) ?? 0);
    };
  }

  /** The `top` that keeps the rows where they are: the one with the focus, else the first one in view. @param {(index: number) => number} moved @param {number} [active]  where the active row will be */
  topWith(moved, active = moved(this.active)) {
    if (this.hasFocus && isInView(this.list, this.top, this.active)) return this.top + (active - this.active) * this.list.rowHeight;
    const first = Math.floor(this.place);
    return this.top + (moved(first) - first) * this.list.rowHeight;
  }

  /** Requests no more rows: what is drawn belongs to a map that is gone. */
  freeze() {
    this.requestNumber++;
    this.cache?.end();
  }

  /** Shows nothing. */
  clear() {
    const { hasFocus } = this;
    this.requestNumber++;
    this.cache?.end();
    this.cache = null;
    this.between = null;
    this.filter = '';
    this.active = 0;
    this.moveTo(0);
    if (hasFocus) this.element.focus(); // the rows that come next have it from there
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Puts the keyboard into the tree; false where there is no row for it. */
  focus() {
    return this.drawn.focus(this.active);
  }

  /** Scrolls a row into view and makes it the one tab stop. @param {number} index */
  activate(index) {
    const hadFocus = this.hasFocus;
    this.active = Math.min(Math.max(0, index), Math.max(0, this.list.total - 1));
    this.revealed = null;
    this.seeksMatch = false;
    this.moveTo(this.topShowing(this.active));
    if (hadFocus) this.focus();
  }

  /** The `top` that shows a row below those that stay at the top. @param {number} index */
  topShowing(index, top = this.top) {
    const level = this.cache?.get(index)?.level ?? Infinity;
    return topToReveal(this.list, top, index, Math.min(mostSticky(this.list), level - 1) * this.list.rowHeight);
  }

  /** Leads to the next row that the filter matches, or the one before; the focus stays where it is, if not in the tree. @param {1 | -1} step */
  async stepToMatch(step) {
    const { cache, drawn } = this;
    const index = cache && await matchFrom(cache, drawn.matched < 0 && step > 0 ? -1 : this.active, step);
    if (index === null || cache !== this.cache) return;
    drawn.matched = index;
    this.activate(index);
  }

  /** Scrolls to a row, into the middle of the view, and makes it the one tab stop. @param {number} index */
  showAt(index) {
    this.activate(index);
    this.moveTo(topToCentre(this.list, this.active));
  }

  /** Keeps a row in view that the page leads to; the focus stays where it is, and so does a tree that is being used. @param {number} index */
  keepInView(index) {
    if (Date.now() - this.usedAt < USED_MS || this.pressed) return;
    this.moveTo(this.topShowing(index));
  }

  measure() {
    // Measured, not computed: fonts, zoom and the reader's text size decide it, and change while the sidebar is
    // open.
    const probe = newRow(-1);
    this.element.append(probe);
    const { place } = this;
    const isActiveInView = isInView(this.list, this.top, this.active);
    this.rowHeight = probe.getBoundingClientRect().height;
    probe.remove();
    this.viewport = this.element.clientHeight;
    const top = place * this.rowHeight;
    if (this.hasFocus && isActiveInView) this.moveTo(this.topShowing(this.active, top));
    else this.moveTo(this.revealed === null ? top : topToShow(this.list, top, this.revealed));
  }

  /** @param {number} top */
  moveTo(top) {
    this.top = clampTop(this.list, top);
    // Browsers limit an element's height: `ranges.js` maps a longer list onto a shorter scroll bar.
    this.spacer.style.height = `${scrollHeight(this.list)}px`;
    this.scrollTop = scrollTopFor(this.list, this.top);
    // Browsers round a scroll bar to physical pixels: set anew for less than that, it would creep. What they made of it counts.
    if (Math.abs(this.element.scrollTop - this.scrollTop) > 0.5) this.element.scrollTop = this.scrollTop;
    this.scrollTop = this.element.scrollTop;
    this.draw();
  }

  onScroll() {
    const { scrollTop } = this.element;
    // The event also comes of what `moveTo` set itself, which a browser may round to a physical pixel later.
    if (Math.abs(scrollTop - this.scrollTop) < 1) return;
    // Where the view grows the browser scrolls to the end, before it says that the size is another one.
    if (this.element.clientHeight !== this.viewport) return;
    this.top = topAfterScroll(this.list, this, scrollTop);
    this.scrollTop = scrollTop;
    this.usedAt = Date.now();
    this.revealed = null;
    this.seeksMatch = false;
    this.draw();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => { this.moveTo(this.top); this.owner.scrolled(); this.lookUpParents(); }, SETTLE_MS);
  }

  /** Draws the rows in view, and the active one wherever it is: it may hold the focus. */
  draw() {
    if (this.pressed) return;
    const { first, last } = rowsAt(this.list, this.top);
    const wanted = new Set();
    for (let index = first; index < last; index++) wanted.add(index);
    // A focused row that leaves the document loses the keyboard to <body>, and keys with it.
    if (this.list.total > 0) wanted.add(this.active);
    const rowAt = (/** @type {number} */ index) => this.cache?.get(index);
    this.drawn.draw(rowAt, wanted, this.active, (index) => index * this.rowHeight - this.top + this.scrollTop);
    this.cache?.want(first, last);
    this.counts.want(this.drawn.countable(rowAt));
    this.sticky.draw(this.cache, Math.ceil(this.place), this.list, { ...this.drawn.marks, words: this.drawn.words });
    this.fullName.update();
  }

  /** Fetches the rows at the top that are not at hand. */
  async lookUpParents() {
    if (await this.sticky.lookUp(Math.ceil(this.place), this.list)) this.draw();
  }

  /** Shows what is known of rows beside what the host says of them. @param {Partial<import('./drawn-rows.js').Marks>} marks */
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

  /** A row is dragged as the link that it is: to the tab bar, to bookmarks, into a text. @param {DragEvent} event */
  onDrag({ target, dataTransfer }) {
    const link = /** @type {Element} */ (target).closest?.('a.name');
    const row = link && this.cache?.get(this.drawn.indexOf(link));
    const url = row ? safeLocation(row.location) : null;
    if (row && url && dataTransfer) addToDrag(dataTransfer, { name: nameOf(row), url });
  }

  /**
   * The row, not the link in it, holds the focus. Until the click all rows stay as they are and where they are: browsers send
   * none to what was replaced or moved away between press and release, as rows are while a map comes in.
   * @param {MouseEvent} event
   */
  onPress(event) {
    const index = this.drawn.indexOf(/** @type {Element} */ (event.target));
    if (index < 0 || event.button !== 0) return;
    this.usedAt = Date.now();
    if (event.shiftKey) {
      this.selection.begin(this.active);
      event.preventDefault(); // it would select letters
    }
    this.drawn.focus(index);
    clearTimeout(this.pressed);
    this.pressed = setTimeout(() => this.onRelease(), CLICK_MS);
  }

  /** Shift selects rows up to the one that is clicked; once some are selected, Ctrl adds one or takes it away. @param {MouseEvent} event */
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

  /** Selects a row, or no longer. @param {Row} row */
  toggleSelected(row) {
    const [index = this.active] = [...this.drawn.elements.keys()].filter((at) => this.cache?.get(at)?.key === row.key);
    this.selection.toggle(index, row);
  }

  /** The row that an element belongs to. @param {Element} element @returns {Row | null} */
  rowOf(element) {
    return this.cache?.get(this.drawn.indexOf(element)) ?? null;
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
