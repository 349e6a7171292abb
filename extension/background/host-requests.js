// @ts-check
/**
 * What the host requests of the browser: which cookies it would send with an image of a page, and to fetch what the host
 * cannot fetch itself (logins, client certificates, servers that only answer browsers). Cookies are read for requests that
 * the host is about to make, and stored nowhere. Fetched is with the browser's own means: in the page, where it is of the
 * page's origin, so that the request has what the page has; otherwise here. Never from an address that the page may not
 * reach, and never so that the reader is prompted for a password.
 *
 * Deviation: where a reader of Chrome allows cookies of third parties, an image of another site gets such as are not
 * partitioned. The browser does not say so without one more permission; they are not sent.
 *
 * Deviation: what is fetched here goes without cookies and logins unless it is of the page's own site: the background's
 * requests have cookies that no request of another site's page would have. Where it is redirected it goes without them, too:
 * the browser would send them on to wherever a redirect leads.
 */
import '../content/fetch.js';
import { api, cookieRules, jarOf, registrableDomain } from '../shared/browser.js';
import { isWeb } from '../shared/locations.js';
import { HostError, host } from './host-port.js';
import { fetchInPage, tabForFetch } from './page-fetch.js';
import { cookieField, cookiesInReach, cookiesThatGoAlong, isSameSite, mayReach, scopeOfHost, topLevelSite } from './request-rules.js';
import { fetches, ownHops, sessionForPage } from './state.js';

/** @typedef {import('../shared/types.js').FetchRequest} FetchRequest */
/** @typedef {import('../shared/protocol.js').Piece} Piece */
/** @typedef {import('../shared/protocol.js').RequestingPage} RequestingPage */
/** With the generation of the host that wants it. @typedef {import('../shared/protocol.js').FetchWanted & {generation: number}} Wanted */

const SITE_RULES = { isSchemeful: cookieRules.isSchemeful, registrableDomain };
/** Without a login to send along, the browser would prompt the reader for one: on behalf of documents, not of workers. */
const LOGIN_WANTED = 401;
const CAN_PROMPT = typeof document !== 'undefined';

/** @param {import('../shared/protocol.js').CookiesWanted} wanted */
export async function onCookiesWanted({ ask, uri, page }) {
  const { generation } = host; // reading the jar may outlast the host, and a later one knows nothing of the request
  host.reply(generation, 'cookies', { ask, cookie: await cookiesFor(uri, page, sessionForPage(page)?.page.ip) }).catch(() => {});
}

/** What goes along to an address, '' for nothing. @param {string} uri @param {RequestingPage} page @param {string | null} [ip]  that the page came from */
export async function cookiesFor(uri, page, ip = null) {
  const isProper = isWeb(uri) && isWeb(page.url) && mayReach(page.url, ip, uri);
  return isProper ? cookiesInJar(uri, page) : '';
}

/** Whether an address is of the page's site. @param {string} uri @param {RequestingPage} page */
function isSiteOfPage(uri, page) {
  return isSameSite(page.url, uri, SITE_RULES);
}

/** @param {string} uri @param {RequestingPage} page */
async function cookiesInJar(uri, page) {
  const isSame = isSiteOfPage(uri, page);
  const jar = jarOf({ isPrivate: page.private, container: page.container });
  // All partitions at once, since only so they come in order of age; a jar that is gone (a container was removed) is empty.
  const found = await api.cookies.getAll({ url: asSecure(uri), ...jar, partitionKey: {} }).catch(() => []);
  const ofPage = cookiesInReach(found, { isSameSite: isSame, site: topLevelSite(page.url, SITE_RULES) });
  return cookieField(cookiesThatGoAlong(ofPage, { isSameSite: isSame, isLaxByDefault: cookieRules.isLaxByDefault }));
}

/** Browsers send secure cookies to their own machine without encryption, too; Firefox does not list them for http. @param {string} uri */
function asSecure(uri) {
  return scopeOfHost(new URL(uri).hostname) === 'loopback' ? uri.replace(/^http:/, 'https:') : uri;
}

/** @param {import('../shared/protocol.js').FetchWanted} event */
export async function onFetchWanted(event) {
  const wanted = { ...event, generation: host.generation };
  const ending = new AbortController();
  fetches.set(wanted.fetch, ending);
  const timer = setTimeout(() => ending.abort(), wanted.seconds * 1000);
  try {
    if (!isProper(wanted, wanted.uri)) throw new TypeError('not to be fetched');
    await fetchAnywhere(wanted, ending.signal);
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (!ending.signal.aborted) await reply(wanted, { ok: false, status: 0, uri: wanted.uri, content_type: null, body: '', last: true }).catch(() => {});
  } finally {
    clearTimeout(timer);
    if (fetches.get(wanted.fetch) === ending) fetches.delete(wanted.fetch);
  }
}

/** Whether something could not be fetched, or not be passed on, as opposed to a mistake of ours. @param {unknown} error */
function isFailure(error) {
  return error instanceof TypeError || error instanceof DOMException || error instanceof HostError;
}

/** Nobody waits for it any more. @param {{fetch: string}} params */
export function onFetchEnd({ fetch: name }) {
  fetches.get(name)?.abort();
}

/** The host is gone, and all that it wanted. */
export function abortFetches() {
  for (const ending of fetches.values()) ending.abort();
}

/** Whether an address is one that the page may have fetched. @param {Wanted} wanted @param {string} uri */
function isProper({ page }, uri) {
  return isWeb(uri) && isWeb(page.url) && mayReach(page.url, sessionForPage(page)?.page.ip ?? null, uri);
}

/** @param {Wanted} wanted @param {AbortSignal} signal */
async function fetchAnywhere(wanted, signal) {
  const tab = await tabForFetch(wanted.page, wanted.uri, signal);
  const needsLogin = wanted.status === LOGIN_WANTED;
  const isLoggedIn = sessionForPage(wanted.page)?.isLoggedIn === true;
  const progress = { pieces: 0 };
  try {
    if (tab && (isLoggedIn || !needsLogin)) return await fetchInPage(tab.tabId, requestInPage(wanted), signal, passOn(wanted, progress));
  } catch (error) {
    // The page may just have been left, or the address lead to another origin: that is no reason to do without.
    if (!isFailure(error) || signal.aborted || progress.pieces > 0) throw error;
  }
  if (needsLogin && CAN_PROMPT) throw new TypeError('the reader would be prompted');
  return fetchHere(wanted, signal);
}

/** A page's own request, which no redirect leads to another origin: the browser ends it before. @param {Wanted} wanted @returns {FetchRequest} */
function requestInPage(wanted) {
  return { ...requestFor(wanted), credentials: 'include', mode: 'same-origin' };
}

/** @param {Wanted} wanted @param {AbortSignal} signal @returns {Promise<void>} */
async function fetchHere(wanted, signal) {
  const { page, uri } = wanted;
  const request = requestFor(wanted);
  const isOrdinary = !page.private && !page.container;
  const progress = { pieces: 0 };
  try {
    if (isOrdinary && isSiteOfPage(uri, page)) return await piecesOf({ ...request, credentials: 'include', redirect: 'error' }, signal, passOn(wanted, progress));
  } catch (error) {
    if (!isFailure(error) || signal.aborted || progress.pieces > 0) throw error;
  }
  return followed(wanted, request, signal);
}

/** Fetches wherever redirects lead, without cookies, and each of them looked at. @param {Wanted} wanted @param {FetchRequest} request @param {AbortSignal} signal */
async function followed(wanted, request, signal) {
  const ending = new AbortController();
  const hop = { uri: request.uri, mayGo: (/** @type {string} */ uri) => isProper(wanted, uri), end: () => ending.abort(new TypeError('led to where it may not be')) };
  ownHops.add(hop);
  try {
    await piecesOf(request, AbortSignal.any([signal, ending.signal]), passOn(wanted, { pieces: 0 }));
  } finally {
    ownHops.delete(hop);
  }
}

/**
 * A request of ours is redirected: what leads to a forbidden address is ended at once. Requests of pages are the pages' own.
 * @param {{tabId: number, url: string, redirectUrl: string}} details
 */
export function onOwnRedirect({ tabId, url, redirectUrl }) {
  if (tabId >= 0) return;
  for (const hop of ownHops) {
    if (hop.uri !== url) continue;
    if (hop.mayGo(redirectUrl)) hop.uri = redirectUrl;
    else hop.end();
  }
}

/** @param {FetchRequest} request @param {AbortSignal} signal @param {(piece: Piece) => Promise<unknown>} onPiece @returns {Promise<void>} */
function piecesOf(request, signal, onPiece) {
  const { sitemapFetch } = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (!sitemapFetch) throw new Error('content/fetch.js was not loaded');
  return sitemapFetch.inPieces(request, signal, onPiece);
}

/** As a stranger would ask for it. @param {Wanted} wanted @returns {FetchRequest} */
function requestFor({ uri, headers, bytes, page }) {
  return {
    uri, bytes, accept: new Map(headers).get('Accept') ?? '*/*', credentials: 'omit', cache: page.private ? 'no-store' : 'default', mode: 'cors', redirect: 'follow',
  };
}

/** Passes pieces on to the host, from where they may come. @param {Wanted} wanted @param {{pieces: number}} progress @returns {(piece: Piece) => Promise<unknown>} */
function passOn(wanted, progress) {
  return async (piece) => {
    if (!isProper(wanted, piece.uri)) throw new TypeError('led to where it may not be');
    progress.pieces++;
    await reply(wanted, piece);
  };
}

/** @param {Wanted} wanted @param {Piece} piece */
function reply(wanted, piece) {
  return host.reply(wanted.generation, 'fetched', { fetch: wanted.fetch, ...piece });
}
