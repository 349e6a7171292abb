// @ts-check
/** Does what the menu of a row offers, and says what came of it. What is rarely allowed is asked for when it is wanted. */
import { RequestError } from '../shared/background-port.js';
import { api, containersBeside, mayOpenPrivately } from '../shared/browser.js';
import { copy } from '../shared/link-data.js';
import { isolated, nameOf } from '../shared/links.js';
import { isWeb, safeLocation } from '../shared/locations.js';
import { problemText } from '../shared/message.js';
import { text } from '../shared/strings.js';
import { openRowMenu } from './row-menu.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').Disposition} Disposition */
/** @typedef {import('./notice.js').Notice} Notice */
/**
 * @typedef {object} RowOwner
 * @property {Pick<import('../shared/background-port.js').BackgroundPort, 'request'>} port
 * @property {() => string} site  the host's id of the map on view
 * @property {() => readonly string[]} hidden
 * @property {() => boolean} isFiltered
 * @property {number} windowId
 * @property {import('../shared/links.js').Visit} visit
 * @property {(event: import('./state.js').Event) => void} dispatch
 * @property {(words: string) => Promise<boolean>} confirm
 */

/** More tabs than that are opened only after a question … */
const CONFIRMED_ABOVE = 10;
/** … and more than these not at all: each is a page of its own. */
const MOST_OPENED = 50;
/** Rows of a request. */
const AT_ONCE = 100;
/** Rows without an address are no pages: among more of them nobody looks for fifty. */
const MOST_LOOKED_AT = 1_000;

export class RowCommands {
  /** @param {RowOwner} owner @param {Notice} notice */
  constructor(owner, notice) {
    this.owner = owner;
    this.notice = notice;
    /** The tab and page that this was found out for. */
    this.page = '';
    /** Whether private windows may be opened, and which containers there are. */
    this.places = { mayOpenPrivately: false, containers: /** @type {import('./row-menu.js').Container[]} */ ([]) };
  }

  /** Another page is on view, or another tab: it may be in another container. @param {Pick<import('../shared/types.js').TabView, 'tabId' | 'url'>} tab */
  follow({ tabId, url }) {
    const page = `${tabId} ${url}`;
    if (page === this.page) return;
    this.page = page;
    this.prepare();
  }

  /** Finds out where rows can be opened, before a menu is: keys that follow one another at once are meant for it. */
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

  /** @param {Row} row @param {Disposition} disposition @param {string} [container] */
  open(row, disposition, container) {
    return this.request(() => this.owner.port.request('visit', { key: row.key, via: 'tree', disposition, container: container ?? null }));
  }

  /** @param {Row} row @param {import('../shared/link-data.js').Form} form */
  async copy(row, form) {
    const url = safeLocation(row.location);
    if (url === null) return;
    await copy(form, { name: nameOf(row), url });
    this.notice.say(text('copiedText'));
  }

  /** @param {Row} row */
  expand({ key }) {
    this.owner.dispatch({ type: 'expand-requested', key });
  }

  /** @param {Row} row */
  collapse({ key }) {
    this.owner.dispatch({ type: 'branch-toggled', key, open: false });
  }

  /** @param {Row} row */
  hide(row) {
    const before = this.owner.hidden();
    this.owner.dispatch({ type: 'hide-requested', hidden: [...before, row.key] });
    this.notice.say(text('branchHidden', isolated(nameOf(row))), () => this.owner.dispatch({ type: 'hide-requested', hidden: before }));
  }

  /** Opens the pages right below a row, in tabs behind this one; above ten it asks. @param {Row} row */
  async openPages(row) {
    await this.request(async () => {
      const pages = await this.pagesBelow(row);
      const count = Math.min(pages.length, MOST_OPENED);
      if (count === 0) return this.notice.say(text('openPagesNone'));
      if (pages.length > CONFIRMED_ABOVE && !await this.owner.confirm(text('openPagesAsk', count, isolated(nameOf(row))))) return undefined;
      // One after the other, so that they stand in their order.
      for (const { key } of pages.slice(0, MOST_OPENED)) await this.owner.port.request('visit', { key, via: 'tree', disposition: 'background-tab', container: null });
      if (pages.length > MOST_OPENED) this.notice.say(text('openPagesCut', count));
      return undefined;
    });
  }

  /** @param {Row} row @returns {Promise<Row[]>} as many as there is a bound for, and one more */
  async pagesBelow({ key }) {
    /** @type {Row[]} */
    const pages = [];
    for (let from = 0, total = 1; from < total && pages.length <= MOST_OPENED;) {
      const page = await this.owner.port.request('menu', { site: this.owner.site(), key, from, count: AT_ONCE });
      if (page.entries.length === 0) break;
      pages.push(...page.entries.filter(({ location }) => isWeb(location)));
      total = Math.min(page.total, MOST_LOOKED_AT);
      from += page.entries.length;
    }
    return pages;
  }

  /** Asks for the permission first thing, before any await: browsers forget the gesture after one. @param {Row} row */
  async bookmark(row) {
    const allowed = api.permissions.request({ permissions: ['bookmarks'] });
    const url = safeLocation(row.location);
    if (!await allowed || url === null) return this.notice.say(text('bookmarkRefused'));
    const { id } = await api.bookmarks.create({ title: nameOf(row), url });
    return this.notice.say(text('bookmarked'), () => { api.bookmarks.remove(id); });
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
