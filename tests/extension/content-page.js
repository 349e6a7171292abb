/**
 * A page for the content scripts that read headings and menus: a document without a browser. `happy-dom` has no layout,
 * so visibility and boxes follow from the computed styles.
 */
import { browser, document, window } from './page.js';
import { loadOutlineScripts } from './outline-scripts.js';
import { mock } from 'node:test';
import { text } from '../../extension/shared/strings.js';

/** The reports of the content script. @type {import('../../extension/shared/types.js').OutlinePart[]} */
let said = [];
let place = 'https://a.example/';
browser.runtime.sendMessage = async (message) => {
  said.push(message.params);
  return { result: { isWanted: true } };
};
for (const name of ['addEventListener', 'removeEventListener']) globalThis[name] = window[name].bind(window);
Object.assign(globalThis, {
  NodeFilter: window.NodeFilter,
  MutationObserver: class {
    observe() {}
    disconnect() {}
  },
  requestIdleCallback: (run) => run(),
  setTimeout: (run) => run(),
  scrollX: 0,
  scrollY: 0,
});
Object.defineProperty(globalThis, 'location', { get: () => new URL(place) });

/** Return whether an element is rendered. @param {Element} element @param {{visibilityProperty?: boolean}} [options] */
function isRendered(element, { visibilityProperty = false } = {}) {
  if (visibilityProperty && getComputedStyle(element).visibility === 'hidden') return false;
  for (let at = element; at; at = at.parentElement) {
    if (at.hasAttribute('hidden') || getComputedStyle(at).display === 'none') return false;
    const details = at.parentElement?.matches('details:not([open])') ? at.parentElement : null;
    if (details && at !== details.querySelector('summary')) return false;
  }
  return true;
}

/** Return whether an element or one around it is placed outside the canvas. @param {Element | null} element */
function isOutside(element) {
  if (!element) return false;
  const { position, left } = getComputedStyle(element);
  return (position === 'absolute' && left.startsWith('-')) || isOutside(element.parentElement);
}

/** Return the box of an element: of some size, unless its style hides it. @param {Element} element */
function boxOf(element) {
  const { position, width, height } = getComputedStyle(element);
  const isSmall = position === 'absolute' && width === '1px' && height === '1px';
  const right = isOutside(element) ? -1_000 : 100;
  if (!isRendered(element)) return { width: 0, height: 0, left: 0, right: 0, top: 0, bottom: 0 };
  const [wide, high] = isSmall ? [1, 1] : [100, 20];
  return { width: wide, height: high, left: right - wide, right, top: 0, bottom: high };
}
window.HTMLElement.prototype.checkVisibility = function checkVisibility(options) {
  return isRendered(this, options);
};
window.HTMLElement.prototype.getBoundingClientRect = function rect() {
  return boxOf(this);
};
// Not in happy-dom.
for (const { prototype } of [window.Element, window.Text]) {
  Object.defineProperty(prototype, 'assignedSlot', {
    get() {
      const slots = [...(this.parentElement?.shadowRoot?.querySelectorAll('slot') ?? [])];
      return slots.find(({ name }) => name === (this.slot ?? '')) ?? null;
    },
  });
}
mock.method(performance, 'now', () => 0); // each page is read in one step
await loadOutlineScripts();

/** Fill the document. @param {string} html @param {string} [url] */
export function fill(html, url = 'https://a.example/docs/page.html') {
  place = url;
  window.happyDOM.setURL(url);
  document.documentElement.innerHTML = html.replace(/<!doctype html>/i, '').replace(/<\/?html[^>]*>/g, '');
}

/** Return the contents read from the document. @returns {import('../../extension/shared/types.js').PageContents} */
export function contentsNow() {
  said = [];
  globalThis.sitemapOutline.follow();
  globalThis.sitemapOutline.stop();
  return JSON.parse(said.map(({ part }) => part).join('') || '{"headings":[],"menus":[]}');
}

/** Return the contents read from a page. @param {string} html @param {string} [url] */
export function contentsOf(html, url) {
  fill(html, url);
  return contentsNow();
}

const PLACE_NAMES = { header: 'menuMain', aside: 'menuSide', footer: 'menuFoot' };

/** The sidebar's names for parts of its list. @type {import('../../extension/sidebar/page-contents.js').Names} */
export const NAMES = {
  headings: 'headings',
  menus: 'menus',
  menu: (where, number) => `${text(PLACE_NAMES[where] ?? 'menuOther')}${number === 1 ? '' : ` ${number}`}`,
};
