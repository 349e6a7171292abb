// @ts-check
/**
 * Looks for a site's own list of pages without a click, if the reader has turned that on. It looks only for the page in
 * front of a window with an open sidebar, once that page has loaded and names no sitemap. The host makes the same requests
 * as for the button. Each site is asked once; a site without a list not again for a day; a site whose list the reader
 * removed, never. Private windows and containers are excluded, because the sites that were looked up are stored.
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
/** Look for lists of the sites shown beside open sidebars, if the reader wants that and the site was not looked up recently. */
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

/** Return whether a page has loaded and, as far as is known, names no sitemap. @param {Tab} tab @param {Page} page */
function namesNothing(tab, page) {
  const isThere = isWeb(tab.url) && !page.isSearching && !page.problem && !hasFailed(page);
  return isThere && isLasting(tab) && page.sitemap === null && tab.pinnedSitemap === null && chosenSitemap(page) === null;
}

/** @param {Tab} tab @param {Page} page */
async function lookFor(tab, page) {
  const origin = webOrigin(page.url);
  if (origin === null || lookedUp.has(origin)) return;
  lookedUp.add(origin); // before any `await`: several events report the same page
  const until = (await readLookedUp())[origin] ?? 0;
  if (until > Date.now()) return show(page, until === FOR_GOOD ? '' : 'nothing');
  show(page, 'looking');
  try {
    const answer = await suggestIf(tab, (declared) => declared !== null && !declared.isError && isOnView(tab, page));
    if (answer === null) lookedUp.delete(origin); // nothing was requested
    else await settle(page, origin, wholeSitemap(answer.suggestions)?.sitemap ?? null);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  } finally {
    if (page.look === 'looking') show(page, '');
  }
}

/**
 * Store the result as the site's sitemap, as if the reader had chosen it; without a sitemap, store the date of the next
 * look.
 * @param {Page} page
 * @param {string} origin
 * @param {string | null} sitemap
 */
async function settle(page, origin, sitemap) {
  if (sitemap === null) {
    await writeLookedUp(origin, Date.now() + DAY_MS);
    return show(page, 'nothing');
  }
  foundByItself.add(origin);
  return writeAddress(origin, sitemap);
}

/**
 * Return whether the conditions of the look still hold: the reader may have left the page, closed the sidebar, or turned
 * this off.
 * @param {Tab} tab
 * @param {Page} page
 */
function isOnView(tab, page) {
  const isBeside = [...uis.values()].some(({ kind, windowId }) => kind === 'sidebar' && windowId === tab.windowId);
  return choices.settings.lookByItself && isBeside && pageOf(tab) === page && namesNothing(tab, page);
}

/** @param {Page} page @param {Page['look']} look */
function show(page, look) {
  page.look = look;
  publishToUis();
}
