// @ts-check
/**
 * Tells the route a page took to the reader: directly, by a proxy, by the system's settings, or unknown. The host takes
 * no other route, and neither do our own requests. Firefox reports the route of each request; Chrome has settings for
 * all requests, unless a script decides.
 */
import { answersHeaders } from '../../shared/browser.js';
import { sessionForPage } from '../stores/sessions.js';
import { proxySettings } from '../stores/settings.js';
import { pageNamed } from '../stores/tabs.js';

/** @typedef {NonNullable<import('../../shared/protocol.js').PageForHost['route']>} Route */
/** @typedef {import('../stores/sessions.js').ProxyInfo} ProxyInfo */
/**
 * The known route of a page; `ip` is the server's only without a proxy.
 * @typedef {{route: Route, proxy: string, ip: string | null}} Way
 */

/** Chrome's modes that apply equally to all addresses. @type {Record<string, Route>} */
const MODES = { direct: 'direct', fixed_servers: 'proxy', system: 'system' };

/** Return the name of a proxy; '' for none. @param {ProxyInfo | null | undefined} proxyInfo */
export function proxyName(proxyInfo) {
  return proxyInfo && proxyInfo.type !== 'direct' ? `${proxyInfo.type}://${proxyInfo.host}:${proxyInfo.port}` : '';
}

/**
 * Return the route that a request reports.
 * @param {{proxyInfo?: ProxyInfo | null}} details
 * @returns {{route: 'direct' | 'proxy' | null, proxy: string}}
 */
export function routeOfRequest({ proxyInfo }) {
  if (!answersHeaders) return { route: null, proxy: '' };
  // Firefox decides the proxy for each request; extensions and containers may choose another for the next.
  const proxy = proxyName(proxyInfo);
  return { route: proxy ? 'proxy' : 'direct', proxy };
}

/**
 * Return the route in Chrome's settings. Addresses on the bypass list count as proxied; proxied ones never count as
 * direct.
 * @param {{mode?: string} | null} settings
 * @returns {Route}
 */
export function routeOfSettings(settings) {
  // `pac_script` and `auto_detect` decide by address, so the route of a page says nothing about its sitemap's.
  return MODES[settings?.mode ?? ''] ?? 'unknown';
}

/**
 * Return the route that a page took.
 * @param {{route: 'direct' | 'proxy' | null, isPrivate: boolean}} page
 * @returns {Route}
 */
export function routeOf({ route, isPrivate }) {
  if (route !== null || answersHeaders) return route ?? 'unknown';
  return routeOfSettings(proxySettings()[isPrivate ? 'private' : 'ordinary']);
}

/**
 * Return the route of the page that the host names.
 * @param {import('../../shared/protocol.js').RequestingPage} named
 * @returns {Way}
 */
export function wayOf(named) {
  const page = pageNamed(named);
  if (page) return { route: routeOf(page), proxy: page.proxy, ip: page.ip };
  const { route, ip } = sessionForPage(named)?.page ?? {};
  return { route: route ?? 'unknown', proxy: '', ip: ip ?? null };
}

/**
 * Return whether our own requests can take a page's route at all. In Chrome they cannot for a private window with a
 * proxy of its own.
 * @param {boolean} isPrivate
 */
export function canGoAlong(isPrivate) {
  const proxies = proxySettings();
  return answersHeaders || !isPrivate || JSON.stringify(proxies.private) === JSON.stringify(proxies.ordinary);
}

/**
 * Return whether a request takes a page's route. Only Firefox reports that; there, containers, windows and tabs may
 * have their own proxies.
 * @param {Way} way
 * @param {ProxyInfo | null | undefined} proxyInfo
 */
export function goesAlong({ route, proxy }, proxyInfo) {
  const own = proxyName(proxyInfo);
  return !answersHeaders || route !== 'proxy' || (own !== '' && (proxy === '' || own === proxy));
}
