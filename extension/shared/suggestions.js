// @ts-check
/**
 * Sorts a site's declarations for a reader: lists of all its pages, the parts of such a list, and feeds. Names the
 * usual addresses of lists. Pure.
 */
import { webOrigin } from './locations.js';

/** @typedef {import('./types.js').Suggestion} Suggestion */

/**
 * Return lists of the whole site, the parts of such a list, and feeds, which contain only the latest pages.
 * @param {Suggestion[]} suggestions
 */
export function sorted(suggestions) {
  const areSeveral = suggestions.some(({ source, count }) => source === 'robots' && count > 1);
  const isLine = (/** @type {Suggestion} */ { source, count }) => areSeveral && source === 'robots' && count === 1;
  return {
    main: suggestions.filter((suggestion) => suggestion.source !== 'feed' && !isLine(suggestion)),
    lines: suggestions.filter(isLine),
    feeds: suggestions.filter(({ source }) => source === 'feed'),
  };
}

/**
 * Most folders in a name: a site's robots.txt may have addresses of thousands, and a longer name tells a reader
 * nothing.
 */
const MOST_SEGMENTS = 8;

/**
 * Return the shortest names that tell sitemaps apart by their addresses. A name has the stem of the file name, as many
 * parent folders as necessary, and the query. Addresses that differ in nothing else stay complete.
 * @param {string[]} addresses
 */
export function stems(addresses) {
  const parts = addresses.map(partsOf);
  const longest = Math.min(MOST_SEGMENTS, Math.max(0, ...parts.map(({ length }) => length)));
  for (let count = 1; count <= longest; count += 1) {
    const names = parts.map((some) => some.slice(-count).join('/'));
    if (new Set(names).size === names.length) return names;
  }
  return addresses;
}

/** Return the host, the folders, and the file's stem with the query of an address. @param {string} address */
function partsOf(address) {
  if (!URL.canParse(address)) return [address];
  const { host, pathname, search } = new URL(address);
  const segments = pathname.split('/').filter(Boolean).map(readable);
  const file = segments.pop() ?? '';
  const stem = file.replace(/(?:\.(?:xml|txt|rss|atom|gz))+$/i, '') + readable(search);
  return [host, ...segments, ...(stem ? [stem] : [])];
}

/** @param {string} escaped */
function readable(escaped) {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped; // bytes in another encoding
  }
}

/**
 * Return the list that needs no question: all lines of robots.txt together, else the page's link. Null if there are
 * only feeds, or if the lists are of different hosts, since one of them may be about another site.
 * @param {Suggestion[]} suggestions
 */
export function undisputedSitemap(suggestions) {
  const { main, lines } = sorted(suggestions);
  // The entry for all lines has the address of robots.txt, on the page's host; each line has its own below.
  const lists = [...main.filter(({ count }) => count === 1), ...lines];
  return new Set(lists.map(({ sitemap }) => hostOf(sitemap))).size > 1 ? null : wholeSitemap(suggestions);
}

/** Return the host of an address without `www.`, which tells no sites apart. @param {string} address */
function hostOf(address) {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address;
}

/** The file names that generators of sites give to their lists. */
const USUAL_NAMES = ['sitemap.xml', 'sitemap-index.xml'];

/**
 * Return addresses at which a list of a page's site may be: in its first folder, and at the root. Pages of a project
 * may share the host of their user, and have a folder of their own.
 * @param {string} page
 */
export function usualAddresses(page) {
  const origin = webOrigin(page);
  if (origin === null) return [];
  const [, first = '', slash] = new URL(page).pathname.split('/');
  // The last part of an address without a slash is a page if it has an extension.
  const isFolder = first !== '' && (slash !== undefined || !first.includes('.'));
  const folders = isFolder ? [`/${first}/`, '/'] : ['/'];
  return folders.flatMap((path) => USUAL_NAMES.map((name) => `${origin}${path}${name}`));
}

/**
 * Return the list that covers most of a site: all lines of robots.txt together, else the page's link; null if there are
 * only feeds.
 * @param {Suggestion[]} suggestions
 */
export function wholeSitemap(suggestions) {
  return sorted(suggestions).main[0] ?? null;
}
