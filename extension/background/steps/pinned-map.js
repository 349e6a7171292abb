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
import { chosenSitemap, settings } from '../stores/settings.js';
import { allTabs, changeTab, isRequestKnown, pageOf, tabsOf } from '../stores/tabs.js';

/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').PinnedMap} PinnedMap */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/** @type {PinnedMap} */
const NOTHING = { pinnedSitemap: null, isPinnedChosen: false, pinnedFor: '', isKeptOpen: false };

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
  const isLinked = isOfSite && (wasToStay(page) || isUnanswered(page) || hasFailed(before));
  const isLed = before !== null && tab.ledTo !== '' && tab.ledTo === withoutFragment(page.url);
  const isKeptOpen = !isLinked && !isLed && isOfSite && settings().keepOpen;
  const { pinnedSitemap, isPinnedChosen, pinnedFor } = tab;
  const shown = before?.sitemap
    ? { pinnedSitemap: before.sitemap, isPinnedChosen: before.rule === 'user', pinnedFor: before.url, isKeptOpen }
    : { pinnedSitemap, isPinnedChosen, pinnedFor, isKeptOpen };
  const last = isWithdrawn(shown, tab) ? NOTHING : shown;
  const isOpen = isOfSite && last.pinnedSitemap !== null && !isRequestKnown(page);
  // Otherwise it is kept aside for a moment: the events that prove a link may come after the commit.
  if (isLinked || isLed || isKeptOpen) changeTab(tab, { ...last, unpinned: null });
  else changeTab(tab, { ...NOTHING, unpinned: isOpen ? { ...last, at: Date.now() } : null });
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
    if (Date.now() - at > BEHIND_MS || isWithdrawn(tab.unpinned, tab)) continue;
    changeTab(tab, { ...last, unpinned: null });
    isPinned = true;
  }
  return isPinned;
}

/** Remove the map that stays in view in a tab: the reader wants no map there. @param {Tab} tab */
export function unpin(tab) {
  changeTab(tab, { ...NOTHING, unpinned: null });
}

/** Remove maps from view that stayed only because the reader wanted that, and wants it no longer. */
export function unpinKeptOpen() {
  for (const tab of allTabs()) {
    const page = pageOf(tab);
    if (tab.isKeptOpen && !(page && wasToStay(page))) unpin(tab);
  }
}

/** Remove maps from view that the reader had chosen, and has chosen no longer. */
export function unpinWithdrawn() {
  for (const tab of allTabs()) if (isWithdrawn(tab, tab)) unpin(tab);
}

/**
 * Return whether the reader has withdrawn the choice of a map.
 * @param {PinnedMap | null} pinned
 * @param {Tab} tab
 */
function isWithdrawn(pinned, tab) {
  if (!pinned?.pinnedSitemap || !pinned.isPinnedChosen) return false;
  const url = pinned.pinnedFor || (pageOf(tab)?.url ?? tab.url);
  return chosenSitemap({ url, isPrivate: tab.isPrivate }) !== pinned.pinnedSitemap;
}

/** Return whether a page was reached by a link of its own site, or failed to load. @param {Page} page */
function wasToStay(page) {
  return page.reachedFrom === webOrigin(page.url) || hasFailed(page);
}
