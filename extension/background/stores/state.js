// @ts-check
/**
 * Holds the state of the background: tabs, the pages they show, sessions with sitemaps, connected pages, caches, timers,
 * the reader's settings. Tabs and pages outlive a stopped background in `storage.session`, which is in memory; everything
 * else is derived again.
 *
 * All mutable state of the background is here and in the `HostPort` of `host-port.js`; a test enforces this.
 */
import { api, readProxySettings } from '../../shared/browser.js';
import { webOrigin } from '../../shared/locations.js';
import { DEFAULTS, readSettings, readSiteChoices } from '../../shared/settings.js';

/** @typedef {import('../../shared/protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../../shared/protocol.js').Header} Header */
/** @typedef {import('../../shared/protocol.js').SitemapLocation} SitemapLocation */
/** @typedef {import('../../shared/protocol.js').PageForHost} PageForHost */
/** @typedef {import('../../shared/protocol.js').Piece} Piece */
/** @typedef {import('../../shared/protocol.js').Problem} Problem */
/** @typedef {import('../../shared/protocol.js').Site} Site */

/**
 * A document and its known properties.
 * @typedef {object} Page
 * @property {string} url
 * @property {string | null} contentType  MIME type assigned by the browser (D45), from the content script; null until known
 * @property {Header[]} headers  that could name a sitemap
 * @property {boolean} isSeen  whether the response headers were reported
 * @property {Header[]} request  headers of its request; empty if unknown
 * @property {string | null} ip
 * @property {'direct' | 'proxy' | null} route  reported for its request; null if unknown
 * @property {string} proxy  reported for its request, '' for none
 * @property {EvidenceLink[]} links
 * @property {string} [language]  declared in the page, '' for none; read only if its map has several languages
 * @property {string} [contentLanguage]  of its response, '' for none or several
 * @property {string} signature  of the links: equal on two pages that name the same sitemap by the same elements
 * @property {boolean} isPrivate
 * @property {string} container  the page's own cookie jar in Firefox, '' for none
 * @property {string | null} referrerPolicy  the page's referrer policy
 * @property {string} reachedFrom  origin of the page that linked here, '' for none
 * @property {string} requestId  the browser's id of its request
 * @property {boolean} isLoggedIn  whether it was requested with a name and password
 * @property {boolean} isReloaded  whether the reader has reloaded it and its sitemap has not been requested since
 * @property {string | null} rule
 * @property {string | null} sitemap
 * @property {Problem | null} problem
 * @property {boolean} isSearching
 * @property {'' | 'looking' | 'nothing'} [look]  state of the automatic search for its site's list
 * @property {import('../../shared/types.js').ClassFault[]} [classFaults]  the latest report of its content script
 * @property {number} reports  number of reports from its content script
 * @property {number} sequence  number of its latest look-up, from 1; responses to earlier ones are dropped
 */
/** A tab's map that stays in view. @typedef {Pick<Tab, 'pinnedSitemap' | 'isPinnedChosen' | 'pinnedFor'>} Pinned */
/**
 * A tab. `url` follows the address bar; `documentUrl` is the address its document was loaded from. `shown` is the display
 * last sent to its page, and `displayRule` the browser's rule for the next one, both as JSON. `isListening` is set once the
 * content script has sent a message and can receive some.
 * @typedef {object} Tab
 * @property {number} tabId
 * @property {number} windowId  -1 if unknown
 * @property {string} url
 * @property {string} documentUrl
 * @property {string | null} documentId
 * @property {string | null} arriving  id of the latest document that began to be recorded
 * @property {boolean} isPrivate
 * @property {string} container
 * @property {string | null} pinnedSitemap  of an earlier page, which stays in view
 * @property {boolean} isPinnedChosen  whether the reader chose that map
 * @property {string} pinnedFor  address of that page
 * @property {Pinned & {at: number} | null} unpinned  the map removed for a page whose referring page is still unknown, and
 *   the time in ms
 * @property {string} ledTo  the address last opened from the map, without fragment
 * @property {boolean} isListening
 * @property {number} aheadSince  time when its document sent evidence before its commit was reported, in ms; 0 otherwise
 * @property {string} shown
 * @property {string} [displayRule]
 */
/**
 * A sitemap that the host keeps open, from the first request for it to the last tab that shows it.
 * @typedef {object} Session
 * @property {string} sitemap
 * @property {boolean} isPrivate
 * @property {string} container
 * @property {PageForHost} page  for which it was opened
 * @property {boolean} isLoggedIn  whether the page was requested with a name and password
 * @property {boolean} isChosen  whether the reader, not the page, named the sitemap
 * @property {Site | null} site
 * @property {number} generation  of the host that sent `site`
 * @property {Problem | null} problem
 * @property {Site | null} lastSite  the last state in which its map could be shown
 * @property {Promise<void> | null} opening
 * @property {string | null} language  chosen by the reader, for the duration of the session
 * @property {string} [pageLanguage]  of the current page, if the map has several languages
 * @property {[string, string][] | null} titles  of visited pages, by address; null before they are read
 * @property {number} metadataGeneration  of the host that has received the metadata of its pages
 */
/**
 * A file that a page fetches for the host, from its own origin; `isBusy` while a piece is being passed on.
 * @typedef {{tabId: number, origin: string | null, isBusy: boolean, onPiece(piece: Piece): Promise<unknown>, resolve(value: unknown): void, reject(error?: unknown): void, port?: chrome.runtime.Port}} PageFetch
 */
/**
 * A tab that is being navigated under rules. Holds the start time, whether the navigation has started, and the other
 * documents loading in the tab. Its timer ends the rules at the latest.
 * @typedef {{url: string, since: number, isOut: boolean, others: Set<string>, timer: ReturnType<typeof setTimeout>}} Lead
 */
/** Firefox's description of a request's proxy. @typedef {{type: string, host?: string, port?: string | number}} ProxyInfo */
/**
 * A request of the background itself, as reported by the browser. `url` is its current address; `redirect` is the redirect
 * target, which is not followed yet. `mayGo` is called before each hop, `ending` aborts the request, and `reported`
 * resolves when the report is complete.
 * @typedef {object} OwnRequest
 * @property {string} url
 * @property {string} requestId  '' before the request starts
 * @property {number} status
 * @property {string | null} ip
 * @property {string | null} redirect
 * @property {(details: {url: string, proxyInfo?: ProxyInfo | null}) => boolean} mayGo
 * @property {AbortController} ending
 * @property {Promise<void>} reported
 * @property {() => void} onReported
 */
/**
 * The isolation of a page: cookies, caches and maps are shared only within it.
 * @typedef {{isPrivate: boolean, container: string}} Jar
 */
/**
 * A connected extension page. `last` is the tab last sent to it, as JSON. `otherSite` is the search on another site
 * that the reader was last warned about, as JSON. `outlineOf` is the tab whose headings it wants, and `outlineText` the
 * parts of its report received so far. `menuAt` is the time when the browser's menu was opened over it, in ms. `isGone` is
 * set once the page has closed.
 * @typedef {{kind: string, windowId: number, port: chrome.runtime.Port, views: Set<string>, last: string, otherSite: string, outlineOf?: number, outlineText?: string, outlinedAt?: number, menuAt?: number, isGone?: boolean}} Ui
 */

/** Documents kept for a return from the back/forward cache. */
const MAX_PAGES = 400;
/** One write for all changes of a navigation; a worker stops at the earliest half a minute after the last event. */
const SAVE_AFTER_MS = 150;
/** Bound for documents in the store, which holds 10 MB in all; a full store accepts nothing. */
const SAVED_BYTES = 2_000_000;
/** A longer record, mostly due to its address, is not stored: it must not displace others. */
const RECORD_BYTES = 100_000;

/** @type {Map<number, Tab>} */
export const tabs = new Map();
/** The front tab of each window, if known: a query takes longer than everything else. @type {Map<number, number>} */
export const frontTabs = new Map();
/** @type {Map<string, Page>} */
export const pages = new Map();
/** Documents on their way in, by tab, the latest last. @type {Map<number, Page[]>} */
export const incoming = new Map();
/** Tabs navigated under rules, by id. @type {Map<number, Lead>} */
export const leads = new Map();
/**
 * Dispatches `page` when a tab shows another document, `request` when its request becomes known, and `looked-up` after a
 * look-up.
 */
export const arrivals = new EventTarget();
/** Sessions by `sessionKey`. @type {Map<string, Session>} */
export const sessions = new Map();
/** @type {Map<chrome.runtime.Port, Ui>} */
export const uis = new Map();
/** Windows whose sidebar should get the focus, with the time of the request in ms. @type {Map<number, number>} */
export const focusWanted = new Map();
/** The browser's current fetches for the host, by the host's name. @type {Map<string, AbortController>} */
export const fetches = new Map();
/** The background's requests for those fetches. @type {Set<OwnRequest>} */
export const ownRequests = new Set();
/** Fetches by pages for the host, by port name. @type {Map<string, PageFetch>} */
export const pageFetches = new Map();
/** The host's responses to `locate`, by everything they depend on. @type {Map<string, SitemapLocation>} */
export const cachedLocations = new Map();
/**
 * The evidence on pages of an origin, and the sitemap it names.
 * @type {Map<string, {signature: string, headers: string, sitemap: string}[]>}
 */
export const signatures = new Map();
/** The current or scheduled toolbar mark of a tab: document and state. @type {Map<number, string>} */
export const toolbarMarks = new Map();
/** @type {Map<number, ReturnType<typeof setTimeout>>} */
export const toolbarTimers = new Map();
/** Pauses after the report of a tab's title, and whether the title has changed since. @type {Map<number, {isMissed: boolean}>} */
export const titlePauses = new Map();
/** @type {Record<'saving' | 'sweeping' | 'clearing', ReturnType<typeof setTimeout> | null>} */
export const timers = { saving: null, sweeping: null, clearing: null };
/** Tabs with another document or sitemap since the state was last saved completely. @type {Set<Tab>} */
export const changedTabs = new Set();
/** Sites whose cookies the reader has just deleted. @type {Set<string>} */
export const clearedDomains = new Set();
/** Origins that are being looked up automatically, or whose look-up has failed. @type {Set<string>} */
export const lookedUp = new Set();
/** The sitemaps that were found so, by origin. @type {Map<string, string>} */
export const foundByItself = new Map();
/** The browser's accepted languages, as last read. */
export const accepted = { languages: api.i18n.getAcceptLanguages() };

/**
 * The reader's choices. In private windows, choices made there take precedence, and end with the last such window; null
 * means no sitemap.
 * @type {{settings: import('../../shared/settings.js').Settings, addresses: Record<string, string>, languages: Record<string, string>, inPrivate: Record<string, string | null>}}
 */
export const choices = { settings: DEFAULTS, addresses: {}, languages: {}, inPrivate: {} };

/**
 * The browser's proxy settings; null if requests report their own proxy.
 * @type {Record<'ordinary' | 'private', {mode?: string} | null>}
 */
export const proxies = { ordinary: null, private: null };

// Started as the module loads: listeners are registered in the same turn, and each awaits it before it reads state.
/** Resolves once the saved state is restored. */
export const ready = load();

async function load() {
  const [saved, active] = await Promise.all([
    api.storage.session.get(['changed', 'tabs', 'pages', 'inPrivate', 'foundByItself']),
    api.tabs.query({ active: true }),
    refreshChoices(),
    refreshProxies(),
  ]);
  Object.assign(choices.inPrivate, saved.inPrivate);
  for (const [origin, sitemap] of /** @type {[string, string][]} */ (saved.foundByItself ?? []))
    foundByItself.set(origin, sitemap);
  // Events of this turn may have come first; their records are newer.
  for (const { id, windowId } of active) if (id !== undefined && !frontTabs.has(windowId)) frontTabs.set(windowId, id);
  const changed = /** @type {{tab: Tab, page: Page}[]} */ (saved.changed ?? []);
  // The latest record of each comes last.
  const savedTabs = new Map(
    [.../** @type {Tab[]} */ (saved.tabs ?? []), ...changed.map(({ tab }) => tab)].map((tab) => [tab.tabId, tab]),
  );
  const savedPages = new Map(/** @type {[string, Page][]} */ (saved.pages ?? []));
  for (const { tab, page } of changed) savedPages.set(String(tab.documentId), page);
  // A stopped background is started by an event, which is handled while storage is still being read.
  for (const [id, tab] of savedTabs) if (!tabs.has(id)) tabs.set(id, tab);
  for (const [id, page] of savedPages) if (!pages.has(id)) pages.set(id, interrupted(page));
}

/** Return a saved page so that a look-up which ended with the last background is made again. @param {Page} page @returns {Page} */
function interrupted(page) {
  return page.isSearching ? { ...page, isSearching: false, sequence: 0 } : page;
}

/** Return whether a page has evidence that nobody has looked up. @param {Page} page */
export function isLookUpDue({ sequence, headers, links }) {
  return sequence === 0 && headers.length + links.length > 0;
}

/** Read settings and addresses again. */
export async function refreshChoices() {
  const [settings, ofSites] = await Promise.all([readSettings(), readSiteChoices()]);
  Object.assign(choices, { settings, ...ofSites });
}

/** Read the proxy settings again. */
export async function refreshProxies() {
  Object.assign(proxies, await readProxySettings());
}

/** Save the state soon. */
export function save() {
  // Debounced: a page that loads makes several changes.
  timers.saving ??= setTimeout(async () => {
    timers.saving = null;
    changedTabs.clear();
    const stored = {
      tabs: withinStore([...tabs.values()]),
      pages: withinStore([...pages]),
      foundByItself: withinStore([...foundByItself]),
    };
    const saved = { changed: [], ...stored, inPrivate: choices.inPrivate };
    // State that cannot be stored is requested from the tabs again.
    await api.storage.session.set(saved).catch(() => {});
  }, SAVE_AFTER_MS);
}

/**
 * Save the documents that tabs show at once, and everything soon: the background may be stopped at any moment, and no event
 * reports these documents again.
 * @param {Tab[]} changed
 */
export function saveAtOnce(changed) {
  for (const tab of changed) changedTabs.add(tab);
  const records = [...changedTabs].map((tab) => ({ tab, page: pageOf(tab) }));
  api.storage.session.set({ changed: withinStore(records.filter(({ page }) => page !== null)) }).catch(() => {});
  save();
}

/** Return the newest records that fit into storage, oldest first. @template T @param {T[]} records @returns {T[]} */
function withinStore(records) {
  let left = SAVED_BYTES;
  const encoder = new TextEncoder(); // the store counts bytes, and a letter may take three
  const sized = records
    .map((record) => ({ record, size: encoder.encode(JSON.stringify(record)).length }))
    .filter(({ size }) => size <= RECORD_BYTES);
  const first = sized.findLastIndex(({ size }) => (left -= size) < 0);
  return sized.slice(first + 1).map(({ record }) => record);
}

/** Return a record for a document about which nothing is known yet. @param {string} url @param {Jar} jar @returns {Page} */
export function newPage(url, { isPrivate, container }) {
  return {
    url,
    contentType: null,
    headers: [],
    isSeen: false,
    request: [],
    ip: null,
    route: null,
    proxy: '',
    links: [],
    signature: '',
    isPrivate,
    container,
    referrerPolicy: null,
    reachedFrom: '',
    requestId: '',
    isLoggedIn: false,
    isReloaded: false,
    rule: null,
    sitemap: null,
    problem: null,
    isSearching: false,
    reports: 0,
    sequence: 0,
  };
}

/** Record a document under its id, and drop the oldest records. @param {string} documentId @param {Page} page */
export function recordPage(documentId, page) {
  pages.delete(documentId);
  pages.set(documentId, page);
  if (pages.size <= MAX_PAGES) return;
  // A Map keeps insertion order, so the oldest come first. Documents shown in tabs are skipped, so that one long-lived tab
  // does not stop the eviction of newer records.
  const shown = new Set([...tabs.values()].map((tab) => tab.documentId));
  for (const oldest of pages.keys()) {
    if (pages.size <= MAX_PAGES) break;
    if (!shown.has(oldest) && oldest !== documentId) pages.delete(oldest);
  }
}

/** Return the record of a tab; creates it if necessary. @param {number} tabId @returns {Tab} */
export function tabOf(tabId) {
  let tab = tabs.get(tabId);
  if (!tab) {
    tab = {
      tabId,
      windowId: -1,
      url: '',
      documentUrl: '',
      documentId: null,
      arriving: null,
      isPrivate: false,
      container: '',
      pinnedSitemap: null,
      isPinnedChosen: false,
      pinnedFor: '',
      unpinned: null,
      ledTo: '',
      isListening: false,
      aheadSince: 0,
      shown: 'null',
    };
    tabs.set(tabId, tab);
  }
  return tab;
}

/** Return whether a tab is the front tab of its window. @param {Pick<Tab, 'tabId' | 'windowId'>} tab */
export function isInFront({ tabId, windowId }) {
  return frontTabs.get(windowId) === tabId;
}

/** Return the document that a tab shows. @param {Tab} tab @returns {Page | null} */
export function pageOf(tab) {
  return tab.documentId === null ? null : (pages.get(tab.documentId) ?? null);
}

/** Return the tabs that show a document. @param {Page} page */
export function tabsOf(page) {
  return [...tabs.values()].filter((tab) => pageOf(tab) === page);
}

/**
 * Return the key of a sitemap in `sessions`. Private windows and containers share nothing with others. A sitemap that
 * the reader chose is separate from one that a page names, since it may be read in other formats. Pages of different
 * origins have separate keys, since one may not be allowed to receive the other's files. If both are allowed, the host
 * opens one site for them.
 * @param {string} sitemap
 * @param {Jar & {url: string}} page
 * @param {boolean} [isChosen]
 */
export function sessionKey(sitemap, { isPrivate, container, url }, isChosen = false) {
  return JSON.stringify([isPrivate, container, webOrigin(url), isChosen, sitemap]);
}

/** Return the key of a page's sitemap; null for none. @param {Page} page */
export function sessionKeyOfPage(page) {
  return page.sitemap === null ? null : sessionKey(page.sitemap, page, page.rule === 'user');
}

/** Return the key of the sitemap that a tab shows, its page's own or the pinned one; null for none. @param {Tab} tab */
export function sessionKeyOfTab(tab) {
  const page = pageOf(tab);
  const sitemap = page?.sitemap ?? tab.pinnedSitemap;
  const isChosen = page?.sitemap ? page.rule === 'user' : tab.isPinnedChosen;
  // A pinned map belongs to the earlier page, whichever site was opened from it.
  const url = page?.sitemap || !tab.pinnedFor ? (page?.url ?? tab.url) : tab.pinnedFor;
  return sitemap === null ? null : sessionKey(sitemap, { ...tab, url }, isChosen);
}

/** Return the session whose sitemap a tab shows. @param {Tab} tab @returns {Session | null} */
export function sessionOfTab(tab) {
  return sessions.get(sessionKeyOfTab(tab) ?? '') ?? null;
}

/**
 * Return the session opened for a page that the host names.
 * @param {import('../../shared/protocol.js').RequestingPage} page
 * @returns {Session | null}
 */
export function sessionForPage({ url, container, private: isPrivate }) {
  return (
    [...sessions.values()].find(
      (session) => session.page.url === url && session.container === container && session.isPrivate === isPrivate,
    ) ?? null
  );
}

/** Return whether a session was closed, maybe while its sitemap was being opened. @param {Session} session */
export function isClosed(session) {
  return ![...sessions.values()].includes(session);
}

/** Return whether data of a session may be stored beyond it. @param {Jar} jar */
export function isLasting({ isPrivate, container }) {
  return !isPrivate && !container;
}

/** Return the language that the reader chose for a sitemap, '' for none. @param {Session} session */
export function chosenLanguage({ sitemap, isPrivate, language }) {
  return language ?? (isPrivate ? '' : (choices.languages[sitemap] ?? ''));
}

/** Return whether a page of this kind is open in a window. @param {string} kind @param {number} windowId */
export function isUiOpen(kind, windowId) {
  return [...uis.values()].some((ui) => ui.kind === kind && ui.windowId === windowId);
}
