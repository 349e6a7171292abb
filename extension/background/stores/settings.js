// @ts-check
/**
 * Owns the reader's settings and choices of sitemaps, and the browser's settings that matter to them. Choices made in
 * private windows end with the last such window; they outlive a stopped background in `storage.session` only.
 */
import { api, readProxySettings } from '../../shared/browser.js';
import { webOrigin } from '../../shared/locations.js';
import { DEFAULTS, readSettings, readSiteChoices } from '../../shared/settings.js';
import { withinStore } from './stored-records.js';

/** @typedef {import('./tabs.js').Page} Page */
/**
 * The reader's choices. In private windows, choices made there take precedence; null means no sitemap.
 * @typedef {{
 *   settings: import('../../shared/settings.js').Settings,
 *   addresses: Record<string, string>,
 *   languages: Record<string, string>,
 *   inPrivate: Record<string, string | null>,
 * }} Choices
 */
/**
 * The browser's proxy settings; null if requests report their own proxy.
 * @typedef {Record<'ordinary' | 'private', {mode?: string} | null>} Proxies
 */

/** @type {Choices} */
let choices = { settings: DEFAULTS, addresses: {}, languages: {}, inPrivate: {} };
/** @type {Proxies} */
let proxies = { ordinary: null, private: null };
/** The browser's accepted languages, as last read. */
let accepted = api.i18n.getAcceptLanguages();
/** The sitemaps that were found without a click, by origin. @type {Map<string, string>} */
const foundByItself = new Map();
/** Origins that are being searched for a list without a click, or whose search has failed. @type {Set<string>} */
const searchedOrigins = new Set();
/** Sites with just deleted cookies, and whether any was of ordinary tabs. @type {Map<string, boolean>} */
const clearedSites = new Map();

/** Resolves once the settings are read and the saved choices restored. */
export const settingsReady = load();

async function load() {
  const [saved] = await Promise.all([
    api.storage.session.get(['inPrivate', 'foundByItself']),
    refreshChoices(),
    refreshProxies(),
  ]);
  // A choice made while storage was being read is newer than the saved one.
  recordChoices({ inPrivate: { .../** @type {Choices['inPrivate']} */ (saved.inPrivate), ...choices.inPrivate } });
  for (const [origin, sitemap] of /** @type {[string, string][]} */ (saved.foundByItself ?? []))
    foundByItself.set(origin, sitemap);
}

/** Save what no other storage has. */
function save() {
  const saved = { inPrivate: choices.inPrivate, foundByItself: withinStore([...foundByItself]) };
  // If the store is full, a private choice is lost with this background.
  api.storage.session.set(saved).catch(() => {});
}

/** Return the reader's settings. */
export function settings() {
  return choices.settings;
}

/**
 * Return all choices. A change replaces the object, so that an earlier one can be compared.
 * @returns {Readonly<Choices>}
 */
export function allChoices() {
  return choices;
}

/** @param {Partial<Choices>} changes */
export function recordChoices(changes) {
  choices = { ...choices, ...changes };
}

/** Read settings and addresses again; return the choices that they replace. */
export async function refreshChoices() {
  const [read, ofSites] = await Promise.all([readSettings(), readSiteChoices()]);
  // Taken only now: an earlier change may still have been read when this one was reported.
  const before = choices;
  recordChoices({ settings: read, ...ofSites });
  return before;
}

/** Record a choice made in a private window. @param {string} origin @param {string | null} sitemap */
export function choosePrivately(origin, sitemap) {
  recordChoices({ inPrivate: { ...choices.inPrivate, [origin]: sitemap } });
  save();
}

/** Forget the choices made in private windows. */
export function forgetPrivateChoices() {
  recordChoices({ inPrivate: {} });
  save();
}

/**
 * Return the sitemap that the reader chose for a site, or null: the fifth rule of discovery.
 * @param {Pick<Page, 'url' | 'isPrivate'>} page
 * @returns {string | null}
 */
export function chosenSitemap({ url, isPrivate }) {
  const origin = webOrigin(url);
  if (origin === null) return null;
  if (isPrivate && Object.hasOwn(choices.inPrivate, origin)) return choices.inPrivate[origin] ?? null;
  return choices.addresses[origin] ?? null;
}

/**
 * Return the language that the reader chose for a sitemap, '' for none.
 * @param {{sitemap: string, isPrivate: boolean, container: string, language: string | null}} session
 */
export function chosenLanguage({ sitemap, isPrivate, container, language }) {
  return language ?? (isPrivate || container ? '' : (choices.languages[sitemap] ?? ''));
}

/** Return the languages of the previous call: they hardly ever change, and the reader waits for the map. */
export function acceptedLanguages() {
  const known = accepted;
  // Read anew for the next map.
  accepted = api.i18n.getAcceptLanguages();
  return known;
}

/** Return the browser's proxy settings. @returns {Readonly<Proxies>} */
export function proxySettings() {
  return proxies;
}

/** @param {Proxies} read */
export function recordProxies(read) {
  proxies = read;
}

/** Read the proxy settings again. */
export async function refreshProxies() {
  recordProxies(await readProxySettings());
}

/** Return whether a page's sitemap was found without a click. @param {Page} page */
export function wasFound({ url, sitemap }) {
  return foundByItself.get(webOrigin(url) ?? '') === sitemap;
}

/** Record a sitemap that was found without a click. @param {string} origin @param {string} sitemap */
export function recordFound(origin, sitemap) {
  foundByItself.set(origin, sitemap);
  save();
}

/** Forget that a site's sitemap was found without a click: the reader has made a choice. @param {string} origin */
export function forgetFound(origin) {
  if (foundByItself.delete(origin)) save();
}

/**
 * Begin the search for a site's list, unless it is being searched or has failed; return whether it begins. Several
 * events report the same page, and a failure would be repeated at each.
 * @param {string} origin
 */
export function beginSearch(origin) {
  if (searchedOrigins.has(origin)) return false;
  searchedOrigins.add(origin);
  return true;
}

/** Record that a search has succeeded, so that the next page of the site may begin another. @param {string} origin */
export function endSearch(origin) {
  searchedOrigins.delete(origin);
}

/**
 * Record a site whose cookies were deleted; return whether it is the first since they were taken.
 * @param {string} site
 * @param {boolean} isOrdinary  whether the cookie was of ordinary tabs
 */
export function addClearedSite(site, isOrdinary) {
  clearedSites.set(site, isOrdinary || clearedSites.get(site) === true);
  return clearedSites.size === 1;
}

/** Return the sites whose cookies were deleted, and forget them. */
export function takeClearedSites() {
  const taken = new Map(clearedSites);
  clearedSites.clear();
  return taken;
}

/** Forget the reader's settings and choices, as before they are read. */
export function forgetSettings() {
  choices = { settings: DEFAULTS, addresses: {}, languages: {}, inPrivate: {} };
  for (const records of [foundByItself, searchedOrigins, clearedSites]) records.clear();
}
