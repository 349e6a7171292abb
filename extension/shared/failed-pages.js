// @ts-check
/**
 * Handles pages that failed to load: the problem in their record, and the difference between a failure and an aborted
 * load. Pure.
 */

/** @typedef {import('./protocol.js').Problem} Problem */

/** The problem of a page that failed to load. @type {Problem} */
export const PAGE_FAILED = { code: 'page-failed', params: {} };

/** Return whether a problem is a page's failure to load. @param {Problem | null | undefined} problem */
export function isPageFailure(problem) {
  return problem?.code === PAGE_FAILED.code;
}

/** Return whether a page failed to load. @param {{problem: Problem | null}} page */
export function hasFailed({ problem }) {
  return isPageFailure(problem);
}

/**
 * Return whether no part of a page's response has been seen: if its request fails, the browser shows its own error
 * page.
 * @param {{requestId: string, isSeen: boolean}} page
 */
export function isUnanswered({ requestId, isSeen }) {
  return requestId !== '' && !isSeen;
}

/**
 * Return whether a request was aborted, by the reader or by another navigation; then the previous page stays.
 * @param {string} error
 */
export function wasBrokenOff(error) {
  return error === 'net::ERR_ABORTED' || error === 'NS_BINDING_ABORTED' || error === 'NS_ERROR_ABORT';
}
