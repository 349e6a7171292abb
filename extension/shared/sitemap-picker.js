// @ts-check
/**
 * The sitemap picker: a short list of a site's declarations, and a field for any other address. The reader opens it,
 * and each opening makes one request. The background stores the choice.
 */
import { icon } from './icons.js';
import { givenName } from './links.js';
import { typedAddress, webOrigin } from './locations.js';
import { problemText } from './message.js';
import { countText, text } from './strings.js';
import { sorted, stems, undisputedSitemap, usualAddresses } from './suggestions.js';

/** @typedef {import('./types.js').TabView} TabView */
/** @typedef {import('./types.js').Suggestions} Suggestions */
/** @typedef {import('./types.js').Suggestion} Suggestion */
/**
 * A suggestion as displayed; `more` describes it if its name does not.
 * @typedef {{sitemap: string, source: keyof typeof SOURCES, name: string, more: string}} SitemapSuggestion
 */
/**
 * `made` is called when a list was chosen without a question. `nothing` is called with a message when there is
 * no candidate; without `nothing`, the picker shows the message.
 * @typedef {{
 *   suggest(): Promise<Suggestions>,
 *   choose(origin: string, sitemap: string): Promise<unknown>,
 *   closed(): void,
 *   made(origin: string): void,
 *   nothing?(origin: string, words: string): void,
 * }} PickerOwner
 */
/**
 * @typedef {{origin: string, sitemap: string | null, isPrivate: boolean}} Subject  the site, by its origin, and the
 *   reader's sitemap for it
 */

const SOURCES = {
  robots: { name: 'sourceRobots', drawing: 'map' },
  link: { name: 'sourceLink', drawing: 'link' },
  feed: { name: 'sourceFeed', drawing: 'feed' },
  usual: { name: 'sourceUsual', drawing: 'map' },
};

export class SitemapPicker {
  /** @param {HTMLElement} place  a section as in the sidebar's page @param {PickerOwner} owner */
  constructor(place, owner) {
    this.place = place;
    this.owner = owner;
    /** @type {Subject | null} */
    this.subject = null;
    this.status = this.part('.picker-status');
    this.list = this.part('.choices');
    this.form = /** @type {HTMLFormElement} */ (this.part('form'));
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.part('.picker-close').addEventListener('click', () => this.close());
    place.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        this.close();
      }
    });
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

  /** Open the picker for the site of a tab; does nothing for the browser's own pages. @param {TabView} tab */
  async open({ url, rule, sitemap, isPrivate }) {
    const origin = webOrigin(url);
    if (origin === null) return;
    const subject = { origin, sitemap: rule === 'user' ? sitemap : null, isPrivate };
    this.subject = subject;
    this.drawEmpty(subject);
    this.part('.picker-close').focus();
    const result = await this.request();
    // The reader may have closed the picker, or opened it for another site, while robots.txt was fetched.
    if (this.subject !== subject || !this.isOpen) return;
    this.place.removeAttribute('aria-busy');
    const only = typeof result === 'string' || subject.sitemap ? null : undisputedSitemap(result.suggestions);
    if (only && (await this.choose(only.sitemap))) return this.owner.made(origin);
    if (this.owner.nothing && !subject.sitemap && isNothing(result)) {
      this.close();
      return this.owner.nothing(origin, wordsOfNothing(result));
    }
    this.draw(result, subject);
  }

  /** Open the field for an address, with usual ones to choose from, without any request. @param {TabView} tab */
  openAddress({ url, rule, sitemap, isPrivate }) {
    const origin = webOrigin(url);
    if (origin === null) return;
    this.subject = { origin, sitemap: rule === 'user' ? sitemap : null, isPrivate };
    this.drawEmpty(this.subject);
    this.place.removeAttribute('aria-busy');
    const usual = usualAddresses(url).map((address) => ({
      sitemap: address,
      source: /** @type {const} */ ('usual'),
      name: new URL(address).pathname,
      more: text('sourceUsual'),
    }));
    this.list.replaceChildren(...usual.map((suggestion) => this.entry(suggestion, suggestion.sitemap === sitemap)));
    this.setStatus(text('askUsual'));
    this.offerAddress(true);
    this.field.focus();
  }

  /** Expand or collapse the field for an address. @param {boolean} isOpen */
  offerAddress(isOpen) {
    this.part('.other').toggleAttribute('open', isOpen);
  }

  /** @param {Subject} subject */
  drawEmpty({ origin, isPrivate }) {
    this.part('h2').textContent = text('askTitle', new URL(origin).host);
    this.part('.remembered').textContent = text(isPrivate ? 'askPrivate' : 'askRemembered');
    this.list.replaceChildren();
    this.form.reset();
    this.offerAddress(false);
    this.field.placeholder = `${origin}/…`;
    this.setStatus(text('askLooking'));
    this.place.hidden = false;
    this.place.setAttribute('aria-busy', 'true');
  }

  /** @returns {Promise<Suggestions | string>} the site's declarations, or the reason why they are unavailable */
  async request() {
    try {
      return await this.owner.suggest();
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** @param {Suggestions | string} result @param {Subject} subject */
  draw(result, { sitemap }) {
    const { suggestions, robots } = typeof result === 'string' ? { suggestions: [], robots: result } : result;
    const { main, lines, feeds } = sorted(suggestions);
    const entries = (/** @type {Suggestion[]} */ some, isLine = false) =>
      named(some, isLine).map((suggestion) => this.entry(suggestion, suggestion.sitemap === sitemap));
    this.list.replaceChildren(
      ...entries(main),
      ...fold('askSeveral', entries(lines, true), false),
      ...fold('askFeeds', entries(feeds), main.length === 0),
    );
    this.setStatus(typeof result === 'string' ? result : statusOf(suggestions.length, robots));
    const isOther = sitemap !== null && suggestions.every((suggestion) => suggestion.sitemap !== sitemap);
    if (isOther) this.field.value = sitemap;
    this.offerAddress(isOther || suggestions.length === 0);
    // Skip the guided step once the reader has interacted: a reader who types keeps the field.
    const isIdle = [this.part('.picker-close'), document.body].includes(
      /** @type {HTMLElement} */ (document.activeElement),
    );
    const first = /** @type {HTMLElement | null} */ (this.list.querySelector('button, summary'));
    if (isIdle) (first ?? this.field).focus();
  }

  /** @param {SitemapSuggestion} suggestion @param {boolean} isInUse */
  entry({ sitemap, source, name, more }, isInUse) {
    const line = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    const words = document.createElement('span');
    words.append(withText('strong', name), ...(more ? [withText('em', more)] : []), withText('small', sitemap));
    button.append(icon(SOURCES[source].drawing), words);
    if (isInUse) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => this.choose(sitemap));
    line.append(button);
    return line;
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const sitemap = this.subject && typedAddress(this.field.value, this.subject.origin);
    if (sitemap) return void this.choose(sitemap);
    this.setStatus(text('problemBadUrl'));
    this.field.focus();
  }

  /** Choose a sitemap; resolve to whether it is now the site's. @param {string} sitemap */
  async choose(sitemap) {
    const { subject } = this;
    if (!subject) return false;
    try {
      await this.owner.choose(subject.origin, sitemap);
      this.close();
      return true;
    } catch (error) {
      this.setStatus(reasonOf(error));
      return false;
    }
  }

  /** Follow the current page: stay open for pages of the same site, close for any other. @param {TabView} tab */
  follow({ url, isPrivate }) {
    if (this.isOpen && (webOrigin(url) !== this.subject?.origin || isPrivate !== this.subject?.isPrivate)) this.close();
  }

  /** Close. The owner moves the focus before the picker is hidden, since a hidden element has none. */
  close() {
    if (!this.isOpen) return;
    this.subject = null;
    this.owner.closed();
    this.place.hidden = true;
  }

  /** @param {string} words */
  setStatus(words) {
    this.status.textContent = words;
  }
}

/**
 * Return suggestions named by their kind or title; equal names are told apart by their addresses.
 * @param {Suggestion[]} suggestions
 * @param {boolean} isLine  whether they are some of several lines in robots.txt
 * @returns {SitemapSuggestion[]}
 */
function named(suggestions, isLine) {
  const all = suggestions.map(({ sitemap, source, title, count }) => {
    const kind = text(isLine ? 'sourceLine' : SOURCES[source].name);
    const more = title ? kind : count > 1 ? countText('sourceCount', count) : '';
    return { sitemap, source, kind, name: givenName({ name: title }) || kind, more };
  });
  const alike = all.filter(({ name, sitemap }) =>
    all.some((other) => other.name === name && other.sitemap !== sitemap),
  );
  for (const [at, address] of stems(alike.map(({ sitemap }) => sitemap)).entries()) {
    const entry = /** @type {typeof all[number]} */ (alike[at]);
    const stem = givenName({ name: address });
    Object.assign(
      entry,
      entry.name === entry.kind ? { name: stem, more: entry.more || entry.kind } : { name: `${entry.name} · ${stem}` },
    );
  }
  return all;
}

/**
 * Return entries in a collapsed section; nothing for no entries.
 * @param {string} name
 * @param {HTMLElement[]} entries
 * @param {boolean} isOpen
 */
function fold(name, entries, isOpen) {
  if (entries.length === 0) return [];
  const [line, details, list] = ['li', 'details', 'ul'].map((tag) => document.createElement(tag));
  if (!line || !details || !list) return [];
  details.toggleAttribute('open', isOpen);
  list.append(...entries);
  details.append(withText('summary', text(name)), list);
  line.append(details);
  return [line];
}

/** Return the sentence for a refused request; rethrow any other error, which is a bug. @param {unknown} error */
function reasonOf(error) {
  const { code, params = {} } = /** @type {any} */ (error);
  if (typeof code !== 'string') throw error;
  return problemText({ code, params });
}

/** Return whether a site declares nothing to choose. @param {Suggestions | string} result */
function isNothing(result) {
  return typeof result === 'string' || result.suggestions.length === 0;
}

/** Return one line on why there is nothing to choose. @param {Suggestions | string} result */
function wordsOfNothing(result) {
  if (typeof result === 'string') return result;
  const isMissing = !['found', 'none'].includes(result.robots);
  return text(isMissing ? 'askRobotsFailed' : 'findPagesNothing');
}

/** @param {number} count @param {string} robots  `found`, `none`, or the reason why robots.txt was unavailable */
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
