// @ts-check
/**
 * Shows the pages that changed since the reader's previous visit: as a list over the map, and as dots in the tree until
 * they are opened. Off until the reader turns it on, for a site or for all. Records visits only while the sidebar is
 * open, never in private windows and containers, and on this computer only. The list comes from files that the map has
 * anyway; nothing is requested for it.
 */
import { RequestError } from '../shared/background-port.js';
import { nodeLink } from '../shared/links.js';
import { byId, hide, keepFocus } from '../shared/redraw.js';
import { forgetVisits, readVisits, writeSettings, writeVisits } from '../shared/settings.js';
import { text } from '../shared/strings.js';
import { NO_VISITS, comparable, isOpened, openPage, showPage } from '../shared/visit-times.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/protocol.js').NewPage} NewPage */
/** @typedef {import('../shared/protocol.js').NewPages} List */
/**
 * @typedef {object} NewPagesOwner
 * @property {Pick<import('../shared/background-port.js').BackgroundPort, 'request'>} port
 * @property {import('../shared/links.js').Visit} visit
 * @property {(addresses: ReadonlySet<string>) => void} mark  shows which pages are new and not opened
 * @property {() => number} now
 */

/** @type {List} */
const NOTHING = { pages: [], total: 0, dates: 'usable' };

export class NewPages {
  /** @param {NewPagesOwner} owner */
  constructor(owner) {
    this.owner = owner;
    this.isForAll = false;
    /** The map in view, if its visits may be recorded; '' for none. */
    this.sitemap = '';
    /** @type {TabView | null} */
    this.tab = null;
    this.visits = NO_VISITS;
    this.list = NOTHING;
    /** Addresses of new pages that were not opened, `comparable`. @type {ReadonlySet<string>} */
    this.fresh = new Set();
    /** The map, as far as it was read, and the previous visit: the list depends on both. */
    this.listed = '';
    /** Changes in sequence: each reads the result of the previous one. @type {Promise<void>} */
    this.last = Promise.resolve();
    byId('new-close').addEventListener('click', () => this.close());
    byId('new-open').addEventListener('click', () => this.open(byId('new-open')));
    byId('new-site').addEventListener('click', () => this.turn(!this.isOn, false));
    byId('new-all').addEventListener('click', () => this.turn(true, true));
    byId('new').addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // Firefox would stop the page that the reader has just opened from the list
      this.close();
    });
  }

  /** Whether the reader has turned this on, for this site or for all. */
  get isOn() {
    return this.isForAll || this.visits.isOn === true;
  }

  /** The new pages that were not opened. */
  get unopened() {
    return this.list.pages.filter((page) => !isOpened(this.visits, page));
  }

  /** @param {boolean} isForAll */
  want(isForAll) {
    if (isForAll === this.isForAll) return;
    this.isForAll = isForAll;
    this.follow(this.tab);
  }

  /** Record that a page is in view, and list the new pages of its map. @param {TabView | null} tab */
  follow(tab) {
    this.tab = tab;
    this.last = this.last.catch(() => {}).then(() => this.read());
  }

  /** Read what is stored again: another window, or the options page, has changed it. */
  refresh() {
    if (this.sitemap) this.follow(this.tab);
  }

  async read() {
    const { tab } = this;
    if (!tab) return;
    const { state, site, jar, isPinned, url } = tab;
    this.sitemap = state === 'ready' && site && !jar ? site.sitemap : '';
    const before = this.sitemap ? await readVisits(this.sitemap) : NO_VISITS;
    this.visits = before;
    if (this.sitemap && this.isOn) {
      this.visits = isPinned ? before : showPage(before, this.owner.now());
      if (this.visits !== before) await writeVisits(this.sitemap, this.visits);
      await this.readList(tab);
      const shown = this.list.pages.find((page) => comparable(page.location) === comparable(url));
      if (shown) await this.recordOpened(shown);
    } else {
      this.list = NOTHING;
      this.listed = '';
    }
    this.draw();
  }

  /**
   * Read the list, unless the map and the previous visit are those of the last time. A map that is loading, or loading
   * again, is read once it has arrived: each of a thousand files would have all dates compared again.
   * @param {TabView} tab
   */
  async readList({ site, generation }) {
    if (!site) return;
    const { previous } = this.visits;
    const map = `${generation} ${site.site} ${previous} `;
    if (!this.listed.startsWith(map)) this.list = NOTHING;
    if (previous === 0 || site.state === 'loading' || !this.listed.startsWith(map)) this.listed = map;
    const wanted = map + JSON.stringify([site.state, site.counts]);
    if (previous === 0 || site.state === 'loading' || wanted === this.listed) return;
    this.listed = wanted;
    try {
      this.list = await this.owner.port.request('site.news', {
        site: site.site,
        since: previous,
        now: this.owner.now(),
      });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.listed = map; // the map is gone, and is asked again once it is back
    }
  }

  /**
   * Turn this on or off. Turned off, the stored visits are deleted.
   * @param {boolean} isOn
   * @param {boolean} isForAll
   */
  async turn(isOn, isForAll) {
    const { sitemap } = this;
    if (isOn && isForAll) await writeSettings({ newPages: true });
    else if (isOn) await writeVisits(sitemap, { ...this.visits, isOn: true });
    else {
      if (this.isForAll) await writeSettings({ newPages: false });
      await forgetVisits(this.isForAll ? undefined : (address) => address === sitemap);
    }
    if (isForAll || this.isForAll) this.isForAll = isOn;
    this.follow(this.tab);
    await this.last;
    byId('new-close').focus();
  }

  /** Open the list over the map. @param {HTMLElement} opener  gets the focus back */
  open(opener) {
    this.opener = opener;
    byId('new').hidden = false;
    byId('map').inert = true; // it is covered
    byId('new-close').focus();
    this.draw();
  }

  close() {
    if (byId('new').hidden) return;
    byId('map').inert = false;
    hide(byId('new'), true, this.opener?.checkVisibility() ? this.opener : byId('more'));
  }

  draw() {
    const { unopened } = this;
    const count = unopened.length.toLocaleString(text('languageTag'));
    const fresh = unopened.map(({ location }) => comparable(location));
    // Sets are compared by identity, and a new one has all rows drawn again.
    if (`${fresh}` !== `${[...this.fresh]}`) {
      this.fresh = new Set(fresh);
      this.owner.mark(this.fresh);
    }
    const button = byId('new-open');
    hide(button, unopened.length === 0, byId('more'));
    byId('new-number').textContent = count;
    button.title = text('newOpenSome', count);
    button.setAttribute('aria-label', button.title);
    if (!this.tab?.site) this.close();
    if (byId('new').hidden) return;
    byId('new-count').textContent = this.list.pages.length ? this.list.total.toLocaleString(text('languageTag')) : '';
    const words = this.words();
    // Set again, it would be read aloud again.
    if (byId('new-text').textContent !== words) byId('new-text').textContent = words;
    byId('new-rest').hidden = this.list.total <= this.list.pages.length;
    byId('new-rest').textContent = text('newRest', this.list.pages.length, this.list.total);
    keepFocus(byId('new-pages'), () => byId('new-pages').replaceChildren(...this.list.pages.map(this.entry, this)));
    byId('new-site').hidden = !this.sitemap;
    byId('new-site').textContent = text(this.isForAll ? 'newOffAll' : this.isOn ? 'newOffSite' : 'newOnSite');
    byId('new-all').hidden = !this.sitemap || this.isForAll;
  }

  /** Return the sentence above the list. */
  words() {
    const { previous, start } = this.visits;
    if (!this.sitemap) return text('newPrivate');
    if (!this.isOn) return text('newOff');
    if (previous === 0) return text('newFirst', timeText(start));
    if (this.list.dates === 'none') return text('newNoDates');
    if (this.list.dates === 'alike') return text('newAlike');
    return text(this.list.pages.length ? 'newSince' : 'newNone', timeText(previous));
  }

  /** @param {NewPage} page */
  entry(page) {
    const line = document.createElement('li');
    const isNew = !isOpened(this.visits, page);
    const visit = (/** @type {Parameters<import('../shared/links.js').Visit>} */ ...parameters) => {
      this.owner.visit(...parameters);
      this.opened(page);
    };
    const link = nodeLink(page, { key: page.key, via: 'tree' }, visit);
    line.classList.toggle('fresh', isNew);
    if (isNew) link.setAttribute('aria-description', text('newPage'));
    const about = document.createElement('small');
    const time = document.createElement('time');
    time.textContent = dateText(page);
    time.dateTime = new Date(page.changed).toISOString().slice(0, page.is_day ? 10 : undefined);
    const trail = document.createElement('bdi');
    trail.textContent = page.trail.join(' › ');
    about.append(time, ...(page.trail.length ? [' · ', trail] : []));
    line.append(link, about);
    return line;
  }

  /** Record that the reader opened a page from the list, in whichever tab. @param {NewPage} page */
  opened(page) {
    const { sitemap } = this;
    this.last = this.last
      .catch(() => {})
      .then(async () => {
        if (!sitemap || sitemap !== this.sitemap) return;
        await this.recordOpened(page);
        this.draw();
      });
  }

  /** @param {NewPage} page */
  async recordOpened(page) {
    const before = await readVisits(this.sitemap); // another window may have recorded others, or forgotten the site
    this.visits = before.start === 0 ? before : openPage(before, page);
    if (this.visits !== before) await writeVisits(this.sitemap, this.visits);
  }
}

/** Return a moment in the reader's language and time zone. @param {number} time */
function timeText(time) {
  return new Intl.DateTimeFormat(text('languageTag'), { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** Return the day of a change; one that was stated as a day is the same in every time zone. @param {NewPage} page */
function dateText({ changed, is_day: isDay }) {
  const zone = isDay ? { timeZone: 'UTC' } : {};
  return new Intl.DateTimeFormat(text('languageTag'), { dateStyle: 'medium', ...zone }).format(changed);
}
