// @ts-check
/**
 * Fetches for the host what it cannot fetch itself (a proxy's login, a client certificate), with the browser's own means.
 * Only http and https; the body goes over in pieces and never grows beyond a cap.
 */
import { isWeb } from '../base/locations.js';
import { host } from './host.js';
import { sites } from './state.js';

/** The format's own limit is the host's business; this one protects the browser. */
const BODY_BYTES = 100 * 1024 * 1024;
const PIECE_BYTES = 384 * 1024;

/** @typedef {{fetch: string | number, uri: string, headers?: [string, string][], private?: boolean}} FetchEvent */

/** @param {FetchEvent} wanted */
export async function answerFetch(wanted) {
  try {
    if (!isWeb(wanted.uri)) return await answer(wanted, { ok: false });
    const response = await fetch(wanted.uri, {
      credentials: isPrivate(wanted) ? 'omit' : 'include',
      headers: { accept: new Map(wanted.headers ?? []).get('accept') ?? '*/*' },
    });
    await pass(wanted, response);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    await answer(wanted, { ok: false });
  }
}

/** A private window's sitemap is not asked for with the cookies of the others. @param {FetchEvent} wanted */
function isPrivate(wanted) {
  return wanted.private ?? [...sites.values()].some((entry) => entry.isPrivate);
}

/** @param {FetchEvent} wanted @param {Response} response */
async function pass(wanted, response) {
  const head = { ok: true, status: response.status, uri: response.url, content_type: response.headers.get('content-type') };
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.length > BODY_BYTES) return answer(wanted, { ok: false });
  for (let at = 0; at === 0 || at < body.length; at += PIECE_BYTES) {
    const piece = body.subarray(at, at + PIECE_BYTES);
    await answer(wanted, { ...head, body: base64(piece), last: at + PIECE_BYTES >= body.length });
  }
}

/** @param {FetchEvent} wanted @param {object} result */
function answer(wanted, result) {
  const blank = { status: 0, uri: wanted.uri, content_type: null, body: '', last: true };
  return host.request('fetched', { fetch: wanted.fetch, ...blank, ...result }).catch(() => {});
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}
