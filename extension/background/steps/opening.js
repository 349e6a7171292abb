// @ts-check
/**
 * Manages sessions with sitemaps. The host opens each sitemap once for all tabs that show it. It reopens the sitemap after
 * a loss of the host, and closes it some time after the last tab. The host decides the content of a sitemap.
 */
import { api, canRelaxReferrers } from '../../shared/browser.js';
import { readTitles } from '../../shared/settings.js';
import { groupNames } from '../../shared/strings.js';
import { clearUnreported } from '../host/cleared-data.js';
import { isThere } from './display.js';
import { policyInForce, withoutSecrets } from './evidence.js';
import { HostError, host } from '../host/host-port.js';
import { cookiesFor } from '../host/host-requests.js';
import { incomingPages, isRequestKnown } from '../stores/incoming-pages.js';
import { sendMetadataOfPages } from '../pages/page-scripts.js';
import { publishAll } from './publication.js';
import { routeOf } from '../host/routes.js';
import {
  accepted,
  choices,
  chosenLanguage,
  isClosed,
  isLasting,
  ready,
  refreshProxies,
  sessionKeyOfPage,
  sessionKeyOfTab,
  sessions,
  tabs,
  timers,
  uis,
} from '../stores/state.js';

/** @typedef {import('../../shared/protocol.js').PageForHost} PageForHost */
/** @typedef {import('../../shared/protocol.js').Site} Site */
/** @typedef {import('../stores/state.js').Page} Page */
/** @typedef {import('../stores/state.js').Session} Session */

// Behaviour: how long a map stays open after its tab closed. Also: keep open, idle, grace period, timeout.
/** Going back and forth must not parse the map each time. */
const LINGER_MS = 60_000;

/**
 * Open the sitemap of a page, or join its open session.
 * @param {Page} page
 * @returns {Promise<void>}
 */
export function openSitemapOf(page) {
  const key = sessionKeyOfPage(page);
  if (page.sitemap === null || key === null) return Promise.resolve();
  const before = sessions.get(key);
  // The route of the site's pages has changed, or is only now known.
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
    sitemap,
    isPrivate,
    container,
    page: pageForHost(page),
    isLoggedIn,
    isChosen,
    site: null,
    generation: 0,
    problem: null,
    opening: null,
    language: null,
    titles: null,
    metadataGeneration: 0,
    lastSite: null,
  };
}

/** Return a page in the form sent to the host. @param {Page} page @returns {PageForHost} */
export function pageForHost(page) {
  const { url, request, ip, container, referrerPolicy } = page;
  const policy = policyInForce(referrerPolicy, canRelaxReferrers);
  // If the route is unknown, the browser fetches the sitemap too: only it knows how to request this site.
  const route = isRequestKnown(page) ? routeOf(page) : 'unknown';
  return {
    url,
    headers: withoutSecrets(request),
    ...(ip ? { ip } : {}),
    route,
    container,
    cookies: true,
    referrer_policy: policy,
  };
}

/** Ensure that the current host has the sitemap open. @param {Session} session @returns {Promise<void>} */
export function open(session) {
  if (session.site && host.isReady && session.generation === host.generation) return Promise.resolve();
  session.opening ??= requestSite(session).finally(() => {
    session.opening = null;
  });
  return session.opening;
}

/** @param {Session} session */
async function requestSite(session) {
  const { sitemap, page, container, isPrivate } = session;
  try {
    const requesting = { url: page.url, container, private: isPrivate };
    // In parallel: each is a round trip to the browser, and the reader waits for the map.
    const [options, cookie, titles] = await Promise.all([
      siteOptions(session),
      cookiesFor(sitemap, requesting),
      titlesOf(session),
      isLasting(session) ? clearUnreported() : null,
    ]);
    const site = await host.request('site.open', { ...sitemapNamed(session), options, cookie, titles });
    Object.assign(session, { site, generation: host.generation, problem: null });
    if (isClosed(session)) return closeSite(session);
    recordLast(session, site);
    sendMetadataOfPages(session);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // A lost host is not the sitemap's problem: it is reopened in the next host.
    if (error.code !== 'host-lost') Object.assign(session, { site: null, problem: error.problem });
  }
}

/** @param {Session} session */
function sitemapNamed({ sitemap, page, isPrivate, isChosen }) {
  return { sitemap, page, private: isPrivate, chosen: isChosen };
}

/** Return the known titles of the session's pages. @param {Session} session */
async function titlesOf(session) {
  if (session.isChosen && isLasting(session)) session.titles ??= await readTitles(session.sitemap);
  return session.titles ?? [];
}

/** Stop loading, whether or not the first file has arrived. @param {Session} session @returns {Promise<unknown>} */
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
  return {
    include_user: includeUser,
    group_size: groupSize,
    division,
    languages: wanted,
    limits,
    group_names: groupNames(),
  };
}

/** Return the languages of the previous call: they hardly ever change, and the reader waits for the map. */
function acceptedLanguages() {
  const known = accepted.languages;
  accepted.languages = api.i18n.getAcceptLanguages();
  return known;
}

/** Send the host changed settings, for all sitemaps or some. @param {Session[]} [changed] */
export async function configureSessions(changed = [...sessions.values()]) {
  await Promise.all(
    changed.map(async (session) => {
      // Not awaited: a slow server must not delay the change of other maps.
      session.opening?.then(() => configureSessions([session]));
      if (!session.site) return;
      const options = await siteOptions(session);
      await change(session, (site) => host.request('site.configure', { site, options }));
    }),
  );
}

/**
 * Send a request about an open site to the host, and record the response.
 * @param {Session} session
 * @param {(site: string) => Promise<Site>} request
 */
async function change(session, request) {
  if (!session.site) return;
  try {
    recordSite({ site: await request(session.site.site) });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    reopenUnknown(error);
  }
}

/** Fetch a sitemap again and revalidate caches: its page was reloaded, or the reader asked for it. @param {Session} session */
export async function reload(session) {
  if (!session.site) return open(session).then(publishAll);
  if (isLasting(session)) await clearUnreported();
  return change(session, (site) => host.request('site.reload', { site, revalidate: true }));
}

/** Continue loading the maps that reached a limit, which may be higher now. */
export async function readOn() {
  const cut = [...sessions.values()].filter(({ site }) => site && ['partial', 'failed'].includes(site.state));
  await Promise.all(
    cut.map((session) => change(session, (site) => host.request('site.reload', { site, revalidate: false }))),
  );
}

/** Open every sitemap still in use in the new host. */
export function reopenSessions() {
  if (!host.isReady) return;
  for (const session of sessions.values()) {
    if (session.generation !== host.generation) open(session).then(publishAll);
  }
}

/**
 * Reopen a site that the host has closed. If very many sitemaps are open, a new one replaces an old one (MAX_SITES in
 * `native/sessions.py`). The next request for the old one is refused.
 * @param {HostError} error  the refusal
 */
export function reopenUnknown({ code, problem }) {
  if (code !== 'unknown-site') return;
  for (const session of sessionsBySite(String(problem.params?.site))) {
    session.site = null;
    open(session).then(publishAll);
  }
}

/** Follow a change of proxy settings (Chrome): fetch all open sitemaps again by the new route, in a new host. */
export async function onProxiesChanged() {
  await ready;
  await refreshProxies();
  // Pages without recorded requests are always fetched by the browser.
  const led = [...sessions.values()].filter(
    ({ page, isPrivate }) => page.headers?.length && page.route !== routeOf({ isPrivate, route: null }),
  );
  if (led.length === 0) return;
  for (const session of led)
    session.page = { ...session.page, route: routeOf({ isPrivate: session.isPrivate, route: null }) };
  host.stop();
  publishAll();
  if (isAnyInUse()) host.start().catch(() => {}); // which reopens them
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

/** Return the session of a site id. @param {string} id @returns {Session | null} */
export function sessionBySite(id) {
  return sessionsBySite(id)[0] ?? null;
}

/**
 * Return all sessions of a site id. Pages of several origins have one each if the host lets them share the site.
 * @param {string} id
 */
function sessionsBySite(id) {
  return [...sessions.values()].filter(
    (session) => session.site?.site === id && session.generation === host.generation,
  );
}

/** Return whether any tab shows a sitemap. */
export function isAnyInUse() {
  const used = keysInUse();
  return [...sessions.keys()].some((key) => used.has(key));
}

/** Return the keys of sessions that tabs show or that incoming pages need. */
function keysInUse() {
  return new Set([...[...tabs.values()].map(sessionKeyOfTab), ...incomingPages().map(sessionKeyOfPage)]);
}

/** Close unused sitemaps after a while, and the host once it is idle. */
export function sweepSoon() {
  if (timers.sweeping !== null || !host.isReady) return;
  timers.sweeping = setTimeout(() => {
    timers.sweeping = null;
    // A site that is being opened has no id yet by which the host could close it.
    closeUnused(({ opening }) => !opening);
    // An open native port keeps the background alive (seen for 85 s); an open sidebar does not (30 s).
    if (sessions.size === 0 && uis.size === 0 && host.isIdle) host.stop();
  }, LINGER_MS);
}

/** Close sessions that no tab shows and that match a condition. @param {(session: Session) => boolean} isOfKind */
export function closeUnused(isOfKind) {
  const used = keysInUse();
  for (const [key, session] of sessions) if (!used.has(key) && isOfKind(session)) close(key, session);
}

/** @param {string} key @param {Session} session */
function close(key, session) {
  sessions.delete(key);
  closeSite(session);
}

/** Close the site of a closed session in the host, unless another session has it or is opening it. @param {Session} session */
function closeSite({ site, generation, sitemap }) {
  if (!site || generation !== host.generation) return;
  const isOpening = [...sessions.values()].some((other) => other.opening && other.sitemap === sitemap);
  if (!isOpening && !sessionBySite(site.site)) host.request('site.close', { site: site.site }).catch(() => {});
}
