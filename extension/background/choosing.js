// @ts-check
/**
 * The reader's own choice of a sitemap for a site: what there is to choose from, and keeping it. Nothing is asked of a
 * site, and nothing collected from its pages, before the reader asks; nothing is written for private windows.
 */
import { api } from '../shared/browser.js';
import { isWeb, webOrigin } from '../shared/locations.js';
import { writeAddress } from '../shared/settings.js';
import { host } from './host.js';
import { HostError } from './host-port.js';
import { dropForgotten, lookUp, readersChoice } from './look-up.js';
import { place } from './observe.js';
import { asTold } from './sites.js';
import { choices, newPage, pageOf, save, tabs } from './state.js';

/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {{rel: string, href: string, type: string, title: string}} DeclaredLink */
/** @typedef {{url: string, links: DeclaredLink[]}} Declaring */

/** What the site of a tab's page declares: its robots.txt, and the page's links to sitemaps and feeds. @param {Tab | null} tab */
export async function suggest(tab) {
  if (!tab || !isWeb(tab.url)) throw new HostError('bad-url');
  const { url, links } = await declaredBy(tab);
  const page = pageOf(tab) ?? newPage(url, tab);
  return host.request('suggest', { page: asTold(page), private: tab.isPrivate, links });
}

/**
 * What the document of a tab declares. One that was there before us gets a record now.
 * @param {Tab} tab
 * @returns {Promise<Declaring>}
 */
async function declaredBy(tab) {
  const asked = api.scripting.executeScript({ target: { tabId: tab.tabId, frameIds: [0] }, func: declaredLinks });
  const [answer] = /** @type {any[]} */ (await asked.catch(() => []));
  const { url, links } = /** @type {Declaring} */ (answer?.result ?? { url: tab.url, links: [] });
  if (!pageOf(tab)) await place(tab, url, answer?.documentId ?? `${tab.tabId} ${url}`);
  return { url, links };
}

/** Runs in the page's isolated world. @returns {Declaring} */
function declaredLinks() {
  const found = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const links = found.filter(({ relList, type }) => relList.contains('sitemap') || (relList.contains('alternate') && /\b(rss|atom)\+xml\b/i.test(type)));
  const told = links.slice(0, 100).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200), href, type: type.slice(0, 200), title: title.slice(0, 200),
  }));
  return { url: location.href, links: told.filter(({ href }) => href.length < 10_000) };
}

/**
 * Keeps a sitemap as the reader's choice for a site, or none; answers what was chosen before.
 * @param {Tab | null} tab
 * @param {{site: string, sitemap: string | null}} choice
 */
export async function choose(tab, { site, sitemap }) {
  const page = tab && pageOf(tab);
  if (!page || webOrigin(page.url) !== site || (sitemap !== null && !isWeb(sitemap))) throw new HostError('bad-url');
  const before = readersChoice(page);
  if (!tab.isPrivate) await writeAddress(site, sitemap);
  else await choosePrivately(site, sitemap);
  return { before };
}

/** @param {string} site @param {string | null} sitemap */
async function choosePrivately(site, sitemap) {
  choices.inPrivate[site] = sitemap;
  save();
  for (const tab of tabs.values()) {
    const page = tab.isPrivate ? pageOf(tab) : null;
    if (page && webOrigin(page.url) === site) await lookUp(page);
  }
  dropForgotten();
}
