// @ts-check
/**
 * The metadata of the pages of a site, where the site is shown from a sitemap of the reader's choice: their titles, which the
 * host shows in place of names made of addresses, and the links by which they declare a search and other roles. No other
 * page is read. Titles of pages in the map are stored; those of private windows and containers stay in the session.
 */
import { webOrigin, withoutFragment } from '../shared/locations.js';
import { TITLES_KEPT, writeTitles } from '../shared/settings.js';
import { HostError, host } from './host-port.js';
import { runInPage } from './page-scripts.js';
import { isLasting, pageOf, ready, sessionOfTab, tabs } from './state.js';

/** @typedef {import('../shared/types.js').PageMetadata} PageMetadata */
/** @typedef {import('./state.js').Session} Session */
/** @typedef {import('./state.js').Tab} Tab */

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
  if ([found.result.url, metadata.url].some((url) => webOrigin(url) !== webOrigin(session.page.url))) return;
  try {
    const { in_map: isInMap } = await host.request('site.page', { site: session.site.site, ...metadata });
    if (isInMap) await recordTitle(session, metadata);
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
    && ['about', 'contact', 'home', 'search'].some((rel) => relList.contains(rel)));
  const links = declaring.slice(0, 20).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200), href, type: type.slice(0, 200), title: title.slice(0, 200),
  }));
  return { url, title: document.title.slice(0, 300), links };
}

/** Once more within bounds: what runs in the page runs in its process. @param {any} metadata @param {string} url  as the browser says @returns {PageMetadata} */
function cleanMetadata({ title, links }, url) {
  const text = (/** @type {unknown} */ value, /** @type {number} */ most) => String(value ?? '').slice(0, most);
  const declared = (Array.isArray(links) ? links : []).slice(0, 20).filter(({ href }) => text(href, 2_001).length <= 2_000);
  return {
    url, title: text(title, 300),
    links: declared.map(({ rel, href, type, title: named }) => ({ rel: text(rel, 200), href: text(href, 2_000), type: text(type, 200), title: text(named, 200) })),
  };
}

/** @param {Session} session @param {PageMetadata} metadata */
async function recordTitle(session, { url, title }) {
  const before = session.titles ?? [];
  if (!title || before.some(([other, same]) => other === url && same === title)) return;
  session.titles = [...before.filter(([other]) => other !== url), /** @type {[string, string]} */ ([url, title])].slice(-TITLES_KEPT);
  if (isLasting(session)) await writeTitles(session.sitemap, session.titles);
}
