// @ts-check
/**
 * Owns the native port: starts the host when it is first needed, shakes hands, pairs answers with requests, gives up on
 * answers that do not come, and starts a lost host again. It knows no method but `hello`, and no sitemap.
 */
import { api, browserName, isHostMissing, portError } from '../shared/browser.js';
import { countLosses, HOPE_MS, restartDelay } from './restart.js';

/** @typedef {import('../shared/types.js').Problem} Problem */
/** @typedef {{resolve: (result: any) => void, reject: (error: HostError) => void, timer: number}} Waiting */
/** @typedef {{onEvent(event: string, params: any): void, onChange(): void, isWanted(): boolean}} Owner */

const HOST = 'org.standard_sitemap.navigator';
const PROTOCOL = 1;
/** What a host of that protocol has to know: one that was installed before the extension was updated may know less. */
const NEEDED = ['locate', 'site', 'view', 'menu', 'search', 'find', 'visit', 'fetch'];
/** The most rows that any page asks for at once: `PAGE_ROWS` of the sidebar, the menu of the popup, the list of problems. */
const ROWS_NEEDED = 100;
const HELLO_MS = 15_000;
const ANSWER_MS = 60_000;
/** A host that is not there is not looked for again at every page. */
const MISSING_PAUSE_MS = 2_000;

/** A request that the host refused, or could not be asked. */
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

/** Whether a host can do all that is asked of it. @param {import('../shared/protocol.js').Greeting} greeting */
function isAble({ abilities, limits }) {
  return NEEDED.every((group) => abilities.includes(group)) && limits.rows >= ROWS_NEEDED;
}

export class HostPort {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    /** @type {chrome.runtime.Port | null} */
    this.port = null;
    /** @type {Promise<void> | null} */
    this.starting = null;
    this.isReady = false;
    /** Why there is no host, when there is none. @type {Problem | null} */
    this.problem = null;
    /** Counts the hosts there have been: ids of an earlier one are void. */
    this.generation = 0;
    this.losses = 0;
    /** Whether this host has answered anything but the handshake. */
    this.wasOfUse = false;
    this.failedAt = 0;
    this.lastId = 0;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
  }

  /** Whether nobody waits for it. */
  get isIdle() {
    return this.waiting.size === 0 && this.starting === null;
  }

  /**
   * The host's answer; the host is started where need be.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   * @throws {HostError}
   */
  async request(method, params) {
    if (!this.isReady) await this.start();
    return this.send(method, params, ANSWER_MS);
  }

  /**
   * Says something to the host that asked for it, and to no later one: the names it gave things mean something else there.
   * @param {number} generation  of the host that asked
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   * @throws {HostError}
   */
  async reply(generation, method, params) {
    if (!this.isReady || generation !== this.generation) throw new HostError('host-lost');
    return this.send(method, params, ANSWER_MS);
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

  /** Starts the host, and again after each loss, until it stands or there is no hope. */
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
    setTimeout(() => { if (this.problem && this.owner.isWanted()) this.start().catch(() => {}); }, HOPE_MS);
    return this.fail('host-crashed');
  }

  /** One start: null where hands were shaken. @returns {Promise<Problem | null>} */
  async connect() {
    try {
      const port = api.runtime.connectNative(HOST);
      this.port = port;
      port.onMessage.addListener((message) => this.receive(port, message));
      port.onDisconnect.addListener(() => this.lost(port));
      const greeting = await this.send('hello', { protocol: PROTOCOL, extension: api.runtime.getManifest().version, browser: browserName }, HELLO_MS);
      return isAble(greeting) ? null : { code: 'protocol-mismatch', params: { protocol: greeting.protocol, host: greeting.host } };
    } catch (error) {
      this.port = null;
      if (error instanceof HostError) return error.problem;
      return { code: 'host-missing', params: { reason: String(error) } };
    }
  }

  ready() {
    this.isReady = true;
    this.problem = null;
    this.generation++;
    this.wasOfUse = false;
    this.owner.onChange();
  }

  /** @param {string} code @param {Record<string, unknown>} [params] @returns {never} */
  fail(code, params = {}) {
    this.problem = { code, params };
    this.failedAt = Date.now();
    this.losses = 0;
    this.port?.disconnect();
    this.port = null;
    this.owner.onChange();
    throw new HostError(code, params);
  }

  /** @param {string} method @param {object} params @param {number} limit_ms @returns {Promise<any>} */
  send(method, params, limit_ms) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.unanswered(id), limit_ms);
      this.waiting.set(id, { resolve, reject, timer: /** @type {any} */ (timer) });
      if (!this.post({ id, method, params })) this.settle(id, (waiting) => waiting.reject(new HostError('host-lost')));
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

  /** @param {chrome.runtime.Port} port @param {any} message */
  receive(port, message) {
    if (port !== this.port) return;
    if (typeof message?.event === 'string') return this.owner.onEvent(message.event, message.params ?? {});
    this.settle(message?.id, (waiting) => {
      if (message.error) waiting.reject(new HostError(String(message.error.code), message.error.params));
      else waiting.resolve(message.result);
      this.wasOfUse = this.isReady;
    });
  }

  /** @param {number} id @param {(waiting: Waiting) => void} end */
  settle(id, end) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    end(waiting);
  }

  /** A host that does not answer is as good as dead. @param {number} id */
  unanswered(id) {
    if (!this.waiting.has(id)) return;
    const port = this.port;
    port?.disconnect();
    if (port) this.ended(port, new HostError('host-lost'));
  }

  /** @param {chrome.runtime.Port} port */
  lost(port) {
    const text = portError(port);
    this.ended(port, new HostError(isHostMissing(text) ? 'host-missing' : 'host-lost', { reason: text }));
  }

  /** @param {chrome.runtime.Port} port @param {HostError} error */
  ended(port, error) {
    if (port !== this.port) return;
    const wasReady = this.isReady;
    this.drop(error);
    if (!wasReady) return;
    this.losses = countLosses(this.losses, this.wasOfUse);
    this.owner.onChange();
    if (this.owner.isWanted()) this.start().catch(() => {});
  }

  /** @param {HostError} error */
  drop(error) {
    this.port = null;
    this.isReady = false;
    for (const id of [...this.waiting.keys()]) this.settle(id, (waiting) => waiting.reject(error));
  }
}
