// @ts-check
/**
 * The reader's own choices: of a sitemap for a site, with what there is to choose from, and of settings, with what follows
 * from a change. Nothing is requested of a site, and nothing collected from its pages, before the reader wishes it; nothing is
 * written for private windows.
 */
import { CONSENT_KEY } from '../shared/consent.js';
import { isWeb, webOrigin } from '../shared/locations.js';
import { chosenLanguages, forgottenSites, isAddress, writeAddress } from '../shared/settings.js';
import { HostError, host } from './host-port.js';
import { chosenSitemap, lookUp } from './look-up.js';
import { place } from './observe-tabs.js';
import { runInPage } from './page-scripts.js';
import { publishAll } from './publish.js';
import { closeUnused, configureSessions, pageForHost, readOn } from './sessions.js';
import { choices, newPage, pageOf, ready, refreshChoices, save, sessions, tabs } from './state.js';

/** @typedef {import('./state.js').Tab} Tab */
/** `isError` where the page says that something went wrong. @typedef {{url: string, links: import('../shared/protocol.js').DeclaredLink[], isError: boolean}} Declaring */

// Behaviour: when robots.txt is requested by a click.
/** Returns what the site of a tab's page declares: its robots.txt, and the page's links to sitemaps and feeds. Only the button that searches for a list calls it. @param {Tab | null} tab */
export async function suggest(tab) {
  if (!tab || !isWeb(tab.url)) throw new HostError('bad-url');
  return suggestionsFor(tab, await declaredBy(tab));
}

/**
 * The same where what the page itself declares, null where that cannot be had, shows that it is wanted; else null, and nothing
 * is asked for.
 * @param {Tab} tab
 * @param {(declared: Declaring | null) => boolean} isWanted
 */
export async function suggestIf(tab, isWanted) {
  const declared = await declaredBy(tab);
  return isWanted(declared) ? suggestionsFor(tab, declared) : null;
}

/** @param {Tab} tab @param {Declaring | null} declared @returns {Promise<import('../shared/protocol.js').Suggested>} */
function suggestionsFor(tab, declared) {
  const { url, links } = declared ?? { url: tab.url, links: [] };
  const page = pageOf(tab) ?? newPage(url, tab);
  return host.request('suggest', { page: pageForHost(page), private: tab.isPrivate, links });
}

/**
 * What the document of a tab declares. One that was there before us gets a record now.
 * @param {Tab} tab
 * @returns {Promise<Declaring | null>}
 */
async function declaredBy(tab) {
  const ran = await runInPage(tab.tabId, linksInPage, []);
  const url = ran?.result?.url ?? tab.url;
  if (!pageOf(tab)) await place(tab, url, ran?.documentId ?? `${tab.tabId} ${url}`);
  return ran?.result ?? null;
}

/** Runs in the page. @returns {Declaring} */
export function linksInPage() {
  const found = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const declaring = found.filter(({ relList, type }) => relList.contains('sitemap') || (relList.contains('alternate') && /\b(rss|atom)\+xml\b/i.test(type)));
  const links = declaring.slice(0, 100).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200), href, type: type.slice(0, 200), title: title.slice(0, 200),
  }));
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  return { url: location.href, links: links.filter(({ href }) => href.length < 10_000), isError: (navigation?.responseStatus ?? 200) >= 400 };
}

/**
 * Stores a sitemap as the reader's choice for a site, or none; returns what was chosen before.
 * @param {Tab | null} tab
 * @param {{origin: string, sitemap: string | null}} choice  the site by its origin
 */
export async function choose(tab, { origin, sitemap }) {
  const page = tab && pageOf(tab);
  if (!page || webOrigin(page.url) !== origin || (sitemap !== null && !isWeb(sitemap))) throw new HostError('bad-url');
  // What was chosen is returned, so that the sidebar can offer to undo it.
  const before = chosenSitemap(page);
  if (!tab.isPrivate) await writeAddress(origin, sitemap);
  else await choosePrivately(origin, sitemap);
  return { before };
}

/** @param {string} origin @param {string | null} sitemap */
async function choosePrivately(origin, sitemap) {
  choices.inPrivate[origin] = sitemap;
  save();
  for (const tab of tabs.values()) {
    const page = tab.isPrivate ? pageOf(tab) : null;
    if (page && webOrigin(page.url) === origin) await lookUp(page);
  }
  closeForgotten();
}

/** Closes the maps of choices that stand no longer. */
function closeForgotten() {
  closeUnused(({ isChosen, isPrivate, page, sitemap }) => isChosen && chosenSitemap({ url: page.url, isPrivate }) !== sitemap);
}

/**
 * Settings were changed, here or on another machine: levels at once, options sent to the host, addresses looked up.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} area
 */
export async function onSettingsChanged(changes, area) {
  if (area === 'local') recordLanguages(changes);
  if (area !== 'sync' && !(area === 'local' && Object.keys(changes).some(isAddress))) return;
  await ready;
  const before = structuredClone(choices);
  await refreshChoices();
  if (JSON.stringify(before.settings) !== JSON.stringify(choices.settings)) await configureSessions();
  if (JSON.stringify(before.settings.limits) !== JSON.stringify(choices.settings.limits)) await readOn();
  if (JSON.stringify(before.addresses) !== JSON.stringify(choices.addresses)) await lookUpAgain(before.addresses);
  publishAll();
}

/**
 * The reader has agreed to the handing over of data, or no longer does: the host is started, or ended at once.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} area
 */
export function onConsentChanged(changes, area) {
  if (area !== 'local' || !changes[CONSENT_KEY]) return;
  host.stop();
  host.retry().catch(() => {}); // which is refused where there is no consent, and published
}

/** @param {Record<string, chrome.storage.StorageChange>} changes */
function recordLanguages(changes) {
  const changed = Object.entries(changes).map(([key, { newValue }]) => [key, newValue]);
  Object.assign(choices.languages, chosenLanguages(Object.fromEntries(changed)));
  const forgotten = new Set(forgottenSites(changes));
  const concerned = [...sessions.values()].filter(({ sitemap, isPrivate, language }) => !isPrivate && language && forgotten.has(sitemap));
  for (const session of concerned) session.language = null;
  if (concerned.length) configureSessions(concerned).then(publishAll);
}

/** @param {Record<string, string>} before */
async function lookUpAgain(before) {
  for (const tab of tabs.values()) {
    const page = pageOf(tab);
    if (!page || !URL.canParse(page.url)) continue;
    const { origin } = new URL(page.url);
    if (before[origin] !== choices.addresses[origin]) await lookUp(page);
  }
  closeForgotten();
}
