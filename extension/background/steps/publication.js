// @ts-check
/**
 * Publishes the state of a tab: the display to its page, the icon to the toolbar, the view to sidebar and popup. Sends each
 * change once and decides nothing.
 */
import { api } from '../../shared/browser.js';
import { text } from '../../shared/strings.js';
import { displayOf, predictDisplays, prefetchDisplay, tabView } from './display.js';
import { plant } from '../pages/page-scripts.js';
import { frontTabs, isInFront, pageOf, save, tabs, toolbarMarks, toolbarTimers, uis } from '../stores/state.js';

/** @typedef {import('../../shared/types.js').Display} Display */
/** @typedef {import('../../shared/types.js').TabView} TabView */
/** @typedef {import('../stores/state.js').Tab} Tab */
/** @typedef {import('../stores/state.js').Ui} Ui */
/** @typedef {import('../../shared/types.js').UiEvents} UiEvents */

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

/** Publish all tabs, after a change of settings, host or sidebars. */
export function publishAll() {
  for (const tab of tabs.values()) publish(tab);
  publishToUis();
}

/** Notify the page and the toolbar of one tab. @param {Tab} tab */
export function publish(tab) {
  sendDisplay(tab);
  prefetchDisplay(tab);
  showInToolbar(tab, tabView(tab));
  save();
}

/** Send a new page the displays of similar pages; it applies the one that matches its evidence. @param {Tab} tab */
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
  tab.shown = shown; // before it is sent: a change in the meantime sends the display again
  if (tab.isListening) notifyPage(tab, display);
  else plant(tab, 'sitemapDisplay', display);
}

/** Publish a tab if it turns out to be in front of a window whose front tab is unknown. @param {Tab} tab */
async function publishIfInFront(tab) {
  if (tab.windowId < 0 || frontTabs.has(tab.windowId)) return;
  await activeTab(tab.windowId);
  if (isInFront(tab)) publish(tab);
}

/** @param {Tab} tab @param {Display | null} display */
function notifyPage(tab, display) {
  api.tabs
    .sendMessage(tab.tabId, { event: 'display', params: { display } }, { frameId: 0 })
    .catch(() => plant(tab, 'sitemapDisplay', display));
}

/** Notify every connected page of its window's tab; synchronously if that tab is known. */
export function publishToUis() {
  // At every change, to all pages; each is sent only a state that differs from its last one (`ui.last`).
  for (const ui of uis.values()) publishTo(ui);
}

/** @param {Ui} ui */
async function publishTo(ui) {
  const view = tabView(frontTabs.has(ui.windowId) ? frontTab(ui.windowId) : await activeTab(ui.windowId));
  const last = JSON.stringify(view);
  // The page may have closed while the front tab was queried.
  if (last === ui.last || !uis.has(ui.port)) return;
  ui.last = last;
  notify(ui, 'tab', view);
}

/** Notify the page that has a view open. @param {{view: import('../../shared/protocol.js').View}} params */
export function notifyView({ view }) {
  for (const ui of uis.values()) if (ui.views.has(view.view)) notify(ui, 'view', view);
}

/** Notify the sidebar of a window. @param {number} windowId @param {'focus-field' | 'close'} event */
export function notifySidebar(windowId, event) {
  for (const ui of uis.values()) if (ui.kind === 'sidebar' && ui.windowId === windowId) notify(ui, event, {});
}

/** @template {keyof UiEvents} E @param {Ui} ui @param {E} event @param {UiEvents[E]} params */
export function notify(ui, event, params) {
  ui.port.postMessage({ event, params });
}

/** Record the new front tab of a window. @param {number} tabId @param {number} windowId */
export function recordFrontTab(tabId, windowId) {
  frontTabs.set(windowId, tabId);
}

/**
 * Forget the front tab of a window after a tab was closed or moved; it will be queried.
 * @param {number} tabId
 * @param {number} [newWindowId]
 */
export function forgetFrontTab(tabId, newWindowId) {
  for (const [windowId, front] of frontTabs)
    if (front === tabId || windowId === newWindowId) frontTabs.delete(windowId);
}

/** Return the record of the tab that a window shows. @param {number} windowId @returns {Promise<Tab | null>} */
export async function activeTab(windowId) {
  if (!frontTabs.has(windowId)) {
    const [active] = await api.tabs.query({ active: true, windowId });
    // An event in the meantime is newer than the query.
    if (active?.id !== undefined && !frontTabs.has(windowId)) frontTabs.set(windowId, active.id);
  }
  return frontTab(windowId);
}

/** @param {number} windowId @returns {Tab | null} */
function frontTab(windowId) {
  return tabs.get(frontTabs.get(windowId) ?? -1) ?? null;
}

/**
 * Show a tab's state in the toolbar button: grey, or coloured with a mark if there is a sitemap.
 * @param {{tabId: number, documentId: string | null}} tab
 * @param {TabView} view
 */
function showInToolbar({ tabId, documentId }, view) {
  const mark = `${documentId} ${view.state}`; // the browser resets the button for a new document
  if (toolbarMarks.get(tabId) === mark || (view.state === 'none' && !toolbarMarks.has(tabId))) return;
  toolbarMarks.set(tabId, mark);
  clearTimeout(toolbarTimers.get(tabId));
  toolbarTimers.set(
    tabId,
    setTimeout(() => paintButton(tabId, view.state), TOOLBAR_AFTER_MS),
  );
}

/** @param {number} tabId @param {TabView['state']} state */
function paintButton(tabId, state) {
  toolbarTimers.delete(tabId);
  const { icon, badge, title, colour } = FACES[state];
  const path = Object.fromEntries([16, 32, 48].map((size) => [size, `/extension/icons/${icon}-${size}.png`]));
  const { action } = api;
  // Each call rejects if the tab is gone; then the mark is forgotten, and the next state is painted.
  Promise.all([
    action.setIcon({ tabId, path }),
    action.setBadgeText({ tabId, text: badge }),
    action.setTitle({ tabId, title: text(title) }),
    action.setBadgeBackgroundColor({ tabId, color: colour }),
    action.setBadgeTextColor({ tabId, color: '#ffffff' }),
  ]).catch(() => toolbarMarks.delete(tabId)); // the tab may be gone, or not yet created
}

/** Forget the button of a closed tab. @param {number} tabId */
export function forgetToolbar(tabId) {
  toolbarMarks.delete(tabId);
  clearTimeout(toolbarTimers.get(tabId));
  toolbarTimers.delete(tabId);
}
