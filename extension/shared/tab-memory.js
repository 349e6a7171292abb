// @ts-check
/** Keeps what each tab showed in `storage.session`, which is never on disk, for the next sidebar of the window. */
import { api } from './browser.js';

/**
 * The state of a tab when the reader left it.
 * @typedef {object} TabMemory
 * @property {number} tabId
 * @property {string} url
 * @property {string} website
 * @property {string} source
 * @property {string} typed
 * @property {readonly string[]} open
 * @property {number} place  in the map
 */

const PREFIX = 'sidebar tabs ';

/**
 * Return what the tabs of a window showed, the latest last.
 * @param {number} windowId
 * @returns {Promise<TabMemory[]>}
 */
export async function readTabs(windowId) {
  const key = PREFIX + windowId;
  return /** @type {TabMemory[] | undefined} */ ((await api.storage.session.get(key))[key]) ?? [];
}

/** @param {number} windowId @param {readonly TabMemory[]} tabs */
export async function writeTabs(windowId, tabs) {
  // Too much for the store is a pity, and no error: the sidebar itself still knows.
  await api.storage.session.set({ [PREFIX + windowId]: tabs }).catch(() => {});
}

/** Forget the tabs of a window that has closed. @param {number} windowId */
export async function forgetTabs(windowId) {
  await api.storage.session.remove(PREFIX + windowId);
}
