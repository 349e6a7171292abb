// @ts-check
/**
 * Records documents on their way into tabs, from the request to the commit. On a busy machine, events of a page that is
 * being left interleave with events of the next page. Each tab therefore has several records. Each record is found by its
 * request, and a committed document takes only the record with its own address.
 */
import { withoutFragment } from '../../shared/locations.js';
import { arrivals, incoming, pageOf, tabs } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/**
 * More documents than a reader requests before the first arrives; no event ends the record of one that never arrives (a
 * download).
 */
const MOST_INCOMING = 8;
/**
 * A page can send its evidence before the browser reports its request, but only while the browser is busy: less than a
 * second was seen.
 */
const REPORTED_MS = 2_000;

/** Return the documents on their way, into any tab or one. @param {number} [tabId] @returns {Page[]} */
export function incomingPages(tabId) {
  return tabId === undefined ? [...incoming.values()].flat() : (incoming.get(tabId) ?? []);
}

/**
 * Record a document on its way into a tab, replacing the record of the same request: each hop of a redirect is reported.
 * @param {number} tabId
 * @param {Page} page
 */
export function recordIncoming(tabId, page) {
  const others = incomingPages(tabId).filter(({ requestId }) => requestId === '' || requestId !== page.requestId);
  incoming.set(tabId, [...others, page].slice(-MOST_INCOMING));
}

/** Drop the record of a document that will not arrive. @param {number} tabId @param {Page} page */
export function dropIncoming(tabId, page) {
  storeIncoming(
    tabId,
    incomingPages(tabId).filter((other) => other !== page),
  );
}

/** Return whether a document with this address is on its way into a tab. @param {number} tabId @param {string} url */
export function isComing(tabId, url) {
  return incomingPages(tabId).some((page) => withoutFragment(page.url) === withoutFragment(url));
}

/**
 * Return the latest document on its way into a tab with this address, and drop its record and all earlier ones.
 * @param {number} tabId
 * @param {string} url
 * @returns {Page | null}
 */
export function claimIncoming(tabId, url) {
  const pages = incomingPages(tabId);
  const at = pages.findLastIndex((page) => withoutFragment(page.url) === withoutFragment(url));
  const page = pages[at];
  if (!page) return null;
  storeIncoming(tabId, pages.slice(at + 1));
  return page;
}

/** Store a tab's records; a tab without any has no entry. @param {number} tabId @param {Page[]} pages */
function storeIncoming(tabId, pages) {
  if (pages.length) incoming.set(tabId, pages);
  else incoming.delete(tabId);
}

/**
 * Return the records of a request's document: on its way, already shown, or both.
 * @param {{tabId: number, requestId: string}} request
 * @returns {Page[]}
 */
export function pagesOfRequest({ tabId, requestId }) {
  const tab = tabs.get(tabId);
  const shown = tab ? pageOf(tab) : null;
  return [...incomingPages(tabId), ...(shown ? [shown] : [])].filter((page) => page.requestId === requestId);
}

/** Return whether it is known how a page was requested: every request has at least a User-Agent. @param {Page} page */
export function isRequestKnown({ request }) {
  return request.length > 0;
}

/**
 * Copy a request that was reported late to the document on view. The report may be about a later request for the same
 * address. That request has the same headers and keeps its own record.
 * @param {number} tabId
 * @param {Page} reported
 * @returns {Page | null} the document on view, if changed
 */
export function completeShown(tabId, reported) {
  const tab = tabs.get(tabId);
  const shown = tab ? pageOf(tab) : null;
  if (!shown?.url || isRequestKnown(shown) || withoutFragment(shown.url) !== withoutFragment(reported.url)) return null;
  const { request, requestId, reachedFrom, isLoggedIn, route } = reported;
  Object.assign(shown, { request, requestId, reachedFrom, isLoggedIn, route });
  arrivals.dispatchEvent(new Event('request'));
  return shown;
}

/**
 * Wait until it is known how a page was requested, at most `REPORTED_MS`: a page from its own cache is never reported.
 * @param {Page} page
 */
export async function untilReported(page) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), REPORTED_MS);
  while (!isRequestKnown(page) && !ending.signal.aborted) {
    await new Promise((resolve) => {
      arrivals.addEventListener('request', resolve, { once: true, signal: ending.signal });
      ending.signal.addEventListener('abort', resolve, { once: true });
    });
  }
  clearTimeout(timer);
}

/** Forget a closed tab. @param {Tab['tabId']} tabId */
export function forgetIncoming(tabId) {
  incoming.delete(tabId);
}
