// @ts-check
/**
 * What the popup shows, and how each event changes it: `reduce(state, event)` gives the next state and what is to be drawn for
 * it. Pure, as the sidebar's.
 */

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** An entry whose submenu is open: a row of a menu, or a node on the way to the page on view. @typedef {Row | NodeLink} Entry */

/**
 * @typedef {object} State
 * @property {TabView | null} tab
 * @property {string} menuKey  which state of which map the menu was drawn for, '' for none
 * @property {string} source  the sitemap that the path belongs to
 * @property {readonly Entry[]} path  the entries on the way to the open submenu
 * @property {boolean} isFinding  whether the place of the page on view is requested: the menu begins there
 * @property {string} page  the key of the page on view, or of the nearest page above it; '' where none is known
 * @property {string} filter  what is looked for in place of the menu, '' for nothing
 * @property {number} drawing  the number of the latest drawing: an earlier one whose entries are late is dropped
 */
/**
 * @typedef {{type: 'tab-received', tab: TabView} | {type: 'page-found', source: string, trail: NodeLink[]}
 *   | {type: 'submenu-entered', row: Row} | {type: 'submenu-left'} | {type: 'filter-typed', text: string}} Event
 */
/**
 * `focus` says where the focus goes: to the `start` of the level, to the page on view in it, to the way into the submenu of a
 * `key` that was left, or stays at its `place` in a level that is drawn again.
 * @typedef {{at: 'start' | 'page'} | {at: 'key', key: string} | {at: 'place'}} Focus
 */
/**
 * @typedef {{type: 'draw-frame', tab: TabView} | {type: 'draw-menu', drawing: number, row: Entry | null, parent: Entry | null, page: string, focus: Focus}
 *   | {type: 'draw-matches', drawing: number, filter: string} | {type: 'find-page', site: string, source: string, url: string}} Effect
 */
/** @typedef {{state: State, effects: Effect[]}} Step */

/** @type {State} */
export const INITIAL = Object.freeze({ tab: null, menuKey: '', source: '', path: [], isFinding: false, page: '', filter: '', drawing: 0 });

/**
 * The state after an event, and what is to be drawn for it, in that order.
 * @param {State} state
 * @param {Event} event
 * @returns {Step}
 */
export function reduce(state, event) {
  if (event.type === 'tab-received') return receiveTab(state, event.tab);
  if (event.type === 'page-found') return receivePage(state, event);
  if (event.type === 'filter-typed') return draw({ ...state, filter: event.text.trim() }, { at: 'place' });
  if (event.type === 'submenu-entered') return drawMenu({ ...state, path: [...state.path, event.row] }, { at: 'start' });
  const left = state.path.at(-1);
  if (!left) return { state, effects: [] };
  return drawMenu({ ...state, path: state.path.slice(0, -1) }, { at: 'key', key: left.key });
}

/** @param {State} state @param {TabView} tab @returns {Step} */
function receiveTab(state, tab) {
  const menuKey = menuKeyOf(tab);
  // Keys of rows outlive a host and a reload; in another sitemap they mean nothing.
  const source = tab.site?.sitemap ?? state.source;
  const isOther = source !== state.source;
  const next = { ...state, tab, menuKey, source, ...(isOther && { path: [], page: '', filter: '', isFinding: true }) };
  /** @type {Effect} */
  const frame = { type: 'draw-frame', tab };
  if (isOther && tab.site) return { state: next, effects: [frame, { type: 'find-page', site: tab.site.site, source, url: tab.url }] };
  if (menuKey === '' || menuKey === state.menuKey || next.isFinding) return { state: next, effects: [frame] };
  const drawn = draw(next, { at: 'place' });
  return { ...drawn, effects: [frame, ...drawn.effects] };
}

/** The menu begins where the page on view stands; a level has a name, or leads somewhere. @param {State} state @param {{source: string, trail: NodeLink[]}} event @returns {Step} */
function receivePage(state, { source, trail }) {
  if (source !== state.source || !state.isFinding) return { state, effects: [] };
  const above = trail.slice(0, -1);
  const path = above.slice(0, above.findLastIndex(({ name, location }) => name || location) + 1);
  return draw({ ...state, path, page: trail.at(-1)?.key ?? '', isFinding: false }, { at: 'page' });
}

/** Draws what is looked for, or else the open menu. @param {State} state @param {Focus} focus @returns {Step} */
function draw(state, focus) {
  if (!state.filter) return drawMenu(state, focus);
  const drawing = state.drawing + 1;
  return { state: { ...state, drawing }, effects: [{ type: 'draw-matches', drawing, filter: state.filter }] };
}

/** @param {State} state @param {Focus} focus @returns {Step} */
function drawMenu(state, focus) {
  const drawing = state.drawing + 1;
  return { state: { ...state, drawing }, effects: [{ type: 'draw-menu', drawing, row: state.path.at(-1) ?? null, parent: state.path.at(-2) ?? null, page: state.page, focus }] };
}

/** The menu is drawn again as the map grows; progress alone changes nothing in it. @param {TabView} tab */
function menuKeyOf(tab) {
  return tab.site ? `${tab.generation} ${tab.site.site} ${tab.site.state} ${tab.site.counts.elements}` : '';
}
