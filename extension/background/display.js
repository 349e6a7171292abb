// @ts-check
/** What of a sitemap a tab shows: the display of its page, and its state in sidebar, popup and toolbar. Reads the state, changes nothing. */
import { webOrigin } from '../shared/locations.js';
import { host } from './host-port.js';
import { choices, chosenLanguage, isUiOpen, pageOf, sessionOfTab } from './state.js';

/** @typedef {import('../shared/settings.js').Levels} Levels */
/** @typedef {import('../shared/types.js').Display} Display */
/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Tab} Tab */

/** A window that shows no tab of ours. @type {TabView} */
const NOTHING = {
  tabId: null, url: '', isPrivate: false, state: 'none', rule: null, sitemap: null, generation: 0, site: null, problem: null, isPinned: false, language: '',
};

/** The reader stopped it before anything was there. */
const STOPPED = { code: 'stopped', params: {} };

/**
 * The level for a tab, by what of its sitemap is in view. Pure.
 * @param {Levels} levels
 * @param {{hasSite: boolean, isPopupOpen: boolean, isSidebarOpen: boolean}} shown
 */
export function chooseLevel(levels, { hasSite, isPopupOpen, isSidebarOpen }) {
  if (!hasSite) return levels.none;
  if (isSidebarOpen) return levels.sidebar;
  return isPopupOpen ? levels.popup : levels.atHand;
}

/** Whether a map is there that can be shown. @param {import('../shared/protocol.js').Site | null} site @returns {site is import('../shared/protocol.js').Site} */
export function isThere(site) {
  return site !== null && site.state !== 'failed' && site.counts.documents > 0;
}

/** The display, or null for none. @param {Tab} tab @returns {Display | null} */
export function displayOf(tab) {
  const session = pageOf(tab)?.sitemap ? sessionOfTab(tab) : null;
  return session && displayIn(tab, tab.documentUrl, session);
}

/**
 * What a page shows in a tab that shows a session. Where no map is in view that could stand for the page's own navigation, the
 * level is that of nothing: at 0 no display at all, above it what the map asked for when it was last there.
 * @param {Tab} tab @param {string} url @param {import('./state.js').Session} session @returns {Display | null}
 */
export function displayIn({ windowId }, url, { site, lastSite }) {
  const isShown = !host.problem && isThere(site);
  const level = chooseLevel(choices.settings.levels, {
    hasSite: isShown, isPopupOpen: isUiOpen('popup', windowId), isSidebarOpen: isUiOpen('sidebar', windowId),
  });
  const known = isShown ? site : level > 0 ? lastSite : null;
  const changes = known ? changesFor(url, known) : [];
  return changes.length ? { level, changes } : null;
}

/**
 * The class changes that a page may be given: to another attribute than `class` only from a map of its own origin. Which
 * attributes these may be is the host's to say; it does not know which pages share a map.
 * @param {string} url
 * @param {import('../shared/protocol.js').Site} site
 */
export function changesFor(url, { sitemap, class_changes: changes }) {
  const isOwn = webOrigin(url) !== null && webOrigin(url) === webOrigin(sitemap);
  return changes.filter(({ attr }) => isOwn || attr === 'class');
}

/**
 * The state of a tab as its sidebar shows it.
 * @param {Tab | null} tab
 * @returns {TabView}
 */
export function tabView(tab) {
  if (!tab) return { ...NOTHING, ...hostState() };
  const page = pageOf(tab);
  const session = sessionOfTab(tab);
  const about = { tabId: tab.tabId, url: tab.url, isPrivate: tab.isPrivate, rule: page?.rule ?? null, sitemap: session?.sitemap ?? null };
  const rest = { language: session ? chosenLanguage(session) : '', generation: session?.generation ?? 0, isPinned: session !== null && !page?.sitemap };
  return { ...NOTHING, ...about, ...rest, ...siteState(session, page) };
}

/**
 * @param {import('./state.js').Session | null} session
 * @param {import('./state.js').Page | null} page
 * @returns {Pick<TabView, 'state' | 'site' | 'problem'>}
 */
function siteState(session, page) {
  if (host.problem) return { ...hostState(), site: null };
  const site = session?.site;
  if (site?.state === 'stopped' && site.counts.documents === 0) return { state: 'failed', site, problem: STOPPED };
  if (site?.state === 'failed') return { state: 'failed', site, problem: site.refusal };
  if (site) return { state: 'ready', site, problem: null };
  const problem = session?.problem ?? page?.problem ?? null;
  if (problem) return { state: 'failed', site: null, problem };
  return { state: session || page?.isSearching ? 'loading' : 'none', site: null, problem: null };
}

/** @returns {Pick<TabView, 'state' | 'problem' | 'site'>} */
function hostState() {
  return { state: host.problem ? 'no-host' : 'none', problem: host.problem, site: null };
}
