// @ts-check
/**
 * All that the background remembers: tabs, the pages they show, open sitemaps, connected pages, the reader's settings.
 * Tabs and pages outlive a stopped background in `storage.session`, which is memory; the rest is found again.
 *
 * Mutable state of the background is here and in `host-port.js`, nowhere else.
 */
import { api } from '../shared/browser.js';
import { webOrigin } from '../shared/locations.js';
import { DEFAULTS, readSettings, readSiteChoices } from '../shared/settings.js';

/** @typedef {import('../shared/types.js').Header} Header */
/** @typedef {import('../shared/types.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../shared/types.js').Problem} Problem */
/** @typedef {import('../shared/types.js').Site} Site */

/**
 * A document and what is known of it.
 * @typedef {object} Page
 * @property {string} url
 * @property {string | null} contentType
 * @property {Header[]} headers  those that could name a sitemap
 * @property {boolean} isSeen  whether the response headers were seen at all
 * @property {Header[]} request  the headers it was asked for with; only kept where it could have a sitemap
 * @property {string | null} ip
 * @property {EvidenceLink[]} links
 * @property {string} key  the signature of the links
 * @property {boolean} isPrivate
 * @property {string} container  the cookie jar of its own that it has in Firefox, '' for none
 * @property {string | null} referrerPolicy  what it says of referrers
 * @property {string} requestId  the browser's name for the request that it is the answer to
 * @property {boolean} isLoggedIn  whether it was asked for with a name and password
 * @property {boolean} isReloaded  whether the reader has just asked for it anew, and its sitemap has not been asked for since
 * @property {string | null} rule
 * @property {string | null} sitemap
 * @property {Problem | null} problem
 * @property {boolean} isSearching
 * @property {number} turn  counts the look-ups, so that a late answer to an old one is dropped
 */
/**
 * A tab. `url` follows the address bar, `documentUrl` is where its document came from.
 * @typedef {{tabId: number, windowId: number, url: string, documentUrl: string, documentId: string | null, isPrivate: boolean, container: string, keptSitemap: string | null, isKeptChosen: boolean, isHeard: boolean, shown: string, foretold?: string}} Tab
 */
/**
 * @typedef {object} OpenSite
 * @property {string} sitemap
 * @property {boolean} isPrivate
 * @property {string} container
 * @property {{url: string, ip?: string}} page  as the host was told it
 * @property {boolean} isLoggedIn  whether the page was asked for with a name and password
 * @property {boolean} isChosen  whether the reader, and not the page, says that this is the sitemap
 * @property {Site | null} site
 * @property {number} generation  of the host that `site` is an answer of
 * @property {Problem | null} problem
 * @property {Promise<void> | null} opening
 * @property {string | null} language  chosen by the reader for as long as the sitemap is open
 * @property {[string, string][] | null} titles  of pages that were visited, by their addresses; null before they were looked up
 * @property {number} heardBy  the host that was told what its pages say, by generation
 */
/** @typedef {{tabId: number, take(piece: any): Promise<unknown>, resolve(value: unknown): void, reject(error?: unknown): void, port?: chrome.runtime.Port}} PageFetch */
/** @typedef {{isPrivate: boolean, container: string}} Jar  the cookies, caches and maps that belong together */
/** @typedef {{kind: string, windowId: number, port: chrome.runtime.Port, views: Set<string>, last: string}} Ui */

/** Documents kept for a return from the back/forward cache. */
const PAGES_KEPT = 400;
const SAVE_AFTER_MS = 150;

/** @type {Map<number, Tab>} */
export const tabs = new Map();
/** @type {Map<string, Page>} */
export const pages = new Map();
/** Documents on their way in, by tab. @type {Map<number, Page>} */
export const incoming = new Map();
/** Says `page` whenever a tab shows another document. */
export const arrivals = new EventTarget();
/** @type {Map<string, OpenSite>} */
export const sites = new Map();
/** @type {Map<chrome.runtime.Port, Ui>} */
export const uis = new Map();
/** Windows whose sidebar is to have the keyboard as soon as it is there. @type {Set<number>} */
export const focusWanted = new Set();
/** What the browser fetches for the host just now, by the host's name for it. @type {Map<string, AbortController>} */
export const fetches = new Map();
/** What pages fetch for it, by the name of the port to them. @type {Map<string, PageFetch>} */
export const pageFetches = new Map();
/** What the host said of such evidence. @type {Map<string, {rule: string | null, sitemap: string | null}>} */
export const answers = new Map();
/** The evidence that pages of an origin carry, and what it names. @type {Map<string, {key: string, headers: string, sitemap: string}[]>} */
export const expectations = new Map();

/**
 * The reader's choices. Those made in private windows go before the others there, and end with the last such window; null
 * is the choice of none.
 * @type {{settings: import('../shared/settings.js').Settings, addresses: Record<string, string>, languages: Record<string, string>, inPrivate: Record<string, string | null>}}
 */
export const choices = { settings: DEFAULTS, addresses: {}, languages: {}, inPrivate: {} };

/** Done once what was saved is back. */
export const ready = load();

async function load() {
  const [saved] = await Promise.all([api.storage.session.get(['tabs', 'pages', 'inPrivate']), refreshChoices()]);
  Object.assign(choices.inPrivate, saved['inPrivate']);
  for (const tab of /** @type {Tab[]} */ (saved['tabs'] ?? [])) if (!tabs.has(tab.tabId)) tabs.set(tab.tabId, tab);
  for (const [id, page] of /** @type {[string, Page][]} */ (saved['pages'] ?? [])) if (!pages.has(id)) pages.set(id, page);
}

/** Reads settings and addresses anew. */
export async function refreshChoices() {
  const [settings, ofSites] = await Promise.all([readSettings(), readSiteChoices()]);
  Object.assign(choices, { settings, ...ofSites });
}

/** @type {ReturnType<typeof setTimeout> | null} */
let saving = null;

/** Has the state saved soon. */
export function save() {
  saving ??= setTimeout(async () => {
    saving = null;
    await api.storage.session.set({ tabs: [...tabs.values()], pages: [...pages], inPrivate: choices.inPrivate });
  }, SAVE_AFTER_MS);
}

/** A document of which nothing is known yet. @param {string} url @param {Jar} jar @returns {Page} */
export function newPage(url, { isPrivate, container }) {
  return {
    url, contentType: null, headers: [], isSeen: false, request: [], ip: null, links: [], key: '', isPrivate, container,
    referrerPolicy: null, requestId: '', isLoggedIn: false, isReloaded: false, rule: null, sitemap: null, problem: null, isSearching: false, turn: 0,
  };
}

/** Keeps a document under its id, and forgets the oldest. @param {string} documentId @param {Page} page */
export function keepPage(documentId, page) {
  pages.delete(documentId);
  pages.set(documentId, page);
  for (const oldest of pages.keys()) {
    if (pages.size <= PAGES_KEPT) break;
    if (![...tabs.values()].some((tab) => tab.documentId === oldest)) pages.delete(oldest);
    else break;
  }
}

/** The record of a tab, made where there is none. @param {number} tabId @returns {Tab} */
export function tabOf(tabId) {
  let tab = tabs.get(tabId);
  if (!tab) {
    tab = { tabId, windowId: -1, url: '', documentUrl: '', documentId: null, isPrivate: false, container: '', keptSitemap: null, isKeptChosen: false, isHeard: false, shown: 'null' };
    tabs.set(tabId, tab);
  }
  return tab;
}

/** The document that a tab shows. @param {Tab} tab @returns {Page | null} */
export function pageOf(tab) {
  return tab.documentId === null ? null : pages.get(tab.documentId) ?? null;
}

/**
 * The name of a sitemap in `sites`: private windows and containers share nothing with others, nor does an address of the
 * reader's choosing, which may be read in other formats, with one that a page names, nor do pages of one origin with
 * those of another, which may not be allowed to have what the first could get. (The host joins those that are.)
 * @param {string} sitemap
 * @param {Jar & {url: string}} page
 * @param {boolean} [isChosen]
 */
export function siteKey(sitemap, { isPrivate, container, url }, isChosen = false) {
  return JSON.stringify([isPrivate, container, webOrigin(url), isChosen, sitemap]);
}

/** The name of the sitemap that a tab shows, its page's own or the one kept in view; null for none. @param {Tab} tab */
export function siteKeyOfTab(tab) {
  const page = pageOf(tab);
  const sitemap = page?.sitemap ?? tab.keptSitemap;
  const isChosen = page?.sitemap ? page.rule === 'user' : tab.isKeptChosen;
  return sitemap === null ? null : siteKey(sitemap, { ...tab, url: page?.url ?? tab.url }, isChosen);
}

/** The open sitemap that a tab shows. @param {Tab} tab @returns {OpenSite | null} */
export function siteOfTab(tab) {
  return sites.get(siteKeyOfTab(tab) ?? '') ?? null;
}

/** Whether what is learnt of an open sitemap may be kept beyond it. @param {Jar} jar */
export function isLasting({ isPrivate, container }) {
  return !isPrivate && !container;
}

/** The language that the reader has chosen for a sitemap, '' for none. @param {OpenSite} entry */
export function chosenLanguage({ sitemap, isPrivate, language }) {
  return language ?? (isPrivate ? '' : choices.languages[sitemap] ?? '');
}

/** Whether a page of that kind is open in a window. @param {string} kind @param {number} windowId */
export function isUiOpen(kind, windowId) {
  return [...uis.values()].some((ui) => ui.kind === kind && ui.windowId === windowId);
}
