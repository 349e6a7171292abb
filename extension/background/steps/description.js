// @ts-check
/**
 * Describes to the host how a page was requested, without cookies and logins. The host requests the sitemap in the same
 * way: with the same headers, by the same route, under the same referrer policy.
 */
import { canRelaxReferrers } from '../../shared/browser.js';
import { routeOf } from '../host/routes.js';
import { isRequestKnown } from '../stores/tabs.js';

/** @typedef {import('../../shared/protocol.js').Header} Header */
/** @typedef {import('../../shared/protocol.js').PageForHost} PageForHost */

/** Headers never sent with a page: the host requests cookies when it needs them. */
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Return the headers that the host may see. @param {Header[]} headers normalised */
export function withoutSecrets(headers) {
  return headers.filter(([name]) => !SECRETS.has(name));
}

/** Policies that send more to other origins than the default does. */
const RELAXED_POLICIES = new Set(['no-referrer-when-downgrade', 'origin-when-cross-origin', 'unsafe-url']);

/**
 * Return the policy in force; null if it is laxer than the default and the browser does not let pages relax it.
 * @param {string | null} policy
 * @param {boolean} canRelax
 */
export function policyInForce(policy, canRelax) {
  return policy !== null && RELAXED_POLICIES.has(policy) && !canRelax ? null : policy;
}

/** Return a page in the form sent to the host. @param {import('../stores/tabs.js').Page} page @returns {PageForHost} */
export function describe(page) {
  const { url, request, ip, container, referrerPolicy } = page;
  const headers = withoutSecrets(request);
  const policy = policyInForce(referrerPolicy, canRelaxReferrers);
  // If the route is unknown, the browser fetches the sitemap too: only it knows how to request this site.
  const route = isRequestKnown(page) ? routeOf(page) : 'unknown';
  return {
    url,
    headers,
    ...(ip ? { ip } : {}),
    route,
    container,
    cookies: true,
    referrer_policy: policy,
  };
}
