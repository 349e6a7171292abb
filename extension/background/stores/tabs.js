// @ts-check
/**
 * Owns the tabs, the pages that they show, and the pages on their way into them. Tabs and pages outlive a stopped
 * background in `storage.session`, which is in memory; everything else is derived again.
 *
 * Other modules read the records, and change them by `changeTab` and `changePage`.
 */
import { api } from '../../shared/browser.js';
import { webOrigin, withoutFragment } from '../../shared/locations.js';
import { withinStore } from './stored-records.js';

/** @typedef {import('../../shared/protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../../shared/protocol.js').Header} Header */
/** @typedef {import('../../shared/protocol.js').Problem} Problem */
/** @typedef {import('../../shared/protocol.js').RequestingPage} RequestingPage */

/**
 * The isolation of a page: cookies, caches and maps are shared only within it.
 * @typedef {{isPrivate: boolean, container: string}} Jar
 */
/**
 * A document and its known properties.
 * @typedef {object} Page
 * @property {string} url
 * @property {string | null} contentType  MIME type assigned by the browser (D45), from the content script; null until
 *   known
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
/**
 * A tab's map that stays in view.
 * @typedef {Pick<Tab, 'pinnedSitemap' | 'isPinnedChosen' | 'pinnedFor' | 'isKeptOpen'>} PinnedMap
 */
/**
 * A tab. `url` follows the address bar; `documentUrl` is the address its document was loaded from. `shown` is the
 * display last sent to its page, and `displayRule` the browser's rule for the next one, both as JSON. `isListening` is
 * set once the content script has sent a message and can receive some.
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
 * @property {boolean} isKeptOpen  whether that map stays only because the reader wants it on the whole site
 * @property {PinnedMap & {at: number} | null} unpinned  the map removed for a page whose referring page is still
 *   unknown, and the time in ms
 * @property {string} ledTo  the address last opened from the map, without fragment
 * @property {boolean} isListening
 * @property {number} aheadSince  time when its document sent evidence before its commit was reported, in ms; 0
 *   otherwise
 * @property {string} shown
 * @property {string} [displayRule]
 */
/**
 * A tab that is being navigated under rules. Holds the start time, whether the navigation has started, and the other
 * documents loading in the tab. Its timer ends the rules at the latest.
 * @typedef {{
 *   url: string,
 *   since: number,
 *   isOut: boolean,
 *   others: Set<string>,
 *   timer: ReturnType<typeof setTimeout>,
 * }} Lead
 */
/**
 * An event of a page: its sitemap is open, its look-up has ended, or its menus were reported.
 * @typedef {'opened' | 'looked-up' | 'outlined'} PageEvent
 */

/**
 * A link of a menu: its address, its name, '' if several links share it, and the name of its branch, '' for none.
 * @typedef {[url: string, name: string, branch: string]} SeenLink
 */
/**
 * The links of menus in a document, and the site of a host that they were last sent to, '' for none.
 * @typedef {{documentId: string | null, links: SeenLink[], sentTo: string}} SeenLinks
 */

/** Documents kept for a return from the back/forward cache. */
const MAX_PAGES = 400;
/** One write for all changes of a navigation; a worker stops at the earliest half a minute after the last event. */
const SAVE_AFTER_MS = 150;
/**
 * More documents than a reader requests before the first arrives; no event ends the record of one that never arrives (a
 * download).
 */
const MOST_INCOMING = 8;
/**
 * A page can send its evidence before the browser reports its request, but only while the browser is busy: less than a
 * second was seen.
 */
const REPORTED_MS = 2_000;
/** Maximum wait for a page that has named its sitemap. */
const COMING_MS = 10_000;

/** @type {Map<number, Tab>} */
const tabs = new Map();
/** The front tab of each window, if known: a query takes longer than everything else. @type {Map<number, number>} */
const frontTabs = new Map();
/** The documents of tabs, and earlier ones, by id. The oldest come first. @type {Map<string, Page>} */
const pages = new Map();
/**
 * Documents on their way in, by tab, the latest last. On a busy machine, events of a page that is being left interleave
 * with events of the next page. Each tab therefore has several records. Each record is found by its request, and a
 * committed document takes only the record with its own address.
 * @type {Map<number, Page[]>}
 */
const incoming = new Map();
/** Tabs navigated under rules, by id. @type {Map<number, Lead>} */
const leads = new Map();
/**
 * The current or scheduled toolbar mark of a tab.
 * @type {Map<number, {mark: string, timer: ReturnType<typeof setTimeout>}>}
 */
const toolbarMarks = new Map();
/**
 * Pauses after the report of a tab's title, and whether the title has changed since.
 * @type {Map<number, {isMissed: boolean}>}
 */
const titlePauses = new Map();
/** The links of menus in the latest report of each tab, which a later background gets from the next report. */
const seenLinks = /** @type {WeakMap<Tab, SeenLinks>} */ (new WeakMap());
/** Tabs with another document or sitemap since the state was last saved completely. @type {Set<Tab>} */
const changedTabs = new Set();
/**
 * Dispatches `page` when a tab shows another document, `request` when its request becomes known, and the events of
 * pages.
 */
const arrivals = new EventTarget();
/** @type {ReturnType<typeof setTimeout> | null} */
let saving = null;

// Started as the module loads: listeners are registered in the same turn, and each awaits it before it reads state.
/** Resolves once the saved tabs and pages are restored, with the numbers of the private tabs among them. */
export const tabsReady = load();

async function load() {
  const [saved, active] = await Promise.all([
    api.storage.session.get(['changed', 'tabs', 'pages']),
    api.tabs.query({ active: true }),
  ]);
  // Events of this turn may have come first; their records are newer.
  for (const { id, windowId } of active) if (id !== undefined && !frontTabs.has(windowId)) frontTabs.set(windowId, id);
  const changed = /** @type {{tab: Tab, page: Page}[]} */ (saved.changed ?? []);
  // The latest record of each comes last.
  const savedTabs = new Map(
    [.../** @type {Tab[]} */ (saved.tabs ?? []), ...changed.map(({ tab }) => tab)].map((tab) => [tab.tabId, tab]),
  );
  // Records saved at once are newer than the complete ones, which are written after a pause.
  const savedPages = new Map(/** @type {[string, Page][]} */ (saved.pages ?? []));
  for (const { tab, page } of changed) savedPages.set(String(tab.documentId), page);
  // A stopped background is started by an event, which is handled while storage is still being read.
  for (const [id, tab] of savedTabs) if (!tabs.has(id)) tabs.set(id, tab);
  for (const [id, page] of savedPages) if (!pages.has(id)) pages.set(id, interrupted(page));
  return [...savedTabs.values()].filter(({ isPrivate }) => isPrivate).map(({ tabId }) => tabId);
}

/**
 * Return a saved page so that a look-up which ended with the last background is made again.
 * @param {Page} page
 * @returns {Page}
 */
function interrupted(page) {
  return page.isSearching ? { ...page, isSearching: false, sequence: 0 } : page;
}

/** Save tabs and pages soon. */
export function save() {
  // Debounced: a page that loads makes several changes.
  // A running timer saves this change, too.
  if (saving !== null) return;
  saving = setTimeout(async () => {
    saving = null;
    changedTabs.clear();
    const saved = { changed: [], tabs: withinStore([...tabs.values()]), pages: withinStore([...pages]) };
    // State that cannot be stored is requested from the tabs again.
    await api.storage.session.set(saved).catch(() => {});
  }, SAVE_AFTER_MS);
}

/**
 * Save the documents that tabs show at once, and everything soon: the background may be stopped at any moment, and no
 * event reports these documents again.
 * @param {Tab[]} changed
 */
export function saveAtOnce(changed) {
  for (const tab of changed) changedTabs.add(tab);
  const records = [...changedTabs].map((tab) => ({ tab, page: pageOf(tab) }));
  // Not awaited: an event handler must not wait for a write that it cannot repair.
  api.storage.session.set({ changed: withinStore(records.filter(({ page }) => page !== null)) }).catch(() => {});
  save();
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
      isKeptOpen: false,
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

/** Return the record of a tab, if there is one. @param {number} tabId @returns {Tab | null} */
export function tabById(tabId) {
  return tabs.get(tabId) ?? null;
}

/** Return all tabs, the latest last. */
export function allTabs() {
  return [...tabs.values()];
}

/** @param {Tab} tab @param {Partial<Tab>} changes */
export function changeTab(tab, changes) {
  Object.assign(tab, changes);
}

/** Forget a closed tab. @param {number} tabId */
export function forgetTab(tabId) {
  tabs.delete(tabId);
  incoming.delete(tabId);
  forgetToolbarMark(tabId);
}

/** Return whether a tab is the front tab of its window. @param {Pick<Tab, 'tabId' | 'windowId'>} tab */
export function isInFront({ tabId, windowId }) {
  return frontTabs.get(windowId) === tabId;
}

/** Return whether the front tab of a window is known without a query. @param {number} windowId */
export function isFrontKnown(windowId) {
  return frontTabs.has(windowId);
}

/** Return the front tab of a window, if known. @param {number} windowId @returns {Tab | null} */
export function frontTab(windowId) {
  return tabById(frontTabs.get(windowId) ?? -1);
}

/** Return the known front tabs of all windows. */
export function tabsInFront() {
  return [...new Set(frontTabs.values())].flatMap((id) => tabById(id) ?? []);
}

/**
 * Return the tab that a window shows; asks the browser if it is unknown.
 * @param {number} windowId
 * @returns {Promise<Tab | null>}
 */
export async function activeTab(windowId) {
  if (!frontTabs.has(windowId)) {
    const [active] = await api.tabs.query({ active: true, windowId });
    // An event in the meantime is newer than the query.
    if (active?.id !== undefined && !frontTabs.has(windowId)) frontTabs.set(windowId, active.id);
  }
  return frontTab(windowId);
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

/**
 * Return a record for a document about which nothing is known yet.
 * @param {string} url
 * @param {Jar} jar
 * @returns {Page}
 */
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
  // A Map keeps insertion order, so the oldest come first. Documents shown in tabs are skipped, so that one long-lived
  // tab does not stop the eviction of newer records.
  const shown = new Set([...tabs.values()].map((tab) => tab.documentId));
  for (const oldest of pages.keys()) {
    if (pages.size <= MAX_PAGES) break;
    if (!shown.has(oldest) && oldest !== documentId) pages.delete(oldest);
  }
}

/** Record a document under another id. @param {string} documentId @param {string} newId */
export function renamePage(documentId, newId) {
  const page = pages.get(documentId);
  pages.delete(documentId);
  if (page) recordPage(newId, page);
}

/** Return the document with an id. @param {string} documentId @returns {Page | null} */
export function pageById(documentId) {
  return pages.get(documentId) ?? null;
}

/** Return the document that a tab shows. @param {Tab} tab @returns {Page | null} */
export function pageOf(tab) {
  return tab.documentId === null ? null : pageById(tab.documentId);
}

/** Return the tabs that show a document. @param {Page} page */
export function tabsOf(page) {
  return allTabs().filter((tab) => pageOf(tab) === page);
}

/**
 * Return the latest document that the host may mean, on its way or shown.
 * @param {RequestingPage} named
 * @returns {Page | null}
 */
export function pageNamed({ url, container, private: isPrivate }) {
  const isNamed = (/** @type {Page} */ page) =>
    page.url === url && page.isPrivate === isPrivate && page.container === container;
  return [...incomingPages(), ...pages.values()].findLast(isNamed) ?? null;
}

/** @param {Page} page @param {Partial<Page>} changes */
export function changePage(page, changes) {
  Object.assign(page, changes);
}

/** Return whether a page has evidence that nobody has looked up. @param {Page} page */
export function isLookUpDue({ sequence, headers, links }) {
  return sequence === 0 && headers.length + links.length > 0;
}

/**
 * Record that a look-up of a page begins, and return a function that says whether it is still the latest. Headers and
 * links of a page are looked up separately, and the first response may arrive last.
 * @param {Page} page
 */
export function beginLookUp(page) {
  const sequence = ++page.sequence;
  page.isSearching = true;
  saveAtOnce(tabsOf(page));
  return () => sequence === page.sequence;
}

/** Return the documents on their way, into any tab or one. @param {number} [tabId] @returns {Page[]} */
export function incomingPages(tabId) {
  return tabId === undefined ? [...incoming.values()].flat() : (incoming.get(tabId) ?? []);
}

/**
 * Record a document on its way into a tab, replacing the record of the same request: each hop of a redirect is
 * reported.
 * @param {number} tabId
 * @param {Page} page
 */
export function recordIncoming(tabId, page) {
  const others = incomingPages(tabId).filter(({ requestId }) => requestId === '' || requestId !== page.requestId);
  incoming.set(tabId, [...others, page].slice(-MOST_INCOMING));
}

/** Drop the record of a document that will not arrive. @param {number} tabId @param {Page} page */
export function dropIncoming(tabId, page) {
  storeIncoming(
    tabId,
    incomingPages(tabId).filter((other) => other !== page),
  );
}

/** Return whether a document with this address is on its way into a tab. @param {number} tabId @param {string} url */
export function isComing(tabId, url) {
  return incomingPages(tabId).some((page) => withoutFragment(page.url) === withoutFragment(url));
}

/**
 * Return the latest document on its way into a tab with this address, and drop its record and all earlier ones.
 * @param {number} tabId
 * @param {string} url
 * @returns {Page | null}
 */
export function claimIncoming(tabId, url) {
  const pages = incomingPages(tabId);
  const at = pages.findLastIndex((page) => withoutFragment(page.url) === withoutFragment(url));
  const page = pages[at];
  if (!page) return null;
  storeIncoming(tabId, pages.slice(at + 1));
  return page;
}

/** Store a tab's records; a tab without any has no entry. @param {number} tabId @param {Page[]} pages */
function storeIncoming(tabId, pages) {
  if (pages.length) incoming.set(tabId, pages);
  else incoming.delete(tabId);
}

/**
 * Return the records of a request's document: on its way, already shown, or both.
 * @param {{tabId: number, requestId: string}} request
 * @returns {Page[]}
 */
export function pagesOfRequest({ tabId, requestId }) {
  const tab = tabs.get(tabId);
  const shown = tab ? pageOf(tab) : null;
  return [...incomingPages(tabId), ...(shown ? [shown] : [])].filter((page) => page.requestId === requestId);
}

/** Return whether it is known how a page was requested: every request has at least a User-Agent. @param {Page} page */
export function isRequestKnown({ request }) {
  return request.length > 0;
}

/**
 * Copy a request that was reported late to the document on view. The report may be about a later request for the same
 * address. That request has the same headers and keeps its own record.
 * @param {number} tabId
 * @param {Page} reported
 * @returns {Page | null} the document on view, if changed
 */
export function completeShown(tabId, reported) {
  const tab = tabs.get(tabId);
  const shown = tab ? pageOf(tab) : null;
  if (!shown?.url || isRequestKnown(shown) || withoutFragment(shown.url) !== withoutFragment(reported.url)) return null;
  const { request, requestId, reachedFrom, isLoggedIn, route } = reported;
  Object.assign(shown, { request, requestId, reachedFrom, isLoggedIn, route });
  arrivals.dispatchEvent(new Event('request'));
  return shown;
}

/**
 * Wait until it is known how a page was requested, at most `REPORTED_MS`: a page from its own cache is never reported.
 * @param {Page} page
 */
export async function untilReported(page) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), REPORTED_MS);
  while (!isRequestKnown(page) && !ending.signal.aborted) {
    await new Promise((resolve) => {
      arrivals.addEventListener('request', resolve, { once: true, signal: ending.signal });
      ending.signal.addEventListener('abort', resolve, { once: true });
    });
  }
  clearTimeout(timer);
}

/** Show a recorded document in a tab. @param {Tab} tab @param {Partial<Tab>} changes  with its id and address */
export function showDocument(tab, changes) {
  changeTab(tab, changes);
  saveAtOnce([tab]);
  arrivals.dispatchEvent(new Event('page'));
}

/**
 * Return a tab with a page of the address's origin, in the same window mode and container as the page that the host
 * names. Waits while that page is on its way, since it may name a sitemap before it arrives. Null if there is none.
 * @param {RequestingPage} page
 * @param {string} uri
 * @param {AbortSignal} signal
 */
export async function tabForFetch(page, uri, signal) {
  if (webOrigin(page.url) !== webOrigin(uri)) return null;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(COMING_MS)]);
  for (;;) {
    // Any tab of that origin will do: cookies and logins belong to the origin, not to the tab.
    const tab = allTabs().find((candidate) => isOfOrigin(candidate, page));
    if (tab || ending.aborted || !incomingPages().some(({ url }) => url === page.url)) return tab ?? null;
    await new Promise((resolve) => {
      arrivals.addEventListener('page', resolve, { once: true });
      ending.addEventListener('abort', resolve, { once: true });
    });
  }
}

/** @param {Tab} tab @param {RequestingPage} page */
function isOfOrigin(tab, page) {
  return (
    tab.isPrivate === page.private &&
    tab.container === page.container &&
    webOrigin(pageOf(tab)?.url ?? '') === webOrigin(page.url)
  );
}

/** Call a listener at each event of a page. @param {PageEvent} type @param {(page: Page) => void} listener */
export function onPageEvent(type, listener) {
  arrivals.addEventListener(type, (event) => listener(/** @type {CustomEvent<Page>} */ (event).detail));
}

/** @param {PageEvent} type @param {Page} page */
export function announce(type, page) {
  arrivals.dispatchEvent(new CustomEvent(type, { detail: page }));
}

/** Return the navigation of a tab under rules, if there is one. @param {number} tabId @returns {Lead | null} */
export function leadOf(tabId) {
  return leads.get(tabId) ?? null;
}

/**
 * Record the navigation of a tab under rules, or its end; an earlier timer stops.
 * @param {number} tabId
 * @param {Lead | null} lead
 */
export function recordLead(tabId, lead) {
  clearTimeout(leads.get(tabId)?.timer);
  if (lead) leads.set(tabId, lead);
  else leads.delete(tabId);
}

/** Return the current or scheduled mark of a tab's toolbar button: document and state. @param {number} tabId */
export function toolbarMark(tabId) {
  return toolbarMarks.get(tabId)?.mark ?? null;
}

/**
 * Record the mark of a tab's toolbar button, and paint it after a while unless another replaces it.
 * @param {number} tabId
 * @param {string} mark
 * @param {() => void} paint
 * @param {number} afterMs
 */
export function scheduleToolbarMark(tabId, mark, paint, afterMs) {
  forgetToolbarMark(tabId);
  // The mark is recorded before it is painted, so that the same state is scheduled once.
  toolbarMarks.set(tabId, { mark, timer: setTimeout(paint, afterMs) });
}

/** Forget the button of a tab. @param {number} tabId */
export function forgetToolbarMark(tabId) {
  clearTimeout(toolbarMarks.get(tabId)?.timer);
  toolbarMarks.delete(tabId);
}

/**
 * Begin a pause in the reports of a tab's title, and report it again at the end if it was missed.
 * @param {number} tabId
 * @param {number} ms
 * @param {() => void} report
 */
export function pauseTitle(tabId, ms, report) {
  const pause = { isMissed: false };
  titlePauses.set(tabId, pause);
  setTimeout(() => {
    // A page that finished loading begins a new pause before this one has ended.
    if (titlePauses.get(tabId) !== pause) return;
    titlePauses.delete(tabId);
    if (pause.isMissed) report();
  }, ms);
}

/** Return whether a tab's title is paused, and note that a change of it was missed. @param {number} tabId */
export function missTitle(tabId) {
  const pause = titlePauses.get(tabId);
  if (pause) pause.isMissed = true;
  return pause !== undefined;
}

/** Record the links of menus in a tab's document, unless they are known. @param {Tab} tab @param {SeenLink[]} links */
export function recordSeenLinks(tab, links) {
  const before = seenLinks.get(tab);
  const isSame = before?.documentId === tab.documentId && JSON.stringify(before.links) === JSON.stringify(links);
  if (!isSame) seenLinks.set(tab, { documentId: tab.documentId, links, sentTo: '' });
}

/**
 * Return the links of a tab's document that a site has not received, and record that it receives them now.
 * @param {Tab} tab
 * @param {string} site  its id, with the generation of the host
 */
export function takeSeenLinks(tab, site) {
  const known = seenLinks.get(tab);
  if (!known || known.documentId !== tab.documentId || known.sentTo === site) return [];
  known.sentTo = site;
  return known.links;
}

/** Forget all tabs and pages, as in a background that has just started. */
export function forgetTabs() {
  for (const records of [tabs, frontTabs, pages, incoming, leads, toolbarMarks, titlePauses, changedTabs])
    records.clear();
}
