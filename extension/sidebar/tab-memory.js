// @ts-check
/** Keeps what each tab showed in `storage.session`, which is never on disk, for the next sidebar of the window. */
import { api } from '../shared/browser.js';

/** @typedef {import('./state.js').TabMemory} TabMemory */

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
