// @ts-check
/**
 * Fetches one address and passes it on in pieces, each after the previous one was accepted. Runs in the background and,
 * injected on demand, in the page whose cookies, logins and container the request needs. The callers decide whether an
 * address may be fetched.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapFetch) return;

  /** A message is four thirds as long. */
  const PIECE_BYTES = 384 * 1024;

  /** @typedef {import('../shared/types.js').FetchRequest} FetchRequest */
  /** @typedef {import('../shared/protocol.js').Piece} Piece */

  home.sitemapFetch = Object.freeze({ inPieces, serve });

  /**
   * @param {FetchRequest} request
   * @param {AbortSignal} signal
   * @param {(piece: Piece) => Promise<unknown>} onPiece
   * @returns {Promise<boolean>} whether it was fetched; false for a redirect, which is not followed
   * @throws {TypeError | DOMException} if the file could not be fetched completely
   */
  async function inPieces({ uri, accept, credentials, cache, mode, redirect, bytes }, signal, onPiece) {
    // An opaque redirect (`redirect: 'manual'`) is not ok: the host decides on each hop, and fetch would follow any
    // redirect.
    const response = await fetch(uri, { credentials, cache, mode, redirect, signal, headers: { accept } });
    if (response.type === 'opaqueredirect') return false;
    const head = {
      ok: response.ok,
      status: response.status,
      uri: response.url,
      content_type: response.headers.get('content-type'),
    };
    if (!response.ok) await response.body?.cancel();
    let total = 0;
    for await (const piece of response.ok ? pieces(response) : []) {
      total += piece.length;
      await onPiece({ ...head, body: base64(piece), last: false });
      if (total > bytes) break;
    }
    await onPiece({ ...head, body: '', last: true });
    return true;
  }

  /**
   * Yield the body in pieces of equal size, the last one shorter. Cancels the response when the consumer stops.
   * @param {Response} response
   */
  async function* pieces(response) {
    const reader = response.body?.getReader();
    const held = new Uint8Array(PIECE_BYTES);
    let length = 0;
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        for (let at = 0; at < part.value.length; ) {
          const share = part.value.subarray(at, at + PIECE_BYTES - length);
          held.set(share, length);
          at += share.length;
          length += share.length;
          if (length < PIECE_BYTES) continue;
          yield held;
          length = 0;
        }
      }
      if (length) yield held.subarray(0, length);
    } finally {
      reader?.cancel().catch(() => {});
    }
  }

  /** @param {Uint8Array} bytes */
  function base64(bytes) {
    let text = '';
    // In steps, since engines limit the number of arguments of a call.
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return btoa(text);
  }

  /**
   * Fetch for the background, which accepts each piece over a port of this name and disconnects to stop.
   * @param {string} name
   * @param {FetchRequest} request
   */
  async function serve(name, request) {
    const port = (home.browser ?? home.chrome).runtime.connect({ name });
    const ending = new AbortController();
    // Backpressure: the next piece is sent after the host has the previous one, so at most one is in memory.
    let accepted = () => {};
    port.onMessage.addListener(() => accepted());
    port.onDisconnect.addListener(() => {
      ending.abort();
      accepted();
    });
    const send = (/** @type {Piece} */ piece) =>
      new Promise((resolve, reject) => {
        accepted = () => (ending.signal.aborted ? reject(ending.signal.reason) : resolve(undefined));
        port.postMessage(piece);
      });
    try {
      await inPieces(request, ending.signal, send);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    } finally {
      port.disconnect();
    }
  }
})();
