// @ts-check
/**
 * Records the pages of a map that the reader has visited, if the reader has turned this on. Records only while the
 * sidebar is open, and never in private windows and containers. Stored on this computer only, and deleted with the
 * site's cookies, by a reset, and when the setting is turned off.
 */
import { isWeb, pageAddress, withoutLogin } from '../shared/locations.js';
import { forgetVisited, readVisited, writeVisited } from '../shared/settings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */

export class VisitedPages {
  /** @param {(addresses: ReadonlySet<string>) => void} show */
  constructor(show) {
    this.show = show;
    this.isWanted = false;
    /** The sitemap of these pages, '' for none. */
    this.sitemap = '';
    /** A new set after each change, since sets are compared by identity. @type {ReadonlySet<string>} */
    this.pages = new Set();
    /** The current tab, to be recorded when the setting is turned on. @type {TabView | null} */
    this.tab = null;
    /** Changes in sequence: each reads the result of the previous one. @type {Promise<void>} */
    this.last = Promise.resolve();
  }

  /** @param {boolean} isWanted */
  want(isWanted) {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    if (isWanted) this.follow(this.tab);
    else {
      this.forget();
      // A page that is being recorded would be stored after the settings page has deleted the record.
      this.last = this.last.catch(() => {}).then(() => (this.isWanted ? undefined : forgetVisited()));
    }
  }

  /** Record the page of a tab if it is in the map. @param {TabView | null} tab */
  follow(tab) {
    this.tab = tab;
    if (!this.isWanted || !tab) return;
    this.last = this.last.catch(() => {}).then(() => this.record(tab));
  }

  /** @param {TabView} tab */
  async record({ state, site, url, jar }) {
    const sitemap = state === 'ready' && site && !jar ? site.sitemap : '';
    if (sitemap !== this.sitemap) {
      this.pages = new Set(sitemap ? await readVisited(sitemap) : []);
      this.sitemap = sitemap;
    }
    if (!this.isWanted) return this.forget();
    const page = withoutLogin(pageAddress(url));
    if (sitemap && isWeb(page) && !this.pages.has(page)) {
      // Read again: the sidebar of another window may have recorded other pages.
      this.pages = new Set([...(await readVisited(sitemap)), page]);
      await writeVisited(sitemap, [...this.pages]);
    }
    if (this.isWanted) this.show(this.pages);
  }

  /** Forget all pages. */
  forget() {
    this.sitemap = '';
    this.pages = new Set();
    this.show(this.pages);
  }
}
