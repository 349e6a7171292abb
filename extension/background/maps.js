// @ts-check
/**
 * Keeps open maps up to date: after a loss of the host, a change of settings, a reload, or a report of the host. Each
 * change is published to all tabs, since several may show the same map.
 */
import { clearUnreported } from './host/cleared-data.js';
import { HostError, host } from './host/host-port.js';
import { routeOf } from './host/routes.js';
import { publish } from './publish.js';
import { namedSitemap, open, siteOptions } from './steps/opening.js';
import { ready } from './stores/ready.js';
import {
  allSessions,
  changeSession,
  isAnyInUse,
  isLasting,
  recordSite,
  removeSession,
  sessionOfPage,
  sessionsOfSite,
  unusedSessions,
} from './stores/sessions.js';
import { refreshProxies } from './stores/settings.js';
import { allTabs, changePage } from './stores/tabs.js';

/** @typedef {import('../shared/protocol.js').Site} Site */
/** @typedef {import('./stores/tabs.js').Page} Page */
/** @typedef {import('./stores/sessions.js').Session} Session */

/** Request the sitemap of a reloaded page again, once. @param {Page} page */
export async function reloadIfWished(page) {
  const session = page.isReloaded ? sessionOfPage(page) : null;
  if (!session) return;
  changePage(page, { isReloaded: false });
  await reload(session);
}

/**
 * Fetch a sitemap again and revalidate caches: its page was reloaded, or the reader asked for it.
 * @param {Session} session
 */
export async function reload(session) {
  // A map that could not be opened has no id in the host by which to reload it.
  if (!session.site) return reopen(session);
  if (isLasting(session)) await clearUnreported();
  return change(session, (site) => host.request('site.reload', { site, revalidate: true }));
}

/** Open a sitemap again, and publish it. @param {Session} session */
async function reopen(session) {
  await open(session);
  publish(allTabs());
}

/**
 * Send a request about an open site to the host, and record the response.
 * @param {Session} session
 * @param {(site: string) => Promise<Site>} request
 */
async function change(session, request) {
  if (!session.site) return;
  try {
    recordReport({ site: await request(session.site.site) });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    reopenUnknown(error);
  }
}

/** Record the state of a site, as the host reports it. @param {{site: Site}} params */
export function recordReport({ site }) {
  for (const session of openSessions(site.site)) recordSite(session, site);
  publish(allTabs());
}

/** @param {{site: string, progress: Site['progress']}} params */
export function recordProgress({ site: id, progress }) {
  for (const session of openSessions(id))
    if (session.site) changeSession(session, { site: { ...session.site, progress } });
  publish(allTabs());
}

/** Return the sessions of a site in the current host: ids of earlier hosts have other meanings. @param {string} id */
function openSessions(id) {
  return sessionsOfSite(id, host.generation);
}

/** Return the session of a site id. @param {string} id @returns {Session | null} */
export function sessionBySite(id) {
  return openSessions(id)[0] ?? null;
}

/** Stop loading, whether or not the first file has arrived. @param {Session} session @returns {Promise<unknown>} */
export function stopLoading(session) {
  if (!session.site) return host.request('site.abandon', namedSitemap(session));
  return change(session, (site) => host.request('site.stop', { site }));
}

/** Send the host changed settings, for all sitemaps or some. @param {Session[]} [changed] */
export async function configureSessions(changed = allSessions()) {
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

/** Continue loading the maps that reached a limit, which may be higher now. */
export async function readOn() {
  // A limit cuts a map short (partial) or refuses its first file (failed).
  const cut = allSessions().filter(({ site }) => site && ['partial', 'failed'].includes(site.state));
  await Promise.all(
    cut.map((session) => change(session, (site) => host.request('site.reload', { site, revalidate: false }))),
  );
}

/** Open every sitemap still in use in the new host. */
export function reopenSessions() {
  if (!host.isReady) return;
  for (const session of allSessions()) if (session.generation !== host.generation) reopen(session);
}

/**
 * Reopen a site that the host has closed. If very many sitemaps are open, a new one replaces an old one (MAX_SITES in
 * `native/sessions.py`). The next request for the old one is refused.
 * @param {HostError} error  the refusal
 */
export function reopenUnknown({ code, problem }) {
  if (code !== 'unknown-site') return;
  for (const session of openSessions(String(problem.params?.site))) {
    // Without this, `open` takes the id for a valid one, and the map stays closed.
    changeSession(session, { site: null });
    // Reopening what no tab shows would close another map, which its tab opens again, and so on.
    if (unusedSessions().includes(session)) removeSession(session);
    else reopen(session);
  }
}

/** Follow a change of proxy settings (Chrome): fetch all open sitemaps again by the new route, in a new host. */
export async function onProxiesChanged() {
  await ready;
  await refreshProxies();
  // Pages without recorded requests are always fetched by the browser.
  const rerouted = allSessions().filter(
    ({ page, isPrivate }) => page.headers?.length && page.route !== routeOf({ isPrivate, route: null }),
  );
  if (rerouted.length === 0) return;
  for (const session of rerouted)
    changeSession(session, {
      page: { ...session.page, route: routeOf({ isPrivate: session.isPrivate, route: null }) },
    });
  // A running host may hold connections by the old route. The next host opens all maps by the new one.
  host.stop();
  publish(allTabs());
  if (isAnyInUse()) host.start().catch(() => {}); // which reopens them
}
