// @ts-check
/** Handles tabs: another page of the same map, another map, or the page's own contents. Pure. */
import { isPageFailure } from '../shared/failed-pages.js';
import { withoutFragment } from '../shared/locations.js';
import { following, isList, wantsHeadings } from './outline-events.js';
import { endOfVisit, isPageKey, languagesOf, pageKeyOf, step, timer, updating, websiteOf } from './state.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** A page declares its sitemap shortly after it arrives: the previous page's map stays this long. */
const PATIENCE_MS = 300;
/** After this time, the page's own contents replace a map that is still loading. */
const SLOW_MS = 1_000;

/** @param {State} state @param {{tab: TabView}} event @returns {Step} */
export function receiveTab(state, { tab }) {
  /** @type {Effect[]} */
  const effects = [{ type: 'stop-timer', timer: 'patience' }];
  if (tab.state === 'loading' && tab.sitemap)
    effects.push({ type: 'prefetch-memory', sitemap: tab.sitemap, isPrivate: tab.isPrivate });
  const isBetweenPages =
    state.tab?.state === 'ready' && tab.tabId === state.tab.tabId && ['none', 'loading'].includes(tab.state);
  if (!isBetweenPages) return showTab(state, tab, effects);
  return step({ ...state, pendingTab: tab }, ...effects, timer('patience', PATIENCE_MS, { type: 'patience-over' }));
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
    view: tab.state === 'ready' || isPageKey(keyFor(state, tab)) ? state.view : null,
  };
  const mapKey = keyFor(state, tab);
  effects.push({ type: 'draw-frame', tab, isPage: isPageKey(mapKey) });
  if (isElsewhere) effects.push(...endOfVisit(state));
  // A new document reports its own headings on request; within a document they stay.
  const isOtherPage =
    tab.tabId !== before?.tabId ||
    withoutFragment(tab.url) !== withoutFragment(before.url) ||
    tab.documentId !== before.documentId;
  if (isOtherPage) next.headings = null;
  const isFollowing =
    isPageKey(mapKey) || isPageKey(state.mapKey)
      ? isPageKey(mapKey) !== isPageKey(state.mapKey) || isOtherPage
      : isOtherPage && (wantsHeadings(state) || isList({ ...next, mapKey }));
  if (isFollowing) effects.push(...following({ ...next, mapKey }));
  if (tab.state !== 'ready' && !(isPageKey(mapKey) && mapKey === state.mapKey))
    effects.push({ type: 'draw-view', view: null, filter: state.filter });
  if (tab.state === 'loading' && mapKey === '' && (isOtherPage || before?.state !== 'loading'))
    effects.push(timer('slow', SLOW_MS, { type: 'loading-slow', tab }));
  if (mapKey !== state.mapKey) return openMap(next, tab, effects, before?.url, mapKey);
  if (mapKey !== '') next.website = websiteOf(tab);
  // Even for a map that could not be read: its faults are found after it has failed.
  const isOther = before !== null && isOtherSite(before, tab);
  if (isOther) effects.push({ type: 'refresh-problems' });
  if (mapKey === '' || isPageKey(mapKey) || !before) return step(next, ...effects);
  const isFilterOld = state.isFilterOld || !isWithinPage(before, tab);
  return step({ ...next, isFilterOld }, ...effects, ...changesBetween(next, before, tab, isOther));
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

/**
 * Return a key of the map and host that a tab shows, or of its page's own contents; '' for neither.
 * @param {TabView} tab
 */
export function mapKeyOf(tab) {
  if (tab.state === 'ready') return tab.site ? `${tab.generation} ${tab.site.site}` : '';
  return tab.state === 'loading' || isPageFailure(tab.problem) ? '' : pageKeyOf(tab);
}

/**
 * Return the key, but keep the page's own contents while its map is loading.
 * @param {State} state
 * @param {TabView} tab
 */
function keyFor({ mapKey }, tab) {
  return tab.state === 'loading' && mapKey === pageKeyOf(tab) ? mapKey : mapKeyOf(tab);
}

/**
 * Show the page's own contents while its map is loading.
 * @param {State} state
 * @param {{tab: TabView}} event
 * @returns {Step}
 */
export function showMeanwhile(state, { tab }) {
  const mapKey = pageKeyOf(tab);
  const isWaiting = state.tab?.state === 'loading' && pageKeyOf(state.tab) === mapKey && state.mapKey === '';
  if (!isWaiting || mapKey === '') return step(state);
  return openMap(
    state,
    tab,
    [{ type: 'draw-frame', tab, isPage: true }, ...following({ ...state, mapKey })],
    tab.url,
    mapKey,
  );
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
 * Replace the open map by the map of a tab, or by its page's own contents.
 * @param {State} state
 * @param {TabView} tab
 * @param {Effect[]} effects
 * @param {string} [urlBefore]  of the previous page
 * @param {string} [mapKey]
 * @returns {Step}
 */
export function openMap(state, tab, effects, urlBefore = tab.url, mapKey = mapKeyOf(tab)) {
  const isPage = isPageKey(mapKey);
  const source = isPage ? mapKey : mapKey && `${tab.tabId} ${tab.sitemap}`;
  // A host that was lost before it sent a view leaves nothing to keep.
  const isRebuilding = source !== '' && source === state.source && state.isShown;
  const session = state.session + 1;
  const isElsewhere = state.isElsewhere || tab.url !== urlBefore;
  // Storage lacks the branches that were opened under a filter.
  const { openKeys, toggles } = isRebuilding ? state : { openKeys: [], toggles: [] };
  // While nothing is shown, because a page is loading, its site stays.
  const website = mapKey === '' ? state.website : websiteOf(tab);
  const closed = {
    ...state,
    session,
    isShown: isRebuilding,
    isOpen: false,
    mapKey,
    source,
    website,
    isRebuilding,
    isElsewhere,
    isFollowed: false,
    isUnlisted: false,
    view: null,
    scrollTo: null,
    filter: '',
    openKeys,
    hidden: [],
    toggles,
  };
  effects.push({ type: 'close-map' }, { type: 'freeze-tree' });
  const isSameSite = website === state.website;
  if (isPage) return openPage(closed, tab, effects, { isSameSite, isAfterPage: isPageKey(state.source) });
  if (!tab.site || mapKey === '') return step(closed, ...effects, { type: 'clear-tree' });
  return openSite(closed, tab, tab.site, effects);
}

/**
 * Open a map; its stored state is read first.
 * @param {State} state
 * @param {TabView} tab
 * @param {import('../shared/types.js').Site} site
 * @param {Effect[]} effects
 * @returns {Step}
 */
function openSite(state, tab, { sitemap }, effects) {
  const { source, session } = state;
  const isOther = source !== state.filterSource;
  if (isOther) effects.push({ type: 'set-filter', text: '' });
  effects.push({ type: 'read-memory', session, sitemap, isPrivate: tab.isPrivate });
  return step({ ...state, filterSource: source, typed: isOther ? '' : state.typed }, ...effects);
}

/**
 * Open the page's own contents, which the page will report. On the same site, the previous page's rows and the filter
 * stay until then.
 * @param {State} state
 * @param {TabView} tab
 * @param {Effect[]} effects
 * @param {{isSameSite: boolean, isAfterPage: boolean}} before
 * @returns {Step}
 */
function openPage(state, tab, effects, { isSameSite, isAfterPage }) {
  if (!isSameSite || !isAfterPage) effects.push({ type: 'clear-tree' });
  if (!isSameSite) effects.push({ type: 'set-filter', text: '' });
  effects.push({ type: 'open-page', session: state.session, url: tab.url });
  const typed = isSameSite ? state.typed : '';
  const filterSource = isSameSite ? state.filterSource : state.source;
  return step(
    {
      ...state,
      isOpen: true,
      isRebuilding: false,
      isNew: false,
      isSeeking: false,
      filterSource,
      typed,
      filter: typed.trim(),
    },
    ...effects,
  );
}
