// @ts-check
/** Handles how a tab's map opens, shows its views, and returns after its host was lost. Pure. */
import { requestFocus, revealCurrent } from './focus-events.js';
import { MOST_HIDDEN, MOST_OPEN_KEYS, languagesOf, remembering, step, timer, toggled, updating } from './state.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** How long the rows of a lost host's map stay visible while another host reads the map. */
const REBUILDING_MS = 5000;
/** Delay before a map that could not be opened is requested again; a lost host needs about as long to restart. */
const REOPEN_AFTER_MS = 1000;

/** @param {State} state @param {Extract<Event, {type: 'memory-read'}>} event @returns {Step} */
export function requestMap(state, { session, memory, place: placeBefore }) {
  const { tab, isRebuilding, isElsewhere, recalled } = state;
  if (session !== state.session || state.isOpen || !tab?.site) return step(state);
  const openBefore = isRebuilding ? state.openKeys : (recalled?.open ?? memory.open ?? []);
  const openKeys = state.toggles.reduce(toggled, openBefore).slice(-MOST_OPEN_KEYS);
  const hidden = (memory.hidden ?? []).slice(-MOST_HIDDEN);
  const filter = state.typed.trim();
  const place = isRebuilding ? placeBefore : (recalled?.place ?? memory.top ?? 0);
  const effects = [languagesOf(tab)];
  if (isRebuilding) effects.push(timer('rebuilding', REBUILDING_MS, { type: 'rebuilding-over', session }));
  effects.push({
    type: 'open-map',
    session,
    site: tab.site.site,
    pageUrl: tab.url,
    filter,
    open: openKeys,
    hidden,
    place,
    isReveal: (!isRebuilding && !recalled) || isElsewhere,
  });
  // A branch that is open because of the current page can only be closed in an existing view.
  for (const { key, open } of state.toggles) if (!open) effects.push({ type: 'toggle-branch', key, open });
  const next = {
    ...state,
    isOpen: true,
    isNew: memory.open === undefined && !isRebuilding && !recalled,
    recalled: null,
    openKeys,
    hidden,
    toggles: [],
    filter,
  };
  return step(next, ...effects, ...(state.toggles.length ? remembering(next) : []));
}

/** Return whether the rows of a lost host's map are still shown while the map is read again. @param {State} state */
function isStillRebuilding({ isRebuilding, tab }) {
  return isRebuilding && tab?.site?.state === 'loading';
}

/**
 * Show the map that is being read again, file by file, only once that has taken long.
 * @param {State} state
 * @param {{session: number}} event
 * @returns {Step}
 */
export function endRebuilding(state, { session }) {
  if (session !== state.session || !state.isOpen || !isStillRebuilding(state)) return step(state);
  return step({ ...state, isRebuilding: false }, ...updating(state, {}, false));
}

/** @param {State} state @param {Extract<Event, {type: 'view-received'}>} event @returns {Step} */
export function receiveView(state, { session, view, isReveal = false, place }) {
  if (session !== state.session || !state.isOpen) return step(state);
  // The reply to an earlier request, such as a search for fewer letters.
  if (view.view === state.view?.view && view.revision < state.view.revision) return step(state);
  const isRebuilding = isStillRebuilding(state);
  // A fragment may have a row of its own.
  const isOtherRow = state.isElsewhere && view.trail.at(-1)?.key !== state.view?.trail.at(-1)?.key;
  const next = {
    ...state,
    isRebuilding,
    isSeeking: state.isSeeking || isReveal || isOtherRow,
    scrollTo: place ?? state.scrollTo,
  };
  if (isRebuilding) return step(next);
  // A reader who has gone on to a page hidden by the filter is no longer searching.
  if (state.filter && state.isFilterOld && view.in_map && view.current === null)
    return revealCurrent({ ...next, view }, []);
  // Rows inserted above it, from stored branches or new files, must not push it out of view.
  const isMoved = state.isFollowed && view.current !== state.view?.current;
  const home = state.isNew ? homeBranch(view, state.tab) : null;
  const opening =
    home === null || home.isOpen ? [] : [/** @type {Effect} */ ({ type: 'toggle-branch', key: home.key, open: true })];
  const openKeys = home === null ? state.openKeys : [...state.openKeys, home.key];
  return step(
    { ...next, view, isNew: false, isShown: true, isElsewhere: false, openKeys },
    { type: 'draw-view', view, filter: state.filter },
    showing({ ...next, view, isSeeking: next.isSeeking || isMoved }),
    ...opening,
  );
}

/**
 * Return the branch of the first row if that is home or the only row: it contains most of the site, so it opens
 * automatically. It counts as opened by the reader even if the current page's path has opened it. Otherwise the map
 * would be a single row at the next visit.
 * @param {View} view
 * @param {TabView | null} tab
 * @returns {{key: string, isOpen: boolean} | null}
 */
function homeBranch({ rows: page, trail }, tab) {
  const home = tab?.site?.roles.home?.[0]?.location;
  const first = page?.from === 0 ? page.rows[0] : undefined;
  // Rows around a page further down lack the first row; the page's path begins with it, and is open.
  if (page && page.from > 0) return trail[0] && trail.length > 1 ? { key: trail[0].key, isOpen: true } : null;
  const isHome = first?.location !== null && first?.location === home;
  const isAlone = page?.total === 1 || first?.set_size === 1;
  return first && (isHome || isAlone) && first.children && !first.loop ? { key: first.key, isOpen: first.open } : null;
}

/**
 * Return the effect that shows the current view. It may replace one that has not been drawn yet: while the current row
 * is searched, each of them reveals it.
 * @param {State} state
 * @returns {Extract<Effect, {type: 'show-tree'}>}
 */
function showing({ session, view, scrollTo, isSeeking }) {
  const shown = /** @type {View} */ (view);
  return { type: 'show-tree', session, view: shown, place: scrollTo, reveal: isSeeking ? shown.current : null };
}

/**
 * Handle a tree that has been drawn, so that it has rows to focus, unless the reader is typing.
 * @param {State} state
 * @param {Extract<Event, {type: 'tree-shown'}>} event
 * @returns {Step}
 */
export function settle(state, { session, view, isTyping }) {
  if (session !== state.session || !state.isOpen) return step(state);
  // A page that is not in the map may be in a file that has not arrived.
  const isToCome = view.pending === true || (!view.in_map && state.tab?.site?.state === 'loading');
  const isFollowed = state.isFollowed || (state.isSeeking && view.current !== null);
  const next = { ...state, isSeeking: state.isSeeking && isToCome, isFollowed, scrollTo: null };
  if (!state.isFocusPending || isTyping) return step({ ...next, isFocusPending: false });
  // If the current row was just searched without success, searching again would never end.
  return state.isSeeking ? step(next, { type: 'focus-window' }, { type: 'focus-tree' }) : requestFocus(next);
}

/**
 * Reopen a view or site that the host does not know, after time for the host to start.
 * @param {State} state
 * @param {Extract<Event, {type: 'request-failed'}>} event
 * @returns {Step}
 */
export function handleFailure(state, { session, code, hasView }) {
  const isGone = code === 'unknown-view' || code === 'unknown-site' || !hasView;
  if (session !== state.session || !state.isOpen || !isGone) return step(state);
  return step({ ...state, mapKey: '' }, timer('reopen', REOPEN_AFTER_MS, { type: 'reopen-due' }));
}
