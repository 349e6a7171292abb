// @ts-check
/**
 * Stores the reader's choices: settings, which follow the reader to other machines (storage.sync), and data that stays
 * here (storage.local).
 *
 * Data that reveals visited sites is never synced, and callers write nothing for private windows.
 */
import { api } from './browser.js';
import { CONSENT_KEY } from './consent.js';
import { cleanLimits } from './limits.js';
import { NO_VISITS } from './visit-times.js';

/** @typedef {{none: number, atHand: number, popup: number, sidebar: number}} Levels */
/** How long lists are divided; `order` is the map's own order. @typedef {'order' | 'name' | 'address'} Division */
/** The spacing of rows. @typedef {'compact' | 'normal' | 'roomy'} Density */
/** When long names take two lines; `narrow` means in a narrow sidebar. @typedef {'narrow' | 'always' | 'never'} Wrap */
/** @typedef {'small' | 'normal' | 'large' | 'largest'} TextSize */
/**
 * @typedef {{
 *   levels: Levels,
 *   languages: string[],
 *   includeUser: boolean,
 *   keepOpen: boolean,
 *   visited: boolean,
 *   newPages: boolean,
 *   lookByItself: boolean,
 *   density: Density,
 *   textSize: TextSize,
 *   wrap: Wrap,
 *   groupSize: number,
 *   division: Division,
 *   limits: import('./limits.js').Changes,
 * }} Settings
 */
/** @typedef {import('./visit-times.js').Visits} Visits */
/**
 * Names of pages, by address; those of menus with the names of branches.
 * @typedef {{titles?: [string, string][], links?: [string, string, string][]}} SiteNames
 */
/** @typedef {{open?: string[], hidden?: string[], top?: number, language?: string, used?: number}} SiteMemory */
/**
 * The closed sections of the sidebar and titles in them, and the share of the height that the site has, in percent.
 * @typedef {{closed?: string[], share?: number}} SectionMemory
 */

// Behaviour: default display levels. Also: level of the popup, of the sidebar, of the toolbar.
/** @type {Settings} */
export const DEFAULTS = {
  levels: { none: 0, atHand: 20, popup: 50, sidebar: 100 },
  languages: [],
  includeUser: false,
  keepOpen: true,
  visited: false,
  newPages: false,
  lookByItself: false,
  density: 'normal',
  wrap: 'narrow',
  textSize: 'normal',
  groupSize: 40,
  division: 'order',
  limits: {},
};

/** @type {Density[]} */
const DENSITIES = ['compact', 'normal', 'roomy'];
/** @type {Wrap[]} */
const WRAPS = ['narrow', 'always', 'never'];
/** @type {TextSize[]} */
const TEXT_SIZES = ['small', 'normal', 'large', 'largest'];
/** @type {Division[]} */
export const DIVISIONS = ['order', 'name', 'address'];

/** Sites whose open branches are stored; the least recently used is dropped first. */
const SITES_REMEMBERED = 200;
const SITE_PREFIX = 'site ';
const ADDRESS_PREFIX = 'address ';
const SECTIONS_PREFIX = 'sections ';

/** Number of sitemaps with stored page titles, and of titles for each. */
const SITES_WITH_TITLES = 50;
export const MOST_TITLES = 300;
/** Links of menus stored with the titles of a sitemap. */
export const MOST_SEEN_LINKS = 500;
const TITLES_PREFIX = 'titles ';

/** Number of sitemaps with stored visited pages, if the reader wants that, and of pages for each. */
const SITES_WITH_VISITED = 50;
export const MOST_VISITED = 1_000;
const VISITED_PREFIX = 'visited ';

/** Number of sitemaps whose visits are stored, if the reader wants that. */
const SITES_WITH_VISITS = 100;
const VISITS_PREFIX = 'visits ';

/**
 * Sites looked up automatically, if the reader wants that; the one that is due again first is dropped first. Sites that
 * must not be looked up again are not counted. Each site has a key, since windows write at the same time.
 */
const LOOKED_UP_PREFIX = 'lookedUp ';
const MOST_LOOKED_UP = 500;
/** For a site that must not be looked up again. */
export const FOR_GOOD = Number.MAX_SAFE_INTEGER;

/**
 * Return a valid level: an integer from 0 to 100, else the default.
 * @param {unknown} value
 * @param {number} fallback
 */
export function cleanLevel(value, fallback) {
  const number = Number(value);
  return Number.isFinite(number) && value !== null && value !== ''
    ? Math.min(100, Math.max(0, Math.round(number)))
    : fallback;
}

/**
 * Return stored settings, completed and corrected.
 * @param {Record<string, any>} stored
 * @returns {Settings}
 */
export function cleanSettings(stored) {
  const levels = { ...DEFAULTS.levels };
  for (const key of /** @type {(keyof Levels)[]} */ (Object.keys(levels))) {
    levels[key] = cleanLevel(stored.levels?.[key], levels[key]);
  }
  const languages = Array.isArray(stored.languages)
    ? stored.languages.filter((tag) => typeof tag === 'string' && tag)
    : [];
  return {
    levels,
    languages,
    includeUser: stored.includeUser === true,
    keepOpen: stored.keepOpen !== false,
    visited: stored.visited === true,
    newPages: stored.newPages === true,
    lookByItself: stored.lookByItself === true,
    density: DENSITIES.find((density) => density === stored.density) ?? DEFAULTS.density,
    wrap: WRAPS.find((wrap) => wrap === stored.wrap) ?? DEFAULTS.wrap,
    textSize: TEXT_SIZES.find((size) => size === stored.textSize) ?? DEFAULTS.textSize,
    groupSize: Math.min(1000, Math.max(5, Math.round(Number(stored.groupSize)) || DEFAULTS.groupSize)),
    division: DIVISIONS.find((division) => division === stored.division) ?? DEFAULTS.division,
    limits: cleanLimits(stored.limits),
  };
}

/** Return the current settings. @returns {Promise<Settings>} */
export async function readSettings() {
  return cleanSettings(await api.storage.sync.get(Object.keys(DEFAULTS)));
}

/** Store some settings. @param {Partial<Settings>} changes */
export function writeSettings(changes) {
  // Settings follow the reader's account; addresses and visited pages stay on this machine (`storage.local`).
  return api.storage.sync.set(changes);
}

/** Return all stored data except the consent, for `writeEverything`. */
export async function readEverything() {
  const [synced, { [CONSENT_KEY]: _, ...local }] = await Promise.all([
    api.storage.sync.get(null),
    api.storage.local.get(null),
  ]);
  return { synced, local };
}

/** @param {{synced: Record<string, any>, local: Record<string, any>}} everything */
export async function writeEverything({ synced, local }) {
  await Promise.all([api.storage.sync.set(synced), api.storage.local.set(local)]);
}

/** Delete every choice, address and remembered site, but not the consent. */
export async function resetAll() {
  const { local } = await readEverything();
  await Promise.all([api.storage.sync.clear(), api.storage.local.remove(Object.keys(local))]);
}

/** Return the reader's sitemap for each origin. @returns {Promise<Record<string, string>>} */
export async function readAddresses() {
  return addressesIn(await api.storage.local.get(null));
}

/** @param {Record<string, any>} stored @returns {Record<string, string>} */
function addressesIn(stored) {
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([key, value]) => isAddress(key) && typeof value === 'string')
      .map(([key, value]) => [key.slice(ADDRESS_PREFIX.length), /** @type {string} */ (value)]),
  );
}

/**
 * Return the reader's choices for single sites, with one read of the store: a sitemap for each origin, a language for
 * each sitemap.
 */
export async function readSiteChoices() {
  const stored = /** @type {Record<string, any>} */ (await api.storage.local.get(null));
  return { addresses: addressesIn(stored), languages: chosenLanguages(stored) };
}

/**
 * Return the reader's language for each sitemap, from stored data or from changes to it.
 * @param {Record<string, SiteMemory | undefined>} stored
 * @returns {Record<string, string>}
 */
export function chosenLanguages(stored) {
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([key]) => key.startsWith(SITE_PREFIX))
      .map(([key, memory]) => [key.slice(SITE_PREFIX.length), memory?.language ?? '']),
  );
}

/** Return whether a stored key belongs to a reader's sitemap. @param {string} key */
export function isAddress(key) {
  return key.startsWith(ADDRESS_PREFIX);
}

/**
 * Set or remove the sitemap for an origin, and delete stored page data of the previous one.
 * @param {string} origin
 * @param {string | null} sitemap
 */
export async function writeAddress(origin, sitemap) {
  const key = ADDRESS_PREFIX + origin;
  const before = (await api.storage.local.get(key))[key];
  const gone = before && before !== sitemap ? [TITLES_PREFIX + before, VISITS_PREFIX + before] : [];
  if (sitemap) await api.storage.local.set({ [key]: sitemap });
  // A sitemap that the reader removes must not return automatically.
  else if ((await readSettings()).lookByItself) await writeLookedUp(origin, FOR_GOOD);
  await api.storage.local.remove(sitemap ? gone : [key, ...gone]);
}

/**
 * Return until when sites must not be looked up again, in ms since 1970, by origin.
 * @returns {Promise<Record<string, number>>}
 */
export async function readLookedUp() {
  const stored = /** @type {Record<string, any>} */ (await api.storage.local.get(null));
  return Object.fromEntries(
    Object.entries(stored)
      .filter(([key]) => key.startsWith(LOOKED_UP_PREFIX))
      .map(([key, until]) => [key.slice(LOOKED_UP_PREFIX.length), /** @type {number} */ (until)]),
  );
}

/** @param {string} origin @param {number} until */
export async function writeLookedUp(origin, until) {
  await api.storage.local.set({ [LOOKED_UP_PREFIX + origin]: until });
  const dated = Object.entries(await readLookedUp()).filter(([, time]) => time !== FOR_GOOD);
  const gone = dated.sort(([, a], [, b]) => b - a).filter(([, time], at) => at >= MOST_LOOKED_UP || time <= Date.now());
  if (gone.length) await api.storage.local.remove(gone.map(([site]) => LOOKED_UP_PREFIX + site));
}

/** Divide the record that earlier versions kept for all looked-up sites; a site's own record is newer. */
export async function divideLookedUp() {
  const key = LOOKED_UP_PREFIX.trim();
  const { [key]: record, ...own } = /** @type {Record<string, any>} */ (await api.storage.local.get(null));
  if (record === undefined) return;
  const sites = Object.entries(record ?? {}).filter(([, until]) => typeof until === 'number');
  const divided = Object.fromEntries(sites.map(([origin, until]) => [LOOKED_UP_PREFIX + origin, until]));
  const newer = Object.fromEntries(Object.entries(own).filter(([name]) => name in divided));
  await api.storage.local.set({ ...divided, ...newer });
  await api.storage.local.remove(key);
}

/** Delete the record of looked-up sites, of selected ones or of all. @param {(origin: string) => boolean} [isMeant] */
export async function forgetLookedUp(isMeant = () => true) {
  await forgetKeys([LOOKED_UP_PREFIX], isMeant);
}

/**
 * Return the titles of a sitemap's visited pages, by address.
 * @param {string} sitemap
 * @returns {Promise<[string, string][]>}
 */
export async function readTitles(sitemap) {
  return (await readNames(sitemap)).titles ?? [];
}

/**
 * Return the links of a site's menus, by address, name and branch.
 * @param {string} sitemap
 * @returns {Promise<[string, string, string][]>}
 */
export async function readSeenLinks(sitemap) {
  return (await readNames(sitemap)).links ?? [];
}

/**
 * Store the titles of a sitemap's visited pages and the links of its site's menus, which are deleted together.
 * @param {string} sitemap
 * @param {[string, string][]} titles
 * @param {[string, string, string][]} links
 */
export async function writeTitles(sitemap, titles, links) {
  await api.storage.local.set({ [TITLES_PREFIX + sitemap]: { titles, links, used: Date.now() } });
  await forgetOldest(TITLES_PREFIX, SITES_WITH_TITLES);
}

/** @param {string} sitemap @returns {Promise<SiteNames>} */
async function readNames(sitemap) {
  const key = TITLES_PREFIX + sitemap;
  return /** @type {SiteNames | undefined} */ ((await api.storage.local.get(key))[key]) ?? {};
}

/** Return the stored state of a sitemap. @param {string} sitemap @returns {Promise<SiteMemory>} */
export async function readSite(sitemap) {
  const key = SITE_PREFIX + sitemap;
  return /** @type {SiteMemory} */ ((await api.storage.local.get(key))[key] ?? {});
}

/**
 * Return the sitemaps whose stored state was deleted.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @returns {string[]}
 */
export function forgottenSites(changes) {
  return Object.entries(changes)
    .filter(([key, { newValue }]) => key.startsWith(SITE_PREFIX) && newValue === undefined)
    .map(([key]) => key.slice(SITE_PREFIX.length));
}

/** Update the stored state of a sitemap. @param {string} sitemap @param {SiteMemory} changes */
export async function writeSite(sitemap, changes) {
  const memory = { ...(await readSite(sitemap)), ...changes, used: Date.now() };
  await api.storage.local.set({ [SITE_PREFIX + sitemap]: memory });
  await forgetOldest(SITE_PREFIX, SITES_REMEMBERED);
}

/** Return the stored state of an origin's sections. @param {string} origin @returns {Promise<SectionMemory>} */
export async function readSectionMemory(origin) {
  const key = SECTIONS_PREFIX + origin;
  return /** @type {SectionMemory} */ ((await api.storage.local.get(key))[key] ?? {});
}

/** @param {string} origin @param {SectionMemory} memory */
export async function writeSectionMemory(origin, memory) {
  await api.storage.local.set({ [SECTIONS_PREFIX + origin]: { ...memory, used: Date.now() } });
  await forgetOldest(SECTIONS_PREFIX, SITES_REMEMBERED);
}

/**
 * Return whether the state of an origin's sections was deleted.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} origin
 */
export function areSectionsForgotten(changes, origin) {
  const change = changes[SECTIONS_PREFIX + origin];
  return change !== undefined && change.newValue === undefined;
}

/** Return the last use, in ms since 1970; 0 if unknown. @param {unknown} stored */
function lastUse(stored) {
  return /** @type {{used?: number} | null} */ (stored)?.used ?? 0;
}

/**
 * Return the addresses of a sitemap's visited pages, the latest last.
 * @param {string} sitemap
 * @returns {Promise<string[]>}
 */
export async function readVisited(sitemap) {
  const key = VISITED_PREFIX + sitemap;
  return /** @type {{pages?: string[]} | undefined} */ ((await api.storage.local.get(key))[key])?.pages ?? [];
}

/** @param {string} sitemap @param {string[]} pages */
export async function writeVisited(sitemap, pages) {
  await api.storage.local.set({ [VISITED_PREFIX + sitemap]: { pages: pages.slice(-MOST_VISITED), used: Date.now() } });
  await forgetOldest(VISITED_PREFIX, SITES_WITH_VISITED);
}

/**
 * Delete the record of visited pages, of selected sitemaps or of all.
 * @param {(sitemap: string) => boolean} [isMeant]
 */
export async function forgetVisited(isMeant = () => true) {
  await forgetKeys([VISITED_PREFIX], isMeant);
}

/**
 * Delete the records of visits, visited pages and looked-up sites and the state of sections, of selected addresses or
 * of all.
 * @param {(address: string) => boolean} [isMeant]
 */
export async function forgetSites(isMeant = () => true) {
  await forgetKeys([VISITED_PREFIX, VISITS_PREFIX, SECTIONS_PREFIX, LOOKED_UP_PREFIX], isMeant);
}

/** Return the stored visits of a sitemap's site. @param {string} sitemap @returns {Promise<Visits>} */
export async function readVisits(sitemap) {
  const key = VISITS_PREFIX + sitemap;
  return { ...NO_VISITS, .../** @type {Visits | undefined} */ ((await api.storage.local.get(key))[key]) };
}

/** @param {string} sitemap @param {Visits} visits */
export async function writeVisits(sitemap, visits) {
  await api.storage.local.set({ [VISITS_PREFIX + sitemap]: { ...visits, used: Date.now() } });
  await forgetOldest(VISITS_PREFIX, SITES_WITH_VISITS);
}

/** Return the sitemaps whose visits are stored. */
export async function sitesWithVisits() {
  const keys = Object.keys(await api.storage.local.get(null));
  return keys.filter(isOfVisits).map((key) => key.slice(VISITS_PREFIX.length));
}

/** Return whether a stored key belongs to the visits of a site. @param {string} key */
export function isOfVisits(key) {
  return key.startsWith(VISITS_PREFIX);
}

/** Delete the stored visits, of selected sitemaps or of all. @param {(sitemap: string) => boolean} [isMeant] */
export async function forgetVisits(isMeant = () => true) {
  await forgetKeys([VISITS_PREFIX], isMeant);
}

/**
 * Return whether the record of a sitemap's visited pages was deleted.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} sitemap
 */
export function isVisitedForgotten(changes, sitemap) {
  const change = changes[VISITED_PREFIX + sitemap];
  return change !== undefined && change.newValue === undefined;
}

/** @param {string[]} prefixes @param {(address: string) => boolean} isMeant */
async function forgetKeys(prefixes, isMeant) {
  const keys = Object.keys(await api.storage.local.get(null));
  const gone = keys.filter((key) =>
    prefixes.some((prefix) => key.startsWith(prefix) && isMeant(key.slice(prefix.length))),
  );
  if (gone.length) await api.storage.local.remove(gone);
}

/** @param {string} prefix @param {number} most */
async function forgetOldest(prefix, most) {
  const all = await api.storage.local.get(null);
  const sites = Object.entries(all).filter(([key]) => key.startsWith(prefix));
  if (sites.length <= most) return;
  // The least recently used one is deleted first.
  sites.sort(([, a], [, b]) => lastUse(a) - lastUse(b));
  await api.storage.local.remove(sites.slice(0, sites.length - most).map(([key]) => key));
}
