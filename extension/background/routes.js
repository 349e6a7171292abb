// @ts-check
/**
 * By which way a page came to the reader: directly, by a proxy, as the system says, or nobody knows. The host goes no other, and
 * neither do requests of our own. Firefox says it of each request; Chrome's settings say it of all, except what scripts decide.
 */
import { answersHeaders } from '../shared/browser.js';
import { incomingPages } from './incoming-pages.js';
import { pages, proxies, sessionForPage } from './state.js';

/** @typedef {NonNullable<import('../shared/protocol.js').PageForHost['route']>} Route */
/** @typedef {import('./state.js').ProxyInfo} ProxyInfo */
/** How a page came, as far as it is known: `ip` is of use only where no proxy stood between. @typedef {{route: Route, proxy: string, ip: string | null}} Way */

/** Chrome's modes whose meaning is the same for all addresses. @type {Record<string, Route>} */
const MODES = { direct: 'direct', fixed_servers: 'proxy', system: 'system' };

/** Names a proxy; '' for none. @param {ProxyInfo | null | undefined} proxyInfo */
export function proxyName(proxyInfo) {
  return proxyInfo && proxyInfo.type !== 'direct' ? `${proxyInfo.type}://${proxyInfo.host}:${proxyInfo.port}` : '';
}

/** What a request says of its way. @param {{proxyInfo?: ProxyInfo | null}} details @returns {{route: 'direct' | 'proxy' | null, proxy: string}} */
export function routeOfRequest({ proxyInfo }) {
  if (!answersHeaders) return { route: null, proxy: '' };
  const proxy = proxyName(proxyInfo);
  return { route: proxy ? 'proxy' : 'direct', proxy };
}

/** What Chrome's settings say of all pages; addresses that a setting excepts may count as proxied, none the other way round. @param {{mode?: string} | null} settings @returns {Route} */
export function routeOfSettings(settings) {
  return MODES[settings?.mode ?? ''] ?? 'unknown';
}

/** By which way a page came. @param {{route: 'direct' | 'proxy' | null, isPrivate: boolean}} page @returns {Route} */
export function routeOf({ route, isPrivate }) {
  if (route !== null || answersHeaders) return route ?? 'unknown';
  return routeOfSettings(proxies[isPrivate ? 'private' : 'ordinary']);
}

/** How a page came that the host names. @param {import('../shared/protocol.js').RequestingPage} named @returns {Way} */
export function wayOf(named) {
  const isIt = (/** @type {import('./state.js').Page} */ page) => page.url === named.url && page.isPrivate === named.private && page.container === named.container;
  const page = [...incomingPages(), ...pages.values()].findLast(isIt);
  if (page) return { route: routeOf(page), proxy: page.proxy, ip: page.ip };
  const { route, ip } = sessionForPage(named)?.page ?? {};
  return { route: route ?? 'unknown', proxy: '', ip: ip ?? null };
}

/**
 * Whether a request of our own can take the way of a page at all: it belongs to no private window, for which Chrome may have been
 * set another proxy. @param {boolean} isPrivate
 */
export function canGoAlong(isPrivate) {
  return answersHeaders || !isPrivate || JSON.stringify(proxies.private) === JSON.stringify(proxies.ordinary);
}

/** Whether one takes it, as it says itself in Firefox, where containers, windows and tabs may have proxies of their own. @param {Way} way @param {ProxyInfo | null | undefined} proxyInfo */
export function goesAlong({ route, proxy }, proxyInfo) {
  const own = proxyName(proxyInfo);
  return !answersHeaders || route !== 'proxy' || (own !== '' && (proxy === '' || own === proxy));
}
