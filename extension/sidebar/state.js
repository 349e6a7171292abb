// @ts-check
/**
 * What the sidebar knows, and how each event changes it: `reduce(state, event)` gives the next state and the effects that
 * are to be run for it. Pure: it draws nothing, sends nothing, reads no clock; states, events and effects are plain values.
 *
 * A *session* is one opening of a map. Responses carry its number, so that those for a map that is gone change nothing.
 */

import { withoutFragment } from '../shared/locations.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/types.js').Heading} Heading */
/** @typedef {import('../shared/settings.js').SiteMemory} SiteMemory */

/** A page declares its sitemap a moment after it is there: so long the map of the page before stays. */
export const PATIENCE_MS = 300;
export const FILTER_AFTER_MS = 120;
/** So long the rows of a lost host's map stand, while another host reads the map. */
export const REBUILDING_MS = 5000;
/** Before a map that could not be opened is requested again: a host that was lost needs about as long to start. */
export const REOPEN_AFTER_MS = 1000;
/** A page that has not come by then is not shown as coming any longer: it may have been no page, or the reader has stopped it. */
export const VISIT_MS = 15_000;
/** As many as a view hides (Hidden in `protocol/requests.py`). */
export const MOST_HIDDEN = 200;
/** More open branches than anyone opened by hand. */
export const MOST_OPEN_KEYS = 500;

/**
 * @typedef {object} State
 * @property {TabView | null} tab  the one on view
 * @property {TabView | null} pendingTab  a page that has not declared a sitemap yet
 * @property {number} session
 * @property {boolean} isOpen  whether the session's map has been requested
 * @property {string} mapKey  which map of which host is open, '' for none or one to be opened again
 * @property {string} source  the sitemap in its tab, whichever host reads it
 * @property {string} filterSource  the source that the filter belongs to, though it may be away for a while
 * @property {string} searched  the sitemap that the words in the search field were meant for, in whichever tab
 * @property {string} typed  what stands in the field of the filter
 * @property {string} filter  what the host filters by
 * @property {boolean} isNew  whether nothing is remembered of the map, and no view of it has come
 * @property {boolean} isFilterOld  whether another page is on view than the one beside which it was typed
 * @property {readonly string[]} openKeys  of the branches opened by hand, the latest last: they outlive the host
 * @property {readonly Toggle[]} toggles  made on rows of the lost host's map, for the next one's, in their order
 * @property {readonly string[]} hidden  of the branches that the reader has hidden
 * @property {View | null} view
 * @property {boolean} isRebuilding  whether the map replaces the same map of a host that was lost
 * @property {number | null} scrollTo  the row to scroll to as soon as rows are drawn
 * @property {boolean} isSeeking  whether the current page is to be scrolled to as soon as the host has found it
 * @property {boolean} isFollowed  whether the current row was scrolled to, and the reader has moved nothing since
 * @property {boolean} isElsewhere  whether the map that is read again is wanted for another page than before
 * @property {boolean} offersOutline  whether the headings of the page can be had below its row
 * @property {boolean} isOutlined  whether the reader wants them
 * @property {readonly Heading[] | null} headings  null as long as the page has not said them
 * @property {boolean} isVisiting  whether a row's page is on its way
 * @property {boolean} isFocusPending  whether the tree is to get the focus as soon as it has rows and the browser allows it
 */

/**
 * @typedef {{type: 'tab-received', tab: TabView}
 *   | {type: 'patience-over'}
 *   | {type: 'memory-read', session: number, memory: SiteMemory, place: number}
 *   | {type: 'view-received', session: number, view: View, isReveal?: boolean, place?: number}
 *   | {type: 'request-failed', session: number, code: string, hasView: boolean}
 *   | {type: 'reopen-due'}
 *   | {type: 'rebuilding-over', session: number}
 *   | {type: 'tree-shown', session: number, view: View, isTyping: boolean}
 *   | {type: 'tree-scrolled'}
 *   | {type: 'branch-toggled', key: string, open: boolean}
 *   | {type: 'branches-opened', keys: string[]}
 *   | {type: 'branches-closed'}
 *   | {type: 'expand-requested', key: string | null}
 *   | {type: 'branches-expanded', session: number, keys: string[], view: View, isAll: boolean, isWhole: boolean}
 *   | {type: 'hide-requested', hidden: readonly string[]}
 *   | {type: 'branches-hidden', session: number, hidden: string[], view: View}
 *   | {type: 'filter-typed', text: string}
 *   | {type: 'filter-due'}
 *   | {type: 'filter-cleared'}
 *   | {type: 'current-requested'}
 *   | {type: 'focus-requested'}
 *   | {type: 'focus-orphaned'}
 *   | {type: 'tree-focused', isFocused: boolean}
 *   | {type: 'pointer-pressed'}
 *   | {type: 'settings-read', offersOutline: boolean}
 *   | {type: 'outline-toggled'}
 *   | {type: 'outline-received', tabId: number, headings: Heading[], active: number}
 *   | {type: 'visit-started', key: string}
 *   | {type: 'visit-ended'}
 *   | {type: 'window-focused'}
 *   | {type: 'sites-forgotten', sitemaps: string[]}} Event
 */

/** @typedef {{filter?: string, page_url?: string, open?: string[], reveal?: true}} ViewChanges */
/** @typedef {'patience' | 'filter' | 'rebuilding' | 'reopen' | 'visit'} Timer */
/**
 * @typedef {{type: 'draw-frame', tab: TabView}
 *   | {type: 'draw-view', view: View | null, filter: string}
 *   | {type: 'draw-languages', languages: string[], chosen: string, expected: string}
 *   | {type: 'refresh-problems'}
 *   | {type: 'set-filter', text: string}
 *   | {type: 'clear-search'}
 *   | {type: 'prefetch-memory', sitemap: string, isPrivate: boolean}
 *   | {type: 'read-memory', session: number, sitemap: string, isPrivate: boolean}
 *   | {type: 'expand-branch', key: string | null}
 *   | {type: 'hide-branches', hidden: readonly string[]}
 *   | {type: 'remember-hidden', sitemap: string, isPrivate: boolean, hidden: readonly string[]}
 *   | {type: 'say-cut', opened: number}
 *   | {type: 'remember', sitemap: string, isPrivate: boolean, open: readonly string[]}
 *   | {type: 'forget-memory', sitemaps: string[]}
 *   | {type: 'open-map', session: number, site: string, pageUrl: string, filter: string, open: readonly string[], hidden: readonly string[], place: number, isReveal: boolean}
 *   | {type: 'update-map', changes: ViewChanges, isReveal: boolean}
 *   | {type: 'toggle-branch', key: string, open: boolean}
 *   | {type: 'close-map'}
 *   | {type: 'freeze-tree'}
 *   | {type: 'clear-tree'}
 *   | {type: 'show-tree', session: number, view: View, place: number | null, reveal: number | null, outline: Outline | null}
 *   | {type: 'offer-outline', isOpen: boolean | null}
 *   | {type: 'follow-outline', isWanted: boolean}
 *   | {type: 'mark-heading', index: number}
 *   | {type: 'activate-row', index: number}
 *   | {type: 'mark-coming', key: string}
 *   | {type: 'focus-window'}
 *   | {type: 'focus-tree'}
 *   | {type: 'start-timer', timer: Timer, ms: number, event: Event}
 *   | {type: 'stop-timer', timer: Timer}} Effect
 */
/** A branch that the reader opens or closes. @typedef {{key: string, open: boolean}} Toggle */
/** The headings to be shown below a row. @typedef {{after: number, url: string, headings: readonly Heading[]}} Outline */
/** @typedef {{state: State, effects: Effect[]}} Step */

/** @type {State} */
export const INITIAL = Object.freeze({
  tab: null, pendingTab: null, session: 0, isOpen: false, mapKey: '', source: '', filterSource: '', searched: '', typed: '', filter: '',
  isNew: false, isFilterOld: false, openKeys: [], toggles: [], hidden: [], view: null, isRebuilding: false, scrollTo: null, isSeeking: false, isFollowed: false,
  isElsewhere: false, offersOutline: false, isOutlined: false, headings: null, isVisiting: false, isFocusPending: false,
});

/**
 * The state after an event, and what is to be done for it, in that order.
 * @param {State} state
 * @param {Event} event
 * @returns {Step}
 */
export function reduce(state, event) {
  const handle = /** @type {(state: State, event: any) => Step} */ (HANDLERS[event.type]);
  return handle(state, event);
}

/** @type {{[T in Event['type']]: (state: State, event: Extract<Event, {type: T}>) => Step}} */
const HANDLERS = {
  'tab-received': receiveTab,
  'patience-over': (state) => (state.pendingTab ? showTab(state, state.pendingTab, []) : step(state)),
  'memory-read': requestMap,
  'view-received': receiveView,
  'request-failed': handleFailure,
  'reopen-due': (state) => (state.tab && state.mapKey === '' ? openMap(state, state.tab, []) : step(state)),
  'rebuilding-over': endRebuilding,
  'tree-shown': settle,
  'tree-scrolled': (state) => step({ ...state, isSeeking: false, isFollowed: false }, ...remembering(state)),
  'branch-toggled': toggleBranch,
  'branches-opened': (state, { keys }) => openBranches(state, keys),
  'branches-closed': closeBranches,
  'expand-requested': requestExpansion,
  'branches-expanded': receiveExpansion,
  'hide-requested': requestHiding,
  'branches-hidden': receiveHidden,
  'filter-typed': (state, { text }) => step({ ...state, typed: text, isFilterOld: false }, timer('filter', FILTER_AFTER_MS, { type: 'filter-due' })),
  'filter-due': (state) => applyFilter(state, []),
  'filter-cleared': (state) => applyFilter({ ...state, typed: '' }, [{ type: 'stop-timer', timer: 'filter' }, { type: 'set-filter', text: '' }]),
  'current-requested': (state) => focusCurrent(state, []),
  'focus-requested': requestFocus,
  'focus-orphaned': (state) => step({ ...state, isFocusPending: true }),
  'tree-focused': (state, { isFocused }) => step({ ...state, isFocusPending: !isFocused }),
  'settings-read': offerOutline,
  'outline-toggled': (state) => setOutlined(state, !state.isOutlined),
  'outline-received': receiveOutline,
  'visit-started': (state, { key }) => step({ ...state, isVisiting: true }, { type: 'mark-coming', key }, timer('visit', VISIT_MS, { type: 'visit-ended' })),
  'visit-ended': (state) => step({ ...state, isVisiting: false }, ...endOfVisit(state)),
  'pointer-pressed': (state) => step({ ...state, isFocusPending: false }),
  'window-focused': (state) => (state.isFocusPending ? requestFocus(state) : step(state)),
  'sites-forgotten': forgetSites,
};

/** @param {State} state @param {...Effect} effects @returns {Step} */
function step(state, ...effects) {
  return { state, effects };
}

/** @param {Timer} name @param {number} ms @param {Event} event @returns {Effect} */
function timer(name, ms, event) {
  return { type: 'start-timer', timer: name, ms, event };
}

/** Which map of which host a tab shows, '' for none. @param {TabView} tab */
export function mapKeyOf(tab) {
  return tab.state === 'ready' && tab.site ? `${tab.generation} ${tab.site.site}` : '';
}

/** Whether the tree may be another: progress alone changes nothing in it. @param {TabView} a @param {TabView} b */
export function isOtherSite(a, b) {
  return JSON.stringify({ ...a.site, progress: null }) !== JSON.stringify({ ...b.site, progress: null });
}

/** @param {State} state @param {{tab: TabView}} event @returns {Step} */
function receiveTab(state, { tab }) {
  /** @type {Effect[]} */
  const effects = [{ type: 'stop-timer', timer: 'patience' }];
  if (tab.state === 'loading' && tab.sitemap) effects.push({ type: 'prefetch-memory', sitemap: tab.sitemap, isPrivate: tab.isPrivate });
  const isBetweenPages = state.tab?.state === 'ready' && tab.tabId === state.tab.tabId && ['none', 'loading'].includes(tab.state);
  if (!isBetweenPages) return showTab(state, tab, effects);
  return step({ ...state, pendingTab: tab }, ...effects, timer('patience', PATIENCE_MS, { type: 'patience-over' }));
}

/** @param {State} state @param {TabView} tab @param {Effect[]} effects @returns {Step} */
function showTab(state, tab, effects) {
  const { tab: before } = state;
  const isElsewhere = tab.url !== before?.url || tab.tabId !== before.tabId;
  const next = { ...state, tab, pendingTab: null, isVisiting: state.isVisiting && !isElsewhere, view: tab.state === 'ready' ? state.view : null };
  effects.push({ type: 'draw-frame', tab });
  if (isElsewhere) effects.push(...endOfVisit(state));
  // Another document says its own headings, once it is asked; within one they stay.
  const isOtherPage = tab.tabId !== before?.tabId || withoutFragment(tab.url) !== withoutFragment(before.url);
  if (isOtherPage) next.headings = null;
  if (isOtherPage && state.isOutlined) effects.push({ type: 'follow-outline', isWanted: true });
  if (tab.state !== 'ready') effects.push({ type: 'draw-view', view: null, filter: state.filter });
  if (mapKeyOf(tab) !== state.mapKey) return openMap(next, tab, effects, before?.url);
  if (state.mapKey === '' || !before) return step(next, ...effects);
  const isFilterOld = state.isFilterOld || tab.url !== before.url;
  return step({ ...next, isFilterOld }, ...effects, ...changesBetween(next, before, tab));
}

/** Shows the view on hand, with the headings of the page where they are wanted. @param {State} state @returns {Extract<Effect, {type: 'show-tree'}>} */
function showing({ session, view, scrollTo, tab, isOutlined, headings, filter }) {
  const { current } = /** @type {View} */ (view);
  const outline = isOutlined && headings && current !== null && !filter ? { after: current, url: tab?.url ?? '', headings } : null;
  return { type: 'show-tree', session, view: /** @type {View} */ (view), place: scrollTo, reveal: null, outline };
}

/** @param {State} state @param {{offersOutline: boolean}} event @returns {Step} */
function offerOutline(state, { offersOutline }) {
  if (offersOutline === state.offersOutline) return step(state);
  const next = { ...state, offersOutline };
  return offersOutline ? step(next, { type: 'offer-outline', isOpen: false }) : setOutlined(next, false);
}

/** @param {State} state @param {boolean} isOutlined @returns {Step} */
function setOutlined(state, isOutlined) {
  const next = { ...state, isOutlined: isOutlined && state.offersOutline, headings: null };
  /** @type {Effect[]} */
  const effects = [{ type: 'offer-outline', isOpen: state.offersOutline ? next.isOutlined : null }];
  if (next.isOutlined !== state.isOutlined) effects.push({ type: 'follow-outline', isWanted: next.isOutlined });
  return step(next, ...effects, ...(next.view && state.headings ? [showing(next)] : []));
}

/** @param {State} state @param {Extract<Event, {type: 'outline-received'}>} event @returns {Step} */
function receiveOutline(state, { tabId, headings, active }) {
  if (!state.isOutlined || tabId !== state.tab?.tabId) return step(state);
  /** @type {Effect} */
  const mark = { type: 'mark-heading', index: active };
  if (JSON.stringify(headings) === JSON.stringify(state.headings)) return step(state, mark);
  const next = { ...state, headings };
  return step(next, ...(next.view ? [showing(next)] : []), mark);
}

/** The page is there, or will not come. @param {State} state @returns {Effect[]} */
function endOfVisit({ isVisiting }) {
  return isVisiting ? [{ type: 'stop-timer', timer: 'visit' }, { type: 'mark-coming', key: '' }] : [];
}

/** What has to be drawn or requested anew, where a tab has the same map as before. @param {State} state @param {TabView} before @param {TabView} tab @returns {Effect[]} */
function changesBetween(state, before, tab) {
  /** @type {Effect[]} */
  const effects = [];
  const isOtherLanguage = before.language !== tab.language || before.pageLanguage !== tab.pageLanguage;
  if (isOtherLanguage || `${before.site?.languages}` !== `${tab.site?.languages}`) effects.push(languagesOf(tab));
  if (tab.url !== before.url) effects.push(...updating(state, { page_url: tab.url }, true));
  else if (isOtherLanguage || isOtherSite(before, tab)) effects.push(...updating(state, {}, false));
  if (isOtherSite(before, tab)) effects.push({ type: 'refresh-problems' });
  return effects;
}

/** The host knows the languages once it has been through the map. @param {TabView} tab @returns {Effect} */
function languagesOf(tab) {
  return { type: 'draw-languages', languages: tab.site?.languages ?? [], chosen: tab.language, expected: tab.language || tab.pageLanguage };
}

/** @param {State} state @param {ViewChanges} changes @param {boolean} isReveal @returns {Effect[]} */
function updating(state, changes, isReveal) {
  return state.isOpen ? [{ type: 'update-map', changes, isReveal }] : [];
}

/** Puts the map of a tab in place of the one before; what is remembered of it comes first. @param {State} state @param {TabView} tab @param {Effect[]} effects @param {string} [urlBefore]  of the page before @returns {Step} */
function openMap(state, tab, effects, urlBefore = tab.url) {
  const mapKey = mapKeyOf(tab);
  const source = mapKey && `${tab.tabId} ${tab.sitemap}`;
  const isRebuilding = source !== '' && source === state.source;
  const session = state.session + 1;
  const isElsewhere = tab.url !== urlBefore;
  const toggles = isRebuilding ? state.toggles : [];
  const closed = { ...state, session, isOpen: false, mapKey, source, isRebuilding, isElsewhere, isFollowed: false, view: null, scrollTo: null, filter: '', openKeys: [], hidden: [], toggles };
  effects.push({ type: 'close-map' }, { type: 'freeze-tree' });
  if (!tab.site || mapKey === '') return step(closed, ...effects, { type: 'clear-tree' });
  const isOther = source !== state.filterSource;
  if (isOther) effects.push({ type: 'set-filter', text: '' });
  if (tab.site.sitemap !== state.searched) effects.push({ type: 'clear-search' });
  effects.push({ type: 'read-memory', session, sitemap: tab.site.sitemap, isPrivate: tab.isPrivate });
  return step({ ...closed, filterSource: source, searched: tab.site.sitemap, typed: isOther ? '' : state.typed }, ...effects);
}

/** @param {State} state @param {Extract<Event, {type: 'memory-read'}>} event @returns {Step} */
function requestMap(state, { session, memory, place: placeBefore }) {
  const { tab, isRebuilding, isElsewhere } = state;
  if (session !== state.session || state.isOpen || !tab?.site) return step(state);
  const openKeys = state.toggles.reduce(toggled, memory.open ?? []).slice(-MOST_OPEN_KEYS);
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
function endRebuilding(state, { session }) {
  if (session !== state.session || !state.isOpen || !isStillRebuilding(state)) return step(state);
  return step({ ...state, isRebuilding: false }, ...updating(state, {}, false));
}

/** @param {State} state @param {Extract<Event, {type: 'view-received'}>} event @returns {Step} */
function receiveView(state, { session, view, isReveal = false, place }) {
  if (session !== state.session || !state.isOpen) return step(state);
  const isRebuilding = isStillRebuilding(state);
  const next = { ...state, isRebuilding, isSeeking: state.isSeeking || isReveal, scrollTo: place ?? state.scrollTo };
  if (isRebuilding) return step(next);
  // Who has gone on to a page that the filter leaves out is no longer looking for what was typed.
  if (state.filter && state.isFilterOld && view.in_map && view.current === null) return revealCurrent({ ...next, view }, []);
  // Rows that come above it, of branches that are remembered or of files that arrive, must not carry it out of view.
  const isMoved = state.isFollowed && view.current !== state.view?.current;
  const reveal = next.isSeeking || isMoved ? view.current : null;
  const home = state.isNew ? closedHome(view, state.tab) : null;
  const opening = home === null ? [] : [/** @type {Effect} */ ({ type: 'toggle-branch', key: home, open: true })];
  const openKeys = home === null ? state.openKeys : [...state.openKeys, home];
  return step({ ...next, view, isNew: false, openKeys },
    { type: 'draw-view', view, filter: state.filter }, { ...showing({ ...next, view }), reveal }, ...opening);
}

/** The key of the first row, where it is home or alone, and closed: what is below it is most of the site. Null where it is not. @param {View} view @param {TabView | null} tab */
function closedHome({ rows: page }, tab) {
  const first = page?.from === 0 ? page.rows[0] : undefined;
  const isHome = first?.location !== null && first?.location === tab?.site?.roles['home']?.[0]?.location;
  return first && (isHome || page?.total === 1) && first.children && !first.open && !first.loop ? first.key : null;
}

/** The tree shows a view, and has rows for the focus: unless the reader writes by now. @param {State} state @param {Extract<Event, {type: 'tree-shown'}>} event @returns {Step} */
function settle(state, { session, view, isTyping }) {
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
function handleFailure(state, { session, code, hasView }) {
  const isGone = code === 'unknown-view' || code === 'unknown-site' || !hasView;
  if (session !== state.session || !state.isOpen || !isGone) return step(state);
  return step({ ...state, mapKey: '' }, timer('reopen', REOPEN_AFTER_MS, { type: 'reopen-due' }));
}

/** Recorded at once: where the host is lost meanwhile, the map is opened anew in that state. @param {State} state @param {Toggle} event @returns {Step} */
function toggleBranch(state, { key, open }) {
  if (!state.isOpen) return awaitMap(state, [{ key, open }]);
  const next = { ...state, isSeeking: false, isFollowed: false, openKeys: toggled(state.openKeys, { key, open }) };
  return step(next, { type: 'toggle-branch', key, open }, ...remembering(next));
}

/** The keys of open branches, the latest last, after one was opened or closed. @param {readonly string[]} openKeys @param {Toggle} toggle */
function toggled(openKeys, { key, open }) {
  // What was open below a branch that is closed stays closed when it is opened again, in the host as here.
  const others = openKeys.filter((other) => other !== key && (open || !other.startsWith(`${key}.`)));
  return open ? [...others, key] : others;
}

/** The rows of a map stand while it is opened anew in another host: what is done to them then is done to the next. Those of another map are nobody's. @param {State} state @param {Toggle[]} toggles @returns {Step} */
function awaitMap(state, toggles) {
  return step(state.isRebuilding ? { ...state, toggles: [...state.toggles, ...toggles].slice(-MOST_OPEN_KEYS) } : state);
}

/** The tree has these opened itself: it needs to know by how many rows each one grew. @param {State} state @param {string[]} keys @returns {Step} */
function openBranches(state, keys) {
  if (!state.isOpen) return awaitMap(state, keys.map((key) => ({ key, open: true })));
  const opened = new Set(keys);
  const next = { ...state, isFollowed: false, openKeys: [...state.openKeys.filter((key) => !opened.has(key)), ...keys] };
  return step(next, ...remembering(next));
}

/** Closes all branches but those that the current page stands in, which the host keeps open. @param {State} state @returns {Step} */
function closeBranches(state) {
  if (!state.isOpen) return step(state);
  const next = { ...state, openKeys: [] };
  return step(next, ...updating(next, { open: [] }, true), ...remembering(next));
}

/** Opens a branch with all below it, or the whole map; a filter has opened what it leaves. @param {State} state @param {{key: string | null}} event @returns {Step} */
function requestExpansion(state, { key }) {
  if (!state.isOpen || state.filter) return step(state);
  return step({ ...state, isSeeking: false, isFollowed: false }, { type: 'expand-branch', key });
}

/** @param {State} state @param {Extract<Event, {type: 'branches-expanded'}>} event @returns {Step} */
function receiveExpansion(state, { session, keys, view, isAll, isWhole }) {
  if (session !== state.session || !state.isOpen) return step(state);
  const opened = new Set(keys);
  const openKeys = [...state.openKeys.filter((key) => !opened.has(key)), ...keys].slice(-MOST_OPEN_KEYS);
  const next = { ...state, openKeys };
  // Rows above the current one may have come: where all were opened, it is to stay in view.
  const shown = receiveView(next, { type: 'view-received', session, view, isReveal: isWhole });
  return step(shown.state, ...shown.effects, ...remembering(next), ...(isAll ? [] : [/** @type {Effect} */ ({ type: 'say-cut', opened: keys.length })]));
}

/** @param {State} state @param {{hidden: readonly string[]}} event @returns {Step} */
function requestHiding(state, { hidden }) {
  return state.isOpen ? step(state, { type: 'hide-branches', hidden: hidden.slice(-MOST_HIDDEN) }) : step(state);
}

/** The keys are the host's: of a row beside one that is hidden it may be another than that of the row. @param {State} state @param {Extract<Event, {type: 'branches-hidden'}>} event @returns {Step} */
function receiveHidden(state, { session, hidden, view }) {
  const { tab } = state;
  if (session !== state.session || !state.isOpen || !tab?.sitemap) return step(state);
  const shown = receiveView({ ...state, hidden }, { type: 'view-received', session, view });
  return step(shown.state, ...shown.effects, { type: 'remember-hidden', sitemap: tab.sitemap, isPrivate: tab.isPrivate, hidden });
}

/** What a filter opens is not the reader's doing, and not remembered. @param {State} state @returns {Effect[]} */
function remembering({ tab, isOpen, filter, openKeys }) {
  return tab?.sitemap && isOpen && !filter ? [{ type: 'remember', sitemap: tab.sitemap, isPrivate: tab.isPrivate, open: openKeys }] : [];
}

/** @param {State} state @param {Effect[]} effects @returns {Step} */
function applyFilter(state, effects) {
  if (!state.isOpen) return step(state, ...effects);
  const filter = state.typed.trim();
  return step({ ...state, filter }, ...effects, ...updating(state, { filter }, true));
}

/** Leads to the row of the current page; its branch may have been folded, or a filter hide it. @param {State} state @param {Effect[]} effects @returns {Step} */
function focusCurrent(state, effects) {
  const { view } = state;
  if ((view?.in_map || view?.near) && view.current === null && state.isOpen) return revealCurrent({ ...state, isFocusPending: true }, effects);
  if (view && view.current !== null) effects.push({ type: 'activate-row', index: view.current });
  return step(state, ...effects, { type: 'focus-tree' });
}

/** Opens the branch of the current page, without a filter. @param {State} state @param {Effect[]} effects @returns {Step} */
function revealCurrent(state, effects) {
  effects.push({ type: 'set-filter', text: '' }, ...updating(state, { filter: '', reveal: true }, true));
  return step({ ...state, typed: '', filter: '' }, ...effects);
}

/**
 * Puts the keyboard into the tree; a filter stays. Firefox leaves the keyboard in the page whatever an extension says: then
 * it goes to the tree when the reader moves on to the sidebar.
 * @param {State} state
 * @returns {Step}
 */
function requestFocus(state) {
  /** @type {Effect[]} */
  const effects = [{ type: 'focus-window' }];
  return state.filter ? step(state, ...effects, { type: 'focus-tree' }) : focusCurrent(state, effects);
}

/** The reader has had what is remembered forgotten. @param {State} state @param {{sitemaps: string[]}} event @returns {Step} */
function forgetSites(state, { sitemaps }) {
  /** @type {Effect} */
  const forgetting = { type: 'forget-memory', sitemaps };
  const { tab } = state;
  if (!state.isOpen || !tab?.sitemap || tab.isPrivate || !sitemaps.includes(tab.sitemap)) return step(state, forgetting);
  const showing = /** @type {Effect[]} */ (state.hidden.length ? [{ type: 'hide-branches', hidden: [] }] : []);
  return step({ ...state, openKeys: [] }, forgetting, ...updating(state, { open: [] }, false), ...showing);
}
