// @ts-check
/**
 * Sessions with sitemaps. The host opens each sitemap once for all tabs that show it, opens it again after the host was lost,
 * and closes it some time after the last tab. The content of a sitemap is the host's.
 */
import { api, canRelaxReferrers } from '../shared/browser.js';
import { readTitles } from '../shared/settings.js';
import { groupNames } from '../shared/strings.js';
import { isThere } from './display.js';
import { policyInForce, withoutSecrets } from './evidence.js';
import { HostError, host } from './host-port.js';
import { cookiesFor } from './host-requests.js';
import { incomingPages, isRequestKnown } from './incoming-pages.js';
import { sendMetadataOfPages } from './page-scripts.js';
import { publishAll } from './publish.js';
import { routeOf } from './routes.js';
import { accepted, choices, chosenLanguage, isLasting, ready, refreshProxies, sessionKeyOfPage, sessionKeyOfTab, sessions, tabs, timers, uis } from './state.js';

/** @typedef {import('../shared/protocol.js').PageForHost} PageForHost */
/** @typedef {import('../shared/protocol.js').Site} Site */
/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Session} Session */

// Behaviour: how long a map stays open after its tab closed.
/** How long a map stays open after its last tab was closed or left: going back and forth must not parse it each time. */
const LINGER_MS = 60_000;

/**
 * Opens the sitemap of a page, or joins those who have it open.
 * @param {Page} page
 * @returns {Promise<void>}
 */
export function openSitemapOf(page) {
  const key = sessionKeyOfPage(page);
  if (page.sitemap === null || key === null) return Promise.resolve();
  const before = sessions.get(key);
  // Pages of the site come by another way now, or it is known now how they are requested.
  if (before && isRequestKnown(page) && before.page.route !== routeOf(page)) close(key, before);
  const session = sessions.get(key) ?? newSession(page, page.sitemap);
  sessions.set(key, session);
  return open(session);
}

/** @param {Page} page @param {string} sitemap @returns {Session} */
function newSession(page, sitemap) {
  const { isPrivate, container, isLoggedIn, rule } = page;
  const isChosen = rule === 'user';
  return {
    sitemap, isPrivate, container, page: pageForHost(page), isLoggedIn, isChosen, site: null, generation: 0, problem: null, opening: null, language: null,
    titles: null, metadataGeneration: 0, lastSite: null,
  };
}

/** A page as the host is sent it. @param {Page} page @returns {PageForHost} */
export function pageForHost(page) {
  const { url, request, ip, container, referrerPolicy } = page;
  const policy = policyInForce(referrerPolicy, canRelaxReferrers);
  // How this browser requests pages of the site only the browser knows then: it is to request the sitemap, too.
  const route = isRequestKnown(page) ? routeOf(page) : 'unknown';
  return { url, headers: withoutSecrets(request), ...(ip ? { ip } : {}), route, container, cookies: true, referrer_policy: policy };
}

/** Makes sure that the host of now has it open. @param {Session} session @returns {Promise<void>} */
export function open(session) {
  if (session.site && host.isReady && session.generation === host.generation) return Promise.resolve();
  session.opening ??= requestSite(session).finally(() => { session.opening = null; });
  return session.opening;
}

/** @param {Session} session */
async function requestSite(session) {
  const { sitemap, page, container, isPrivate } = session;
  try {
    const requesting = { url: page.url, container, private: isPrivate };
    // Together: each is a round trip to the browser, and the map is waited for.
    const [options, cookie, titles] = await Promise.all([siteOptions(session), cookiesFor(sitemap, requesting), titlesOf(session)]);
    const site = await host.request('site.open', { ...sitemapNamed(session), options, cookie, titles });
    Object.assign(session, { site, generation: host.generation, problem: null });
    recordLast(session, site);
    sendMetadataOfPages(session);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // A lost host is no problem of the sitemap's: it is opened again in the next.
    if (error.code !== 'host-lost') Object.assign(session, { site: null, problem: error.problem });
  }
}

/** @param {Session} session */
function sitemapNamed({ sitemap, page, isPrivate, isChosen }) {
  return { sitemap, page, private: isPrivate, chosen: isChosen };
}

/** The titles of its pages that are known. @param {Session} session */
async function titlesOf(session) {
  if (session.isChosen && isLasting(session)) session.titles ??= await readTitles(session.sitemap);
  return session.titles ?? [];
}

/** Stops loading, whether anything is there already or not. @param {Session} session @returns {Promise<unknown>} */
export function stopLoading(session) {
  if (!session.site) return host.request('site.abandon', sitemapNamed(session));
  return change(session, (site) => host.request('site.stop', { site }));
}

/** @param {Session} session */
async function siteOptions(session) {
  const { includeUser, groupSize, division, languages, limits } = choices.settings;
  const chosen = chosenLanguage(session);
  const order = languages.length ? languages : await acceptedLanguages();
  const first = chosen || session.pageLanguage;
  const wanted = first ? [...new Set([first, ...order])] : order;
  return { include_user: includeUser, group_size: groupSize, division, languages: wanted, limits, group_names: groupNames() };
}

/** Those of the last time: they hardly ever change, and maps are waited for. */
function acceptedLanguages() {
  const known = accepted.languages;
  accepted.languages = api.i18n.getAcceptLanguages();
  return known;
}

/** Sends the host changed settings, for all sitemaps or one. @param {Session[]} [changed] */
export async function configureSessions(changed = [...sessions.values()]) {
  await Promise.all(changed.map(async (session) => {
    if (!session.site) return;
    const options = await siteOptions(session);
    await change(session, (site) => host.request('site.configure', { site, options }));
  }));
}

/** Has the host do something with a site, and records the response. @param {Session} session @param {(site: string) => Promise<Site>} request */
async function change(session, request) {
  if (!session.site) return;
  try {
    recordSite({ site: await request(session.site.site) });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    reopenUnknown(error);
  }
}

/** Fetches a sitemap anew, whatever caches hold: its page was reloaded, or the reader wishes it. @param {Session} session */
export function reload(session) {
  if (!session.site) return open(session).then(publishAll);
  return change(session, (site) => host.request('site.reload', { site, revalidate: true }));
}

/** Continue loading the maps that ended at a limit, which may be higher now. */
export async function readOn() {
  const cut = [...sessions.values()].filter(({ site }) => site && ['partial', 'failed'].includes(site.state));
  await Promise.all(cut.map((session) => change(session, (site) => host.request('site.reload', { site, revalidate: false }))));
}

/** The host is another one: everything that is still shown is opened in it. */
export function reopenSessions() {
  if (!host.isReady) return;
  for (const session of sessions.values()) {
    if (session.generation !== host.generation) open(session).then(publishAll);
  }
}

/**
 * Opens again what the host has closed. Where very many sitemaps are open, one makes room for another (MAX_SITES in
 * `native/sessions.py`), and whoever uses it next is refused.
 * @param {HostError} error  the refusal
 */
export function reopenUnknown({ code, problem }) {
  if (code !== 'unknown-site') return;
  for (const session of sessionsBySite(String(problem.params?.site))) {
    session.site = null;
    open(session).then(publishAll);
  }
}

/** The browser goes other ways from now on (Chrome): what is open is fetched anew by these, by a host that knows no other. */
export async function onProxiesChanged() {
  await ready;
  await refreshProxies();
  // Those whose pages nobody saw requested go no way of the host's in any case.
  const led = [...sessions.values()].filter(({ page, isPrivate }) => page.headers?.length && page.route !== routeOf({ isPrivate, route: null }));
  if (led.length === 0) return;
  for (const session of led) session.page = { ...session.page, route: routeOf({ isPrivate: session.isPrivate, route: null }) };
  host.stop();
  publishAll();
  if (isAnyInUse()) host.start().catch(() => {}); // which opens them again
}

/** @param {{site: Site}} params */
export function recordSite({ site }) {
  for (const session of sessionsBySite(site.site)) {
    session.site = site;
    recordLast(session, site);
    sendMetadataOfPages(session);
  }
  publishAll();
}

/** @param {Session} session @param {Site} site */
function recordLast(session, site) {
  if (isThere(site)) session.lastSite = site;
}

/** @param {{site: string, progress: Site['progress']}} params */
export function recordProgress({ site: id, progress }) {
  for (const session of sessionsBySite(id)) if (session.site) session.site = { ...session.site, progress };
  publishAll();
}

/** The session of a host's id. @param {string} id @returns {Session | null} */
export function sessionBySite(id) {
  return sessionsBySite(id)[0] ?? null;
}

/** The same for pages of several origins, where the host has found that they may share it. @param {string} id */
function sessionsBySite(id) {
  return [...sessions.values()].filter((session) => session.site?.site === id && session.generation === host.generation);
}

/** Whether any tab shows a sitemap. */
export function isAnyInUse() {
  const used = keysInUse();
  return [...sessions.keys()].some((key) => used.has(key));
}

/** Of what tabs show, and of what is on its way into one. */
function keysInUse() {
  return new Set([...[...tabs.values()].map(sessionKeyOfTab), ...incomingPages().map(sessionKeyOfPage)]);
}

/** Closes, after a while, what no tab shows any more; and the host, when it has nothing left to do. */
export function sweepSoon() {
  if (timers.sweeping !== null || !host.isReady) return;
  timers.sweeping = setTimeout(() => {
    timers.sweeping = null;
    // One that is being opened has no id yet by which the host could close it.
    closeUnused(({ opening }) => !opening);
    // An open native port keeps the background from being stopped (seen for 85 s), an open sidebar does not (30 s).
    if (sessions.size === 0 && uis.size === 0 && host.isIdle) host.stop();
  }, LINGER_MS);
}

/** Closes those of a kind that no tab shows, with all that is known of them. @param {(session: Session) => boolean} isOfKind */
export function closeUnused(isOfKind) {
  const used = keysInUse();
  for (const [key, session] of sessions) if (!used.has(key) && isOfKind(session)) close(key, session);
}

/** @param {string} key @param {Session} session */
function close(key, session) {
  sessions.delete(key);
  if (session.site && session.generation === host.generation && !sessionBySite(session.site.site)) host.request('site.close', { site: session.site.site }).catch(() => {});
}
