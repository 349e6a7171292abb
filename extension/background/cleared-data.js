// @ts-check
/**
 * The reader clears data: what the host has cached of a site, with what it would tell a server by that, goes with the site's
 * cookies. No browser says that its history or cache was cleared without a permission that shows us all of the history;
 * of cookies it says each that goes. Where no host runs just then, it is noted that something was cleared, not of which
 * site, which would be kept of what the reader wants forgotten: the next host forgets all before anything is asked of it.
 */
import { api, siteOf } from '../shared/browser.js';
import { forgetLookedUp, forgetVisited } from '../shared/settings.js';
import { HostError, host } from './host-port.js';
import { clearedDomains, timers } from './state.js';

/** Cookies go one by one. */
const TOGETHER_MS = 500;
/** Of more sites than that, all is forgotten. */
const MOST_SITES = 20;
/** In the local store: whether something was cleared while there was no host. */
const MISSED_KEY = 'cleared';
/** As long as a host may take to forget all. */
const CLEARING_MS = 10_000;

/** A cookie has changed; one that has only expired or was replaced is none that somebody cleared. @param {chrome.cookies.CookieChangeInfo} change */
export function onCookieChanged({ removed, cause, cookie }) {
  if (!removed || cause !== 'explicit') return;
  clearedDomains.add(siteOf(cookie.domain.replace(/^\./, '')));
  timers.clearing ??= setTimeout(() => {
    timers.clearing = null;
    const sites = clearedDomains.size > MOST_SITES ? [null] : [...clearedDomains];
    clearedDomains.clear();
    const isCleared = (/** @type {string} */ address) => isOfAny(sites, address);
    forgetVisited(isCleared);
    forgetLookedUp(isCleared);
    if (!host.isReady) api.storage.local.set({ [MISSED_KEY]: true });
    else for (const site of sites) forget(site);
  }, TOGETHER_MS);
}

/** Whether a sitemap is of one of the sites; null among them stands for all. @param {(string | null)[]} sites @param {string} sitemap */
function isOfAny(sites, sitemap) {
  return sites.includes(null) || !URL.canParse(sitemap) || sites.includes(siteOf(new URL(sitemap).hostname));
}

/** Has a host that was just started forget all, where something was cleared since the last one. @throws {HostError} */
export async function clearMissed() {
  const { [MISSED_KEY]: isMissed } = await api.storage.local.get(MISSED_KEY);
  if (!isMissed) return;
  const { removed } = await host.send('cache.clear', { site: null }, CLEARING_MS);
  if (removed !== null) await api.storage.local.remove(MISSED_KEY);
}

/** Forgets what was cached of a site; where that fails all of it, by the next host. @param {string | null} site */
async function forget(site) {
  if (!(await clearCache(site))) await api.storage.local.set({ [MISSED_KEY]: true });
}

/** Has the host forget what it cached, of a site or all; whether it has. @param {string | null} site */
export async function clearCache(site) {
  try {
    const { removed } = await host.request('cache.clear', { site });
    return removed !== null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return false;
  }
}
