// @ts-check
/**
 * Lets a page fetch a file of its own origin. The request has the page's cookies and logins, and its container or private
 * window, which the background lacks. Accepts pieces only from that tab.
 */
import { api } from '../../shared/browser.js';
import { webOrigin } from '../../shared/locations.js';
import { documentOf } from '../steps/evidence.js';
import { incomingPages } from '../stores/incoming-pages.js';
import { arrivals, pageFetches, pageOf, tabs } from '../stores/state.js';

/** @typedef {import('../../shared/protocol.js').Piece} Piece */
/** @typedef {import('../../shared/protocol.js').RequestingPage} RequestingPage */
/** @typedef {import('../../shared/types.js').FetchRequest} FetchRequest */

export const PAGE_FETCH = 'fetch:';
/** Maximum wait for a page that has named its sitemap. */
const COMING_MS = 10_000;

/**
 * Return a tab with a page of the address's origin, in the same window mode and container as the page that the host names.
 * Waits while that page is on its way, since it may name a sitemap before it arrives. Null if there is none.
 * @param {RequestingPage} page
 * @param {string} uri
 * @param {AbortSignal} signal
 */
export async function tabForFetch(page, uri, signal) {
  if (webOrigin(page.url) !== webOrigin(uri)) return null;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(COMING_MS)]);
  for (;;) {
    // Any tab of that origin will do: cookies and logins belong to the origin, not to the tab.
    const tab = [...tabs.values()].find((candidate) => isOfPage(candidate, page));
    if (tab || ending.aborted || !incomingPages().some(({ url }) => url === page.url)) return tab ?? null;
    await new Promise((resolve) => {
      arrivals.addEventListener('page', resolve, { once: true });
      ending.addEventListener('abort', resolve, { once: true });
    });
  }
}

/** @param {import('../stores/state.js').Tab} tab @param {RequestingPage} page */
function isOfPage(tab, page) {
  return (
    tab.isPrivate === page.private &&
    tab.container === page.container &&
    webOrigin(pageOf(tab)?.url ?? '') === webOrigin(page.url)
  );
}

/**
 * Fetch in the page of a tab. Each piece is passed on before the next is sent.
 * @param {number} tabId
 * @param {FetchRequest} request
 * @param {AbortSignal} signal
 * @param {(piece: Piece) => Promise<unknown>} onPiece
 * @throws {TypeError} if the page could not fetch the whole file; also throws the errors of `onPiece`
 */
export async function fetchInPage(tabId, request, signal, onPiece) {
  // Unguessable: the page's own scripts cannot connect, but another tab's content script may be compromised.
  const name = PAGE_FETCH + crypto.randomUUID();
  const target = { tabId, frameIds: [0] };
  const ended = new Promise((/** @type {(value: unknown) => void} */ resolve, reject) => {
    pageFetches.set(name, {
      tabId,
      origin: webOrigin(request.uri),
      isBusy: false,
      onPiece,
      resolve,
      reject: (error = new TypeError('the page could not fetch it')) => reject(error),
    });
  });
  const stop = () => pageFetches.get(name)?.reject();
  signal.addEventListener('abort', stop);
  try {
    // The script first, then its call: a file cannot take arguments. Even before a slow page has been parsed.
    await api.scripting
      .executeScript({ target, injectImmediately: true, files: ['extension/content/fetch.js'] })
      .catch(stop);
    // The page that has the script may have been replaced by another, which lacks it.
    api.scripting
      .executeScript({ target, injectImmediately: true, func: serve, args: [name, request] })
      .then(([ran]) => {
        if (ran?.result !== true) stop();
      }, stop);
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    pageFetches.get(name)?.port?.disconnect();
    pageFetches.delete(name);
  }
}

/**
 * Start the fetch, in the page's isolated world; return whether the content script is there.
 * @param {string} name
 * @param {FetchRequest} request
 */
function serve(name, request) {
  const { sitemapFetch } = /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis);
  sitemapFetch?.serve(name, request);
  return sitemapFetch !== undefined;
}

/**
 * Accept a page's connection, if its document has the expected origin: the tab may show another by now.
 * @param {chrome.runtime.Port} port
 */
export function onPageFetch(port) {
  const fetching = pageFetches.get(port.name);
  const document = port.sender ? documentOf(port.sender) : null;
  if (!fetching || document?.tabId !== fetching.tabId) return port.disconnect();
  if (webOrigin(document.url) !== fetching.origin) {
    fetching.reject();
    return port.disconnect();
  }
  fetching.port = port;
  port.onDisconnect.addListener(() => fetching.reject());
  port.onMessage.addListener((piece) => passOn(port, fetching, piece));
}

/**
 * Pass on a piece, with each field converted to its type. The script's world is the extension's, but its process is the
 * page's. A script that sends the next piece early, or reports another origin, is compromised, and its fetch fails.
 * @param {chrome.runtime.Port} port
 * @param {import('../stores/state.js').PageFetch} fetching
 * @param {Partial<Record<keyof Piece, unknown>>} piece
 */
async function passOn(port, fetching, { ok, status, uri, content_type, body, last }) {
  if (fetching.isBusy || webOrigin(String(uri)) !== fetching.origin) return fetching.reject();
  fetching.isBusy = true;
  try {
    const type = typeof content_type === 'string' ? content_type : null;
    await fetching.onPiece({
      ok: ok === true,
      status: Number(status),
      uri: String(uri),
      content_type: type,
      body: String(body),
      last: last === true,
    });
    fetching.isBusy = false;
    if (last === true) fetching.resolve(undefined);
    else port.postMessage('more');
  } catch (error) {
    fetching.reject(error);
  }
}
