// @ts-check
/**
 * The tree as a virtual list: draws the rows in view, and requests the rest as it is scrolled to. What the rows are, and what
 * using one does, is handed in.
 */
import { addToDrag } from '../shared/link-data.js';
import { nameOf } from '../shared/links.js';
import { safeLocation, withoutFragment } from '../shared/locations.js';
import { filterWords } from '../shared/matched-letters.js';
import { text } from '../shared/strings.js';
import { sharedLength, siblingsBeside } from './alike.js';
import { PageCounts, countText } from './page-counts.js';
import { RowCache, matchFrom } from './row-cache.js';
import { headingOfKey, outlined } from './outlined-rows.js';
import { clampTop, isInView, rowsAt, scrollHeight, scrollTopFor, topAfterScroll, topToCentre, topToReveal, topToShow } from './ranges.js';
import { descriptionOf, drawCount, fillRow, newRow } from './row-element.js';
import { TreeKeys, isFoldable } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./tree-keys.js').TreeOwner} TreeOwner */
/** Rows that stand after one of the map's, and are none of it. @typedef {{after: number, rows: Row[]}} Between */

/** After so long without scrolling the scroll bar is put where it belongs: while it is dragged it must not move by itself. */
const SETTLE_MS = 120;

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
    /** What the filter looks for. @type {readonly string[]} */
    this.words = [];
    /** The language in which rows are expected, where that is known. @type {string | undefined} */
    this.language = undefined;
    /** Rows that are not the map's. @type {Between | null} */
    this.between = null;
    /** Whether the outline of the current row is open; null where none is offered. @type {boolean | null} */
    this.outline = null;
    /** The heading that is being read, by its key. */
    this.heading = '';
    /** The site that rows are expected to lead to, by its registrable domain; '' where that is not known. */
    this.site = '';
    /** The addresses of pages that the reader has seen, where they are to be marked. @type {ReadonlySet<string>} */
    this.visited = new Set();
    /** The row whose page is on its way, by its key. */
    this.coming = '';
    /** The match that was stepped to, marked though the focus is elsewhere; -1 for none. */
    this.matched = -1;
    this.viewport = 0;
    /** The row that was scrolled to, to be kept in view until the reader scrolls. @type {number | null} */
    this.revealed = null;
    /** The number of the latest request to show something: an earlier one that is late shows nothing. */
    this.requestNumber = 0;
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    /** The row that each shows, and those around it when it was filled. @type {WeakMap<HTMLElement, [Row, ...(Row | null | undefined)[]]>} */
    this.filled = new WeakMap();
    /** All that a filled row shows. @type {WeakMap<HTMLElement, string>} */
    this.contents = new WeakMap();
    this.actions = {
      toggle: (/** @type {Row} */ row) => owner.toggle(row, !row.open),
      visit: owner.visit,
      menu: owner.menu,
      outline: owner.outline,
    };
    this.keys = new TreeKeys(this);
    this.counts = new PageCounts(owner.countBelow, () => this.draw());
    this.listen();
  }

  listen() {
    // Passive: the browser scrolls without waiting for us, and rows are drawn after it.
    this.element.addEventListener('scroll', () => this.onScroll(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.keys.handle(event));
    this.element.addEventListener('focusin', (event) => this.onFocus(event));
    this.element.addEventListener('mousedown', (event) => this.onPress(event));
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

  /** @param {number} index @returns {HTMLElement | undefined} */
  elementAt(index) {
    return this.drawn.get(index);
  }

  /**
   * Shows a state of a view, once its rows are there: nothing flickers. False where another request came in between.
   * @param {View} view
   * @param {{place?: number | null, reveal?: number | null, filter?: string, between?: Between | null}} [how]
   */
  async show(view, { place = null, reveal = null, filter = '', between = null } = {}) {
    const number = ++this.requestNumber;
    const total = view.total + (between?.rows.length ?? 0);
    const fetchRows = between ? outlined(this.owner.rows, between.after, between.rows) : this.owner.rows;
    const cache = new RowCache(total, view.revision, fetchRows, () => this.draw());
    if (view.rows && !between) cache.store(view.rows);
    if (this.rowHeight === 0) this.measure();
    const list = { total, rowHeight: this.rowHeight || 1, viewport: this.viewport };
    let top = clampTop(list, place === null ? this.top : place * list.rowHeight);
    if (reveal !== null) top = topToShow(list, top, reveal);
    const { first, last } = rowsAt(list, top);
    // The old rows stay until the new ones are there: an empty tree would flash at each update.
    await cache.want(first, last);
    if (number !== this.requestNumber || cache.isOver) return false;
    if (place === null && reveal === null) top = clampTop(list, this.top); // the reader may have scrolled meanwhile
    this.cache?.end();
    this.cache = cache;
    this.between = between;
    this.words = filterWords(filter);
    this.counts.expire();
    this.matched = -1;
    const hadFocus = this.hasFocus;
    this.active = Math.min(reveal ?? this.active, Math.max(0, total - 1));
    this.revealed = reveal;
    this.moveTo(top);
    if (hadFocus) this.focus();
    return true;
  }

  /** Requests no more rows: what is drawn belongs to a map that is gone. */
  freeze() {
    this.requestNumber++;
    this.cache?.end();
  }

  /** Shows nothing. */
  clear() {
    this.requestNumber++;
    this.cache?.end();
    this.cache = null;
    this.active = 0;
    this.moveTo(0);
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Puts the keyboard into the tree; false where there is no row for it. */
  focus() {
    const row = this.drawn.get(this.active);
    row?.focus({ preventScroll: true });
    return row !== undefined;
  }

  /** Scrolls a row into view and makes it the one tab stop. @param {number} index */
  activate(index) {
    const hadFocus = this.hasFocus;
    this.active = Math.min(Math.max(0, index), Math.max(0, this.list.total - 1));
    this.revealed = null;
    this.moveTo(topToReveal(this.list, this.top, this.active));
    if (hadFocus) this.focus();
  }

  /** Leads to the next row that the filter matches, or the one before; the focus stays where it is, if not in the tree. @param {1 | -1} step */
  async stepToMatch(step) {
    const { cache } = this;
    const index = cache && await matchFrom(cache, this.matched < 0 && step > 0 ? -1 : this.active, step);
    if (index === null || cache !== this.cache) return;
    this.matched = index;
    this.activate(index);
  }

  /** Scrolls to a row, into the middle of the view, and makes it the one tab stop. @param {number} index */
  showAt(index) {
    this.activate(index);
    this.moveTo(topToCentre(this.list, this.active));
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
    if (this.hasFocus && isActiveInView) this.moveTo(topToReveal(this.list, top, this.active));
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
    // The event also comes of what `moveTo` set itself.
    if (scrollTop === this.scrollTop) return;
    this.top = topAfterScroll(this.list, this, scrollTop);
    this.scrollTop = scrollTop;
    this.revealed = null;
    this.draw();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => { this.moveTo(this.top); this.owner.scrolled(); }, SETTLE_MS);
  }

  /** Draws the rows in view, and the active one wherever it is: it may hold the focus. */
  draw() {
    const { first, last } = rowsAt(this.list, this.top);
    const wanted = new Set();
    for (let index = first; index < last; index++) wanted.add(index);
    // A focused row that leaves the document loses the keyboard to <body>, and keys with it.
    if (this.list.total > 0) wanted.add(this.active);
    for (const [index, element] of this.drawn) if (!wanted.has(index)) this.erase(index, element);
    for (const index of [...wanted].sort((a, b) => a - b)) this.drawRow(index);
    this.cache?.want(first, last);
    this.counts.want(this.words.length ? [] : this.countable());
  }

  /** The keys of drawn branches, below which pages are counted. */
  countable() {
    const rows = [...this.drawn.keys()].map((index) => this.cache?.get(index));
    return rows.flatMap((row) => (row && isFoldable(row) ? [row.key] : []));
  }

  /** @param {number} index @param {HTMLElement} element */
  erase(index, element) {
    element.remove();
    this.drawn.delete(index);
  }

  /** @param {number} index */
  drawRow(index) {
    const element = this.drawn.get(index) ?? this.insert(index);
    const row = this.cache?.get(index);
    if (row && this.isToFill(element, index, row)) this.fill(element, index, row);
    element.tabIndex = index === this.active ? 0 : -1;
    element.classList.toggle('matched', index === this.matched);
    this.markComing(element, row?.key === this.coming);
    if (row) this.markKnown(element, row);
    if (row && headingOfKey(row.key) !== null) markHeading(element, row.key === this.heading);
    element.style.transform = `translateY(${index * this.rowHeight - this.top + this.scrollTop}px)`;
  }

  /** @param {HTMLElement} element @param {boolean} isComing */
  markComing(element, isComing) {
    element.classList.toggle('coming', isComing);
    if (isComing) element.setAttribute('aria-busy', 'true');
    else element.removeAttribute('aria-busy');
  }

  /** Says of a row how many pages are below it, and whether the reader has been there. @param {HTMLElement} element @param {Row} row */
  markKnown(element, row) {
    const count = this.words.length ? '' : countText(this.counts.get(row.key));
    const isVisited = this.visited.size > 0 && row.location !== null && this.visited.has(withoutFragment(row.location));
    element.classList.toggle('visited', isVisited);
    drawCount(element, row.open ? '' : count);
    const description = descriptionOf(row, count && text('pagesBelow', count), isVisited ? text('visitedPage') : '');
    if (description) element.setAttribute('aria-description', description);
    else element.removeAttribute('aria-description');
  }

  /** Marks pages as visited, by their addresses without fragments. @param {ReadonlySet<string>} addresses */
  markVisited(addresses) {
    this.visited = addresses;
    this.draw();
  }

  /** Marks rows that lead to another site than this. @param {string} site */
  expectSite(site) {
    if (site === this.site) return;
    this.site = site;
    this.filled = new WeakMap();
    this.draw();
  }

  /** Marks the row whose page is on its way; '' for none. @param {string} key */
  expect(key) {
    this.coming = key;
    this.draw();
  }

  /** Marks the heading that is being read; '' for none. @param {string} key */
  read(key) {
    this.heading = key;
    this.draw();
  }

  /** Offers the outline of the current row, which may be open; null offers none. @param {boolean | null} isOpen */
  offerOutline(isOpen) {
    this.outline = isOpen;
    this.filled = new WeakMap();
    this.draw();
  }

  /** Draws rows as in a map of that language; undefined where it has none of its own. @param {string | undefined} language */
  expectLanguage(language) {
    if (language === this.language) return;
    this.language = language;
    this.filled = new WeakMap();
    this.draw();
  }

  /** Whether a row shows another one, or has other neighbours, than when it was filled. @param {HTMLElement} element @param {number} index @param {Row} row */
  isToFill(element, index, row) {
    const filled = this.filled.get(element);
    return filled?.[0] !== row || this.neighboursOf(index).some((other, at) => other !== filled[at + 1]);
  }

  /** The siblings above and below, where they are at hand. @param {number} index */
  neighboursOf(index) {
    return siblingsBeside(index, (at) => this.cache?.get(at));
  }

  /** What is there already stays: a click that falls just then is not lost. @param {HTMLElement} element @param {number} index @param {Row} row */
  fill(element, index, row) {
    const hadFocus = element.contains(document.activeElement);
    const { words, language, site } = this;
    const neighbours = this.neighboursOf(index);
    const outline = row.current ? this.outline : null;
    const shared = sharedLength(row, neighbours);
    const content = JSON.stringify([row, words, language, outline, shared, site]);
    if (this.contents.get(element) !== content) {
      fillRow(element, row, this.actions, { words, language, outline, shared, site });
      this.contents.set(element, content);
      if (hadFocus) element.focus({ preventScroll: true });
    }
    this.filled.set(element, [row, ...neighbours]);
  }

  /** Rows stand in the document in their order, for those who read it so. @param {number} index */
  insert(index) {
    const element = newRow(index);
    const after = [...this.drawn.keys()].filter((other) => other > index);
    this.element.insertBefore(element, after.length ? this.drawn.get(Math.min(...after)) ?? null : null);
    this.drawn.set(index, element);
    return element;
  }

  /** @param {Element | null} element */
  indexOf(element) {
    const row = element?.closest('.row');
    return row ? Number(row.id.slice('row-'.length)) : -1;
  }

  /** @param {FocusEvent} event */
  onFocus(event) {
    if (event.target === this.element) return void this.focus();
    const index = this.indexOf(/** @type {Element} */ (event.target));
    if (index < 0 || index === this.active) return;
    const before = this.drawn.get(this.active);
    if (before) before.tabIndex = -1;
    this.active = index;
    const element = this.drawn.get(index);
    if (element) element.tabIndex = 0;
  }

  /** A row is dragged as the link that it is: to the tab bar, to bookmarks, into a text. @param {DragEvent} event */
  onDrag({ target, dataTransfer }) {
    const link = /** @type {Element} */ (target).closest?.('a.name');
    const row = link && this.cache?.get(this.indexOf(link));
    const url = row ? safeLocation(row.location) : null;
    if (row && url && dataTransfer) addToDrag(dataTransfer, { name: nameOf(row), url });
  }

  /** The row, not the link in it, holds the focus. @param {MouseEvent} event */
  onPress(event) {
    const index = this.indexOf(/** @type {Element} */ (event.target));
    if (index >= 0 && event.button === 0) this.drawn.get(index)?.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} element @param {boolean} isRead */
function markHeading(element, isRead) {
  if (isRead) element.setAttribute('aria-current', 'location');
  else element.removeAttribute('aria-current');
}
