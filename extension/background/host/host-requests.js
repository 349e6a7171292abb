// @ts-check
/**
 * Answers the host's requests to the browser. The host asks for the cookies that an image of a page would be sent with.
 * It also asks for files that it cannot fetch itself: behind logins, client certificates or a proxy, or from servers
 * that only answer browsers. A file of the page's origin is fetched inside the page, with the page's cookies and cache.
 * Other files are fetched here, redirect by redirect, and each hop is checked before it is followed. No request goes to
 * an address that the page may not reach, takes another route than the page's, or prompts the reader for a password.
 * The host receives every hop and the address that answered it.
 *
 * Deviation: a request made here carries cookies and logins only while it and all hops before it belong to the page's
 * own site. Otherwise, the background's requests would carry cookies that the page's own cross-site requests lack. A
 * cached response is always revalidated: the browser has one cache for everything we fetch, for any page.
 */
import '../../content/fetch.js';
import { siteRules } from '../../shared/browser.js';
import { abortFetch, beginFetch, dropOwnRequest, endFetch, sessionForPage } from '../stores/sessions.js';
import { tabForFetch } from '../stores/tabs.js';
import { cookiesFor } from './cookies.js';
import { HostError, host } from './host-port.js';
import { followRequest, reportOf, watchTab } from './own-requests.js';
import { fetchInPage } from './page-fetch.js';
import { isSameSite, mayBeLedTo, mayRequest } from './request-rules.js';
import { canGoAlong, goesAlong, wayOf } from './routes.js';

/** @typedef {import('../../shared/types.js').FetchRequest} FetchRequest */
/** @typedef {import('../../shared/protocol.js').Hop} Hop */
/** @typedef {import('../../shared/protocol.js').Piece} Piece */
/** @typedef {import('../../shared/protocol.js').RequestingPage} RequestingPage */
/**
 * A request with the generation of the host that made it, the route its page took, and the hops so far.
 * @typedef {import('../../shared/protocol.js').FetchRequest
 *   & {generation: number, way: import('./routes.js').Way, hops: Hop[]}} Wanted
 */

/** Without a login to send, the browser would prompt the reader for one: for requests by documents, not by workers. */
const LOGIN_WANTED = 401;
const CAN_PROMPT = typeof document !== 'undefined';
/** As many as browsers follow themselves (Fetch, "HTTP-redirect fetch"); the host accepts fewer. */
const MOST_REDIRECTS = 20;

/** @param {import('../../shared/protocol.js').CookieRequest} wanted */
export async function onCookiesWanted({ ask, uri, page }) {
  const { generation } = host; // the host may end before the jar is read, and a later host does not know the request
  // A lost host needs no reply: its successor asks again.
  host.reply(generation, 'cookies', { ask, cookie: await cookiesFor(uri, page) }).catch(() => {});
}

/** @param {import('../../shared/protocol.js').FetchRequest} event */
export async function onFetchWanted(event) {
  /** @type {Wanted} */
  const wanted = { ...event, generation: host.generation, way: wayOf(event.page), hops: [] };
  // Aborted by the host, by its loss, or by the request's time limit, whichever comes first.
  const ending = new AbortController();
  beginFetch(wanted.fetch, ending);
  const timer = setTimeout(() => ending.abort(), wanted.seconds * 1000);
  try {
    requireProper(wanted, wanted.uri);
    await fetchAnywhere(wanted, ending.signal);
  } catch (error) {
    if (!isFailure(error)) throw error;
    // The hops tell the host about a refused redirect.
    const { uri, hops } = wanted;
    if (!ending.signal.aborted)
      await reply(wanted, { ok: false, status: 0, uri, content_type: null, body: '', last: true, hops }).catch(
        () => {},
      );
  } finally {
    clearTimeout(timer);
    endFetch(wanted.fetch, ending);
  }
}

/**
 * Return whether an error means that a file could not be fetched or passed on, rather than a bug.
 * @param {unknown} error
 */
function isFailure(error) {
  return error instanceof TypeError || error instanceof DOMException || error instanceof HostError;
}

/** Abort a fetch that the host no longer needs. @param {{fetch: string}} params */
export function onFetchEnd({ fetch: name }) {
  abortFetch(name);
}

/**
 * Throw unless the page may have an address fetched; a refused address is recorded as a hop.
 * @param {Wanted} wanted
 * @param {string} uri
 */
function requireProper(wanted, uri) {
  if (isProper(wanted, uri)) return;
  wanted.hops.push({ url: uri });
  throw new TypeError('led to where it may not be');
}

/** Return whether the page may have an address fetched. @param {Wanted} wanted @param {string} uri */
function isProper({ page, way, uri: first }, uri) {
  if (!mayRequest(page.url, way, uri)) return false;
  return uri === first || mayBeLedTo(page.url, uri, way.route !== 'direct');
}

/** @param {Wanted} wanted @param {AbortSignal} signal */
async function fetchAnywhere(wanted, signal) {
  const tab = await tabForFetch(wanted.page, wanted.uri, signal);
  const needsLogin = wanted.status === LOGIN_WANTED;
  const isLoggedIn = sessionForPage(wanted.page)?.isLoggedIn === true;
  const progress = { pieces: 0 };
  try {
    // If a login is required and the page has none, a request by the page would prompt the reader.
    if (tab && (isLoggedIn || !needsLogin)) return await fetchByPage(tab.tabId, wanted, signal, progress);
  } catch (error) {
    // The page may just have been left, or the address redirects to another origin; the background can still fetch it.
    if (!isFailure(error) || signal.aborted || progress.pieces > 0) throw error;
  }
  if (needsLogin && CAN_PROMPT) throw new TypeError('the reader would be prompted');
  return fetchHere(wanted, signal);
}

/**
 * Fetch by a request of the page itself. The browser aborts it at a redirect to another origin.
 * @param {number} tabId
 * @param {Wanted} wanted
 * @param {AbortSignal} signal
 * @param {{pieces: number}} progress
 */
async function fetchByPage(tabId, wanted, signal, progress) {
  /** @type {FetchRequest} */
  const request = {
    ...requestFor(wanted),
    credentials: 'include',
    cache: 'default',
    mode: 'same-origin',
    redirect: 'follow',
  };
  const watched = watchTab(tabId);
  try {
    await fetchInPage(tabId, request, signal, async (piece) => {
      const hops = piece.uri === wanted.uri ? [] : [{ url: wanted.uri }];
      await passOn(wanted, piece, [
        ...hops,
        { url: piece.uri, status: piece.status, ip: unlessProxys(wanted, watched.ipOf(piece.uri)) },
      ]);
      progress.pieces++;
    });
  } finally {
    watched.end();
  }
}

/** Fetch in the background and follow redirects. @param {Wanted} wanted @param {AbortSignal} signal */
async function fetchHere(wanted, signal) {
  const { page } = wanted;
  if (!canGoAlong(page.private)) throw new TypeError('there is another way for private windows');
  let isOwnSite = !page.private && !page.container;
  /** @type {string | null} */
  let uri = wanted.uri;
  for (let hop = 0; hop <= MOST_REDIRECTS && uri !== null; hop++) {
    requireProper(wanted, uri);
    // After a redirect to another site no cookies are sent, even if a later one leads back: as with SameSite.
    isOwnSite &&= isSameSite(page.url, uri, siteRules);
    uri = await fetchHop(wanted, uri, isOwnSite ? 'include' : 'omit', signal);
  }
  if (uri !== null) throw new TypeError('led on and on');
}

/**
 * Make one request and return its redirect target; null once the wanted file has arrived.
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
    const isThere = await piecesOf(
      { ...requestFor(wanted), uri, credentials },
      AbortSignal.any([signal, own.ending.signal]),
      async (piece) => {
        await reportOf(own);
        await passOn(wanted, piece, [...wanted.hops, hop()]);
      },
    );
    if (isThere) return null;
    await reportOf(own);
    wanted.hops.push(hop());
    if (own.redirect === null) throw new TypeError('led nowhere');
    return own.redirect;
  } finally {
    dropOwnRequest(own);
  }
}

/** Return an IP address, or null if it belongs to a proxy. @param {Wanted} wanted @param {string | null} ip */
function unlessProxys({ way }, ip) {
  return way.route === 'proxy' ? null : ip;
}

/**
 * @param {FetchRequest} request
 * @param {AbortSignal} signal
 * @param {(piece: Piece) => Promise<unknown>} onPiece
 * @returns {Promise<boolean>}
 */
function piecesOf(request, signal, onPiece) {
  const { sitemapFetch } = /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis);
  if (!sitemapFetch) throw new Error('content/fetch.js was not loaded');
  return sitemapFetch.inPieces(request, signal, onPiece);
}

/** Return a request without any credentials. @param {Wanted} wanted @returns {FetchRequest} */
function requestFor({ uri, headers, bytes, page }) {
  // The background shares cache and cookies with ordinary windows.
  const isOrdinary = !page.private && !page.container;
  return {
    uri,
    bytes,
    accept: new Map(headers).get('Accept') ?? '*/*',
    credentials: 'omit',
    cache: isOrdinary ? 'no-cache' : 'no-store',
    mode: 'cors',
    redirect: 'manual',
  };
}

/**
 * Pass a piece to the host, if its address is permitted.
 * @param {Wanted} wanted
 * @param {Piece} piece
 * @param {Hop[]} hops
 */
async function passOn(wanted, piece, hops) {
  if (!isProper(wanted, piece.uri)) throw new TypeError('led to where it may not be');
  await reply(wanted, { ...piece, hops, ip: hops.at(-1)?.ip ?? null });
}

/** @param {Wanted} wanted @param {Piece} piece */
function reply(wanted, piece) {
  return host.reply(wanted.generation, 'fetched', { fetch: wanted.fetch, ...piece });
}
