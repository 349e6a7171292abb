// @ts-check
/** The display that a tab's page is to have. Reads the state, changes nothing. */
import { host } from './host.js';
import { chooseLevel } from './levels.js';
import { choices, isUiOpen, pageOf, siteOfTab, uis } from './state.js';

/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {{level: number, changes: import('../shared/types.js').ClassChange[]}} Display */

/** The display, or null for none: without a host nothing is in view that could stand for the page's own navigation. @param {Tab} tab @returns {Display | null} */
export function displayOf(tab) {
  if (host.problem) return null;
  const entry = pageOf(tab)?.sitemap ? siteOfTab(tab) : null;
  return entry?.site?.class_changes.length ? { level: levelOf(tab), changes: entry.site.class_changes } : null;
}

/** The display level of a tab. @param {Tab} tab */
export function levelOf(tab) {
  return chooseLevel(choices.settings.levels, {
    hasSite: siteOfTab(tab)?.site?.state !== 'failed',
    isPopupOpen: [...uis.values()].some((ui) => ui.kind === 'popup' && ui.windowId === tab.windowId),
    isSidebarOpen: isUiOpen('sidebar', tab.windowId),
  });
}
