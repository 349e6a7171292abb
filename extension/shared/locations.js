// @ts-check
/** Decides which locations a reader may visit. Sitemaps are untrusted: only plain web addresses are permitted. */

const SAFE = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Matches addresses whose fragment names a page, up to the query in it. */
const ROUTE = /^[^#]*#!?\/[^?]*/;

/**
 * Return the location if it is safe to visit, else null.
 * @param {string | null | undefined} location
 * @returns {string | null}
 */
export function safeLocation(location) {
  const scheme = schemeOf(location);
  return scheme !== null && SAFE.has(scheme) ? /** @type {string} */ (location) : null;
}

/** Return whether an address is fetched by HTTP. @param {string | null | undefined} address */
export function isWeb(address) {
  const scheme = schemeOf(address);
  return scheme === 'http:' || scheme === 'https:';
}

/** The longest address that the host accepts. */
const LONGEST_ADDRESS = 65_536;

/**
 * Return the address of a page, or '' if it is too long to have a map. Browsers accept millions of characters, and the
 * background stores hundreds of pages.
 * @param {string} address
 */
export function withinLength(address) {
  return address.length > LONGEST_ADDRESS ? '' : address;
}

/** Return the address without its fragment. @param {string} address */
export function withoutFragment(address) {
  const at = address.indexOf('#');
  return at < 0 ? address : address.slice(0, at);
}

/**
 * Return the address of a page: without the fragment, unless an application names its pages by it. Such a fragment may
 * end with a query that names a place in the page.
 * @param {string} address
 */
export function pageAddress(address) {
  return ROUTE.exec(address)?.[0] ?? withoutFragment(address);
}

/**
 * Return an http(s) address without a user name and password, others unchanged. Rows have none: the browser knows the
 * reader's, and a copied address must not contain them.
 * @param {string} address
 */
export function withoutLogin(address) {
  if (!address.includes('@') || !isWeb(address)) return address;
  const url = new URL(address);
  url.username = url.password = '';
  return url.href;
}

/** Return the origin of an http(s) address, else null. @param {string} address */
export function webOrigin(address) {
  return isWeb(address) ? new URL(address).origin : null;
}

/**
 * Return the web address of a sitemap as typed, where the scheme or the site may be omitted; null if invalid.
 * @param {string} typed
 * @param {string} site  its origin
 */
export function typedAddress(typed, site) {
  const words = typed.trim();
  const [first = ''] = words.split(/[/?#]/);
  const bare = (/** @type {string} */ name) => name.toLowerCase().replace(/^www\./, '');
  const isHost = (first !== words && first.includes('.')) || (first !== '' && bare(first) === bare(new URL(site).host));
  if (!words || /\s/.test(words)) return null;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(words) ? words : isHost ? `${new URL(site).protocol}//${words}` : words;
  return URL.canParse(whole, `${site}/`) && isWeb(new URL(whole, `${site}/`).href)
    ? new URL(whole, `${site}/`).href
    : null;
}

/**
 * Return the referrer to send to a target: no credentials, no fragment, and none from https to http.
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
