// @ts-check
/**
 * Shows the state of tabs: published to the extension's own pages, then displayed in each page. Decides nothing, and
 * each change is sent once.
 */
import { sweepSoon } from './steps/closing.js';
import { showInPage } from './steps/display.js';
import { prefetchDisplay } from './steps/prediction.js';
import { publishToUis } from './steps/publication.js';
import { showInToolbar } from './steps/toolbar.js';
import { activeTab, isFrontKnown, isInFront, save } from './stores/tabs.js';

/** @typedef {import('./stores/tabs.js').Tab} Tab */

/** Show the state of tabs everywhere. @param {Tab[]} tabs */
export function publish(tabs) {
  publishToUis(); // first: a reader looks at the sidebar, and the toolbar can wait
  for (const tab of tabs) showTab(tab);
  // A tab may just have left the only page with its map.
  sweepSoon();
}

/** Show the state of a tab in its page and in the toolbar, but not yet in the sidebar. @param {Tab} tab */
export function showTab(tab) {
  // A background tab keeps its display: see `displayOf`.
  if (!isInFront(tab)) showIfInFront(tab);
  else showInPage(tab);
  prefetchDisplay(tab);
  showInToolbar(tab);
  save();
}

/** Show a tab that turns out to be in front of a window whose front tab is unknown. @param {Tab} tab */
async function showIfInFront(tab) {
  if (tab.windowId < 0 || isFrontKnown(tab.windowId)) return;
  await activeTab(tab.windowId);
  if (isInFront(tab)) showTab(tab);
}
