// @ts-check
/** Handles the reader's choice of a sitemap in the sidebar: making, changing and removing it, and undoing that. */
import { webOrigin } from '../shared/locations.js';
import { command, openMenu } from '../shared/menu.js';
import { byId, hide } from '../shared/redraw.js';
import { SitemapPicker } from '../shared/sitemap-picker.js';
import { text } from '../shared/strings.js';
import { rowsInView } from './sections.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/background-port.js').BackgroundPort['request']} Request */

export class Choice {
  /**
   * @param {Request} request
   * @param {() => void} redraw  redraws the message
   * @param {import('./notice.js').Notice} notice
   * @param {Pick<import('./problems.js').Problems, 'close'>} problems  also over the map
   */
  constructor(request, redraw, notice, problems) {
    this.request = request;
    this.redraw = redraw;
    this.notice = notice;
    this.problems = problems;
    /** @type {TabView | null} */
    this.tab = null;
    /** The choice that was just removed, while its site is shown. @type {{origin: string, sitemap: string} | null} */
    this.removed = null;
    /** The site whose list was chosen without a question and may not be read yet, by its origin; '' for none. */
    this.awaited = '';
    /** The site whose list was just shown without a question, by its origin; '' for none. */
    this.made = '';
    /**
     * The reason why a site had no list to choose, by its origin, while the site is shown.
     * @type {{origin: string, words: string} | null}
     */
    this.missing = null;
    /** Fetches the names of the visible rows. @type {(() => void) | null} */
    this.fetchNames = null;
    /** Origins whose automatically found sitemap was announced. @type {Set<string>} */
    this.said = new Set();
    /** The focused element when the picker was opened. @type {HTMLElement | null} */
    this.opener = null;
    this.button = byId('choice');
    this.button.addEventListener('click', () => this.offer());
    this.picker = new SitemapPicker(byId('picker'), {
      suggest: () => request('suggest', {}),
      choose: (origin, sitemap) => this.choose(origin, sitemap),
      closed: () => this.returnFocus(),
      made: (origin) => {
        this.awaited = origin;
        if (this.tab) this.sayMade(this.tab);
      },
      nothing: (origin, words) => {
        this.missing = { origin, words };
        this.redraw();
      },
    });
  }

  /** Follow the tab in front. @param {TabView} tab */
  show(tab) {
    this.tab = tab;
    this.picker.follow(tab);
    if (this.removed?.origin !== webOrigin(tab.url)) this.removed = null;
    if (this.missing?.origin !== webOrigin(tab.url)) this.missing = null;
    if (this.made !== webOrigin(tab.url)) this.endNotice();
    if (this.awaited !== webOrigin(tab.url)) this.awaited = '';
    this.sayMade(tab);
    this.sayFound(tab);
  }

  /**
   * Draw the button for the choice. When the choice is removed, the focus moves to the undo button.
   * @param {TabView} tab
   */
  drawButton({ rule }) {
    hide(this.button, rule !== 'user', byId('message').querySelector('.forgotten button') ?? byId('options'));
  }

  /**
   * The removed choice and how to undo it, for a tab without a map.
   * @returns {import('../shared/message.js').ForgottenChoice | null}
   */
  get forgotten() {
    const { removed } = this;
    return (
      removed && {
        sitemap: removed.sitemap,
        undo: () => {
          this.choose(removed.origin, removed.sitemap);
        },
      }
    );
  }

  /**
   * Open the picker over the map or the message.
   * @param {boolean} [isAddress]  whether to offer only a field, without asking the site
   */
  open(isAddress = false) {
    if (!this.tab) return;
    this.problems.close();
    this.opener = /** @type {HTMLElement} */ (document.activeElement);
    this.cover(true);
    if (isAddress) this.picker.openAddress(this.tab);
    else this.picker.open(this.tab);
  }

  /** @param {boolean} isCovered  whether the content below is inert */
  cover(isCovered) {
    byId('map').inert = byId('message').inert = isCovered;
  }

  /** Return the focus to the opener after the picker closes, or to the element that replaced it. */
  returnFocus() {
    const hadFocus = byId('picker').contains(document.activeElement);
    this.cover(false);
    const message = byId('message');
    const opener =
      this.opener?.isConnected && this.opener.checkVisibility() ? this.opener : message.querySelector('[data-choose]');
    if (hadFocus) /** @type {HTMLElement} */ (opener ?? (message.hidden ? rowsInView() : message)).focus();
  }

  /** Open the button's menu: another choice, or none. */
  offer() {
    const other = command(text('askOther'), () => {
      this.button.focus();
      this.open();
    });
    const none = command(text('choiceForget'), () => this.forget());
    openMenu(this.button, text('choiceButton'), [other, none]);
  }

  /**
   * Show a notice of the sitemap in use with an undo button, while the site is shown.
   * @param {string} origin
   * @param {string} [words]
   */
  offerUndo(origin, words = text('choiceMade')) {
    this.made = origin;
    this.notice.say(words, () => this.forget(), true);
    if (this.fetchNames) this.notice.offer(text('namesFetch'), text('namesHint'), this.fetchNames);
  }

  /** Show a notice of the list that was chosen without a question, once it can be read. @param {TabView} tab */
  sayMade({ state, rule, url }) {
    const origin = webOrigin(url);
    if (!origin || this.awaited !== origin || state !== 'ready' || rule !== 'user') return;
    this.awaited = '';
    this.offerUndo(origin);
  }

  /** Show once for each site a notice that its sitemap was found automatically. @param {TabView} tab */
  sayFound({ look, state, url }) {
    const origin = webOrigin(url);
    if (look !== 'found' || state !== 'ready' || origin === null || this.said.has(origin)) return;
    this.said.add(origin);
    this.offerUndo(origin, text('choiceFound'));
  }

  /** Return the command that removes the map of a tab; null if the page itself names its map. @param {TabView} tab */
  refusal({ rule, isPinned }) {
    return rule === 'user' || isPinned ? command(text('noMapHere'), () => this.forget()) : null;
  }

  endNotice() {
    if (this.made) this.notice.end();
    this.made = '';
  }

  async forget() {
    this.endNotice();
    this.awaited = '';
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
