// @ts-check
/** Open branches and scroll place of each site: while the sidebar lives, and beyond it, except for private windows. */
import { readSite, writeSite } from '../shared/settings.js';

/** @typedef {import('../shared/settings.js').SiteMemory} SiteMemory */

const SAVE_AFTER_MS = 600;

/** @type {Map<string, SiteMemory>} */
const here = new Map();
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const saving = new Map();

/** What is remembered. @param {string} sitemap @param {boolean} isPrivate @returns {Promise<SiteMemory>} */
export async function recall(sitemap, isPrivate) {
  await prepare(sitemap, isPrivate);
  return here.get(nameOf(sitemap, isPrivate)) ?? {};
}

/** Looks it up in advance, while the map is on its way. @param {string} sitemap @param {boolean} isPrivate */
export async function prepare(sitemap, isPrivate) {
  const name = nameOf(sitemap, isPrivate);
  if (here.has(name) || isPrivate) return;
  const known = await readSite(sitemap);
  if (!here.has(name)) here.set(name, known);
}

/** Remembers. @param {string} sitemap @param {boolean} isPrivate @param {SiteMemory} changes */
export function remember(sitemap, isPrivate, changes) {
  const name = nameOf(sitemap, isPrivate);
  here.set(name, { ...here.get(name), ...changes });
  if (isPrivate) return;
  clearTimeout(saving.get(name));
  saving.set(name, setTimeout(() => writeSite(sitemap, here.get(name) ?? {}), SAVE_AFTER_MS));
}

/** The sitemaps that are remembered no more; what was to be saved of them is not. @param {string[]} sitemaps */
export function forget(sitemaps) {
  for (const sitemap of sitemaps) {
    clearTimeout(saving.get(sitemap));
    here.delete(sitemap);
  }
}

/** @param {string} sitemap @param {boolean} isPrivate */
function nameOf(sitemap, isPrivate) {
  return (isPrivate ? 'private ' : '') + sitemap;
}
