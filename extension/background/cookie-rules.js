// @ts-check
/**
 * Which of a jar's cookies go along with an image of a page, and in which order. Pure: jars, and the browser's ways, are
 * handed in.
 */

/** @typedef {{name: string, value: string, path: string, sameSite: string, partitionKey?: {topLevelSite?: string, hasCrossSiteAncestor?: boolean} | null, firstPartyDomain?: string}} Cookie */
/** @typedef {{isSchemeful: boolean, registrableDomain(host: string): string | null}} Sites */

/**
 * Whether a request from a page stays within its site. Where the browser does not tell what makes a site, only the very
 * host does: no cookie may go where it would not have gone.
 * @param {string} page
 * @param {string} uri
 * @param {Sites} sites
 */
export function isSameSite(page, uri, { isSchemeful, registrableDomain }) {
  const [from, to] = [new URL(page), new URL(uri)];
  if (isSchemeful && from.protocol !== to.protocol) return false;
  if (from.hostname === to.hostname) return true;
  const domain = registrableDomain(from.hostname);
  return domain !== null && domain === registrableDomain(to.hostname);
}

/** The site of a page, as partitions of cookie jars are called by it; null where the browser does not tell. @param {string} page @param {Sites} sites */
export function siteOf(page, { registrableDomain }) {
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
export function inReach(cookies, { isSameSite: isSame, site }) {
  return cookies.filter(({ partitionKey, firstPartyDomain }) => {
    if (firstPartyDomain && !site?.endsWith(`//${firstPartyDomain}`)) return false;
    if (!partitionKey) return isSame;
    // Firefox and Chrome do not call the same thing cross-site where it is: only within a site it can be asked.
    return site !== null && partitionKey.topLevelSite === site && !(isSame && partitionKey.hasCrossSiteAncestor);
  });
}

/**
 * Those that may go along: from another site only those made for that, which Firefox takes all for that say nothing.
 * @template {Cookie} C
 * @param {C[]} cookies
 * @param {{isSameSite: boolean, isLaxByDefault: boolean}} how
 * @returns {C[]}
 */
export function thatGoAlong(cookies, { isSameSite: isSame, isLaxByDefault }) {
  return cookies.filter(({ sameSite }) => isSame || sameSite === 'no_restriction' || (sameSite === 'unspecified' && !isLaxByDefault));
}

/**
 * The value of a `Cookie` field (RFC 6265, 5.4): longer paths first; the order of age among equals is the jar's.
 * @param {Cookie[]} cookies
 */
export function cookieField(cookies) {
  const ordered = [...cookies].sort((a, b) => b.path.length - a.path.length);
  return ordered.map(({ name, value }) => (name ? `${name}=${value}` : value)).join('; ');
}
