// @ts-check
/**
 * What the pages of a site say, where the site is shown from a sitemap of the reader's choice: their titles, which the host
 * shows in place of names made of addresses, and the links by which they declare a search and other roles. No other page is
 * asked. Titles of pages in the map are kept; those of private windows and containers in memory only, with the open map.
 */
import { api } from '../shared/browser.js';
import { webOrigin } from '../shared/locations.js';
import { TITLES_KEPT, writeTitles } from '../shared/settings.js';
import { host } from './host.js';
import { HostError } from './host-port.js';
import { isLasting, pageOf, ready, siteOfTab, tabs } from './state.js';

/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {import('./state.js').OpenSite} OpenSite */
/** @typedef {{url: string, title: string, links: import('./choosing.js').DeclaredLink[]}} Said */

/** A tab has another title, or its page is whole. @param {number} tabId @param {{title?: string, status?: string}} changes */
export async function onTabUpdated(tabId, { title, status }) {
  if (title === undefined && status !== 'complete') return;
  await ready;
  const tab = tabs.get(tabId);
  if (tab) await hear(tab);
}

/** Hears the pages that were there before their map was, once for each host. @param {OpenSite} entry */
export function hearPages(entry) {
  if (entry.heardBy === host.generation || !isListening(entry)) return;
  entry.heardBy = host.generation;
  for (const tab of tabs.values()) if (siteOfTab(tab) === entry) hear(tab);
}

/** Whether the host has a map that pages may say something of. @param {OpenSite | null} entry */
function isListening(entry) {
  if (!host.isReady || entry?.generation !== host.generation) return false;
  return entry.site?.format === 'sitemaps-org' && !['loading', 'failed'].includes(entry.site.state);
}

/** Hears what the page of a tab says, where that is wanted. @param {Tab} tab */
export async function hear(tab) {
  const entry = siteOfTab(tab);
  if (!entry?.site || !isListening(entry) || pageOf(tab)?.rule !== 'user') return;
  const said = await askPage(tab);
  if (!said || webOrigin(said.url) !== webOrigin(entry.page.url)) return;
  try {
    const { in_map: isInMap } = await host.request('site.page', { site: entry.site.site, ...said });
    if (isInMap) await keep(entry, said);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/** @param {Tab} tab @returns {Promise<Said | null>} */
async function askPage({ tabId }) {
  const asked = api.scripting.executeScript({ target: { tabId, frameIds: [0] }, func: ownWords });
  const [answer] = /** @type {any[]} */ (await asked.catch(() => []));
  return answer?.result ?? null;
}

/** Runs in the page's isolated world; a page that could not be had says nothing of the one it stands for. @returns {Said | null} */
function ownWords() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const [url = ''] = location.href.split('#');
  if ((navigation?.responseStatus ?? 200) >= 400 || url.length > 2_000) return null;
  const found = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const links = found.filter(({ relList, href }) => /^https?:/.test(href) && href.length < 2_000
    && ['about', 'contact', 'home', 'search'].some((rel) => relList.contains(rel)));
  const told = links.slice(0, 20).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200), href, type: type.slice(0, 200), title: title.slice(0, 200),
  }));
  return { url, title: document.title.slice(0, 300), links: told };
}

/** @param {OpenSite} entry @param {Said} said */
async function keep(entry, { url, title }) {
  const before = entry.titles ?? [];
  if (!title || before.some(([other, same]) => other === url && same === title)) return;
  entry.titles = [...before.filter(([other]) => other !== url), /** @type {[string, string]} */ ([url, title])].slice(-TITLES_KEPT);
  if (isLasting(entry)) await writeTitles(entry.sitemap, entry.titles);
}
