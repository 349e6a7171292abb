// @ts-check
/**
 * Locates a page's sitemap. Asks the host which sitemap the page's evidence names, and falls back on the reader's own
 * choice for the site. Sends nothing for a page without evidence.
 */
import { host } from '../host/host-port.js';
import { cacheLocation, cachedLocation } from '../stores/sessions.js';
import { chosenSitemap } from '../stores/settings.js';
import { headersKey } from './evidence.js';

/** @typedef {import('../../shared/protocol.js').Evidence} Evidence */
/** @typedef {import('../../shared/protocol.js').SitemapLocation} SitemapLocation */
/** @typedef {import('../stores/tabs.js').Page} Page */

/** @type {SitemapLocation} */
const NOT_LOCATED = { rule: null, sitemap: null };

/**
 * Return the location of a page's sitemap, by the page's evidence or by the reader's choice.
 * @param {Page} page
 * @param {Evidence} evidence
 * @returns {Promise<SitemapLocation | {rule: 'user', sitemap: string}>}
 */
export async function locate(page, evidence) {
  const isNamed = page.headers.length + page.links.length > 0;
  const named = isNamed ? await locationOf(page, evidence) : NOT_LOCATED;
  const chosen = named.sitemap ? null : chosenSitemap(page);
  return chosen ? { rule: 'user', sitemap: chosen } : named;
}

/**
 * Return the host's answer, from the cache if another page had the same evidence.
 * @param {Page} page
 * @param {Evidence} evidence
 */
async function locationOf(page, evidence) {
  // Everything that the answer depends on.
  const key = JSON.stringify([page.contentType, headersKey(page), page.signature]);
  // A refusal is not cached: it throws, and the next page asks again.
  const cached = cachedLocation(key);
  if (cached) return cached;
  const location = await host.retryOnce(() => host.request('locate', { evidence }));
  cacheLocation(key, location);
  return location;
}
