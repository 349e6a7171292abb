// @ts-check
/**
 * What the popup shows, and how each event changes it: `reduce(state, event)` gives the next state and what is to be drawn for
 * it. Pure, as the sidebar's.
 */

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').Row} Row */

/**
 * @typedef {object} State
 * @property {TabView | null} tab
 * @property {string} menuKey  which state of which map the menu was drawn for, '' for none
 * @property {string} source  the sitemap that the path belongs to
 * @property {readonly Row[]} path  the entries on the way to the open submenu
 * @property {number} drawing  the number of the latest drawing: an earlier one whose entries are late is dropped
 */
/** @typedef {{type: 'tab-received', tab: TabView} | {type: 'submenu-entered', row: Row} | {type: 'submenu-left'}} Event */
/**
 * `focus` says where the focus goes: to the `start` of the level, to the way into the submenu of a `key` that was left, or
 * stays at its `place` in a level that is drawn again.
 * @typedef {{at: 'start'} | {at: 'key', key: string} | {at: 'place'}} Focus
 */
/** @typedef {{type: 'draw-frame', tab: TabView} | {type: 'draw-menu', drawing: number, row: Row | null, focus: Focus}} Effect */
/** @typedef {{state: State, effects: Effect[]}} Step */

/** @type {State} */
export const INITIAL = Object.freeze({ tab: null, menuKey: '', source: '', path: [], drawing: 0 });

/**
 * The state after an event, and what is to be drawn for it, in that order.
 * @param {State} state
 * @param {Event} event
 * @returns {Step}
 */
export function reduce(state, event) {
  if (event.type === 'tab-received') return receiveTab(state, event.tab);
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
  const next = { ...state, tab, menuKey, source, path: source === state.source ? state.path : [] };
  /** @type {Effect} */
  const frame = { type: 'draw-frame', tab };
  if (menuKey === '' || menuKey === state.menuKey) return { state: next, effects: [frame] };
  const drawn = drawMenu(next, { at: 'place' });
  return { ...drawn, effects: [frame, ...drawn.effects] };
}

/** @param {State} state @param {Focus} focus @returns {Step} */
function drawMenu(state, focus) {
  const drawing = state.drawing + 1;
  return { state: { ...state, drawing }, effects: [{ type: 'draw-menu', drawing, row: state.path.at(-1) ?? null, focus }] };
}

/** The menu is drawn again as the map grows; progress alone changes nothing in it. @param {TabView} tab */
function menuKeyOf(tab) {
  return tab.site ? `${tab.generation} ${tab.site.site} ${tab.site.state} ${tab.site.counts.elements}` : '';
}
