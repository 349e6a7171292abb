// @ts-check
/**
 * A page's line to the background: requests with responses, events, and a new line whenever the old one ends (a background
 * page is stopped by the browser when idle). It never talks to the host itself.
 */
import { api } from './browser.js';

/** Raised where the background responds with an error. */
export class RequestError extends Error {
  /** @param {{code: string, params?: Record<string, unknown>}} problem */
  constructor(problem) {
    super(problem.code);
    this.code = problem.code;
    this.params = problem.params ?? {};
  }
}

/** @typedef {import('./types.js').UiMethods} UiMethods */
/** @typedef {import('./types.js').UiEvents} UiEvents */
/** @typedef {import('./types.js').UiEventHandlers} UiEventHandlers */
/** What a response is handed to; of what type its result is, the request's method says. @typedef {{resolve(result: unknown): void, reject(error: Error): void}} PendingRequest */

export class BackgroundPort {
  /**
   * @param {string} name  `ui:` and the page's kind
   * @param {number} windowId
   * @param {Partial<UiEventHandlers>} events
   */
  constructor(name, windowId, events) {
    this.name = name;
    this.windowId = windowId;
    this.events = events;
    /** Requests without a response yet, by their ids. @type {Map<number, PendingRequest>} */
    this.pending = new Map();
    this.lastId = 0;
    /** @type {chrome.runtime.Port | null} */
    this.port = null;
    this.connect();
  }

  connect() {
    const port = api.runtime.connect({ name: this.name });
    port.onMessage.addListener((message) => this.receive(message));
    port.onDisconnect.addListener(() => this.reconnect(port));
    port.postMessage({ event: 'hello', params: { windowId: this.windowId } });
    this.port = port;
  }

  /**
   * The background's response. Rejects with a RequestError.
   * @template {keyof UiMethods} M
   * @param {M} method
   * @param {UiMethods[M]['params']} params
   * @returns {Promise<UiMethods[M]['result']>}
   */
  request(method, params) {
    // After an update of the extension there is nothing to connect to; the request is then refused, not lost.
    if (!this.port) this.connect();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      /** @type {chrome.runtime.Port} */ (this.port).postMessage({ id, method, params });
    });
  }

  /** @param {import('./types.js').UiMessage} message */
  receive(message) {
    if ('event' in message) return this.dispatch(message.event, message.params);
    const request = this.pending.get(message.id);
    this.pending.delete(message.id);
    if ('error' in message) request?.reject(new RequestError(message.error));
    else request?.resolve(message.result);
  }

  /** @template {keyof UiEvents} E @param {E} event @param {UiEvents[E]} params */
  dispatch(event, params) {
    this.events[event]?.(params);
  }

  /**
   * The browser stops an idle background after 30 s although pages are connected; connecting starts it again. Where the
   * extension itself was reloaded or removed there is no `runtime.id`, and nothing to connect to.
   * @param {chrome.runtime.Port} port
   */
  reconnect(port) {
    if (this.port !== port) return;
    this.port = null; // what is posted to a port that has ended throws
    // A stopped background forgets what it was asked: nobody will answer these.
    for (const { reject } of this.pending.values()) reject(new RequestError({ code: 'host-lost' }));
    this.pending.clear();
    if (api.runtime?.id) this.connect();
  }
}
