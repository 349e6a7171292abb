// @ts-check
/** Runs the commands of a row's menu and reports the results. Requests optional permissions when they are needed. */
import { RequestError } from '../shared/background-port.js';
import { api, containersBeside, mayOpenPrivately } from '../shared/browser.js';
import { copy } from '../shared/link-data.js';
import { isolated, nameOf } from '../shared/links.js';
import { isWeb, safeLocation } from '../shared/locations.js';
import { problemText } from '../shared/message.js';
import { text } from '../shared/strings.js';
import { isOfPage } from './page-contents.js';
import { commandsOf, openRowMenu } from './row-menu.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').Disposition} Disposition */
/** @typedef {import('./notice.js').Notice} Notice */
/**
 * @typedef {object} RowOwner
 * @property {Pick<import('../shared/background-port.js').BackgroundPort, 'request' | 'tabId'>} port
 * @property {() => string} site  the host's id of the current map
 * @property {() => string} sitemap  the current map's address, whichever host reads it
 * @property {(key: string) => Row[]} below  the children of one of the page's own rows
 * @property {() => readonly string[]} hidden
 * @property {() => boolean} isFiltered
 * @property {(row: Row) => void} select  selects or deselects a row
 * @property {number} windowId
 * @property {import('../shared/links.js').Visit} visit
 * @property {(event: import('./state.js').Event) => void} dispatch
 * @property {(key: string | null) => void} expand  opens a branch with all its descendants, or all branches
 * @property {(key: string | null) => void} collapse  closes a branch, or all of them
 * @property {(words: string) => Promise<boolean>} confirm
 */

/** Opening more tabs needs a confirmation … */
const CONFIRMED_ABOVE = 10;
/** … and more than these are never opened: each is a page of its own. */
const MOST_OPENED = 50;
/** Rows in one request. */
const AT_ONCE = 100;
/** Rows without an address are not pages; the search for pages among them ends here. */
const MOST_LOOKED_AT = 1_000;

export class RowCommands {
  /** @param {RowOwner} owner @param {Notice} notice */
  constructor(owner, notice) {
    this.owner = owner;
    this.notice = notice;
    /** The tab and page for which `places` was determined. */
    this.page = '';
    /** The row over which the browser's own menu was last opened; null if there was none. @type {Row | null} */
    this.pointed = null;
    /** Whether private windows may be opened, and the available containers. */
    this.places = { mayOpenPrivately: false, containers: /** @type {import('./row-menu.js').Container[]} */ ([]) };
    /** The sitemap whose branch was hidden last, and a function that ends the line which offers to undo this. */
    this.hiding = { sitemap: '', end: () => {} };
  }

  /**
   * Follow a change of the page or tab: it may be in another container or have another map.
   * @param {Pick<import('../shared/types.js').TabView, 'tabId' | 'url' | 'state' | 'sitemap'>} tab
   */
  follow({ tabId, url, state, sitemap }) {
    if (state !== 'loading' && sitemap !== this.hiding.sitemap) this.hiding.end();
    const page = `${tabId} ${url}`;
    if (page === this.page) return;
    this.page = page;
    this.prepare();
  }

  /** Determine where rows can be opened, before a menu is opened: it must respond to keys at once. */
  async prepare() {
    const [tab] = await api.tabs.query({ active: true, windowId: this.owner.windowId });
    const [isAllowed, containers] = await Promise.all([mayOpenPrivately(), tab ? containersBeside(tab) : []]);
    this.places = { mayOpenPrivately: isAllowed, containers };
  }

  /** @param {Row} row @param {HTMLElement} anchor */
  openMenu(row, anchor) {
    openRowMenu(row, anchor, { ...this.places, isFiltered: this.owner.isFiltered() }, this, this.owner.visit);
    this.prepare();
  }

  /** Record the row over which the browser's own menu opens, or null. @param {Row | null} row */
  point(row) {
    this.pointed = row;
    this.owner.port.request('ui.menu', {}).catch(() => {});
  }

  /** Run a command of that menu, for its row or for the whole list. @param {string} name */
  run(name) {
    const { pointed: row } = this;
    if (!row && name === 'expand') return this.owner.expand(null);
    if (!row && name === 'collapse') return this.owner.collapse(null);
    const isOffered =
      row !== null &&
      commandsOf(row, { ...this.places, isFiltered: this.owner.isFiltered() })
        .flat()
        .some((offered) => offered === name);
    if (!isOffered) return this.notice.say(text('rowCommandNone'));
    /** @type {Record<string, (row: Row) => unknown>} */
    const actions = {
      expand: this.expand,
      collapse: this.collapse,
      'open-pages': this.openPages,
      select: this.select,
      hide: this.hide,
    };
    return void actions[name]?.call(this, row);
  }

  /** @param {Row} row @param {Disposition} disposition @param {string} [container] */
  open(row, disposition, container) {
    return this.request(() => this.lead(row, disposition, container ?? null));
  }

  /**
   * Navigate to a row's page; the host resolves rows of a map.
   * @param {Row} row
   * @param {Disposition} disposition
   * @param {string | null} container
   * @param {number | null} [tabId]  the tab that shows the map
   */
  lead({ key, location }, disposition, container, tabId) {
    if (isOfPage(key))
      return this.owner.port.request('page.visit', { url: location ?? '', disposition, container }, tabId);
    return this.owner.port.request('visit', { key, via: 'tree', disposition, container }, tabId);
  }

  /** @param {Row} row @param {import('../shared/link-data.js').Form} form */
  async copy(row, form) {
    await this.copySelected([row], form);
  }

  /** @param {Row[]} rows @param {import('../shared/link-data.js').Form} form */
  async copySelected(rows, form) {
    const links = rows
      .flatMap((row) => ({ name: nameOf(row), url: safeLocation(row.location) ?? '' }))
      .filter(({ url }) => url);
    if (links.length === 0) return;
    await copy(form, ...links);
    this.notice.say(text('copiedText'));
  }

  /** Open selected rows in background tabs; asks above ten. @param {Row[]} rows */
  openSelected(rows) {
    return this.request(() => this.openInTabs(rows, (count) => text('openSelectedAsk', count)));
  }

  /** @param {Row} row */
  select(row) {
    this.owner.select(row);
  }

  /** @param {Row} row */
  expand({ key }) {
    this.owner.expand(key);
  }

  /** @param {Row} row */
  collapse({ key }) {
    this.owner.collapse(key);
  }

  /** @param {Row} row */
  hide(row) {
    const { owner } = this;
    const [before, sitemap] = [owner.hidden(), owner.sitemap()];
    owner.dispatch({ type: 'hide-requested', hidden: [...before, row.key] });
    const end = this.notice.say(text('branchHidden', isolated(nameOf(row))), () => {
      // The tab in front may be loading another map, which has its own list.
      if (owner.sitemap() === sitemap) owner.dispatch({ type: 'hide-requested', hidden: before });
    });
    this.hiding = { sitemap, end };
  }

  /** Open the pages directly below a row in background tabs; asks above ten. @param {Row} row */
  async openPages(row) {
    const { tabId } = this.owner.port;
    await this.request(async () => {
      const pages = await this.pagesBelow(row);
      if (pages.length === 0) return this.notice.say(text('openPagesNone'));
      return this.openInTabs(pages, (count) => text('openPagesAsk', count, isolated(nameOf(row))), tabId);
    });
  }

  /**
   * @param {Row[]} pages
   * @param {(count: number) => string} questionFor
   * @param {number | null} [tabId]  the tab that shows their map
   */
  async openInTabs(pages, questionFor, tabId = this.owner.port.tabId) {
    const count = Math.min(pages.length, MOST_OPENED);
    if (pages.length > CONFIRMED_ABOVE && !(await this.owner.confirm(questionFor(count)))) return;
    // One after the other, to keep their order; meanwhile the reader may switch to a tab with another map.
    for (const page of pages.slice(0, MOST_OPENED)) await this.lead(page, 'background-tab', null, tabId);
    if (pages.length > MOST_OPENED) this.notice.say(text('openPagesCut', count));
  }

  /** @param {Row} row @returns {Promise<Row[]>} up to the bound, and one more */
  async pagesBelow({ key }) {
    if (isOfPage(key)) return this.owner.below(key).filter(({ location }) => isWeb(location));
    /** @type {Row[]} */
    const pages = [];
    const site = this.owner.site();
    for (let from = 0, total = 1; from < total && pages.length <= MOST_OPENED; ) {
      const page = await this.owner.port.request('menu', { site, key, from, count: AT_ONCE });
      if (page.entries.length === 0) break;
      pages.push(...page.entries.filter(({ location }) => isWeb(location)));
      total = Math.min(page.total, MOST_LOOKED_AT);
      from += page.entries.length;
    }
    return pages;
  }

  /**
   * Bookmark a row. Requests the permission before any await, after which browsers drop the user gesture.
   * @param {Row} row
   */
  async bookmark(row) {
    const allowed = api.permissions.request({ permissions: ['bookmarks'] });
    const url = safeLocation(row.location);
    if (!(await allowed) || url === null) return this.notice.say(text('bookmarkRefused'));
    const { id } = await api.bookmarks.create({ title: nameOf(row), url });
    return this.notice.say(text('bookmarked'), () => {
      api.bookmarks.remove(id);
    });
  }

  /** @param {() => Promise<unknown>} act */
  async request(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.notice.say(text('requestFailed', problemText(error)));
    }
  }
}
