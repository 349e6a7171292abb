// @ts-check
/**
 * What the browser may do for the host on a page's account: which addresses may be reached (the host's own guard once more,
 * for addresses that are written out; names are the host's to resolve), and which of a jar's cookies go along, in which
 * order. Pure: jars, and the browser's ways, are handed in.
 */

/** @typedef {{name: string, value: string, path: string, sameSite: string, partitionKey?: {topLevelSite?: string, hasCrossSiteAncestor?: boolean} | null, firstPartyDomain?: string}} Cookie */
/** @typedef {{isSchemeful: boolean, registrableDomain(host: string): string | null}} SiteRules  what makes a site in this browser */

/** @typedef {'public' | 'private' | 'link-local' | 'loopback' | 'nowhere'} Scope */

/** Each with the bits that count; the first that holds decides. @type {[string, number, Scope][]} */
// The IANA registry of special-purpose addresses (RFC 6890), as the host has it.
const IPV4 = [
  ['168.63.129.16', 32, 'link-local'], // Azure answers there with a machine's own data
  ['0.0.0.0', 8, 'nowhere'], ['10.0.0.0', 8, 'private'], ['100.64.0.0', 10, 'private'], ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'], ['172.16.0.0', 12, 'private'], ['192.0.0.0', 24, 'private'], ['192.0.2.0', 24, 'private'],
  ['192.168.0.0', 16, 'private'], ['198.18.0.0', 15, 'private'], ['198.51.100.0', 24, 'private'],
  ['203.0.113.0', 24, 'private'], ['224.0.0.0', 3, 'nowhere'],
];
/** IPv6 addresses that only carry an IPv4 one: the first words, where it begins, and whether its bits are turned. @type {[number[], number, boolean][]} */
const CARRIERS = [[[0, 0, 0, 0, 0, 0xffff], 6, false], [[0x64, 0xff9b, 0, 0, 0, 0], 6, false], [[0x2002], 1, false], [[0x2001, 0], 6, true]];

/**
 * Whether a page may have an address fetched: a public one always, others where the page itself is at such an address.
 * @param {string} page
 * @param {string | null} ip  that the page was loaded from, if known
 * @param {string} uri
 */
export function mayReach(page, ip, uri) {
  const target = scopeOfHost(new URL(uri).hostname);
  if (target === 'nowhere') return false;
  return target === 'public' || target === (ip ? scopeOfHost(ip) : scopeOfHost(new URL(page).hostname));
}

/** Of names that mean something in one network only (RFC 6762, RFC 8375, and those that ICANN will not give away). */
const LOCAL_SUFFIXES = ['.local', '.localdomain', '.home.arpa', '.internal', '.intranet', '.lan', '.home', '.corp'];

/**
 * Whether a page may be led on to an address: never from https to http, but on the reader's own machine; and, where a proxy
 * may stand between, to no name of the reader's own network but the page's own: browsers go there without their proxy.
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
 * The scope of a host as URLs have it, where odd notations are undone already; names but `localhost` count as public.
 * @param {string} host
 * @returns {Scope}
 */
export function scopeOfHost(host) {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback';
  if (name.includes(':')) return scopeOfWords(wordsOf(name));
  return /^\d+(\.\d+){3}$/.test(name) ? scopeOfIpv4(numberOf(name)) : 'public';
}

/** @param {number} address @returns {Scope} */
function scopeOfIpv4(address) {
  const isWithin = (/** @type {string} */ start, /** @type {number} */ bits) => address >>> (32 - bits) === numberOf(start) >>> (32 - bits);
  return IPV4.find(([start, bits]) => isWithin(start, bits))?.[2] ?? 'public';
}

/** @param {string} dotted */
function numberOf(dotted) {
  return dotted.split('.').reduce((number, part) => ((number << 8) | Number(part)) >>> 0, 0);
}

/** @param {number[]} words @returns {Scope} */
function scopeOfWords(words) {
  const [first = 0] = words;
  if (words.slice(0, 7).every((word) => word === 0)) return words[7] === 1 ? 'loopback' : 'nowhere';
  for (const [start, at, isTurned] of CARRIERS) {
    if (start.every((word, index) => word === words[index])) return scopeOfIpv4(carried(words, at, isTurned));
  }
  if (first >>> 6 === 0xfe80 >>> 6) return 'link-local';
  if (first >>> 9 === 0xfc00 >>> 9) return 'private';
  return first >>> 13 === 1 ? 'public' : 'nowhere'; // of all that is left, only 2000::/3 is given out
}

/** @param {number[]} words @param {number} at @param {boolean} isTurned */
function carried(words, at, isTurned) {
  const number = (((words[at] ?? 0) << 16) | (words[at + 1] ?? 0)) >>> 0;
  return isTurned ? ~number >>> 0 : number;
}

/** The eight words of an IPv6 address. @param {string} text */
function wordsOf(text) {
  const plain = text.split('%')[0]?.replace(/(\d+\.){3}\d+$/, (dotted) => {
    const number = numberOf(dotted);
    return `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
  }) ?? '';
  const [before = '', after] = plain.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part ? part.split(':').map((word) => parseInt(word, 16)) : []));
  const gap = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...Array(Math.max(0, gap)).fill(0), ...(tail ?? [])];
}

/**
 * Whether a request from a page stays within its site. Where the browser does not say what makes a site, only the very
 * host does: no cookie may go where it would not have gone.
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

/** The site of a page, as partitions of cookie jars are named; null where the browser does not say. @param {string} page @param {SiteRules} rules */
export function topLevelSite(page, { registrableDomain }) {
  const { protocol, hostname } = new URL(page);
  const domain = registrableDomain(hostname);
  return domain === null ? null : `${protocol}//${domain}`;
}

/**
 * Those of a jar that a page gets at: within its site those in no partition; in any case those in its own.
 * @template {Cookie} C
 * @param {C[]} cookies
 * @param {{isSameSite: boolean, site: string | null}} how
 * @returns {C[]}
 */
export function cookiesInReach(cookies, { isSameSite: isSame, site }) {
  return cookies.filter(({ partitionKey, firstPartyDomain }) => {
    if (firstPartyDomain && !site?.endsWith(`//${firstPartyDomain}`)) return false;
    if (!partitionKey) return isSame;
    // Firefox and Chrome do not call the same thing cross-site where it is: only within a site it can be compared.
    return site !== null && partitionKey.topLevelSite === site && !(isSame && partitionKey.hasCrossSiteAncestor);
  });
}

// Behaviour: which cookies are sent.
/**
 * Those that may go along: from another site only those made for that, to which Firefox counts all that say nothing.
 * @template {Cookie} C
 * @param {C[]} cookies
 * @param {{isSameSite: boolean, isLaxByDefault: boolean}} how
 * @returns {C[]}
 */
export function cookiesThatGoAlong(cookies, { isSameSite: isSame, isLaxByDefault }) {
  return cookies.filter(({ sameSite }) => isSame || sameSite === 'no_restriction' || (sameSite === 'unspecified' && !isLaxByDefault));
}

/** Browsers send secure cookies to their own machine without encryption, too; Firefox does not list them for http. @param {string} uri */
export function asSecure(uri) {
  return scopeOfHost(new URL(uri).hostname) === 'loopback' ? uri.replace(/^http:/, 'https:') : uri;
}

/**
 * The value of a `Cookie` field (RFC 6265, 5.4): longer paths first; the order of age among equals is the jar's.
 * @param {Cookie[]} cookies
 */
export function cookieField(cookies) {
  // `sort` is stable, so equals keep the jar's order, which is that of age.
  const ordered = [...cookies].sort((a, b) => b.path.length - a.path.length);
  return ordered.map(({ name, value }) => (name ? `${name}=${value}` : value)).join('; ');
}
