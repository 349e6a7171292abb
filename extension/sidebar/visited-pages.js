// @ts-check
/**
 * Which pages of a map the reader has seen, where that is wanted: while the sidebar is open, not in private windows and containers.
 * Stored on this computer alone, and forgotten with the cookies of the site, by a reset, and when it is no longer wanted.
 */
import { api, containerOf } from '../shared/browser.js';
import { isWeb, withoutFragment } from '../shared/locations.js';
import { readVisited, writeVisited } from '../shared/settings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */

export class VisitedPages {
  /** @param {(addresses: ReadonlySet<string>) => void} show */
  constructor(show) {
    this.show = show;
    this.isWanted = false;
    /** Whose pages these are, '' for none. */
    this.sitemap = '';
    /** Another set where there are others: who shows them compares sets. @type {ReadonlySet<string>} */
    this.pages = new Set();
    /** The tab on view, to be looked at again when it is wanted from now on. @type {TabView | null} */
    this.tab = null;
    /** Changes one after the other: each reads what the one before has written. @type {Promise<void>} */
    this.last = Promise.resolve();
  }

  /** @param {boolean} isWanted */
  want(isWanted) {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    if (isWanted) this.follow(this.tab);
    else this.forget();
  }

  /** A tab is on view: its page has been seen, if it is one of the map. @param {TabView | null} tab */
  follow(tab) {
    this.tab = tab;
    if (!this.isWanted || !tab) return;
    this.last = this.last.then(() => this.record(tab));
  }

  /** @param {TabView} tab */
  async record({ tabId, state, site, url, isPrivate }) {
    const isRecorded = state === 'ready' && tabId !== null && !isPrivate && containerOf(await api.tabs.get(tabId).catch(() => ({}))) === '';
    const sitemap = isRecorded && site ? site.sitemap : '';
    if (sitemap !== this.sitemap) {
      this.pages = new Set(sitemap ? await readVisited(sitemap) : []);
      this.sitemap = sitemap;
    }
    const page = withoutFragment(url);
    if (sitemap && isWeb(page) && !this.pages.has(page)) {
      this.pages = new Set([...this.pages, page]);
      await writeVisited(sitemap, [...this.pages]);
    }
    this.show(this.pages);
  }

  /** Knows nothing any more. */
  forget() {
    this.sitemap = '';
    this.pages = new Set();
    this.show(this.pages);
  }
}
