// @ts-check
/** What a site declares, sorted for a reader: what lists all its pages, each of several such lists, and feeds. Pure. */

/** @typedef {import('./types.js').Suggestion} Suggestion */

/** What lists pages of the whole site, each of several such lists, and feeds, which have the latest pages alone. @param {Suggestion[]} suggestions */
export function sorted(suggestions) {
  const areSeveral = suggestions.some(({ source, count }) => source === 'robots' && count > 1);
  const isLine = (/** @type {Suggestion} */ { source, count }) => areSeveral && source === 'robots' && count === 1;
  return {
    main: suggestions.filter((one) => one.source !== 'feed' && !isLine(one)),
    lines: suggestions.filter(isLine),
    feeds: suggestions.filter(({ source }) => source === 'feed'),
  };
}

/**
 * What tells sitemaps apart by their addresses, one for each: the stem of the file's name, with as many folders before it as that
 * takes, and the query. Addresses that differ in nothing else are shown whole.
 * @param {string[]} addresses
 */
export function stems(addresses) {
  const parts = addresses.map(partsOf);
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  for (let count = 1; count <= longest; count += 1) {
    const names = parts.map((some) => some.slice(-count).join('/'));
    if (new Set(names).size === names.length) return names;
  }
  return addresses;
}

/** The host and the folders of an address, and the stem of its file with its query. @param {string} address */
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
    return escaped; // octets of another encoding
  }
}

/** The one sitemap that a site names; null where there is a choice. @param {Suggestion[]} suggestions */
export function onlySitemap(suggestions) {
  const { main: [first, ...others] } = sorted(suggestions);
  return first && first.count === 1 && others.length === 0 ? first : null;
}

/** What lists most of a site: all that its robots.txt names together, else what its page links to; null where there are feeds at most. @param {Suggestion[]} suggestions */
export function wholeSitemap(suggestions) {
  return sorted(suggestions).main[0] ?? null;
}
