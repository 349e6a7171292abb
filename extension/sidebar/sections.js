// @ts-check
/**
 * The two sections of the sidebar, the site and the page: each can be closed, and the height between them can be moved.
 * Remembers this for each site.
 */
import { webOrigin } from '../shared/locations.js';
import { byId, hide } from '../shared/redraw.js';
import { readSections, rememberSections } from './section-memory.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/settings.js').SectionMemory} SectionMemory */
/**
 * @typedef {object} SectionsOwner
 * @property {(isWanted: boolean) => void} wantPage  whether the page is to be read
 * @property {() => void} restored  called when titles may be closed or open again
 * @property {(name: Section) => boolean} focus  focuses the rows of a section; false if there are none
 */
/** @typedef {'site' | 'page'} Section */

/** @type {readonly Section[]} */
const SECTIONS = ['site', 'page'];
/** Share of the height that the site has, in percent, and its bounds. */
const SHARE = 60;
const LEAST = 15;
const MOST = 85;
/** Change of the share for one key. */
const STEP = 5;

export class Sections {
  /** @param {SectionsOwner} owner */
  constructor(owner) {
    this.owner = owner;
    /** @type {SectionMemory} */
    this.memory = {};
    this.origin = '';
    this.jar = '';
    this.hasSite = false;
    /** Whether the site is a list of pages, whose rows are named by the menus of pages. */
    this.isList = false;
    this.isPageEmpty = false;
    this.divider = byId('divider');
    for (const name of SECTIONS) byId(`${name}-title`).addEventListener('click', () => this.toggle(name));
    this.divider.addEventListener('keydown', (event) => this.onKey(event));
    this.divider.addEventListener('pointerdown', (event) => this.onPress(event));
    byId('sections').addEventListener('keydown', (event) => this.onMove(event));
  }

  /** Show the sections of a tab. @param {TabView} tab */
  async showTab({ state, url, jar, site }) {
    const origin = webOrigin(url) ?? '';
    this.hasSite = state === 'ready';
    this.isList = site?.format === 'sitemaps-org';
    this.draw();
    if (origin === this.origin && jar === this.jar) return;
    [this.origin, this.jar, this.memory] = [origin, jar, {}];
    this.restore(await readSections(origin, jar), origin);
  }

  /** @param {SectionMemory} memory @param {string} origin */
  restore(memory, origin) {
    if (origin !== this.origin) return;
    this.memory = memory;
    this.draw();
    this.owner.restored();
  }

  /** Forget what was remembered for the site, after the reader deleted it. */
  forget() {
    this.restore({}, this.origin);
  }

  /** @param {boolean} isEmpty  whether the page has neither headings nor menus */
  showPage(isEmpty) {
    if (isEmpty === this.isPageEmpty) return;
    this.isPageEmpty = isEmpty;
    this.draw();
  }

  /** @param {string} name  of a section, or the key of a title in it */
  isClosed(name) {
    return this.memory.closed?.includes(name) ?? false;
  }

  /** @param {Section} name */
  toggle(name) {
    this.close(name, !this.isClosed(name));
    this.draw();
  }

  /** Remember whether a section, or a title in it, is closed. @param {string} name @param {boolean} isClosed */
  close(name, isClosed) {
    const others = (this.memory.closed ?? []).filter((other) => other !== name);
    this.remember({ closed: isClosed ? [...others, name] : others });
  }

  /** @param {SectionMemory} changes */
  remember(changes) {
    this.memory = { ...this.memory, ...changes };
    if (this.origin) rememberSections(this.origin, this.jar, this.memory);
  }

  draw() {
    const isBoth = this.hasSite && !this.isPageEmpty;
    const areOpen = SECTIONS.map((name) => !isBoth || !this.isClosed(name));
    // The one that takes the focus must be visible first.
    const [site, page] = [byId('site-section'), byId('page-section')];
    if (this.hasSite) site.hidden = false;
    hide(page, this.hasSite && this.isPageEmpty, byId('tree'));
    hide(site, !this.hasSite, byId('page-tree'));
    for (const [at, name] of SECTIONS.entries()) {
      const isOpen = areOpen[at] ?? true;
      byId(`${name}-section`).classList.toggle('closed', !isOpen);
      hide(byId(`${name}-head`), !isBoth, byId(name === 'site' ? 'tree' : 'page-tree'));
      hide(byId(`${name}-rows`), !isOpen, byId(`${name}-title`));
      byId(`${name}-title`).setAttribute('aria-expanded', String(isOpen));
    }
    hide(this.divider, !isBoth || areOpen.includes(false), byId('filter'));
    this.drawShare(this.memory.share ?? SHARE);
    this.owner.wantPage(!this.hasSite || this.isList || !this.isClosed('page'));
  }

  /** @param {number} share */
  drawShare(share) {
    byId('sections').style.setProperty('--site-share', String(share));
    this.divider.setAttribute('aria-valuenow', String(share));
  }

  /** Move the divider by keyboard. @param {KeyboardEvent} event */
  onKey(event) {
    const share = this.memory.share ?? SHARE;
    /** @type {Record<string, number>} */
    const targets = { ArrowUp: share - STEP, ArrowDown: share + STEP, Home: LEAST, End: MOST };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.moveTo(target);
    this.remember({ share: this.memory.share });
  }

  /** Move the divider by pointer, until it is released. @param {PointerEvent} event */
  onPress(event) {
    if (event.button !== 0) return;
    const { top, height } = byId('sections').getBoundingClientRect();
    const move = (/** @type {PointerEvent} */ { clientY }) => this.moveTo(((clientY - top) / height) * 100);
    const end = () => {
      this.divider.removeEventListener('pointermove', move);
      this.remember({ share: this.memory.share });
    };
    this.divider.setPointerCapture(event.pointerId);
    this.divider.addEventListener('pointermove', move);
    this.divider.addEventListener('lostpointercapture', end, { once: true });
  }

  /** @param {number} share */
  moveTo(share) {
    this.memory = { ...this.memory, share: Math.round(Math.min(MOST, Math.max(LEAST, share))) };
    this.drawShare(this.memory.share ?? SHARE);
  }

  /** F6 goes to the next section; beyond the last one, the browser handles it. @param {KeyboardEvent} event */
  onMove(event) {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = SECTIONS.findIndex((name) => byId(`${name}-section`).contains(document.activeElement));
    const next = SECTIONS[at + (event.shiftKey ? -1 : 1)];
    if (at < 0 || !next || byId(`${next}-section`).hidden) return;
    event.preventDefault();
    if (this.isClosed(next) || !this.owner.focus(next)) byId(`${next}-title`).focus();
  }
}

/** Return the tree that is in view, the site's if both are. */
export function rowsInView() {
  return byId(byId('site-section').hidden || byId('site-rows').hidden ? 'page-tree' : 'tree');
}
