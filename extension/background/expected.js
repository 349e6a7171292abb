// @ts-check
/**
 * What a fresh page of a known site will show if it names the sitemap as its siblings did: so that it can be told
 * beforehand, and show it before first paint. Reads and keeps records; telling is for others.
 */
import { levelOf } from './display.js';
import { expectations, siteKey, sites } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {{key: string, display: import('./display.js').Display}} Expected  `key` is the evidence it takes, '' for headers alone */

/** How many kinds of evidence are kept for a site; more would cost more than they save. */
const KINDS = 8;

/** Remembers which sitemap such a page names. @param {Page} page */
export function rememberSignature(page) {
  const byHeader = page.headers.length > 0;
  if (!page.sitemap || byHeader !== (page.rule?.endsWith('-header') ?? false) || (!byHeader && !page.key)) return;
  const own = { key: byHeader ? '' : page.key, sitemap: page.sitemap, headers: headersOf(page) };
  const others = (expectations.get(nameOf(page)) ?? []).filter(({ key, headers }) => key !== own.key || headers !== own.headers);
  expectations.set(nameOf(page), [...others, own].slice(-KINDS));
}

/** What may be expected of a page in a tab, by the headers it came with. @param {Tab} tab @param {Page} page @returns {Expected[]} */
export function expectedOf(tab, page) {
  if (!URL.canParse(page.url)) return [];
  const level = levelOf(tab);
  const came = headersOf(page);
  return (expectations.get(nameOf(page)) ?? []).filter(({ headers }) => headers === came).flatMap(({ key, sitemap }) => {
    const changes = sites.get(siteKey(sitemap, page))?.site?.class_changes ?? [];
    return changes.length ? [{ key, display: { level, changes } }] : [];
  });
}

/** The headers of a page that name a sitemap, with addresses resolved. @param {Page} page */
function headersOf({ headers, url }) {
  return JSON.stringify(headers.map(([name, value]) => [name, name !== 'opt' && URL.canParse(value, url) ? new URL(value, url).href : value]));
}

/** @param {Page} page */
function nameOf(page) {
  return siteKey(new URL(page.url).origin, page);
}
