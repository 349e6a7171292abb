// @ts-check
/**
 * Follows the requests for documents: the headers of request and response, and the server's IP address. Records them with
 * the document on its way into a tab, and looks up naming headers before the document arrives.
 */
import { api, containerOf } from '../../shared/browser.js';
import { PAGE_FAILED, isUnanswered, wasBrokenOff } from '../../shared/failed-pages.js';
import { webOrigin, withinLength } from '../../shared/locations.js';
import { withPredictions } from '../steps/display.js';
import {
  boundedHeaders,
  headerValue,
  languageTag,
  namingHeaders,
  normaliseHeaders,
  referrerPolicy,
  withoutSecrets,
} from '../steps/evidence.js';
import { completeShown, dropIncoming, pagesOfRequest, recordIncoming } from '../stores/incoming-pages.js';
import { lookUp, publishPage } from '../journey.js';
import { pinAgain } from '../steps/pinned-map.js';
import { routeOfRequest } from '../host/routes.js';
import { newPage, ready, tabOf, tabs, tabsOf } from '../stores/state.js';

/** @typedef {import('../stores/state.js').Page} Page */
/** @typedef {import('../stores/state.js').Tab} Tab */

/**
 * Response details. Only Firefox reports the IP address with the headers.
 * @typedef {chrome.webRequest.OnHeadersReceivedDetails & {ip?: string | null, proxyInfo?: import('../stores/state.js').ProxyInfo | null}} ResponseDetails
 */

/** Record a request for a tab's document. @param {chrome.webRequest.OnSendHeadersDetails & {originUrl?: string}} details */
export function onRequest(details) {
  // Requests of service workers and of other extensions belong to no tab.
  if (details.tabId < 0) return;
  const page = newPage(withinLength(details.url), jarOfRequest(details));
  const request = normaliseHeaders(details.requestHeaders);
  page.request = boundedHeaders(withoutSecrets(request)); // without cookies, which must not enter the session store
  page.requestId = details.requestId;
  // Chrome gives the origin, Firefox the address; neither does for a typed address.
  page.reachedFrom = webOrigin(details.initiator ?? details.originUrl ?? '') ?? '';
  // The record of the same request, if the server challenged it before.
  const [before] = pagesOfRequest(details);
  page.isLoggedIn = before?.isLoggedIn === true || headerValue(request, 'authorization') !== null;
  page.route = before?.route ?? null;
  const shown = completeShown(details.tabId, page);
  if (shown && pinAgain(shown)) publishPage(shown);
  recordIncoming(details.tabId, page);
}

/**
 * Record a request for a name and password. If the server asks, Chrome reports no header of it; if a proxy asks, the
 * page certainly comes through one. Without an answer, no page arrives.
 * @param {{tabId: number, requestId: string, isProxy: boolean}} details
 */
export function onChallenge(details) {
  for (const page of pagesOfRequest(details)) {
    if (details.isProxy) page.route = 'proxy';
    else page.isLoggedIn = true;
  }
  return undefined;
}

/**
 * Record the headers of a response; return changed headers. Firefox fires the event twice after a 304, and the later
 * headers are complete.
 * @param {ResponseDetails} details
 * @returns {chrome.webRequest.BlockingResponse}
 */
export function onResponse(details) {
  // Both browsers report each hop of a redirect under one request; naming headers of a hop are not the page's.
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
  // Chrome reports the IP address only when the response starts; without it, the sitemap of a private site would be
  // refused.
  if (page.ip !== null) lookUpEarly(details, page);
}

/**
 * Record a failed request. The tab then shows at most the browser's error page, which Firefox may have committed already.
 * If the reader stopped the request after its response began, the partial page stays.
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

/**
 * Record the IP address when the response starts. Chrome reports it only now, and a site on the reader's own network is not
 * recognised without it.
 * @param {chrome.webRequest.OnResponseStartedDetails} details
 */
export function onResponseStarted(details) {
  for (const page of pagesOfRequest(details)) {
    if (page.url !== details.url || page.ip !== null) continue;
    page.ip = details.ip ?? null;
    lookUpEarly(details, page);
  }
}

/**
 * Look up the sitemap that headers name before the document arrives. Not for a page that the browser requests ahead, which
 * the reader may never see.
 * @param {{tabId: number, documentLifecycle?: string}} details
 * @param {Page} page
 */
async function lookUpEarly({ tabId, documentLifecycle }, page) {
  if (page.headers.length === 0 || documentLifecycle === 'prerender' || isPrefetched(page)) return;
  await ready;
  page.isPrivate ||= await isPrivateTab(tabId);
  await lookUp(page);
}

/**
 * Return whether the browser requested a page ahead. Chrome first prefetches a page that it prerenders, and reports that
 * request as an ordinary one (`documentLifecycle` is `active`).
 * @param {Page} page
 */
function isPrefetched({ request }) {
  return headerValue(request, 'sec-purpose')?.startsWith('prefetch') === true;
}

/**
 * Return the records of a response's document; creates one if its request was not seen.
 * @param {ResponseDetails} details
 * @returns {Page[]}
 */
function recordedPages(details) {
  const url = withinLength(details.url);
  const recorded = pagesOfRequest(details).filter((page) => page.url === url);
  if (recorded.length) return recorded;
  const fresh = Object.assign(newPage(url, jarOfRequest(details)), { requestId: details.requestId });
  recordIncoming(details.tabId, fresh);
  return [fresh];
}

/**
 * Return the cookie jar of a request. Chrome does not report whether it is private; the tab is queried later.
 * @param {{url: string, incognito?: boolean}} details
 */
function jarOfRequest(details) {
  return { isPrivate: details.incognito === true, container: containerOf(details) };
}

/** @param {number} tabId */
async function isPrivateTab(tabId) {
  // Chrome's request details have no `incognito`; only the tab knows.
  if (tabOf(tabId).windowId < 0) await refreshTab(tabOf(tabId));
  return tabOf(tabId).isPrivate;
}

/**
 * Query the properties of a tab that its events omit. This happens once for each tab, because a query would delay the
 * first paint.
 * @param {Tab} tab
 */
export async function refreshTab(tab) {
  const actual = await api.tabs.get(tab.tabId).catch(() => null);
  tab.windowId = actual?.windowId ?? tab.windowId;
  tab.isPrivate = actual?.incognito ?? tab.isPrivate;
  tab.container = actual ? containerOf(actual) : tab.container;
}
