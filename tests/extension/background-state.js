/** The background's state as tests need it: empty, or with tabs that show pages. Imported after the fake browser. */
import { FakePort, hosts, pass, reset } from './fake-browser.js';
import { host } from '../../extension/background/host-port.js';
import * as state from '../../extension/background/state.js';
import { DEFAULTS } from '../../extension/shared/settings.js';

/** Forgets everything, in the state and in the fake browser; what timers have left to do is done first. */
export async function clear() {
  state.uis.clear();
  for (const records of [state.sessions, state.tabs]) records.clear();
  await pass(120_000);
  host.stop();
  host.problem = null;
  host.losses = host.failedAt = 0;
  host.listen({ events: {}, onChange() {}, isWanted: () => false });
  for (const records of Object.values(state)) if (records instanceof Map || records instanceof Set) records.clear();
  Object.assign(state.choices, { settings: DEFAULTS, addresses: {}, languages: {}, inPrivate: {} });
  reset();
}

/** The host dies, and another one is there. */
export async function replaceHost() {
  hosts.at(-1).end();
  const starting = host.start();
  await pass(100);
  await starting;
}

/** A tab that shows a page, with qualities of either; in front where its window shows no other. */
export function showPage(tabId, url, ofPage = {}, ofTab = {}) {
  const tab = state.tabOf(tabId);
  Object.assign(tab, { windowId: 1, url, documentUrl: url, documentId: `d${tabId} ${url}`, ...ofTab });
  if (!state.frontTabs.has(tab.windowId)) state.frontTabs.set(tab.windowId, tabId);
  const page = Object.assign(state.newPage(url, tab), { request: [['user-agent', 'x']] }, ofPage);
  state.recordPage(tab.documentId, page);
  return { tab, page };
}

/** A document on its way into a tab, with qualities: its request was seen, and its response. */
export function addIncoming(tabId, url, qualities = {}) {
  const page = Object.assign(state.newPage(url, { isPrivate: false, container: '' }), { isSeen: true, request: [['user-agent', 'x']] }, qualities);
  state.incoming.set(tabId, [...state.incoming.get(tabId) ?? [], page]);
  return page;
}

/** A session with a sitemap, as if the host of now had opened it. */
export function openSession(page, site, changes = {}) {
  const session = {
    sitemap: page.sitemap, isPrivate: page.isPrivate, container: page.container, page: { url: page.url, headers: [] }, isLoggedIn: false,
    isChosen: page.rule === 'user', site, lastSite: site, generation: host.generation, problem: null, opening: null, language: null, titles: null, metadataGeneration: 0,
    ...changes,
  };
  state.sessions.set(state.sessionKeyOfPage(page), session);
  return session;
}

/** A connected page of ours. */
export function connectUi(kind, windowId = 1) {
  const ui = { kind, windowId, port: new FakePort(`ui:${kind}`), views: new Set(), last: '' };
  state.uis.set(ui.port, ui);
  return ui;
}
