// @ts-check
/**
 * Follows tabs: the document each shows, its evidence, and closed tabs. Only keeps records; `journey.js` acts on them.
 */
import { api, containerOf } from '../../shared/browser.js';
import { PAGE_FAILED, hasFailed } from '../../shared/failed-pages.js';
import { isWeb, withinLength } from '../../shared/locations.js';
import { forgetTabs } from '../../shared/tab-memory.js';
import { lookUp } from '../journey.js';
import { reloadIfWished } from '../maps.js';
import { documentIdOf } from '../pages/documents.js';
import { documentInTab, evidenceInPage, headersInPage } from '../pages/page-scripts.js';
import { publish, showTab } from '../publish.js';
import { closeUnused, sweepSoon } from '../steps/closing.js';

import { boundedHeaders, cleanEvidence, namingHeaders, referrerPolicyOfMeta } from '../steps/evidence.js';
import { place } from '../steps/observation.js';
import { dropPrefetch, prefetchDisplay, sendPredictions } from '../steps/prediction.js';
import { publishToUis } from '../steps/publication.js';
import { ready } from '../stores/ready.js';
import { forgetPrivateEvidence, sessionOfPage } from '../stores/sessions.js';
import { chosenSitemap, forgetPrivateChoices } from '../stores/settings.js';
import {
  allTabs,
  changePage,
  changeTab,
  forgetFrontTab,
  forgetTab,
  frontTab,
  isComing,
  isLookUpDue,
  pageById,
  pageOf,
  recordFrontTab,
  renamePage,
  save,
  tabById,
  tabOf,
  tabsOf,
  tabsReady,
} from '../stores/tabs.js';

/** @typedef {import('../steps/evidence.js').CleanEvidence} CleanEvidence */
/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */
/**
 * The properties of a navigation that both browsers report and this module uses.
 * @typedef {{
 *   tabId: number,
 *   frameId: number,
 *   url: string,
 *   documentId?: string,
 *   transitionType?: string,
 *   transitionQualifiers?: string[],
 * }} NavigationDetails
 */

/**
 * Far more reports than a page sends that adds its links one by one; each return from the back/forward cache counts
 * too.
 */
const MAX_REPORTS = 100;

/** A page's evidence and its commit arrive by different routes; one follows the other within this time. */
const AHEAD_MS = 2_000;

/** Record the new document of a tab. @param {NavigationDetails} details */
export async function onCommitted(details) {
  if (details.frameId !== 0) return;
  await ready;
  const tab = tabOf(details.tabId);
  if (isOvertaken(tab, documentIdOf(details))) return;
  if (!details.documentId) setApart(tab, details);
  changeTab(tab, { aheadSince: 0 });
  await settle(tab, await place(tab, details.url, documentIdOf(details)), details);
}

/**
 * Give the earlier document of the same address another id. Firefox 140 reports no ids of documents, so both would
 * share one. Not if the document is back from the back/forward cache, without a request, or has sent its evidence ahead
 * of its commit.
 * @param {Tab} tab
 * @param {NavigationDetails} details
 */
function setApart(tab, details) {
  const id = documentIdOf(details);
  const isShown = tab.documentId === id;
  const isCached = isBack(details) && !isComing(tab.tabId, details.url);
  if (!pageById(id) || isCached || (isShown && Date.now() - tab.aheadSince < AHEAD_MS)) return;
  renamePage(id, `earlier ${id}`);
  if (isShown) changeTab(tab, { documentId: `earlier ${id}` });
}

/**
 * Return whether a document comes from the reader's history, and maybe from a cache.
 * @param {NavigationDetails} details
 */
function isBack({ transitionQualifiers }) {
  return transitionQualifiers?.includes('forward_back') === true;
}

/**
 * Record a failed navigation. The browser shows its own error page, for which Chrome reports no commit.
 * @param {NavigationDetails & {error?: string}} details
 */
export async function onNavigationFailed(details) {
  // When a download begins or the reader stops, the page stays.
  if (details.frameId !== 0 || !details.error?.startsWith('net::ERR_') || details.error === 'net::ERR_ABORTED') return;
  await ready;
  const tab = tabOf(details.tabId);
  const id = `failed ${details.tabId} ${withinLength(details.url)} ${Date.now()}`;
  publish(tabsOf(await place(tab, details.url, id, PAGE_FAILED)));
}

/**
 * Return whether a reported document has already been left. The current one has then sent its evidence, and only its
 * commit is still missing.
 * @param {Tab} tab
 * @param {string} documentId
 */
function isOvertaken({ aheadSince, documentId: shown }, documentId) {
  return shown !== documentId && Date.now() - aheadSince < AHEAD_MS;
}

/** @param {Tab} tab @param {Page} page @param {NavigationDetails} details */
async function settle(tab, page, details) {
  changePage(page, { isReloaded: details.transitionType === 'reload' });
  sendPredictions(tab);
  showTab(tab);
  if (page.sequence === 0 ? page.headers.length : isOutdated(page)) await lookUp(page);
  else publish(tabsOf(page));
  if (page.sitemap) await reloadIfWished(page);
  // A page from the back/forward cache has no webRequest events.
  if (!page.isSeen && isBack(details)) await recordHeaders(tab, page);
}

/**
 * Return whether the sitemap of a page was closed since it was left, or the reader's choice has changed.
 * @param {Page} page
 */
function isOutdated(page) {
  const { rule, sitemap } = page;
  const isByReader = rule === 'user' || sitemap === null;
  return (isByReader && chosenSitemap(page) !== sitemap) || (sitemap !== null && !sessionOfPage(page));
}

/** Record a new tab. @param {chrome.tabs.Tab} actual */
export async function onTabCreated(actual) {
  await ready;
  const { id, windowId, incognito } = actual;
  if (id !== undefined) changeTab(tabOf(id), { windowId, isPrivate: incognito, container: containerOf(actual) });
}

/**
 * Let the page request its own headers if the browser did not report them. The page then came from its own cache.
 * @param {Tab} tab
 * @param {Page} page
 */
async function recordHeaders(tab, page) {
  changePage(page, { isSeen: true });
  const headers = await headersInPage(tab.tabId);
  if (!headers || pageOf(tab) !== page) return;
  changePage(page, { headers: namingHeaders(boundedHeaders(headers)) });
  if (page.headers.length) await lookUp(page);
}

/**
 * Handle a document that has loaded. This is the last chance for headers that the page's service worker hid. It is also
 * the time to apply the reader's own choice, which counts only if the page names nothing.
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
  // A page from its own service worker has no headers in webRequest.
  if (!page.isSeen && page.links.length === 0) await recordHeaders(tab, page);
  // Without ids, evidence ahead of the commit may have been taken for an earlier document's.
  if (page.sequence === 0 && (!details.documentId || chosenSitemap(page) !== null)) await requestEvidence(tab, page);
}

/**
 * Request the page's evidence, since its own message may still be under way, then look the page up.
 * @param {Tab} tab
 * @param {Page} page
 */
async function requestEvidence(tab, page) {
  const evidence = await evidenceInPage(tab.tabId);
  if (pageOf(tab) !== page || page.sequence > 0) return;
  if (evidence) assignEvidence(page, cleanEvidence(evidence));
  await lookUp(page);
}

/** @param {Page} page @param {CleanEvidence} evidence */
function assignEvidence(page, { contentType, links, signature, referrer }) {
  changePage(page, {
    links,
    signature,
    contentType: page.contentType ?? contentType,
    referrerPolicy: referrerPolicyOfMeta(referrer) ?? page.referrerPolicy,
  });
}

/** Record an address change within the document. @param {{tabId: number, frameId: number, url: string}} details */
export async function onAddressChanged(details) {
  if (details.frameId !== 0) return;
  await ready;
  changeTab(tabOf(details.tabId), { url: withinLength(details.url) });
  save();
  publishToUis();
}

/**
 * Record the evidence of a page's content script, and look it up if it has changed. Only the first `MAX_REPORTS`
 * reports of a page count, because each look-up makes other tabs wait for the host.
 * @param {unknown} message
 * @param {{tabId: number, url: string, documentId: string | null}} sender
 * @returns {Promise<{tab: Tab, page: Page}>} the page, and the tab that sent it
 */
export async function recordEvidence(message, { tabId, url, documentId }) {
  await ready;
  const tab = tabOf(tabId);
  const id = documentIdOf({ tabId, url, documentId });
  const known = pageById(id);
  // The tab has shown this page before another: the message is late, or the page is back from a cache, which its commit
  // will say.
  const isLate = known !== null && tab.documentId !== id;
  if (known === null) changeTab(tab, { aheadSince: Date.now() });
  const page = isLate ? known : await place(tab, url, id);
  if (!isLate) changeTab(tab, { isListening: true });
  changePage(page, { reports: page.reports + 1 });
  if (page.reports > MAX_REPORTS) return { tab, page };
  const evidence = cleanEvidence(message);
  const isNew = page.signature !== evidence.signature || page.sequence === 0;
  assignEvidence(page, isNew ? evidence : { ...evidence, links: page.links });
  if (isNew && !page.rule?.endsWith('-header')) await lookUp(page); // headers go before links
  return { tab, page };
}

/** Record which tab is in front. @param {{tabId: number, windowId: number}} where */
export async function onTabActivated({ tabId, windowId }) {
  const before = frontTab(windowId);
  recordFrontTab(tabId, windowId);
  await onTabPlaced(tabId, windowId);
  // Its next documents must arrive without a prediction.
  if (before && before.tabId !== tabId) prefetchDisplay(before);
}

/** Record a tab's move to another window. @param {number} tabId @param {{newWindowId: number}} where */
export function onTabAttached(tabId, { newWindowId }) {
  forgetFrontTab(tabId, newWindowId);
  return onTabPlaced(tabId, newWindowId);
}

/** @param {number} tabId @param {number} windowId */
async function onTabPlaced(tabId, windowId) {
  await ready;
  const tab = tabOf(tabId);
  const { windowId: former } = tab;
  changeTab(tab, { windowId });
  if (former !== windowId) forgetIfClosed(former);
  showTab(tab);
  publishToUis();
}

/** Forget what the tabs of a window showed if it has none: Firefox does not report its end. @param {number} id */
function forgetIfClosed(id) {
  if (!allTabs().some(({ windowId }) => windowId === id)) forgetTabs(id);
}

/** @param {number} tabId @param {{windowId: number}} where */
export async function onTabRemoved(tabId, { windowId }) {
  forgetFrontTab(tabId);
  await ready;
  forgetTab(tabId);
  dropPrefetch(tabId);
  forgetIfClosed(windowId);
  if (!allTabs().some(({ isPrivate }) => isPrivate)) forgetPrivateWindows();
  save();
  publishToUis();
  sweepSoon();
}

/** Forget what private windows have left once the last of them is closed. */
function forgetPrivateWindows() {
  forgetPrivateChoices();
  forgetPrivateEvidence();
  // At once: the next private window must not continue this one's maps, nor their validators.
  closeUnused(({ isPrivate }) => isPrivate);
}

/** Record the tabs that were open before the background started. `restored` are the private tabs of the last one. */
export async function recordOpenTabs(restored = tabsReady) {
  await ready;
  const former = await restored;
  const before = new Map(allTabs().map((tab) => [tab.tabId, shownIn(tab)]));
  const open = await api.tabs.query({});
  // Closed just before the background stopped, so that their removal was not saved; a private one would keep its state.
  for (const tabId of before.keys())
    if (!open.some(({ id }) => id === tabId)) await onTabRemoved(tabId, { windowId: tabOf(tabId).windowId });
  // Another private window may have been opened before this background started.
  if (former.length > 0 && !open.some(({ id = -1 }) => former.includes(id))) forgetPrivateWindows();
  // All at once: a look-up takes a while, and other tabs go on to other pages meanwhile.
  for (const actual of open)
    if (actual.id !== undefined) recordOpenTab(tabOf(actual.id), actual, before.get(actual.id) ?? NOTHING);
  for (const { id = -1, discarded } of open) {
    const tab = tabById(id);
    const page = tab && pageOf(tab);
    if (page && (page.sitemap || isLookUpDue(page))) await lookUp(page);
    else if (tab && !page && !discarded) recordOpenPage(tab);
  }
  publishToUis();
}

/** Return the document and address that a tab shows. @param {Pick<Tab, 'documentId' | 'url'>} tab */
function shownIn({ documentId, url }) {
  return `${documentId} ${url}`;
}

const NOTHING = shownIn({ documentId: null, url: '' });

/**
 * Record an open tab. Its address counts only if the tab still shows what it showed before the query: events are newer.
 * @param {Tab} tab
 * @param {chrome.tabs.Tab} actual
 * @param {string} before
 */
function recordOpenTab(tab, actual, before) {
  changeTab(tab, { windowId: actual.windowId, isPrivate: actual.incognito, container: containerOf(actual) });
  if (shownIn(tab) === before) changeTab(tab, { url: withinLength(actual.url ?? tab.url) });
}

/**
 * Record the page of a tab that was open before the extension started, if the reader has chosen a map for its site. No
 * event reports such a page. Other pages send their evidence themselves.
 * @param {Tab} tab
 */
async function recordOpenPage(tab) {
  if (!isWeb(tab.url) || chosenSitemap(tab) === null) return;
  const { url } = tab;
  const documentId = await documentInTab(tab.tabId);
  // The page may have sent its evidence meanwhile, or been left.
  if (documentId === null || pageOf(tab) || tab.url !== url) return;
  await requestEvidence(tab, await place(tab, url, documentIdOf({ tabId: tab.tabId, url, documentId })));
}
