// @ts-check
/**
 * Follows the requests for documents: the headers of each and of its response, and the address it was sent from. Records them
 * with the document on its way into a tab; what names a sitemap is looked up before the document is there.
 */
import { api, containerOf } from '../shared/browser.js';
import { PAGE_FAILED, isUnanswered, wasBrokenOff } from '../shared/failed-pages.js';
import { webOrigin, withinLength } from '../shared/locations.js';
import { withPredictions } from './display.js';
import { boundedHeaders, headerValue, languageTag, namingHeaders, normaliseHeaders, referrerPolicy, withoutSecrets } from './evidence.js';
import { completeShown, dropIncoming, pagesOfRequest, recordIncoming } from './incoming-pages.js';
import { lookUp, publishPage } from './look-up.js';
import { pinAgain } from './pinned-map.js';
import { routeOfRequest } from './routes.js';
import { newPage, ready, tabOf, tabs, tabsOf } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/** The address it was sent from comes with the headers only in Firefox. @typedef {chrome.webRequest.OnHeadersReceivedDetails & {ip?: string | null, proxyInfo?: import('./state.js').ProxyInfo | null}} ResponseDetails */

/** A request of a tab's own document sets out. @param {chrome.webRequest.OnSendHeadersDetails & {originUrl?: string}} details */
export function onRequest(details) {
  // Requests of service workers and of other extensions belong to no tab.
  if (details.tabId < 0) return;
  const page = newPage(withinLength(details.url), jarOfRequest(details));
  const request = normaliseHeaders(details.requestHeaders);
  page.request = boundedHeaders(withoutSecrets(request)); // and no cookie stands in the store for the session
  page.requestId = details.requestId;
  // Chrome names the origin, Firefox the address; neither does for an address that was typed.
  page.reachedFrom = webOrigin(details.initiator ?? details.originUrl ?? '') ?? '';
  // The record of the same request, where that had a challenge for its response before.
  const [before] = pagesOfRequest(details);
  page.isLoggedIn = before?.isLoggedIn === true || headerValue(request, 'authorization') !== null;
  page.route = before?.route ?? null;
  const shown = completeShown(details.tabId, page);
  if (shown && pinAgain(shown)) publishPage(shown);
  recordIncoming(details.tabId, page);
}

/** A name and password are wanted, by the server, which Chrome shows in no header, or by a proxy, which then is one for certain; where they are not given, there is no page either. @param {{tabId: number, requestId: string, isProxy: boolean}} details */
export function onChallenge(details) {
  for (const page of pagesOfRequest(details)) {
    if (details.isProxy) page.route = 'proxy';
    else page.isLoggedIn = true;
  }
  return undefined;
}

/**
 * The headers of its response; returns what is to become of them. Firefox has the event twice after a 304: the later headers
 * are complete.
 * @param {ResponseDetails} details
 * @returns {chrome.webRequest.BlockingResponse}
 */
export function onResponse(details) {
  // Of a redirect both browsers report each hop under one request; what a hop names is not what the page names.
  if (details.tabId < 0 || (details.statusCode >= 300 && details.statusCode < 400)) return {};
  const pages = recordedPages(details);
  for (const page of pages) recordResponse(page, details);
  const tab = tabs.get(details.tabId);
  return tab && pages[0] ? withPredictions(details, tab, pages[0]) : {};
}

/** @param {Page} page @param {ResponseDetails} details */
function recordResponse(page, details) {
  const headers = normaliseHeaders(details.responseHeaders);
  page.isSeen = true;
  page.contentLanguage = languageTag(headerValue(headers, 'content-language')?.trim());
  page.headers = page.url ? boundedHeaders(namingHeaders(headers)) : [];
  page.referrerPolicy = referrerPolicy(headerValue(headers, 'referrer-policy'));
  const { route, proxy } = routeOfRequest(details);
  Object.assign(page, { route: route ?? page.route, proxy });
  page.ip = details.ip ?? null;
  // Chrome tells the address only when the response starts: looked up without it, a private site's sitemap would be
  // refused.
  if (page.ip !== null) lookUpEarly(details, page);
}

/**
 * It failed: what is shown then, if anything, is the browser's own page, which Firefox may have committed already. Of one
 * that was broken off after its response had begun, what came of it is shown.
 * @param {{tabId: number, requestId: string, error: string}} details
 */
export function onRequestFailed(details) {
  for (const page of pagesOfRequest(details)) {
    const isShown = tabsOf(page).length > 0;
    if (wasBrokenOff(details.error)) dropIncoming(details.tabId, page);
    else if (!isShown || isUnanswered(page)) page.problem = PAGE_FAILED;
    pinAgain(page);
    if (isShown) publishPage(page);
  }
}

/** Its content comes in: only now does Chrome say from where, without which a site on one's own network is none. @param {chrome.webRequest.OnResponseStartedDetails} details */
export function onResponseStarted(details) {
  for (const page of pagesOfRequest(details)) {
    if (page.url !== details.url || page.ip !== null) continue;
    page.ip = details.ip ?? null;
    lookUpEarly(details, page);
  }
}

/**
 * Looks up what the headers name before the document is there. Not for one that is only prefetched: nothing is fetched on
 * account of what nobody may ever see.
 * @param {{tabId: number, documentLifecycle?: string}} details
 * @param {Page} page
 */
async function lookUpEarly({ tabId, documentLifecycle }, page) {
  if (page.headers.length === 0 || documentLifecycle === 'prerender') return;
  await ready;
  page.isPrivate ||= await isPrivateTab(tabId);
  await lookUp(page);
}

/** The records of the document that a response is for; one that was not seen to set out has none yet. @param {ResponseDetails} details @returns {Page[]} */
function recordedPages(details) {
  const url = withinLength(details.url);
  const recorded = pagesOfRequest(details).filter((page) => page.url === url);
  if (recorded.length) return recorded;
  const fresh = Object.assign(newPage(url, jarOfRequest(details)), { requestId: details.requestId });
  recordIncoming(details.tabId, fresh);
  return [fresh];
}

/** Chrome does not say whether it is private; the tab is queried later. @param {{url: string, incognito?: boolean}} details */
function jarOfRequest(details) {
  return { isPrivate: details.incognito === true, container: containerOf(details) };
}

/** @param {number} tabId */
async function isPrivateTab(tabId) {
  // Chrome's request details have no `incognito`; only the tab knows.
  if (tabOf(tabId).windowId < 0) await refreshTab(tabOf(tabId));
  return tabOf(tabId).isPrivate;
}

/** Reads what the events do not say; once a tab, since a query lasts longer than the first paint waits. @param {Tab} tab */
export async function refreshTab(tab) {
  const actual = await api.tabs.get(tab.tabId).catch(() => null);
  tab.windowId = actual?.windowId ?? tab.windowId;
  tab.isPrivate = actual?.incognito ?? tab.isPrivate;
  tab.container = actual ? containerOf(actual) : tab.container;
}
