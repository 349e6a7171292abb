// @ts-check
/**
 * The only module that knows that browsers differ. Other modules call it or test for a feature.
 *
 * It holds no state and decides nothing about sitemaps.
 */

/** The extension API, promise-based in both browsers. @type {typeof chrome} */
export const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @typedef {{open(options?: object): Promise<void>, close?: Function, toggle?: Function}} SidebarApi */

/** @type {SidebarApi | undefined} */
const sidebarAction = /** @type {any} */ (api).sidebarAction;
/** @type {SidebarApi | undefined} */
// By a computed name, since web-ext's lint reports `sidePanel.open` as unsupported in Firefox (UNSUPPORTED_API).
const sidePanel = /** @type {any} */ (api).sidePanel;

/** The browser's name, as known to the host. */
export const browserName = sidebarAction ? 'firefox' : 'chrome';

/** The browser's page for shortcuts, if a page may link to it. */
export const shortcutSettings = sidebarAction ? null : 'chrome://extensions/shortcuts';

/** @typedef {{colors?: Record<string, string | number[] | null> | null}} Theme */
/**
 * The theme API, if the browser has one.
 * @type {{
 *   getCurrent(): Promise<Theme>,
 *   onUpdated: {addListener(listener: (update: {theme: Theme}) => void): void},
 * } | undefined}
 */
export const theme = /** @type {any} */ (api).theme;

/**
 * Whether the browser hides extensions behind its own button, so that ours must be pinned; Firefox shows ours at once.
 */
export const hidesButton = sidebarAction === undefined;

/** Open the options. */
export function openOptions() {
  return api.runtime.openOptionsPage();
}

/** Open the first page: the extension's purpose, the data it transfers, and the remaining steps. */
export function openFirstPage() {
  return api.tabs.create({ url: api.runtime.getURL('extension/welcome/welcome.html') });
}

/**
 * Return whether the browser itself has asked the reader for consent to the manifest's declarations. Firefox asks when
 * an extension is installed by hand, and otherwise leaves that to the administrator. It does not ask for an extension
 * installed by another program or loaded for a session. Chromium never asks.
 */
export async function hasBrowserAsked() {
  if (!sidebarAction) return false;
  const { installType } = await api.management.getSelf();
  return installType === 'normal' || installType === 'admin';
}

/**
 * Open the sidebar of a window. Call it first in a click handler: Firefox drops the user gesture after any await.
 * @param {number} windowId
 */
export function openSidebar(windowId) {
  // Chrome keeps the gesture across awaits and one message.
  return sidebarAction ? sidebarAction.open() : /** @type {SidebarApi} */ (sidePanel).open({ windowId });
}

/** Return whether the sidebar can be closed from outside; in Chromium before 141 only its own page can close it. */
export function canCloseSidebar() {
  return sidebarAction !== undefined || sidePanel?.close !== undefined;
}

/**
 * Open the sidebar, or close an open one. Needs a user gesture, like `openSidebar`.
 * @param {number} windowId
 * @param {boolean} isOpen
 */
export function toggleSidebar(windowId, isOpen) {
  if (sidebarAction) return sidebarAction.toggle?.();
  return isOpen ? sidePanel?.close?.({ windowId }) : sidePanel?.open({ windowId });
}

// Measured with non-blocking listeners, the content script's message was first in 8 of 30 navigations; with blocking
// ones in none.
/**
 * Options for listening to response headers. Firefox delivers them late unless the listener is blocking; ours answers
 * synchronously and delays nothing.
 * @type {chrome.webRequest.OnHeadersReceivedOptions[]}
 */
export const responseHeaderOptions = /** @type {any} */ (
  sidebarAction ? ['blocking', 'responseHeaders'] : ['responseHeaders']
);

/** Whether a listener may change response headers. */
export const answersHeaders = sidebarAction !== undefined;

/** Chrome reports cookies, languages and encodings only on request. */
export const requestHeaderOptions = /** @type {any} */ (
  sidebarAction ? ['requestHeaders'] : ['requestHeaders', 'extraHeaders']
);

/**
 * Options for listening to our own requests: in Firefox one can be cancelled before it is sent.
 * @type {'blocking'[]}
 */
export const ownRequestOptions = sidebarAction ? ['blocking'] : [];

/**
 * The proxy settings of browsers whose requests do not report their proxy. Firefox's do, and the extension has no
 * access to its settings.
 */
export const proxySettings = sidebarAction ? null : (api.proxy?.settings ?? null);

/**
 * Return the proxy settings of ordinary and private windows; null if requests report their proxy or the settings are
 * unavailable.
 * @returns {Promise<Record<'ordinary' | 'private', {mode?: string} | null>>}
 */
export async function readProxySettings() {
  const read = async (/** @type {boolean} */ incognito) => {
    // Refused for private windows unless the reader allows the extension there.
    const settings = await proxySettings?.get({ incognito }).catch(() => null);
    return settings?.value ?? null;
  };
  const [ordinary, ofPrivate] = await Promise.all([read(false), read(true)]);
  return { ordinary, private: ofPrivate };
}

/** The browser's names for the cookie jars of ordinary and private windows. */
const JARS = sidebarAction
  ? { ordinary: 'firefox-default', private: 'firefox-private' }
  : { ordinary: '0', private: '1' };

/** Return whether a cookie is of ordinary tabs, without a container. @param {{storeId?: string}} cookie */
export function isOrdinary({ storeId = JARS.ordinary }) {
  return storeId === JARS.ordinary;
}

/**
 * Return the container of a tab or request, named by its cookie jar; '' for none, as always in Chrome.
 * @param {object} about
 */
export function containerOf(about) {
  const id = /** @type {any} */ (about).cookieStoreId ?? JARS.ordinary;
  return Object.values(JARS).includes(id) ? '' : id;
}

/** Return the additional properties that open a tab or window in a container. @param {string} container */
export function inContainer(container) {
  return container ? { cookieStoreId: container } : {};
}

/**
 * Return the containers that the reader has open, except a tab's own, each with the title of one of its pages. Includes
 * '' if the tab itself is in a container. Their names would need a permission that cannot be optional in Firefox and
 * that turns containers on for everyone.
 * @param {chrome.tabs.Tab} tab
 * @returns {Promise<{id: string, title: string}[]>}
 */
export async function containersBeside(tab) {
  if (!sidebarAction || tab.incognito) return [];
  const own = containerOf(tab);
  /** @type {Map<string, string>} */
  const titles = new Map();
  for (const other of await api.tabs.query({ windowType: 'normal' })) {
    const id = containerOf(other);
    if (!other.incognito && id !== '' && id !== own) titles.set(id, other.title ?? '');
  }
  const others = [...titles].map(([id, title]) => ({ id, title }));
  return own === '' ? others : [{ id: '', title: '' }, ...others];
}

/** Return whether the extension is allowed in private windows; if not, none is opened from here. */
export function mayOpenPrivately() {
  return api.extension.isAllowedIncognitoAccess();
}

/**
 * Return a query for all cookies of a jar; Firefox partitions some by first party too.
 * @param {{isPrivate: boolean, container: string}} of
 */
export function jarOf({ isPrivate, container }) {
  const storeId = container || (isPrivate ? JARS.private : JARS.ordinary);
  return sidebarAction ? { storeId, firstPartyDomain: null } : { storeId };
}

/** Whether a cookie without `SameSite` counts as `Lax`. */
export const isLaxByDefault = !sidebarAction;

/** Whether pages can send more to other sites than the browser's default policy allows; not in Firefox. */
export const canRelaxReferrers = !sidebarAction;

/**
 * Return the registrable domain of a host name, such as `example.co.uk` for `www.example.co.uk`, by the browser's list
 * of public suffixes. Return the host itself if it has none, and null if an older browser lacks the list.
 * @param {string} host
 * @returns {string | null}
 */
export function registrableDomain(host) {
  const list = /** @type {any} */ (api).publicSuffix;
  return (
    list?.getDomain(host, { allowIPAddress: true, allowPlainSuffix: true, allowUnknownSuffix: true }) ??
    (list ? host : null)
  );
}

/** The browser's definition of a site; `isSchemeful` if another scheme is another site. */
export const siteRules = { isSchemeful: !sidebarAction, registrableDomain };

/**
 * Return the site of a host name: its registrable domain, or the host itself if that is unknown.
 * @param {string} host
 */
export function siteOf(host) {
  return registrableDomain(host) ?? host;
}

/**
 * Return the site whose cookie partition a document uses, such as `https://example.co.uk`; null if the browser does not
 * report it.
 * @param {string} documentId
 * @returns {Promise<string | null>}
 */
export async function partitionOf(documentId) {
  try {
    const { partitionKey } = await api.cookies.getPartitionKey({ documentId });
    return partitionKey.topLevelSite || null;
  } catch {
    // Older browsers lack the method, and every browser rejects for a document that is gone.
    return null;
  }
}

/**
 * Return the browser's reason for closing a native port, or null.
 * @param {chrome.runtime.Port} port
 * @returns {string | null}
 */
export function portError(port) {
  const own = /** @type {any} */ (port).error?.message;
  return own ?? api.runtime.lastError?.message ?? null;
}

/**
 * Return whether such a text means that the host is not installed or not permitted, rather than that it exited.
 * @param {string | null} text
 */
export function isHostMissing(text) {
  return /not found|no such native application|forbidden|invalid native messaging host/i.test(text ?? '');
}

/**
 * Return a text in the address bar's format: Chrome parses suggestions as XML.
 * @param {string} text
 */
export function omniboxText(text) {
  return sidebarAction ? text : text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Whether an extension page can be loaded in a private tab; Chrome refuses that in spanning mode. */
export const hasPagesInPrivateTabs = sidebarAction !== undefined;
