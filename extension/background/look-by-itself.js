// @ts-check
/**
 * Looks for a site's own list of its pages without being asked each time, where the reader has turned that on: for the page in
 * front of a window whose sidebar is open, which has loaded and names no sitemap. Then the site is asked for what it is asked for
 * where the reader presses the button, by the same request of the same host. Each site is asked once; one that has no list,
 * not again for a day; one whose list the reader took away, never. Private windows and containers are left alone: which sites
 * were looked up is stored.
 */
import { hasFailed } from '../shared/failed-pages.js';
import { isWeb, webOrigin } from '../shared/locations.js';
import { FOR_GOOD, readLookedUp, writeAddress, writeLookedUp } from '../shared/settings.js';
import { wholeSitemap } from '../shared/suggestions.js';
import { HostError, host } from './host-port.js';
import { chosenSitemap } from './look-up.js';
import { activeTab, publishToUis } from './publish.js';
import { suggestIf } from './reader-choice.js';
import { choices, foundByItself, isLasting, lookedUp, pageOf, ready, uis } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

const DAY_MS = 86_400_000;

// Behaviour: when robots.txt is requested without a click.
/** Looks for lists of the sites that are on view beside open sidebars, as far as that is wished and none was looked up lately. */
export async function lookByThemselves() {
  await ready;
  if (!choices.settings.lookByItself || !host.isReady) return;
  const windows = new Set([...uis.values()].filter(({ kind }) => kind === 'sidebar').map(({ windowId }) => windowId));
  await Promise.all([...windows].map(async (windowId) => {
    const tab = await activeTab(windowId);
    const page = tab && pageOf(tab);
    if (tab && page && namesNothing(tab, page)) await lookFor(tab, page);
  }));
}

/** Whether a page is there, and names no sitemap as far as is known. @param {Tab} tab @param {Page} page */
function namesNothing(tab, page) {
  const isThere = isWeb(tab.url) && !page.isSearching && !page.problem && !hasFailed(page);
  return isThere && isLasting(tab) && page.sitemap === null && tab.pinnedSitemap === null && chosenSitemap(page) === null;
}

/** @param {Tab} tab @param {Page} page */
async function lookFor(tab, page) {
  const origin = webOrigin(page.url);
  if (origin === null || lookedUp.has(origin)) return;
  lookedUp.add(origin); // at once: several events tell of the same page
  const until = (await readLookedUp())[origin] ?? 0;
  if (until > Date.now()) return show(page, until === FOR_GOOD ? '' : 'nothing');
  show(page, 'looking');
  try {
    const found = await suggestIf(tab, (declared) => declared !== null && !declared.isError && isOnView(tab, page));
    if (found === null) lookedUp.delete(origin); // nothing was requested
    else await settle(page, origin, wholeSitemap(found.suggestions)?.sitemap ?? null);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  } finally {
    if (page.look === 'looking') show(page, '');
  }
}

/** What was found is the site's sitemap from now on, as if the reader had chosen it. @param {Page} page @param {string} origin @param {string | null} sitemap */
async function settle(page, origin, sitemap) {
  if (sitemap === null) {
    await writeLookedUp(origin, Date.now() + DAY_MS);
    return show(page, 'nothing');
  }
  foundByItself.add(origin);
  return writeAddress(origin, sitemap);
}

/** Whether all is as it was when the look began: the reader may have left, closed the sidebar, or turned this off. @param {Tab} tab @param {Page} page */
function isOnView(tab, page) {
  const isBeside = [...uis.values()].some(({ kind, windowId }) => kind === 'sidebar' && windowId === tab.windowId);
  return choices.settings.lookByItself && isBeside && pageOf(tab) === page && namesNothing(tab, page);
}

/** @param {Page} page @param {Page['look']} look */
function show(page, look) {
  page.look = look;
  publishToUis();
}
