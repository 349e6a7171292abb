// @ts-check
/**
 * The display of a tab's page, and the tab's state in sidebar, popup and toolbar.
 *
 * The module also predicts the display of a new page of a known site. The prediction travels in `Server-Timing`, the only header
 * of its own response that a script can read: the content script has it before the page has a body, and no message can be late.
 * Firefox lets a listener change the headers; in Chromium a rule for the tab's next documents adds the field.
 */
import { answersHeaders, api } from '../shared/browser.js';
import { hasFailed, isPageFailure } from '../shared/failed-pages.js';
import { isWeb, webOrigin } from '../shared/locations.js';
import { resolvedHeaders } from './evidence.js';
import { host } from './host-port.js';
import { isGiven, pageFaults, withPageFaults } from './page-faults.js';
import { choices, chosenLanguage, foundByItself, isInFront, isUiOpen, pageOf, sessionKey, sessionOfTab, sessions, signatures } from './state.js';

/** @typedef {import('../shared/settings.js').Levels} Levels */
/** @typedef {import('../shared/types.js').Display} Display */
/** @typedef {import('../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/** A window that shows no tab of ours. @type {TabView} */
const NOTHING = {
  tabId: null, documentId: null, url: '', isPrivate: false, state: 'none', rule: null, sitemap: null, generation: 0, site: null, problem: null, isPinned: false, language: '', pageLanguage: '', look: '',
};

/** The reader stopped loading before the first file arrived. */
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

/**
 * The display of a tab's page, or null for none. Pages in the background keep the one that they have: if the levels of several
 * changed at the same moment, their sites could tell that they have the same reader.
 * @param {Tab} tab @returns {Display | null}
 */
export function displayOf(tab) {
  if (!isInFront(tab)) return tab.shown === '' ? null : JSON.parse(tab.shown);
  const session = pageOf(tab)?.sitemap ? sessionOfTab(tab) : null;
  return session && displayIn(tab, tab.documentUrl, session);
}

// Behaviour: a switch to another tab.
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

/** The class changes that a page is given. @param {string} url @param {import('../shared/protocol.js').Site} site */
export function changesFor(url, { sitemap, class_changes: changes }) {
  return changes.filter((change) => isGiven(url, sitemap, change));
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
  // On the browser's own page about a failure no row is the page on view.
  const isFailed = page !== null && hasFailed(page);
  const about = { look: lookOf(page), tabId: tab.tabId, documentId: tab.documentId, url: isFailed && session ? '' : tab.url, isPrivate: tab.isPrivate, rule: page?.rule ?? null, sitemap: session?.sitemap ?? null };
  const rest = { language: session ? chosenLanguage(session) : '', pageLanguage: session?.pageLanguage ?? '', generation: session?.generation ?? 0, isPinned: session !== null && !page?.sitemap };
  const { site, ...state } = siteState(session, page);
  return { ...NOTHING, ...about, ...rest, ...state, site: site && withPageFaults(site, faultsOf(tab)) };
}

/** The faults of a tab's sitemap that its page shows. @param {Tab} tab */
export function faultsOf(tab) {
  const page = pageOf(tab);
  const site = sessionOfTab(tab)?.site;
  return page?.sitemap && site ? pageFaults(page, site) : [];
}

/** What came of looking for a list of its site by ourselves. @param {Page | null} page @returns {TabView['look']} */
function lookOf(page) {
  if (page?.rule === 'user' && foundByItself.has(webOrigin(page.url) ?? '')) return 'found';
  return page?.look ?? '';
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
  if (site) return { state: 'ready', site, problem: page && hasFailed(page) ? page.problem : null };
  const problem = session?.problem ?? page?.problem ?? null;
  if (isPageFailure(problem)) return { state: 'none', site: null, problem };
  if (problem) return { state: 'failed', site: null, problem };
  return { state: session || page?.isSearching ? 'loading' : 'none', site: null, problem: null };
}

/** @returns {Pick<TabView, 'state' | 'problem' | 'site'>} */
function hostState() {
  return { state: host.problem ? 'no-host' : 'none', problem: host.problem, site: null };
}

/** How many kinds of evidence are recorded for a site; more would cost more than they save. */
const MAX_SIGNATURES = 8;
/** The sites of a day's browsing; of one that was forgotten the first page is marked a moment later. */
const MAX_ORIGINS = 200;
const HEADER = 'server-timing';
const NAME = 'standard-sitemap';
/** Browsers and proxies may refuse longer headers. */
const MAX_HEADER_LENGTH = 6_000;
/** Keeps these rules apart from those whose number is a tab's, which `navigate.js` makes. */
const RULE_BIT = 2 ** 30;
const LOCATION_HEADER = 'x-standard-sitemap-location';

/** Records which sitemap pages with such evidence name. @param {Page} page */
export function recordSignature(page) {
  const byHeader = page.headers.length > 0;
  if (!page.sitemap || byHeader !== (page.rule?.endsWith('-header') ?? false) || (!byHeader && !page.signature)) return;
  const own = { signature: byHeader ? '' : page.signature, sitemap: page.sitemap, headers: headersKey(page) };
  const others = (signatures.get(originKey(page)) ?? []).filter(({ signature, headers }) => signature !== own.signature || headers !== own.headers);
  const key = originKey(page);
  // Deleted and set again, so that the origin moves to the end: the one used longest ago is the first to go.
  signatures.delete(key);
  signatures.set(key, [...others, own].slice(-MAX_SIGNATURES));
  for (const oldest of signatures.keys()) {
    if (signatures.size <= MAX_ORIGINS) return;
    signatures.delete(oldest);
  }
}

/** What a page in a tab may be expected to show, by the headers it came with; nothing in the background. @param {Tab} tab @param {Page} page @returns {PredictedDisplay[]} */
export function predictDisplays(tab, page) {
  if (!URL.canParse(page.url) || !isInFront(tab)) return [];
  const ownHeaders = headersKey(page);
  return (signatures.get(originKey(page)) ?? []).filter(({ headers }) => headers === ownHeaders).flatMap(({ signature, sitemap }) => {
    const session = sessions.get(sessionKey(sitemap, page));
    const display = session ? displayIn(tab, page.url, session) : null;
    return display ? [{ signature, display }] : [];
  });
}

/** @param {Page} page */
function headersKey({ headers, url }) {
  return JSON.stringify(resolvedHeaders(headers, url));
}

/** @param {Page} page */
function originKey(page) {
  return sessionKey(new URL(page.url).origin, page);
}

/**
 * What is to become of a page's headers, where there is a prediction to add or to remove.
 * @param {{responseHeaders?: chrome.webRequest.HttpHeader[]}} details
 * @param {Tab} tab
 * @param {Page} page
 * @returns {chrome.webRequest.BlockingResponse}
 */
export function withPredictions({ responseHeaders = [] }, tab, page) {
  // Chrome gives blocking listeners to policy-installed extensions only; there a rule does it (`prefetchDisplay`).
  if (!answersHeaders) return {};
  // A page out of the cache still has what was predicted when it was fetched.
  const own = responseHeaders.filter(({ name, value }) => name.toLowerCase() !== HEADER || !value?.startsWith(`${NAME};`));
  const value = headerFor(predictDisplays(tab, page));
  if (value === null) return own.length === responseHeaders.length ? {} : { responseHeaders: own };
  return { responseHeaders: [...own, { name: HEADER, value }] };
}

/** Has the tab's next documents of the same site come with the prediction, where the rule is not there already. @param {Tab} tab */
export function prefetchDisplay(tab) {
  const rule = answersHeaders ? null : ruleFor(tab);
  const text = JSON.stringify(rule);
  if (text === (tab.displayRule ?? 'null')) return;
  tab.displayRule = text;
  replaceRule(tab.tabId, rule);
}

/** @param {number} tabId */
export function dropPrefetch(tabId) {
  if (!answersHeaders) replaceRule(tabId, null);
}

/** @param {number} tabId @param {chrome.declarativeNetRequest.Rule | null} rule */
async function replaceRule(tabId, rule) {
  try {
    await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [tabId ^ RULE_BIT], addRules: rule ? [rule] : [] });
  } catch {
    // What cannot be sent ahead is sent later, as everywhere else. Below 128 Chromium knows no condition on response headers,
    // and throws at once instead of rejecting.
  }
}

/** @param {Tab} tab @returns {chrome.declarativeNetRequest.Rule | null} */
function ruleFor(tab) {
  const page = pageOf(tab);
  const value = page && isWeb(page.url) ? headerFor(predictDisplays(tab, page)) : null;
  const condition = page && value !== null ? sameHeaders(page) : null;
  if (!page || value === null || !condition) return null;
  return {
    // One rule a tab, whose number is made of the tab's: a later one replaces it, and nothing has to be remembered.
    id: tab.tabId ^ RULE_BIT,
    priority: 1,
    action: { type: 'modifyHeaders', responseHeaders: [{ header: HEADER, operation: 'append', value }] },
    condition: { tabIds: [tab.tabId], resourceTypes: ['main_frame'], urlFilter: `|${new URL(page.url).origin}/`, ...condition },
  };
}

/** That a document comes with headers as this page did; null where that cannot be said. @param {Page} page */
function sameHeaders({ headers }) {
  // Conditions on response headers are evaluated by the browser alone, before the page is there.
  if (!headers.length) return { excludedResponseHeaders: [LOCATION_HEADER, 'opt'].map((header) => ({ header })) };
  const [[name, value] = ['', ''], ...more] = headers;
  const isSameEverywhere = value.startsWith('/') || URL.canParse(value);
  return name === LOCATION_HEADER && isSameEverywhere && !more.length ? { responseHeaders: [{ header: name, values: [value] }] } : null;
}

/** @param {PredictedDisplay[]} list */
function headerFor(list) {
  // Encoded, since a Server-Timing description may hold neither quotes nor anything beyond ASCII.
  const value = `${NAME};desc="${encodeURIComponent(JSON.stringify(list))}"`;
  return list.length && value.length <= MAX_HEADER_LENGTH ? value : null;
}
