// @ts-check
/**
 * Publishes the state of a tab: the display to its page, the icon to the toolbar, the view to sidebar and popup. Sends each change
 * once; decides nothing.
 */
import { api } from '../shared/browser.js';
import { text } from '../shared/strings.js';
import { displayOf, predictDisplays, prefetchDisplay, tabView } from './display.js';
import { plant } from './page-scripts.js';
import { frontTabs, isInFront, pageOf, save, tabs, toolbarMarks, toolbarTimers, uis } from './state.js';

/** @typedef {import('../shared/types.js').Display} Display */
/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {import('./state.js').Ui} Ui */
/** @typedef {import('../shared/types.js').UiEvents} UiEvents */

/** @type {Record<TabView['state'], {icon: string, badge: string, title: string, colour: string}>} */
const FACES = {
  none: { icon: 'quiet', badge: '', title: 'toolbarNone', colour: '#5c6670' },
  loading: { icon: 'navigator', badge: '…', title: 'toolbarLoading', colour: '#5c6670' },
  ready: { icon: 'navigator', badge: '✓', title: 'toolbarReady', colour: '#1d6b5f' },
  failed: { icon: 'quiet', badge: '!', title: 'toolbarFailed', colour: '#a3341f' },
  'no-host': { icon: 'quiet', badge: '', title: 'toolbarNoHost', colour: '#5c6670' },
};

/** Debounces the toolbar: a shorter state is not shown, and the tree is drawn first. */
const TOOLBAR_AFTER_MS = 50;

/** Publishes all tabs: settings, host or sidebars changed. */
export function publishAll() {
  for (const tab of tabs.values()) publish(tab);
  publishToUis();
}

/** Notifies the page and the toolbar of one tab. @param {Tab} tab */
export function publish(tab) {
  sendDisplay(tab);
  prefetchDisplay(tab);
  showInToolbar(tab, tabView(tab));
  save();
}

/** Sends a fresh page what its siblings show; it uses what its own evidence calls for. @param {Tab} tab */
export function sendPredictions(tab) {
  const page = pageOf(tab);
  const list = page && !page.headers.length ? predictDisplays(tab, page) : [];
  if (list.length) plant(tab, 'sitemapPredictions', list);
}

/** @param {Tab} tab */
function sendDisplay(tab) {
  if (!isInFront(tab)) return void publishIfInFront(tab);
  const display = displayOf(tab);
  const shown = JSON.stringify(display);
  if (shown === tab.shown) return;
  tab.shown = shown; // before it is sent: what changes meanwhile is sent once more, by whoever changed it
  if (tab.isListening) notifyPage(tab, display);
  else plant(tab, 'sitemapDisplay', display);
}

/** Publishes a tab whose window has none in front that is known, if it turns out to be that. @param {Tab} tab */
async function publishIfInFront(tab) {
  if (tab.windowId < 0 || frontTabs.has(tab.windowId)) return;
  await activeTab(tab.windowId);
  if (isInFront(tab)) publish(tab);
}

/** @param {Tab} tab @param {Display | null} display */
function notifyPage(tab, display) {
  api.tabs.sendMessage(tab.tabId, { event: 'display', params: { display } }, { frameId: 0 })
    .catch(() => plant(tab, 'sitemapDisplay', display));
}

/** Notifies every connected page of the tab its window shows; at once where that is known. */
export function publishToUis() {
  // At every change, to all; each is sent only what differs from what it was sent last (`ui.last`).
  for (const ui of uis.values()) publishTo(ui);
}

/** @param {Ui} ui */
async function publishTo(ui) {
  const view = tabView(frontTabs.has(ui.windowId) ? frontTab(ui.windowId) : await activeTab(ui.windowId));
  const last = JSON.stringify(view);
  // The page may have gone while the tab in front was queried.
  if (last === ui.last || !uis.has(ui.port)) return;
  ui.last = last;
  notify(ui, 'tab', view);
}

/** Notifies the page that has a view open. @param {{view: import('../shared/protocol.js').View}} params */
export function notifyView({ view }) {
  for (const ui of uis.values()) if (ui.views.has(view.view)) notify(ui, 'view', view);
}

/** Notifies the pages of one kind in one window. @param {string} kind @param {number} windowId @param {'focus-field' | 'close'} event */
export function notifyUis(kind, windowId, event) {
  for (const ui of uis.values()) if (ui.kind === kind && ui.windowId === windowId) notify(ui, event, {});
}

/** @template {keyof UiEvents} E @param {Ui} ui @param {E} event @param {UiEvents[E]} params */
export function notify(ui, event, params) {
  ui.port.postMessage({ event, params });
}

/** A tab has come to the front of its window. @param {number} tabId @param {number} windowId */
export function recordFrontTab(tabId, windowId) {
  frontTabs.set(windowId, tabId);
}

/** A tab is gone, or has gone elsewhere: which one is in front is to be queried. @param {number} tabId @param {number} [newWindowId] */
export function forgetFrontTab(tabId, newWindowId) {
  for (const [windowId, front] of frontTabs) if (front === tabId || windowId === newWindowId) frontTabs.delete(windowId);
}

/** The record of the tab that a window shows. @param {number} windowId @returns {Promise<Tab | null>} */
export async function activeTab(windowId) {
  if (!frontTabs.has(windowId)) {
    const [active] = await api.tabs.query({ active: true, windowId });
    // What an event has said meanwhile is newer.
    if (active?.id !== undefined && !frontTabs.has(windowId)) frontTabs.set(windowId, active.id);
  }
  return frontTab(windowId);
}

/** @param {number} windowId @returns {Tab | null} */
function frontTab(windowId) {
  return tabs.get(frontTabs.get(windowId) ?? -1) ?? null;
}

/**
 * Shows the state of a tab in its toolbar button: quiet, or in colour with a mark when a sitemap is at hand.
 * @param {{tabId: number, documentId: string | null}} tab
 * @param {TabView} view
 */
function showInToolbar({ tabId, documentId }, view) {
  const mark = `${documentId} ${view.state}`; // with a new document the browser resets the button
  if (toolbarMarks.get(tabId) === mark || (view.state === 'none' && !toolbarMarks.has(tabId))) return;
  toolbarMarks.set(tabId, mark);
  clearTimeout(toolbarTimers.get(tabId));
  toolbarTimers.set(tabId, setTimeout(() => paintButton(tabId, view.state), TOOLBAR_AFTER_MS));
}

/** @param {number} tabId @param {TabView['state']} state */
function paintButton(tabId, state) {
  toolbarTimers.delete(tabId);
  const { icon, badge, title, colour } = FACES[state];
  const path = Object.fromEntries([16, 32, 48].map((size) => [size, `/extension/icons/${icon}-${size}.png`]));
  const { action } = api;
  // Each of them rejects for a tab that is gone; then the mark is forgotten, and the next state is painted.
  Promise.all([
    action.setIcon({ tabId, path }),
    action.setBadgeText({ tabId, text: badge }),
    action.setTitle({ tabId, title: text(title) }),
    action.setBadgeBackgroundColor({ tabId, color: colour }),
    action.setBadgeTextColor({ tabId, color: '#ffffff' }),
  ]).catch(() => toolbarMarks.delete(tabId)); // the tab may be gone, or not be there yet
}

/** Forgets the button of a tab that is no more. @param {number} tabId */
export function forgetToolbar(tabId) {
  toolbarMarks.delete(tabId);
  clearTimeout(toolbarTimers.get(tabId));
  toolbarTimers.delete(tabId);
}
