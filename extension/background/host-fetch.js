// @ts-check
/**
 * Fetches for the host what it cannot fetch itself (logins, client certificates, servers that only answer browsers), with
 * the browser's own means: in the page, where it is of the page's origin, so that the request has what the page has;
 * otherwise here. Never from an address that the page may not reach, and never so that a password is asked for.
 *
 * Deviation: what is fetched here goes without cookies and logins unless it is of the page's own site: the background's
 * requests have cookies that no request of another site's page would have.
 */
import '../content/fetch.js';
import { isWeb } from '../shared/locations.js';
import { mayReach } from './addresses.js';
import { isSiteOfPage } from './cookies.js';
import { host } from './host.js';
import { HostError } from './host-port.js';
import { fetchInPage, tabForFetch } from './page-fetch.js';
import { entryOf } from './sites.js';
import { fetches } from './state.js';

/** @typedef {import('./page-fetch.js').Piece} Piece */
/** @typedef {{fetch: string, uri: string, headers: [string, string][], page: import('./cookies.js').AskingPage, status: number, bytes: number, seconds: number}} FetchEvent */
/** @typedef {FetchEvent & {generation: number}} Wanted  with the generation of the host that wants it */

/** Without a login to send along, the browser would ask the reader for one: on behalf of documents, not of workers. */
const LOGIN_WANTED = 401;
const CAN_ASK_READER = typeof document !== 'undefined';

/** @param {FetchEvent} event */
export async function answerFetch(event) {
  const wanted = { ...event, generation: host.generation };
  const ending = new AbortController();
  fetches.set(wanted.fetch, ending);
  const timer = setTimeout(() => ending.abort(), wanted.seconds * 1000);
  try {
    if (!isProper(wanted, wanted.uri)) throw new TypeError('not to be fetched');
    await fetchAnywhere(wanted, ending.signal);
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (!ending.signal.aborted) await answer(wanted, { ok: false, status: 0, uri: wanted.uri, content_type: null, body: '', last: true }).catch(() => {});
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
export function endFetch({ fetch: name }) {
  fetches.get(name)?.abort();
}

/** The host is gone, and all that it wanted. */
export function endFetches() {
  for (const ending of fetches.values()) ending.abort();
}

/** Whether an address is one that the page may have fetched. @param {Wanted} wanted @param {string} uri */
function isProper({ page }, uri) {
  return isWeb(uri) && isWeb(page.url) && mayReach(page.url, entryOf(page)?.page.ip ?? null, uri);
}

/** @param {Wanted} wanted @param {AbortSignal} signal */
async function fetchAnywhere(wanted, signal) {
  const tab = await tabForFetch(wanted.page, wanted.uri, signal);
  const needsLogin = wanted.status === LOGIN_WANTED;
  const isLoggedIn = entryOf(wanted.page)?.isLoggedIn === true;
  const progress = { pieces: 0 };
  try {
    if (tab && (isLoggedIn || !needsLogin)) return await fetchInPage(tab.tabId, { ...requestFor(wanted), credentials: 'include' }, signal, taker(wanted, progress));
  } catch (error) {
    // The page may just have been left, or the address lead to another origin: that is no reason to do without.
    if (!isFailure(error) || signal.aborted || progress.pieces > 0) throw error;
  }
  if (needsLogin && CAN_ASK_READER) throw new TypeError('the reader would be asked');
  return fetchHere(wanted, signal);
}

/** @param {Wanted} wanted @param {AbortSignal} signal */
function fetchHere(wanted, signal) {
  const { page, uri } = wanted;
  const isOrdinary = !page.private && !page.container;
  const credentials = isOrdinary && isSiteOfPage(uri, page) ? 'include' : 'omit';
  const cache = page.private ? 'no-store' : 'default';
  return /** @type {any} */ (globalThis).sitemapFetch.inPieces({ ...requestFor(wanted), credentials, cache }, signal, taker(wanted, { pieces: 0 }));
}

/** @param {Wanted} wanted */
function requestFor({ uri, headers, bytes }) {
  return { uri, bytes, accept: new Map(headers).get('Accept') ?? '*/*', cache: 'default' };
}

/** Passes pieces on to the host, from where they may come. @param {Wanted} wanted @param {{pieces: number}} progress @returns {(piece: Piece) => Promise<unknown>} */
function taker(wanted, progress) {
  return async (piece) => {
    if (!isProper(wanted, piece.uri)) throw new TypeError('led to where it may not be');
    progress.pieces++;
    await answer(wanted, piece);
  };
}

/** @param {Wanted} wanted @param {Piece} piece */
function answer(wanted, piece) {
  return host.reply(wanted.generation, 'fetched', { fetch: wanted.fetch, ...piece });
}
