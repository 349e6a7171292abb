// @ts-check
/**
 * Handles the reader's choices: of a sitemap for a site, including the suggestions, and of settings, including the effects
 * of a change. Requests nothing from a site and collects nothing from its pages before the reader asks for it. Stores
 * nothing for private windows.
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
/**
 * Declarations in a page; `isError` if the page has an error status.
 * @typedef {{url: string, links: import('../shared/protocol.js').DeclaredLink[], isError: boolean}} Declaring
 */

// Behaviour: when robots.txt is requested by a click.
/**
 * Return the declarations of a tab's site: its robots.txt, and the page's links to sitemaps and feeds. Only the button that
 * searches for a list calls it.
 * @param {Tab | null} tab
 */
export async function suggest(tab) {
  if (!tab || !isWeb(tab.url)) throw new HostError('bad-url');
  return suggestionsFor(tab, await declaredBy(tab));
}

/**
 * Return suggestions if the page's own declarations, null if unavailable, show that they are wanted. Otherwise return null
 * and request nothing.
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
 * Return the declarations in a tab's document. Creates a record for a document older than the extension.
 * @param {Tab} tab
 * @returns {Promise<Declaring | null>}
 */
async function declaredBy(tab) {
  const ran = await runInPage(tab.tabId, linksInPage, []);
  const url = ran?.result?.url ?? tab.url;
  if (!pageOf(tab)) await place(tab, url, ran?.documentId ?? `${tab.tabId} ${url}`);
  return ran?.result ?? null;
}

/** Return the page's declarations, inside the page. @returns {Declaring} */
export function linksInPage() {
  const elements = [...document.querySelectorAll('link[rel][href]')].filter((link) => link instanceof HTMLLinkElement);
  const declaring = elements.filter(({ relList, type }) => relList.contains('sitemap') || (relList.contains('alternate') && /\b(rss|atom)\+xml\b/i.test(type)));
  const links = declaring.slice(0, 100).map(({ rel, href, type, title }) => ({
    rel: rel.slice(0, 200), href, type: type.slice(0, 200), title: title.slice(0, 200),
  }));
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  return { url: location.href, links: links.filter(({ href }) => href.length < 10_000), isError: (navigation?.responseStatus ?? 200) >= 400 };
}

/**
 * Store the reader's choice of a sitemap for a site, or null for none; return the previous choice.
 * @param {Tab | null} tab
 * @param {{origin: string, sitemap: string | null}} choice  the site by its origin
 */
export async function choose(tab, { origin, sitemap }) {
  const page = tab && pageOf(tab);
  if (!page || webOrigin(page.url) !== origin || (sitemap !== null && !isWeb(sitemap))) throw new HostError('bad-url');
  // The sidebar can offer to undo the choice.
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

/** Close the maps of choices that no longer exist. */
function closeForgotten() {
  closeUnused(({ isChosen, isPrivate, page, sitemap }) => isChosen && chosenSitemap({ url: page.url, isPrivate }) !== sitemap);
}

/**
 * Apply settings changed here or on another machine: display levels at once, options sent to the host, addresses looked up.
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
 * Follow a change of the reader's consent to data transfer: start the host, or stop it at once.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} area
 */
export function onConsentChanged(changes, area) {
  if (area !== 'local' || !changes[CONSENT_KEY]) return;
  host.stop();
  host.retry().catch(() => {}); // refused and published if there is no consent
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
