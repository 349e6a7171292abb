// @ts-check
/** The reader's choice of a sitemap in the sidebar: making it, changing it, forgetting it and taking that back. */
import { Asking } from '../shared/asking.js';
import { webOrigin } from '../shared/locations.js';
import { openMenu } from '../shared/menu.js';
import { hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {(method: string, params?: object) => Promise<any>} Ask */

/** @type {<T extends HTMLElement>(id: string) => T} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));

export class Choice {
  /** @param {Ask} ask @param {() => void} redraw  draws the message anew */
  constructor(ask, redraw) {
    this.ask = ask;
    this.redraw = redraw;
    /** @type {TabView | null} */
    this.tab = null;
    /** What was forgotten just now. @type {{site: string, sitemap: string} | null} */
    this.lost = null;
    /** @type {HTMLElement | null} */
    this.opener = null;
    this.button = byId('choice');
    this.button.addEventListener('click', () => this.offer());
    this.asking = new Asking(byId('asking'), {
      suggest: () => ask('suggest'),
      choose: (site, sitemap) => this.choose(site, sitemap),
      closed: () => this.closed(),
    });
  }

  /** Takes up the tab in front. @param {TabView} tab */
  show(tab) {
    this.tab = tab;
    this.asking.follow(tab);
    if (this.lost?.site !== webOrigin(tab.url)) this.lost = null;
  }

  /** The button for what is chosen; when that is forgotten, the focus goes to what takes it back. @param {TabView} tab */
  drawButton({ rule }) {
    hide(this.button, rule !== 'user', byId('message').querySelector('.forgotten button') ?? byId('options'));
  }

  /** What can be taken back where a tab has nothing to show. @returns {import('../shared/message.js').Forgotten | null} */
  get forgotten() {
    const { lost } = this;
    return lost && { sitemap: lost.sitemap, undo: () => { this.choose(lost.site, lost.sitemap); } };
  }

  /** Looks for what the site has. */
  open() {
    if (!this.tab) return;
    this.opener = /** @type {HTMLElement} */ (document.activeElement);
    this.cover(true);
    this.asking.open(this.tab);
  }

  /** @param {boolean} isCovered  what lies below is out of reach */
  cover(isCovered) {
    byId('map').inert = byId('message').inert = isCovered;
  }

  /** The focus goes back to where it came from, or to what has come in its place. */
  closed() {
    const hadFocus = byId('asking').contains(document.activeElement);
    this.cover(false);
    const message = byId('message');
    const opener = this.opener?.isConnected && this.opener.checkVisibility() ? this.opener : message.querySelector('[data-choose]');
    if (hadFocus) /** @type {HTMLElement} */ (opener ?? (message.hidden ? byId('tree') : message)).focus();
  }

  /** Changing and forgetting. */
  offer() {
    const other = entry('askOther', () => { this.button.focus(); this.open(); });
    const none = entry('choiceForget', () => this.forget());
    openMenu(this.button, text('choiceButton'), [other, none]);
  }

  async forget() {
    const site = this.tab && webOrigin(this.tab.url);
    if (!site) return;
    const { before } = await this.ask('choose', { site, sitemap: null });
    this.lost = before && { site, sitemap: before };
    this.redraw();
  }

  /** @param {string} site @param {string} sitemap */
  async choose(site, sitemap) {
    await this.ask('choose', { site, sitemap });
    this.lost = null;
  }
}

/** @param {string} name @param {() => void} action */
function entry(name, action) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text(name);
  element.addEventListener('click', action);
  return { label: element.textContent, element };
}
