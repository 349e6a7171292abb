// @ts-check
/**
 * The sitemaps that the host has open for us: opened once however many tabs show them, opened again when the host was
 * lost, closed when no tab has shown them for a while. What is in a sitemap is the host's business.
 */
import { api, canRelaxReferrers } from '../shared/browser.js';
import { readTitles } from '../shared/settings.js';
import { cookiesFor } from './cookies.js';
import { policyInForce } from './headers.js';
import { host } from './host.js';
import { HostError } from './host-port.js';
import { hearPages } from './page-says.js';
import { publishAll } from './publish.js';
import { choices, chosenLanguage, incoming, isLasting, siteKey, siteKeyOfTab, sites, tabs, uis } from './state.js';

/** @typedef {import('./state.js').OpenSite} OpenSite */
/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('../shared/types.js').Site} Site */

/** Not for the host's ears. */
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization']);
/** Going back and forth between two sites must not parse them each time. */
const LINGER_MS = 60_000;

/**
 * Opens the sitemap of a page, or joins those who have it open.
 * @param {Page} page
 * @param {OpenSite | null} ahead  what was being opened before it was known what the page names
 * @returns {Promise<void>}
 */
export function openSite(page, ahead) {
  const sitemap = /** @type {string} */ (page.sitemap);
  const key = siteKey(sitemap, page, page.rule === 'user');
  const isIt = ahead?.sitemap === sitemap && page.rule !== 'user';
  const entry = sites.get(key) ?? (isIt ? ahead : newEntry(page, sitemap));
  sites.set(key, entry);
  return open(entry);
}

/** What is being opened ahead, by key: two looks at one page share it. @type {Map<string, OpenSite>} */
const openingAhead = new Map();

/**
 * Has the host open a sitemap if it is what the evidence names, before anybody has said that it is.
 * @param {Page} page
 * @param {string} sitemap
 * @param {object} evidence
 * @returns {OpenSite | null}
 */
export function openAhead(page, sitemap, evidence) {
  const key = siteKey(sitemap, page);
  if (sites.has(key)) return null;
  const known = openingAhead.get(key);
  if (known) return known;
  const entry = newEntry(page, sitemap);
  openingAhead.set(key, entry);
  open(entry, evidence).then(() => {
    openingAhead.delete(key);
    if (sites.has(key)) return;
    close(key, entry);
    entry.site = null; // whoever wants it still has it opened again
  });
  return entry;
}

/** @param {Page} page @param {string} sitemap @returns {OpenSite} */
function newEntry(page, sitemap) {
  const { isPrivate, container, isLoggedIn, rule } = page;
  const isChosen = rule === 'user';
  return {
    sitemap, isPrivate, container, page: asTold(page), isLoggedIn, isChosen, site: null, generation: 0, problem: null, opening: null, language: null,
    titles: null, heardBy: 0,
  };
}

/** A page as the host is told it: how it was asked for, but for the secrets, of which the host asks when it needs them. @param {Page} page */
export function asTold({ url, request, ip, container, referrerPolicy }) {
  const headers = request.filter(([name]) => !SECRETS.has(name));
  return { url, headers, ...(ip ? { ip } : {}), container, cookies: true, referrer_policy: policyInForce(referrerPolicy, canRelaxReferrers) };
}

/** A page as the host names it when it asks for something on its account. @param {import('./state.js').Jar & {page: {url: string}}} entry @returns {import('./cookies.js').AskingPage} */
function asking({ page, container, isPrivate }) {
  return { url: page.url, container, private: isPrivate };
}

/** The sitemap that was opened for a page which the host names. @param {import('./cookies.js').AskingPage} page @returns {OpenSite | null} */
export function entryOf({ url, container, private: isPrivate }) {
  return [...sites.values()].find((entry) => entry.page.url === url && entry.container === container && entry.isPrivate === isPrivate) ?? null;
}

/** Makes sure that the host of now has it open; with evidence, only if that names it. @param {OpenSite} entry @param {object | null} [evidence] @returns {Promise<void>} */
export function open(entry, evidence = null) {
  if (entry.site && host.isReady && entry.generation === host.generation) return Promise.resolve();
  entry.opening ??= ask(entry, evidence).finally(() => { entry.opening = null; });
  return entry.opening;
}

/** @param {OpenSite} entry @param {object | null} evidence */
async function ask(entry, evidence) {
  try {
    const cookies = cookiesFor(entry.sitemap, asking(entry), entry.page.ip);
    const [options, cookie, titles] = await Promise.all([siteOptions(entry), cookies, titlesOf(entry)]);
    const site = await host.request('site.open', { ...asAsked(entry), options, cookie, titles, evidence });
    Object.assign(entry, { site, generation: host.generation, problem: null });
    hearPages(entry);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.code !== 'host-lost') Object.assign(entry, { site: null, problem: error.problem });
  }
}

/** A sitemap as the host is asked for it. @param {OpenSite} entry */
function asAsked({ sitemap, page, isPrivate, isChosen }) {
  return { sitemap, page, private: isPrivate, chosen: isChosen };
}

/** The titles of its pages that are known. @param {OpenSite} entry */
async function titlesOf(entry) {
  if (entry.isChosen && isLasting(entry)) entry.titles ??= await readTitles(entry.sitemap);
  return entry.titles ?? [];
}

/** Stops loading, whether anything is there already or not. @param {OpenSite} entry */
export function stopSite(entry) {
  return entry.site ? change(entry, 'site.stop') : host.request('site.abandon', asAsked(entry));
}

/** @param {OpenSite} entry */
async function siteOptions(entry) {
  const { includeUser, groupSize, languages, limits } = choices.settings;
  const chosen = chosenLanguage(entry);
  const order = languages.length ? languages : await acceptedLanguages();
  const wanted = chosen ? [chosen, ...order.filter((tag) => tag !== chosen)] : order;
  return { include_user: includeUser, group_size: groupSize, languages: wanted, limits };
}

let accepted = api.i18n.getAcceptLanguages();

/** Those that the browser asks for, as of the last time it was asked: they hardly ever change, and maps are waited for. */
function acceptedLanguages() {
  const known = accepted;
  accepted = api.i18n.getAcceptLanguages();
  return known;
}

/** Tells the host of changed settings, for all sitemaps or one. @param {OpenSite[]} [changed] */
export async function configureSites(changed = [...sites.values()]) {
  await Promise.all(changed.map(async (entry) => {
    if (entry.site) await change(entry, 'site.configure', { options: await siteOptions(entry) });
  }));
}

/**
 * Has the host do something with a sitemap, and takes the answer.
 * @param {OpenSite} entry
 * @param {string} method
 * @param {object} [params]
 */
export async function change(entry, method, params = {}) {
  try {
    takeSite({ site: await host.request(method, { site: entry.site?.site, ...params }) });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/** Fetches a sitemap anew, whatever caches hold: its page was reloaded, or the reader asks. @param {OpenSite} entry */
export function reloadSite(entry) {
  return entry.site ? change(entry, 'site.reload', { revalidate: true }) : open(entry).then(publishAll);
}

/** Reads on in what ended before all of it was there: more may be allowed now. */
export async function readOn() {
  const cut = [...sites.values()].filter(({ site }) => site && ['partial', 'failed'].includes(site.state));
  await Promise.all(cut.map((entry) => change(entry, 'site.reload', { revalidate: false })));
}

/** The host is another one: everything that is still shown is opened in it. */
export function reopenSites() {
  if (!host.isReady) return;
  for (const entry of sites.values()) {
    if (entry.generation !== host.generation) open(entry).then(publishAll);
  }
}

/** @param {{site: Site}} params */
export function takeSite({ site }) {
  for (const entry of allBySiteId(site.site)) {
    entry.site = site;
    hearPages(entry);
  }
  publishAll();
}

/** @param {{site: string, progress: Site['progress']}} params */
export function takeProgress({ site, progress }) {
  for (const entry of allBySiteId(site)) entry.site = { .../** @type {Site} */ (entry.site), progress };
  publishAll();
}

/** The open sitemap of a host's id. @param {string} id @returns {OpenSite | null} */
export function bySiteId(id) {
  return allBySiteId(id)[0] ?? null;
}

/** The same for pages of several origins, where the host has found that they may share it. @param {string} id */
function allBySiteId(id) {
  return [...sites.values()].filter((entry) => entry.site?.site === id && entry.generation === host.generation);
}

/** Whether any tab shows a sitemap. */
export function isSiteInUse() {
  const used = keysInUse();
  return [...sites.keys()].some((key) => used.has(key));
}

/** Of what tabs show, and of what is on its way into one. */
function keysInUse() {
  const coming = [...incoming.values()].map((page) => page.sitemap && siteKey(page.sitemap, page, page.rule === 'user'));
  return new Set([...[...tabs.values()].map(siteKeyOfTab), ...coming]);
}

/** @type {ReturnType<typeof setTimeout> | null} */
let sweeping = null;

/** Closes, after a while, what no tab shows any more; and the host, when it has nothing left to do. */
export function sweepSoon() {
  if (sweeping !== null || !host.isReady) return;
  sweeping = setTimeout(() => {
    sweeping = null;
    closeUnused(({ opening }) => !opening);
    if (sites.size === 0 && uis.size === 0 && host.isIdle) host.stop();
  }, LINGER_MS);
}

/** Closes those of a kind that no tab shows, with all that is known of them. @param {(entry: OpenSite) => boolean} isOfKind */
export function closeUnused(isOfKind) {
  const used = keysInUse();
  for (const [key, entry] of sites) if (!used.has(key) && isOfKind(entry)) close(key, entry);
}

/** @param {string} key @param {OpenSite} entry */
function close(key, entry) {
  sites.delete(key);
  if (entry.site && entry.generation === host.generation && !bySiteId(entry.site.site)) host.request('site.close', { site: entry.site.site }).catch(() => {});
}
