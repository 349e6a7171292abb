// @ts-check
/** Which display level a page gets. Pure. */

/** @typedef {import('../shared/settings.js').Levels} Levels */

/**
 * The level for a tab, by what of its sitemap is in view.
 * @param {Levels} levels
 * @param {{hasSite: boolean, isPopupOpen: boolean, isSidebarOpen: boolean}} shown
 */
export function chooseLevel(levels, { hasSite, isPopupOpen, isSidebarOpen }) {
  if (!hasSite) return levels.none;
  if (isSidebarOpen) return levels.sidebar;
  return isPopupOpen ? levels.popup : levels.atHand;
}
