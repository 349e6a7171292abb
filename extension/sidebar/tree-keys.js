// @ts-check
/**
 * Handles the keyboard in the tree, following the W3C tree pattern: the meaning of a key (pure), and its effect on a
 * given tree. Draws nothing.
 */
import { isTitle } from './heading-rows.js';
import { parentOf, siblingsOf } from './row-cache.js';
import { rowAPageAway } from './ranges.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('./row-cache.js').RowCache} RowCache */
/** @typedef {{key: string, altKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean}} Key */
/** @typedef {{key: string, children: boolean, open: boolean, loop: boolean, kind: string}} RowState */
/**
 * @typedef {'next' | 'previous' | 'first' | 'last' | 'page-down' | 'page-up' | 'open' | 'close' | 'into' | 'parent'
 *   | 'activate' | 'activate-in-tab' | 'menu' | 'open-siblings' | 'select' | 'type'} TreeAction
 */

/** @type {Record<string, TreeAction>} */
const MOVES = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
};

/**
 * Branches that one key opens, the same as the host's limit (MOST_EXPANDED in `views/folding.py`): pressed again, it
 * opens more.
 */
const MOST_OPENED = 400;

/** Letters typed within this interval form one name. */
const TYPING_MS = 700;

/** Return whether a row can be opened and closed. @param {RowState} row */
export function isFoldable(row) {
  return row.children && !row.loop && (row.kind !== 'group' || isTitle(row.key));
}

/**
 * Return the action of a key on the active row, or null if the browser handles the key.
 * @param {Key} key
 * @param {RowState | null} row  null while it is loading
 * @param {boolean} isRtl
 * @param {boolean} isTyping  whether a name is being typed, which may contain spaces
 * @returns {TreeAction | null}
 */
export function treeAction(key, row, isRtl, isTyping = false) {
  if (key.altKey) return key.key === 'ArrowDown' ? 'menu' : null;
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey)) return 'menu';
  if (key.key === 'Enter') return key.ctrlKey || key.metaKey ? 'activate-in-tab' : 'activate';
  if (key.key === ' ' && key.ctrlKey) return 'select';
  // Ctrl+A, Ctrl+F and the like belong to the browser.
  if (key.ctrlKey || key.metaKey) return null;
  if (MOVES[key.key]) return MOVES[key.key] ?? null;
  // While a name is typed, a space is a letter; otherwise it activates the row, like a button.
  if (key.key === ' ') return isTyping ? 'type' : 'activate';
  if (key.key === '*') return 'open-siblings';
  if (key.key === 'ArrowRight' || key.key === 'ArrowLeft') return sideways((key.key === 'ArrowRight') !== isRtl, row);
  // By code points: 𝒜 is one letter in two units, “Tab” is none.
  return [...key.key].length === 1 ? 'type' : null;
}

/** @param {boolean} isInward @param {RowState | null} row @returns {TreeAction | null} */
function sideways(isInward, row) {
  if (!row) return null;
  if (!isInward) return isFoldable(row) && row.open ? 'close' : 'parent';
  if (isFoldable(row) && !row.open) return 'open';
  return row.children && !row.loop ? 'into' : null;
}

/**
 * Return the target row of a movement from the active row; null if the action is no movement. The target may be beyond
 * the ends.
 * @param {TreeAction} action
 * @param {number} active
 * @param {import('./ranges.js').List} list
 * @returns {number | null}
 */
export function targetOf(action, active, list) {
  const steps = { next: 1, into: 1, previous: -1 };
  if (action === 'first') return 0;
  if (action === 'last') return list.total - 1;
  if (action === 'page-down') return rowAPageAway(list, active, 1);
  if (action === 'page-up') return rowAPageAway(list, active, -1);
  const step = /** @type {Record<string, number>} */ (steps)[action];
  return step === undefined ? null : active + step;
}

/**
 * The tree's connection to the sidebar.
 * @typedef {object} TreeOwner
 * @property {(from: number, count: number) => Promise<import('../shared/types.js').RowPage>} rows
 * @property {(row: Row, open: boolean) => void} toggle
 * @property {(keys: string[]) => Promise<number[]>} openAll  the number of rows by which each branch grew
 * @property {import('../shared/links.js').Visit} visit
 * @property {(row: Row, anchor: HTMLElement) => void} menu
 * @property {(row: Row) => void} expand  opens a branch with all its descendants
 * @property {(text: string, from: number) => Promise<number | null>} find
 * @property {(opened: number) => void} sayCut  reports the number of opened branches, and that there are more
 * @property {(rows: Row[]) => void} selected  receives the selected rows
 * @property {() => boolean} escape  clears the filter; returns false without one
 * @property {(keys: string[]) => Promise<import('../shared/protocol.js').BranchCounts>} countBelow
 * @property {() => void} scrolled
 */
/**
 * The tree, as the keyboard uses it.
 * @typedef {object} KeyTarget
 * @property {RowCache | null} cache  of the current state
 * @property {number} active
 * @property {number} usedAt  time when the reader last moved the tree
 * @property {import('./ranges.js').List} list
 * @property {boolean} isRtl
 * @property {() => Promise<void>} shown  resolves once the view that was requested last is shown or abandoned
 * @property {(index: number) => void} activate
 * @property {(index: number) => HTMLElement | undefined} elementAt
 * @property {import('./selection.js').Selection} selection
 * @property {TreeOwner} owner
 */

export class TreeKeys {
  /** @param {KeyTarget} tree */
  constructor(tree) {
    this.tree = tree;
    this.typed = '';
    this.typedAt = 0;
  }

  /** Whether the name of a row is being typed. */
  get isTyping() {
    return Date.now() - this.typedAt < TYPING_MS;
  }

  /** @param {KeyboardEvent} event */
  handle(event) {
    const { active, cache } = this.tree;
    const element = this.tree.elementAt(active);
    // Buttons in a row handle their own keys.
    if (event.target !== element && event.target !== element?.querySelector('a.name')) return;
    if (event.key === 'Escape' && this.escape()) return event.preventDefault();
    const row = cache?.get(active) ?? null;
    const action = treeAction(event, row, this.tree.isRtl, this.isTyping);
    if (!action) return;
    event.preventDefault();
    this.act(action, row, event.key, event.shiftKey);
  }

  /** Clear the selection, or else the filter; return false if there is neither. */
  escape() {
    const { selection, owner } = this.tree;
    if (selection.isEmpty) return owner.escape();
    selection.clear();
    return true;
  }

  /**
   * @param {TreeAction} action
   * @param {Row | null} row
   * @param {string} key
   * @param {boolean} [isExtending]  whether the rows in between are selected
   */
  act(action, row, key, isExtending = false) {
    const { tree } = this;
    if (action !== 'type') this.typedAt = 0;
    const target = targetOf(action, tree.active, tree.list);
    if (target !== null) return this.move(target, isExtending);
    if (action === 'select') return tree.selection.toggle(tree.active, row);
    if (action === 'parent') return void this.activateParent();
    if (action === 'type') return void this.type(key);
    if (action === 'open-siblings') return void this.openSiblings();
    if (!row) return;
    if (action === 'open' || action === 'close') tree.owner.toggle(row, action === 'open');
    if (action === 'activate') this.use(row, 'current');
    if (action === 'activate-in-tab') this.use(row, 'tab');
    if (action === 'menu') this.openMenu(row);
  }

  /** @param {number} target @param {boolean} isExtending */
  move(target, isExtending) {
    const { tree } = this;
    if (isExtending) tree.selection.begin(tree.active);
    tree.activate(target);
    if (isExtending && tree.cache)
      tree.selection.extend(tree.cache, Math.min(Math.max(0, target), tree.list.total - 1));
  }

  /**
   * Follow a row's link; a row without one is opened or closed.
   * @param {Row} row
   * @param {'current' | 'tab'} disposition
   */
  use(row, disposition) {
    const { owner, active } = this.tree;
    const isLink = this.tree.elementAt(active)?.querySelector('a.name');
    if (isLink && disposition === 'current' && isFoldable(row) && !row.open) owner.toggle(row, true); // as with a click
    if (isLink) owner.visit({ key: row.key, via: 'tree' }, disposition);
    else if (row.children) owner.toggle(row, !row.open);
  }

  /** Open the row's menu at its button. @param {Row} row */
  openMenu(row) {
    /** @type {HTMLElement | null | undefined} */
    const button = this.tree.elementAt(this.tree.active)?.querySelector('[aria-haspopup=menu]');
    if (button) this.tree.owner.menu(row, button);
  }

  async activateParent() {
    const { cache, active, usedAt } = this.tree;
    const parent = cache && (await parentOf(cache, active));
    if (parent && cache === this.tree.cache) this.arrive(parent.index, usedAt);
  }

  /**
   * Activate the row that a key leads to once it is known, unless the reader has moved on meanwhile.
   * @param {number} index
   * @param {number} usedAt  of the tree when the key was pressed
   */
  arrive(index, usedAt) {
    if (this.tree.usedAt === usedAt) this.tree.activate(index);
  }

  /**
   * Open all siblings of the active row, which keeps its position on screen; if all are open, open everything below the
   * row.
   */
  async openSiblings() {
    const { cache, active, usedAt, owner } = this.tree;
    const all = cache ? (await siblingsOf(cache, active)).filter(({ row }) => isFoldable(row) && !row.open) : [];
    const closed = all.slice(0, MOST_OPENED);
    if (cache !== this.tree.cache || active !== this.tree.active) return;
    const row = cache?.get(active);
    if (closed.length === 0) return void (row?.children && !row.loop && owner.expand(row));
    const above = closed.filter(({ index }) => index < active).length;
    if (all.length > MOST_OPENED) owner.sayCut(MOST_OPENED);
    const grown = await owner.openAll(closed.map(({ row }) => row.key));
    await this.tree.shown(); // a later view, sent meanwhile, may have overtaken that of the opened branches
    this.arrive(active + grown.slice(0, above).reduce((sum, rows) => sum + rows, 0), usedAt);
  }

  /**
   * Go to the next row that begins with the typed letters; a further letter may match the same row.
   * @param {string} letter
   */
  async type(letter) {
    this.typed = this.isTyping ? this.typed + letter : letter;
    this.typedAt = Date.now();
    const { usedAt } = this.tree;
    const index = await this.tree.owner.find(this.typed, this.tree.active + ([...this.typed].length === 1 ? 1 : 0));
    if (index !== null) this.arrive(index, usedAt);
  }
}
