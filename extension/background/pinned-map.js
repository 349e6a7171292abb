// @ts-check
/**
 * The map that stays in view on a page without one: on what the map itself has led to, on what a link of its site leads to
 * there, on a page of that site that did not load, and on all of the site where the reader wishes it.
 *
 * What led to a page, and whether it failed, is in events of its request, which its commit overtakes where the browser is busy:
 * then the map of its site stays for now, until its response shows whether to.
 */
import { hasFailed } from '../shared/failed-pages.js';
import { isWeb, webOrigin, withoutFragment } from '../shared/locations.js';
import { publish, publishToUis } from './publish.js';
import { choices, tabsOf } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {Pick<Tab, 'pinnedSitemap' | 'isPinnedChosen' | 'pinnedFor' | 'isPinnedForNow'>} Pinned */

/** @type {Pinned} */
const NOTHING = { pinnedSitemap: null, isPinnedChosen: false, pinnedFor: '', isPinnedForNow: false };

/** What is pinned on the page that follows another in a tab. @param {Page | null} before @param {Page} page @param {Tab} tab @returns {Partial<Pinned>} */
export function pinnedAfter(before, page, tab) {
  const isOfSite = before !== null && isWeb(before.url) && webOrigin(before.url) === webOrigin(page.url);
  const isLinked = isOfSite && (isFromWithin(page) || hasFailed(page) || hasFailed(before) || choices.settings.keepOpen);
  const isLed = tab.ledTo !== '' && tab.ledTo === withoutFragment(page.url);
  const isForNow = isOfSite && !page.isSeen && !(isLinked || isLed);
  if (!before || !(isLinked || isLed || isForNow)) return NOTHING;
  const stays = { isPinnedForNow: isForNow };
  return before.sitemap ? { ...stays, pinnedSitemap: before.sitemap, isPinnedChosen: before.rule === 'user', pinnedFor: before.url } : stays;
}

/** The response of a page is there: of what is pinned beside it for now, only what a link within its site led to stays. @param {Page} page */
export function settlePinned(page) {
  for (const tab of tabsOf(page).filter(({ isPinnedForNow }) => isPinnedForNow)) {
    Object.assign(tab, isFromWithin(page) ? { isPinnedForNow: false } : NOTHING);
    publish(tab);
    publishToUis();
  }
}

/** Whether a link of its own site led to a page. @param {Page} page */
function isFromWithin({ url, reachedFrom }) {
  return reachedFrom === webOrigin(url);
}
