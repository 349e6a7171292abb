// @ts-check
/** Header fields as both browsers can agree on them, and which of them could name a sitemap. Pure. */

/** @typedef {import('../base/types.js').Header} Header */

const NAMESPACE = 'http://standard-sitemap.org/2007/ns';

/**
 * Fields with lower-case names, each once, the values of a repeated field joined by ", " in order: what Firefox shows
 * anyway, and Chrome does not.
 * @param {{name: string, value?: string}[] | undefined} fields
 * @returns {Header[]}
 */
export function normaliseHeaders(fields) {
  /** @type {Map<string, string>} */
  const joined = new Map();
  for (const { name, value } of fields ?? []) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? value ?? '' : `${before}, ${value ?? ''}`);
  }
  return [...joined];
}

/** The value of a field, or null. @param {Header[]} headers @param {string} name */
export function headerValue(headers, name) {
  return headers.find(([key]) => key === name)?.[1] ?? null;
}

/**
 * The fields that could name a sitemap, or none at all: a page's other headers are nobody's business.
 * @param {Header[]} headers normalised
 * @returns {Header[]}
 */
export function namingHeaders(headers) {
  const declares = headerValue(headers, 'opt')?.includes(NAMESPACE) ?? false;
  return headers.filter(([name]) => name === 'x-standard-sitemap-location'
    || (declares && (name === 'opt' || /^\d\d-location$/.test(name))));
}
