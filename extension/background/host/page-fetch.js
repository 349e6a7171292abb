// @ts-check
/**
 * Lets a page fetch a file of its own origin. The request has the page's cookies and logins, and its container or
 * private window, which the background lacks. Accepts pieces only from that tab.
 */
import { api } from '../../shared/browser.js';
import { webOrigin } from '../../shared/locations.js';
import { documentOf } from '../pages/documents.js';
import { addPageFetch, changePageFetch, endPageFetch, pageFetchNamed } from '../stores/connected-pages.js';

/** @typedef {import('../../shared/protocol.js').Piece} Piece */
/** @typedef {import('../../shared/types.js').FetchRequest} FetchRequest */

export const PAGE_FETCH = 'fetch:';

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
    addPageFetch(name, {
      tabId,
      origin: webOrigin(request.uri),
      isBusy: false,
      onPiece,
      resolve,
      reject: (error = new TypeError('the page could not fetch it')) => reject(error),
    });
  });
  const stop = () => pageFetchNamed(name)?.reject();
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
    endPageFetch(name);
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
  const fetching = pageFetchNamed(port.name);
  const document = port.sender ? documentOf(port.sender) : null;
  // A name can be learned by a compromised process; the tab of the sender cannot be forged.
  if (!fetching || document?.tabId !== fetching.tabId) return port.disconnect();
  if (webOrigin(document.url) !== fetching.origin) {
    fetching.reject();
    return port.disconnect();
  }
  changePageFetch(fetching, { port });
  port.onDisconnect.addListener(() => fetching.reject());
  port.onMessage.addListener((piece) => passOn(port, fetching, piece));
}

/**
 * Pass on a piece, with each field converted to its type. The script's world is the extension's, but its process is the
 * page's. A script that sends the next piece early, or reports another origin, is compromised, and its fetch fails.
 * @param {chrome.runtime.Port} port
 * @param {import('../stores/connected-pages.js').PageFetch} fetching
 * @param {Partial<Record<keyof Piece, unknown>>} piece
 */
async function passOn(port, fetching, { ok, status, uri, content_type, body, last }) {
  if (fetching.isBusy || webOrigin(String(uri)) !== fetching.origin) return fetching.reject();
  changePageFetch(fetching, { isBusy: true });
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
    changePageFetch(fetching, { isBusy: false });
    if (last === true) fetching.resolve(undefined);
    else port.postMessage('more');
  } catch (error) {
    fetching.reject(error);
  }
}
