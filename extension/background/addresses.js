// @ts-check
/**
 * Which addresses a page may make the browser fetch for the host: the host's own guard once more, for addresses that are
 * written out. Names are the host's to resolve. Pure.
 */

/** @typedef {'public' | 'private' | 'link-local' | 'loopback' | 'nowhere'} Scope */

/** Each with the bits that count; the first that holds decides. @type {[string, number, Scope][]} */
const IPV4 = [
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
 * @param {string | null} ip  where the page came from, if known
 * @param {string} uri
 */
export function mayReach(page, ip, uri) {
  const target = scopeOfHost(new URL(uri).hostname);
  if (target === 'nowhere') return false;
  return target === 'public' || target === (ip ? scopeOfHost(ip) : scopeOfHost(new URL(page).hostname));
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
