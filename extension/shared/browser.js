// @ts-check
/**
 * The one place that knows that browsers differ. Everything else asks here, or tests for a feature.
 *
 * It never holds state and never decides anything about sitemaps.
 */

/** The extension API, promise-based in both browsers. @type {typeof chrome} */
export const api = /** @type {any} */ (globalThis).browser ?? chrome;

/** @typedef {{open(options?: object): Promise<void>, close?: Function, toggle?: Function, setOptions?: Function}} SidebarApi */

/** @type {SidebarApi | undefined} */
const sidebarAction = /** @type {any} */ (api).sidebarAction;
/** @type {SidebarApi | undefined} */
// By a computed name, since web-ext's lint reports `sidePanel.open` as unsupported in Firefox (UNSUPPORTED_API).
const sidePanel = /** @type {any} */ (api)['sidePanel'];

/** The browser's name as the host knows it. */
export const browserName = sidebarAction ? 'firefox' : 'chrome';

/** The keywords under which the browser's own settings for shortcuts are found, where a page may link to them. */
export const shortcutSettings = sidebarAction ? null : 'chrome://extensions/shortcuts';

/** The browser's theme, where it tells of it. @type {{getCurrent(): Promise<{colors?: Record<string, string | number[] | null> | null}>, onUpdated: {addListener(listener: (update: {theme: {colors?: Record<string, string | number[] | null> | null}}) => void): void}} | undefined} */
export const theme = /** @type {any} */ (api).theme;

/** Where the browser has its own button for extensions, by which ours is pinned; Firefox shows ours at once. */
export const hidesButton = sidebarAction === undefined;

/** Opens the options. */
export function openOptions() {
  return api.runtime.openOptionsPage();
}

/** Opens the first page: what the extension is for, what goes where, and what is still to be done. */
export function openFirstPage() {
  return api.tabs.create({ url: api.runtime.getURL('extension/welcome/welcome.html') });
}

/**
 * Whether the browser itself has asked the reader for consent to what the manifest declares: Firefox does when an extension is
 * installed by hand, and leaves it to whoever manages the computer otherwise; of one that another program has brought along, or
 * that is loaded for a session, it asks nothing. Chromium never does.
 */
export async function hasBrowserAsked() {
  if (!sidebarAction) return false;
  const { installType } = await api.management.getSelf();
  return installType === 'normal' || installType === 'admin';
}

/**
 * Opens the sidebar of a window. To be called first thing in a click handler: Firefox forgets the gesture after any await.
 * @param {number} windowId
 */
export function openSidebar(windowId) {
  // Chrome keeps the gesture across awaits, and across one message.
  return sidebarAction ? sidebarAction.open() : /** @type {SidebarApi} */ (sidePanel).open({ windowId });
}

/** Whether only a sidebar that opens gets the keyboard: to a side panel that is open, Chromium gives it by no `focus()`. */
export const hasFocusByOpening = sidebarAction === undefined;

/**
 * Opens the sidebar anew, which has the keyboard then; those of other windows would be shut. To be called in a gesture, as
 * `openSidebar`: all three are sent at once, and done in this order.
 * @param {number} windowId
 */
export function reopenSidebar(windowId) {
  for (const enabled of [false, true]) sidePanel?.setOptions?.({ enabled });
  return openSidebar(windowId);
}

/** Whether the sidebar can be closed from elsewhere; below 141 Chromium's side panel ends with its page alone. */
export function canCloseSidebar() {
  return sidebarAction !== undefined || sidePanel?.close !== undefined;
}

/**
 * Opens the sidebar, or closes it where it is open; to be called in a gesture, as `openSidebar`.
 * @param {number} windowId
 * @param {boolean} isOpen
 */
export function toggleSidebar(windowId, isOpen) {
  if (sidebarAction) return sidebarAction.toggle?.();
  return isOpen ? sidePanel?.close?.({ windowId }) : sidePanel?.open({ windowId });
}

// Measured with non-blocking listeners: the content script's message was first in 8 of 30 navigations; blocking, in
// none.
/**
 * How response headers are listened for. Firefox delivers them late unless the listener is a blocking one; ours answers
 * at once, so it holds nothing up.
 * @type {chrome.webRequest.OnHeadersReceivedOptions[]}
 */
export const responseHeaderOptions = /** @type {any} */ (
  sidebarAction ? ['blocking', 'responseHeaders'] : ['responseHeaders']);

/** Whether response headers may be answered for. */
export const answersHeaders = sidebarAction !== undefined;

/** Chrome shows cookies, languages and encodings only on request. */
export const requestHeaderOptions = /** @type {any} */ (
  sidebarAction ? ['requestHeaders'] : ['requestHeaders', 'extraHeaders']);

/** How requests of our own are listened for: Firefox lets us stop one before it sets out. @type {'blocking'[]} */
export const ownRequestOptions = sidebarAction ? ['blocking'] : [];

/** The browser's proxy settings, where requests do not say which proxy they take, as Firefox's do: there we have no access to them. */
export const proxySettings = sidebarAction ? null : api.proxy?.settings ?? null;

/**
 * How pages come to ordinary and to private windows by these settings; null where requests say it themselves, or nobody does.
 * @returns {Promise<Record<'ordinary' | 'private', {mode?: string} | null>>}
 */
export async function readProxySettings() {
  const read = async (/** @type {boolean} */ incognito) => {
    // Refused for private windows where the reader has not let us into them.
    const found = await proxySettings?.get({ incognito }).catch(() => null);
    return found?.value ?? null;
  };
  const [ordinary, ofPrivate] = await Promise.all([read(false), read(true)]);
  return { ordinary, private: ofPrivate };
}

/** The cookie jars of ordinary and of private windows, as the browser calls them. */
const JARS = sidebarAction ? { ordinary: 'firefox-default', private: 'firefox-private' } : { ordinary: '0', private: '1' };

/**
 * The container that a tab or a request belongs to, by the name of its cookie jar; '' for none, as everywhere in Chrome.
 * @param {object} about
 */
export function containerOf(about) {
  const id = /** @type {any} */ (about).cookieStoreId ?? JARS.ordinary;
  return Object.values(JARS).includes(id) ? '' : id;
}

/** What else a tab or window is opened with to belong to a container. @param {string} container */
export function inContainer(container) {
  return container ? { cookieStoreId: container } : {};
}

/**
 * The containers that the reader has open beside a tab, each with the title of a page in it; with '' where the tab is in one.
 * Their names are had by a permission alone that Firefox has no option for, and that turns containers on for all.
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
  const found = [...titles].map(([id, title]) => ({ id, title }));
  return own === '' ? found : [{ id: '', title: '' }, ...found];
}

/** Whether the reader lets us into private windows: where not, none is opened from here. */
export function mayOpenPrivately() {
  return api.extension.isAllowedIncognitoAccess();
}

/**
 * The query for all cookies of a jar that fit an address; Firefox separates some by first party, too.
 * @param {{isPrivate: boolean, container: string}} of
 */
export function jarOf({ isPrivate, container }) {
  const storeId = container || (isPrivate ? JARS.private : JARS.ordinary);
  return sidebarAction ? { storeId, firstPartyDomain: null } : { storeId };
}

/** How the browser reads cookies: a missing `SameSite` as `Lax`, and another scheme as another site. */
export const cookieRules = { isLaxByDefault: !sidebarAction, isSchemeful: !sidebarAction };

/** Whether pages can have more sent to other sites than by the browser's default policy; Firefox does not let them. */
export const canRelaxReferrers = !sidebarAction;

/**
 * What somebody could register of a host name (`example.co.uk` of `www.example.co.uk`), by the browser's own list of public
 * suffixes; the host itself where there is nothing to register, null where an older browser does not know.
 * @param {string} host
 * @returns {string | null}
 */
export function registrableDomain(host) {
  const list = /** @type {any} */ (api).publicSuffix;
  return list?.getDomain(host, { allowIPAddress: true, allowPlainSuffix: true, allowUnknownSuffix: true }) ?? (list ? host : null);
}

/** The site that a host name belongs to: what somebody could register of it, or the host itself where nobody knows that. @param {string} host */
export function siteOf(host) {
  return registrableDomain(host) ?? host;
}

/**
 * The site in whose partition of a jar a document keeps cookies, such as `https://example.co.uk`; null where a browser does not
 * say.
 * @param {string} documentId
 * @returns {Promise<string | null>}
 */
export async function partitionOf(documentId) {
  try {
    const { partitionKey } = await api.cookies.getPartitionKey({ documentId });
    return partitionKey.topLevelSite || null;
  } catch {
    // An older browser does not know the question, and any browser no document that is gone.
    return null;
  }
}

/**
 * Why a native port was closed, in the browser's own words, or null where it says nothing.
 * @param {chrome.runtime.Port} port
 * @returns {string | null}
 */
export function portError(port) {
  const own = /** @type {any} */ (port).error?.message;
  return own ?? api.runtime.lastError?.message ?? null;
}

/**
 * Whether such words mean that the host is not installed or not for us (it never ran), as opposed to having ended.
 * @param {string | null} text
 */
export function isHostMissing(text) {
  return /not found|no such native application|forbidden|invalid native messaging host/i.test(text ?? '');
}

/**
 * A text as the address bar wants it: Chrome reads suggestions as XML.
 * @param {string} text
 */
export function omniboxText(text) {
  return sidebarAction ? text : text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Whether an extension page can be loaded in a private tab; Chrome refuses in spanning mode. */
export const hasPagesInPrivateTabs = sidebarAction !== undefined;
