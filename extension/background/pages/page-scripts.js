// @ts-check
/**
 * Runs functions in pages, in the extension's isolated world. An injected function is serialised: it sees its arguments and
 * the page's document, but nothing of its module.
 *
 * The metadata of pages is read only if their site uses a sitemap that the reader chose. It consists of titles, which
 * the host shows instead of names derived from addresses, and of links that declare a search or other roles. Titles of
 * pages in the map are stored; titles from private windows and containers stay in the session.
 */
import { api, browserName } from '../../shared/browser.js';
import { webOrigin, withoutFragment } from '../../shared/locations.js';
import { MOST_TITLES, writeTitles } from '../../shared/settings.js';
import { HostError, host } from '../host/host-port.js';
import { isClosed, isLasting, pageOf, ready, sessionOfTab, tabs, titlePauses } from '../stores/state.js';

/** @typedef {import('../../shared/types.js').Display} Display */
/** @typedef {import('../../shared/types.js').PageMetadata} PageMetadata */
/** @typedef {import('../../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('../stores/state.js').Session} Session */
/** @typedef {import('../stores/state.js').Tab} Tab */

/** Some pages change their title without end, and the host names rows by each title. */
const TITLE_PAUSE_MS = 1_000;

/**
 * Return a function's result in the main frame of a tab, and the id of its document. Null if the page is unavailable: it is
 * being left, or extensions may not run in it.
 * @template {unknown[]} A
 * @template R
 * @param {number} tabId
 * @param {(...args: A) => R} func
 * @param {A} args
 * @param {{injectImmediately?: boolean}} [when]  even before the page has been parsed
 * @returns {Promise<{result: Awaited<R> | null, documentId: string | null} | null>}
 */
export async function runInPage(tabId, func, args, when = {}) {
  const running = api.scripting.executeScript({ target: { tabId, frameIds: [0] }, func, args, ...when });
  const [injected] = await running.catch(() => []);
  return injected ? { result: injected.result ?? null, documentId: injected.documentId ?? null } : null;
}

/**
 * Return the evidence of a tab's content script, which receives messages only after it has sent one.
 * @param {number} tabId
 * @returns {Promise<import('../../shared/types.js').PageEvidence | null>}
 */
export async function evidenceInPage(tabId) {
  return (await runInPage(tabId, contentEvidence, []))?.result ?? null;
}

/**
 * Return the id of the document in a tab; '' if the browser does not report it, null if the page is unavailable.
 * @param {number} tabId
 */
export async function documentInTab(tabId) {
  const ran = await runInPage(tabId, () => true, []);
  return ran && (ran.documentId ?? '');
}

/** @returns {import('../../shared/types.js').PageEvidence | null} */
function contentEvidence() {
  return /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.evidence() ?? null;
}

/**
 * Return the headers of a tab's page that could name a sitemap. Its content script reads them from the browser's cache.
 * @param {number} tabId
 * @returns {Promise<import('../../shared/protocol.js').Header[] | null>}
 */
export async function headersInPage(tabId) {
  return (await runInPage(tabId, contentHeaders, []))?.result ?? null;
}

/** @returns {Promise<import('../../shared/protocol.js').Header[]> | null} */
function contentHeaders() {
  return /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.headers() ?? null;
}

/**
 * Store a value where the content script looks for it, whether or not it has started yet.
 * @param {Tab} tab
 * @param {'sitemapDisplay' | 'sitemapPredictions'} name
 * @param {Display | null | PredictedDisplay[]} value
 */
export function plant(tab, name, value) {
  if (!/^https?:/.test(tab.url)) return;
  api.scripting
    .executeScript({
      target: { tabId: tab.tabId, frameIds: [0] },
      injectImmediately: true,
      func: leave,
      args: [name, value, [tab.documentUrl, tab.url]],
    })
    .catch(() => {});
}

/**
 * @param {'sitemapDisplay' | 'sitemapPredictions'} name
 * @param {Display | null | PredictedDisplay[]} value
 * @param {string[]} urls  from which the document was loaded, and which it has given itself since
 */
function leave(name, value, urls) {
  const home = /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis);
  // The tab may show another document by the time this runs.
  if (!urls.some((url) => location.href.split('#')[0] === url.split('#')[0])) return;
  Object.assign(home, { [name]: value });
  if (name === 'sitemapDisplay') home.sitemapPage?.show(/** @type {Display | null} */ (value));
  else home.sitemapPage?.predict(/** @type {PredictedDisplay[]} */ (value));
}

/** Run the content scripts in every tab whose page is older than the extension. Firefox does that itself, Chrome does not. */
export async function injectIntoOpenTabs() {
  if (browserName === 'firefox') return;
  const files = api.runtime.getManifest().content_scripts?.[0]?.js ?? [];
  for (const tab of await api.tabs.query({ url: ['http://*/*', 'https://*/*'] })) {
    if (tab.id === undefined || tab.discarded) continue;
    api.scripting.executeScript({ target: { tabId: tab.id }, files }).catch(() => {});
  }
}

/**
 * Send the metadata of a tab whose title changed or whose page finished loading.
 * @param {number} tabId
 * @param {{title?: string, status?: string}} changes
 */
export async function onTabUpdated(tabId, { title, status }) {
  if (title === undefined && status !== 'complete') return;
  await ready;
  const pause = titlePauses.get(tabId);
  if (pause && status !== 'complete') pause.isMissed = true;
  else await sendMetadataOf(tabId);
}

/** Send the metadata of a tab's page, and again after a pause if its title changes meanwhile. @param {number} tabId */
async function sendMetadataOf(tabId) {
  const pause = { isMissed: false };
  titlePauses.set(tabId, pause);
  setTimeout(() => {
    if (titlePauses.get(tabId) !== pause) return;
    titlePauses.delete(tabId);
    if (pause.isMissed) sendMetadataOf(tabId);
  }, TITLE_PAUSE_MS);
  const tab = tabs.get(tabId);
  if (tab) await sendPageMetadata(tab);
}

/** Send the metadata of pages that arrived before their map, once for each host. @param {Session} session */
export function sendMetadataOfPages(session) {
  if (session.metadataGeneration === host.generation || !takesMetadata(session)) return;
  session.metadataGeneration = host.generation;
  for (const tab of tabs.values()) if (sessionOfTab(tab) === session) sendPageMetadata(tab);
}

/** Return whether the host has a map that pages may add to. @param {Session | null} session */
function takesMetadata(session) {
  if (!host.isReady || session?.generation !== host.generation) return false;
  return session.site?.format === 'sitemaps-org' && !['loading', 'failed'].includes(session.site.state);
}

/** Send the host the metadata of a tab's page, if the map takes it. @param {Tab} tab */
export async function sendPageMetadata(tab) {
  const session = sessionOfTab(tab);
  if (!session?.site || !takesMetadata(session) || pageOf(tab)?.rule !== 'user') return;
  const { documentId } = tab;
  const answer = await runInPage(tab.tabId, metadataInPage, []);
  // The tab may show another site by now, about which the host must learn nothing; the browser says which document it
  // shows.
  if (!answer?.result || (answer.documentId ?? documentId) !== documentId || tab.documentId !== documentId) return;
  const metadata = cleanMetadata(answer.result, withoutFragment(tab.url));
  if ([String(answer.result.url), metadata.url].some((url) => webOrigin(url) !== webOrigin(session.page.url))) return;
  try {
    const { in_map: isInMap } = await host.request('site.page', { site: session.site.site, ...metadata });
    if (isInMap) await recordTitles(session, [[metadata.url, metadata.title]]);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/**
 * Return the page's metadata, inside the page. Null for an error page, whose metadata is not the page's.
 * @returns {PageMetadata | null}
 */
export function metadataInPage() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const [url = ''] = location.href.split('#');
  if ((navigation?.responseStatus ?? 200) >= 400 || url.length > 2_000) return null;
  const elements = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const declaring = elements.filter(
    ({ relList, href }) =>
      /^https?:/.test(href) &&
      href.length < 2_000 &&
      ['about', 'contact', 'home', 'start', 'search'].some((rel) => relList.contains(rel)),
  );
  const links = declaring.slice(0, 20).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200),
    href,
    type: type.slice(0, 200),
    title: title.slice(0, 200),
  }));
  return { url, title: document.title.slice(0, 300), links };
}

/**
 * Return metadata with bounds applied again: the function above ran in the page's process.
 * @param {Partial<Record<keyof PageMetadata, unknown>>} metadata
 * @param {string} url  from the browser
 * @returns {PageMetadata}
 */
function cleanMetadata({ title, links }, url) {
  const text = (/** @type {unknown} */ value, /** @type {number} */ most) => String(value ?? '').slice(0, most);
  const declared = (Array.isArray(links) ? links : [])
    .slice(0, 20)
    .filter((link) => text(link?.href, 2_001).length <= 2_000 && link);
  return {
    url,
    title: text(title, 300),
    links: declared.map(({ rel, href, type, title: named }) => ({
      rel: text(rel, 200),
      href: text(href, 2_000),
      type: text(type, 200),
      title: text(named, 200),
    })),
  };
}

/**
 * Record the titles of pages in the map.
 * @param {Session} session
 * @param {[string, string][]} titles  by the addresses of pages
 */
export async function recordTitles(session, titles) {
  // The reader may have withdrawn the choice meanwhile, which deletes the titles.
  if (isClosed(session)) return;
  const known = new Map(session.titles ?? []);
  const news = titles.filter(([url, title]) => title && known.get(url) !== title);
  if (news.length === 0) return;
  for (const [url, title] of news) {
    known.delete(url); // set again to become the newest entry
    known.set(url, title);
  }
  session.titles = [...known].slice(-MOST_TITLES);
  if (isLasting(session)) await writeTitles(session.sitemap, session.titles);
}
