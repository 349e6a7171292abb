// @ts-check
/**
 * One opening of a map: its view in the host, and what is remembered of its site. Requests made before the host has answered
 * the first one wait for it. It draws nothing and decides nothing.
 */
import { RequestError } from '../shared/background-port.js';
import { readSite, writeSite } from '../shared/settings.js';
import { PAGE_ROWS } from './row-cache.js';

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/background-port.js').BackgroundPort} BackgroundPort */
/** @typedef {import('../shared/settings.js').SiteMemory} SiteMemory */

export class MapSession {
  /**
   * @param {Pick<BackgroundPort, 'request'>} port
   * @param {number} number
   * @param {string} site  the host's id
   * @param {() => readonly string[]} openKeys  of the branches that are open now
   */
  constructor(port, number, site, openKeys) {
    this.port = port;
    this.number = number;
    this.site = site;
    this.openKeys = openKeys;
    /** The view in the host, '' as long as there is none. */
    this.viewId = '';
    /** @type {Promise<View> | null} */
    this.opening = null;
  }

  /** Opens the view; rows come along: those about the page, else from `row` on. @param {{pageUrl: string, filter: string, open: readonly string[], hidden?: readonly string[], row: number}} wanted @returns {Promise<View>} */
  open({ pageUrl, filter, open, hidden = [], row }) {
    const params = { page_url: pageUrl, open: [...open], ...(hidden.length ? { hidden: [...hidden] } : {}), filter, from: row - row % PAGE_ROWS, count: PAGE_ROWS };
    this.opening = this.port.request('view.open', { site: this.site, ...params })
      .then((view) => { this.viewId = view.view; return view; });
    return this.opening;
  }

  /** The id of the view, once it is open. */
  async opened() {
    await this.opening;
    return this.viewId;
  }

  /** Closes the view; nobody waits for it. */
  close() {
    if (this.viewId) this.port.request('view.close', { view: this.viewId }).catch(() => {});
  }

  /** The view after changes, none where the map itself changed. @param {import('./state.js').ViewChanges} [changes] @returns {Promise<View>} */
  async update(changes = {}) {
    const view = await this.opened();
    return this.port.request('view.update', { view, ...changes });
  }

  /** Folds a branch or unfolds it; one that has not been read yet is open when it is. @param {string} key @param {boolean} open @returns {Promise<View>} */
  async toggle(key, open) {
    try {
      const view = await this.opened();
      return await this.port.request('view.toggle', { view, key, open });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'bad-params') throw error;
      return this.update({ open: [...this.openKeys()] });
    }
  }

  /** Unfolds branches; the views are in their order. @param {string[]} keys @returns {Promise<View[]>} */
  openAll(keys) {
    return Promise.all(keys.map((key) => this.toggle(key, true)));
  }

  /** Opens a branch with all below it, or the whole map. @param {string | null} key */
  async expand(key) {
    return this.port.request('view.expand', { view: await this.opened(), key });
  }

  /** Hides exactly these branches. @param {readonly string[]} hidden */
  async hide(hidden) {
    return this.port.request('view.hide', { view: await this.opened(), hidden: [...hidden] });
  }

  /** How many pages are below rows. @param {string[]} keys */
  async countBelow(keys) {
    return this.port.request('view.below', { view: await this.opened(), keys });
  }

  /** @param {number} from @param {number} count @returns {Promise<import('../shared/types.js').RowPage>} */
  async rows(from, count) {
    const view = await this.opened();
    return this.port.request('view.rows', { view, from, count });
  }

  /** The row whose name begins so. @param {string} text @param {number} from @returns {Promise<number | null>} */
  async find(text, from) {
    const view = await this.opened();
    return (await this.port.request('view.find', { view, text, from })).index ?? null;
  }
}

/** A place is written when the reader has come to rest. */
const SAVE_AFTER_MS = 600;

/** What is remembered, by sitemap; of private windows only as long as this page lives. @type {Map<string, SiteMemory>} */
const memories = new Map();
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const saves = new Map();

/** The open branches, scroll place and language of a sitemap. @param {string} sitemap @param {boolean} isPrivate @returns {Promise<SiteMemory>} */
export async function readMemory(sitemap, isPrivate) {
  await prefetchMemory(sitemap, isPrivate);
  return memories.get(memoryKey(sitemap, isPrivate)) ?? {};
}

/** Reads it in advance, while the map is on its way. @param {string} sitemap @param {boolean} isPrivate */
export async function prefetchMemory(sitemap, isPrivate) {
  const key = memoryKey(sitemap, isPrivate);
  if (memories.has(key) || isPrivate) return;
  const stored = await readSite(sitemap);
  if (!memories.has(key)) memories.set(key, stored); // changes made meanwhile are newer than what was stored
}

/** Records changes; those of private windows are never written. @param {string} sitemap @param {boolean} isPrivate @param {SiteMemory} changes */
export function remember(sitemap, isPrivate, changes) {
  const key = memoryKey(sitemap, isPrivate);
  const before = memories.get(key);
  const memory = { ...before, ...changes };
  memories.set(key, memory);
  if (isPrivate) return;
  clearTimeout(saves.get(key));
  // Branches at once: the sidebar may be closed right after. The place changes with each scroll.
  if (`${memory.open}` !== `${before?.open}`) writeSite(sitemap, memory);
  else saves.set(key, setTimeout(() => writeSite(sitemap, memories.get(key) ?? {}), SAVE_AFTER_MS));
}

/** Drops what is remembered of sitemaps; changes that were not written yet never are. @param {string[]} sitemaps */
export function forget(sitemaps) {
  for (const sitemap of sitemaps) {
    clearTimeout(saves.get(sitemap));
    memories.delete(sitemap);
  }
}

/** @param {string} sitemap @param {boolean} isPrivate */
function memoryKey(sitemap, isPrivate) {
  return (isPrivate ? 'private ' : '') + sitemap;
}
