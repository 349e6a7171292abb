// @ts-check
/**
 * Decides when a site's robots.txt is requested, to find its own lists of pages. This happens for the button that
 * searches for a list, or without a click if the reader has turned that on. Otherwise nothing is requested from a site
 * or collected from its pages.
 *
 * Without a click, it searches only for the foreground page of a window with an open sidebar. That page must have
 * loaded and name no sitemap. The host makes the same requests as for the button. Each site is asked once; a site
 * without a list not again for a day; a site whose list the reader removed, never. Private windows and containers are
 * excluded, because the sites that were looked up are stored.
 */
import { hasFailed } from '../../shared/failed-pages.js';
import { isWeb, webOrigin } from '../../shared/locations.js';
import { FOR_GOOD, readAddresses, readLookedUp, writeAddress, writeLookedUp } from '../../shared/settings.js';
import { wholeSitemap } from '../../shared/suggestions.js';
import { HostError, host } from '../host/host-port.js';
import { runInPage } from '../pages/page-scripts.js';
import { describe } from '../steps/description.js';
import { place } from '../steps/observation.js';
import { publishToUis } from '../steps/publication.js';
import { isUiOpen, sidebars } from '../stores/connected-pages.js';
import { ready } from '../stores/ready.js';
import { isLasting } from '../stores/sessions.js';
import { beginSearch, chosenSitemap, endSearch, recordFound, settings } from '../stores/settings.js';
import { activeTab, changePage, newPage, pageOf } from '../stores/tabs.js';

/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */
/**
 * Declarations in a page; `isError` if the page has an error status.
 * @typedef {{url: string, links: import('../../shared/protocol.js').DeclaredLink[], isError: boolean}} PageDeclarations
 */

const DAY_MS = 86_400_000;

// Behaviour: when robots.txt is requested. Also: fetch robots.txt, crawl, without a click.
/**
 * Return the declarations of a tab's site: its robots.txt, and the page's links to sitemaps and feeds. Only the button
 * that searches for a list calls it.
 * @param {Tab | null} tab
 */
export async function suggest(tab) {
  if (!tab || !isWeb(tab.url)) throw new HostError('bad-url');
  return suggestionsFor(tab, await declaredBy(tab));
}

/**
 * @param {Tab} tab
 * @param {PageDeclarations | null} declared
 * @returns {Promise<import('../../shared/protocol.js').Suggestions>}
 */
function suggestionsFor(tab, declared) {
  const { url, links } = declared ?? { url: tab.url, links: [] };
  const page = pageOf(tab) ?? newPage(url, tab);
  return host.request('suggest', { page: describe(page), private: tab.isPrivate, links });
}

/**
 * Return the declarations in a tab's document. Creates a record for a document older than the extension.
 * @param {Tab} tab
 * @returns {Promise<PageDeclarations | null>}
 */
async function declaredBy(tab) {
  const ran = await runInPage(tab.tabId, linksInPage, []);
  const url = ran?.result?.url ?? tab.url;
  if (!pageOf(tab)) await place(tab, url, ran?.documentId ?? `${tab.tabId} ${url}`);
  return ran?.result ?? null;
}

/** Return the page's declarations, inside the page. @returns {PageDeclarations} */
export function linksInPage() {
  const elements = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const declaring = elements.filter(
    ({ relList, type }) =>
      relList.contains('sitemap') || (relList.contains('alternate') && /\b(rss|atom)\+xml\b/i.test(type)),
  );
  const links = declaring.slice(0, 100).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200),
    href,
    type: type.slice(0, 200),
    title: title.slice(0, 200),
  }));
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  return {
    url: location.href,
    links: links.filter(({ href }) => href.length < 10_000),
    isError: (navigation?.responseStatus ?? 200) >= 400,
  };
}

/**
 * Look for lists of the sites shown beside open sidebars, if the reader wants that and the site was not looked up
 * recently.
 */
export async function lookByThemselves() {
  await ready;
  if (!settings().lookByItself || !host.isReady) return;
  const windows = new Set(sidebars().map(({ windowId }) => windowId));
  await Promise.all(
    [...windows].map(async (windowId) => {
      const tab = await activeTab(windowId);
      const page = tab && pageOf(tab);
      if (tab && page && namesNothing(tab, page)) await lookFor(tab, page);
    }),
  );
}

/** Return whether a page has loaded, and no sitemap is known for it. @param {Tab} tab @param {Page} page */
function namesNothing(tab, page) {
  const isThere = isWeb(tab.url) && !page.isSearching && !page.problem && !hasFailed(page);
  return (
    isThere && isLasting(tab) && page.sitemap === null && tab.pinnedSitemap === null && chosenSitemap(page) === null
  );
}

/** @param {Tab} tab @param {Page} page */
async function lookFor(tab, page) {
  const origin = webOrigin(page.url);
  // Before any `await`: several events report the same page.
  if (origin === null || !beginSearch(origin)) return;
  try {
    await lookUnlessKnown(tab, page, origin);
    endSearch(origin); // not after a failure, which each event would repeat
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  } finally {
    if (page.look === 'looking') show(page, '');
  }
}

/** @param {Tab} tab @param {Page} page @param {string} origin */
async function lookUnlessKnown(tab, page, origin) {
  const until = (await readLookedUp())[origin] ?? 0;
  if (until > Date.now()) return show(page, until === FOR_GOOD ? '' : 'nothing');
  // A sitemap that was just found is stored before it is in `choices`.
  if (Object.hasOwn(await readAddresses(), origin)) return;
  show(page, 'looking');
  const declared = await declaredBy(tab);
  if (declared === null || declared.isError || !isOnView(tab, page)) return;
  const sitemap = wholeSitemap((await suggestionsFor(tab, declared)).suggestions)?.sitemap ?? null;
  // The reader may have chosen a sitemap meanwhile, refused one, or turned this off.
  const isRefused = (await readLookedUp())[origin] === FOR_GOOD;
  if (settings().lookByItself && !isRefused && chosenSitemap(page) === null) await settle(page, origin, sitemap);
}

/**
 * Store the result as the site's sitemap, as if the reader had chosen it. Without a sitemap, store the date of the next
 * look-up.
 * @param {Page} page
 * @param {string} origin
 * @param {string | null} sitemap
 */
async function settle(page, origin, sitemap) {
  if (sitemap === null) {
    await writeLookedUp(origin, Date.now() + DAY_MS);
    return show(page, 'nothing');
  }
  recordFound(origin, sitemap);
  return writeAddress(origin, sitemap);
}

/**
 * Return whether the conditions of the look still hold: the reader may have left the page, closed the sidebar, or
 * turned this off.
 * @param {Tab} tab
 * @param {Page} page
 */
function isOnView(tab, page) {
  const isBeside = isUiOpen('sidebar', tab.windowId);
  return settings().lookByItself && isBeside && pageOf(tab) === page && namesNothing(tab, page);
}

/** @param {Page} page @param {Page['look']} look */
function show(page, look) {
  changePage(page, { look });
  publishToUis();
}
