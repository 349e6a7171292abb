// @ts-check
/**
 * What the host requests of the browser: which cookies it would send with an image of a page, and to fetch what the host
 * cannot fetch itself (logins, client certificates, servers that only answer browsers, and all that comes by a proxy). Cookies
 * are read for requests that the host is about to make, and stored nowhere. Fetched is with the browser's own means: in the page,
 * where it is of the page's origin, so that the request has what the page has; otherwise here, redirect by redirect, each looked
 * at before it is followed. Never from an address that the page may not reach, by another way than the page's, or so that
 * the reader is prompted for a password. The host is sent every hop, and the address that it was answered from.
 *
 * Deviation: where a reader of Chrome allows cookies of third parties, an image of another site gets such as are not
 * partitioned. The browser does not say so without one more permission; they are not sent.
 *
 * Deviation: what is fetched here goes without cookies and logins unless it, and all that led there, is of the page's own site:
 * the background's requests have cookies that no request of another site's page would have. Nothing that is fetched here is
 * taken from a cache without its server being asked: the browser has one cache for all that we fetch, whichever page for.
 */
import '../content/fetch.js';
import { api, cookieRules, jarOf, partitionOf, registrableDomain } from '../shared/browser.js';
import { isWeb } from '../shared/locations.js';
import { HostError, host } from './host-port.js';
import { followRequest, reportOf, watchTab } from './own-requests.js';
import { fetchInPage, tabForFetch } from './page-fetch.js';
import { asSecure, cookieField, cookiesInReach, cookiesThatGoAlong, isSameSite, mayBeLedTo, mayReach, scopeOfHost, topLevelSite } from './request-rules.js';
import { canGoAlong, goesAlong, wayOf } from './routes.js';
import { fetches, ownRequests, sessionForPage } from './state.js';

/** @typedef {import('../shared/types.js').FetchRequest} FetchRequest */
/** @typedef {import('../shared/protocol.js').Hop} Hop */
/** @typedef {import('../shared/protocol.js').Piece} Piece */
/** @typedef {import('../shared/protocol.js').RequestingPage} RequestingPage */
/**
 * With the generation of the host that wants it, how its page came, and the requests that led to where it is by now.
 * @typedef {import('../shared/protocol.js').FetchWanted & {generation: number, way: import('./routes.js').Way, hops: Hop[]}} Wanted
 */

const SITE_RULES = { isSchemeful: cookieRules.isSchemeful, registrableDomain };
/** Without a login to send along, the browser would prompt the reader for one: on behalf of documents, not of workers. */
const LOGIN_WANTED = 401;
const CAN_PROMPT = typeof document !== 'undefined';
/** As many as browsers follow themselves (Fetch, "HTTP-redirect fetch"); the host takes fewer. */
const MOST_REDIRECTS = 20;

/** @param {import('../shared/protocol.js').CookiesWanted} wanted */
export async function onCookiesWanted({ ask, uri, page }) {
  const { generation } = host; // reading the jar may outlast the host, and a later one knows nothing of the request
  // A host that is gone waits for nothing: its successor asks for itself.
  host.reply(generation, 'cookies', { ask, cookie: await cookiesFor(uri, page) }).catch(() => {});
}

/** What goes along to an address, '' for nothing. @param {string} uri @param {RequestingPage} page */
export async function cookiesFor(uri, page) {
  const isProper = isWeb(uri) && isWeb(page.url) && mayReach(page.url, addressOf(page.url, wayOf(page)), uri);
  return isProper ? cookiesInJar(uri, page) : '';
}

/** Where a page came from; where a proxy may stand between, nobody knows, unless its own address says it. @param {string} page @param {import('./routes.js').Way} way */
function addressOf(page, { route, ip }) {
  return route === 'direct' || scopeOfHost(new URL(page).hostname) !== 'public' ? ip : null;
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
  const ofPage = cookiesInReach(found, { isSameSite: isSame, site: await siteOf(page, found) });
  return cookieField(cookiesThatGoAlong(ofPage, { isSameSite: isSame, isLaxByDefault: cookieRules.isLaxByDefault }));
}

/**
 * The site of a page, as partitions of jars are named: by the browser's list of suffixes or, in Chromium from 132 to 152, by
 * what it says of a document of the page's origin. Null where nobody says, or where no cookie is in a partition.
 * @param {RequestingPage} page
 * @param {import('./request-rules.js').Cookie[]} found
 */
async function siteOf(page, found) {
  const site = topLevelSite(page.url, SITE_RULES);
  if (site !== null || !found.some(({ partitionKey }) => partitionKey)) return site;
  const tab = await tabForFetch(page, page.url, new AbortController().signal);
  return tab?.documentId ? partitionOf(tab.documentId) : null;
}

/** @param {import('../shared/protocol.js').FetchWanted} event */
export async function onFetchWanted(event) {
  /** @type {Wanted} */
  const wanted = { ...event, generation: host.generation, way: wayOf(event.page), hops: [] };
  // Ended by the host, by its loss, or by the time that it gives: whichever is first.
  const ending = new AbortController();
  fetches.set(wanted.fetch, ending);
  const timer = setTimeout(() => ending.abort(), wanted.seconds * 1000);
  try {
    requireProper(wanted, wanted.uri);
    await fetchAnywhere(wanted, ending.signal);
  } catch (error) {
    if (!isFailure(error)) throw error;
    // The hops say why, where that is why.
    const { uri, hops } = wanted;
    if (!ending.signal.aborted) await reply(wanted, { ok: false, status: 0, uri, content_type: null, body: '', last: true, hops }).catch(() => {});
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

/** Notes an address as a hop, and throws, unless the page may have it fetched. @param {Wanted} wanted @param {string} uri */
function requireProper(wanted, uri) {
  if (isProper(wanted, uri)) return;
  wanted.hops.push({ url: uri });
  throw new TypeError('led to where it may not be');
}

/** Whether an address is one that the page may have fetched. @param {Wanted} wanted @param {string} uri */
function isProper({ page, way, uri: first }, uri) {
  if (!isWeb(uri) || !isWeb(page.url) || !mayReach(page.url, addressOf(page.url, way), uri)) return false;
  return uri === first || mayBeLedTo(page.url, uri, way.route !== 'direct');
}

/** @param {Wanted} wanted @param {AbortSignal} signal */
async function fetchAnywhere(wanted, signal) {
  const tab = await tabForFetch(wanted.page, wanted.uri, signal);
  const needsLogin = wanted.status === LOGIN_WANTED;
  const isLoggedIn = sessionForPage(wanted.page)?.isLoggedIn === true;
  const progress = { pieces: 0 };
  try {
    // A login is wanted and the page had none: asked by the page, the browser would prompt its reader.
    if (tab && (isLoggedIn || !needsLogin)) return await fetchByPage(tab.tabId, wanted, signal, progress);
  } catch (error) {
    // The page may just have been left, or the address lead to another origin: that is no reason to do without.
    if (!isFailure(error) || signal.aborted || progress.pieces > 0) throw error;
  }
  if (needsLogin && CAN_PROMPT) throw new TypeError('the reader would be prompted');
  return fetchHere(wanted, signal);
}

/** A page's own request, which no redirect leads to another origin: the browser ends it before. @param {number} tabId @param {Wanted} wanted @param {AbortSignal} signal @param {{pieces: number}} progress */
async function fetchByPage(tabId, wanted, signal, progress) {
  /** @type {FetchRequest} */
  const request = { ...requestFor(wanted), credentials: 'include', cache: 'default', mode: 'same-origin', redirect: 'follow' };
  const watched = watchTab(tabId);
  try {
    await fetchInPage(tabId, request, signal, async (piece) => {
      const hops = piece.uri === wanted.uri ? [] : [{ url: wanted.uri }];
      await passOn(wanted, piece, [...hops, { url: piece.uri, status: piece.status, ip: unlessProxys(wanted, watched.ipOf(piece.uri)) }]);
      progress.pieces++;
    });
  } finally {
    watched.end();
  }
}

/** Fetches wherever redirects lead. @param {Wanted} wanted @param {AbortSignal} signal */
async function fetchHere(wanted, signal) {
  const { page } = wanted;
  if (!canGoAlong(page.private)) throw new TypeError('there is another way for private windows');
  let isOwnSite = !page.private && !page.container;
  /** @type {string | null} */
  let uri = wanted.uri;
  for (let hop = 0; hop <= MOST_REDIRECTS && uri !== null; hop++) {
    requireProper(wanted, uri);
    // Once led to another site, cookies stay away, even where the way leads back: as with SameSite.
    isOwnSite &&= isSiteOfPage(uri, page);
    uri = await fetchHop(wanted, uri, isOwnSite ? 'include' : 'omit', signal);
  }
  if (uri !== null) throw new TypeError('led on and on');
}

/**
 * One request, and where it leads; null where it is answered by what was wanted.
 * @param {Wanted} wanted
 * @param {string} uri
 * @param {RequestCredentials} credentials
 * @param {AbortSignal} signal
 * @returns {Promise<string | null>}
 */
async function fetchHop(wanted, uri, credentials, signal) {
  const own = followRequest(uri, ({ url, proxyInfo }) => isProper(wanted, url) && goesAlong(wanted.way, proxyInfo));
  const hop = () => ({ url: own.url, status: own.status, ip: unlessProxys(wanted, own.ip) });
  try {
    const isThere = await piecesOf({ ...requestFor(wanted), uri, credentials }, AbortSignal.any([signal, own.ending.signal]), async (piece) => {
      await reportOf(own);
      await passOn(wanted, piece, [...wanted.hops, hop()]);
    });
    if (isThere) return null;
    await reportOf(own);
    wanted.hops.push(hop());
    if (own.redirect === null) throw new TypeError('led nowhere');
    return own.redirect;
  } finally {
    ownRequests.delete(own);
  }
}

/** An address, unless it is a proxy's. @param {Wanted} wanted @param {string | null} ip */
function unlessProxys({ way }, ip) {
  return way.route === 'proxy' ? null : ip;
}

/** @param {FetchRequest} request @param {AbortSignal} signal @param {(piece: Piece) => Promise<unknown>} onPiece @returns {Promise<boolean>} */
function piecesOf(request, signal, onPiece) {
  const { sitemapFetch } = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (!sitemapFetch) throw new Error('content/fetch.js was not loaded');
  return sitemapFetch.inPieces(request, signal, onPiece);
}

/** As a stranger would ask for it. @param {Wanted} wanted @returns {FetchRequest} */
function requestFor({ uri, headers, bytes, page }) {
  // The background's cache and cookies are those of ordinary windows.
  const isOrdinary = !page.private && !page.container;
  return {
    uri, bytes, accept: new Map(headers).get('Accept') ?? '*/*', credentials: 'omit', cache: isOrdinary ? 'no-cache' : 'no-store', mode: 'cors', redirect: 'manual',
  };
}

/** Passes a piece on to the host, from where it may come. @param {Wanted} wanted @param {Piece} piece @param {Hop[]} hops */
async function passOn(wanted, piece, hops) {
  if (!isProper(wanted, piece.uri)) throw new TypeError('led to where it may not be');
  await reply(wanted, { ...piece, hops, ip: hops.at(-1)?.ip ?? null });
}

/** @param {Wanted} wanted @param {Piece} piece */
function reply(wanted, piece) {
  return host.reply(wanted.generation, 'fetched', { fetch: wanted.fetch, ...piece });
}
