// @ts-check
/**
 * Computes the state of a tab, and publishes it to the extension's own pages: sidebar, popup and first page. Sends each
 * change once.
 */
import { hasFailed, isPageFailure } from '../../shared/failed-pages.js';
import { host } from '../host/host-port.js';
import { changeUi, connectedUis, isConnected, notify } from '../stores/connected-pages.js';
import { sessionOfTab } from '../stores/sessions.js';
import { chosenLanguage, wasFound } from '../stores/settings.js';
import { activeTab, frontTab, isFrontKnown, pageOf } from '../stores/tabs.js';
import { pageFaults, withPageFaults } from './page-faults.js';

/** @typedef {import('../../shared/types.js').TabView} TabView */
/** @typedef {import('../stores/connected-pages.js').Ui} Ui */
/** @typedef {import('../stores/sessions.js').Session} Session */
/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/** State of a window that shows no tab of ours. @type {TabView} */
const NOTHING = {
  tabId: null,
  documentId: null,
  url: '',
  isPrivate: false,
  jar: '',
  state: 'none',
  rule: null,
  sitemap: null,
  generation: 0,
  site: null,
  problem: null,
  isPinned: false,
  language: '',
  pageLanguage: '',
  look: '',
};

/** Problem shown when the reader stopped loading before the first file arrived. */
const STOPPED = { code: 'stopped', params: {} };

/** Notify every connected page of its window's tab; synchronously if that tab is known. */
export function publishToUis() {
  // At every change, to all pages; each is sent only a state that differs from its last one (`ui.last`).
  for (const ui of connectedUis()) publishTo(ui);
}

/** @param {Ui} ui */
async function publishTo(ui) {
  // Awaited only if it must be: a sidebar that is published twice in a turn gets its states in order.
  const view = tabView(isFrontKnown(ui.windowId) ? frontTab(ui.windowId) : await activeTab(ui.windowId));
  const last = JSON.stringify(view);
  // The page may have closed while the front tab was queried.
  if (last === ui.last || !isConnected(ui)) return;
  changeUi(ui, { last });
  notify(ui, 'tab', view);
}

/**
 * Return a tab's state for its sidebar.
 * @param {Tab | null} tab
 * @returns {TabView}
 */
export function tabView(tab) {
  if (!tab) return { ...NOTHING, ...hostState() };
  const page = pageOf(tab);
  const session = sessionOfTab(tab);
  // On the browser's own error page, no row is the current page.
  const isFailed = page !== null && hasFailed(page);
  const about = {
    look: lookOf(page),
    tabId: tab.tabId,
    documentId: tab.documentId,
    url: isFailed && session ? '' : tab.url,
    isPrivate: tab.isPrivate,
    jar: tab.isPrivate ? 'private' : tab.container,
    rule: page?.rule ?? null,
    sitemap: session?.sitemap ?? null,
  };
  const rest = {
    language: session ? chosenLanguage(session) : '',
    pageLanguage: session?.pageLanguage ?? '',
    generation: session?.generation ?? 0,
    isPinned: session !== null && !page?.sitemap,
  };
  const { site, ...state } = siteState(session, page);
  const faults = faultsOf(tab);
  return { ...NOTHING, ...about, ...rest, ...state, site: site && withPageFaults(site, faults) };
}

/** Return the sitemap's faults that show in a tab's page. @param {Tab} tab */
export function faultsOf(tab) {
  const page = pageOf(tab);
  const site = sessionOfTab(tab)?.site;
  return page?.sitemap && site ? pageFaults(page, site) : [];
}

/**
 * Return the result of the automatic search for the site's sitemap.
 * @param {Page | null} page
 * @returns {TabView['look']}
 */
function lookOf(page) {
  if (page?.rule === 'user' && wasFound(page)) return 'found';
  return page?.look ?? '';
}

/**
 * @param {Session | null} session
 * @param {Page | null} page
 * @returns {Pick<TabView, 'state' | 'site' | 'problem'>}
 */
function siteState(session, page) {
  // Without a host no map can be read, whatever was known of it before.
  if (host.problem) return { ...hostState(), site: null };
  const site = session?.site;
  if (site?.state === 'stopped' && site.counts.documents === 0) return { state: 'failed', site, problem: STOPPED };
  if (site?.state === 'failed') return { state: 'failed', site, problem: site.refusal };
  if (site) return { state: 'ready', site, problem: page && hasFailed(page) ? page.problem : null };
  const problem = session?.problem ?? page?.problem ?? null;
  // The browser explains its own error page; a second explanation beside it would confuse.
  if (isPageFailure(problem)) return { state: 'none', site: null, problem };
  if (problem) return { state: 'failed', site: null, problem };
  return { state: session || page?.isSearching ? 'loading' : 'none', site: null, problem: null };
}

/** @returns {Pick<TabView, 'state' | 'problem' | 'site'>} */
function hostState() {
  return { state: host.problem ? 'no-host' : 'none', problem: host.problem, site: null };
}
