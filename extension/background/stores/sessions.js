// @ts-check
/**
 * Owns the sessions with sitemaps, the requests made for their files, and what evidence is known to name. Nothing here
 * outlives a stopped background: the pages are looked up again.
 */
import { webOrigin } from '../../shared/locations.js';
import { allTabs, incomingPages, pageOf } from './tabs.js';

/** @typedef {import('../../shared/protocol.js').PageForHost} PageForHost */
/** @typedef {import('../../shared/protocol.js').Problem} Problem */
/** @typedef {import('../../shared/protocol.js').Site} Site */
/** @typedef {import('../../shared/protocol.js').SitemapLocation} SitemapLocation */
/** @typedef {import('./tabs.js').Jar} Jar */
/** @typedef {import('./tabs.js').Page} Page */
/** @typedef {import('./tabs.js').Tab} Tab */
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
 * @property {import('./tabs.js').SeenLink[] | null} [seenLinks]  of menus; null before they are read
 * @property {number} metadataGeneration  of the host that has received the metadata of its pages
 */
/**
 * Firefox's description of a request's proxy.
 * @typedef {{type: string, host?: string, port?: string | number}} ProxyInfo
 */
/**
 * A request of the background itself, as reported by the browser. `url` is its current address; `redirect` is the
 * redirect target, which is not followed yet. `mayGo` is called before each hop, `ending` aborts the request, and
 * `reported` resolves when the report is complete.
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
 * The evidence on pages of an origin, and the sitemap it names.
 * @typedef {{signature: string, headers: string, sitemap: string}} Signature
 */

/**
 * Cached locations: most pages of a site carry the same evidence. An entry is small, and a missing one is requested
 * again.
 */
const MAX_CACHED = 500;
/** Kinds of evidence recorded for a site; more would cost more than they save. */
const MAX_SIGNATURES = 8;
/** The sites of a day's browsing. If a site was dropped, its next first page gets its classes a moment later. */
const MAX_ORIGINS = 200;

/** Sessions by `sessionKey`. @type {Map<string, Session>} */
const sessions = new Map();
/** The host's responses to `locate`, by everything they depend on. @type {Map<string, SitemapLocation>} */
const cachedLocations = new Map();
/** By origin, within a jar. @type {Map<string, Signature[]>} */
const signatures = new Map();
/** The browser's current fetches for the host, by the host's name. @type {Map<string, AbortController>} */
const fetches = new Map();
/** The background's requests for those fetches. @type {Set<OwnRequest>} */
const ownRequests = new Set();
/** Dispatches `site` when the host has sent the state of a session's site. */
const reports = new EventTarget();
/** @type {ReturnType<typeof setTimeout> | null} */
let sweeping = null;

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
  // JSON keeps the parts apart, whatever characters an address or container name holds.
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

/** Return all sessions. */
export function allSessions() {
  return [...sessions.values()];
}

/** Return the session with a key. @param {string | null} key @returns {Session | null} */
export function sessionByKey(key) {
  return sessions.get(key ?? '') ?? null;
}

/** Return the session with the sitemap of a page. @param {Page} page @returns {Session | null} */
export function sessionOfPage(page) {
  return sessionByKey(sessionKeyOfPage(page));
}

/** Return the session whose sitemap a tab shows. @param {Tab} tab @returns {Session | null} */
export function sessionOfTab(tab) {
  return sessionByKey(sessionKeyOfTab(tab));
}

/**
 * Return the session opened for a page that the host names.
 * @param {import('../../shared/protocol.js').RequestingPage} page
 * @returns {Session | null}
 */
export function sessionForPage({ url, container, private: isPrivate }) {
  return (
    allSessions().find(
      (session) => session.page.url === url && session.container === container && session.isPrivate === isPrivate,
    ) ?? null
  );
}

/**
 * Return all sessions of a site in a host. Pages of several origins have one each if the host lets them share the site.
 * @param {string} site
 * @param {number} generation
 */
export function sessionsOfSite(site, generation) {
  return allSessions().filter((session) => session.site?.site === site && session.generation === generation);
}

/** @param {string} key @param {Session} session */
export function addSession(key, session) {
  sessions.set(key, session);
}

/** @param {Session} session @param {Partial<Session>} changes */
export function changeSession(session, changes) {
  Object.assign(session, changes);
}

/**
 * Record the state of an open site, and the last state in which its map could be shown.
 * @param {Session} session
 * @param {Site} site
 */
export function recordSite(session, site) {
  changeSession(session, { site, ...(hasMap(site) ? { lastSite: site } : {}) });
  reports.dispatchEvent(new CustomEvent('site', { detail: session }));
}

/**
 * Call a listener whenever the host has sent the state of a session's site.
 * @param {(session: Session) => void} listener
 */
export function onSiteRecorded(listener) {
  reports.addEventListener('site', (event) => listener(/** @type {CustomEvent<Session>} */ (event).detail));
}

/** @param {Session} session */
export function removeSession(session) {
  for (const [key, other] of sessions) if (other === session) sessions.delete(key);
}

/** Return whether a session was closed, maybe while its sitemap was being opened. @param {Session} session */
export function isClosed(session) {
  return !allSessions().includes(session);
}

/** Return whether data of a session may be stored beyond it. @param {Jar} jar */
export function isLasting({ isPrivate, container }) {
  return !isPrivate && !container;
}

/**
 * Return whether names that pages give may be stored with their sitemap. Others on the network can write an unencrypted
 * page: encrypted ones must not find its names.
 * @param {Session} session
 */
export function storesNames(session) {
  return isLasting(session) && session.page.url.startsWith('https:') === session.sitemap.startsWith('https:');
}

/** Return whether a site has a map to show. @param {Site | null} site @returns {site is Site} */
export function hasMap(site) {
  return site !== null && site.state !== 'failed' && site.counts.documents > 0;
}

/** Return whether any tab shows a sitemap. */
export function isAnyInUse() {
  const used = keysInUse();
  return [...sessions.keys()].some((key) => used.has(key));
}

/** Return the sessions that no tab shows and no incoming page needs. */
export function unusedSessions() {
  const used = keysInUse();
  return [...sessions].filter(([key]) => !used.has(key)).map(([, session]) => session);
}

function keysInUse() {
  return new Set([...allTabs().map(sessionKeyOfTab), ...incomingPages().map(sessionKeyOfPage)]);
}

/** Call a function after a while, unless one is already due. @param {() => void} sweep @param {number} afterMs */
export function scheduleSweep(sweep, afterMs) {
  if (sweeping !== null) return;
  sweeping = setTimeout(() => {
    sweeping = null;
    sweep();
  }, afterMs);
}

/** Return the host's response about evidence, if cached. @param {string} key */
export function cachedLocation(key) {
  return cachedLocations.get(key) ?? null;
}

/** @param {string} key @param {SitemapLocation} located */
export function cacheLocation(key, located) {
  cachedLocations.set(key, located);
  // A Map iterates in insertion order, so this drops the oldest entry. Hits do not refresh it: the cache is small and
  // cheap to refill.
  for (const oldest of cachedLocations.keys()) {
    if (cachedLocations.size <= MAX_CACHED) return;
    cachedLocations.delete(oldest);
  }
}

/** Return the evidence known of the site of a page, within its jar. @param {Page} page @returns {Signature[]} */
export function signaturesFor(page) {
  return signatures.get(originKey(page)) ?? [];
}

/** Record which sitemap is named by evidence on the site of a page. @param {Page} page @param {Signature} own */
export function addSignature(page, own) {
  const others = signaturesFor(page).filter(
    ({ signature, headers }) => signature !== own.signature || headers !== own.headers,
  );
  const key = originKey(page);
  // Deleted and set again to move the origin to the end: the least recently used one is dropped first.
  signatures.delete(key);
  signatures.set(key, [...others, own].slice(-MAX_SIGNATURES));
  for (const oldest of signatures.keys()) {
    if (signatures.size <= MAX_ORIGINS) return;
    signatures.delete(oldest);
  }
}

/** Forget the evidence of pages in private windows, and all locations, which are cheap to request again. */
export function forgetPrivateEvidence() {
  cachedLocations.clear();
  for (const key of signatures.keys()) if (JSON.parse(key)[0]) signatures.delete(key);
}

/** @param {Page} page */
function originKey(page) {
  return sessionKey(new URL(page.url).origin, page);
}

/** Record a fetch for the host, which `ending` aborts. @param {string} name @param {AbortController} ending */
export function beginFetch(name, ending) {
  fetches.set(name, ending);
}

/**
 * Forget a fetch that is over, but not a later one of the same name.
 * @param {string} name
 * @param {AbortController} ending
 */
export function endFetch(name, ending) {
  // The next host may use the name again before this fetch has ended.
  if (fetches.get(name) === ending) fetches.delete(name);
}

/** Abort a fetch that the host no longer needs. @param {string} name */
export function abortFetch(name) {
  fetches.get(name)?.abort();
}

/** Abort all fetches of a lost host. */
export function abortFetches() {
  for (const ending of fetches.values()) ending.abort();
}

/** Return the background's own requests that are under way. */
export function ownRequestsUnderWay() {
  return [...ownRequests];
}

/** @param {OwnRequest} request */
export function addOwnRequest(request) {
  ownRequests.add(request);
}

/** @param {OwnRequest} request */
export function dropOwnRequest(request) {
  ownRequests.delete(request);
}

/** Forget all sessions and caches, as in a background that has just started. */
export function forgetSessions() {
  for (const records of [sessions, cachedLocations, signatures, fetches, ownRequests]) records.clear();
}
