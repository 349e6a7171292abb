// @ts-check
/**
 * Owns the connections of pages: of the extension's own pages (sidebar, popup, welcome), and of web pages that fetch a
 * file for the host. A connection ends with its page or with the background, so nothing is saved.
 */

/** @typedef {import('../../shared/protocol.js').Piece} Piece */
/** @typedef {import('../../shared/types.js').UiEvents} UiEvents */
/**
 * A file that a page fetches for the host, from its own origin; `isBusy` while a piece is being passed on.
 * @typedef {{
 *   tabId: number,
 *   origin: string | null,
 *   isBusy: boolean,
 *   onPiece(piece: Piece): Promise<unknown>,
 *   resolve(value: unknown): void,
 *   reject(error?: unknown): void,
 *   port?: chrome.runtime.Port,
 * }} PageFetch
 */
/**
 * A connected extension page. `last` is the tab last sent to it, as JSON. `otherSite` is the search on another site
 * that the reader was last warned about, as JSON. `outlineOf` is the tab whose headings it wants, and `outlineText` the
 * parts of its report received so far. `menuAt` is the time when the browser's menu was opened over it, in ms. `isGone`
 * is set once the page has closed.
 * @typedef {{
 *   kind: string,
 *   windowId: number,
 *   port: chrome.runtime.Port,
 *   views: Set<string>,
 *   last: string,
 *   otherSite: string,
 *   outlineOf?: number,
 *   outlineText?: string,
 *   outlinedAt?: number,
 *   menuAt?: number,
 *   isGone?: boolean,
 * }} Ui
 */

/** A sidebar that opens within this time after the shortcut gets the keyboard focus. */
const FOCUS_MS = 10_000;

/** @type {Map<chrome.runtime.Port, Ui>} */
const uis = new Map();
/** Windows whose sidebar should get the focus, with the time of the request in ms. @type {Map<number, number>} */
const focusWanted = new Map();
/** Fetches by pages for the host, by port name. @type {Map<string, PageFetch>} */
const pageFetches = new Map();

/** Record a page that has said which window it belongs to. @param {Ui} ui @param {number} windowId */
export function connectUi(ui, windowId) {
  ui.windowId = windowId;
  uis.set(ui.port, ui);
}

/** Forget a page that has closed; one that was about to connect will not. @param {Ui} ui */
export function disconnectUi(ui) {
  // Its window may still be on its way here: a page says hello after it has connected.
  ui.isGone = true;
  uis.delete(ui.port);
}

/** Return whether a page is connected. @param {Ui} ui */
export function isConnected(ui) {
  return uis.has(ui.port);
}

/** Return all connected pages. */
export function connectedUis() {
  return [...uis.values()];
}

/** Return the connected sidebars. */
export function sidebars() {
  return connectedUis().filter(({ kind }) => kind === 'sidebar');
}

/** Return whether a page of this kind is open in a window. @param {string} kind @param {number} windowId */
export function isUiOpen(kind, windowId) {
  return connectedUis().some((ui) => ui.kind === kind && ui.windowId === windowId);
}

/** @param {Ui} ui @param {Partial<Ui>} changes */
export function changeUi(ui, changes) {
  Object.assign(ui, changes);
}

/** @template {keyof UiEvents} E @param {Ui} ui @param {E} event @param {UiEvents[E]} params */
export function notify(ui, event, params) {
  ui.port.postMessage({ event, params });
}

/** Notify the page that has a view open. @param {{view: import('../../shared/protocol.js').View}} params */
export function notifyView({ view }) {
  for (const ui of uis.values()) if (ui.views.has(view.view)) notify(ui, 'view', view);
}

/** Notify the sidebar of a window. @param {number} windowId @param {'focus-field' | 'close'} event */
export function notifySidebar(windowId, event) {
  for (const ui of sidebars()) if (ui.windowId === windowId) notify(ui, event, {});
}

/** Forget all views: they ended with their host. */
export function forgetViews() {
  for (const ui of uis.values()) ui.views.clear();
}

/** Record that the sidebar of a window should get the focus. @param {number} windowId */
export function wantFocus(windowId) {
  focusWanted.set(windowId, Date.now());
}

/** Return whether the sidebar of a window should get the focus. @param {number} windowId */
export function isFocusWanted(windowId) {
  return Date.now() - (focusWanted.get(windowId) ?? -Infinity) < FOCUS_MS;
}

/** Record that the sidebar of a window has the focus. @param {number} windowId */
export function endFocusWish(windowId) {
  focusWanted.delete(windowId);
}

/** @param {string} name @param {PageFetch} fetching */
export function addPageFetch(name, fetching) {
  pageFetches.set(name, fetching);
}

/** Return the fetch that a port's name means. @param {string} name @returns {PageFetch | null} */
export function pageFetchNamed(name) {
  return pageFetches.get(name) ?? null;
}

/** @param {PageFetch} fetching @param {Partial<PageFetch>} changes */
export function changePageFetch(fetching, changes) {
  Object.assign(fetching, changes);
}

/** Disconnect a page whose fetch is over, and forget the fetch. @param {string} name */
export function endPageFetch(name) {
  pageFetches.get(name)?.port?.disconnect();
  pageFetches.delete(name);
}

/** Forget all connections, as in a background that has just started. */
export function forgetConnections() {
  for (const records of [uis, focusWanted, pageFetches]) records.clear();
}
