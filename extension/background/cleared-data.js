// @ts-check
/**
 * The reader clears data: what the host has cached of a site, with what it would tell a server by that, goes with the site's
 * cookies. No browser says that its history or cache was cleared without a permission that shows us all of the history;
 * of cookies it says each that goes. Listened to is that only while there is a host: it happens at every page.
 */
import { api, registrableDomain } from '../shared/browser.js';
import { HostError, host } from './host-port.js';
import { clearedDomains, timers } from './state.js';

/** Cookies go one by one. */
const TOGETHER_MS = 500;
/** Of more sites than that, all is forgotten. */
const MOST_SITES = 20;

/** Listens while there is a host. */
export function watchCookies() {
  api.cookies.onChanged.removeListener(onCookieChanged);
  if (host.isReady) api.cookies.onChanged.addListener(onCookieChanged);
}

/** A cookie has changed; one that has only expired or was replaced is none that somebody cleared. @param {chrome.cookies.CookieChangeInfo} change */
export function onCookieChanged({ removed, cause, cookie }) {
  if (!removed || cause !== 'explicit') return;
  const domain = cookie.domain.replace(/^\./, '');
  clearedDomains.add(registrableDomain(domain) ?? domain);
  timers.clearing ??= setTimeout(() => {
    timers.clearing = null;
    const sites = clearedDomains.size > MOST_SITES ? [null] : [...clearedDomains];
    clearedDomains.clear();
    for (const site of host.isReady ? sites : []) clearCache(site);
  }, TOGETHER_MS);
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
