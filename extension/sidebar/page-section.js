// @ts-check
/**
 * Shows the headings and menus of the page in front in a tree of their own, with a map or without one. Requests the
 * page's reports, and keeps what each tab showed.
 */
import { pageAddress } from '../shared/locations.js';
import { text } from '../shared/strings.js';
import { TITLES, isTitle } from './heading-rows.js';
import { linkOnPage } from './page-contents.js';
import { PageSession } from './page-session.js';
import { MOST_TABS, isReadable, websiteOf } from './state.js';
import { VirtualTree } from './virtual-tree.js';

/** @typedef {import('../shared/types.js').PageContents} PageContents */
/** @typedef {import('../shared/types.js').PageLink} PageLink */
/** @typedef {import('../shared/types.js').PageLinks} PageLinks */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** A document in a tab, without its fragment. @typedef {{tabId: number, url: string, document: string | null}} Page */
/**
 * The state of a tab on a site.
 * @typedef {{website: string, url: string, toggled: Map<string, boolean>, place: number}} Shown
 */
/**
 * @typedef {object} PageOwner
 * @property {Pick<import('../shared/background-port.js').BackgroundPort, 'request'>} port
 * @property {import('../shared/links.js').Visit} visit
 * @property {(row: Row, anchor: HTMLElement) => void} menu
 * @property {(rows: Row[]) => void} selected
 * @property {() => boolean} escape
 * @property {(title: string, isOpen: boolean) => void} titleToggled
 * @property {(title: string) => boolean} isTitleOpen
 * @property {(view: View | null) => void} drawn  receives each view; null until the page has reported
 */

/** @type {Record<string, string>} */
const PLACE_NAMES = { header: 'menuMain', aside: 'menuSide', footer: 'menuFoot' };
/** @type {PageContents} */
const NOTHING = { headings: [], menus: [], home: '', parents: [], previous: null, next: null, direction: 'ltr' };

export class PageSection {
  /** @param {HTMLElement} element @param {PageOwner} owner */
  constructor(element, owner) {
    this.owner = owner;
    this.session = new PageSession({ headings: text('pageHeadings'), menus: text('pageMenus'), menu: nameOfMenu });
    this.tree = new VirtualTree(element, {
      rows: (from, count) => this.session.rows(from, count),
      toggle: (row, open) => this.toggle(row.key, open),
      openAll: (keys) => this.openAll(keys),
      visit: owner.visit,
      menu: owner.menu,
      expand: ({ key }) => this.expand(key),
      sayCut: () => {},
      selected: owner.selected,
      countBelow: async () => ({ counts: [], most: 0 }), // menus are short
      find: (words, from) => this.session.find(words, from),
      escape: owner.escape,
      scrolled: () => {},
    });
    /** @type {Page | null} */
    this.page = null;
    this.website = '';
    this.isWanted = true;
    this.contents = NOTHING;
    /** Whether the page has reported. */
    this.isKnown = false;
    /** @type {View | null} */
    this.view = null;
    /** The place to return to, null where the rows are. @type {number | null} */
    this.place = null;
    /** The current heading, -1 for none, and whether it must still be scrolled to. */
    this.reading = { heading: -1, isNew: false };
    /** The states of other tabs, by tab, the latest last. @type {Map<number, Shown>} */
    this.tabs = new Map();
  }

  /**
   * Follow the tab in front. The headings of the page before go at once; its menus stay on the same site, until the
   * page has reported.
   * @param {TabView} tab
   */
  follow(tab) {
    const { tabId } = tab;
    const page =
      tabId !== null && isReadable(tab) ? { tabId, url: pageAddress(tab.url), document: tab.documentId } : null;
    if (JSON.stringify(page) === JSON.stringify(this.page)) return;
    const website = page ? websiteOf(tab) : '';
    if (website !== this.website) this.leave();
    this.page = page;
    if (website !== this.website) this.enter(website);
    this.session.url = page?.url ?? '';
    this.contents = { ...this.contents, headings: [], parents: [], previous: null, next: null, frame: null };
    this.isKnown = false;
    this.reading = { heading: -1, isNew: false };
    this.show();
    this.request();
  }

  /** Keep what the tab shows of its site. */
  leave() {
    const { page, session, tabs, tree, website } = this;
    if (!page) return;
    tabs.delete(page.tabId);
    tabs.set(page.tabId, { website, url: page.url, toggled: session.toggled, place: tree.place });
    if (tabs.size > MOST_TABS) tabs.delete(/** @type {number} */ (tabs.keys().next().value));
  }

  /** Show a site as this tab showed it. @param {string} website */
  enter(website) {
    const { page, tabs, tree } = this;
    const before = page ? tabs.get(page.tabId) : undefined;
    const isBefore = before?.website === website;
    this.website = website;
    this.contents = NOTHING;
    this.session.toggled = new Map(isBefore ? before.toggled : []);
    this.place = isBefore && before.url === page?.url ? before.place : 0;
    tree.selection.clear();
  }

  /** Read the page, or stop reading. @param {boolean} isWanted */
  want(isWanted) {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    this.request();
  }

  /** Make the page report, or no page. */
  async request() {
    const { page, isWanted } = this;
    const isRead = page !== null && isWanted;
    const { isReadable: isReported } = (await this.owner.port.request('outline.follow', { isWanted: isRead })) ?? {};
    if (page && isRead && !isReported) this.receive({ tabId: page.tabId, contents: NOTHING, active: -1 }, page);
  }

  /**
   * Receive the report of a page.
   * @param {import('../shared/types.js').Outline & {tabId: number}} outline
   * @param {Page | null} [page]  the one that was asked
   */
  receive({ tabId, contents, active }, page = this.page) {
    if (!page || page !== this.page || tabId !== page.tabId) return;
    this.reading = { heading: active, isNew: active !== this.reading.heading };
    if (!contents) return this.mark();
    this.contents = contents;
    this.isKnown = true;
    this.tree.element.dir = contents.direction ?? '';
    this.show();
  }

  /** @param {string} filter */
  filterBy(filter) {
    if (filter === this.session.filter) return;
    this.session.filter = filter;
    this.draw(this.session.draw());
  }

  /** @param {string} key @param {boolean} open */
  toggle(key, open) {
    if (isTitle(key)) this.owner.titleToggled(key, open);
    return this.draw(this.session.toggle(key, open));
  }

  /** Open branches; return by how many rows each has grown. @param {string[]} keys */
  async openAll(keys) {
    let total = this.session.shown.length;
    const grown = keys.map((key) => {
      const before = total;
      total = this.session.toggle(key, true).total;
      return total - before;
    });
    await this.draw(this.session.draw());
    return grown;
  }

  /** Open a branch with all its descendants, or all branches. @param {string | null} key */
  expand(key) {
    return this.draw(this.session.expand(key));
  }

  /** Close all branches. */
  collapse() {
    return this.draw(this.session.collapse());
  }

  /** Show the contents, with the titles open or closed as the reader has left them. */
  show() {
    for (const title of Object.values(TITLES)) this.session.toggled.set(title, this.owner.isTitleOpen(title));
    return this.draw(this.session.show(this.contents));
  }

  /** @param {View} view */
  async draw(view) {
    this.view = this.isKnown ? view : null;
    this.owner.drawn(this.view);
    const { place } = this;
    if (!(await this.tree.show(view, { place, filter: this.session.filter }))) return;
    if (this.isKnown) this.place = null;
    this.mark();
  }

  /** Mark the current heading, and scroll to it when it changes. */
  mark() {
    const { heading, isNew } = this.reading;
    const row = heading < 0 ? null : this.session.rowOfHeading(heading);
    this.tree.mark({ heading: row?.key ?? '' });
    if (!row || !isNew) return;
    this.tree.keepInView(row.index);
    this.reading = { heading, isNew: false };
  }

  /** Whether the content or a menu of the page is in a frame. */
  get isFramed() {
    return (this.contents.frame ?? null) !== null;
  }

  /** @param {number} index @returns {{name: string, url?: string}} */
  heading(index) {
    return this.contents.headings[index] ?? { name: '' };
  }

  /** The links that the page names; after a change of the page, its home only. @returns {PageLinks} */
  get links() {
    const url = this.page?.url ?? '';
    const { home, parents = [], previous = null, next = null, direction } = this.contents;
    const own = (/** @type {PageLink} */ link) => ({ ...link, url: linkOnPage(link.url, url) });
    return {
      home: linkOnPage(home, url),
      parents: parents.map(own),
      previous: previous && own(this.named(previous, 'previous')),
      next: next && own(this.named(next, 'next')),
      direction,
    };
  }

  /**
   * Return a neighbour of the page with the name that a menu gives it, or a word, if it has none.
   * @param {PageLink} link
   * @param {'previous' | 'next'} word
   */
  named(link, word) {
    if (link.name) return link;
    const entry = this.contents.menus.flatMap(({ entries }) => entries).find(({ url }) => url === link.url);
    return { ...link, name: entry?.name ?? text(word) };
  }
}

/**
 * Return the name of a menu to which the page gives none.
 * @param {string} place
 * @param {number} number  among those there
 */
function nameOfMenu(place, number) {
  const name = text(PLACE_NAMES[place] ?? 'menuOther');
  return number === 1 ? name : `${name} ${number.toLocaleString(text('languageTag'))}`;
}
