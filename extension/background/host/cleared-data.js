// @ts-check
/**
 * Follows the reader who clears browsing data. Deleting a site's cookies also deletes the host's cached files of that
 * site, because their validators could identify the reader. Browsers report cleared history or cache only to extensions
 * that may read all history, but report each deleted cookie. If no host is running, the module records that data was
 * cleared, but not the site, since the reader wants that forgotten. The next host then clears its whole cache before
 * its first request.
 *
 * Firefox does not report that all cookies were deleted together, and no browser reports the cookies that it deletes as
 * it ends. A cookie of our own shows both by its absence.
 */
import { api, isOrdinary, jarOf, siteOf } from '../../shared/browser.js';
import { forgetSites } from '../../shared/settings.js';
import { HostError, host } from './host-port.js';
import { addClearedSite, takeClearedSites } from '../stores/settings.js';
import { allTabs } from '../stores/tabs.js';

/** Browsers report deleted cookies one by one; they are collected for this long. */
const TOGETHER_MS = 500;
/** Above this number of sites, the host clears its whole cache, which loses time only. */
const MOST_SITES = 20;
/** Our own cookie: the name is reserved, so no server receives it (RFC 6761). */
const MARK = { url: 'https://standard-sitemap.invalid/', name: 'cookies-kept' };
/** Chrome keeps no cookie longer. Everything is cleared once more then, and before the first map of all. */
const MARK_S = 400 * 86_400;
/** Key in the local store: whether data was cleared while no host was running. */
const MISSED_KEY = 'cleared';
/** Time limit for clearing the whole cache. */
const CLEARING_MS = 10_000;

/**
 * Collect the site of a cookie that the reader deleted. Ignores cookies that expired or were replaced. Private windows
 * and containers have stored nothing, and delete nothing that ordinary tabs have stored. Without a tab, they have no
 * cache either: Firefox deletes the cookies of private windows when the last one closes.
 * @param {chrome.cookies.CookieChangeInfo} change
 */
export function onCookieChanged({ removed, cause, cookie }) {
  if (!removed || cause !== 'explicit') return;
  if (!isOrdinary(cookie) && !allTabs().some((tab) => jarOf(tab).storeId === cookie.storeId)) return;
  // The first site starts the collection; all deleted together come within it.
  if (!addClearedSite(siteOf(cookie.domain.replace(/^\./, '')), isOrdinary(cookie))) return;
  setTimeout(() => {
    const cleared = takeClearedSites();
    const sites = cleared.size > MOST_SITES ? [null] : [...cleared.keys()];
    // Of these sites only, however many: in Firefox, a page's servers can delete their own cookies in the same way.
    const isCleared = (/** @type {string} */ address) =>
      !URL.canParse(address) || cleared.get(siteOf(new URL(address).hostname)) === true;
    const isAnyStored = [...cleared.values()].includes(true);
    if (isAnyStored) forgetSites(isCleared);
    if (!host.isReady) isAnyStored && api.storage.local.set({ [MISSED_KEY]: true });
    else for (const site of sites) forget(site);
  }, TOGETHER_MS);
}

/** Clear everything if all cookies were deleted and the browser did not report it, before a sitemap is requested. */
export async function clearUnreported() {
  if (!(await areAllDeleted())) return;
  await Promise.all([forgetSites(), forget(null)]);
}

/** Return whether our cookie has gone, with all others, and set it again; false if the browser does not keep it. */
async function areAllDeleted() {
  // Refused if cookies are kept apart by the first party (a setting of Firefox).
  if ((await api.cookies.get(MARK).catch(() => undefined)) !== null) return false;
  const expires = Date.now() / 1000 + MARK_S;
  return (
    (await api.cookies
      .set({ ...MARK, value: '1', secure: true, httpOnly: true, expirationDate: expires })
      .catch(() => null)) !== null
  );
}

/** Clear the cache of a newly started host if data was cleared since the last one. @throws {HostError} */
export async function clearMissed() {
  const { [MISSED_KEY]: isMissed } = await api.storage.local.get(MISSED_KEY);
  if (!isMissed) return;
  const { removed } = await host.send('cache.clear', { site: null }, CLEARING_MS);
  if (removed !== null) await api.storage.local.remove(MISSED_KEY);
}

/** Clear a site's cache entries. If that fails, let the next host clear its whole cache. @param {string | null} site */
async function forget(site) {
  if (!(await clearCache(site))) await api.storage.local.set({ [MISSED_KEY]: true });
}

/** Clear the host's cache, of one site or of all, and return whether that succeeded. @param {string | null} site */
export async function clearCache(site) {
  try {
    const { removed } = await host.request('cache.clear', { site });
    return removed !== null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return false;
  }
}
