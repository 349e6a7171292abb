// @ts-check
/** The toolbar button of a tab: quiet, or in colour with a mark when a sitemap is at hand. Says each thing once. */
import { api } from '../shared/browser.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */

/** @type {Record<TabView['state'], {icon: string, badge: string, title: string}>} */
const FACES = {
  none: { icon: 'quiet', badge: '', title: 'toolbarNone' },
  loading: { icon: 'navigator', badge: '…', title: 'toolbarLoading' },
  ready: { icon: 'navigator', badge: '✓', title: 'toolbarReady' },
  failed: { icon: 'quiet', badge: '!', title: 'toolbarFailed' },
  'no-host': { icon: 'quiet', badge: '', title: 'toolbarNoHost' },
};

const COLOURS = { ready: '#1d6b5f', loading: '#5c6670', failed: '#a3341f', none: '#5c6670', 'no-host': '#5c6670' };

/** What is over sooner need not be shown; and the tree goes first. */
const SETTLE_MS = 50;

/** @type {Map<number, string>} */
const shown = new Map();
/** @type {Map<number, ReturnType<typeof setTimeout>>} */
const waiting = new Map();

/**
 * Shows the state of a tab.
 * @param {{tabId: number, documentId: string | null}} tab
 * @param {TabView} view
 */
export function showInToolbar({ tabId, documentId }, view) {
  const mark = `${documentId} ${view.state}`;
  if (shown.get(tabId) === mark || (view.state === 'none' && !shown.has(tabId))) return;
  shown.set(tabId, mark);
  clearTimeout(waiting.get(tabId));
  waiting.set(tabId, setTimeout(() => paint(tabId, view.state), SETTLE_MS));
}

/** @param {number} tabId @param {TabView['state']} state */
function paint(tabId, state) {
  waiting.delete(tabId);
  const face = FACES[state];
  const path = Object.fromEntries([16, 32, 48].map((size) => [size, `/extension/icons/${face.icon}-${size}.png`]));
  const { action } = api;
  Promise.all([
    action.setIcon({ tabId, path }),
    action.setBadgeText({ tabId, text: face.badge }),
    action.setTitle({ tabId, title: text(face.title) }),
    action.setBadgeBackgroundColor({ tabId, color: COLOURS[state] }),
    action.setBadgeTextColor({ tabId, color: '#ffffff' }),
  ]).catch(() => shown.delete(tabId));
}

/** Forgets a tab that is no more. @param {number} tabId */
export function forgetToolbar(tabId) {
  shown.delete(tabId);
  clearTimeout(waiting.get(tabId));
  waiting.delete(tabId);
}
