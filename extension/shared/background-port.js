// @ts-check
/**
 * Connects a page to the background, for requests with responses and for events. Reconnects whenever the connection
 * ends, because the browser stops an idle background. Never talks to the host itself.
 */
import { api } from './browser.js';

/** An error response of the background. */
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
/**
 * A request and its callbacks. Its method determines the type of the result. `tabId` is the tab that it is about.
 * @typedef {{
 *   method: string,
 *   params: unknown,
 *   tabId: number | null,
 *   isRepeated: boolean,
 *   resolve(result: unknown): void,
 *   reject(error: Error): void,
 * }} PendingRequest
 */

/** Requests of a click, which the next background can answer as well. */
const REPEATED = new Set(['visit', 'page.visit']);

export class BackgroundPort {
  /**
   * @param {string} name  `ui:` and the page's kind
   * @param {number} windowId
   * @param {Partial<UiEventHandlers>} events
   * @param {() => void} [onReconnected]  to request again what ends with a stopped background
   */
  constructor(name, windowId, events, onReconnected = () => {}) {
    this.name = name;
    this.windowId = windowId;
    this.events = events;
    this.onReconnected = onReconnected;
    /** Requests without a response yet, by id. @type {Map<number, PendingRequest>} */
    this.pending = new Map();
    this.lastId = 0;
    /** The tab that the background last reported. @type {number | null} */
    this.tabId = null;
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
   * Send a request and return the background's response. Rejects with a RequestError.
   * @template {keyof UiMethods} M
   * @param {M} method
   * @param {UiMethods[M]['params']} params
   * @param {number | null} [tabId]  the tab that it is about
   * @returns {Promise<UiMethods[M]['result']>}
   */
  request(method, params, tabId = this.tabId) {
    // After an update of the extension there is nothing to connect to; the request is then refused, not lost.
    if (!this.port) this.connect();
    return new Promise((resolve, reject) => this.send({ method, params, tabId, isRepeated: false, resolve, reject }));
  }

  /** @param {PendingRequest} request */
  send(request) {
    const { method, params, tabId } = request;
    const id = ++this.lastId;
    this.pending.set(id, request);
    // A starting background may answer once the reader has switched to another tab.
    /** @type {chrome.runtime.Port} */ (this.port).postMessage({
      id,
      method,
      params,
      ...(tabId === null ? {} : { tabId }),
    });
  }

  /** @param {import('./types.js').UiMessage} message */
  receive(message) {
    if ('event' in message) {
      if (message.event === 'tab') this.tabId = message.params.tabId;
      return this.dispatch(message.event, message.params);
    }
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
   * Reconnect. The browser stops an idle background after 30 s even if pages are connected; connecting starts it again.
   * If the extension was reloaded or removed, there is no `runtime.id` and nothing to connect to.
   * @param {chrome.runtime.Port} port
   */
  reconnect(port) {
    if (this.port !== port) return;
    this.port = null; // posting to a closed port throws
    // A stopped background has lost these requests and will not answer them.
    const lost = [...this.pending.values()];
    this.pending.clear();
    if (api.runtime?.id) this.connect();
    for (const request of lost) {
      if (this.port && REPEATED.has(request.method) && !request.isRepeated) this.send({ ...request, isRepeated: true });
      else request.reject(new RequestError({ code: 'host-lost' }));
    }
    if (this.port) this.onReconnected();
  }
}
