// @ts-check
/** The connected pages (sidebar, popup, options): who is there, in which window, and their requests. */
import { api } from '../shared/browser.js';
import { handle } from './handlers.js';
import { host } from './host.js';
import { publishAll } from './publish.js';
import { sweepSoon } from './sites.js';
import { focusWanted, ready, uis } from './state.js';

/** @typedef {import('./state.js').Ui} Ui */

/** A page of ours connects; web pages' scripts may not, though they have our id. @param {chrome.runtime.Port} port */
export function onConnect(port) {
  if (!port.name.startsWith('ui:') || !port.sender?.url?.startsWith(api.runtime.getURL(''))) return port.disconnect();
  /** @type {Ui} */
  const ui = { kind: port.name.slice(3), windowId: -1, port, views: new Set(), last: '' };
  port.onMessage.addListener((message) => receive(ui, message));
  port.onDisconnect.addListener(() => leave(ui));
}

/** @param {Ui} ui @param {any} message */
async function receive(ui, message) {
  await ready;
  if (message.event === 'hello') return arrive(ui, message.params.windowId);
  const answer = await handle('ui', message, { ui });
  if (uis.has(ui.port)) ui.port.postMessage({ id: message.id, ...answer });
}

/** @param {Ui} ui @param {number} windowId */
function arrive(ui, windowId) {
  ui.windowId = windowId;
  uis.set(ui.port, ui);
  publishAll();
  if (ui.kind !== 'sidebar') return;
  host.start().catch(() => {});
  if (focusWanted.delete(windowId)) ui.port.postMessage({ event: 'focus-tree', params: {} });
}

/** @param {Ui} ui */
function leave(ui) {
  uis.delete(ui.port);
  publishAll();
  for (const view of ui.views) if (host.isReady) host.request('view.close', { view }).catch(() => {});
  sweepSoon();
}

/** Says something to the pages of a kind in a window. @param {string} kind @param {number} windowId @param {string} event */
export function tellUis(kind, windowId, event) {
  for (const ui of uis.values()) {
    if (ui.kind === kind && ui.windowId === windowId) ui.port.postMessage({ event, params: {} });
  }
}
