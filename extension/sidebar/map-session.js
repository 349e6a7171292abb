// @ts-check
/**
 * Represents one opening of a map: its view in the host, and the stored state of its site. Requests wait until the view
 * is open. Draws nothing and decides nothing.
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
   * @param {() => readonly string[]} openKeys  keys of the open branches
   */
  constructor(port, number, site, openKeys) {
    this.port = port;
    this.number = number;
    this.site = site;
    this.openKeys = openKeys;
    /** Id of the view in the host, '' before it is open. */
    this.viewId = '';
    /** @type {Promise<View> | null} */
    this.opening = null;
  }

  /**
   * Open the view, and fetch the rows around the page, or from `row` on.
   * @param {{pageUrl: string, filter: string, open: readonly string[], hidden?: readonly string[], row: number}} wanted
   * @returns {Promise<View>}
   */
  open({ pageUrl, filter, open, hidden = [], row }) {
    const params = {
      page_url: pageUrl,
      open: [...open],
      ...(hidden.length ? { hidden: [...hidden] } : {}),
      filter,
      from: row - (row % PAGE_ROWS),
      count: PAGE_ROWS,
    };
    this.opening = this.port.request('view.open', { site: this.site, ...params }).then((view) => {
      this.viewId = view.view;
      return view;
    });
    return this.opening;
  }

  /** Return the id of the view once it is open. */
  async opened() {
    await this.opening;
    return this.viewId;
  }

  /** Close the view, as soon as it is open. */
  close() {
    this.opening?.then(({ view }) => this.port.request('view.close', { view })).catch(() => {});
  }

  /**
   * Return the view after changes; without any, after a change of the map itself.
   * @param {import('./state.js').ViewChanges} [changes]
   * @returns {Promise<View>}
   */
  async update(changes = {}) {
    const view = await this.opened();
    return this.port.request('view.update', { view, ...changes });
  }

  /**
   * Open or close a branch. A branch that has not been read yet opens once it is.
   * @param {string} key
   * @param {boolean} open
   * @returns {Promise<View>}
   */
  async toggle(key, open) {
    try {
      const view = await this.opened();
      return await this.port.request('view.toggle', { view, key, open });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'bad-params') throw error;
      return this.update({ open: [...this.openKeys()] });
    }
  }

  /** Open branches; return the views in their order. @param {string[]} keys @returns {Promise<View[]>} */
  openAll(keys) {
    return Promise.all(keys.map((key) => this.toggle(key, true)));
  }

  /** Open a branch with all its descendants, or the whole map. @param {string | null} key */
  async expand(key) {
    return this.port.request('view.expand', { view: await this.opened(), key });
  }

  /** Hide exactly these branches. @param {readonly string[]} hidden */
  async hide(hidden) {
    return this.port.request('view.hide', { view: await this.opened(), hidden: [...hidden] });
  }

  /** Return the number of pages below rows. @param {string[]} keys */
  async countBelow(keys) {
    return this.port.request('view.below', { view: await this.opened(), keys });
  }

  /** @param {number} from @param {number} count @returns {Promise<import('../shared/types.js').RowPage>} */
  async rows(from, count) {
    const view = await this.opened();
    return this.port.request('view.rows', { view, from, count });
  }

  /**
   * Return the index of the next row whose name begins with a text.
   * @param {string} text
   * @param {number} from
   * @returns {Promise<number | null>}
   */
  async find(text, from) {
    const view = await this.opened();
    return (await this.port.request('view.find', { view, text, from })).index ?? null;
  }
}

/** Delay after the last scrolling before the position is stored. */
const SAVE_AFTER_MS = 600;

/**
 * Stored state by `memoryKey`; for private windows and containers only in this page's memory.
 * @type {Map<string, SiteMemory>}
 */
const memories = new Map();
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const saves = new Map();
/**
 * Changes to be stored. Only these, since the sidebar of another window may store others.
 * @type {Map<string, SiteMemory>}
 */
const unsaved = new Map();
/** The latest write: the next one reads what it has written. @type {Promise<void>} */
let lastWrite = Promise.resolve();

/**
 * Return the open branches, scroll position and language of a sitemap.
 * @param {string} sitemap
 * @param {string} jar  of the tab
 * @returns {Promise<SiteMemory>}
 */
export async function readMemory(sitemap, jar) {
  await prefetchMemory(sitemap, jar);
  return memories.get(memoryKey(sitemap, jar)) ?? {};
}

/** Read the stored state in advance, while the map is loading. @param {string} sitemap @param {string} jar */
export async function prefetchMemory(sitemap, jar) {
  const key = memoryKey(sitemap, jar);
  if (memories.has(key) || jar) return;
  const stored = await readSite(sitemap);
  if (!memories.has(key)) memories.set(key, stored); // changes made meanwhile are newer than the store
}

/**
 * Record changes; changes in private windows and containers are never stored.
 * @param {string} sitemap
 * @param {string} jar
 * @param {SiteMemory} changes
 * @param {boolean} [isAtOnce]  since the sidebar may be closed soon
 * @returns {Promise<void>} resolves once they are stored, or are to be stored later
 */
export async function remember(sitemap, jar, changes, isAtOnce = false) {
  const key = memoryKey(sitemap, jar);
  const before = memories.get(key);
  memories.set(key, { ...before, ...changes });
  if (jar) return;
  const { open, ...others } = changes;
  const isOtherBranch = open !== undefined && `${open}` !== `${before?.open}`;
  unsaved.set(key, { ...unsaved.get(key), ...others, ...(isOtherBranch ? { open } : {}) });
  clearTimeout(saves.get(key));
  // Branches at once, too. The position changes with each scroll.
  if (isOtherBranch || isAtOnce) await store(sitemap);
  else
    saves.set(
      key,
      setTimeout(() => store(sitemap), SAVE_AFTER_MS),
    );
}

/** Store the changes of a sitemap's state. @param {string} sitemap */
function store(sitemap) {
  const changes = unsaved.get(sitemap) ?? {};
  unsaved.delete(sitemap);
  lastWrite = lastWrite.catch(() => {}).then(() => writeSite(sitemap, changes));
  return lastWrite;
}

/** Forget the state of sitemaps, including changes that were not stored yet. @param {string[]} sitemaps */
export function forget(sitemaps) {
  for (const sitemap of sitemaps) {
    clearTimeout(saves.get(sitemap));
    memories.delete(sitemap);
    unsaved.delete(sitemap);
  }
}

/** Return a sitemap's name in a jar, for ordinary tabs its address. @param {string} sitemap @param {string} jar */
function memoryKey(sitemap, jar) {
  return jar ? `${jar} ${sitemap}` : sitemap;
}
