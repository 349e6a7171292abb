// @ts-check
/** Which locations a reader may be led to. A sitemap is written by strangers: nothing but plain web addresses. */

const SAFE = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * The location where it is safe to visit, else null.
 * @param {string | null | undefined} location
 * @returns {string | null}
 */
export function safeLocation(location) {
  const scheme = schemeOf(location);
  return scheme !== null && SAFE.has(scheme) ? /** @type {string} */ (location) : null;
}

/** Whether an address is one that HTTP fetches. @param {string | null | undefined} address */
export function isWeb(address) {
  const scheme = schemeOf(address);
  return scheme === 'http:' || scheme === 'https:';
}

/** The address without its fragment. @param {string} address */
export function withoutFragment(address) {
  const at = address.indexOf('#');
  return at < 0 ? address : address.slice(0, at);
}

/** The origin of an http(s) address, else null. @param {string} address */
export function webOrigin(address) {
  return isWeb(address) ? new URL(address).origin : null;
}

/**
 * What is sent as referrer on the way to a target: no credentials, no fragment, nothing from a secure to an open page.
 * @param {string | null | undefined} referrer
 * @param {string} target
 * @returns {string | null}
 */
export function safeReferrer(referrer, target) {
  if (!isWeb(referrer) || !isWeb(target)) return null;
  const from = new URL(/** @type {string} */ (referrer));
  if (from.protocol === 'https:' && new URL(target).protocol === 'http:') return null;
  from.username = from.password = from.hash = '';
  return from.href;
}

/** @param {string | null | undefined} address */
function schemeOf(address) {
  return address && URL.canParse(address) ? new URL(address).protocol : null;
}
