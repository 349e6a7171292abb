// @ts-check
/**
 * Decides when a map stays in view on a page without its own. It stays on a page opened from the map. It also stays on
 * a page of the same site that was reached by a link or failed to load. If the reader wants that, it stays on the whole
 * site.
 *
 * Events of the request tell how a page was reached and whether it failed. On a busy machine the commit arrives before
 * them. The map then disappears, and reappears as soon as the events show that it should have stayed.
 */
import { hasFailed, isUnanswered } from '../../shared/failed-pages.js';
import { isWeb, webOrigin, withoutFragment } from '../../shared/locations.js';
import { isRequestKnown } from '../stores/incoming-pages.js';
import { choices, tabsOf } from '../stores/state.js';

/** @typedef {import('../stores/state.js').Page} Page */
/** @typedef {import('../stores/state.js').Pinned} Pinned */
/** @typedef {import('../stores/state.js').Tab} Tab */

/** @type {Pinned} */
const NOTHING = { pinnedSitemap: null, isPinnedChosen: false, pinnedFor: '' };

/** Maximum delay of request events after the page's commit; less than a second was seen. */
const BEHIND_MS = 2_000;

/**
 * Decide which map stays pinned when a page follows another in a tab.
 * @param {Tab} tab
 * @param {Page | null} before
 * @param {Page} page
 */
export function pinAfter(tab, before, page) {
  const isOfSite = before !== null && isWeb(before.url) && webOrigin(before.url) === webOrigin(page.url);
  const isLinked =
    isOfSite && (wasToStay(page) || isUnanswered(page) || hasFailed(before) || choices.settings.keepOpen);
  const isLed = before !== null && tab.ledTo !== '' && tab.ledTo === withoutFragment(page.url);
  const { pinnedSitemap, isPinnedChosen, pinnedFor } = tab;
  const last = before?.sitemap
    ? { pinnedSitemap: before.sitemap, isPinnedChosen: before.rule === 'user', pinnedFor: before.url }
    : { pinnedSitemap, isPinnedChosen, pinnedFor };
  const isOpen = isOfSite && last.pinnedSitemap !== null && !isRequestKnown(page);
  if (isLinked || isLed) Object.assign(tab, last, { unpinned: null });
  else Object.assign(tab, NOTHING, { unpinned: isOpen ? { ...last, at: Date.now() } : null });
}

/**
 * Restore a map that was unpinned too early, if the page proves that it should have stayed.
 * @param {Page} page
 * @returns {boolean} whether a map was restored
 */
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

/** Return whether a page was reached by a link of its own site, or failed to load. @param {Page} page */
function wasToStay(page) {
  return page.reachedFrom === webOrigin(page.url) || hasFailed(page);
}
