// @ts-check
/**
 * Answers the requests of content scripts and extension pages, connected (sidebar, popup, welcome) or not. A table
 * declares which caller may use which method; unknown methods and callers are refused. Handlers check their parameters
 * and delegate; the host decides the rules of the format.
 */
import { api } from '../../shared/browser.js';
import { isWeb } from '../../shared/locations.js';
import { recordEvidence } from '../events/observe-tabs.js';
import { recordTitles } from '../events/page-metadata.js';
import { clearCache } from '../host/cleared-data.js';
import { HostError, host } from '../host/host-port.js';
import { lookUp } from '../journey.js';
import { configureSessions, reload, reopenUnknown, sessionBySite, stopLoading } from '../maps.js';
import {
  consentKey,
  consumePost,
  go,
  goFromMap,
  otherSiteOf,
  queryFor,
  search,
  targetOf,
} from '../navigation/navigate.js';
import { documentIdOf, documentOf } from '../pages/documents.js';
import { followOutline, leadToHeading, openInFrame, receiveOutline } from '../pages/outline.js';
import { publish } from '../publish.js';
import { sweepSoon } from '../steps/closing.js';
import { displayOf } from '../steps/display.js';
import { describe } from '../steps/description.js';
import { open, openSitemapOf } from '../steps/opening.js';
import { cleanClassFaults, listFaults } from '../steps/page-faults.js';
import { faultsOf, publishToUis } from '../steps/publication.js';
import {
  changeUi,
  connectUi,
  disconnectUi,
  endFocusWish,
  isConnected,
  isFocusWanted,
  notify,
} from '../stores/connected-pages.js';
import { ready } from '../stores/ready.js';
import { changeSession, removeSession, sessionOfTab } from '../stores/sessions.js';
import { activeTab, allTabs, changePage, pageById, pageOf, tabById } from '../stores/tabs.js';
import { choose } from './reader-choice.js';
import { lookByThemselves, suggest } from './robots-txt.js';

/** @typedef {import('../../shared/protocol.js').Methods} Methods */
/** @typedef {import('../../shared/types.js').BackgroundMethods} BackgroundMethods */
/** @typedef {import('../../shared/types.js').PassedOn} PassedOn */
/**
 * @typedef {'view.update' | 'view.toggle' | 'view.expand' | 'view.hide' | 'view.below' | 'view.rows'
 *   | 'view.find'} OfView
 */
/** @typedef {import('../../shared/types.js').Disposition} Disposition */
/** @typedef {import('../stores/sessions.js').Session} Session */
/** @typedef {import('../stores/tabs.js').Tab} Tab */
/** @typedef {import('../stores/connected-pages.js').Ui} Ui */
/**
 * A connected page, the content script of a web page, or an extension page in a tab.
 * @typedef {'ui' | 'content' | 'page'} Caller
 */
/**
 * The origin of a request; `tabId` is the tab that the calling page shows.
 * @typedef {{ui?: Ui, tabId?: number, sender?: chrome.runtime.MessageSender}} RequestOrigin
 */
/** A request as received: the caller can send anything. @typedef {{method: string, params?: unknown}} Request */
/**
 * @template {keyof BackgroundMethods} M
 * @typedef {{
 *   caller: Caller,
 *   respond: (
 *     params: BackgroundMethods[M]['params'],
 *     from: RequestOrigin,
 *   ) => BackgroundMethods[M]['result'] | Promise<BackgroundMethods[M]['result']>,
 * }} HandlerOf
 */
/**
 * A handler whose parameter type is unknown.
 * @typedef {{caller: Caller, respond(params: unknown, from: RequestOrigin): unknown}} Handler
 */
/** @typedef {import('../../shared/types.js').Response<unknown>} Response */

/** @type {{[M in keyof BackgroundMethods]: HandlerOf<M>}} */
const HANDLERS = {
  'page.evidence': { caller: 'content', respond: respondToEvidence },
  'page.faults': { caller: 'content', respond: recordClassFaults },
  'post.consume': { caller: 'page', respond: ({ id }) => consumePost(String(id)) },
  'cache.clear': { caller: 'page', respond: clearEverything },
  suggest: { caller: 'ui', respond: async (_, from) => suggest(await tabFor(from)) },
  'titles.fetch': { caller: 'ui', respond: fetchTitles },
  'titles.stop': passOn('titles.stop'),
  choose: { caller: 'ui', respond: async (params, from) => choose(await tabFor(from), params) },
  visit: { caller: 'ui', respond: visit },
  'page.visit': { caller: 'ui', respond: visitFromPage },
  search: { caller: 'ui', respond: searchSite },
  'view.open': { caller: 'ui', respond: openView },
  'view.close': { caller: 'ui', respond: closeView },
  'site.reload': { caller: 'ui', respond: ({ site }) => withSession(site, reload) },
  'site.stop': { caller: 'ui', respond: stop },
  'site.configure': { caller: 'ui', respond: chooseLanguage },
  'page.outline': { caller: 'content', respond: (params, { sender }) => receiveOutline(params, sender ?? {}) },
  'outline.follow': { caller: 'ui', respond: outlineOfTab },
  'outline.lead': { caller: 'ui', respond: leadTab },
  'ui.focus': {
    caller: 'ui',
    respond: (_, { ui }) => {
      if (ui) endFocusWish(ui.windowId);
    },
  },
  'ui.menu': {
    caller: 'ui',
    respond: (_, { ui }) => {
      if (ui) changeUi(ui, { menuAt: Date.now() });
    },
  },
  'host.retry': { caller: 'ui', respond: retry },
  'host.start': { caller: 'ui', respond: () => host.start() },
  'site.faults': { caller: 'ui', respond: siteFaults },
  'view.update': passOnOfView('view.update'),
  'view.toggle': passOnOfView('view.toggle'),
  'view.expand': passOnOfView('view.expand'),
  'view.hide': passOnOfView('view.hide'),
  'view.below': passOnOfView('view.below'),
  'view.rows': passOnOfView('view.rows'),
  'view.find': passOnOfView('view.find'),
  menu: passOn('menu'),
  find: passOn('find'),
  'site.news': passOn('site.news'),
};

/**
 * Return a handler that passes a method of the host on unchanged.
 * @template {PassedOn} M
 * @param {M} method
 * @returns {HandlerOf<M>}
 */
function passOn(method) {
  return { caller: 'ui', respond: (params) => host.request(method, params) };
}

/**
 * Return a handler for a method on a view. A page may use only the views that it opened in the current host.
 * @template {OfView} M
 * @param {M} method
 * @returns {HandlerOf<M>}
 */
function passOnOfView(method) {
  return {
    caller: 'ui',
    respond: (params, { ui }) => {
      const { view } = params;
      if (!ui?.views.has(view)) throw new HostError('unknown-view', { view });
      return host.request(method, params);
    },
  };
}

/**
 * Return the response to a request, or its error.
 * @param {Caller} caller
 * @param {Request} request
 * @param {RequestOrigin} from
 * @returns {Promise<Response>}
 */
export async function handle(caller, { method, params }, from) {
  const handler = handlerOf(method);
  // A caller without permission gets the same answer as for an unknown method.
  if (handler?.caller !== caller) return { error: { code: 'unknown-method', params: { method } } };
  try {
    return { result: (await handler.respond(params ?? {}, from)) ?? null };
  } catch (error) {
    if (error instanceof HostError) {
      reopenUnknown(error);
      return { error: error.problem };
    }
    console.error(method, error);
    // No details: a page could learn about other pages from them, through its content script.
    return { error: { code: 'internal', params: {} } };
  }
}

/** @param {string} method @returns {Handler | undefined} */
function handlerOf(method) {
  return Object.hasOwn(HANDLERS, method) ? HANDLERS[/** @type {keyof BackgroundMethods} */ (method)] : undefined;
}

/** @param {unknown} message @returns {message is Request} */
function isRequest(message) {
  return typeof message === 'object' && message !== null && 'method' in message && typeof message.method === 'string';
}

/**
 * Answer a message from a content script or an extension page in a tab; return whether a response will follow.
 * @param {unknown} message
 * @param {chrome.runtime.MessageSender} sender
 * @param {(response: Response) => void} respond
 */
export function onMessage(message, sender, respond) {
  if (sender.id !== api.runtime.id || !isRequest(message)) return false;
  // Decided by the browser's `sender`, never by the message: a content script can send anything.
  // A content script has our id too; only its address tells it from our pages.
  const isOwnPage = sender.url?.startsWith(api.runtime.getURL('')) ?? false;
  const caller = isOwnPage ? 'page' : documentOf(sender) ? 'content' : null;
  if (!caller) return false;
  handle(caller, message, { sender }).then(respond);
  return true;
}

/**
 * Accept a connection from an extension page. The scripts of web pages know our id but may not connect.
 * @param {chrome.runtime.Port} port
 */
export function onUiConnect(port) {
  if (!port.name.startsWith('ui:') || !port.sender?.url?.startsWith(api.runtime.getURL(''))) return port.disconnect();
  /** @type {Ui} */
  const ui = { kind: port.name.slice(3), windowId: -1, port, views: new Set(), last: '', otherSite: '' };
  port.onMessage.addListener((message) => receive(ui, message));
  port.onDisconnect.addListener(() => leave(ui));
}

/**
 * @param {Ui} ui
 * @param {{event: 'hello', params: {windowId: number}} | (Request & {id: number, tabId?: number})} message
 */
async function receive(ui, message) {
  await ready; // a background that was just started loads its tabs first
  if ('event' in message) return arrive(ui, message.params.windowId);
  const response = await handle('ui', message, { ui, tabId: message.tabId });
  if (isConnected(ui)) ui.port.postMessage({ id: message.id, ...response });
}

/** @param {Ui} ui @param {number} windowId */
function arrive(ui, windowId) {
  if (ui.isGone) return; // it closed while the background was starting
  connectUi(ui, windowId);
  publish(allTabs());
  if (ui.kind !== 'sidebar') return;
  host.start().catch(() => {});
  lookByThemselves();
  if (isFocusWanted(windowId)) notify(ui, 'focus-field', {});
}

/** @param {Ui} ui */
function leave(ui) {
  disconnectUi(ui);
  publish(allTabs());
  for (const view of ui.views) if (host.isReady) host.request('view.close', { view }).catch(() => {});
  sweepSoon();
}

/**
 * Return the display for the page that sent its evidence. The browser says which page that is.
 * @param {unknown} evidence
 * @param {RequestOrigin} from
 */
async function respondToEvidence(evidence, { sender }) {
  const document = sender ? documentOf(sender) : null;
  if (!document) return { display: null };
  const { tab, page } = await recordEvidence(evidence, document);
  // A look-up takes a while: the tab may show another page by now, whose display this one must not learn.
  return { display: pageOf(tab) === page ? displayOf(tab) : null };
}

/**
 * Record the faults that a page's content script reports.
 * @param {{faults: unknown}} params
 * @param {RequestOrigin} from
 */
async function recordClassFaults({ faults }, { sender }) {
  const document = sender ? documentOf(sender) : null;
  // A report can start a stopped background, which has no pages yet.
  await ready;
  const page = document && pageById(documentIdOf(document));
  if (!page) return;
  changePage(page, { classFaults: cleanClassFaults(faults) });
  publishToUis();
}

/**
 * Return the faults of the current sitemap, first the ones that show in its page.
 * @param {Methods['site.faults']['params']} params
 * @param {RequestOrigin} from
 */
async function siteFaults(params, from) {
  const tab = await tabFor(from);
  const isShown = tab && sessionOfTab(tab)?.site?.site === params.site;
  return listFaults(params, isShown ? faultsOf(tab) : [], (rest) => host.request('site.faults', rest));
}

/** Clear the host's whole cache. */
async function clearEverything() {
  const isCleared = await clearCache(null);
  sweepSoon(); // the host may have been started for this
  return { isCleared };
}

/** Return the tab that the calling page shows, by default the front tab of its window. @param {RequestOrigin} from */
function tabFor({ ui, tabId }) {
  if (tabId !== undefined) return tabById(tabId);
  return ui ? activeTab(ui.windowId) : null;
}

/**
 * Return the tab and its site. Reopens the site if the host was lost or the background stopped, so that a click at that
 * moment counts.
 * @param {RequestOrigin} from
 */
async function tabAndSite(from) {
  const tab = await tabFor(from);
  const page = tab && pageOf(tab);
  if (tab && page?.sitemap && !sessionOfTab(tab)) await openSitemapOf(page, describe(page));
  const session = tab && sessionOfTab(tab);
  if (session) await open(session);
  if (!tab || !session?.site) throw new HostError('unknown-site');
  return { tab, site: session.site.site, sitemap: session.sitemap };
}

/**
 * Run a function with the tab and its site. If the host dies, run it once more in the next host.
 * @template T
 * @param {RequestOrigin} from
 * @param {(at: {tab: Tab, site: string, sitemap: string}) => Promise<T>} act
 */
function atSite(from, act) {
  return host.retryOnce(async () => {
    const at = await tabAndSite(from);
    return { ...at, reply: await act(at) };
  });
}

/**
 * Navigate the tab to a node. With a container ('' for none), open the node in a new tab of that container.
 * @param {BackgroundMethods['visit']['params']} params
 * @param {RequestOrigin} from
 */
async function visit({ disposition = 'current', variant = null, container = null, ...node }, from) {
  const {
    tab,
    reply: { url, referrer },
  } = await atSite(from, (at) => targetOf(at, node, variant));
  if (url !== null) await goFromMap(tab, url, referrer, disposition, container);
}

/**
 * Search the site. A search on a site other than the sitemap's is first refused with the name of that site. It is
 * accepted when the reader repeats it with the same address, method and fields.
 * @param {{term: string, disposition?: Disposition}} params
 * @param {RequestOrigin} from
 */
async function searchSite({ term, disposition = 'current' }, from) {
  const { tab, sitemap, reply: query } = await atSite(from, (at) => queryFor(at, String(term)));
  const other = otherSiteOf(query, sitemap);
  if (other !== null && from.ui) {
    const key = JSON.stringify([sitemap, consentKey(query)]);
    const isAgreed = from.ui.otherSite === key;
    changeUi(from.ui, { otherSite: key });
    if (!isAgreed) throw new HostError('other-site', { host: other });
  }
  await search(tab.tabId, query, disposition);
}

/** @param {Methods['view.open']['params']} params @param {RequestOrigin} from */
async function openView(params, { ui }) {
  const view = await host.request('view.open', params);
  if (ui?.isGone) host.request('view.close', { view: view.view }).catch(() => {});
  else ui?.views.add(view.view);
  return view;
}

/**
 * Fetch the titles of pages to name their rows, and keep them like the titles of visited pages.
 * @param {Methods['titles.fetch']['params']} params
 * @param {RequestOrigin} from
 */
async function fetchTitles(params, from) {
  const tab = await tabFor(from);
  const session = tab && sessionOfTab(tab);
  const { titles, wanted } = await host.request('titles.fetch', params);
  if (session) await recordTitles(session, titles);
  return { count: titles.length, wanted };
}

/** @param {{view: string}} params @param {RequestOrigin} from */
function closeView({ view }, { ui }) {
  if (!ui?.views.delete(view)) throw new HostError('unknown-view', { view });
  return host.request('view.close', { view });
}

/** @param {string} id @param {(session: Session) => Promise<unknown>} act */
async function withSession(id, act) {
  const session = sessionBySite(id);
  if (!session) throw new HostError('unknown-site');
  await act(session);
}

/**
 * Start or stop following the headings and menus of the page in front.
 * @param {{isWanted: boolean}} params
 * @param {RequestOrigin} from
 */
async function outlineOfTab({ isWanted }, from) {
  const tab = await tabFor(from);
  if (from.ui) changeUi(from.ui, { outlineOf: undefined });
  return { isReadable: Boolean(isWanted && tab && from.ui && (await followOutline(tab.tabId, from.ui))) };
}

/**
 * Navigate the tab to a link of its own page, without the host, or the frame in which the page opens it. Return whether
 * the tab itself navigates.
 * @param {{url: string, disposition?: Disposition, container?: string | null, isFramed?: boolean}} params
 * @param {RequestOrigin} from
 */
async function visitFromPage({ url, disposition = 'current', container = null, isFramed = false }, from) {
  const tab = await tabFor(from);
  if (!tab || !isWeb(url)) throw new HostError('bad-url', { uri: String(url) });
  if (isFramed && disposition === 'current' && (await openInFrame(tab.tabId, url))) return false;
  await go(tab.tabId, url, { mode: 'user', uri: null }, disposition, container);
  return true;
}

/**
 * Scroll the page in front to one of its headings.
 * @param {{index: number, name: string}} params
 * @param {RequestOrigin} from
 */
async function leadTab({ index, name }, from) {
  const tab = await tabFor(from);
  if (tab) await leadToHeading(tab.tabId, Number(index), String(name));
}

/** Stop loading at the reader's request. @param {unknown} _ @param {RequestOrigin} from */
async function stop(_, from) {
  const tab = await tabFor(from);
  const session = tab && sessionOfTab(tab);
  if (session) await stopLoading(session);
}

/**
 * Set the language the reader chose for a sitemap; '' restores the order in the settings.
 * @param {{site: string, language: string}} params
 */
function chooseLanguage({ site, language }) {
  return withSession(site, (session) => {
    changeSession(session, { language: String(language) });
    return configureSessions([session]);
  });
}

/**
 * Retry everything at the reader's request: the host and the sitemap.
 * @param {unknown} _
 * @param {RequestOrigin} from
 */
async function retry(_, from) {
  await host.retry();
  const tab = await tabFor(from);
  const page = tab && pageOf(tab);
  const session = tab && sessionOfTab(tab);
  if (session?.problem && page?.sitemap) removeSession(session);
  // A look-up of the page does not find a pinned map.
  if (session && (session.site || !page?.sitemap)) await reload(session);
  else if (page) await lookUp(page);
  publish(allTabs());
}
