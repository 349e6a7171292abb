// @ts-check
/**
 * Follows tabs: which document each shows, what the document carries, what is gone. Keeps records; what follows from them is
 * `look-up.js`'s.
 */
import { api, containerOf } from '../shared/browser.js';
import { PAGE_FAILED, hasFailed } from '../shared/failed-pages.js';
import { isWeb, webOrigin, withinLength, withoutFragment } from '../shared/locations.js';
import { dropPrefetch, prefetchDisplay } from './display.js';
import { boundedHeaders, cleanEvidence, namingHeaders, referrerPolicyOfMeta } from './evidence.js';
import { claimIncoming, forgetIncoming } from './incoming-pages.js';
import { chosenSitemap, lookUp, publishPage, reloadIfWished } from './look-up.js';
import { refreshTab } from './observe-requests.js';
import { documentInTab, evidenceInPage, headersInPage } from './page-scripts.js';
import { pinAfter } from './pinned-map.js';
import { forgetFrontTab, forgetToolbar, publish, publishToUis, recordFrontTab, sendPredictions } from './publish.js';
import { sweepSoon } from './sessions.js';
import { arrivals, choices, frontTabs, newPage, pageOf, pages, ready, recordPage, save, tabOf, tabs } from './state.js';

/** @typedef {import('./evidence.js').CleanEvidence} CleanEvidence */
/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */
/**
 * What both browsers say of a navigation, as far as it is used here.
 * @typedef {{tabId: number, frameId: number, url: string, documentId?: string, transitionType?: string, transitionQualifiers?: string[]}} NavigationDetails
 */

/** Far more than a page sends whose links come in one after the other; each return from the back/forward cache is one, too. */
const MAX_REPORTS = 100;

/** What a page says and its commit come by different ways: the one is behind the other by less than that, if at all. */
const AHEAD_MS = 2_000;

/** A tab shows another document. @param {NavigationDetails} details */
export async function onCommitted(details) {
  if (details.frameId !== 0) return;
  await ready;
  const tab = tabOf(details.tabId);
  if (isOvertaken(tab, documentIdOf(details))) return;
  tab.aheadSince = 0;
  await settle(tab, await place(tab, details.url, documentIdOf(details)), details);
}

/**
 * A page did not load, and the browser shows one of its own, which Chrome commits without a word.
 * @param {NavigationDetails & {error?: string}} details
 */
export async function onNavigationFailed(details) {
  // Where a download begins, or the reader stops, the page stays.
  if (details.frameId !== 0 || !details.error?.startsWith('net::ERR_') || details.error === 'net::ERR_ABORTED') return;
  await ready;
  const tab = tabOf(details.tabId);
  publishPage(await place(tab, details.url, `failed ${details.tabId} ${withinLength(details.url)} ${Date.now()}`, PAGE_FAILED));
}

/** Whether a document that is reported on has been left: the one on view has said so itself, and its own commit is still to be reported. @param {Tab} tab @param {string} documentId */
function isOvertaken({ aheadSince, documentId: shown }, documentId) {
  return shown !== documentId && Date.now() - aheadSince < AHEAD_MS;
}

/** @param {{tabId: number, url: string, documentId?: string | null}} details */
export function documentIdOf({ tabId, url, documentId }) {
  // Events of webRequest have no document's id in either browser; those of navigation and messages do, and agree.
  return documentId || `${tabId} ${withinLength(url)}`;
}

/** @param {Tab} tab @param {Page} page @param {NavigationDetails} details */
async function settle(tab, page, { transitionType, transitionQualifiers }) {
  page.isReloaded = transitionType === 'reload';
  sendPredictions(tab);
  publish(tab);
  if (page.sequence === 0 && page.headers.length) await lookUp(page);
  else await publishPage(page);
  if (page.sitemap) await reloadIfWished(page);
  // A page from the back/forward cache comes without webRequest events.
  if (!page.isSeen && transitionQualifiers?.includes('forward_back')) await recordHeaders(tab, page);
}

/** Records the document that a tab shows. @param {Tab} tab @param {string} address @param {string} documentId @param {import('../shared/protocol.js').Problem | null} [problem] @returns {Promise<Page>} */
export async function place(tab, address, documentId, problem = null) {
  const url = withinLength(address);
  if (tab.windowId < 0) await refreshTab(tab);
  const known = pages.get(documentId);
  if (tab.documentId === documentId && known) return known;
  const before = pageOf(tab);
  Object.assign(tab, { url, documentUrl: url, documentId, shown: 'null', isListening: false });
  const page = known ?? claimed(tab, url);
  page.problem = problem ?? (before && isAboutFailure(page, before) ? before.problem : page.problem);
  pinAfter(tab, before, page);
  // A known document is back from the back/forward cache: its content script still listens, and is sent its display once more.
  if (known) Object.assign(tab, { isListening: true, shown: '' });
  else recordPage(documentId, page);
  arrivals.dispatchEvent(new Event('page'));
  return page;
}

/** A tab was made. @param {chrome.tabs.Tab} actual */
export async function onTabCreated(actual) {
  await ready;
  const { id, windowId, incognito } = actual;
  if (id !== undefined) Object.assign(tabOf(id), { windowId, isPrivate: incognito, container: containerOf(actual) });
}

/** Whether it is the browser's own page about a failure, which Firefox commits after it has said that the page failed. @param {Page} page @param {Page} before */
function isAboutFailure(page, before) {
  return hasFailed(before) && before.url === page.url && !page.isSeen && !page.requestId;
}

/** What is known of a document that is there now: all that was recorded on its way. @param {Tab} tab @param {string} url @returns {Page} */
function claimed(tab, url) {
  const { isPrivate, container } = tab;
  return Object.assign(claimIncoming(tab.tabId, url) ?? newPage(url, tab), { isPrivate, container });
}

/** Has the page itself look up headers that the browser did not show: it was in a cache of its own. @param {Tab} tab @param {Page} page */
async function recordHeaders(tab, page) {
  page.isSeen = true;
  const headers = await headersInPage(tab.tabId);
  if (!headers || pageOf(tab) !== page) return;
  page.headers = namingHeaders(boundedHeaders(headers));
  if (page.headers.length) await lookUp(page);
}

/**
 * The whole document is there: the last chance for headers that a page's own service worker did not show, and the time for the
 * reader's own choice, which only counts where the page names nothing.
 * @param {NavigationDetails} details
 */
export async function onDocumentLoaded(details) {
  if (details.frameId !== 0 || !isWeb(details.url)) return;
  await ready;
  const tab = tabOf(details.tabId);
  if (isOvertaken(tab, documentIdOf(details))) return;
  if (details.documentId) await place(tab, details.url, details.documentId);
  const page = pageOf(tab);
  if (!page || !isWeb(page.url) || hasFailed(page)) return;
  // A page that its own service worker answers for sends no headers through webRequest.
  if (!page.isSeen && page.links.length === 0) await recordHeaders(tab, page);
  if (page.sequence === 0 && chosenSitemap(page) !== null) await requestEvidence(tab, page);
}

/** Requests of the page what it carries, since its own message may still be under way; then the choice may be had. @param {Tab} tab @param {Page} page */
async function requestEvidence(tab, page) {
  const evidence = await evidenceInPage(tab.tabId);
  if (pageOf(tab) !== page || page.sequence > 0) return;
  if (evidence) assignEvidence(page, cleanEvidence(evidence));
  await lookUp(page);
}

/** @param {Page} page @param {CleanEvidence} evidence */
function assignEvidence(page, { contentType, links, signature, referrer }) {
  Object.assign(page, { links, signature, contentType: page.contentType ?? contentType });
  page.referrerPolicy = referrerPolicyOfMeta(referrer) ?? page.referrerPolicy;
}

/** The address changed within the document. @param {{tabId: number, frameId: number, url: string}} details */
export async function onAddressChanged(details) {
  if (details.frameId !== 0) return;
  await ready;
  tabOf(details.tabId).url = withinLength(details.url);
  save();
  publishToUis();
}

/**
 * Records what a page's content script found on it, and looks that up where it is something else than before. Of a page
 * that changes its mind all the time, the first reports count: each costs the host a look, which other tabs wait for.
 * @param {unknown} message
 * @param {{tabId: number, url: string, documentId: string | null}} sender
 * @returns {Promise<{tab: Tab, page: Page}>} the page, and the tab that shows it
 */
export async function recordEvidence(message, { tabId, url, documentId }) {
  await ready;
  const tab = tabOf(tabId);
  const id = documentIdOf({ tabId, url, documentId });
  const known = pages.get(id);
  // One that the tab has shown before it left for another: late, or back from a cache, which its commit says.
  const isLate = known !== undefined && tab.documentId !== id;
  if (known === undefined) tab.aheadSince = Date.now();
  const page = isLate ? known : await place(tab, url, id);
  if (!isLate) tab.isListening = true;
  if (++page.reports > MAX_REPORTS) return { tab, page };
  const evidence = cleanEvidence(message);
  const isNew = page.signature !== evidence.signature || page.sequence === 0;
  assignEvidence(page, isNew ? evidence : { ...evidence, links: page.links });
  if (isNew && !page.rule?.endsWith('-header')) await lookUp(page); // headers go before links
  return { tab, page };
}

/** A tab is in front now. @param {{tabId: number, windowId: number}} where */
export async function onTabActivated({ tabId, windowId }) {
  const before = tabs.get(frontTabs.get(windowId) ?? -1);
  recordFrontTab(tabId, windowId);
  await onTabPlaced(tabId, windowId);
  // Its next documents are to come without the display.
  if (before && before.tabId !== tabId) prefetchDisplay(before);
}

/** A tab moved to another window. @param {number} tabId @param {{newWindowId: number}} where */
export function onTabAttached(tabId, { newWindowId }) {
  forgetFrontTab(tabId, newWindowId);
  return onTabPlaced(tabId, newWindowId);
}

/** @param {number} tabId @param {number} windowId */
async function onTabPlaced(tabId, windowId) {
  await ready;
  tabOf(tabId).windowId = windowId;
  publish(tabOf(tabId));
  publishToUis();
}

/** @param {number} tabId */
export async function onTabRemoved(tabId) {
  forgetFrontTab(tabId);
  await ready;
  tabs.delete(tabId);
  forgetIncoming(tabId);
  forgetToolbar(tabId);
  dropPrefetch(tabId);
  if (![...tabs.values()].some(({ isPrivate }) => isPrivate)) choices.inPrivate = {};
  save();
  publishToUis();
  sweepSoon();
}

/** Records the tabs that were there before the background. */
export async function recordOpenTabs() {
  await ready;
  for (const actual of await api.tabs.query({})) {
    if (actual.id === undefined) continue;
    const tab = tabOf(actual.id);
    Object.assign(tab, { windowId: actual.windowId, isPrivate: actual.incognito, container: containerOf(actual), url: withinLength(actual.url ?? tab.url) });
    const page = pageOf(tab);
    if (page?.sitemap) await lookUp(page);
    else if (!page && !actual.discarded) recordOpenPage(tab);
  }
  publishToUis();
}

/**
 * Records the page of a tab that was open before the extension, if the reader has chosen a map for its site: no event tells of
 * it. Other pages tell themselves what they carry.
 * @param {Tab} tab
 */
async function recordOpenPage(tab) {
  if (!isWeb(tab.url) || chosenSitemap(tab) === null) return;
  const { url } = tab;
  const documentId = await documentInTab(tab.tabId);
  // It may have told by now, or been left.
  if (documentId === null || pageOf(tab) || tab.url !== url) return;
  await requestEvidence(tab, await place(tab, url, documentIdOf({ tabId: tab.tabId, url, documentId })));
}
