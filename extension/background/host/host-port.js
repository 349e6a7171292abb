// @ts-check
/**
 * Owns the native port: starts the host when first needed, performs the handshake, matches responses to requests,
 * enforces deadlines, and restarts a lost host. Imports no other module of the background; `listen` registers the
 * handlers of events and losses.
 */
import { api, browserName, isHostMissing, portError } from '../../shared/browser.js';
import { readConsent } from '../../shared/consent.js';

/** @typedef {import('../../shared/protocol.js').EventHandlers} EventHandlers */
/** @typedef {import('../../shared/protocol.js').Methods} Methods */
/** @typedef {import('../../shared/protocol.js').Problem} Problem */
/**
 * A message from a host of any version: a response, which has an id, or an event.
 * @typedef {{id: number, result?: unknown, error?: Problem, event?: unknown, params?: unknown} | null} HostMessage
 */
/**
 * A request in progress. Its method determines the type of its result.
 * @typedef {{
 *   resolve(result: unknown): void,
 *   reject(error: HostError): void,
 *   timer: ReturnType<typeof setTimeout>,
 * }} PendingRequest
 */
/**
 * `onGreeted` runs before any other request to a host; `isWanted` says whether to restart a lost host.
 * @typedef {{
 *   events: Partial<EventHandlers>,
 *   onGreeted?(): Promise<void>,
 *   onChange(): void,
 *   isWanted(): boolean,
 * }} Listener
 */

const HOST = 'org.standard_sitemap.navigator';
const PROTOCOL = 1;
/** The oldest supported protocol, for hosts that know no newer one. */
const OLDEST_PROTOCOL = 1;
/** Abilities required of a host: one installed before the extension was updated may have fewer. */
const NEEDED = ['locate', 'site', 'view', 'menu', 'search', 'find', 'visit', 'fetch', 'cache'];
/** Most rows requested at once: `PAGE_ROWS` of the sidebar, the menu of the popup, the list of problems. */
const ROWS_NEEDED = 100;
/** A cold start of Python from a slow disk takes seconds. */
const HELLO_MS = 15_000;
/** A host that sends neither a response nor an event for this long is lost; it reports longer work by events. */
const RESPONSE_MS = 60_000;
/** Pause before looking for a missing host again. */
const MISSING_PAUSE_MS = 2_000;
/** Delays before each restart. The first is short, since most losses are isolated. */
const RESTART_DELAYS_MS = [100, 1000, 3000, 8000];
/** The host refuses messages of more than four times as many bytes; our largest are pieces of half a megabyte. */
const MESSAGE_CHARACTERS = 4 * 1024 * 1024;
/** By then, the cause of repeated crashes may be gone. */
const RETRY_AFTER_MS = 30_000;

/** A request that the host refused, that was refused on its behalf, or that could not be sent. */
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
 * Return the delay before restart number `attempt` (from 0), or null to give up. Pure.
 * @param {number} attempt
 */
export function restartDelay(attempt) {
  return RESTART_DELAYS_MS[attempt] ?? null;
}

/**
 * Return the number of consecutive losses, including this one. A host that responded did not crash at startup, so the
 * count restarts.
 * @param {number} losses
 * @param {boolean} hasResponded
 */
export function countLosses(losses, hasResponded) {
  return hasResponded ? 1 : losses + 1;
}

/** Return whether a host has all required abilities. @param {import('../../shared/protocol.js').Greeting} greeting */
function isAble({ abilities, limits }) {
  return NEEDED.every((group) => abilities.includes(group)) && limits.rows >= ROWS_NEEDED;
}

/**
 * Return the problem of incompatible protocols, with the side that is older.
 * @param {'host' | 'extension'} older
 * @param {number} protocol
 * @param {string} host  its version
 * @returns {Problem}
 */
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
    /** The reason why no host is running. @type {Problem | null} */
    this.problem = null;
    /**
     * Number of the current host; ids from earlier hosts are void. Starts at the current time, since sidebars may
     * outlive a background.
     */
    this.generation = Date.now();
    this.losses = 0;
    /** Whether this host has responded to anything after the handshake. */
    this.hasResponded = false;
    this.failedAt = 0;
    /** Time of the host's last message. */
    this.heardAt = 0;
    this.lastId = 0;
    /** @type {Map<number, PendingRequest>} */
    this.pending = new Map();
  }

  /** Whether no response is pending. */
  get isIdle() {
    return this.pending.size === 0 && this.starting === null;
  }

  /** Register the handler of the host's events, starts and losses. @param {Listener} listener */
  listen(listener) {
    this.listener = listener;
  }

  /**
   * Send a request and return the host's response; starts the host if necessary.
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

  // Behaviour: a host that dies during a request. Also: crash, lost host, retry, disconnect.
  /**
   * Run a function that sends requests to the host. If the host dies meanwhile, run the function once more in the next
   * host: another tab's map may have caused the crash. Only once: this request may itself be the cause.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
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
   * Reply to the host that made the request, never to a later one, where ids have other meanings.
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

  /** Ensure that a host is running. @returns {Promise<void>} */
  start() {
    if (this.isReady) return Promise.resolve();
    if (!this.starting && this.problem && Date.now() - this.failedAt < MISSING_PAUSE_MS) {
      return Promise.reject(new HostError(this.problem.code, this.problem.params));
    }
    this.starting ??= this.startUntilReady().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  /** Start again at the reader's request, ignoring earlier failures. */
  async retry() {
    this.losses = 0;
    this.failedAt = 0;
    await this.start();
  }

  /** Stop the host. This loses no data, only time. */
  stop() {
    const port = this.port;
    this.drop(new HostError('host-lost'));
    port?.disconnect();
  }

  /** Start the host, and restart it after each loss, until it is ready or no restarts are left. */
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
    // Only if a host is still wanted.
    setTimeout(() => {
      if (this.problem && this.listener.isWanted()) this.start().catch(() => {});
    }, RETRY_AFTER_MS);
    return this.fail('host-crashed');
  }

  /**
   * Start the host once; return null after a successful handshake. Starts nothing without consent.
   * @returns {Promise<Problem | null>}
   */
  async connect() {
    if (!(await readConsent()).isGiven) return { code: 'consent-wanted', params: {} };
    try {
      // Firefox throws for an invalid name. Chrome, and Firefox for all other errors, disconnect later, with or without
      // a message.
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
   * Greet the host in this protocol, or in the newest one that both support. Return null if it has all required
   * abilities.
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
      const spoken = Number(error.params.protocol);
      if (spoken >= OLDEST_PROTOCOL && spoken < protocol) return this.shakeHands(spoken);
      return mismatch(spoken > PROTOCOL ? 'extension' : 'host', spoken, String(error.params.host ?? ''));
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
      // Chrome drops a frame that is not JSON and leaves the port open: without a limit, its request would never end.
      const timer = setTimeout(() => this.timedOut(id, limit_ms), limit_ms);
      this.pending.set(id, { resolve, reject, timer });
      const message = { id, method, params };
      if (JSON.stringify(message).length > MESSAGE_CHARACTERS)
        this.settle(id, (request) => request.reject(new HostError('too-large', { limit: MESSAGE_CHARACTERS })));
      else if (!this.port) this.settle(id, (request) => request.reject(new HostError('host-lost')));
      else this.post(this.port, message);
    });
  }

  /** @param {chrome.runtime.Port} port @param {object} message */
  post(port, message) {
    try {
      port.postMessage(message);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // The host has just died, and the port will disconnect later. Until then, a second attempt would fail like this
      // one.
      this.abandon(port);
    }
  }

  /** @param {chrome.runtime.Port} port @param {HostMessage} message */
  receive(port, message) {
    if (port !== this.port || !message) return;
    this.heardAt = Date.now();
    if (typeof message.event === 'string') return this.dispatch(message.event, message.params ?? {});
    this.settle(message.id, (request) => {
      if (message.error) request.reject(new HostError(String(message.error.code), message.error.params));
      else request.resolve(message.result);
      this.hasResponded = this.isReady;
    });
  }

  /**
   * Dispatch an event. An unknown event comes from a newer host and is ignored.
   * @param {string} event
   * @param {unknown} params
   */
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

  /**
   * Treat a silent host as lost. A host that sends events may be waiting for a slow server.
   * @param {number} id
   * @param {number} limit_ms
   */
  timedOut(id, limit_ms) {
    const request = this.pending.get(id);
    if (!request || !this.port) return;
    const left_ms = this.heardAt + limit_ms - Date.now();
    if (left_ms <= 0) this.abandon(this.port);
    else request.timer = setTimeout(() => this.timedOut(id, limit_ms), left_ms);
  }

  /** @param {chrome.runtime.Port} port */
  abandon(port) {
    port.disconnect();
    this.ended(port, new HostError('host-lost')); // our own disconnect fires no onDisconnect
  }

  /** @param {chrome.runtime.Port} port */
  lost(port) {
    // When a host exits, Firefox gives no reason (`port.error` is null); Chrome says "Native host has exited".
    const text = portError(port);
    this.ended(port, new HostError(isHostMissing(text) ? 'host-missing' : 'host-lost', { reason: text }));
  }

  /** @param {chrome.runtime.Port} port @param {HostError} error */
  ended(port, error) {
    if (port !== this.port) return;
    const wasReady = this.isReady;
    this.drop(error);
    if (!wasReady) return;
    // A map that crashes the host at its first request must not cause endless restarts; one bad map among many good
    // ones may.
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

/** The host of this browser; `index.js` registers its listener. */
export const host = new HostPort();
