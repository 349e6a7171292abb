// @ts-check
/** Handles tabs: another page of the same map, another map, or none. Pure. */
import { withoutFragment } from '../shared/locations.js';
import { MOST_TABS, endOfVisit, isReadable, languagesOf, step, timer, updating, websiteOf } from './state.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */
/** @typedef {import('./state.js').TabMemory} TabMemory */

/** A page declares its sitemap shortly after it arrives: the previous page's map stays this long. */
const PATIENCE_MS = 300;

/**
 * @param {State} state
 * @param {{tab: TabView, place?: number}} event  with the place in the map of the previous tab
 * @returns {Step}
 */
export function receiveTab(state, { tab, place = 0 }) {
  /** @type {Effect[]} */
  const effects = [{ type: 'stop-timer', timer: 'patience' }];
  if (tab.state === 'loading' && tab.sitemap)
    effects.push({ type: 'prefetch-memory', sitemap: tab.sitemap, jar: tab.jar });
  const isBetweenPages =
    state.tab?.state === 'ready' && tab.tabId === state.tab.tabId && ['none', 'loading'].includes(tab.state);
  if (isBetweenPages)
    return step({ ...state, pendingTab: tab }, ...effects, timer('patience', PATIENCE_MS, { type: 'patience-over' }));
  if (!state.tab || tab.tabId === state.tab.tabId) return showTab(state, tab, effects);
  const tabs = withTab(state, place);
  return showTab({ ...state, tabs }, tab, [...effects, { type: 'keep-tabs', tabs }]);
}

/** @param {State} state @param {{tabs: readonly TabMemory[]}} event @returns {Step} */
export function recallTabs(state, { tabs }) {
  return step({ ...state, tabs });
}

/**
 * Return what tabs showed, with the current one as the latest.
 * @param {State} state
 * @param {number} place
 * @returns {readonly TabMemory[]}
 */
function withTab({ tabs, tab, website, source, typed, openKeys }, place) {
  const { tabId = null, url = '' } = tab ?? {};
  const others = tabs.filter((other) => other.tabId !== tabId);
  if (tabId === null) return others;
  return [...others, { tabId, url, website, source, typed, open: openKeys, place }].slice(-MOST_TABS);
}

/** @param {State} state @param {TabView} tab @param {Effect[]} effects @returns {Step} */
export function showTab(state, tab, effects) {
  const { tab: before } = state;
  const isElsewhere = tab.url !== before?.url || tab.tabId !== before.tabId;
  const next = {
    ...state,
    tab,
    pendingTab: null,
    isVisiting: state.isVisiting && !isElsewhere,
    isElsewhere: state.isElsewhere || isElsewhere,
    view: tab.state === 'ready' ? state.view : null,
  };
  const mapKey = mapKeyOf(tab);
  effects.push({ type: 'draw-frame', tab, isPage: tab.state !== 'ready' && isReadable(tab) });
  if (isElsewhere) effects.push(...endOfVisit(state));
  if (tab.state !== 'ready') effects.push({ type: 'draw-view', view: null, filter: state.filter });
  if (mapKey !== state.mapKey) return openMap(next, tab, effects, before?.url);
  // Even for a map that could not be read: its faults are found after it has failed.
  const isOther = before !== null && isOtherSite(before, tab);
  if (isOther) effects.push({ type: 'refresh-problems' });
  if (mapKey === '') return step(...withFilter(next, tab, '', effects));
  next.website = websiteOf(tab);
  if (!before) return step(next, ...effects);
  const isFilterOld = state.isFilterOld || !isWithinPage(before, tab);
  return step({ ...next, isFilterOld }, ...effects, ...changesBetween(next, before, tab, isOther));
}

/**
 * Return the state with the filter that belongs to a map, or to the page if the source is ''. Within a tab, a filter
 * stays from a page to its map, and on the pages of a site without one; another tab has its own.
 * @param {State} state
 * @param {TabView} tab
 * @param {string} source
 * @param {Effect[]} effects
 * @returns {[State, ...Effect[]]}
 */
function withFilter(state, tab, source, effects) {
  const website = websiteOf(tab);
  const isSameSite = website === state.website;
  const isKept =
    source === '' ? isSameSite : source === state.filterSource || (isSameSite && state.filterSource === '');
  if (isKept) return [{ ...state, filterSource: source || state.filterSource }, ...effects];
  const typed = memoryOf(state, tab)?.typed ?? '';
  return [
    { ...state, website, filterSource: source, typed },
    ...effects,
    { type: 'set-filter', text: typed },
    { type: 'filter-page', filter: typed.trim() },
  ];
}

/** Return what a tab showed on the same site, when the reader left it. @param {State} state @param {TabView} tab */
function memoryOf({ tabs }, tab) {
  const website = websiteOf(tab);
  return tabs.find((memory) => memory.tabId === tab.tabId && memory.website === website) ?? null;
}

/**
 * Return the effects for a tab with the same map as before.
 * @param {State} state
 * @param {TabView} before
 * @param {TabView} tab
 * @param {boolean} isOther  whether its site has changed
 * @returns {Effect[]}
 */
function changesBetween(state, before, tab, isOther) {
  /** @type {Effect[]} */
  const effects = [];
  const isOtherLanguage = before.language !== tab.language || before.pageLanguage !== tab.pageLanguage;
  if (isOtherLanguage || `${before.site?.languages}` !== `${tab.site?.languages}`) effects.push(languagesOf(tab));
  if (tab.url !== before.url) effects.push(...updating(state, { page_url: tab.url }, !isWithinPage(before, tab)));
  else if (isOtherLanguage || isOther) effects.push(...updating(state, {}, false));
  return effects;
}

/**
 * Return whether two states of a tab differ at most in the fragment. Many pages change it while they are scrolled, so
 * the reader's place in the tree and the filter stay.
 * @param {TabView} before
 * @param {TabView} tab
 */
function isWithinPage(before, tab) {
  return tab.tabId === before.tabId && withoutFragment(tab.url) === withoutFragment(before.url);
}

/** Return a key of the map, host and tab; '' for no map. Each tab has its own view of a map. @param {TabView} tab */
export function mapKeyOf(tab) {
  return tab.state === 'ready' && tab.site ? `${tab.tabId} ${tab.generation} ${tab.site.site}` : '';
}

/**
 * Return whether the tree may have changed; progress alone does not change it.
 * @param {TabView} a
 * @param {TabView} b
 */
export function isOtherSite(a, b) {
  return JSON.stringify({ ...a.site, progress: null }) !== JSON.stringify({ ...b.site, progress: null });
}

/**
 * Replace the open map by the map of a tab, or by none.
 * @param {State} state
 * @param {TabView} tab
 * @param {Effect[]} effects
 * @param {string} [urlBefore]  of the previous page
 * @returns {Step}
 */
export function openMap(state, tab, effects, urlBefore = tab.url) {
  const mapKey = mapKeyOf(tab);
  const source = mapKey && `${tab.tabId} ${tab.sitemap}`;
  // A host that was lost before it sent a view leaves nothing to keep.
  const isRebuilding = source !== '' && source === state.source && state.isShown;
  // Storage lacks the branches that were opened under a filter.
  const { openKeys, toggles } = isRebuilding ? state : { openKeys: [], toggles: [] };
  const [filtered, ...filtering] = withFilter(state, tab, source, effects);
  const closed = {
    ...filtered,
    session: state.session + 1,
    isShown: isRebuilding,
    isOpen: false,
    mapKey,
    source,
    website: websiteOf(tab),
    isRebuilding,
    isElsewhere: state.isElsewhere || tab.url !== urlBefore,
    isFollowed: false,
    recalled: null,
    view: null,
    scrollTo: null,
    filter: '',
    openKeys,
    hidden: [],
    toggles,
  };
  /** @type {Effect[]} */
  const closing = [...filtering, { type: 'close-map' }, { type: 'freeze-tree' }];
  if (!tab.site || mapKey === '') return step(closed, ...closing, { type: 'clear-tree' });
  return openSite(closed, tab, tab.site, closing);
}

/**
 * Open a map as the tab showed it before, else in its stored state, which is read first.
 * @param {State} state
 * @param {TabView} tab
 * @param {import('../shared/types.js').Site} site
 * @param {Effect[]} effects
 * @returns {Step}
 */
function openSite(state, tab, { sitemap }, effects) {
  const memory = memoryOf(state, tab);
  const recalled = !state.isRebuilding && memory?.source === state.source ? memory : null;
  const isElsewhere = recalled ? recalled.url !== tab.url : state.isElsewhere;
  const tabs = state.tabs.filter(({ tabId }) => tabId !== tab.tabId);
  effects.push({ type: 'read-memory', session: state.session, sitemap, jar: tab.jar });
  return step({ ...state, recalled, isElsewhere, tabs }, ...effects);
}
