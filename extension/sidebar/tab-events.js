// @ts-check
/** A tab as the sidebar's state takes it up: another page of the same map, another map, or none. Pure. */
import { withoutFragment } from '../shared/locations.js';
import { endOfVisit, languagesOf, step, timer, updating } from './state.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** A page declares its sitemap a moment after it is there: so long the map of the page before stays. */
const PATIENCE_MS = 300;

/** @param {State} state @param {{tab: TabView}} event @returns {Step} */
export function receiveTab(state, { tab }) {
  /** @type {Effect[]} */
  const effects = [{ type: 'stop-timer', timer: 'patience' }];
  if (tab.state === 'loading' && tab.sitemap) effects.push({ type: 'prefetch-memory', sitemap: tab.sitemap, isPrivate: tab.isPrivate });
  const isBetweenPages = state.tab?.state === 'ready' && tab.tabId === state.tab.tabId && ['none', 'loading'].includes(tab.state);
  if (!isBetweenPages) return showTab(state, tab, effects);
  return step({ ...state, pendingTab: tab }, ...effects, timer('patience', PATIENCE_MS, { type: 'patience-over' }));
}

/** @param {State} state @param {TabView} tab @param {Effect[]} effects @returns {Step} */
export function showTab(state, tab, effects) {
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
  // Of a map that could not be read as well: what is wrong with it is found after it has failed.
  const isOther = before !== null && isOtherSite(before, tab);
  if (isOther) effects.push({ type: 'refresh-problems' });
  if (state.mapKey === '' || !before) return step(next, ...effects);
  const isFilterOld = state.isFilterOld || tab.url !== before.url;
  return step({ ...next, isFilterOld }, ...effects, ...changesBetween(next, before, tab, isOther));
}

/** What has to be drawn or requested anew, where a tab has the same map as before. @param {State} state @param {TabView} before @param {TabView} tab @param {boolean} isOther  whether its site says something else @returns {Effect[]} */
function changesBetween(state, before, tab, isOther) {
  /** @type {Effect[]} */
  const effects = [];
  const isOtherLanguage = before.language !== tab.language || before.pageLanguage !== tab.pageLanguage;
  if (isOtherLanguage || `${before.site?.languages}` !== `${tab.site?.languages}`) effects.push(languagesOf(tab));
  if (tab.url !== before.url) effects.push(...updating(state, { page_url: tab.url }, true));
  else if (isOtherLanguage || isOther) effects.push(...updating(state, {}, false));
  return effects;
}

/** Which map of which host a tab shows, '' for none. @param {TabView} tab */
export function mapKeyOf(tab) {
  return tab.state === 'ready' && tab.site ? `${tab.generation} ${tab.site.site}` : '';
}

/** Whether the tree may be another: progress alone changes nothing in it. @param {TabView} a @param {TabView} b */
export function isOtherSite(a, b) {
  return JSON.stringify({ ...a.site, progress: null }) !== JSON.stringify({ ...b.site, progress: null });
}

/** Puts the map of a tab in place of the one before; what is remembered of it comes first. @param {State} state @param {TabView} tab @param {Effect[]} effects @param {string} [urlBefore]  of the page before @returns {Step} */
export function openMap(state, tab, effects, urlBefore = tab.url) {
  const mapKey = mapKeyOf(tab);
  const source = mapKey && `${tab.tabId} ${tab.sitemap}`;
  const isRebuilding = source !== '' && source === state.source;
  const session = state.session + 1;
  const isElsewhere = tab.url !== urlBefore;
  // Storage does not have all of what is open: not the branch of home that opened by itself, nor what a filter was on for.
  const { openKeys, toggles } = isRebuilding ? state : { openKeys: [], toggles: [] };
  const closed = { ...state, session, isOpen: false, mapKey, source, isRebuilding, isElsewhere, isFollowed: false, view: null, scrollTo: null, filter: '', openKeys, hidden: [], toggles };
  effects.push({ type: 'close-map' }, { type: 'freeze-tree' });
  if (!tab.site || mapKey === '') return step(closed, ...effects, { type: 'clear-tree' });
  const isOther = source !== state.filterSource;
  if (isOther) effects.push({ type: 'set-filter', text: '' });
  if (tab.site.sitemap !== state.searched) effects.push({ type: 'clear-search' });
  effects.push({ type: 'read-memory', session, sitemap: tab.site.sitemap, isPrivate: tab.isPrivate });
  return step({ ...closed, filterSource: source, searched: tab.site.sitemap, typed: isOther ? '' : state.typed }, ...effects);
}
