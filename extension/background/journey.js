// @ts-check
/**
 * Finds and opens a page's sitemap. Asks the host which sitemap the page's evidence names, and falls back on the
 * reader's own choice for the site. Sends nothing for a page without evidence.
 */
import { webOrigin } from '../shared/locations.js';
import { recordSignature } from './steps/display.js';
import { resolvedHeaders } from './steps/evidence.js';
import { HostError, host } from './host/host-port.js';
import { untilReported } from './stores/incoming-pages.js';
import { followLanguages } from './events/page-language.js';
import { sendPageMetadata } from './pages/page-scripts.js';
import { publish, publishToUis } from './steps/publication.js';
import { openSitemapOf, reload, sweepSoon } from './steps/opening.js';
import {
  arrivals,
  cachedLocations,
  choices,
  pageOf,
  saveAtOnce,
  sessionKeyOfPage,
  sessions,
  tabs,
  tabsOf,
} from './stores/state.js';

/** @typedef {import('../shared/protocol.js').Evidence} Evidence */
/** @typedef {import('../shared/protocol.js').SitemapLocation} SitemapLocation */
/** @typedef {import('./stores/state.js').Page} Page */

/** Cached locations: most pages of a site carry the same evidence. An entry is small, and a missing one is requested again. */
const MAX_CACHED = 500;
/** Problems of a page that are over once a host runs. */
const UNANSWERED = new Set(['consent-wanted', 'host-missing', 'protocol-mismatch']);
/** @type {SitemapLocation} */
const NOT_LOCATED = { rule: null, sitemap: null };

/**
 * Find and open the sitemap of a page, and store the result in the page. A later look-up of the same page wins.
 * @param {Page} page
 */
export async function lookUp(page) {
  // Headers and links of a page are looked up separately, and the first response may arrive last.
  const sequence = ++page.sequence;
  page.isSearching = true;
  saveAtOnce(tabsOf(page));
  try {
    const located = await discover(page);
    if (sequence !== page.sequence) return;
    Object.assign(page, located, { problem: null });
    recordSignature(page);
    if (!page.sitemap) return;
    saveAtOnce(tabsOf(page));
    if (!sessions.has(sessionKeyOfPage(page) ?? '')) await untilReported(page);
    if (sequence !== page.sequence) return;
    const opening = openSitemapOf(page);
    publishPage(page); // shows that it is loading and can be stopped
    await opening;
    followLanguages();
    for (const tab of tabsOf(page)) sendPageMetadata(tab);
    await reloadIfWished(page);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (sequence === page.sequence) page.problem = error.problem;
  } finally {
    if (sequence === page.sequence) page.isSearching = false;
    publishPage(page);
    arrivals.dispatchEvent(new Event('looked-up'));
  }
}

/** Look up the pages that had no host. A page that crashed a host is looked up again only at the reader's request. */
export function lookUpUnanswered() {
  for (const tab of tabs.values()) {
    const page = pageOf(tab);
    if (page && UNANSWERED.has(page.problem?.code ?? '')) lookUp(page);
  }
}

/** Request the sitemap of a reloaded page again, once. @param {Page} page */
export async function reloadIfWished(page) {
  const session = page.isReloaded ? sessions.get(sessionKeyOfPage(page) ?? '') : undefined;
  if (!session) return;
  page.isReloaded = false;
  await reload(session);
}

/** Notify the tabs that show a page. @param {Page} page */
export function publishPage(page) {
  publishToUis(); // first: the toolbar can wait
  for (const tab of tabsOf(page)) publish(tab);
  sweepSoon();
}

/** @param {Page} page @returns {Promise<SitemapLocation | {rule: 'user', sitemap: string}>} */
async function discover(page) {
  const named = page.headers.length || page.links.length ? await namedBy(page) : NOT_LOCATED;
  const chosen = named.sitemap ? null : chosenSitemap(page);
  return chosen ? { rule: 'user', sitemap: chosen } : named;
}

/** Return the sitemap that a page's evidence names, from the cache if another page had the same evidence. @param {Page} page */
async function namedBy(page) {
  const key = evidenceKey(page);
  const cached = cachedLocations.get(key);
  if (cached) return cached;
  const located = await host.retryOnce(() => host.request('locate', { evidence: evidenceOf(page) }));
  cacheLocation(key, located);
  return located;
}

/** @param {Page} page @returns {Evidence} */
function evidenceOf({ url, contentType, headers, links }) {
  return { url, content_type: contentType, headers, links };
}

/** Return a key of everything the host's response depends on. @param {Page} page */
function evidenceKey({ headers, url, contentType, signature }) {
  return JSON.stringify([contentType, resolvedHeaders(headers, url), signature]);
}

/** @param {string} key @param {SitemapLocation} located */
function cacheLocation(key, located) {
  cachedLocations.set(key, located);
  // A Map iterates in insertion order, so this drops the oldest entry. Hits do not refresh it: the cache is small and cheap
  // to refill.
  for (const oldest of cachedLocations.keys()) {
    if (cachedLocations.size <= MAX_CACHED) return;
    cachedLocations.delete(oldest);
  }
}

/**
 * Return the sitemap that the reader chose for a site, or null: the fifth rule of discovery.
 * @param {Pick<Page, 'url' | 'isPrivate'>} page
 * @returns {string | null}
 */
export function chosenSitemap(page) {
  const origin = webOrigin(page.url);
  if (origin === null) return null;
  if (page.isPrivate && Object.hasOwn(choices.inPrivate, origin)) return choices.inPrivate[origin] ?? null;
  return choices.addresses[origin] ?? null;
}
