/**
 * A page for modules that draw: a document without a browser, with the real English strings. Import it before the
 * tested module. `happy-dom` has no pop-ups and no layout, so the parts that modules use are replaced.
 */
import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';

/** Return the strings of a language. @param {string} language */
const messagesIn = (language) =>
  JSON.parse(readFileSync(new URL(`../../_locales/${language}/messages.json`, import.meta.url), 'utf-8'));
let messages = messagesIn('en');

/** Switch the browser to one of our languages. @param {string} language */
export function speak(language) {
  messages = messagesIn(language);
}

/**
 * Return the string with a name and its values, as the browser does.
 * @param {string} name
 * @param {string[]} [values]
 */
function getMessage(name, values = []) {
  const { message = '', placeholders = {} } = messages[name] ?? {};
  return message
    .replace(/\$(\w+)\$/g, (_, key) => placeholders[key.toLowerCase()].content)
    .replace(/\$(\d)/g, (_, number) => values[number - 1] ?? '');
}

/** Not typed: tests replace parts of it, and its elements stand for any kind. @type {any} */
export const window = new Window({ url: 'https://extension.example/', width: 360, height: 600 });
export const { document } = window;

/** Stored data by area. @type {Record<'local' | 'sync' | 'session', Record<string, any>>} */
export const stored = { local: {}, sync: {}, session: {} };

/** @param {'local' | 'sync' | 'session'} name */
function area(name) {
  return {
    get: async (keys) =>
      structuredClone(
        keys === null
          ? stored[name]
          : Object.fromEntries(
              [keys]
                .flat()
                .filter((key) => key in stored[name])
                .map((key) => [key, stored[name][key]]),
            ),
      ),
    set: async (changes) => {
      Object.assign(stored[name], structuredClone(changes));
    },
    remove: async (keys) => {
      for (const key of [keys].flat()) delete stored[name][key];
    },
    clear: async () => {
      stored[name] = {};
    },
  };
}

/** The part of the browser's API that pages use. @type {any} */
export const browser = {
  i18n: { getMessage, getUILanguage: () => 'en-GB', getAcceptLanguages: async () => ['en-GB', 'de'] },
  runtime: {
    id: 'us',
    openOptionsPage: async () => {},
    getPlatformInfo: async () => ({ os: 'linux' }),
    getManifest: () => ({ version: '0.1.0' }),
    getURL: (path) => `extension://us/${path}`,
  },
  storage: {
    local: area('local'),
    sync: area('sync'),
    session: area('session'),
    onChanged: {
      addListener: (listener) => {
        browser.storageChanged = listener;
      },
    },
  },
  tabs: { query: async () => [], get: async () => ({}) },
  extension: { isAllowedIncognitoAccess: async () => false },
  commands: {
    getAll: async () => [
      { shortcut: 'Ctrl+Shift+Y', description: 'Open the sidebar' },
      { shortcut: '', description: 'Find' },
      { shortcut: 'x' },
    ],
  },
};

/** An observer that never fires by itself: a test calls `intersect`. */
class Observer {
  static all = new Set();
  constructor(callback) {
    this.callback = callback;
    this.targets = new Set();
  }
  observe(target) {
    this.targets.add(target);
    Observer.all.add(this);
  }
  disconnect() {
    this.targets.clear();
    Observer.all.delete(this);
  }
}

/** The callbacks requested for the next frame. @type {(() => void)[]} */
const frames = [];

/** Draw a frame; none is drawn by itself. */
export function drawFrame() {
  for (const draw of frames.splice(0)) draw();
}

/** Report that all observed elements have come into view. */
export function intersect() {
  for (const observer of [...Observer.all])
    if (observer.targets.size) observer.callback([{ isIntersecting: true }], observer);
}

const { HTMLElement } = window;
HTMLElement.prototype.showPopover = function showPopover() {};
HTMLElement.prototype.hidePopover = function hidePopover() {
  this.dispatchEvent(Object.assign(new window.Event('toggle'), { newState: 'closed' }));
};
HTMLElement.prototype.checkVisibility = function checkVisibility() {
  return this.closest('[hidden]') === null;
};
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  get() {
    return this.closest('[hidden]') ? null : this.parentElement;
  },
});

/** Create an option like `new Option`. */
function Option(text = '', value = text, isDefault = false, isSelected = false) {
  const option = document.createElement('option');
  Object.assign(option, { textContent: text, value });
  if (isDefault || isSelected) option.setAttribute('selected', '');
  return option;
}

Object.assign(globalThis, {
  window,
  document,
  Option,
  chrome: browser,
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  Element: window.Element,
  HTMLElement,
  Node: window.Node,
  innerWidth: 360,
  innerHeight: 600,
  matchMedia: (query) => window.matchMedia(query),
  getComputedStyle: (element) => window.getComputedStyle(element),
  requestAnimationFrame: (draw) => {
    frames.push(draw);
    return frames.length;
  },
});
document.documentElement.lang = 'en';

/**
 * Load a page of the extension into the document without running its scripts.
 * @param {string} path  below `extension/`
 */
export function loadPage(path) {
  const html = readFileSync(new URL(`../../extension/${path}`, import.meta.url), 'utf-8');
  document.body.innerHTML = html.slice(html.indexOf('<body'), html.indexOf('</body>')).replace(/^<body[^>]*>/, '');
}

/** The background's end of a page's connection: its requests, and responses to them. */
export class Background {
  constructor() {
    /** @type {{id: number, method: string, params: any}[]} */
    this.requests = [];
    browser.runtime.connect = () => {
      this.line = {
        onMessage: {
          addListener: (hear) => {
            this.hear = hear;
          },
        },
        onDisconnect: { addListener() {} },
        postMessage: (message) => {
          if (message.method) this.requests.push(message);
        },
      };
      return this.line;
    };
    browser.windows = { getCurrent: async () => ({ id: 1 }) };
  }

  /** Send an event, and wait for its effects. @param {string} event @param {any} params */
  async send(event, params) {
    this.hear({ event, params });
    await settled();
  }

  /** Return the requests of a method without a response. @param {string} method */
  pending(method) {
    return this.requests.filter((request) => request.method === method);
  }

  /**
   * Respond to the oldest pending request of a method, and return its parameters.
   * @param {string} method
   * @param {any} result
   * @param {{code: string}} [error]
   */
  async respond(method, result, error) {
    const [request] = this.pending(method);
    this.requests.splice(this.requests.indexOf(request), 1);
    this.hear({ id: request.id, ...(error ? { error } : { result }) });
    await settled();
    return request.params;
  }
}

/** Replace the clipboard; return the texts that are copied from now on. */
export function aClipboard() {
  /** @type {string[]} */
  const copied = [];
  const clipboard = {
    writeText: async (words) => {
      copied.push(words);
    },
  };
  Object.defineProperty(globalThis, 'navigator', { value: { clipboard }, configurable: true });
  return copied;
}

/** @param {string} css */
export function query(css) {
  return document.querySelector(css);
}

/** Return the texts of all matching elements. @param {string} css @param {Element | Document} [place] */
export function texts(css, place = document) {
  return [...place.querySelectorAll(css)].map((element) => element.textContent.trim());
}

/**
 * Press a key at the focus, or on an element; return false if it was handled.
 * @param {string} key
 * @param {any} [more]
 */
export function press(key, { on = document.activeElement, ...more } = {}) {
  return on.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

/** Run everything that waits only for promises. */
export async function settled() {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}
