// @ts-check
/** Shows the lists that the reader edits: the order of languages, and the sitemaps of sites that declare none. */
import { api } from '../shared/browser.js';
import { icon } from '../shared/icons.js';
import { isWeb, webOrigin } from '../shared/locations.js';
import { keepFocus } from '../shared/redraw.js';
import {
  forgetVisits,
  readAddresses,
  readVisits,
  sitesWithVisits,
  writeAddress,
  writeVisits,
} from '../shared/settings.js';
import { languageName, text } from '../shared/strings.js';

/** @typedef {(changes: {languages: string[]}) => void} StoreLanguages */
/**
 * @typedef {(words: string, undo?: () => Promise<unknown>) => void} Notify  reports an action, and offers to undo it
 */

/** The reader's order of languages, for pages in several languages. */
export class LanguageList {
  /** @param {StoreLanguages} store @param {Notify} notify */
  constructor(store, notify) {
    this.store = store;
    /** @type {readonly string[]} */
    this.order = [];
    this.list = /** @type {HTMLElement} */ (document.getElementById('languages'));
    this.form = /** @type {HTMLFormElement} */ (document.getElementById('language-form'));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.add(notify);
    });
  }

  get field() {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem('tag'));
  }

  /** @param {readonly string[]} languages */
  async draw(languages) {
    this.order = languages;
    keepFocus(
      this.list,
      () => this.list.replaceChildren(...languages.map((tag, at) => this.entry(tag, at))),
      this.field,
    );
    const hint = /** @type {HTMLElement} */ (document.getElementById('browser-order'));
    hint.hidden = languages.length > 0;
    hint.textContent = text('browserOrder', (await api.i18n.getAcceptLanguages()).map(languageName).join(', '));
  }

  /** @param {Notify} notify */
  add(notify) {
    const { value } = this.field;
    const tag = canonicalTag(value.trim());
    if (!tag) return notify(text('languageBad', value));
    this.field.value = '';
    this.change([...without(this.order, tag), tag]);
  }

  /** @param {string[]} languages */
  change(languages) {
    this.store({ languages });
    this.draw(languages);
  }

  /** @param {string} tag @param {number} at */
  entry(tag, at) {
    const line = document.createElement('li');
    const words = document.createElement('span');
    const name = languageName(tag);
    words.textContent = `${name} (${tag})`;
    line.append(
      words,
      listButton('chevron', text('moveUp', name), () => this.move(at, at - 1), { turn: 'turn-up', isEnabled: at > 0 }),
      listButton('chevron', text('moveDown', name), () => this.move(at, at + 1), {
        turn: 'turn-down',
        isEnabled: at < this.order.length - 1,
      }),
      listButton('close', text('removeItem', name), () => this.change(without(this.order, tag))),
    );
    return line;
  }

  /**
   * Move a language; the focus follows to a button that is enabled in the new place.
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    this.change(swapped(this.order, from, to));
    const buttons = [...this.list.querySelectorAll(`li:nth-child(${to + 1}) button:not(:disabled)`)];
    const wanted = buttons[to < from ? 0 : buttons.length - 2];
    /** @type {HTMLElement} */ (wanted ?? buttons[0]).focus();
  }
}

/** Return the tag in canonical form, or null if it is invalid. @param {string} tag */
export function canonicalTag(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @param {readonly string[]} order @param {string} tag */
function without(order, tag) {
  return order.filter((other) => other !== tag);
}

/** Return the list with two entries swapped. @param {readonly string[]} order @param {number} a @param {number} b */
export function swapped(order, a, b) {
  return order.map((tag, at) => (at === a ? order[b] : at === b ? order[a] : tag) ?? tag);
}

/** The reader's own sitemaps for sites that declare none: the last rule of discovery. Stored on this computer only. */
export class AddressList {
  /** @param {Notify} notify */
  constructor(notify) {
    this.notify = notify;
    this.list = /** @type {HTMLElement} */ (document.getElementById('addresses'));
    this.form = /** @type {HTMLFormElement} */ (document.getElementById('address-form'));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.add();
    });
  }

  async draw() {
    const entries = Object.entries(await readAddresses()).map(([origin, sitemap]) => this.entry(origin, sitemap));
    keepFocus(this.list, () => this.list.replaceChildren(...entries), this.field('site'));
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  async add() {
    const address = siteAddress(this.field('site').value, this.field('sitemap').value);
    if (!address) return this.notify(text('addressBad'));
    await writeAddress(address.origin, address.sitemap);
    this.form.reset();
    this.notify(text('savedText'));
    await this.draw();
  }

  /** Fill in a site and its sitemap for editing. @param {string} origin @param {string} sitemap */
  edit(origin, sitemap) {
    this.field('site').value = origin;
    this.field('sitemap').value = sitemap;
    this.field('sitemap').select();
  }

  /** @param {string} origin @param {string} sitemap */
  async remove(origin, sitemap) {
    await writeAddress(origin, null);
    await this.draw();
    this.notify(text('removedText'), () => writeAddress(origin, sitemap));
  }

  /** @param {string} origin @param {string} sitemap */
  entry(origin, sitemap) {
    const line = document.createElement('li');
    const words = document.createElement('span');
    const address = document.createElement('small');
    words.append(origin, address);
    address.textContent = sitemap;
    line.append(
      words,
      listButton('change', text('changeItem', origin), () => this.edit(origin, sitemap)),
      listButton('close', text('removeItem', origin), () => this.remove(origin, sitemap)),
    );
    return line;
  }
}

/** The sites whose visits are stored, to delete them one by one. */
export class VisitList {
  /** @param {Notify} notify */
  constructor(notify) {
    this.notify = notify;
    this.section = /** @type {HTMLElement} */ (document.getElementById('visits-section'));
    this.list = /** @type {HTMLElement} */ (document.getElementById('visits'));
  }

  async draw() {
    const sitemaps = await sitesWithVisits();
    this.section.hidden = sitemaps.length === 0;
    keepFocus(this.list, () => this.list.replaceChildren(...sitemaps.map(this.entry, this)));
  }

  /** @param {string} sitemap */
  async remove(sitemap) {
    const visits = await readVisits(sitemap);
    await forgetVisits((other) => other === sitemap);
    await this.draw();
    this.notify(text('removedText'), () => writeVisits(sitemap, visits));
  }

  /** @param {string} sitemap */
  entry(sitemap) {
    const line = document.createElement('li');
    const words = document.createElement('span');
    words.textContent = sitemap;
    line.append(
      words,
      listButton('close', text('removeItem', sitemap), () => this.remove(sitemap)),
    );
    return line;
  }
}

/**
 * Return a site's origin, whose scheme may be omitted, and the absolute address of its sitemap; null if one is invalid.
 * @param {string} site
 * @param {string} sitemap
 */
export function siteAddress(site, sitemap) {
  const typed = site.trim();
  const origin = webOrigin(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`);
  return origin !== null && isWeb(sitemap.trim()) ? { origin, sitemap: new URL(sitemap.trim()).href } : null;
}

/**
 * Return a small button with an icon.
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} act
 * @param {{turn?: string, isEnabled?: boolean}} [how]  `turn` is a class that rotates the icon
 */
export function listButton(drawing, label, act, { turn, isEnabled = true } = {}) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.disabled = !isEnabled;
  button.title = label;
  button.setAttribute('aria-label', label);
  const svg = icon(drawing);
  if (turn) svg.classList.add(turn);
  button.append(svg);
  button.addEventListener('click', act);
  return button;
}
