// @ts-check
/**
 * Tells the host which cookies the browser would send with an image of a page. They are read for requests that the host is
 * about to make, and kept nowhere.
 *
 * Deviation: where a reader of Chrome allows cookies of third parties, an image of another site gets such as are not
 * partitioned. The browser does not tell so without one more permission; they stay at home.
 */
import { api, cookieRules, jarOf, registrableDomain } from '../shared/browser.js';
import { isWeb } from '../shared/locations.js';
import { mayReach, scopeOfHost } from './addresses.js';
import { cookieField, inReach, isSameSite, siteOf, thatGoAlong } from './cookie-rules.js';
import { host } from './host.js';
import { entryOf } from './sites.js';

/** @typedef {{url: string, container: string, private: boolean}} AskingPage  the page as the host was told it */

const SITES = { isSchemeful: cookieRules.isSchemeful, registrableDomain };

/** @param {{ask: string, uri: string, page: AskingPage}} asked */
export async function answerCookies({ ask, uri, page }) {
  const { generation } = host;
  host.reply(generation, 'cookies', { ask, cookie: await cookiesFor(uri, page, entryOf(page)?.page.ip) }).catch(() => {});
}

/** What goes along to an address, '' for nothing. @param {string} uri @param {AskingPage} page @param {string | null} [ip]  that the page came from */
export async function cookiesFor(uri, page, ip = null) {
  const isProper = isWeb(uri) && isWeb(page.url) && mayReach(page.url, ip, uri);
  return isProper ? cookiesInJar(uri, page) : '';
}

/** Whether an address is of the page's site. @param {string} uri @param {AskingPage} page */
export function isSiteOfPage(uri, page) {
  return isSameSite(page.url, uri, SITES);
}

/** @param {string} uri @param {AskingPage} page */
async function cookiesInJar(uri, page) {
  const isSame = isSiteOfPage(uri, page);
  const jar = jarOf({ isPrivate: page.private, container: page.container });
  // All partitions at once, since only so they come in order of age; a jar that is gone (a container was removed) is empty.
  const found = await api.cookies.getAll(/** @type {any} */ ({ url: asSecure(uri), ...jar, partitionKey: {} })).catch(() => []);
  const ofPage = inReach(found, { isSameSite: isSame, site: siteOf(page.url, SITES) });
  return cookieField(thatGoAlong(ofPage, { isSameSite: isSame, isLaxByDefault: cookieRules.isLaxByDefault }));
}

/** Browsers send secure cookies to their own machine without encryption, too; asked for them, Firefox denies it. @param {string} uri */
function asSecure(uri) {
  return scopeOfHost(new URL(uri).hostname) === 'loopback' ? uri.replace(/^http:/, 'https:') : uri;
}
