// @ts-check
/**
 * Tells everyone concerned what became of a tab: the page its display, the toolbar its icon, the sidebar and the popup
 * their state. Says each thing once; decides nothing.
 */
import { api } from '../shared/browser.js';
import { displayOf } from './display.js';
import { expectedOf } from './expected.js';
import { foretell } from './foretell.js';
import { pageOf, save, tabs, uis } from './state.js';
import { tabView } from './tab-view.js';
import { showInToolbar } from './toolbar.js';

/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {import('./display.js').Display} Display */

/** Tells of all tabs: settings, host or sidebars changed. */
export function publishAll() {
  for (const tab of tabs.values()) publish(tab);
  publishToUis();
}

/** Tells the page and the toolbar of one tab. @param {Tab} tab */
export function publish(tab) {
  sendDisplay(tab);
  foretell(tab);
  showInToolbar(tab, tabView(tab));
  save();
}

/** Tells a fresh page what its siblings show; it uses what its own evidence calls for. @param {Tab} tab */
export function sendExpected(tab) {
  const page = pageOf(tab);
  const list = page && !page.headers.length ? expectedOf(tab, page) : [];
  if (list.length) plant(tab, 'sitemapExpected', list);
}

/** @param {Tab} tab */
function sendDisplay(tab) {
  const display = displayOf(tab);
  const shown = JSON.stringify(display);
  if (shown === tab.shown) return;
  tab.shown = shown;
  if (tab.isHeard) tellPage(tab, display);
  else plant(tab, 'sitemapDisplay', display);
}

/** @param {Tab} tab @param {Display | null} display */
function tellPage(tab, display) {
  api.tabs.sendMessage(tab.tabId, { event: 'display', params: { display } }, { frameId: 0 })
    .catch(() => plant(tab, 'sitemapDisplay', display));
}

/**
 * Leaves a value where the content script looks for it, whether it has started yet or not.
 * @param {Tab} tab
 * @param {'sitemapDisplay' | 'sitemapExpected'} name
 * @param {unknown} value
 */
export function plant(tab, name, value) {
  if (!/^https?:/.test(tab.url)) return;
  api.scripting.executeScript({
    target: { tabId: tab.tabId, frameIds: [0] },
    injectImmediately: true,
    func: leave,
    args: [name, value, tab.documentUrl],
  }).catch(() => {});
}

/** Runs in the page's isolated world. @param {string} name @param {any} value @param {string} url */
function leave(name, value, url) {
  const home = /** @type {any} */ (globalThis);
  if (location.href.split('#')[0] !== url.split('#')[0]) return;
  home[name] = value;
  if (name === 'sitemapDisplay') home.sitemapPage?.show(value);
  else home.sitemapPage?.expect(value);
}

/** Tells every connected page of the tab its window shows; at once where that is known. */
export function publishToUis() {
  for (const ui of uis.values()) publishTo(ui);
}

/** @param {import('./state.js').Ui} ui */
async function publishTo(ui) {
  const view = tabView(inFront.has(ui.windowId) ? tabInFront(ui.windowId) : await activeTab(ui.windowId));
  const text = JSON.stringify(view);
  if (text === ui.last || !uis.has(ui.port)) return;
  ui.last = text;
  ui.port.postMessage({ event: 'tab', params: view });
}

/** Tells the page that has a view open what became of it. @param {import('../shared/types.js').View} view */
export function tellView(view) {
  for (const ui of uis.values()) if (ui.views.has(view.view)) ui.port.postMessage({ event: 'view', params: view });
}

/** The tab in front of each window, as far as it is known: to ask takes longer than all else there is to do. @type {Map<number, number>} */
const inFront = new Map();

/** A tab has come to the front of its window. @param {number} tabId @param {number} windowId */
export function takeFront(tabId, windowId) {
  inFront.set(windowId, tabId);
}

/** A tab is gone, or has gone elsewhere: which one is in front is to be asked. @param {number} tabId @param {number} [newWindowId] */
export function leaveFront(tabId, newWindowId) {
  for (const [windowId, front] of inFront) if (front === tabId || windowId === newWindowId) inFront.delete(windowId);
}

/** The record of the tab that a window shows. @param {number} windowId @returns {Promise<Tab | null>} */
export async function activeTab(windowId) {
  if (!inFront.has(windowId)) {
    const [active] = await api.tabs.query({ active: true, windowId });
    if (active?.id !== undefined && !inFront.has(windowId)) inFront.set(windowId, active.id);
  }
  return tabInFront(windowId);
}

/** @param {number} windowId @returns {Tab | null} */
function tabInFront(windowId) {
  return tabs.get(inFront.get(windowId) ?? -1) ?? null;
}
