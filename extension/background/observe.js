// @ts-check
/**
 * Follows tabs and documents: which headers came with which document, what each tab shows, what is gone. Keeps records;
 * what follows from them is `look-up.js`'s.
 */
import { api, containerOf } from '../shared/browser.js';
import { isWeb, webOrigin, withoutFragment } from '../shared/locations.js';
import { forgetForetold, withForetold } from './foretell.js';
import { headerValue, namingHeaders, normaliseHeaders, referrerPolicy, referrerPolicyOfMeta } from './headers.js';
import { lookUp, publishPage, readersChoice, reloadIfWished } from './look-up.js';
import { leaveFront, publish, publishToUis, sendExpected, takeFront } from './publish.js';
import { sweepSoon } from './sites.js';
import { arrivals, choices, incoming, keepPage, newPage, pageOf, pages, ready, save, tabOf, tabs } from './state.js';
import { forgetToolbar } from './toolbar.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/** A request of a tab's own document sets out. @param {chrome.webRequest.OnSendHeadersDetails} details */
export function onRequest(details) {
  if (details.tabId < 0) return;
  const page = newPage(details.url, jarOfRequest(details));
  page.request = normaliseHeaders(details.requestHeaders);
  page.requestId = details.requestId;
  page.isLoggedIn = isChallenged(details) || headerValue(page.request, 'authorization') !== null;
  incoming.set(details.tabId, page);
}

/** Whether the same request was answered with a challenge before. @param {{tabId: number, requestId: string}} details */
function isChallenged({ tabId, requestId }) {
  const before = incoming.get(tabId);
  return before !== undefined && before.requestId === requestId && before.isLoggedIn;
}

/** A name and password are wanted, which Chrome shows in no header; where they are not given, there is no page either. @param {any} details */
export function onChallenge({ tabId, requestId, isProxy }) {
  const page = incoming.get(tabId);
  if (page && page.requestId === requestId && !isProxy) page.isLoggedIn = true;
  return undefined;
}

/** The headers of its answer; with the answer to them. Firefox tells them twice after a 304; the later ones are complete. @param {chrome.webRequest.OnHeadersReceivedDetails} details */
export function onResponse(details) {
  if (details.tabId < 0 || (details.statusCode >= 300 && details.statusCode < 400)) return {};
  const page = incomingPage(details);
  const headers = normaliseHeaders(details.responseHeaders);
  page.isSeen = true;
  page.contentType = headerValue(headers, 'content-type');
  page.headers = namingHeaders(headers);
  page.referrerPolicy = referrerPolicy(headerValue(headers, 'referrer-policy'));
  page.ip = /** @type {any} */ (details).ip ?? null;
  if (page.ip !== null) startEarly(details, page);
  const tab = tabs.get(details.tabId);
  return tab ? withForetold(details, tab, page) : {};
}

/** Its content comes in: only now does Chrome tell from where, without which a site on one's own network is none. @param {chrome.webRequest.OnResponseStartedDetails} details */
export function onAnswering(details) {
  const page = incoming.get(details.tabId);
  if (!page || page.url !== details.url || page.ip !== null) return;
  page.ip = details.ip ?? null;
  startEarly(details, page);
}

/** Whether a document is fetched before anybody asked for it; nothing is fetched on its account. @param {object} details */
function isAhead(details) {
  return /** @type {any} */ (details).documentLifecycle === 'prerender';
}

/** Looks up what the headers name before the document is there. @param {{tabId: number}} details @param {Page} page */
async function startEarly(details, page) {
  const { tabId } = details;
  if (page.headers.length === 0 || isAhead(details)) return;
  await ready;
  page.isPrivate ||= await isPrivateTab(tabId);
  await lookUp(page);
}

/** @param {{tabId: number, url: string}} details */
function incomingPage(details) {
  const page = incoming.get(details.tabId);
  if (page && page.url === details.url) return page;
  const fresh = newPage(details.url, jarOfRequest(details));
  incoming.set(details.tabId, fresh);
  return fresh;
}

/** Chrome does not say whether it is private; the tab is asked then. @param {object} details */
function jarOfRequest(details) {
  return { isPrivate: /** @type {any} */ (details).incognito === true, container: containerOf(details) };
}

/** @param {number} tabId */
async function isPrivateTab(tabId) {
  if (tabOf(tabId).windowId < 0) await meet(tabOf(tabId));
  return tabOf(tabId).isPrivate;
}

/** A tab shows another document. @param {any} details */
export async function onCommitted(details) {
  if (details.frameId !== 0) return;
  await ready;
  const tab = tabOf(details.tabId);
  const before = pageOf(tab);
  await place(tab, details.url, details.documentId);
  const page = /** @type {Page} */ (pageOf(tab));
  Object.assign(tab, keptAfter(tab, before, page));
  await settle(tab, page, details);
}

/** @param {Tab} tab @param {Page} page @param {any} details */
async function settle(tab, page, details) {
  page.isReloaded = details.transitionType === 'reload';
  sendExpected(tab);
  publish(tab);
  if (page.turn === 0 && page.headers.length) await lookUp(page);
  else await publishPage(page);
  if (page.sitemap) await reloadIfWished(page);
  if (!page.isSeen && isReturn(details)) await askHeaders(tab, page);
}

/** @param {any} details */
function isReturn(details) {
  return details.transitionQualifiers?.includes('forward_back') ?? false;
}

/** Puts a document into a tab's record. @param {Tab} tab @param {string} url @param {string} documentId */
export async function place(tab, url, documentId) {
  if (tab.windowId < 0) await meet(tab);
  if (tab.documentId === documentId) return;
  Object.assign(tab, { url, documentUrl: url, documentId, shown: 'null', isHeard: false });
  if (!pages.has(documentId)) keepPage(documentId, takeIncoming(tab, url));
  else Object.assign(tab, { isHeard: true, shown: '' });
  arrivals.dispatchEvent(new Event('page'));
}

/** Asks for what the events do not tell; once a tab, for a question takes time that the first paint does not wait. @param {Tab} tab */
async function meet(tab) {
  const actual = await api.tabs.get(tab.tabId).catch(() => null);
  tab.windowId = actual?.windowId ?? tab.windowId;
  tab.isPrivate = actual?.incognito ?? tab.isPrivate;
  tab.container = actual ? containerOf(actual) : tab.container;
}

/** A tab was made. @param {chrome.tabs.Tab} actual */
export async function onTabCreated(actual) {
  await ready;
  const { id, windowId, incognito } = actual;
  if (id !== undefined) Object.assign(tabOf(id), { windowId, isPrivate: incognito, container: containerOf(actual) });
}

/** @param {Tab} tab @param {string} url @returns {Page} */
function takeIncoming(tab, url) {
  const page = incoming.get(tab.tabId);
  incoming.delete(tab.tabId);
  const isIt = page && withoutFragment(page.url) === withoutFragment(url);
  const taken = isIt ? page : newPage(url, tab);
  taken.isPrivate = tab.isPrivate;
  taken.container = tab.container;
  return taken;
}

/** The map that stays in view on a page without one, where the reader wishes it. @param {Tab} tab @param {Page | null} before @param {Page} page */
function keptAfter(tab, before, page) {
  const isKept = choices.settings.keepOpen && before && isWeb(before.url) && webOrigin(before.url) === webOrigin(page.url);
  if (!isKept) return { keptSitemap: null, isKeptChosen: false };
  return before.sitemap ? { keptSitemap: before.sitemap, isKeptChosen: before.rule === 'user' } : {};
}

/** What the content script of a tab says, which listens to messages only once it has sent one. @param {Tab} tab @param {'headers' | 'evidence'} what @returns {Promise<any>} */
async function askPage(tab, what) {
  const asked = api.scripting.executeScript({ target: { tabId: tab.tabId, frameIds: [0] }, func: answer, args: [what] });
  return (await asked.catch(() => []))[0]?.result ?? null;
}

/** Runs in the page's isolated world. @param {string} what */
function answer(what) {
  return /** @type {any} */ (globalThis).sitemapPage?.[what]() ?? null;
}

/** Asks the page itself for headers that the browser did not show: it came from a cache of its own. @param {Tab} tab @param {Page} page */
async function askHeaders(tab, page) {
  page.isSeen = true;
  const headers = await askPage(tab, 'headers');
  if (!headers || pageOf(tab) !== page) return;
  page.headers = namingHeaders(headers);
  if (page.headers.length) await lookUp(page);
}

/**
 * The whole document is there: the last chance for headers a page's own service worker kept back, and the time for the
 * reader's own choice, which only counts where the page names nothing.
 * @param {any} details
 */
export async function onDocumentLoaded(details) {
  if (details.frameId !== 0 || !isWeb(details.url)) return;
  await ready;
  const tab = tabOf(details.tabId);
  if (details.documentId) await place(tab, details.url, details.documentId);
  const page = pageOf(tab);
  if (!page || !isWeb(page.url)) return;
  if (!page.isSeen && page.links.length === 0) await askHeaders(tab, page);
  if (page.turn === 0 && readersChoice(page) !== null) await askLinks(tab, page);
}

/** Asks the page itself what it carries, since its own word may still be under way; then the choice may be had. @param {Tab} tab @param {Page} page */
async function askLinks(tab, page) {
  const told = await askPage(tab, 'evidence');
  if (pageOf(tab) !== page || page.turn > 0) return;
  if (told) Object.assign(page, { links: told.links, key: told.key, contentType: page.contentType ?? told.content_type });
  if (told) page.referrerPolicy = referrerPolicyOfMeta(told.referrer) ?? page.referrerPolicy;
  await lookUp(page);
}

/** The address changed within the document. @param {any} details */
export async function onAddressChanged(details) {
  if (details.frameId !== 0) return;
  await ready;
  tabOf(details.tabId).url = details.url;
  save();
  publishToUis();
}

/**
 * A page tells what it carries; the answer is the display it is to have.
 * @param {{url: string, content_type: string, links: Page['links'], key: string, referrer: string | null}} told
 * @param {chrome.runtime.MessageSender} sender
 */
export async function takeEvidence(told, sender) {
  await ready;
  const tab = tabOf(/** @type {number} */ (sender.tab?.id));
  await place(tab, told.url, sender.documentId ?? `${tab.tabId} ${told.url}`);
  const page = /** @type {Page} */ (pageOf(tab));
  tab.isHeard = true;
  page.contentType ??= told.content_type;
  page.referrerPolicy = referrerPolicyOfMeta(told.referrer) ?? page.referrerPolicy;
  if (page.key !== told.key || page.turn === 0) {
    Object.assign(page, { links: told.links, key: told.key });
    if (!page.rule?.endsWith('-header')) await lookUp(page);
  }
  return tab;
}

/** A tab is in front now. @param {{tabId: number, windowId: number}} where */
export function onTabActivated({ tabId, windowId }) {
  takeFront(tabId, windowId);
  return onTabPlaced(tabId, windowId);
}

/** A tab moved to another window. @param {number} tabId @param {{newWindowId: number}} where */
export function onTabAttached(tabId, { newWindowId }) {
  leaveFront(tabId, newWindowId);
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
  leaveFront(tabId);
  await ready;
  tabs.delete(tabId);
  incoming.delete(tabId);
  forgetToolbar(tabId);
  forgetForetold(tabId);
  if (![...tabs.values()].some(({ isPrivate }) => isPrivate)) choices.inPrivate = {};
  save();
  publishToUis();
  sweepSoon();
}

/** Takes up the tabs that were there before us. */
export async function takeUpTabs() {
  await ready;
  for (const actual of await api.tabs.query({})) {
    if (actual.id === undefined) continue;
    const tab = tabOf(actual.id);
    Object.assign(tab, { windowId: actual.windowId, isPrivate: actual.incognito, container: containerOf(actual), url: actual.url ?? tab.url });
    const page = pageOf(tab);
    if (page?.sitemap) await lookUp(page);
  }
  publishToUis();
}
