// @ts-check
/**
 * Tells a fresh page of a known site what displays its siblings have, so that it can show its own before first paint
 * and need not wait for an answer. The page uses one only if it carries the very same evidence as that sibling.
 */
import { levelOf, plant } from './publish.js';
import { expectations, pageOf, siteKey, sites } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/** How many kinds of evidence are told to a page; more would cost more than they save. */
const KINDS = 8;

/** Remembers which sitemap such a page names. @param {Page} page */
export function rememberSignature(page) {
  if (page.headers.length || !page.sitemap || !page.key) return;
  const name = nameOf(page);
  const others = (expectations.get(name) ?? []).filter(({ key }) => key !== page.key);
  expectations.set(name, [...others, { key: page.key, sitemap: page.sitemap }].slice(-KINDS));
}

/** Tells the page of a tab, if anything is known of its origin. @param {Tab} tab */
export function sendExpected(tab) {
  const page = pageOf(tab);
  if (!page || page.headers.length || !URL.canParse(page.url)) return;
  const level = levelOf(tab);
  const list = (expectations.get(nameOf(page)) ?? []).flatMap(({ key, sitemap }) => {
    const changes = sites.get(siteKey(sitemap, page.isPrivate))?.site?.class_changes ?? [];
    return changes.length ? [{ key, display: { level, changes } }] : [];
  });
  if (list.length) plant(tab, 'sitemapExpected', list);
}

/** @param {Page} page */
function nameOf(page) {
  return siteKey(new URL(page.url).origin, page.isPrivate);
}
