// @ts-check
/**
 * Computes the display of a tab's page, and the tab's state for sidebar, popup and toolbar.
 *
 * The module also predicts the display of a new page on a known site. The prediction travels in `Server-Timing`, the only
 * header of its own response that a script can read. The content script thus has it before the page has a body, and no
 * message can arrive late. Firefox lets a listener change the headers; in Chromium a rule adds the field to the tab's next
 * documents.
 */
import { answersHeaders, api } from '../../shared/browser.js';
import { hasFailed, isPageFailure } from '../../shared/failed-pages.js';
import { isWeb, webOrigin } from '../../shared/locations.js';
import { resolvedHeaders } from './evidence.js';
import { host } from '../host/host-port.js';
import { isGiven, pageFaults, withPageFaults } from './page-faults.js';
import {
  choices,
  chosenLanguage,
  foundByItself,
  isInFront,
  isUiOpen,
  pageOf,
  sessionKey,
  sessionOfTab,
  sessions,
  signatures,
} from '../stores/state.js';

/** @typedef {import('../../shared/settings.js').Levels} Levels */
/** @typedef {import('../../shared/types.js').Display} Display */
/** @typedef {import('../../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('../../shared/types.js').TabView} TabView */
/** @typedef {import('../stores/state.js').Page} Page */
/** @typedef {import('../stores/state.js').Tab} Tab */

/** State of a window that shows no tab of ours. @type {TabView} */
const NOTHING = {
  tabId: null,
  documentId: null,
  url: '',
  isPrivate: false,
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

/**
 * Return the display level for a tab, depending on where its sitemap is shown. Pure.
 * @param {Levels} levels
 * @param {{hasSite: boolean, isPopupOpen: boolean, isSidebarOpen: boolean}} shown
 */
export function chooseLevel(levels, { hasSite, isPopupOpen, isSidebarOpen }) {
  if (!hasSite) return levels.none;
  if (isSidebarOpen) return levels.sidebar;
  return isPopupOpen ? levels.popup : levels.atHand;
}

/**
 * Return whether a site has a map to show.
 * @param {import('../../shared/protocol.js').Site | null} site
 * @returns {site is import('../../shared/protocol.js').Site}
 */
export function isThere(site) {
  return site !== null && site.state !== 'failed' && site.counts.documents > 0;
}

/**
 * Return the display of a tab's page, or null. A background page keeps its current display. If the levels of several
 * pages changed at once, their sites could detect that they have the same reader.
 * @param {Tab} tab
 * @returns {Display | null}
 */
export function displayOf(tab) {
  if (!isInFront(tab)) return tab.shown === '' ? null : JSON.parse(tab.shown);
  const session = pageOf(tab)?.sitemap ? sessionOfTab(tab) : null;
  return session && displayIn(tab, tab.documentUrl, session);
}

// Behaviour: a switch to another tab. Also: tab switch, active tab, activated.
/**
 * Return the display of a page in a tab that shows a session. If no visible map can replace the page's own navigation,
 * the level is `levels.none`. At 0 there is no display; above 0 the page gets the changes of the map's last version.
 * @param {Tab} tab
 * @param {string} url
 * @param {import('../stores/state.js').Session} session
 * @returns {Display | null}
 */
function displayIn({ windowId }, url, { site, lastSite }) {
  const isShown = !host.problem && isThere(site);
  const level = chooseLevel(choices.settings.levels, {
    hasSite: isShown,
    isPopupOpen: isUiOpen('popup', windowId),
    isSidebarOpen: isUiOpen('sidebar', windowId),
  });
  const known = isShown ? site : level > 0 ? lastSite : null;
  const changes = known ? changesFor(url, known) : [];
  return changes.length ? { level, changes } : null;
}

/**
 * Return the class changes of a site that apply to a page.
 * @param {string} url
 * @param {import('../../shared/protocol.js').Site} site
 */
function changesFor(url, { sitemap, class_changes: changes }) {
  return changes.filter((change) => isGiven(url, sitemap, change));
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
  return { ...NOTHING, ...about, ...rest, ...state, site: site && withPageFaults(site, faultsOf(tab)) };
}

/** Return the sitemap's faults that show in a tab's page. @param {Tab} tab */
export function faultsOf(tab) {
  const page = pageOf(tab);
  const site = sessionOfTab(tab)?.site;
  return page?.sitemap && site ? pageFaults(page, site) : [];
}

/** Return the result of the automatic search for the site's sitemap. @param {Page | null} page @returns {TabView['look']} */
function lookOf(page) {
  if (page?.rule === 'user' && foundByItself.get(webOrigin(page.url) ?? '') === page.sitemap) return 'found';
  return page?.look ?? '';
}

/**
 * @param {import('../stores/state.js').Session | null} session
 * @param {import('../stores/state.js').Page | null} page
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

/** Kinds of evidence recorded for a site; more would cost more than they save. */
const MAX_SIGNATURES = 8;
/** The sites of a day's browsing. If a site was dropped, its next first page gets its classes a moment later. */
const MAX_ORIGINS = 200;
const HEADER = 'server-timing';
const NAME = 'standard-sitemap';
/** Browsers and proxies may refuse longer headers. */
const MAX_HEADER_LENGTH = 6_000;
/** Separates the ids of these rules from the ids of the rules in `tab-rules.js`, which are tab ids. */
const RULE_BIT = 2 ** 30;
const LOCATION_HEADER = 'x-standard-sitemap-location';

/** Record which sitemap is named by pages with this evidence. @param {Page} page */
export function recordSignature(page) {
  const byHeader = page.headers.length > 0;
  if (!page.sitemap || byHeader !== (page.rule?.endsWith('-header') ?? false) || (!byHeader && !page.signature)) return;
  const own = { signature: byHeader ? '' : page.signature, sitemap: page.sitemap, headers: headersKey(page) };
  const others = (signatures.get(originKey(page)) ?? []).filter(
    ({ signature, headers }) => signature !== own.signature || headers !== own.headers,
  );
  const key = originKey(page);
  // Deleted and set again to move the origin to the end: the least recently used one is dropped first.
  signatures.delete(key);
  signatures.set(key, [...others, own].slice(-MAX_SIGNATURES));
  for (const oldest of signatures.keys()) {
    if (signatures.size <= MAX_ORIGINS) return;
    signatures.delete(oldest);
  }
}

/**
 * Return the displays to predict for a page in a tab, by its naming headers; none for a background tab.
 * @param {Tab} tab
 * @param {Page} page
 * @returns {PredictedDisplay[]}
 */
export function predictDisplays(tab, page) {
  if (!URL.canParse(page.url) || !isInFront(tab)) return [];
  const ownHeaders = headersKey(page);
  return (signatures.get(originKey(page)) ?? [])
    .filter(({ headers }) => headers === ownHeaders)
    .flatMap(({ signature, sitemap }) => {
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
 * Return changed response headers if there is a prediction to add or remove.
 * @param {{responseHeaders?: chrome.webRequest.HttpHeader[]}} details
 * @param {Tab} tab
 * @param {Page} page
 * @returns {chrome.webRequest.BlockingResponse}
 */
export function withPredictions({ responseHeaders = [] }, tab, page) {
  // Chrome offers blocking listeners only to extensions installed by policy; there `prefetchDisplay` adds a rule instead.
  if (!answersHeaders) return {};
  // A page from the cache still carries the prediction from when it was fetched.
  const own = responseHeaders.filter(
    ({ name, value }) => name.toLowerCase() !== HEADER || !value?.startsWith(`${NAME};`),
  );
  const value = headerFor(predictDisplays(tab, page));
  if (value === null) return own.length === responseHeaders.length ? {} : { responseHeaders: own };
  return { responseHeaders: [...own, { name: HEADER, value }] };
}

/** Add the prediction to the tab's next documents from the same site, unless the current rule already does. @param {Tab} tab */
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
    await api.declarativeNetRequest.updateSessionRules({
      removeRuleIds: [tabId ^ RULE_BIT],
      addRules: rule ? [rule] : [],
    });
  } catch {
    // Without the rule, the display is sent after the page has loaded, as elsewhere. Chromium before 128 has no condition
    // on response headers, and throws synchronously instead of rejecting.
  }
}

/** @param {Tab} tab @returns {chrome.declarativeNetRequest.Rule | null} */
function ruleFor(tab) {
  const page = pageOf(tab);
  const value = page && isWeb(page.url) ? headerFor(predictDisplays(tab, page)) : null;
  const condition = page && value !== null ? sameHeaders(page) : null;
  if (!page || value === null || !condition) return null;
  return {
    // One rule for each tab, with an id derived from the tab's: a later rule replaces it, and no id has to be stored.
    id: tab.tabId ^ RULE_BIT,
    priority: 1,
    action: { type: 'modifyHeaders', responseHeaders: [{ header: HEADER, operation: 'append', value }] },
    condition: {
      tabIds: [tab.tabId],
      resourceTypes: ['main_frame'],
      urlFilter: `|${new URL(page.url).origin}/`,
      ...condition,
    },
  };
}

/**
 * Return a rule condition that matches documents with the same naming headers as this page; null if none can be written.
 * @param {Page} page
 */
function sameHeaders({ headers }) {
  // The browser evaluates conditions on response headers before the page exists.
  if (!headers.length) return { excludedResponseHeaders: [LOCATION_HEADER, 'opt'].map((header) => ({ header })) };
  const [[name, value] = ['', ''], ...more] = headers;
  const isSameEverywhere = value.startsWith('/') || URL.canParse(value);
  return name === LOCATION_HEADER && isSameEverywhere && !more.length
    ? { responseHeaders: [{ header: name, values: [value] }] }
    : null;
}

/** @param {PredictedDisplay[]} list */
function headerFor(list) {
  // Encoded, since a Server-Timing description cannot contain quotes or non-ASCII characters.
  const value = `${NAME};desc="${encodeURIComponent(JSON.stringify(list))}"`;
  return list.length && value.length <= MAX_HEADER_LENGTH ? value : null;
}
