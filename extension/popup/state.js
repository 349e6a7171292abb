// @ts-check
/**
 * Computes the state of the popup: `reduce(state, event)` returns the next state and the effects to draw. Pure, as in
 * the sidebar.
 */

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/**
 * An entry whose submenu is open: a row of a menu, or a node on the path to the current page.
 * @typedef {Row | NodeLink} Entry
 */

/**
 * @typedef {object} State
 * @property {TabView | null} tab
 * @property {string} menuKey  identifies the map and its state for which the menu was drawn, '' for none
 * @property {string} source  the sitemap that the path belongs to
 * @property {readonly Entry[]} path  the path to the open submenu
 * @property {boolean} isFinding  whether the place of the current page is being requested; the menu opens there
 * @property {string} page  the key of the current page, or of its nearest listed ancestor; '' if unknown
 * @property {string} filter  text searched for in place of the menu, '' for none
 * @property {number} drawing  number of the latest drawing; earlier ones whose entries arrive late are dropped
 */
/**
 * @typedef {{type: 'tab-received', tab: TabView} | {type: 'page-found', source: string, trail: NodeLink[]}
 *   | {type: 'submenu-entered', row: Row} | {type: 'submenu-left'} | {type: 'filter-typed', text: string}} Event
 */
/**
 * The target of the focus: the `start` of the level, the current page in it, or the submenu button of a `key` that was
 * left. With `place`, the focus keeps its position in a redrawn level.
 * @typedef {{at: 'start' | 'page'} | {at: 'key', key: string} | {at: 'place'}} Focus
 */
/**
 * @typedef {{type: 'draw-frame', tab: TabView}
 *   | {
 *     type: 'draw-menu',
 *     drawing: number,
 *     row: Entry | null,
 *     parent: Entry | null,
 *     page: string,
 *     focus: Focus,
 *   }
 *   | {type: 'draw-matches', drawing: number, filter: string}
 *   | {type: 'find-page', site: string, source: string, url: string}} Effect
 */
/** @typedef {{state: State, effects: Effect[]}} Step */

/** @type {State} */
export const INITIAL = Object.freeze({
  tab: null,
  menuKey: '',
  source: '',
  path: [],
  isFinding: false,
  page: '',
  filter: '',
  drawing: 0,
});

/**
 * Return the state after an event, and the effects in order.
 * @param {State} state
 * @param {Event} event
 * @returns {Step}
 */
export function reduce(state, event) {
  if (event.type === 'tab-received') return receiveTab(state, event.tab);
  if (event.type === 'page-found') return receivePage(state, event);
  if (event.type === 'filter-typed') return draw({ ...state, filter: event.text.trim() }, { at: 'place' });
  if (event.type === 'submenu-entered')
    return drawMenu({ ...state, path: [...state.path, event.row] }, { at: 'start' });
  const left = state.path.at(-1);
  if (!left) return { state, effects: [] };
  return drawMenu({ ...state, path: state.path.slice(0, -1) }, { at: 'key', key: left.key });
}

/** @param {State} state @param {TabView} tab @returns {Step} */
function receiveTab(state, tab) {
  const menuKey = menuKeyOf(tab);
  // Row keys survive a host and a reload, but mean nothing in another sitemap.
  const source = tab.site?.sitemap ?? state.source;
  const isOther = source !== state.source;
  const next = { ...state, tab, menuKey, source, ...(isOther && { path: [], page: '', filter: '', isFinding: true }) };
  /** @type {Effect} */
  const frame = { type: 'draw-frame', tab };
  if (isOther && tab.site)
    return { state: next, effects: [frame, { type: 'find-page', site: tab.site.site, source, url: tab.url }] };
  if (menuKey === '' || menuKey === state.menuKey || next.isFinding) return { state: next, effects: [frame] };
  const drawn = draw(next, { at: 'place' });
  return { ...drawn, effects: [frame, ...drawn.effects] };
}

/**
 * Open the menu at the current page. Ancestors without name and address are not levels.
 * @param {State} state
 * @param {{source: string, trail: NodeLink[]}} event
 * @returns {Step}
 */
function receivePage(state, { source, trail }) {
  if (source !== state.source || !state.isFinding) return { state, effects: [] };
  const above = trail.slice(0, -1);
  const path = above.slice(0, above.findLastIndex(({ name, location }) => name || location) + 1);
  return draw({ ...state, path, page: trail.at(-1)?.key ?? '', isFinding: false }, { at: 'page' });
}

/** Draw the matches of the filter, or the open menu. @param {State} state @param {Focus} focus @returns {Step} */
function draw(state, focus) {
  if (!state.filter) return drawMenu(state, focus);
  const drawing = state.drawing + 1;
  return { state: { ...state, drawing }, effects: [{ type: 'draw-matches', drawing, filter: state.filter }] };
}

/** @param {State} state @param {Focus} focus @returns {Step} */
function drawMenu(state, focus) {
  const drawing = state.drawing + 1;
  return {
    state: { ...state, drawing },
    effects: [
      {
        type: 'draw-menu',
        drawing,
        row: state.path.at(-1) ?? null,
        parent: state.path.at(-2) ?? null,
        page: state.page,
        focus,
      },
    ],
  };
}

/** Return a key that changes as the map grows; progress alone does not redraw the menu. @param {TabView} tab */
function menuKeyOf(tab) {
  return tab.site ? `${tab.generation} ${tab.site.site} ${tab.site.state} ${tab.site.counts.elements}` : '';
}
