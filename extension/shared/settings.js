// @ts-check
/**
 * The reader's choices: what follows them to other machines (storage.sync) and what stays here (storage.local).
 *
 * Nothing that shows where somebody has been is ever synced, and nothing is written for private windows: callers say so.
 */
import { api } from './browser.js';
import { CONSENT_KEY } from './consent.js';
import { cleanLimits } from './limits.js';

/** @typedef {{none: number, atHand: number, popup: number, sidebar: number}} Levels */
/** By what long lists are divided; `order` is as they come. @typedef {'order' | 'name' | 'address'} Division */
/** How close rows stand. @typedef {'compact' | 'normal' | 'roomy'} Density */
/** When long names take two lines; `narrow` is in a narrow sidebar. @typedef {'narrow' | 'always' | 'never'} Wrap */
/** @typedef {'small' | 'normal' | 'large' | 'largest'} TextSize */
/** @typedef {{levels: Levels, languages: string[], includeUser: boolean, keepOpen: boolean, outline: boolean, visited: boolean, lookByItself: boolean, density: Density, textSize: TextSize, wrap: Wrap, groupSize: number, division: Division, limits: import('./limits.js').Changes}} Settings */
/** @typedef {{open?: string[], hidden?: string[], top?: number, language?: string, used?: number}} SiteMemory */

/** @type {Settings} */
export const DEFAULTS = {
  levels: { none: 0, atHand: 20, popup: 50, sidebar: 100 },
  languages: [],
  includeUser: false,
  keepOpen: true,
  outline: true,
  visited: false,
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

/** Sites whose open branches are remembered; the longest unused goes first. */
const SITES_REMEMBERED = 200;
const SITE_PREFIX = 'site ';
const ADDRESS_PREFIX = 'address ';

/** Sitemaps of whose pages titles are stored, and so many of each. */
const SITES_WITH_TITLES = 50;
export const MOST_TITLES = 300;
const TITLES_PREFIX = 'titles ';

/** Sitemaps of which it is stored what pages were seen, where the reader wants that, and so many of each. */
const SITES_WITH_VISITED = 50;
export const MOST_VISITED = 1_000;
const VISITED_PREFIX = 'visited ';

/** Sites that were looked up without a request by the reader, who wants that; those that are due again soonest go first. */
const LOOKED_UP_KEY = 'lookedUp';
const MOST_LOOKED_UP = 500;
/** Of a site that is not to be looked up again. */
export const FOR_GOOD = Number.MAX_SAFE_INTEGER;

/**
 * A level as it may be used: a whole number from 0 to 100, else the default.
 * @param {unknown} value
 * @param {number} fallback
 */
export function cleanLevel(value, fallback) {
  const number = Number(value);
  return Number.isFinite(number) && value !== null && value !== '' ? Math.min(100, Math.max(0, Math.round(number))) : fallback;
}

/**
 * Stored settings completed and put right.
 * @param {Record<string, any>} stored
 * @returns {Settings}
 */
export function cleanSettings(stored) {
  const levels = { ...DEFAULTS.levels };
  for (const key of /** @type {(keyof Levels)[]} */ (Object.keys(levels))) {
    levels[key] = cleanLevel(stored['levels']?.[key], levels[key]);
  }
  const languages = Array.isArray(stored['languages']) ? stored['languages'].filter((tag) => typeof tag === 'string' && tag) : [];
  return {
    levels,
    languages,
    includeUser: stored['includeUser'] === true,
    keepOpen: stored['keepOpen'] !== false,
    outline: stored['outline'] !== false,
    visited: stored['visited'] === true,
    lookByItself: stored['lookByItself'] === true,
    density: DENSITIES.find((density) => density === stored['density']) ?? DEFAULTS.density,
    wrap: WRAPS.find((wrap) => wrap === stored['wrap']) ?? DEFAULTS.wrap,
    textSize: TEXT_SIZES.find((size) => size === stored['textSize']) ?? DEFAULTS.textSize,
    groupSize: Math.min(1000, Math.max(5, Math.round(Number(stored['groupSize'])) || DEFAULTS.groupSize)),
    division: DIVISIONS.find((division) => division === stored['division']) ?? DEFAULTS.division,
    limits: cleanLimits(stored['limits']),
  };
}

/** All settings as they stand. @returns {Promise<Settings>} */
export async function readSettings() {
  return cleanSettings(await api.storage.sync.get(Object.keys(DEFAULTS)));
}

/** Keeps some settings. @param {Partial<Settings>} changes */
export function writeSettings(changes) {
  // Settings follow the reader's account; addresses and what was visited stay on this machine (`storage.local`).
  return api.storage.sync.set(changes);
}

/** All that is stored but the consent, to be brought back by `writeEverything`. */
export async function readEverything() {
  const [synced, { [CONSENT_KEY]: _, ...local }] = await Promise.all([api.storage.sync.get(null), api.storage.local.get(null)]);
  return { synced, local };
}

/** @param {{synced: Record<string, any>, local: Record<string, any>}} everything */
export async function writeEverything({ synced, local }) {
  await Promise.all([api.storage.sync.set(synced), api.storage.local.set(local)]);
}

/** Forgets every choice, every address and every remembered site; not what was said to the handing over of data. */
export async function resetAll() {
  const { local } = await readEverything();
  await Promise.all([api.storage.sync.clear(), api.storage.local.remove(Object.keys(local))]);
}

/** The sitemap that the reader has named for each origin. @returns {Promise<Record<string, string>>} */
export async function readAddresses() {
  return addressesIn(await api.storage.local.get(null));
}

/** @param {Record<string, any>} stored @returns {Record<string, string>} */
function addressesIn(stored) {
  return Object.fromEntries(Object.entries(stored)
    .filter(([key, value]) => isAddress(key) && typeof value === 'string')
    .map(([key, value]) => [key.slice(ADDRESS_PREFIX.length), /** @type {string} */ (value)]));
}

/** What the reader has chosen for single sites: a sitemap for an origin, a language for a sitemap. One look at what is stored. */
export async function readSiteChoices() {
  const stored = /** @type {Record<string, any>} */ (await api.storage.local.get(null));
  return { addresses: addressesIn(stored), languages: chosenLanguages(stored) };
}

/** The language that the reader has chosen for each sitemap, of what is stored or of what has changed there. @param {Record<string, SiteMemory | undefined>} stored @returns {Record<string, string>} */
export function chosenLanguages(stored) {
  return Object.fromEntries(Object.entries(stored)
    .filter(([key]) => key.startsWith(SITE_PREFIX))
    .map(([key, memory]) => [key.slice(SITE_PREFIX.length), memory?.language ?? '']));
}

/** Whether a stored key is that of such an address. @param {string} key */
export function isAddress(key) {
  return key.startsWith(ADDRESS_PREFIX);
}

/** Names a sitemap for an origin, or none any more; what was stored of pages because of the one before goes with it. @param {string} origin @param {string | null} sitemap */
export async function writeAddress(origin, sitemap) {
  const key = ADDRESS_PREFIX + origin;
  const before = (await api.storage.local.get(key))[key];
  const gone = before && before !== sitemap ? [TITLES_PREFIX + before] : [];
  if (sitemap) await api.storage.local.set({ [key]: sitemap });
  // What the reader takes away is not to come back by itself.
  else if (before && (await readSettings()).lookByItself) await writeLookedUp(origin, FOR_GOOD);
  await api.storage.local.remove(sitemap ? gone : [key, ...gone]);
}

/** Until when sites are not to be looked up again by themselves, in ms since 1970, by their origins. @returns {Promise<Record<string, number>>} */
export async function readLookedUp() {
  return /** @type {Record<string, number> | undefined} */ ((await api.storage.local.get(LOOKED_UP_KEY))[LOOKED_UP_KEY]) ?? {};
}

/** @param {string} origin @param {number} until */
export async function writeLookedUp(origin, until) {
  const lookedUp = Object.entries({ ...(await readLookedUp()), [origin]: until }).filter(([, time]) => time > Date.now());
  await api.storage.local.set({ [LOOKED_UP_KEY]: Object.fromEntries(lookedUp.sort(([, a], [, b]) => b - a).slice(0, MOST_LOOKED_UP)) });
}

/** Forgets which sites were looked up, of those that are meant, or of all. @param {(origin: string) => boolean} [isMeant] */
export async function forgetLookedUp(isMeant = () => true) {
  const lookedUp = Object.entries(await readLookedUp());
  const left = lookedUp.filter(([origin]) => !isMeant(origin));
  if (left.length === 0 && lookedUp.length) await api.storage.local.remove(LOOKED_UP_KEY);
  else if (left.length < lookedUp.length) await api.storage.local.set({ [LOOKED_UP_KEY]: Object.fromEntries(left) });
}

/** The titles of pages of a sitemap that were visited, by their addresses. @param {string} sitemap @returns {Promise<[string, string][]>} */
export async function readTitles(sitemap) {
  const key = TITLES_PREFIX + sitemap;
  return /** @type {{titles?: [string, string][]} | undefined} */ ((await api.storage.local.get(key))[key])?.titles ?? [];
}

/** @param {string} sitemap @param {[string, string][]} titles */
export async function writeTitles(sitemap, titles) {
  await api.storage.local.set({ [TITLES_PREFIX + sitemap]: { titles, used: Date.now() } });
  await forgetOldest(TITLES_PREFIX, SITES_WITH_TITLES);
}

/** What is remembered of a sitemap. @param {string} sitemap @returns {Promise<SiteMemory>} */
export async function readSite(sitemap) {
  const key = SITE_PREFIX + sitemap;
  return /** @type {SiteMemory} */ ((await api.storage.local.get(key))[key] ?? {});
}

/** The sitemaps of which nothing is remembered any more. @param {Record<string, chrome.storage.StorageChange>} changes @returns {string[]} */
export function forgottenSites(changes) {
  return Object.entries(changes)
    .filter(([key, { newValue }]) => key.startsWith(SITE_PREFIX) && newValue === undefined)
    .map(([key]) => key.slice(SITE_PREFIX.length));
}

/** Adds to what is remembered of a sitemap. @param {string} sitemap @param {SiteMemory} changes */
export async function writeSite(sitemap, changes) {
  const memory = { ...(await readSite(sitemap)), ...changes, used: Date.now() };
  await api.storage.local.set({ [SITE_PREFIX + sitemap]: memory });
  await forgetOldest(SITE_PREFIX, SITES_REMEMBERED);
}

/** When it was used last, in ms since 1970; what does not say, long ago. @param {unknown} stored */
function lastUse(stored) {
  return /** @type {{used?: number} | null} */ (stored)?.used ?? 0;
}

/** The addresses of pages of a sitemap that the reader has seen, the latest last. @param {string} sitemap @returns {Promise<string[]>} */
export async function readVisited(sitemap) {
  const key = VISITED_PREFIX + sitemap;
  return /** @type {{pages?: string[]} | undefined} */ ((await api.storage.local.get(key))[key])?.pages ?? [];
}

/** @param {string} sitemap @param {string[]} pages */
export async function writeVisited(sitemap, pages) {
  await api.storage.local.set({ [VISITED_PREFIX + sitemap]: { pages: pages.slice(-MOST_VISITED), used: Date.now() } });
  await forgetOldest(VISITED_PREFIX, SITES_WITH_VISITED);
}

/** Forgets which pages were seen, of the sitemaps that are meant, or of all. @param {(sitemap: string) => boolean} [isMeant] */
export async function forgetVisited(isMeant = () => true) {
  const keys = Object.keys(await api.storage.local.get(null));
  const gone = keys.filter((key) => key.startsWith(VISITED_PREFIX) && isMeant(key.slice(VISITED_PREFIX.length)));
  if (gone.length) await api.storage.local.remove(gone);
}

/** Whether it was forgotten of a sitemap which of its pages were seen. @param {Record<string, chrome.storage.StorageChange>} changes @param {string} sitemap */
export function isVisitedForgotten(changes, sitemap) {
  const change = changes[VISITED_PREFIX + sitemap];
  return change !== undefined && change.newValue === undefined;
}

/** @param {string} prefix @param {number} most */
async function forgetOldest(prefix, most) {
  const all = await api.storage.local.get(null);
  const sites = Object.entries(all).filter(([key]) => key.startsWith(prefix));
  if (sites.length <= most) return;
  // The one used longest ago goes first.
  sites.sort(([, a], [, b]) => lastUse(a) - lastUse(b));
  await api.storage.local.remove(sites.slice(0, sites.length - most).map(([key]) => key));
}
