/**
 * A fake browser for modules of the background; import it first. Calls are recorded in `calls`, return values are in
 * `returns` and can be replaced, and tests run timers themselves. `hosts` holds the ports to the host, one for each
 * start. They answer the handshake, and every request for which `host` has a reply.
 */
import { mock } from 'node:test';
import { aSite } from './samples.js';

/** `[name, ...arguments]` of every call of the browser's API, in order. */
export const calls = [];
/** Return values by name; a function is called with the arguments. All other calls return undefined. */
export const returns = {};
/** The ports to the host, oldest first. */
export const hosts = [];
/** Replies of the host by method: a result, or a function of the parameters, which refuses by throwing a problem. */
export const host = {};

/** The host's greeting; a test may replace `now`. */
export const greetings = {
  now: {
    protocol: 1,
    host: '0',
    limits: { message_bytes: 1_048_576, rows: 500 },
    abilities: ['locate', 'site', 'view', 'menu', 'search', 'find', 'visit', 'fetch', 'cache'],
  },
};

/** An event of the browser: `dispatch` calls its listeners and returns their results. */
class Event {
  /** @type {((...args: any[]) => any)[]} */
  listeners = [];

  addListener(listener) {
    this.listeners.push(listener);
  }

  removeListener(listener) {
    this.listeners = this.listeners.filter((other) => other !== listener);
  }

  dispatch(...args) {
    return this.listeners.map((listener) => listener(...args));
  }
}

/** A port to the host, or to an extension page. */
export class FakePort {
  /** @type {any} */
  onMessage = new Event();
  /** @type {any} */
  onDisconnect = new Event();
  sent = [];
  isOpen = true;

  /** @param {string} [name] @param {any} [sender] */
  constructor(name = '', sender = {}) {
    this.name = name;
    this.sender = sender;
  }

  postMessage(message) {
    if (!this.isOpen) throw new Error('Attempt to postMessage on disconnected port');
    this.sent.push(structuredClone(message));
  }

  disconnect() {
    this.isOpen = false;
  }

  /** Disconnect from the other side. */
  end() {
    this.isOpen = false;
    this.onDisconnect.dispatch(this);
  }
}

class HostEnd extends FakePort {
  postMessage(message) {
    super.postMessage(message);
    const { id, method, params } = message;
    if (method === 'hello' && !host.hello) queueMicrotask(() => this.onMessage.dispatch({ id, result: greetings.now }));
    else if (Object.hasOwn(host, method)) queueMicrotask(() => this.reply(id, host[method], params));
  }

  async reply(id, reply, params) {
    try {
      this.onMessage.dispatch({ id, result: await (typeof reply === 'function' ? reply(params) : reply) });
    } catch (problem) {
      if (problem instanceof Error) throw problem;
      this.onMessage.dispatch({ id, error: problem });
    }
  }
}

/** Return everything under a path of the API: events by name, recording functions otherwise. @returns {any} */
function fake(path) {
  const events = new Map();
  return new Proxy(function called() {}, {
    get(_, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      const own = path ? `${path}.${name}` : name;
      if (own in constants) return constants[own];
      if (!events.has(name)) events.set(name, /^on[A-Z]/.test(name) ? new Event() : fake(own));
      return events.get(name);
    },
    apply(_, __, args) {
      calls.push([path, ...args]);
      const value = returns[path];
      return typeof value === 'function'
        ? value(...args)
        : (value ?? DEFAULTS[path]?.(...args) ?? Promise.resolve(undefined));
    },
  });
}

/** Parts of the API that are neither events nor functions; a `sidebarAction` makes it Firefox. */
export const constants = {
  sidebarAction: undefined,
  publicSuffix: undefined,
  'runtime.id': 'us',
  'runtime.lastError': { message: 'Native host has exited.' },
};
const DEFAULTS = {
  'runtime.connectNative': () => hosts[hosts.push(new HostEnd()) - 1],
  'management.getSelf': () => Promise.resolve({ installType: 'development' }),
  'runtime.getManifest': () => ({ version: '0' }),
  'runtime.getPlatformInfo': () => Promise.resolve({ os: 'linux' }),
  'runtime.getURL': (path) => `extension://us/${path}`,
  'proxy.settings.get': () => Promise.resolve({ value: { mode: 'direct' } }),
  'i18n.getMessage': (name) => name,
  'i18n.getAcceptLanguages': () => Promise.resolve(['en']),
  'storage.session.get': () => Promise.resolve({}),
  'storage.local.get': () => Promise.resolve({ consent: 1 }),
  'storage.sync.get': () => Promise.resolve({}),
  'tabs.query': () => Promise.resolve([]),
  'tabs.get': (id) => Promise.resolve({ id, windowId: 1, incognito: false }),
  'cookies.getAll': () => Promise.resolve([]),
  'scripting.executeScript': () => Promise.resolve([]),
  'declarativeNetRequest.getSessionRules': () => Promise.resolve([]),
};

mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
export const browser = (globalThis.chrome = fake(''));

/** Return the arguments of every call with a name since the last `forget`. */
export function callsOf(name) {
  return calls.filter(([called]) => called === name).map(([, ...args]) => args);
}

/** Return the requests of a method to all hosts. */
export function requestsOf(method) {
  return hosts
    .flatMap(({ sent }) => sent)
    .filter((message) => message.method === method)
    .map(({ params }) => params);
}

/** Run everything that waits only for promises. */
export async function settled() {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

/** Advance the time. */
export async function pass(ms) {
  mock.timers.tick(ms);
  await settled();
}

/** End the hosts, and reset calls, return values and replies. */
export function reset() {
  calls.length = hosts.length = 0;
  for (const table of [returns, host]) for (const name of Object.keys(table)) delete table[name];
}

/** Return a site in the host's format. */
export function siteMessage(site, changes = {}) {
  return aSite({ site, ...changes });
}

/** Class changes of a sitemap, as a site has them. */
export const CLASS_CHANGES = [{ elem: '//body', namespaces: {}, attr: 'class', prefix: 'sitemap' }];
