// @ts-check
/**
 * The way of a page through the background, step by step:
 *
 * 1. observed (`steps/observation.js`): events of the browser have recorded the page in a tab, or on its way into one
 * 2. evidence (`steps/evidence.js`): its headers and links are validated and bounded
 * 3. located (`steps/location.js`): the host says which sitemap they name, else the reader's own choice counts
 * 4. opened (`steps/opening.js`): the host opens that sitemap, or another tab has it open
 * 5. published (`steps/publication.js`): sidebar and popup show the state of its tabs
 * 6. displayed (`steps/display.js`): the page shows the class changes of the map, and the toolbar its mark
 *
 * Each step takes values and returns values; none calls a later one. A page without evidence sends nothing.
 */
import { HostError } from './host/host-port.js';
import { reloadIfWished } from './maps.js';
import { publish } from './publish.js';
import { describe } from './steps/description.js';
import { evidenceOf, namingEvidence } from './steps/evidence.js';
import { locate } from './steps/location.js';
import { openSitemapOf } from './steps/opening.js';
import { addSignature, sessionOfPage } from './stores/sessions.js';
import {
  allTabs,
  announce,
  beginLookUp,
  changePage,
  pageOf,
  saveAtOnce,
  tabsOf,
  untilReported,
} from './stores/tabs.js';

/** @typedef {import('./stores/tabs.js').Page} Page */

/** Problems of a page that are over once a host runs. */
const UNANSWERED = new Set(['consent-wanted', 'host-missing', 'protocol-mismatch']);

/**
 * Find and open the sitemap of an observed page, and show its map. A later look-up of the same page wins.
 * @param {Page} page
 */
export async function lookUp(page) {
  const isLatest = beginLookUp(page);
  try {
    const location = await locate(page, evidenceOf(page));
    if (!isLatest()) return;
    changePage(page, { ...location, problem: null });
    const naming = namingEvidence(page);
    if (naming) addSignature(page, naming);
    if (!page.sitemap) return;
    // Before the map is open: if the background is stopped meanwhile, the next one knows which map the tab shows.
    saveAtOnce(tabsOf(page));
    // The request says by which route the sitemap may be fetched; a page from the cache has none.
    if (!sessionOfPage(page)) await untilReported(page);
    if (!isLatest()) return;
    const description = describe(page);
    const opening = openSitemapOf(page, description);
    publish(tabsOf(page)); // shows that it is loading and can be stopped
    // The session records a refusal itself, so this fails only for errors of ours.
    await opening;
    // Languages and metadata follow an open map; the page does not wait for them.
    announce('opened', page);
    await reloadIfWished(page);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (isLatest()) changePage(page, { problem: error.problem });
  } finally {
    // An earlier look-up that ends late must not end the mark of the one that replaced it.
    if (isLatest()) changePage(page, { isSearching: false });
    publish(tabsOf(page));
    announce('looked-up', page);
  }
}

/** Look up the pages that had no host. A page that crashed a host is looked up again only at the reader's request. */
export function lookUpUnanswered() {
  for (const tab of allTabs()) {
    const page = pageOf(tab);
    if (page && UNANSWERED.has(page.problem?.code ?? '')) lookUp(page);
  }
}
