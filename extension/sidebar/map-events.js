// @ts-check
/** How the map of a tab opens, shows its views, and comes back after its host was lost. Pure. */
import { isPageFailure } from '../shared/failed-pages.js';
import { requestFocus, revealCurrent } from './focus-events.js';
import { following, showing, wantsHeadings } from './outline-events.js';
import { MOST_HIDDEN, MOST_OPEN_KEYS, isPageKey, languagesOf, remembering, step, timer, toggled, updating } from './state.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** So long the rows of a lost host's map stand, while another host reads the map. */
const REBUILDING_MS = 5000;
/** Before a map that could not be opened is requested again: a host that was lost needs about as long to start. */
const REOPEN_AFTER_MS = 1000;

/** @param {State} state @param {Extract<Event, {type: 'memory-read'}>} event @returns {Step} */
export function requestMap(state, { session, memory, place: placeBefore }) {
  const { tab, isRebuilding, isElsewhere } = state;
  if (session !== state.session || state.isOpen || !tab?.site) return step(state);
  const openBefore = isRebuilding ? state.openKeys : memory.open ?? [];
  const openKeys = state.toggles.reduce(toggled, openBefore).slice(-MOST_OPEN_KEYS);
  const hidden = (memory.hidden ?? []).slice(-MOST_HIDDEN);
  const filter = state.typed.trim();
  const place = isRebuilding ? placeBefore : memory.top ?? 0;
  const effects = [languagesOf(tab)];
  if (isRebuilding) effects.push(timer('rebuilding', REBUILDING_MS, { type: 'rebuilding-over', session }));
  effects.push({ type: 'open-map', session, site: tab.site.site, pageUrl: tab.url, filter, open: openKeys, hidden, place, isReveal: !isRebuilding || isElsewhere });
  // A branch that is open on account of the page on view is closed in a view alone.
  for (const { key, open } of state.toggles) if (!open) effects.push({ type: 'toggle-branch', key, open });
  const next = { ...state, isOpen: true, isNew: memory.open === undefined && !isRebuilding, openKeys, hidden, toggles: [], filter };
  return step(next, ...effects, ...(state.toggles.length ? remembering(next) : []));
}

/** Whether the rows of a lost host's map still stand for those that are read anew. @param {State} state */
function isStillRebuilding({ isRebuilding, tab }) {
  return isRebuilding && tab?.site?.state === 'loading';
}

/** The reader need not see how a map that was there is read again, file by file: unless that takes long. @param {State} state @param {{session: number}} event @returns {Step} */
export function endRebuilding(state, { session }) {
  if (session !== state.session || !state.isOpen || !isStillRebuilding(state)) return step(state);
  return step({ ...state, isRebuilding: false }, ...updating(state, {}, false));
}

/** @param {State} state @param {Extract<Event, {type: 'view-received'}>} event @returns {Step} */
export function receiveView(state, { session, view, isReveal = false, place }) {
  if (session !== state.session || !state.isOpen) return step(state);
  const isRebuilding = isStillRebuilding(state);
  const isUnlisted = !isPageKey(state.mapKey) && isOutside(view, state.tab);
  const next = { ...state, isRebuilding, isUnlisted, isSeeking: state.isSeeking || isReveal, scrollTo: place ?? state.scrollTo };
  if (isRebuilding) return step(next);
  // Who has gone on to a page that the filter leaves out is no longer looking for what was typed.
  if (state.filter && state.isFilterOld && view.in_map && view.current === null) return revealCurrent({ ...next, view }, []);
  // Rows that come above it, of branches that are remembered or of files that arrive, must not carry it out of view.
  const isMoved = state.isFollowed && view.current !== state.view?.current;
  const home = state.isNew ? homeBranch(view, state.tab) : null;
  const opening = home === null || home.isOpen ? [] : [/** @type {Effect} */ ({ type: 'toggle-branch', key: home.key, open: true })];
  const openKeys = home === null ? state.openKeys : [...state.openKeys, home.key];
  return step({ ...next, view, isNew: false, isShown: true, isElsewhere: false, openKeys },
    { type: 'draw-view', view, filter: state.filter }, showing({ ...next, view, isSeeking: next.isSeeking || isMoved }), ...opening, ...(wantsHeadings(next) === wantsHeadings(state) ? [] : following(next)));
}

/**
 * The branch of the first row, where that is home or alone: most of the site is below it, so it opens by itself. It counts as
 * opened by the reader also where the way to the page has opened it: else the map would be one row on the next visit.
 * @param {View} view @param {TabView | null} tab @returns {{key: string, isOpen: boolean} | null}
 */
function homeBranch({ rows: page, trail }, tab) {
  const home = tab?.site?.roles['home']?.[0]?.location;
  const first = page?.from === 0 ? page.rows[0] : undefined;
  // The rows about a page further down come without the first one; its way begins there, and is open.
  if (page && page.from > 0) return trail[0] && trail.length > 1 ? { key: trail[0].key, isOpen: true } : null;
  const isHome = first?.location !== null && first?.location === home;
  const isAlone = page?.total === 1 || first?.set_size === 1;
  return first && (isHome || isAlone) && first.children && !first.loop ? { key: first.key, isOpen: first.open } : null;
}

/** Whether a page is none of a map's, as far as that is known by now. @param {View} view @param {TabView | null} tab */
function isOutside(view, tab) {
  return !view.in_map && !view.pending && tab?.site?.state !== 'loading' && !isPageFailure(tab?.problem);
}

/** The tree shows a view, and has rows for the focus: unless the reader writes by now. @param {State} state @param {Extract<Event, {type: 'tree-shown'}>} event @returns {Step} */
export function settle(state, { session, view, isTyping }) {
  if (session !== state.session || !state.isOpen) return step(state);
  // A page that is not in the map may be in a file that is still to come.
  const isToCome = view.pending === true || (!view.in_map && state.tab?.site?.state === 'loading');
  const isFollowed = state.isFollowed || (state.isSeeking && view.current !== null);
  const next = { ...state, isSeeking: state.isSeeking && isToCome, isFollowed, scrollTo: null };
  if (!state.isFocusPending || isTyping) return step({ ...next, isFocusPending: false });
  // Where the current row was sought just now and is not there, seeking it again would go on for ever.
  return state.isSeeking ? step(next, { type: 'focus-window' }, { type: 'focus-tree' }) : requestFocus(next);
}

/** A view or site that the host does not know is opened again, once the host has had time to start. @param {State} state @param {Extract<Event, {type: 'request-failed'}>} event @returns {Step} */
export function handleFailure(state, { session, code, hasView }) {
  const isGone = code === 'unknown-view' || code === 'unknown-site' || !hasView;
  if (session !== state.session || !state.isOpen || !isGone) return step(state);
  return step({ ...state, mapKey: '' }, timer('reopen', REOPEN_AFTER_MS, { type: 'reopen-due' }));
}
