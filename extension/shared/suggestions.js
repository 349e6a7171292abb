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

/** The one sitemap that a site names; null where there is a choice. @param {Suggestion[]} suggestions */
export function onlySitemap(suggestions) {
  const { main: [first, ...others] } = sorted(suggestions);
  return first && first.count === 1 && others.length === 0 ? first : null;
}

/** What lists most of a site: all that its robots.txt names together, else what its page links to; null where there are feeds at most. @param {Suggestion[]} suggestions */
export function wholeSitemap(suggestions) {
  return sorted(suggestions).main[0] ?? null;
}
