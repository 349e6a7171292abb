// @ts-check
/** Computes the display of a tab's page, and sends it there. */
import { api } from '../../shared/browser.js';
import { host } from '../host/host-port.js';
import { plant } from '../pages/page-scripts.js';
import { isUiOpen } from '../stores/connected-pages.js';
import { hasMap, sessionOfTab } from '../stores/sessions.js';
import { settings } from '../stores/settings.js';
import { changeTab, isInFront, pageOf } from '../stores/tabs.js';
import { isGiven } from './page-faults.js';

/** @typedef {import('../../shared/settings.js').Levels} Levels */
/** @typedef {import('../../shared/types.js').Display} Display */
/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/** Send a tab's display to its page, if it has changed. @param {Tab} tab */
export function showInPage(tab) {
  const display = displayOf(tab);
  const shown = JSON.stringify(display);
  if (shown === tab.shown) return;
  changeTab(tab, { shown }); // before it is sent: a change in the meantime sends the display again
  if (tab.isListening) notifyPage(tab, display);
  // A page whose script has not started yet misses a message, but finds a value that was left for it.
  else plant(tab, 'sitemapDisplay', display);
}

/** @param {Tab} tab @param {Display | null} display */
function notifyPage(tab, display) {
  api.tabs
    .sendMessage(tab.tabId, { event: 'display', params: { display } }, { frameId: 0 })
    .catch(() => plant(tab, 'sitemapDisplay', display));
}

/**
 * Return the display level for a tab, depending on where its sitemap is shown. Pure.
 * @param {Levels} levels
 * @param {{hasSite: boolean, isPopupOpen: boolean, isSidebarOpen: boolean}} shown
 */
export function chooseLevel(levels, { hasSite, isPopupOpen, isSidebarOpen }) {
  if (!hasSite) return levels.none;
  if (isSidebarOpen) return levels.sidebar;
  return isPopupOpen ? levels.popup : levels.atHand;
}

/**
 * Return the display of a tab's page, or null. A background page keeps its current display. If the levels of several
 * pages changed at once, their sites could detect that they have the same reader.
 * @param {Tab} tab
 * @returns {Display | null}
 */
export function displayOf(tab) {
  if (!isInFront(tab)) return tab.shown === '' ? null : JSON.parse(tab.shown);
  const session = pageOf(tab)?.sitemap ? sessionOfTab(tab) : null;
  return session && displayIn(tab, tab.documentUrl, session);
}

// Behaviour: a switch to another tab. Also: tab switch, active tab, activated.
/**
 * Return the display of a page in a tab that shows a session. If no visible map can replace the page's own navigation,
 * the level is `levels.none`. At 0 there is no display; above 0 the page gets the changes of the map's last version.
 * @param {Tab} tab
 * @param {string} url
 * @param {import('../stores/sessions.js').Session} session
 * @returns {Display | null}
 */
export function displayIn({ windowId }, url, { site, lastSite }) {
  const isShown = !host.problem && hasMap(site);
  const level = chooseLevel(settings().levels, {
    hasSite: isShown,
    isPopupOpen: isUiOpen('popup', windowId),
    isSidebarOpen: isUiOpen('sidebar', windowId),
  });
  // A map that was lost leaves its changes in the page, at the level for no map: the page must not jump back and forth.
  const known = isShown ? site : level > 0 ? lastSite : null;
  const changes = known ? changesFor(url, known) : [];
  return changes.length ? { level, changes } : null;
}

/**
 * Return the class changes of a site that apply to a page.
 * @param {string} url
 * @param {import('../../shared/protocol.js').Site} site
 */
function changesFor(url, { sitemap, class_changes: changes }) {
  return changes.filter((change) => isGiven(url, sitemap, change));
}
