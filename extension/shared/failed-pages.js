// @ts-check
/**
 * Pages that did not load: what stands in their record, and how a failure is told from a load that was broken off. Pure.
 */

/** @typedef {import('./protocol.js').Problem} Problem */

/** Of a page that did not load. @type {Problem} */
export const PAGE_FAILED = { code: 'page-failed', params: {} };

/** Whether that is the problem. @param {Problem | null | undefined} problem */
export function isPageFailure(problem) {
  return problem?.code === PAGE_FAILED.code;
}

/** Whether a page did not load. @param {{problem: Problem | null}} page */
export function hasFailed({ problem }) {
  return isPageFailure(problem);
}

/** Whether nothing of a page's response has been seen: if its request fails, the browser shows a page of its own. @param {{requestId: string, isSeen: boolean}} page */
export function isUnanswered({ requestId, isSeen }) {
  return requestId !== '' && !isSeen;
}

/** Whether a request was given up, by the reader or for another, as the browsers call it: then the page before stays. @param {string} error */
export function wasBrokenOff(error) {
  return error === 'net::ERR_ABORTED' || error === 'NS_BINDING_ABORTED' || error === 'NS_ERROR_ABORT';
}
