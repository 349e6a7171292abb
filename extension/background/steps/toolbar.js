// @ts-check
/** Shows the state of a tab in the toolbar button: grey, or coloured with a mark if there is a sitemap. */
import { api } from '../../shared/browser.js';
import { text } from '../../shared/strings.js';
import { forgetToolbarMark, scheduleToolbarMark, toolbarMark } from '../stores/tabs.js';
import { tabView } from './publication.js';

/** @typedef {import('../../shared/types.js').TabView} TabView */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/** @type {Record<TabView['state'], {icon: string, badge: string, title: string, colour: string}>} */
const FACES = {
  none: { icon: 'quiet', badge: '', title: 'toolbarNone', colour: '#5c6670' },
  loading: { icon: 'navigator', badge: '…', title: 'toolbarLoading', colour: '#5c6670' },
  ready: { icon: 'navigator', badge: '✓', title: 'toolbarReady', colour: '#1d6b5f' },
  failed: { icon: 'quiet', badge: '!', title: 'toolbarFailed', colour: '#a3341f' },
  'no-host': { icon: 'quiet', badge: '', title: 'toolbarNoHost', colour: '#5c6670' },
};

/** Debounces the toolbar: shorter states are not shown, and the tree is drawn first. */
const TOOLBAR_AFTER_MS = 50;

/** Show a tab's state in the toolbar button soon, unless it is shown already. @param {Tab} tab */
export function showInToolbar(tab) {
  const { tabId, documentId } = tab;
  const { state } = tabView(tab);
  const mark = `${documentId} ${state}`; // the browser resets the button for a new document
  const current = toolbarMark(tabId);
  // A button that was never marked is grey already.
  if (current === mark || (state === 'none' && current === null)) return;
  scheduleToolbarMark(tabId, mark, () => paintButton(tabId, mark, state), TOOLBAR_AFTER_MS);
}

/** @param {number} tabId @param {string} mark @param {TabView['state']} state */
function paintButton(tabId, mark, state) {
  const { icon, badge, title, colour } = FACES[state];
  const path = Object.fromEntries([16, 32, 48].map((size) => [size, `/extension/icons/${icon}-${size}.png`]));
  const { action } = api;
  Promise.all([
    action.setIcon({ tabId, path }),
    action.setBadgeText({ tabId, text: badge }),
    action.setTitle({ tabId, title: text(title) }),
    action.setBadgeBackgroundColor({ tabId, color: colour }),
    action.setBadgeTextColor({ tabId, color: '#ffffff' }),
  ]).catch(() => {
    // The tab may be gone, or not yet created; without a mark, the next state is painted.
    if (toolbarMark(tabId) === mark) forgetToolbarMark(tabId);
  });
}
