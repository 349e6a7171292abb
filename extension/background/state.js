// @ts-check
/**
 * All that the background remembers: tabs, the pages they show, sessions with sitemaps, connected pages, caches, timers, the
 * reader's settings. Tabs and pages outlive a stopped background in `storage.session`, which is memory; the rest is found
 * again.
 *
 * The background's mutable state is here and in the one `HostPort` of `host-port.js`, nowhere else; a test holds it.
 */
import { api, readProxySettings } from '../shared/browser.js';
import { webOrigin } from '../shared/locations.js';
import { DEFAULTS, readSettings, readSiteChoices } from '../shared/settings.js';

/** @typedef {import('../shared/protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../shared/protocol.js').Header} Header */
/** @typedef {import('../shared/protocol.js').Located} Located */
/** @typedef {import('../shared/protocol.js').PageForHost} PageForHost */
/** @typedef {import('../shared/protocol.js').Piece} Piece */
/** @typedef {import('../shared/protocol.js').Problem} Problem */
/** @typedef {import('../shared/protocol.js').Site} Site */

/**
 * A document and what is known of it.
 * @typedef {object} Page
 * @property {string} url
 * @property {string | null} contentType  that the browser made of it (D45), as its content script says; null before
 * @property {Header[]} headers  those that could name a sitemap
 * @property {boolean} isSeen  whether the response headers were seen at all
 * @property {Header[]} request  the headers it was requested with; none where nobody has said
 * @property {string | null} ip
 * @property {'direct' | 'proxy' | null} route  by which it came, as its request said; null where that said nothing
 * @property {string} proxy  that its request said, '' for none
 * @property {EvidenceLink[]} links
 * @property {string} [language]  that it is written in, '' for none it says; asked only where its map has several
 * @property {string} [contentLanguage]  the one that its response was sent in, '' for none or several
 * @property {string} signature  of the links: the same on two pages that name the same sitemap by the same elements
 * @property {boolean} isPrivate
 * @property {string} container  the cookie jar of its own that it has in Firefox, '' for none
 * @property {string | null} referrerPolicy  what it says of referrers
 * @property {string} reachedFrom  the origin of the page that led here, '' where none did
 * @property {string} requestId  the browser's name for the request that it is the response to
 * @property {boolean} isLoggedIn  whether it was requested with a name and password
 * @property {boolean} isReloaded  whether the reader has just requested it anew, and its sitemap has not been since
 * @property {string | null} rule
 * @property {string | null} sitemap
 * @property {Problem | null} problem
 * @property {boolean} isSearching
 * @property {'' | 'looking' | 'nothing'} [look]  what came of looking for its site's list by ourselves
 * @property {import('../shared/types.js').ClassFault[]} [classFaults]  that its content script has reported last
 * @property {number} reports  how often its content script has sent evidence
 * @property {number} sequence  of its latest look-up, from 1, so that a late response to an earlier one is dropped
 */
/** A map that stays in view, as a tab has it. @typedef {Pick<Tab, 'pinnedSitemap' | 'isPinnedChosen' | 'pinnedFor'>} Pinned */
/**
 * A tab. `url` follows the address bar, `documentUrl` is where its document was loaded from. `shown` is the display its page was
 * sent last, and `displayRule` the browser's rule for the next one, both as JSON; with `isListening`, the content script
 * there has sent a message, and receives some.
 * @typedef {object} Tab
 * @property {number} tabId
 * @property {number} windowId  -1 before it is known
 * @property {string} url
 * @property {string} documentUrl
 * @property {string | null} documentId
 * @property {boolean} isPrivate
 * @property {string} container
 * @property {string | null} pinnedSitemap  of a page before, which stays in view
 * @property {boolean} isPinnedChosen  whether that was the reader's own choice
 * @property {string} pinnedFor  the address of that page
 * @property {Pinned & {at: number} | null} unpinned  what was, before a page of which is not known yet what led to it; since when, in ms
 * @property {string} ledTo  where the map has led the tab last, as an address without fragment
 * @property {boolean} isListening
 * @property {number} aheadSince  when its document said what it carries before its commit was reported, in ms; 0 where that was
 * @property {string} shown
 * @property {string} [displayRule]
 */
/**
 * A sitemap that the host is to have open, from the first request for it to the last tab that shows it.
 * @typedef {object} Session
 * @property {string} sitemap
 * @property {boolean} isPrivate
 * @property {string} container
 * @property {PageForHost} page  for which it was opened
 * @property {boolean} isLoggedIn  whether the page was requested with a name and password
 * @property {boolean} isChosen  whether the reader, and not the page, says that this is the sitemap
 * @property {Site | null} site
 * @property {number} generation  of the host that `site` is a response of
 * @property {Problem | null} problem
 * @property {Site | null} lastSite  as it was when its map was last there
 * @property {Promise<void> | null} opening
 * @property {string | null} language  chosen by the reader for as long as the session lasts
 * @property {string} [pageLanguage]  of the page that is being read, where the map has several
 * @property {[string, string][] | null} titles  of pages that were visited, by their addresses; null before they were looked up
 * @property {number} metadataGeneration  the host that was sent the metadata of its pages, by generation
 */
/**
 * What a page fetches for the host, from its own origin; while `isBusy`, a piece is being passed on.
 * @typedef {{tabId: number, origin: string | null, isBusy: boolean, onPiece(piece: Piece): Promise<unknown>, resolve(value: unknown): void, reject(error?: unknown): void, port?: chrome.runtime.Port}} PageFetch
 */
/**
 * A tab that is led to an address under rules: since when, whether it has set out, what else was on its way into it, and what ends
 * the rules if nothing else does.
 * @typedef {{url: string, since: number, isOut: boolean, others: Set<string>, timer: ReturnType<typeof setTimeout>}} Lead
 */
/** What Firefox says of the proxy of a request. @typedef {{type: string, host?: string, port?: string | number}} ProxyInfo */
/**
 * A request of the background's own, as the browser reports on it. `url` is where it has got to; `redirect` is where the answer
 * leads, which nobody follows yet; `mayGo` is asked before it sets out; `ending` ends it, and `reported` is done when all is known.
 * @typedef {object} OwnRequest
 * @property {string} url
 * @property {string} requestId  '' before it has set out
 * @property {number} status
 * @property {string | null} ip
 * @property {string | null} redirect
 * @property {(details: {url: string, proxyInfo?: ProxyInfo | null}) => boolean} mayGo
 * @property {AbortController} ending
 * @property {Promise<void>} reported
 * @property {() => void} onReported
 */
/** The cookies, caches and maps that belong together. @typedef {{isPrivate: boolean, container: string}} Jar */
/** A connected page of ours; `last` is the tab it was sent last, `otherSite` the search elsewhere that the reader was last warned of, as JSON; `outlineOf` the tab whose headings it wants, `isInUse` where it has the keyboard or words that were typed, `menuAt` when the browser's own menu was opened over it, in ms. @typedef {{kind: string, windowId: number, port: chrome.runtime.Port, views: Set<string>, last: string, otherSite: string, outlineOf?: number, outlinedAt?: number, isInUse?: boolean, menuAt?: number}} Ui */

/** Documents recorded for a return from the back/forward cache. */
const MAX_PAGES = 400;
/** Written once for all that a navigation changes; a worker is stopped half a minute after the last event at the earliest. */
const SAVE_AFTER_MS = 150;
/** Of documents in the store, which holds 10 MB of everything: one that is full takes nothing at all. */
const SAVED_BYTES = 2_000_000;
/** One that is longer, by its address above all, is not stored: it must not take the place of others. */
const RECORD_BYTES = 100_000;

/** @type {Map<number, Tab>} */
export const tabs = new Map();
/** The tab in front of each window, as far as it is known: to query takes longer than all else there is to do. @type {Map<number, number>} */
export const frontTabs = new Map();
/** @type {Map<string, Page>} */
export const pages = new Map();
/** Documents on their way in, by tab, those that set out last at the end. @type {Map<number, Page[]>} */
export const incoming = new Map();
/** Tabs that are led under rules, by their ids. @type {Map<number, Lead>} */
export const leads = new Map();
/** Dispatches `page` whenever a tab shows another document, `request` when it becomes known how it was requested, and `looked-up` when it is known what a page names. */
export const arrivals = new EventTarget();
/** By `sessionKey`. @type {Map<string, Session>} */
export const sessions = new Map();
/** @type {Map<chrome.runtime.Port, Ui>} */
export const uis = new Map();
/** Windows whose sidebar is to have the keyboard, until its page has it, and since when that is wanted, in ms. @type {Map<number, number>} */
export const focusWanted = new Map();
/** What the browser fetches for the host just now, by the host's name for it. @type {Map<string, AbortController>} */
export const fetches = new Map();
/** The requests that it makes for that itself. @type {Set<OwnRequest>} */
export const ownRequests = new Set();
/** What pages fetch for it, by the name of the port to them. @type {Map<string, PageFetch>} */
export const pageFetches = new Map();
/** The host's responses to `locate`, by all that they depend on. @type {Map<string, Located>} */
export const cachedLocations = new Map();
/** The evidence that pages of an origin carry, and what it names. @type {Map<string, {signature: string, headers: string, sitemap: string}[]>} */
export const signatures = new Map();
/** What the toolbar shows of a tab or is about to: document and state. @type {Map<number, string>} */
export const toolbarMarks = new Map();
/** @type {Map<number, ReturnType<typeof setTimeout>>} */
export const toolbarTimers = new Map();
/** @type {Record<'saving' | 'sweeping' | 'clearing', ReturnType<typeof setTimeout> | null>} */
export const timers = { saving: null, sweeping: null, clearing: null };
/** Sites whose cookies the reader has just cleared. @type {Set<string>} */
export const clearedDomains = new Set();
/** Sites that were looked at by ourselves since the background was started, by their origins. @type {Set<string>} */
export const lookedUp = new Set();
/** Those of which a sitemap was found by that. @type {Set<string>} */
export const foundByItself = new Set();
/** The languages the browser requests, as it said last. */
export const accepted = { languages: api.i18n.getAcceptLanguages() };

/**
 * The reader's choices. Those made in private windows go before the others there, and end with the last such window; null
 * is the choice of none.
 * @type {{settings: import('../shared/settings.js').Settings, addresses: Record<string, string>, languages: Record<string, string>, inPrivate: Record<string, string | null>}}
 */
export const choices = { settings: DEFAULTS, addresses: {}, languages: {}, inPrivate: {} };

/** The browser's proxy settings, where requests do not say which proxy they take; else null. @type {Record<'ordinary' | 'private', {mode?: string} | null>} */
export const proxies = { ordinary: null, private: null };

// Begun as the module loads: listeners are registered in the same turn, and each awaits it before it reads state.
/** Done once what was saved is back. */
export const ready = load();

async function load() {
  const [saved, active] = await Promise.all([
    api.storage.session.get(['tabs', 'pages', 'inPrivate']), api.tabs.query({ active: true }), refreshChoices(), refreshProxies(),
  ]);
  Object.assign(choices.inPrivate, saved['inPrivate']);
  // Events of this turn may have come first; what they recorded is newer.
  for (const { id, windowId } of active) if (id !== undefined && !frontTabs.has(windowId)) frontTabs.set(windowId, id);
  // A stopped background is woken by an event, which is handled while storage is still being read.
  for (const tab of /** @type {Tab[]} */ (saved['tabs'] ?? [])) if (!tabs.has(tab.tabId)) tabs.set(tab.tabId, tab);
  for (const [id, page] of /** @type {[string, Page][]} */ (saved['pages'] ?? [])) if (!pages.has(id)) pages.set(id, page);
}

/** Reads settings and addresses anew. */
export async function refreshChoices() {
  const [settings, ofSites] = await Promise.all([readSettings(), readSiteChoices()]);
  Object.assign(choices, { settings, ...ofSites });
}

/** Reads the proxy settings anew. */
export async function refreshProxies() {
  Object.assign(proxies, await readProxySettings());
}

/** Has the state saved soon. */
export function save() {
  // Not at every change: a page that loads makes several.
  timers.saving ??= setTimeout(async () => {
    timers.saving = null;
    const saved = { tabs: withinStore([...tabs.values()]), pages: withinStore([...pages]), inPrivate: choices.inPrivate };
    // What cannot be stored is requested of the tabs again.
    await api.storage.session.set(saved).catch(() => {});
  }, SAVE_AFTER_MS);
}

/** The latest of some records that fit into the store together, in their order. @template T @param {T[]} records @returns {T[]} */
function withinStore(records) {
  let left = SAVED_BYTES;
  const encoder = new TextEncoder(); // the store counts bytes, of which a letter of a page's may have three
  const sized = records.map((record) => ({ record, size: encoder.encode(JSON.stringify(record)).length })).filter(({ size }) => size <= RECORD_BYTES);
  const first = sized.findLastIndex(({ size }) => (left -= size) < 0);
  return sized.slice(first + 1).map(({ record }) => record);
}

/** A document of which nothing is known yet. @param {string} url @param {Jar} jar @returns {Page} */
export function newPage(url, { isPrivate, container }) {
  return {
    url, contentType: null, headers: [], isSeen: false, request: [], ip: null, route: null, proxy: '', links: [], signature: '', isPrivate, container,
    referrerPolicy: null, reachedFrom: '', requestId: '', isLoggedIn: false, isReloaded: false, rule: null, sitemap: null, problem: null, isSearching: false, reports: 0, sequence: 0,
  };
}

/** Records a document under its id, and forgets the oldest. @param {string} documentId @param {Page} page */
export function recordPage(documentId, page) {
  pages.delete(documentId);
  pages.set(documentId, page);
  if (pages.size <= MAX_PAGES) return;
  // Oldest first, since Map keeps the order of insertion. Those that tabs show are passed over: one tab that stays open must
  // not make all that come after it stay, too.
  const shown = new Set([...tabs.values()].map((tab) => tab.documentId));
  for (const oldest of pages.keys()) {
    if (pages.size <= MAX_PAGES) break;
    if (!shown.has(oldest) && oldest !== documentId) pages.delete(oldest);
  }
}

/** The record of a tab, made where there is none. @param {number} tabId @returns {Tab} */
export function tabOf(tabId) {
  let tab = tabs.get(tabId);
  if (!tab) {
    tab = {
      tabId, windowId: -1, url: '', documentUrl: '', documentId: null, isPrivate: false, container: '',
      pinnedSitemap: null, isPinnedChosen: false, pinnedFor: '', unpinned: null, ledTo: '', isListening: false,
      aheadSince: 0, shown: 'null',
    };
    tabs.set(tabId, tab);
  }
  return tab;
}

/** Whether a tab is the one that its window shows. @param {Pick<Tab, 'tabId' | 'windowId'>} tab */
export function isInFront({ tabId, windowId }) {
  return frontTabs.get(windowId) === tabId;
}

/** The document that a tab shows. @param {Tab} tab @returns {Page | null} */
export function pageOf(tab) {
  return tab.documentId === null ? null : pages.get(tab.documentId) ?? null;
}

/** The tabs that show a document. @param {Page} page */
export function tabsOf(page) {
  return [...tabs.values()].filter((tab) => pageOf(tab) === page);
}

/**
 * The key of a sitemap in `sessions`: private windows and containers share nothing with others, nor does an address of the
 * reader's choosing, which may be read in other formats, with one that a page names, nor do pages of one origin with
 * those of another, which may not be allowed to have what the first could get. (The host joins those that are.)
 * @param {string} sitemap
 * @param {Jar & {url: string}} page
 * @param {boolean} [isChosen]
 */
export function sessionKey(sitemap, { isPrivate, container, url }, isChosen = false) {
  return JSON.stringify([isPrivate, container, webOrigin(url), isChosen, sitemap]);
}

/** The key of the sitemap that a page names or was given; null for none. @param {Page} page */
export function sessionKeyOfPage(page) {
  return page.sitemap === null ? null : sessionKey(page.sitemap, page, page.rule === 'user');
}

/** The key of the sitemap that a tab shows, its page's own or the pinned one; null for none. @param {Tab} tab */
export function sessionKeyOfTab(tab) {
  const page = pageOf(tab);
  const sitemap = page?.sitemap ?? tab.pinnedSitemap;
  const isChosen = page?.sitemap ? page.rule === 'user' : tab.isPinnedChosen;
  // A pinned one is that of the page before, whichever site the map has led to.
  const url = page?.sitemap || !tab.pinnedFor ? page?.url ?? tab.url : tab.pinnedFor;
  return sitemap === null ? null : sessionKey(sitemap, { ...tab, url }, isChosen);
}

/** The session whose sitemap a tab shows. @param {Tab} tab @returns {Session | null} */
export function sessionOfTab(tab) {
  return sessions.get(sessionKeyOfTab(tab) ?? '') ?? null;
}

/** The session that was opened for a page which the host names. @param {import('../shared/protocol.js').RequestingPage} page @returns {Session | null} */
export function sessionForPage({ url, container, private: isPrivate }) {
  return [...sessions.values()].find((one) => one.page.url === url && one.container === container && one.isPrivate === isPrivate) ?? null;
}

/** Whether what is learnt in a session may be stored beyond it. @param {Jar} jar */
export function isLasting({ isPrivate, container }) {
  return !isPrivate && !container;
}

/** The language that the reader has chosen for a sitemap, '' for none. @param {Session} session */
export function chosenLanguage({ sitemap, isPrivate, language }) {
  return language ?? (isPrivate ? '' : choices.languages[sitemap] ?? '');
}

/** Whether a page of that kind is open in a window. @param {string} kind @param {number} windowId */
export function isUiOpen(kind, windowId) {
  return [...uis.values()].some((ui) => ui.kind === kind && ui.windowId === windowId);
}
