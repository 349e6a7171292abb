// @ts-check
/**
 * Follows the background's own requests through the browser's events. Aborts a request to a forbidden address, and
 * records the IP address that answered and the redirect target. Never follows a redirect. (Firefox itself upgrades some
 * requests from http to https; such a hop is checked like any other.)
 */
import { api, answersHeaders } from '../../shared/browser.js';
import { addOwnRequest, ownRequestsUnderWay } from '../stores/sessions.js';

/** @typedef {import('../stores/sessions.js').OwnRequest} OwnRequest */
/** @typedef {{url: string, requestId: string, initiator?: string, originUrl?: string}} Details */

/** Maximum wait for the browser's report after the response, since events and responses arrive by different routes. */
const REPORT_MS = 1_000;

/**
 * Follow a request that is about to be made.
 * @param {string} url
 * @param {OwnRequest['mayGo']} mayGo
 * @returns {OwnRequest}
 */
export function followRequest(url, mayGo) {
  /** @type {() => void} */
  let onReported = () => {};
  const reported = new Promise((/** @type {(value: void) => void} */ resolve) => {
    onReported = resolve;
  });
  const request = {
    url,
    requestId: '',
    status: 0,
    ip: null,
    redirect: null,
    mayGo,
    ending: new AbortController(),
    reported,
    onReported,
  };
  addOwnRequest(request);
  return request;
}

/** Wait for the browser's report, at most `REPORT_MS`. @param {OwnRequest} request */
export async function reportOf({ reported, onReported }) {
  const timer = setTimeout(onReported, REPORT_MS);
  await reported;
  clearTimeout(timer);
}

/** Return our request that an event belongs to. @param {Details} details */
function requestOf({ url, requestId, initiator, originUrl }) {
  const own = api.runtime.getURL('').replace(/\/$/, '');
  if (!(initiator ?? originUrl ?? '').startsWith(own)) return undefined;
  const requests = ownRequestsUnderWay();
  return (
    // The first event of a request brings its id; until then, only its address is known.
    requests.find((request) => request.requestId === requestId) ??
    requests.find((request) => request.requestId === '' && request.url === url)
  );
}

/**
 * Check a request that starts or follows a redirect; cancel it if its address is forbidden.
 * @param {Details} details
 * @returns {chrome.webRequest.BlockingResponse | undefined}
 */
export function onOwnRequest(details) {
  const request = requestOf(details);
  if (!request) return undefined;
  Object.assign(request, { requestId: details.requestId, url: details.url });
  // Asked again at each hop: a server may redirect to an address of the reader's own network.
  if (request.mayGo(details)) return undefined;
  request.ending.abort(new TypeError('led to where it may not be'));
  return answersHeaders ? { cancel: true } : undefined;
}

/**
 * Record the response headers of a request.
 * @param {Details & {statusCode: number, ip?: string | null, responseHeaders?: chrome.webRequest.HttpHeader[]}} details
 */
export function onOwnHeaders(details) {
  const location = details.responseHeaders?.find(({ name }) => name.toLowerCase() === 'location')?.value;
  record(
    details,
    location !== undefined && URL.canParse(location, details.url) ? new URL(location, details.url).href : null,
  );
  return undefined;
}

/** Record a redirect. @param {Details & {statusCode: number, ip?: string | null, redirectUrl: string}} details */
export function onOwnRedirect(details) {
  record(details, details.redirectUrl);
}

/** Record the end of a request. @param {Details & {statusCode?: number, ip?: string | null}} details */
export function onOwnEnd(details) {
  record(details, null)?.onReported();
}

/** @param {Details & {statusCode?: number, ip?: string | null}} details @param {string | null} redirect */
function record(details, redirect) {
  const request = requestOf(details);
  if (!request) return undefined;
  request.status = details.statusCode || request.status;
  request.ip = details.ip ?? request.ip; // no address is reported after a 304 or for a cached response
  request.redirect = redirect ?? request.redirect;
  return request;
}

/**
 * Record the IP addresses that answer a tab's requests.
 * @param {number} tabId
 * @returns {{ipOf(url: string): string | null, end(): void}}
 */
export function watchTab(tabId) {
  /** @type {Map<string, string | null>} */
  const addresses = new Map();
  const note = (/** @type {chrome.webRequest.OnResponseStartedDetails} */ { url, ip }) => {
    addresses.set(url, ip ?? null);
  };
  api.webRequest.onResponseStarted.addListener(note, {
    urls: ['http://*/*', 'https://*/*'],
    types: ['xmlhttprequest'],
    tabId,
  });
  return {
    ipOf: (url) => addresses.get(url) ?? null,
    end: () => api.webRequest.onResponseStarted.removeListener(note),
  };
}
