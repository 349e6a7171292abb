// @ts-check
/**
 * The map that stays in view on a page without one: on what the map itself has led to, on what a link of its site leads to
 * there, on a page of that site that did not load, and on all of the site where the reader wishes it.
 *
 * What led to a page, and that it failed, is in events of its request. Where the browser is busy its commit overtakes them: then
 * the map goes, and is back as soon as they say that it was to stay.
 */
import { hasFailed, isUnanswered } from '../shared/failed-pages.js';
import { isWeb, webOrigin, withoutFragment } from '../shared/locations.js';
import { isRequestKnown } from './incoming-pages.js';
import { choices, tabsOf } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Pinned} Pinned */
/** @typedef {import('./state.js').Tab} Tab */

/** @type {Pinned} */
const NOTHING = { pinnedSitemap: null, isPinnedChosen: false, pinnedFor: '' };

/** Events of a request come by that much after the commit of its page, if at all: seen below a second. */
const BEHIND_MS = 2_000;

/** Settles what is pinned on the page that follows another in a tab. @param {Tab} tab @param {Page | null} before @param {Page} page */
export function pinAfter(tab, before, page) {
  const isOfSite = before !== null && isWeb(before.url) && webOrigin(before.url) === webOrigin(page.url);
  const isLinked = isOfSite && (wasToStay(page) || isUnanswered(page) || hasFailed(before) || choices.settings.keepOpen);
  const isLed = before !== null && tab.ledTo !== '' && tab.ledTo === withoutFragment(page.url);
  const { pinnedSitemap, isPinnedChosen, pinnedFor } = tab;
  const last = before?.sitemap
    ? { pinnedSitemap: before.sitemap, isPinnedChosen: before.rule === 'user', pinnedFor: before.url }
    : { pinnedSitemap, isPinnedChosen, pinnedFor };
  const isOpen = isOfSite && last.pinnedSitemap !== null && !isRequestKnown(page);
  if (isLinked || isLed) Object.assign(tab, last, { unpinned: null });
  else Object.assign(tab, NOTHING, { unpinned: isOpen ? { ...last, at: Date.now() } : null });
}

/** Pins what is gone from beside a page once more, where it proves that it was to stay. @param {Page} page @returns {boolean} whether it did */
export function pinAgain(page) {
  let isPinned = false;
  for (const tab of wasToStay(page) ? tabsOf(page) : []) {
    const { at = -Infinity, ...last } = tab.unpinned ?? {};
    if (Date.now() - at > BEHIND_MS) continue;
    Object.assign(tab, last, { unpinned: null });
    isPinned = true;
  }
  return isPinned;
}

/** Whether a link of its own site led to a page, or it did not load. @param {Page} page */
function wasToStay(page) {
  return page.reachedFrom === webOrigin(page.url) || hasFailed(page);
}
