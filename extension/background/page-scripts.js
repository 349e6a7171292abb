// @ts-check
/**
 * Everything the background runs in pages, in the extension's isolated world there. A function that is handed over runs by
 * its source alone: it sees its arguments and the page's document, and nothing of its module.
 *
 * The metadata of pages is read only where their site is shown from a sitemap of the reader's choice: their titles, which the
 * host shows in place of names made of addresses, and the links by which they declare a search and other roles. Titles of
 * pages in the map are stored; those of private windows and containers stay in the session.
 */
import { api, browserName } from '../shared/browser.js';
import { webOrigin, withoutFragment } from '../shared/locations.js';
import { MOST_TITLES, writeTitles } from '../shared/settings.js';
import { HostError, host } from './host-port.js';
import { isLasting, pageOf, ready, sessionOfTab, tabs } from './state.js';

/** @typedef {import('../shared/types.js').Display} Display */
/** @typedef {import('../shared/types.js').PageMetadata} PageMetadata */
/** @typedef {import('../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('./state.js').Session} Session */
/** @typedef {import('./state.js').Tab} Tab */

/**
 * What a function returned in the main frame of a tab, and of which document; null where the page cannot be had (it is being
 * left, or it is one where extensions may not run).
 * @template {unknown[]} A
 * @template R
 * @param {number} tabId
 * @param {(...args: A) => R} func
 * @param {A} args
 * @returns {Promise<{result: Awaited<R> | null, documentId: string | null} | null>}
 */
export async function runInPage(tabId, func, args) {
  const running = api.scripting.executeScript({ target: { tabId, frameIds: [0] }, func, args });
  const [injected] = await running.catch(() => []);
  return injected ? { result: injected.result ?? null, documentId: injected.documentId ?? null } : null;
}

/**
 * What the content script of a tab found, which receives messages only once it has sent one.
 * @param {number} tabId
 * @returns {Promise<import('../shared/types.js').PageEvidence | null>}
 */
export async function evidenceInPage(tabId) {
  return (await runInPage(tabId, contentEvidence, []))?.result ?? null;
}

/** The id of the document in a tab, '' where the browser does not say it; null where the page cannot be had. @param {number} tabId */
export async function documentInTab(tabId) {
  const ran = await runInPage(tabId, () => true, []);
  return ran && (ran.documentId ?? '');
}

/** @returns {import('../shared/types.js').PageEvidence | null} */
function contentEvidence() {
  return /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.evidence() ?? null;
}

/**
 * The headers of a tab's page that could name a sitemap, by its content script, which reads the browser's cache.
 * @param {number} tabId
 * @returns {Promise<import('../shared/protocol.js').Header[] | null>}
 */
export async function headersInPage(tabId) {
  return (await runInPage(tabId, contentHeaders, []))?.result ?? null;
}

/** @returns {Promise<import('../shared/protocol.js').Header[]> | null} */
function contentHeaders() {
  return /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.headers() ?? null;
}

/**
 * Leaves a value where the content script looks for it, whether it has started yet or not.
 * @param {Tab} tab
 * @param {'sitemapDisplay' | 'sitemapPredictions'} name
 * @param {Display | null | PredictedDisplay[]} value
 */
export function plant(tab, name, value) {
  if (!/^https?:/.test(tab.url)) return;
  api.scripting.executeScript({
    target: { tabId: tab.tabId, frameIds: [0] },
    injectImmediately: true,
    func: leave,
    args: [name, value, tab.documentUrl],
  }).catch(() => {});
}

/** @param {'sitemapDisplay' | 'sitemapPredictions'} name @param {Display | null | PredictedDisplay[]} value @param {string} url */
function leave(name, value, url) {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  // The tab may have gone on to another document by the time this runs.
  if (location.href.split('#')[0] !== url.split('#')[0]) return;
  Object.assign(home, { [name]: value });
  if (name === 'sitemapDisplay') home.sitemapPage?.show(/** @type {Display | null} */ (value));
  else home.sitemapPage?.predict(/** @type {PredictedDisplay[]} */ (value));
}

/** Runs the content scripts in every tab that shows a web page from before the extension was installed: Firefox does so by itself, Chrome does not. */
export async function injectIntoOpenTabs() {
  if (browserName === 'firefox') return;
  const files = api.runtime.getManifest().content_scripts?.[0]?.js ?? [];
  for (const tab of await api.tabs.query({ url: ['http://*/*', 'https://*/*'] })) {
    if (tab.id === undefined || tab.discarded) continue;
    api.scripting.executeScript({ target: { tabId: tab.id }, files }).catch(() => {});
  }
}

/** A tab has another title, or its page is whole. @param {number} tabId @param {{title?: string, status?: string}} changes */
export async function onTabUpdated(tabId, { title, status }) {
  if (title === undefined && status !== 'complete') return;
  await ready;
  const tab = tabs.get(tabId);
  if (tab) await sendPageMetadata(tab);
}

/** Sends the metadata of the pages that were there before their map was, once for each host. @param {Session} session */
export function sendMetadataOfPages(session) {
  if (session.metadataGeneration === host.generation || !takesMetadata(session)) return;
  session.metadataGeneration = host.generation;
  for (const tab of tabs.values()) if (sessionOfTab(tab) === session) sendPageMetadata(tab);
}

/** Whether the host has a map that pages may add to. @param {Session | null} session */
function takesMetadata(session) {
  if (!host.isReady || session?.generation !== host.generation) return false;
  return session.site?.format === 'sitemaps-org' && !['loading', 'failed'].includes(session.site.state);
}

/** Sends the host what the page of a tab says of itself, where that is wanted. @param {Tab} tab */
export async function sendPageMetadata(tab) {
  const session = sessionOfTab(tab);
  if (!session?.site || !takesMetadata(session) || pageOf(tab)?.rule !== 'user') return;
  const { documentId } = tab;
  const found = await runInPage(tab.tabId, metadataInPage, []);
  // The tab may have gone to another site meanwhile, whose pages are nobody's business; which it shows, the browser says.
  if (!found?.result || (found.documentId ?? documentId) !== documentId || tab.documentId !== documentId) return;
  const metadata = cleanMetadata(found.result, withoutFragment(tab.url));
  if ([String(found.result.url), metadata.url].some((url) => webOrigin(url) !== webOrigin(session.page.url))) return;
  try {
    const { in_map: isInMap } = await host.request('site.page', { site: session.site.site, ...metadata });
    if (isInMap) await recordTitles(session, [[metadata.url, metadata.title]]);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/** Runs in the page; a page that could not be had says nothing of the one it stands for. @returns {PageMetadata | null} */
export function metadataInPage() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const [url = ''] = location.href.split('#');
  if ((navigation?.responseStatus ?? 200) >= 400 || url.length > 2_000) return null;
  const found = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const declaring = found.filter(({ relList, href }) => /^https?:/.test(href) && href.length < 2_000
    && ['about', 'contact', 'home', 'start', 'search'].some((rel) => relList.contains(rel)));
  const links = declaring.slice(0, 20).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200), href, type: type.slice(0, 200), title: title.slice(0, 200),
  }));
  return { url, title: document.title.slice(0, 300), links };
}

/** Once more within bounds: what runs in the page runs in its process. @param {Partial<Record<keyof PageMetadata, unknown>>} metadata @param {string} url  as the browser says @returns {PageMetadata} */
function cleanMetadata({ title, links }, url) {
  const text = (/** @type {unknown} */ value, /** @type {number} */ most) => String(value ?? '').slice(0, most);
  const declared = (Array.isArray(links) ? links : []).slice(0, 20).filter((link) => text(link?.href, 2_001).length <= 2_000 && link);
  return {
    url, title: text(title, 300),
    links: declared.map(({ rel, href, type, title: named }) => ({ rel: text(rel, 200), href: text(href, 2_000), type: text(type, 200), title: text(named, 200) })),
  };
}

/** Records the titles of pages in the map. @param {Session} session @param {[string, string][]} titles  by the addresses of pages */
export async function recordTitles(session, titles) {
  const known = new Map(session.titles ?? []);
  const news = titles.filter(([url, title]) => title && known.get(url) !== title);
  if (news.length === 0) return;
  for (const [url, title] of news) {
    known.delete(url); // set again, so that it is the latest
    known.set(url, title);
  }
  session.titles = [...known].slice(-MOST_TITLES);
  if (isLasting(session)) await writeTitles(session.sitemap, session.titles);
}
