// @ts-check
/**
 * Follows the requests that the background makes itself, as the browser reports on them: where one is going, which ends it where
 * it may not go; from which address it was answered, and where that leads. Never follows a redirect. (Firefox does by itself
 * what it redirects itself, from http to https; that is looked at like any other.)
 */
import { api, answersHeaders } from '../shared/browser.js';
import { ownRequests } from './state.js';

/** @typedef {import('./state.js').OwnRequest} OwnRequest */
/** @typedef {{url: string, requestId: string, initiator?: string, originUrl?: string}} Details */

/** For so long a report is waited for once the answer is there: they take different ways through the browser. */
const REPORT_MS = 1_000;

/** Has a request followed that is about to be made. @param {string} url @param {OwnRequest['mayGo']} mayGo @returns {OwnRequest} */
export function followRequest(url, mayGo) {
  /** @type {() => void} */
  let onReported = () => {};
  const reported = new Promise((/** @type {(value: void) => void} */ resolve) => { onReported = resolve; });
  const request = { url, requestId: '', status: 0, ip: null, redirect: null, mayGo, ending: new AbortController(), reported, onReported };
  ownRequests.add(request);
  return request;
}

/** Waits until the browser has reported, or will not. @param {OwnRequest} request */
export async function reportOf({ reported, onReported }) {
  const timer = setTimeout(onReported, REPORT_MS);
  await reported;
  clearTimeout(timer);
}

/** The request of ours that an event is about. @param {Details} details */
function requestOf({ url, requestId, initiator, originUrl }) {
  const own = api.runtime.getURL('').replace(/\/$/, '');
  if (!(initiator ?? originUrl ?? '').startsWith(own)) return undefined;
  const requests = [...ownRequests];
  return requests.find((one) => one.requestId === requestId) ?? requests.find((one) => one.requestId === '' && one.url === url);
}

/** It sets out, or goes on. @param {Details} details @returns {chrome.webRequest.BlockingResponse | undefined} */
export function onOwnRequest(details) {
  const request = requestOf(details);
  if (!request) return undefined;
  Object.assign(request, { requestId: details.requestId, url: details.url });
  if (request.mayGo(details)) return undefined;
  request.ending.abort(new TypeError('led to where it may not be'));
  return answersHeaders ? { cancel: true } : undefined;
}

/** It is answered. @param {Details & {statusCode: number, ip?: string | null, responseHeaders?: chrome.webRequest.HttpHeader[]}} details */
export function onOwnHeaders(details) {
  const location = details.responseHeaders?.find(({ name }) => name.toLowerCase() === 'location')?.value;
  record(details, location !== undefined && URL.canParse(location, details.url) ? new URL(location, details.url).href : null);
  return undefined;
}

/** It is led on. @param {Details & {statusCode: number, ip?: string | null, redirectUrl: string}} details */
export function onOwnRedirect(details) {
  record(details, details.redirectUrl);
}

/** All that there is to say has been said. @param {Details & {statusCode?: number, ip?: string | null}} details */
export function onOwnEnd(details) {
  record(details, null)?.onReported();
}

/** @param {Details & {statusCode?: number, ip?: string | null}} details @param {string | null} redirect */
function record(details, redirect) {
  const request = requestOf(details);
  if (!request) return undefined;
  request.status = details.statusCode || request.status;
  request.ip = details.ip ?? request.ip; // after a 304, and out of a cache, none is said
  request.redirect = redirect ?? request.redirect;
  return request;
}

/**
 * Notes from which addresses a tab's requests are answered.
 * @param {number} tabId
 * @returns {{ipOf(url: string): string | null, end(): void}}
 */
export function watchTab(tabId) {
  /** @type {Map<string, string | null>} */
  const addresses = new Map();
  const note = (/** @type {chrome.webRequest.OnResponseStartedDetails} */ { url, ip }) => { addresses.set(url, ip ?? null); };
  api.webRequest.onResponseStarted.addListener(note, { urls: ['http://*/*', 'https://*/*'], types: ['xmlhttprequest'], tabId });
  return { ipOf: (url) => addresses.get(url) ?? null, end: () => api.webRequest.onResponseStarted.removeListener(note) };
}
