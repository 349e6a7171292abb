// @ts-check
/**
 * Reads the cookies that a request of a page would be sent with. They are read only for requests that the host is about
 * to make, and are never stored.
 *
 * Deviation: if a reader of Chrome allows third-party cookies, an image of another site is sent unpartitioned cookies.
 * The browser reveals this setting only with one more permission, so these cookies are not sent.
 */
import { api, isLaxByDefault, jarOf, partitionOf, siteRules } from '../../shared/browser.js';
import { tabForFetch } from '../stores/tabs.js';
import {
  asSecure,
  cookieField,
  cookiesInReach,
  cookiesThatGoAlong,
  isSameSite,
  mayRequest,
  topLevelSite,
} from './request-rules.js';
import { wayOf } from './routes.js';

/** @typedef {import('../../shared/protocol.js').RequestingPage} RequestingPage */

/** Return the cookie field to send to an address, '' for none. @param {string} uri @param {RequestingPage} page */
export async function cookiesFor(uri, page) {
  const way = wayOf(page);
  if (!mayRequest(page.url, way, uri)) return '';
  const isSame = isSameSite(page.url, uri, siteRules);
  const jar = jarOf({ isPrivate: page.private, container: page.container });
  // All partitions at once, since only then are they ordered by age; a removed container's jar is empty.
  const cookies = await api.cookies.getAll({ url: asSecure(uri), ...jar, partitionKey: {} }).catch(() => []);
  let site = topLevelSite(page.url, siteRules);
  if (site === null && cookies.some(({ partitionKey }) => partitionKey)) {
    // Chromium 132 to 152 names partitions but has no list of suffixes: any document of the page's origin has its
    // partition.
    const tab = await tabForFetch(page, page.url, new AbortController().signal);
    site = tab?.documentId ? await partitionOf(tab.documentId) : null;
  }
  const inReach = cookiesInReach(cookies, { isSameSite: isSame, site });
  return cookieField(cookiesThatGoAlong(inReach, { isSameSite: isSame, isLaxByDefault }));
}
