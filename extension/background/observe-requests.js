// @ts-check
/**
 * Follows the requests for documents: the headers of each and of its response, and the address it was sent from. Records them
 * with the document on its way into a tab; what names a sitemap is looked up before the document is there.
 */
import { api, containerOf } from '../shared/browser.js';
import { webOrigin, withinLength } from '../shared/locations.js';
import { withPredictions } from './display.js';
import { boundedHeaders, contentTypeOf, headerValue, namingHeaders, normaliseHeaders, referrerPolicy, withoutSecrets } from './evidence.js';
import { lookUp } from './look-up.js';
import { routeOfRequest } from './routes.js';
import { incoming, newPage, ready, tabOf, tabs } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */
/** Of a page that did not load. @type {import('../shared/protocol.js').Problem} */
export const PAGE_FAILED = { code: 'page-failed', params: {} };

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
  const before = challenged(details);
  page.isLoggedIn = before?.isLoggedIn === true || headerValue(request, 'authorization') !== null;
  page.route = before?.route ?? null;
  incoming.set(details.tabId, page);
}

/** The record of the same request, where that had a challenge for its response before. @param {{tabId: number, requestId: string}} details */
function challenged({ tabId, requestId }) {
  const before = incoming.get(tabId);
  return before?.requestId === requestId ? before : null;
}

/** A name and password are wanted, by the server, which Chrome shows in no header, or by a proxy, which then is one for certain; where they are not given, there is no page either. @param {{tabId: number, requestId: string, isProxy: boolean}} details */
export function onChallenge({ tabId, requestId, isProxy }) {
  const page = incoming.get(tabId);
  if (!page || page.requestId !== requestId) return undefined;
  if (isProxy) page.route = 'proxy';
  else page.isLoggedIn = true;
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
  const page = incomingPage(details);
  const headers = normaliseHeaders(details.responseHeaders);
  page.isSeen = true;
  page.contentType = contentTypeOf(headers);
  page.headers = page.url ? boundedHeaders(namingHeaders(headers)) : [];
  page.referrerPolicy = referrerPolicy(headerValue(headers, 'referrer-policy'));
  const { route, proxy } = routeOfRequest(details);
  Object.assign(page, { route: route ?? page.route, proxy });
  page.ip = details.ip ?? null;
  // Chrome tells the address only when the response starts: looked up without it, a private site's sitemap would be
  // refused.
  if (page.ip !== null) lookUpEarly(details, page);
  const tab = tabs.get(details.tabId);
  return tab ? withPredictions(details, tab, page) : {};
}

/** It failed: what is shown then, if anything, is the browser's own page. @param {{tabId: number, requestId: string, error: string}} details */
export function onRequestFailed({ tabId, requestId }) {
  const page = incoming.get(tabId);
  if (page?.requestId === requestId) page.problem = PAGE_FAILED;
}

/** Its content comes in: only now does Chrome say from where, without which a site on one's own network is none. @param {chrome.webRequest.OnResponseStartedDetails} details */
export function onResponseStarted(details) {
  const page = incoming.get(details.tabId);
  if (!page || page.url !== details.url || page.ip !== null) return;
  page.ip = details.ip ?? null;
  lookUpEarly(details, page);
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

/** @param {{tabId: number, url: string}} details */
function incomingPage(details) {
  const page = incoming.get(details.tabId);
  const url = withinLength(details.url);
  if (page && page.url === url) return page;
  const fresh = newPage(url, jarOfRequest(details));
  incoming.set(details.tabId, fresh);
  return fresh;
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
