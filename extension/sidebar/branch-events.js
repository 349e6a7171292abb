// @ts-check
/** Handles branches that the reader opens, closes, expands and hides, and stores their state. Pure. */
import { receiveView } from './map-events.js';
import { MOST_HIDDEN, MOST_OPEN_KEYS, remembering, step, toggled, updating } from './state.js';

/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */
/** @typedef {import('./state.js').Toggle} Toggle */

/**
 * Open or close a branch. The state is recorded at once: if the host is lost meanwhile, the map reopens in that state.
 * @param {State} state
 * @param {Toggle} event
 * @returns {Step}
 */
export function toggleBranch(state, { key, open }) {
  if (!state.isOpen) return awaitMap(state, [{ key, open }]);
  const next = { ...state, isSeeking: false, isFollowed: false, openKeys: toggled(state.openKeys, { key, open }) };
  return step(next, { type: 'toggle-branch', key, open }, ...remembering(next));
}

/**
 * Queue toggles while a map is reopened in another host: its rows stay visible, and their toggles apply to the new map.
 * Toggles of another map are dropped.
 * @param {State} state
 * @param {Toggle[]} toggles
 * @returns {Step}
 */
function awaitMap(state, toggles) {
  return step(
    state.isRebuilding ? { ...state, toggles: [...state.toggles, ...toggles].slice(-MOST_OPEN_KEYS) } : state,
  );
}

/**
 * Record branches that the tree opens itself, because it needs to know by how many rows each one grew.
 * @param {State} state
 * @param {string[]} keys
 * @returns {Step}
 */
export function openBranches(state, keys) {
  if (!state.isOpen)
    return awaitMap(
      state,
      keys.map((key) => ({ key, open: true })),
    );
  const opened = new Set(keys);
  const next = {
    ...state,
    isFollowed: false,
    openKeys: [...state.openKeys.filter((key) => !opened.has(key)), ...keys],
  };
  return step(next, ...remembering(next));
}

/**
 * Close all branches except the current page's ancestors, which the host keeps open.
 * @param {State} state
 * @returns {Step}
 */
export function closeBranches(state) {
  if (!state.isOpen) return step({ ...state, openKeys: [], toggles: [] });
  const next = { ...state, openKeys: [] };
  return step(next, ...updating(next, { open: [] }, true), ...remembering(next));
}

/**
 * Open a branch with all its descendants, or the whole map; under a filter, all remaining branches are open already.
 * @param {State} state
 * @param {{key: string | null}} event
 * @returns {Step}
 */
export function requestExpansion(state, { key }) {
  if (!state.isOpen || state.filter) return step(state);
  return step({ ...state, isSeeking: false, isFollowed: false }, { type: 'expand-branch', key });
}

/** @param {State} state @param {Extract<Event, {type: 'branches-expanded'}>} event @returns {Step} */
export function receiveExpansion(state, { session, keys, view, isAll, isWhole }) {
  if (session !== state.session || !state.isOpen) return step(state);
  const opened = new Set(keys);
  const openKeys = [...state.openKeys.filter((key) => !opened.has(key)), ...keys].slice(-MOST_OPEN_KEYS);
  const next = { ...state, openKeys };
  // Rows above the current one may have been inserted: if all were opened, it must stay in view.
  const shown = receiveView(next, { type: 'view-received', session, view, isReveal: isWhole });
  return step(
    shown.state,
    ...shown.effects,
    ...remembering(next),
    ...(isAll ? [] : [/** @type {Effect} */ ({ type: 'say-cut', opened: keys.length })]),
  );
}

/** @param {State} state @param {{hidden: readonly string[]}} event @returns {Step} */
export function requestHiding(state, { hidden }) {
  return state.isOpen ? step(state, { type: 'hide-branches', hidden: hidden.slice(-MOST_HIDDEN) }) : step(state);
}

/**
 * Apply the host's list of hidden branches. Their keys may differ from the keys of the rows, if a branch has several
 * rows.
 * @param {State} state
 * @param {Extract<Event, {type: 'branches-hidden'}>} event
 * @returns {Step}
 */
export function receiveHidden(state, { session, hidden, view }) {
  const { tab } = state;
  if (session !== state.session || !state.isOpen || !tab?.sitemap) return step(state);
  const shown = receiveView({ ...state, hidden }, { type: 'view-received', session, view });
  return step(shown.state, ...shown.effects, {
    type: 'remember-hidden',
    sitemap: tab.sitemap,
    jar: tab.jar,
    hidden,
  });
}

/**
 * Close all branches after the reader deleted the stored state.
 * @param {State} state
 * @param {{sitemaps: string[]}} event
 * @returns {Step}
 */
export function forgetSites(state, { sitemaps }) {
  /** @type {Effect} */
  const forgetting = { type: 'forget-memory', sitemaps };
  const { tab } = state;
  if (!tab?.sitemap || tab.jar || !sitemaps.includes(tab.sitemap)) return step(state, forgetting);
  if (!state.isOpen) return step({ ...state, openKeys: [], toggles: [] }, forgetting);
  const showing = /** @type {Effect[]} */ (state.hidden.length ? [{ type: 'hide-branches', hidden: [] }] : []);
  return step({ ...state, openKeys: [] }, forgetting, ...updating(state, { open: [] }, false), ...showing);
}
