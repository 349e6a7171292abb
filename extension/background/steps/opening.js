// @ts-check
/**
 * Opens sitemaps in the host: each once for all tabs that show it, and again after a loss of the host. The host decides
 * the content of a sitemap.
 */
import { groupNames } from '../../shared/strings.js';
import { readSeenLinks, readTitles } from '../../shared/settings.js';
import { clearUnreported } from '../host/cleared-data.js';
import { cookiesFor } from '../host/cookies.js';
import { HostError, host } from '../host/host-port.js';
import {
  addSession,
  allSessions,
  changeSession,
  isClosed,
  isLasting,
  recordSite,
  removeSession,
  sessionByKey,
  sessionKeyOfPage,
  sessionsOfSite,
  storesNames,
} from '../stores/sessions.js';
import { acceptedLanguages, chosenLanguage, settings } from '../stores/settings.js';
import { isRequestKnown } from '../stores/tabs.js';

/** @typedef {import('../../shared/protocol.js').PageForHost} PageForHost */
/** @typedef {import('../stores/sessions.js').Session} Session */
/** @typedef {import('../stores/tabs.js').Page} Page */

/**
 * Open the sitemap of a page, or join its open session.
 * @param {Page} page
 * @param {PageForHost} description  the page, as the host needs it
 * @returns {Promise<void>}
 */
export function openSitemapOf(page, description) {
  const key = sessionKeyOfPage(page);
  if (page.sitemap === null || key === null) return Promise.resolve();
  const before = sessionByKey(key);
  // The route of the site's pages has changed, or is only now known.
  const isRerouted = before !== null && isRequestKnown(page) && before.page.route !== description.route;
  // Its files came by the old route, which may not be this reader's way to the site.
  if (isRerouted) close(before);
  const session = (isRerouted ? null : before) ?? newSession(page, page.sitemap, description);
  addSession(key, session);
  return open(session);
}

/**
 * @param {Page} page
 * @param {string} sitemap
 * @param {PageForHost} description
 * @returns {Session}
 */
function newSession({ isPrivate, container, isLoggedIn, rule }, sitemap, description) {
  return {
    sitemap,
    isPrivate,
    container,
    page: description,
    isLoggedIn,
    isChosen: rule === 'user',
    site: null,
    generation: 0,
    problem: null,
    opening: null,
    language: null,
    titles: null,
    seenLinks: null,
    metadataGeneration: 0,
    lastSite: null,
  };
}

/** Ensure that the current host has the sitemap open. @param {Session} session @returns {Promise<void>} */
export function open(session) {
  if (session.site && host.isReady && session.generation === host.generation) return Promise.resolve();
  // Several tabs may want the same sitemap at once, and the host opens it once.
  const opening = session.opening ?? requestSite(session).finally(() => changeSession(session, { opening: null }));
  changeSession(session, { opening });
  return opening;
}

/** @param {Session} session */
async function requestSite(session) {
  const { sitemap, page, container, isPrivate } = session;
  const named = namedSitemap(session);
  const requesting = { url: page.url, container, private: isPrivate };
  try {
    // In parallel: each is a round trip to the browser, and the reader waits for the map.
    const [options, titles, links, cookie] = await Promise.all([
      siteOptions(session),
      titlesOf(session),
      seenLinksOf(session),
      cookiesFor(sitemap, requesting),
      isLasting(session) ? clearUnreported() : null,
    ]);
    const seen = links.length ? { seen_links: links } : {};
    const site = await host.request('site.open', { ...named, options, cookie, titles, ...seen });
    // The generation first: listeners of the site compare it with the host's.
    changeSession(session, { generation: host.generation, problem: null });
    recordSite(session, site);
    // The last tab may have closed meanwhile, when there was no id yet by which to close the site.
    if (isClosed(session)) closeSite(session);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // A lost host is not the sitemap's problem: it is reopened in the next host.
    if (error.code !== 'host-lost') changeSession(session, { site: null, problem: error.problem });
  }
}

/** Return a session's sitemap as the host knows it. @param {Session} session */
export function namedSitemap({ sitemap, page, isPrivate, isChosen }) {
  return { sitemap, page, private: isPrivate, chosen: isChosen };
}

/** Return the options that apply to a session's sitemap. @param {Session} session */
export async function siteOptions(session) {
  const { includeUser, groupSize, division, languages, limits } = settings();
  const chosen = chosenLanguage(session);
  // The reader's order in the settings replaces the browser's; a chosen language, or the page's, goes before both.
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

/** Return the known titles of the session's pages. @param {Session} session */
async function titlesOf(session) {
  if (session.isChosen && storesNames(session) && !session.titles)
    changeSession(session, { titles: await readTitles(session.sitemap) });
  return session.titles ?? [];
}

/** Return the known links of the site's menus. @param {Session} session */
async function seenLinksOf(session) {
  if (session.isChosen && storesNames(session) && !session.seenLinks)
    changeSession(session, { seenLinks: await readSeenLinks(session.sitemap) });
  return session.seenLinks ?? [];
}

/** Close a session, in the host and here. @param {Session} session */
export function close(session) {
  removeSession(session);
  closeSite(session);
}

/**
 * Close the site of a closed session in the host, unless another session has it or is opening it.
 * @param {Session} session
 */
function closeSite({ site, generation, sitemap }) {
  // A lost host has closed all its sites; in the current one, the id may mean another.
  if (!site || generation !== host.generation) return;
  const isOpening = allSessions().some((other) => other.opening && other.sitemap === sitemap);
  if (isOpening || sessionsOfSite(site.site, host.generation).length > 0) return;
  host.request('site.close', { site: site.site }).catch(() => {});
}
