// @ts-check
/**
 * Sends the metadata of pages to the host, only if their site uses a sitemap that the reader chose. The host shows the
 * titles and the links of menus instead of names derived from addresses. Further links declare a search or other roles.
 * Titles and links of pages in the map are stored; data of private windows and containers stays in the session.
 */
import { webOrigin, withoutFragment } from '../../shared/locations.js';
import { MOST_SEEN_LINKS, MOST_TITLES, writeTitles } from '../../shared/settings.js';
import { HostError, host } from '../host/host-port.js';
import { runInPage } from '../pages/page-scripts.js';
import { ready } from '../stores/ready.js';
import { changeSession, isClosed, sessionOfTab, storesNames } from '../stores/sessions.js';
import { allTabs, missTitle, pageOf, pauseTitle, tabById, tabsOf, takeSeenLinks } from '../stores/tabs.js';

/** @typedef {import('../../shared/types.js').PageMetadata} PageMetadata */
/** @typedef {import('../stores/sessions.js').Session} Session */
/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/** Some pages change their title without end, and the host names rows by each title. */
const TITLE_PAUSE_MS = 1_000;

/**
 * Send the metadata of a tab whose title changed or whose page finished loading.
 * @param {number} tabId
 * @param {{title?: string, status?: string}} changes
 */
export async function onTabUpdated(tabId, { title, status }) {
  if (title === undefined && status !== 'complete') return;
  await ready;
  if (status === 'complete' || !missTitle(tabId)) await sendMetadataOf(tabId);
}

/** Send the metadata of a tab's page, and again after a pause if its title changes meanwhile. @param {number} tabId */
async function sendMetadataOf(tabId) {
  pauseTitle(tabId, TITLE_PAUSE_MS, () => sendMetadataOf(tabId));
  const tab = tabById(tabId);
  if (tab) await sendPageMetadata(tab);
}

/** Send the metadata of pages that arrived before their map, once for each host. @param {Session} session */
export function sendMetadataOfPages(session) {
  if (session.metadataGeneration === host.generation || !takesMetadata(session)) return;
  changeSession(session, { metadataGeneration: host.generation });
  for (const tab of allTabs()) if (sessionOfTab(tab) === session) sendPageMetadata(tab);
}

/** Send the metadata of a page whose map is open. @param {Page} page */
export function sendMetadataOfPage(page) {
  for (const tab of tabsOf(page)) sendPageMetadata(tab);
}

/** Send the links of a page's menus, which have just been reported. @param {Page} page */
export function sendLinksOfPage(page) {
  for (const tab of tabsOf(page)) sendLinks(tab);
}

/** Send the links of menus that were reported before their map was open. @param {Session} session */
export function sendLinksOfPages(session) {
  for (const tab of takesMetadata(session) ? allTabs() : []) if (sessionOfTab(tab) === session) sendLinks(tab);
}

/** Send the host the links of a tab's menus, if the map takes them and has not received them. @param {Tab} tab */
async function sendLinks(tab) {
  const session = sessionOfTab(tab);
  const page = pageOf(tab);
  if (!session?.site || !takesMetadata(session) || !page) return;
  // A map that was kept from another site says nothing about this page's menus.
  if (webOrigin(page.url) !== webOrigin(session.page.url)) return;
  const links = takeSeenLinks(tab, `${session.generation} ${session.site.site}`);
  if (links.length === 0) return;
  try {
    const { listed } = await host.request('site.links', { site: session.site.site, links });
    await recordLinks(
      session,
      links.filter((_, at) => listed.includes(at)),
    );
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/**
 * Record links of menus to pages in the map, and the branch of a recorded link if a later menu is the first to show it.
 * @param {Session} session
 * @param {import('../stores/tabs.js').SeenLink[]} listed
 */
async function recordLinks(session, listed) {
  if (isClosed(session)) return; // as for titles
  const known = new Map((session.seenLinks ?? []).map((link) => [link[0], link]));
  const news = listed.filter(([url, , branch]) => !known.has(url) || (branch && !known.get(url)?.[2]));
  if (news.length === 0) return;
  for (const [url, name, branch] of news) known.set(url, [url, known.get(url)?.[1] ?? name, branch]);
  const kept = [...known.values()].slice(0, MOST_SEEN_LINKS);
  changeSession(session, { seenLinks: kept });
  if (storesNames(session)) await writeTitles(session.sitemap, session.titles ?? [], kept);
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
  // A map in order of use: the oldest titles go first when there are too many.
  const known = new Map(session.titles ?? []);
  const news = titles.filter(([url, title]) => title && known.get(url) !== title);
  if (news.length === 0) return;
  for (const [url, title] of news) {
    known.delete(url); // set again to become the newest entry
    known.set(url, title);
  }
  const kept = [...known].slice(-MOST_TITLES);
  changeSession(session, { titles: kept });
  if (storesNames(session)) await writeTitles(session.sitemap, kept, session.seenLinks ?? []);
}
