// @ts-check
/**
 * Observes which document a tab shows, and what is known about it. Keeps records only: the events of the browser arrive
 * in any order, and each adds what it knows.
 */
import { api, containerOf } from '../../shared/browser.js';
import { hasFailed } from '../../shared/failed-pages.js';
import { withinLength } from '../../shared/locations.js';
import {
  changePage,
  changeTab,
  claimIncoming,
  newPage,
  pageById,
  pageOf,
  recordPage,
  showDocument,
} from '../stores/tabs.js';
import { pinAfter } from './pinned-map.js';

/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/**
 * Record the document that a tab shows, unless the tab shows a later one by the time its properties are known.
 * @param {Tab} tab
 * @param {string} address
 * @param {string} documentId
 * @param {import('../../shared/protocol.js').Problem | null} [problem]
 * @returns {Promise<Page>}
 */
export async function place(tab, address, documentId, problem = null) {
  const url = withinLength(address);
  changeTab(tab, { arriving: documentId });
  if (tab.windowId < 0) await refreshTab(tab);
  const known = pageById(documentId);
  // Its commit and its own message both report a document; whichever comes first has placed it.
  if (tab.documentId === documentId && known) return known;
  const page = known ?? claimed(tab, url);
  // Another document arrived during the query; this one is already left.
  if (tab.arriving !== documentId) return page;
  const before = pageOf(tab);
  changePage(page, { problem: problem ?? (before && isAboutFailure(page, before) ? before.problem : page.problem) });
  pinAfter(tab, before, page);
  if (!known) recordPage(documentId, page);
  // A known document is back from the back/forward cache: its content script still listens, and is sent the display
  // again.
  const toPage = known ? { isListening: true, shown: '' } : { isListening: false, shown: 'null' };
  showDocument(tab, { url, documentUrl: url, documentId, ...toPage });
  return page;
}

/**
 * Return whether a page is the browser's error page, which Firefox commits after reporting the failure.
 * @param {Page} page
 * @param {Page} before
 */
function isAboutFailure(page, before) {
  return hasFailed(before) && before.url === page.url && !page.isSeen && !page.requestId;
}

/**
 * Return the record of a document that has arrived, with everything recorded on its way.
 * @param {Tab} tab
 * @param {string} url
 * @returns {Page}
 */
function claimed(tab, url) {
  const { isPrivate, container } = tab;
  const page = claimIncoming(tab.tabId, url) ?? newPage(url, tab);
  changePage(page, { isPrivate, container });
  return page;
}

/**
 * Query the properties of a tab that its events omit. This happens once for each tab, because a query would delay the
 * first paint.
 * @param {Tab} tab
 */
export async function refreshTab(tab) {
  const actual = await api.tabs.get(tab.tabId).catch(() => null);
  if (actual)
    changeTab(tab, { windowId: actual.windowId, isPrivate: actual.incognito, container: containerOf(actual) });
}
