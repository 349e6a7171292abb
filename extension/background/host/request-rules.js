// @ts-check
/**
 * Decides what the browser may request for the host on behalf of a page. It selects the reachable addresses, and the
 * cookies with their order. It repeats the host's check of numeric addresses; only the host resolves names. Pure:
 * cookie jars and browser differences are passed in.
 */
import { isWeb } from '../../shared/locations.js';

/**
 * @typedef {{
 *   name: string,
 *   value: string,
 *   path: string,
 *   sameSite: string,
 *   partitionKey?: {topLevelSite?: string, hasCrossSiteAncestor?: boolean} | null,
 *   firstPartyDomain?: string,
 * }} Cookie
 */
/**
 * @typedef {{isSchemeful: boolean, registrableDomain(host: string): string | null}} SiteRules  the browser's definition
 *   of a site
 */

/** @typedef {'public' | 'private' | 'link-local' | 'loopback' | 'metadata' | 'nowhere'} Scope */

/** Each range with its prefix length; the first match decides. @type {[string, number, Scope][]} */
// IANA's registry of special-purpose addresses (RFC 6890), as in the host; both are tested with the same cases.
const IPV4 = [
  // Clouds serve a machine its secrets there.
  ['100.100.100.200', 32, 'metadata'],
  ['168.63.129.16', 32, 'metadata'],
  ['169.254.169.254', 32, 'metadata'],
  ['169.254.170.2', 32, 'metadata'],
  ['192.0.0.192', 32, 'metadata'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'private'],
  ['192.0.2.0', 24, 'private'],
  ['192.88.99.0', 24, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['198.51.100.0', 24, 'private'],
  ['203.0.113.0', 24, 'private'],
  ['0.0.0.0', 8, 'nowhere'],
  ['224.0.0.0', 3, 'nowhere'],
];
/**
 * The same in IPv6, by the first two words. Of the rest, only 2000::/3 is allocated to networks.
 * @type {[string, number, Scope][]}
 */
const IPV6 = [
  ['fe80::', 10, 'link-local'],
  ['fc00::', 7, 'private'],
  ['fec0::', 10, 'private'],
  ['2001::', 23, 'private'],
  ['2001:db8::', 32, 'private'],
  ['3fff::', 20, 'private'],
  ['2000::', 3, 'public'],
];
/** The addresses of clouds in IPv6, as words. */
const METADATA = ['fd00:ec2::254', 'fd20:ce::254'].map((address) => wordsOf(address).join());
/**
 * IPv6 prefixes that embed an IPv4 address: the first words, the index where the address begins, and whether its bits
 * are inverted.
 * @type {[number[], number, boolean][]}
 */
const CARRIERS = [
  [[0, 0, 0, 0, 0, 0xffff], 6, false],
  [[0x64, 0xff9b, 0, 0, 0, 0], 6, false],
  [[0x2002], 1, false],
  [[0x2001, 0], 6, true],
];

/**
 * Return whether a page may have an address requested at all, by the route that the page took.
 * @param {string} page
 * @param {{route: string, ip: string | null}} way  `ip` is that of the page's server, or of its proxy
 * @param {string} uri
 */
export function mayRequest(page, { route, ip }, uri) {
  if (!isWeb(uri) || !isWeb(page)) return false;
  // A proxy's address says nothing about the page's, unless the page's own address is not public.
  const isServers = route === 'direct' || scopeOfHost(new URL(page).hostname) !== 'public';
  return mayReach(page, isServers ? ip : null, uri);
}

/**
 * Return whether a page may have an address fetched. Public addresses are always allowed, others only if the page is in
 * the same scope.
 * @param {string} page
 * @param {string | null} ip  that the page was loaded from, if known
 * @param {string} uri
 */
export function mayReach(page, ip, uri) {
  const target = scopeOfHost(new URL(uri).hostname);
  if (target === 'nowhere') return false;
  return target === 'public' || target === (ip ? scopeOfHost(ip) : scopeOfHost(new URL(page).hostname));
}

/** Suffixes of names with a local meaning only (RFC 6762, RFC 8375, and names that ICANN does not delegate). */
const LOCAL_SUFFIXES = ['.local', '.localdomain', '.home.arpa', '.internal', '.intranet', '.lan', '.home', '.corp'];

/**
 * Return whether a page may be redirected to an address. A redirect from https to http is allowed only on the reader's
 * own machine. Browsers bypass their proxy for local names. So if a proxy may be in use, the page's own local name is
 * the only allowed one.
 * @param {string} page
 * @param {string} uri
 * @param {boolean} isProxied
 */
export function mayBeLedTo(page, uri, isProxied) {
  const [from, to] = [new URL(page), new URL(uri)];
  if (from.protocol === 'https:' && to.protocol !== 'https:' && scopeOfHost(to.hostname) !== 'loopback') return false;
  const isFromPublic = scopeOfHost(from.hostname) === 'public';
  return !isProxied || !isFromPublic || from.hostname === to.hostname || !isLocalName(to.hostname);
}

/** @param {string} host */
function isLocalName(host) {
  const name = host.toLowerCase().replace(/\.$/, '');
  return !name.startsWith('[') && (!name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(suffix)));
}

/**
 * Return the scope of a host from a parsed URL, whose unusual notations are already normalised; names other than
 * `localhost` count as public.
 * @param {string} host
 * @returns {Scope}
 */
export function scopeOfHost(host) {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  if (name.includes(':')) return scopeOfWords(wordsOf(name));
  return /^\d+(\.\d+){3}$/.test(name) ? scopeOfIpv4(numberOf(name)) : 'public';
}

/** @param {number} address @returns {Scope} */
function scopeOfIpv4(address) {
  return IPV4.find(([start, bits]) => haveSamePrefix(address, numberOf(start), bits))?.[2] ?? 'public';
}

/** @param {number} left @param {number} right @param {number} bits  1 to 32, of 32 */
function haveSamePrefix(left, right, bits) {
  return left >>> (32 - bits) === right >>> (32 - bits);
}

/** @param {string} dotted */
function numberOf(dotted) {
  return dotted.split('.').reduce((number, part) => ((number << 8) | Number(part)) >>> 0, 0);
}

/** @param {number[]} words @returns {Scope} */
function scopeOfWords(words) {
  if (METADATA.includes(words.join())) return 'metadata';
  if (words.slice(0, 7).every((word) => word === 0)) return words[7] === 1 ? 'loopback' : 'nowhere';
  for (const [start, at, isTurned] of CARRIERS) {
    if (start.every((word, index) => word === words[index])) return scopeOfIpv4(carried(words, at, isTurned));
  }
  const beginning = beginningOf(words);
  const range = IPV6.find(([start, bits]) => haveSamePrefix(beginning, beginningOf(wordsOf(start)), bits));
  return range?.[2] ?? 'nowhere';
}

/** Return the first 32 bits. @param {number[]} words */
function beginningOf([first = 0, second = 0]) {
  return ((first << 16) | second) >>> 0;
}

/** @param {number[]} words @param {number} at @param {boolean} isTurned */
function carried(words, at, isTurned) {
  const number = (((words[at] ?? 0) << 16) | (words[at + 1] ?? 0)) >>> 0;
  return isTurned ? ~number >>> 0 : number;
}

/** Return the eight words of an IPv6 address. @param {string} text */
function wordsOf(text) {
  const plain =
    text.split('%')[0]?.replace(/(\d+\.){3}\d+$/, (dotted) => {
      const number = numberOf(dotted);
      return `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
    }) ?? '';
  const [before = '', after] = plain.split('::');
  const [head, tail] = [before, after ?? ''].map((part) =>
    part ? part.split(':').map((word) => parseInt(word, 16)) : [],
  );
  const gap = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...Array(Math.max(0, gap)).fill(0), ...(tail ?? [])];
}

/**
 * Return whether a request from a page stays within its site. If the browser does not define sites, only the same host
 * counts, so that no cookie is sent too far.
 * @param {string} page
 * @param {string} uri
 * @param {SiteRules} rules
 */
export function isSameSite(page, uri, { isSchemeful, registrableDomain }) {
  const [from, to] = [new URL(page), new URL(uri)];
  if (isSchemeful && from.protocol !== to.protocol) return false;
  if (from.hostname === to.hostname) return true;
  const domain = registrableDomain(from.hostname);
  return domain !== null && domain === registrableDomain(to.hostname);
}

/**
 * Return the site of a page in the form that names cookie partitions; null if the browser does not define it.
 * @param {string} page
 * @param {SiteRules} rules
 */
export function topLevelSite(page, { registrableDomain }) {
  const { protocol, hostname } = new URL(page);
  const domain = registrableDomain(hostname);
  return domain === null ? null : `${protocol}//${domain}`;
}

/**
 * Return the cookies that a page can access: always the cookies in its own partition, and within its site the
 * unpartitioned ones.
 * @template {Cookie} C
 * @param {C[]} cookies
 * @param {{isSameSite: boolean, site: string | null}} how
 * @returns {C[]}
 */
export function cookiesInReach(cookies, { isSameSite: isSame, site }) {
  return cookies.filter(({ partitionKey, firstPartyDomain }) => {
    if (firstPartyDomain && !site?.endsWith(`//${firstPartyDomain}`)) return false;
    if (!partitionKey) return isSame;
    // Firefox and Chrome define a cross-site ancestor differently across sites; only within a site are they comparable.
    return site !== null && partitionKey.topLevelSite === site && !(isSame && partitionKey.hasCrossSiteAncestor);
  });
}

// Behaviour: which cookies are sent. Also: cookie header, credentials, SameSite, third party.
/**
 * Return the cookies that may be sent. Another site gets only cookies with SameSite=None, which for Firefox includes
 * cookies without the attribute.
 * @template {Cookie} C
 * @param {C[]} cookies
 * @param {{isSameSite: boolean, isLaxByDefault: boolean}} how
 * @returns {C[]}
 */
export function cookiesThatGoAlong(cookies, { isSameSite: isSame, isLaxByDefault }) {
  return cookies.filter(
    ({ sameSite }) => isSame || sameSite === 'no_restriction' || (sameSite === 'unspecified' && !isLaxByDefault),
  );
}

/**
 * Return a loopback address with https. Browsers send secure cookies to their own machine without encryption too, but
 * Firefox does not list them for http.
 * @param {string} uri
 */
export function asSecure(uri) {
  return scopeOfHost(new URL(uri).hostname) === 'loopback' ? uri.replace(/^http:/, 'https:') : uri;
}

/**
 * Return the value of a `Cookie` field (RFC 6265, 5.4): longer paths first, equal lengths in the jar's order of age.
 * @param {Cookie[]} cookies
 */
export function cookieField(cookies) {
  // `sort` is stable, so equal lengths keep the jar's order, which is by age.
  const ordered = [...cookies].sort((a, b) => b.path.length - a.path.length);
  return ordered.map(({ name, value }) => (name ? `${name}=${value}` : value)).join('; ');
}
