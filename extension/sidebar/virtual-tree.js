// @ts-check
/**
 * The tree as a virtual list: draws the rows in view, moves among them by keyboard, and asks for the rest as it is
 * scrolled to. What the rows are, and what using one does, is handed in.
 */
import { RowCache } from './row-cache.js';
import { clampTop, rowsAt, rowsInView, scrollHeight, scrollTopFor, topAfterScroll, topToReveal, topToShow } from './ranges.js';
import { fillRow, newRow } from './row-element.js';
import { parentOf, siblingsOf } from './rows-around.js';
import { isFoldable, treeAction } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').View} View */
/**
 * @typedef {object} TreeOwner
 * @property {(from: number, count: number) => Promise<import('../shared/types.js').RowPage>} rows
 * @property {(row: Row, open: boolean) => void} toggle
 * @property {(keys: string[]) => Promise<number[]>} openAll  tells by how many rows the list grew with each
 * @property {import('../shared/links.js').Visit} visit
 * @property {(row: Row, anchor: HTMLElement) => void} variants
 * @property {(text: string, from: number) => Promise<number | null>} find
 * @property {() => void} scrolled
 */

/** After so long without scrolling the scroll bar is put where it belongs. */
const SETTLE_MS = 120;
const TYPING_MS = 700;

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
    this.viewport = 0;
    /** The row that was scrolled to, to be kept in view until the reader scrolls. @type {number | null} */
    this.revealed = null;
    this.turn = 0;
    this.typed = '';
    this.typedAt = 0;
    /** @type {Map<number, HTMLElement>} */
    this.drawn = new Map();
    /** @type {WeakMap<HTMLElement, Row>} */
    this.filled = new WeakMap();
    this.actions = {
      toggle: (/** @type {Row} */ row) => owner.toggle(row, !row.open),
      visit: owner.visit,
      variants: owner.variants,
    };
    this.listen();
  }

  listen() {
    this.element.addEventListener('scroll', () => this.onScroll(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.element.addEventListener('focusin', (event) => this.onFocus(event));
    this.element.addEventListener('mousedown', (event) => this.onPress(event));
    new ResizeObserver(() => this.measure()).observe(this.element);
  }

  /** Whether the name of a row is being typed. */
  get isTyping() {
    return Date.now() - this.typedAt < TYPING_MS;
  }

  get list() {
    return { total: this.cache?.total ?? 0, rowHeight: this.rowHeight || 1, viewport: this.viewport };
  }

  /** The first row in view, as a number with a fraction: where to come back to. */
  get place() {
    return this.rowHeight ? this.top / this.rowHeight : 0;
  }

  get isActiveInView() {
    return Math.abs((this.active + 0.5) * this.rowHeight - this.top - this.viewport / 2) < (this.viewport + this.rowHeight) / 2;
  }

  /**
   * Shows a state of a view, once its rows are there: nothing flickers. Tells whether it came to that, or another was first.
   * @param {View} view
   * @param {{place?: number, reveal?: number | null}} [how]
   */
  async show(view, { place, reveal = null } = {}) {
    const turn = ++this.turn;
    const cache = new RowCache(view.total, view.revision, this.owner.rows, () => this.draw());
    if (view.rows) cache.take(view.rows);
    if (this.rowHeight === 0) this.measure();
    const list = { total: view.total, rowHeight: this.rowHeight || 1, viewport: this.viewport };
    let top = clampTop(list, place === undefined ? this.top : place * list.rowHeight);
    if (reveal !== null) top = topToShow(list, top, reveal);
    const { first, last } = rowsAt(list, top);
    await cache.want(first, last);
    if (turn !== this.turn || cache.isOver) return false;
    if (place === undefined && reveal === null) top = clampTop(list, this.top); // the reader may have scrolled meanwhile
    this.cache?.end();
    this.cache = cache;
    const hadFocus = this.hasFocus;
    this.active = Math.min(reveal ?? this.active, Math.max(0, view.total - 1));
    this.revealed = reveal;
    this.moveTo(top);
    if (hadFocus) this.focus();
    return true;
  }

  /** Asks for no more rows: what is drawn belongs to a map that is gone. */
  freeze() {
    this.turn++;
    this.cache?.end();
  }

  /** Shows nothing. */
  clear() {
    this.turn++;
    this.cache?.end();
    this.cache = null;
    this.active = 0;
    this.moveTo(0);
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Puts the keyboard into the tree; tells whether there was a row for it. */
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

  measure() {
    const probe = newRow(-1);
    this.element.append(probe);
    const { place, isActiveInView } = this;
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
    this.spacer.style.height = `${scrollHeight(this.list)}px`;
    this.scrollTop = scrollTopFor(this.list, this.top);
    if (Math.abs(this.element.scrollTop - this.scrollTop) > 0.5) this.element.scrollTop = this.scrollTop;
    this.scrollTop = this.element.scrollTop;
    this.draw();
  }

  onScroll() {
    const { scrollTop } = this.element;
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
    if (this.list.total > 0) wanted.add(this.active);
    for (const [index, element] of this.drawn) if (!wanted.has(index)) this.erase(index, element);
    for (const index of [...wanted].sort((a, b) => a - b)) this.drawRow(index);
    this.cache?.want(first, last);
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
    if (row && this.filled.get(element) !== row) this.fill(element, row);
    element.tabIndex = index === this.active ? 0 : -1;
    element.style.transform = `translateY(${index * this.rowHeight - this.top + this.scrollTop}px)`;
  }

  /** What is there already stays: a click that falls just then is not lost. @param {HTMLElement} element @param {Row} row */
  fill(element, row) {
    const hadFocus = element.contains(document.activeElement);
    if (JSON.stringify(this.filled.get(element)) !== JSON.stringify(row)) {
      fillRow(element, row, this.actions);
      if (hadFocus) element.focus({ preventScroll: true });
    }
    this.filled.set(element, row);
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

  /** The row, not the link in it, holds the focus. @param {MouseEvent} event */
  onPress(event) {
    const index = this.indexOf(/** @type {Element} */ (event.target));
    if (index >= 0 && event.button === 0) this.drawn.get(index)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const element = this.drawn.get(this.active);
    if (event.target !== element && event.target !== element?.querySelector('a.name')) return;
    const row = this.cache?.get(this.active) ?? null;
    const action = treeAction(event, row, document.documentElement.dir === 'rtl', this.isTyping);
    if (action === 'link') element?.querySelector('a')?.focus({ preventScroll: true });
    if (!action || action === 'link') return;
    event.preventDefault();
    this.act(action, row, event);
  }

  /** @param {import('./tree-keys.js').TreeAction} action @param {Row | null} row @param {KeyboardEvent} event */
  act(action, row, event) {
    if (action !== 'type') this.typedAt = 0;
    const target = this.targetOf(action);
    if (target !== null) return this.activate(target);
    if (action === 'parent') return void this.toParent();
    if (action === 'type') return void this.type(event.key);
    if (action === 'open-siblings') return void this.openSiblings();
    if (!row) return;
    if (action === 'open' || action === 'close') this.owner.toggle(row, action === 'open');
    if (action === 'activate') this.use(row, 'current');
    if (action === 'activate-in-tab') this.use(row, 'tab');
    if (action === 'variants') this.owner.variants(row, /** @type {HTMLElement} */ (this.drawn.get(this.active)));
  }

  /** @param {import('./tree-keys.js').TreeAction} action @returns {number | null} */
  targetOf(action) {
    const page = rowsInView(this.list);
    const steps = { next: 1, into: 1, previous: -1, 'page-down': page, 'page-up': -page };
    if (action === 'first') return 0;
    if (action === 'last') return this.list.total - 1;
    const step = /** @type {Record<string, number>} */ (steps)[action];
    return step === undefined ? null : this.active + step;
  }

  /** @param {Row} row @param {'current' | 'tab'} disposition */
  use(row, disposition) {
    const link = this.drawn.get(this.active)?.querySelector('a.name');
    if (link) this.owner.visit({ key: row.key, via: 'tree' }, disposition);
    else if (row.children) this.actions.toggle(row);
  }

  /** Back to the row that holds the active one. */
  async toParent() {
    const { cache } = this;
    const parent = cache && await parentOf(cache, this.active);
    if (parent && cache === this.cache) this.activate(parent.index);
  }

  /** Opens every branch beside the active row, which stays where the reader looks. */
  async openSiblings() {
    const { cache, active } = this;
    const closed = cache ? (await siblingsOf(cache, active)).filter(({ row }) => isFoldable(row) && !row.open) : [];
    if (closed.length === 0 || cache !== this.cache || active !== this.active) return;
    const above = closed.filter(({ index }) => index < active).length;
    const grown = await this.owner.openAll(closed.map(({ row }) => row.key));
    this.activate(active + grown.slice(0, above).reduce((sum, rows) => sum + rows, 0));
  }

  /** Goes to the next row that begins with what is typed. @param {string} letter */
  async type(letter) {
    this.typed = this.isTyping ? this.typed + letter : letter;
    this.typedAt = Date.now();
    const index = await this.owner.find(this.typed, this.active + ([...this.typed].length === 1 ? 1 : 0));
    if (index !== null) this.activate(index);
  }
}
