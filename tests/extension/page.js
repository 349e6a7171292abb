/**
 * A page for modules that draw: a document without a browser, with the real English strings. Imported before what it is for;
 * `happy-dom` has no pop-ups and no layout, so those are stood in for by as much as the modules use.
 */
import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';

/** The strings of a language. @param {string} language */
const messagesIn = (language) => JSON.parse(readFileSync(new URL(`../../_locales/${language}/messages.json`, import.meta.url), 'utf-8'));
let messages = messagesIn('en');

/** Has the browser speak one of our languages from here on. @param {string} language */
export function speak(language) {
  messages = messagesIn(language);
}

/** The string of that name with its values, as the browser gives it. @param {string} name @param {string[]} [values] */
function getMessage(name, values = []) {
  const { message = '', placeholders = {} } = messages[name] ?? {};
  return message.replace(/\$(\w+)\$/g, (_, key) => placeholders[key.toLowerCase()].content)
    .replace(/\$(\d)/g, (_, number) => values[number - 1] ?? '');
}

export const window = new Window({ url: 'https://extension.example/', width: 360, height: 600 });
export const { document } = window;

/** What is stored, as both areas see it. @type {{local: Record<string, any>, sync: Record<string, any>}} */
export const stored = { local: {}, sync: {} };

/** @param {'local' | 'sync'} name */
function area(name) {
  return {
    get: async (keys) => structuredClone(keys === null ? stored[name] : Object.fromEntries([keys].flat().filter((key) => key in stored[name]).map((key) => [key, stored[name][key]]))),
    set: async (changes) => { Object.assign(stored[name], structuredClone(changes)); },
    remove: async (keys) => { for (const key of [keys].flat()) delete stored[name][key]; },
    clear: async () => { stored[name] = {}; },
  };
}

/** The browser's API, as much of it as pages use. */
export const browser = {
  i18n: { getMessage, getUILanguage: () => 'en-GB', getAcceptLanguages: async () => ['en-GB', 'de'] },
  runtime: {
    id: 'us', openOptionsPage: async () => {}, getPlatformInfo: async () => ({ os: 'linux' }), getManifest: () => ({ version: '0.1.0' }),
    getURL: (path) => `extension://us/${path}`,
  },
  storage: { local: area('local'), sync: area('sync'), onChanged: { addListener: (listener) => { browser.storageChanged = listener; } } },
  tabs: { query: async () => [], get: async () => ({}) },
  extension: { isAllowedIncognitoAccess: async () => false },
  commands: { getAll: async () => [{ shortcut: 'Ctrl+Shift+Y', description: 'Open the sidebar' }, { shortcut: '', description: 'Find' }, { shortcut: 'x' }] },
};

/** Observers never fire by themselves here: a test calls `intersect`. */
class Observer {
  static all = new Set();
  constructor(callback) { this.callback = callback; this.targets = new Set(); }
  observe(target) { this.targets.add(target); Observer.all.add(this); }
  disconnect() { this.targets.clear(); Observer.all.delete(this); }
}

/** What was requested for the next frame. @type {(() => void)[]} */
const frames = [];

/** Draws a frame: none is drawn by itself here. */
export function drawFrame() {
  for (const draw of frames.splice(0)) draw();
}

/** Says that all observed elements have come into view. */
export function intersect() {
  for (const observer of [...Observer.all]) if (observer.targets.size) observer.callback([{ isIntersecting: true }], observer);
}

const { HTMLElement } = window;
HTMLElement.prototype.showPopover = function showPopover() {};
HTMLElement.prototype.hidePopover = function hidePopover() {
  this.dispatchEvent(Object.assign(new window.Event('toggle'), { newState: 'closed' }));
};
HTMLElement.prototype.checkVisibility = function checkVisibility() { return this.closest('[hidden]') === null; };
Object.defineProperty(HTMLElement.prototype, 'offsetParent', { get() { return this.closest('[hidden]') ? null : this.parentElement; } });

/** An option as `new Option` makes it. */
function Option(text = '', value = text, isDefault = false, isSelected = false) {
  const option = document.createElement('option');
  Object.assign(option, { textContent: text, value });
  if (isDefault || isSelected) option.setAttribute('selected', '');
  return option;
}

Object.assign(globalThis, {
  window, document, Option, chrome: browser, IntersectionObserver: Observer, ResizeObserver: Observer,
  Element: window.Element, HTMLElement, Node: window.Node, innerWidth: 360, innerHeight: 600,
  matchMedia: (query) => window.matchMedia(query), getComputedStyle: (element) => window.getComputedStyle(element),
  requestAnimationFrame: (draw) => { frames.push(draw); return frames.length; },
});
document.documentElement.lang = 'en';

/** Puts a page of the extension into the document; nothing of it is run. @param {string} path  below `extension/` */
export function loadPage(path) {
  const html = readFileSync(new URL(`../../extension/${path}`, import.meta.url), 'utf-8');
  document.body.innerHTML = html.slice(html.indexOf('<body'), html.indexOf('</body>')).replace(/^<body[^>]*>/, '');
}

/** The other end of a page's line to the background: what was requested, and responses to it. */
export class Background {
  constructor() {
    /** @type {{id: number, method: string, params: any}[]} */
    this.requests = [];
    browser.runtime.connect = () => {
      this.line = { onMessage: { addListener: (hear) => { this.hear = hear; } }, onDisconnect: { addListener() {} }, postMessage: (message) => { if (message.method) this.requests.push(message); } };
      return this.line;
    };
    browser.windows = { getCurrent: async () => ({ id: 1 }) };
  }

  /** Sends an event, and waits for what comes of it. @param {string} event @param {any} params */
  async send(event, params) {
    this.hear({ event, params });
    await settled();
  }

  /** The requests of a method without a response. @param {string} method */
  pending(method) {
    return this.requests.filter((request) => request.method === method);
  }

  /** Responds to the oldest such request, and returns its parameters. @param {string} method @param {any} result @param {{code: string}} [error] */
  async respond(method, result, error) {
    const [request] = this.pending(method);
    this.requests.splice(this.requests.indexOf(request), 1);
    this.hear({ id: request.id, ...(error ? { error } : { result }) });
    await settled();
    return request.params;
  }
}

/** @param {string} css */
export function one(css) {
  return document.querySelector(css);
}

/** The texts of all elements that match. @param {string} css @param {Element | Document} [place] */
export function texts(css, place = document) {
  return [...place.querySelectorAll(css)].map((element) => element.textContent.trim());
}

/** Presses a key where the focus is, or on an element; false where it was handled. @param {string} key @param {object} [more] */
export function press(key, { on = document.activeElement, ...more } = {}) {
  return on.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

/** Lets everything that is resolved go on. */
export async function settled() {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}
