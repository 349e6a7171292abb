// @ts-check
/**
 * The reader's choice of a sitemap for a site: what the site declares, as a short list, and a field for any other address.
 * Opened by the reader only; asks once each time. What is chosen is the background's to keep.
 */
import { icon } from './icons.js';
import { typedAddress, webOrigin } from './locations.js';
import { problemText } from './message.js';
import { text } from './strings.js';

/** @typedef {import('./types.js').TabView} TabView */
/** @typedef {import('./types.js').Suggested} Suggested */
/** @typedef {import('./types.js').Suggestion} Suggestion */
/** @typedef {{suggest(): Promise<Suggested>, choose(site: string, sitemap: string): Promise<unknown>, closed(): void}} AskingOwner */

/** @type {Record<Suggestion['source'], {name: string, drawing: string}>} */
const SOURCES = {
  robots: { name: 'sourceRobots', drawing: 'map' }, link: { name: 'sourceLink', drawing: 'link' }, feed: { name: 'sourceFeed', drawing: 'feed' },
};

export class Asking {
  /** @param {HTMLElement} place  a section as in the sidebar's page @param {AskingOwner} owner */
  constructor(place, owner) {
    this.place = place;
    this.owner = owner;
    /** The site in question, and what is in use for it. @type {{site: string, sitemap: string | null, isPrivate: boolean} | null} */
    this.about = null;
    this.status = this.part('.asking-status');
    this.list = this.part('.choices');
    this.form = /** @type {HTMLFormElement} */ (this.part('form'));
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.part('.asking-close').addEventListener('click', () => this.close());
    place.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.preventDefault(); this.close(); } });
  }

  /** @param {string} css @returns {HTMLElement} */
  part(css) {
    return /** @type {HTMLElement} */ (this.place.querySelector(css));
  }

  get field() {
    return /** @type {HTMLInputElement} */ (this.part('input'));
  }

  get isOpen() {
    return !this.place.hidden;
  }

  /** Looks for what there is for the site of a tab. @param {TabView} view */
  async open({ url, rule, sitemap, isPrivate }) {
    const site = webOrigin(url);
    if (site === null) return;
    const about = { site, sitemap: rule === 'user' ? sitemap : null, isPrivate };
    this.about = about;
    this.part('h2').textContent = text('askTitle', new URL(site).host);
    this.part('.remembered').textContent = text(isPrivate ? 'askPrivate' : 'askRemembered');
    this.list.replaceChildren();
    this.form.reset();
    this.say(text('askLooking'));
    this.place.hidden = false;
    this.place.setAttribute('aria-busy', 'true');
    this.part('.asking-close').focus();
    const found = await this.found();
    if (this.about !== about || !this.isOpen) return;
    this.place.removeAttribute('aria-busy');
    this.draw(found, about);
  }

  /** @returns {Promise<Suggested | string>} what there is, or why nobody knows */
  async found() {
    try {
      return await this.owner.suggest();
    } catch (error) {
      const { code, params = {} } = /** @type {any} */ (error);
      if (typeof code !== 'string') throw error;
      return problemText({ code, params });
    }
  }

  /** @param {Suggested | string} found @param {{site: string, sitemap: string | null}} about */
  draw(found, { site, sitemap }) {
    const { suggestions, robots } = typeof found === 'string' ? { suggestions: [], robots: found } : found;
    this.list.replaceChildren(...suggestions.map((one) => this.choice(one, one.sitemap === sitemap)));
    this.say(typeof found === 'string' ? found : statusOf(suggestions.length, robots));
    if (sitemap && suggestions.every((one) => one.sitemap !== sitemap)) this.field.value = sitemap;
    const isWaiting = [this.part('.asking-close'), document.body].includes(/** @type {HTMLElement} */ (document.activeElement));
    if (isWaiting) (this.list.querySelector('button') ?? this.field).focus();
    this.field.placeholder = `${site}/…`;
  }

  /** @param {Suggestion} suggestion @param {boolean} isInUse */
  choice({ sitemap, source, title, count }, isInUse) {
    const line = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    const words = document.createElement('span');
    const { name, drawing } = SOURCES[source];
    const what = source === 'robots' && count > 1 ? text('sourceRobotsMany', count) : text(name);
    words.append(withText('strong', title ?? what), ...(title ? [withText('em', what)] : []), withText('small', sitemap));
    button.append(icon(drawing), words);
    if (isInUse) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => this.choose(sitemap));
    line.append(button);
    return line;
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const sitemap = this.about && typedAddress(this.field.value, this.about.site);
    if (sitemap) return void this.choose(sitemap);
    this.say(text('askBad'));
    this.field.focus();
  }

  /** @param {string} sitemap */
  async choose(sitemap) {
    const { about } = this;
    if (!about) return;
    try {
      await this.owner.choose(about.site, sitemap);
      this.close();
    } catch (error) {
      const { code, params = {} } = /** @type {any} */ (error);
      if (typeof code !== 'string') throw error;
      this.say(problemText({ code, params }));
    }
  }

  /** Another page is on view: what was asked about its site goes on, for any other it ends. @param {TabView} view */
  follow({ url, isPrivate }) {
    if (this.isOpen && (webOrigin(url) !== this.about?.site || isPrivate !== this.about?.isPrivate)) this.close();
  }

  close() {
    if (!this.isOpen) return;
    this.about = null;
    this.owner.closed();
    this.place.hidden = true;
  }

  /** @param {string} words */
  say(words) {
    this.status.textContent = words;
  }
}

/** @param {number} count @param {string} robots */
function statusOf(count, robots) {
  const isMissing = !['found', 'none'].includes(robots);
  if (!isMissing) return text(count ? 'askFound' : 'askNothing');
  return `${text('askRobotsFailed')} ${text(count ? 'askFound' : 'askNoLinks')}`;
}

/** @param {string} tag @param {string} words */
function withText(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  element.dir = tag === 'small' ? 'ltr' : 'auto';
  return element;
}
