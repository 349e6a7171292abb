// @ts-check
/**
 * Follows the requests for documents: the headers of request and response, and the server's IP address. Records them
 * with the document on its way into a tab, and looks up naming headers before the document arrives.
 */
import { containerOf } from '../../shared/browser.js';
import { PAGE_FAILED, isUnanswered, wasBrokenOff } from '../../shared/failed-pages.js';
import { webOrigin, withinLength } from '../../shared/locations.js';
import { withPredictions } from '../steps/prediction.js';
import { withoutSecrets } from '../steps/description.js';
import {
  boundedHeaders,
  headerValue,
  languageTag,
  namingHeaders,
  normaliseHeaders,
  referrerPolicy,
} from '../steps/evidence.js';
import { lookUp } from '../journey.js';
import { publish } from '../publish.js';
import { refreshTab } from '../steps/observation.js';
import { pinAgain } from '../steps/pinned-map.js';
import { routeOfRequest } from '../host/routes.js';
import { ready } from '../stores/ready.js';
import {
  changePage,
  completeShown,
  dropIncoming,
  newPage,
  pagesOfRequest,
  recordIncoming,
  tabById,
  tabOf,
  tabsOf,
} from '../stores/tabs.js';

/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/**
 * Response details. Only Firefox reports the IP address with the headers.
 * @typedef {chrome.webRequest.OnHeadersReceivedDetails
 *   & {ip?: string | null, proxyInfo?: import('../stores/sessions.js').ProxyInfo | null}} ResponseDetails
 */

/**
 * Record a request for a tab's document.
 * @param {chrome.webRequest.OnSendHeadersDetails & {originUrl?: string}} details
 */
export function onRequest(details) {
  // Requests of service workers and of other extensions belong to no tab.
  if (details.tabId < 0) return;
  const page = newPage(withinLength(details.url), jarOfRequest(details));
  const request = normaliseHeaders(details.requestHeaders);
  // The record of the same request, if the server challenged it before.
  const [before] = pagesOfRequest(details);
  changePage(page, {
    request: boundedHeaders(withoutSecrets(request)), // without cookies, which must not enter the session store
    requestId: details.requestId,
    // Chrome gives the origin, Firefox the address; neither does for a typed address.
    reachedFrom: webOrigin(details.initiator ?? details.originUrl ?? '') ?? '',
    isLoggedIn: before?.isLoggedIn === true || headerValue(request, 'authorization') !== null,
    route: before?.route ?? null,
  });
  const shown = completeShown(details.tabId, page);
  if (shown && pinAgain(shown)) publish(tabsOf(shown));
  recordIncoming(details.tabId, page);
}

/**
 * Record a request for a name and password. If the server asks, Chrome reports no header of it; if a proxy asks, the
 * page certainly comes through one. Without an answer, no page arrives.
 * @param {{tabId: number, requestId: string, isProxy: boolean}} details
 */
export function onChallenge(details) {
  for (const page of pagesOfRequest(details)) {
    changePage(page, details.isProxy ? { route: 'proxy' } : { isLoggedIn: true });
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
  const tab = tabById(details.tabId);
  return tab && pages[0] ? withPredictions(details, tab, pages[0]) : {};
}

/** @param {Page} page @param {ResponseDetails} details */
function recordResponse(page, details) {
  const headers = normaliseHeaders(details.responseHeaders);
  const { route, proxy } = routeOfRequest(details);
  changePage(page, {
    isSeen: true,
    contentLanguage: languageTag(headerValue(headers, 'content-language')?.trim()),
    headers: page.url ? boundedHeaders(namingHeaders(headers)) : [],
    referrerPolicy: referrerPolicy(headerValue(headers, 'referrer-policy')),
    route: route ?? page.route,
    proxy,
    ip: details.ip ?? null,
  });
  // Chrome reports the IP address only when the response starts; without it, the sitemap of a private site would be
  // refused.
  if (page.ip !== null) lookUpEarly(details, page);
}

/**
 * Record a failed request. The tab then shows at most the browser's error page, which Firefox may have committed
 * already. If the reader stopped the request after its response began, the partial page stays.
 * @param {{tabId: number, requestId: string, error: string}} details
 */
export function onRequestFailed(details) {
  for (const page of pagesOfRequest(details)) {
    const isShown = tabsOf(page).length > 0;
    if (wasBrokenOff(details.error)) dropIncoming(details.tabId, page);
    else if (!isShown || isUnanswered(page)) changePage(page, { problem: PAGE_FAILED });
    pinAgain(page);
    if (isShown) publish(tabsOf(page));
  }
}

/**
 * Record the IP address when the response starts. Chrome reports it only now, and a site on the reader's own network is
 * not recognised without it.
 * @param {chrome.webRequest.OnResponseStartedDetails} details
 */
export function onResponseStarted(details) {
  for (const page of pagesOfRequest(details)) {
    if (page.url !== details.url || page.ip !== null) continue;
    changePage(page, { ip: details.ip ?? null });
    lookUpEarly(details, page);
  }
}

/**
 * Look up the sitemap that headers name before the document arrives. Not for a page that the browser requests ahead,
 * which the reader may never see.
 * @param {{tabId: number, documentLifecycle?: string}} details
 * @param {Page} page
 */
async function lookUpEarly({ tabId, documentLifecycle }, page) {
  if (page.headers.length === 0 || documentLifecycle === 'prerender' || isPrefetched(page)) return;
  await ready;
  if (!page.isPrivate) changePage(page, { isPrivate: await isPrivateTab(tabId) });
  await lookUp(page);
}

/**
 * Return whether the browser requested a page ahead. Chrome first prefetches a page that it prerenders, and reports
 * that request as an ordinary one (`documentLifecycle` is `active`).
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
  const fresh = newPage(url, jarOfRequest(details));
  changePage(fresh, { requestId: details.requestId });
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
