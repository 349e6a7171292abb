// @ts-check
/**
 * Owns the native port: starts the host on first need, shakes hands, pairs responses with requests, enforces their deadline, and
 * restarts a lost host. Imports no other module of the background: `listen` registers the handlers of events and losses.
 */
import { api, browserName, isHostMissing, portError } from '../shared/browser.js';
import { readConsent } from '../shared/consent.js';

/** @typedef {import('../shared/protocol.js').EventHandlers} EventHandlers */
/** @typedef {import('../shared/protocol.js').Methods} Methods */
/** @typedef {import('../shared/protocol.js').Problem} Problem */
/** What a host sends, an older or newer one too: a response, which has an id, or an event. @typedef {{id: number, result?: unknown, error?: Problem, event?: unknown, params?: unknown} | null} HostMessage */
/** Of what type the result is, the request's method says. @typedef {{resolve(result: unknown): void, reject(error: HostError): void, timer: ReturnType<typeof setTimeout>}} PendingRequest */
/**
 * `onGreeted` is waited for before anything else is requested of a host; `isWanted` is whether one that was lost is to be started again.
 * @typedef {{events: Partial<EventHandlers>, onGreeted?(): Promise<void>, onChange(): void, isWanted(): boolean}} Listener
 */

const HOST = 'org.standard_sitemap.navigator';
const PROTOCOL = 1;
/** The oldest that is still spoken, to hosts that know no newer one. */
const OLDEST_PROTOCOL = 1;
/** What a host of that protocol has to know: one that was installed before the extension was updated may know less. */
const NEEDED = ['locate', 'site', 'view', 'menu', 'search', 'find', 'visit', 'fetch', 'cache'];
/** The most rows that any page asks for at once: `PAGE_ROWS` of the sidebar, the menu of the popup, the list of problems. */
const ROWS_NEEDED = 100;
/** A cold Python on a slow disk takes seconds. */
const HELLO_MS = 15_000;
/** Longer than anything the host does before it responds; what lasts longer is sent as events. */
const RESPONSE_MS = 60_000;
/** The pause before a missing host is looked for again. */
const MISSING_PAUSE_MS = 2_000;
/** Before each start after the first: soon at first, for most losses are single. */
const RESTART_DELAYS_MS = [100, 1000, 3000, 8000];
/** The host refuses messages of four times that many bytes; our greatest are pieces of half a megabyte. */
const MESSAGE_CHARACTERS = 4 * 1024 * 1024;
/** What made a host die at every start may be over by then. */
const RETRY_AFTER_MS = 30_000;

/** A request that was refused, by the host or for it, or could not be sent. */
export class HostError extends Error {
  /** @param {string} code @param {Record<string, unknown>} [params] */
  constructor(code, params = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }

  /** @returns {Problem} */
  get problem() {
    return { code: this.code, params: this.params };
  }
}

/**
 * How long to wait before restart number `attempt` (from 0), or null to give up. Pure.
 * @param {number} attempt
 */
export function restartDelay(attempt) {
  return RESTART_DELAYS_MS[attempt] ?? null;
}

/** How many losses in a row there have been with this one: a host that has responded did not die of starting. @param {number} losses @param {boolean} hasResponded */
export function countLosses(losses, hasResponded) {
  return hasResponded ? 1 : losses + 1;
}

/** Whether a host has all abilities that are needed. @param {import('../shared/protocol.js').Greeting} greeting */
function isAble({ abilities, limits }) {
  return NEEDED.every((group) => abilities.includes(group)) && limits.rows >= ROWS_NEEDED;
}

/** That the two do not understand each other, and which of them is the older one. @param {'host' | 'extension'} older @param {number} protocol @param {string} host  its version @returns {Problem} */
function mismatch(older, protocol, host) {
  return { code: 'protocol-mismatch', params: { older, protocol, host } };
}

export class HostPort {
  constructor() {
    /** @type {Listener} */
    this.listener = { events: {}, onChange() {}, isWanted: () => false };
    /** @type {chrome.runtime.Port | null} */
    this.port = null;
    /** @type {Promise<void> | null} */
    this.starting = null;
    this.isReady = false;
    /** Why there is no host, when there is none. @type {Problem | null} */
    this.problem = null;
    /** Counts the hosts there have been: ids of an earlier one are void, those of a background that sidebars have outlived, too. */
    this.generation = Date.now();
    this.losses = 0;
    /** Whether this host has responded to anything but the handshake. */
    this.hasResponded = false;
    this.failedAt = 0;
    this.lastId = 0;
    /** @type {Map<number, PendingRequest>} */
    this.pending = new Map();
  }

  /** Whether no response is waited for. */
  get isIdle() {
    return this.pending.size === 0 && this.starting === null;
  }

  /** Registers who handles the host's events, and its comings and goings. @param {Listener} listener */
  listen(listener) {
    this.listener = listener;
  }

  /**
   * The host's response; the host is started where need be.
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Methods[M]['params']} params
   * @returns {Promise<Methods[M]['result']>}
   * @throws {HostError}
   */
  async request(method, params) {
    if (!this.isReady) await this.start();
    return this.send(method, params, RESPONSE_MS);
  }

  // Behaviour: a host that dies during a request.
  /**
   * Do something by requests to the host. When the host dies during a request, do it once more in the next host: the first may
   * have died of another tab's map, or earlier. Only once: the request may be what kills it.
   * @template T @param {() => Promise<T>} act @returns {Promise<T>}
   */
  async retryOnce(act) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'host-lost') throw error;
      return act();
    }
  }

  /**
   * Replies to the host that made the request, and to no later one: ids mean something else there.
   * @template {keyof Methods} M
   * @param {number} generation  of the host that made the request
   * @param {M} method
   * @param {Methods[M]['params']} params
   * @returns {Promise<Methods[M]['result']>}
   * @throws {HostError}
   */
  async reply(generation, method, params) {
    if (!this.isReady || generation !== this.generation) throw new HostError('host-lost');
    return this.send(method, params, RESPONSE_MS);
  }

  /** Makes sure that a host runs. @returns {Promise<void>} */
  start() {
    if (this.isReady) return Promise.resolve();
    if (!this.starting && this.problem && Date.now() - this.failedAt < MISSING_PAUSE_MS) {
      return Promise.reject(new HostError(this.problem.code, this.problem.params));
    }
    this.starting ??= this.startUntilReady().finally(() => { this.starting = null; });
    return this.starting;
  }

  /** Starts afresh, at the reader's wish: whatever went wrong before is forgotten. */
  async retry() {
    this.losses = 0;
    this.failedAt = 0;
    await this.start();
  }

  /** Ends the host; nothing is lost by it but time. */
  stop() {
    const port = this.port;
    this.drop(new HostError('host-lost'));
    port?.disconnect();
  }

  /** Starts the host, and again after each loss, until it stands or starts are used up. */
  async startUntilReady() {
    for (;;) {
      const delay = this.losses === 0 ? 0 : restartDelay(this.losses - 1);
      if (delay === null) return this.giveUp();
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      const problem = await this.connect();
      if (problem === null) return this.ready();
      if (problem.code !== 'host-lost') return this.fail(problem.code, problem.params);
      this.losses++;
    }
  }

  /** @returns {never} */
  giveUp() {
    // Only where somebody still wants one: a host that nobody waits for may stay away.
    setTimeout(() => { if (this.problem && this.listener.isWanted()) this.start().catch(() => {}); }, RETRY_AFTER_MS);
    return this.fail('host-crashed');
  }

  /** One start: null where hands were shaken. Without consent nothing is started. @returns {Promise<Problem | null>} */
  async connect() {
    if (!(await readConsent()).isGiven) return { code: 'consent-wanted', params: {} };
    try {
      // Firefox throws for a bad name; Chrome, and Firefox for all else, disconnect later, with or without words.
      const port = api.runtime.connectNative(HOST);
      this.port = port;
      port.onMessage.addListener((message) => this.receive(port, message));
      port.onDisconnect.addListener(() => this.lost(port));
      const problem = await this.shakeHands(PROTOCOL);
      if (problem === null) await this.listener.onGreeted?.();
      return problem;
    } catch (error) {
      this.port = null;
      if (error instanceof HostError) return error.problem;
      return { code: 'host-missing', params: { reason: String(error) } };
    }
  }

  /**
   * Greets the host in that protocol, or in the newest that both speak; null where it can do what is needed.
   * @param {number} protocol
   * @returns {Promise<Problem | null>}
   */
  async shakeHands(protocol) {
    const { version } = api.runtime.getManifest();
    try {
      const greeting = await this.send('hello', { protocol, extension: version, browser: browserName }, HELLO_MS);
      return isAble(greeting) ? null : mismatch('host', greeting.protocol, greeting.host);
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'protocol-mismatch') throw error;
      const spoken = Number(error.params['protocol']);
      if (spoken >= OLDEST_PROTOCOL && spoken < protocol) return this.shakeHands(spoken);
      return mismatch(spoken > PROTOCOL ? 'extension' : 'host', spoken, String(error.params['host'] ?? ''));
    }
  }

  ready() {
    this.isReady = true;
    this.problem = null;
    this.generation++;
    this.hasResponded = false;
    this.listener.onChange();
  }

  /** @param {string} code @param {Record<string, unknown>} [params] @returns {never} */
  fail(code, params = {}) {
    this.problem = { code, params };
    this.failedAt = Date.now();
    this.losses = 0;
    this.port?.disconnect();
    this.port = null;
    this.listener.onChange();
    throw new HostError(code, params);
  }

  /**
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Methods[M]['params']} params
   * @param {number} limit_ms
   * @returns {Promise<Methods[M]['result']>}
   */
  send(method, params, limit_ms) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      // Chrome drops a frame that is no JSON and leaves the port open: without a limit its request would wait for
      // ever.
      const timer = setTimeout(() => this.timedOut(id), limit_ms);
      this.pending.set(id, { resolve, reject, timer });
      const message = { id, method, params };
      if (JSON.stringify(message).length > MESSAGE_CHARACTERS) this.settle(id, (request) => request.reject(new HostError('too-large', { limit: MESSAGE_CHARACTERS })));
      else if (!this.post(message)) this.settle(id, (request) => request.reject(new HostError('host-lost')));
    });
  }

  /** Whether a message could be sent: a port whose host has just died throws before it says so. @param {object} message */
  post(message) {
    try {
      this.port?.postMessage(message);
      return this.port !== null;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return false;
    }
  }

  /** @param {chrome.runtime.Port} port @param {HostMessage} message */
  receive(port, message) {
    if (port !== this.port || !message) return;
    if (typeof message.event === 'string') return this.dispatch(message.event, message.params ?? {});
    this.settle(message.id, (request) => {
      if (message.error) request.reject(new HostError(String(message.error.code), message.error.params));
      else request.resolve(message.result);
      this.hasResponded = this.isReady;
    });
  }

  /** An event that nobody handles is a later host's: it is left alone. @param {string} event @param {unknown} params */
  dispatch(event, params) {
    const events = /** @type {Record<string, (params: unknown) => void>} */ (this.listener.events);
    if (Object.hasOwn(events, event)) events[event]?.(params);
  }

  /** @param {number} id @param {(request: PendingRequest) => void} end */
  settle(id, end) {
    const request = this.pending.get(id);
    if (!request) return;
    this.pending.delete(id);
    clearTimeout(request.timer);
    end(request);
  }

  /** A host that does not respond is as good as dead. @param {number} id */
  timedOut(id) {
    if (!this.pending.has(id)) return;
    const port = this.port;
    port?.disconnect();
    if (port) this.ended(port, new HostError('host-lost')); // one's own disconnect fires no onDisconnect
  }

  /** @param {chrome.runtime.Port} port */
  lost(port) {
    // Of a host that exits Firefox says nothing (`port.error` is null), Chrome "Native host has exited".
    const text = portError(port);
    this.ended(port, new HostError(isHostMissing(text) ? 'host-missing' : 'host-lost', { reason: text }));
  }

  /** @param {chrome.runtime.Port} port @param {HostError} error */
  ended(port, error) {
    if (port !== this.port) return;
    const wasReady = this.isReady;
    this.drop(error);
    if (!wasReady) return;
    // A map that kills the host at its first request must not start it for ever; one bad map among many good ones
    // may.
    this.losses = countLosses(this.losses, this.hasResponded);
    this.listener.onChange();
    if (this.listener.isWanted()) this.start().catch(() => {});
  }

  /** @param {HostError} error */
  drop(error) {
    this.port = null;
    this.isReady = false;
    for (const id of [...this.pending.keys()]) this.settle(id, (request) => request.reject(error));
  }
}

/** The host of this browser; what is said of it is wired in `index.js`. */
export const host = new HostPort();
