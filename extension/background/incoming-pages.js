// @ts-check
/**
 * Documents on their way into tabs, from the request for each to its commit. Events of a document that is left and of the one
 * that follows it overtake one another where the machine is busy: of each tab several are recorded, each is found by its
 * request, and a document takes the one of its address with it, never that of another.
 */
import { withoutFragment } from '../shared/locations.js';
import { arrivals, incoming, pageOf, tabs } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/** More than a reader sets out for before the first is there; of one that never comes (a download) nobody says so. */
const MOST_INCOMING = 8;
/** A page says what it carries before its request is reported only while the browser is busy: seen below a second. */
const REPORTED_MS = 2_000;

/** All documents on their way, or those into one tab. @param {number} [tabId] @returns {Page[]} */
export function incomingPages(tabId) {
  return tabId === undefined ? [...incoming.values()].flat() : incoming.get(tabId) ?? [];
}

/** Records a document on its way into a tab, in place of one of the same request: each hop of a redirect is one. @param {number} tabId @param {Page} page */
export function recordIncoming(tabId, page) {
  const others = incomingPages(tabId).filter(({ requestId }) => requestId === '' || requestId !== page.requestId);
  incoming.set(tabId, [...others, page].slice(-MOST_INCOMING));
}

/** What will not come. @param {number} tabId @param {Page} page */
export function dropIncoming(tabId, page) {
  storeIncoming(tabId, incomingPages(tabId).filter((other) => other !== page));
}

/** The latest document with that address on its way into a tab, which is there now, as all that set out before it. @param {number} tabId @param {string} url @returns {Page | null} */
export function claimIncoming(tabId, url) {
  const pages = incomingPages(tabId);
  const at = pages.findLastIndex((page) => withoutFragment(page.url) === withoutFragment(url));
  const page = pages[at];
  if (!page) return null;
  storeIncoming(tabId, pages.slice(at + 1));
  return page;
}

/** A tab without any is not in the store. @param {number} tabId @param {Page[]} pages */
function storeIncoming(tabId, pages) {
  if (pages.length) incoming.set(tabId, pages);
  else incoming.delete(tabId);
}

/** The records of the document of a request: on its way, on view already, or both. @param {{tabId: number, requestId: string}} request @returns {Page[]} */
export function pagesOfRequest({ tabId, requestId }) {
  const tab = tabs.get(tabId);
  const shown = tab ? pageOf(tab) : null;
  return [...incomingPages(tabId), ...(shown ? [shown] : [])].filter((page) => page.requestId === requestId);
}

/** Whether it is known how a page was requested: every request says at least by which browser. @param {Page} page */
export function isRequestKnown({ request }) {
  return request.length > 0;
}

/**
 * Gives the document on view what was recorded of its request, where that is reported only now. It may as well be a later
 * request for the same address: its conditions are the same, and it stays recorded for itself.
 * @param {number} tabId @param {Page} reported
 * @returns {Page | null} that document
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

/** Waits until it is known how a page was requested, or nobody is going to say: it was in a cache of the page's own. @param {Page} page */
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

/** A tab is gone. @param {Tab['tabId']} tabId */
export function forgetIncoming(tabId) {
  incoming.delete(tabId);
}
