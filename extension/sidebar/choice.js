// @ts-check
/** The reader's choice of a sitemap in the sidebar: making it, changing it, forgetting it and undoing that. */
import { webOrigin } from '../shared/locations.js';
import { command, openMenu } from '../shared/menu.js';
import { byId, hide } from '../shared/redraw.js';
import { SitemapPicker } from '../shared/sitemap-picker.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/background-port.js').BackgroundPort['request']} Request */

export class Choice {
  /** @param {Request} request @param {() => void} redraw  draws the message anew @param {import('./notice.js').Notice} notice */
  constructor(request, redraw, notice) {
    this.request = request;
    this.redraw = redraw;
    this.notice = notice;
    /** @type {TabView | null} */
    this.tab = null;
    /** The choice that was forgotten just now, as long as its site is on view. @type {{origin: string, sitemap: string} | null} */
    this.removed = null;
    /** The site whose one sitemap was shown without a choice just now, by its origin; '' for none. */
    this.made = '';
    /** Why there was no list of a site to choose, by its origin, as long as the site is on view. @type {{origin: string, words: string} | null} */
    this.missing = null;
    /** Sites of which it was said that their sitemap was found by ourselves. @type {Set<string>} */
    this.said = new Set();
    /** What had the focus when the picker was opened. @type {HTMLElement | null} */
    this.opener = null;
    this.button = byId('choice');
    this.button.addEventListener('click', () => this.offer());
    this.picker = new SitemapPicker(byId('picker'), {
      suggest: () => request('suggest', {}),
      choose: (origin, sitemap) => this.choose(origin, sitemap),
      closed: () => this.returnFocus(),
      made: (origin) => this.offerUndo(origin),
      nothing: (origin, words) => {
        this.missing = { origin, words };
        this.redraw();
      },
    });
  }

  /** Follows the tab in front. @param {TabView} tab */
  show(tab) {
    this.tab = tab;
    this.picker.follow(tab);
    if (this.removed?.origin !== webOrigin(tab.url)) this.removed = null;
    if (this.missing?.origin !== webOrigin(tab.url)) this.missing = null;
    if (this.made !== webOrigin(tab.url)) this.endNotice();
    this.sayFound(tab);
  }

  /** The button for what is chosen; when that is forgotten, the focus goes to what undoes it. @param {TabView} tab */
  drawButton({ rule }) {
    hide(this.button, rule !== 'user', byId('message').querySelector('.forgotten button') ?? byId('options'));
  }

  /** What can be undone where a tab has nothing to show. @returns {import('../shared/message.js').Forgotten | null} */
  get forgotten() {
    const { removed } = this;
    return removed && { sitemap: removed.sitemap, undo: () => { this.choose(removed.origin, removed.sitemap); } };
  }

  /** Opens the picker over the map or the message. @param {boolean} [isAddress]  only for an address, without asking the site */
  open(isAddress = false) {
    if (!this.tab) return;
    this.opener = /** @type {HTMLElement} */ (document.activeElement);
    this.cover(true);
    if (isAddress) this.picker.openAddress(this.tab);
    else this.picker.open(this.tab);
  }

  /** @param {boolean} isCovered  what lies below is out of reach */
  cover(isCovered) {
    byId('map').inert = byId('message').inert = isCovered;
  }

  /** After the picker, the focus goes back to where it came from, or to what has come in its place. */
  returnFocus() {
    const hadFocus = byId('picker').contains(document.activeElement);
    this.cover(false);
    const message = byId('message');
    const opener = this.opener?.isConnected && this.opener.checkVisibility() ? this.opener : message.querySelector('[data-choose]');
    if (hadFocus) /** @type {HTMLElement} */ (opener ?? (message.hidden ? byId('tree') : message)).focus();
  }

  /** The menu of the button: another choice, or none. */
  offer() {
    const other = command(text('askOther'), () => { this.button.focus(); this.open(); });
    const none = command(text('choiceForget'), () => this.forget());
    openMenu(this.button, text('choiceButton'), [other, none]);
  }

  /** Says what is shown, and how to have it go again: as long as the site is on view. @param {string} origin @param {string} [words] */
  offerUndo(origin, words = text('choiceMade')) {
    this.made = origin;
    this.notice.say(words, () => this.forget(), true);
  }

  /** Says once of a site that its sitemap was found by ourselves. @param {TabView} tab */
  sayFound({ look, state, url }) {
    const origin = webOrigin(url);
    if (look !== 'found' || state !== 'ready' || origin === null || this.said.has(origin)) return;
    this.said.add(origin);
    this.offerUndo(origin, text('choiceFound'));
  }

  endNotice() {
    if (this.made) this.notice.end();
    this.made = '';
  }

  async forget() {
    this.endNotice();
    const origin = this.tab && webOrigin(this.tab.url);
    if (!origin) return;
    const { before } = await this.request('choose', { origin, sitemap: null });
    this.removed = before ? { origin, sitemap: before } : null;
    this.redraw();
  }

  /** @param {string} origin @param {string} sitemap */
  async choose(origin, sitemap) {
    await this.request('choose', { origin, sitemap });
    this.removed = null;
  }
}
