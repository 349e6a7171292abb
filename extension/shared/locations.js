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

/** The longest address that the host takes. */
const LONGEST_ADDRESS = 65_536;

/**
 * The address of a page, '' where it is longer than any that could have a map: browsers take millions of characters, and the
 * background remembers hundreds of pages. @param {string} address
 */
export function withinLength(address) {
  return address.length > LONGEST_ADDRESS ? '' : address;
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
 * The web address that somebody typed for a site's sitemap, who may leave out the scheme, or the site; null for none.
 * @param {string} typed
 * @param {string} site  its origin
 */
export function typedAddress(typed, site) {
  const words = typed.trim();
  const [first = ''] = words.split(/[/?#]/);
  const bare = (/** @type {string} */ name) => name.toLowerCase().replace(/^www\./, '');
  const isHost = first !== words && first.includes('.') || (first !== '' && bare(first) === bare(new URL(site).host));
  if (!words || /\s/.test(words)) return null;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(words) ? words : isHost ? `${new URL(site).protocol}//${words}` : words;
  return URL.canParse(whole, `${site}/`) && isWeb(new URL(whole, `${site}/`).href) ? new URL(whole, `${site}/`).href : null;
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
