/** Sets up the background's state for tests: empty, or with tabs that show pages. Import it after the fake browser. */
import { FakePort, hosts, pass, reset } from './fake-browser.js';
import { host } from '../../extension/background/host/host-port.js';
import * as state from '../../extension/background/stores/state.js';
import { DEFAULTS } from '../../extension/shared/settings.js';

/** Reset the state and the fake browser, after running all pending timers. */
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

/** End the host and start another. */
export async function replaceHost() {
  hosts.at(-1).end();
  const starting = host.start();
  await pass(100);
  await starting;
}

/** Add a tab that shows a page, with properties of both; in front if its window shows no other. */
export function showPage(tabId, url, ofPage = {}, ofTab = {}) {
  const tab = state.tabOf(tabId);
  Object.assign(tab, { windowId: 1, url, documentUrl: url, documentId: `d${tabId} ${url}`, ...ofTab });
  if (!state.frontTabs.has(tab.windowId)) state.frontTabs.set(tab.windowId, tabId);
  const page = Object.assign(state.newPage(url, tab), { request: [['user-agent', 'x']] }, ofPage);
  state.recordPage(tab.documentId, page);
  return { tab, page };
}

/** Record a document on its way into a tab: its request and its response were seen. */
export function addIncoming(tabId, url, qualities = {}) {
  const page = Object.assign(
    state.newPage(url, { isPrivate: false, container: '' }),
    { isSeen: true, request: [['user-agent', 'x']] },
    qualities,
  );
  state.incoming.set(tabId, [...(state.incoming.get(tabId) ?? []), page]);
  return page;
}

/** Add a session with a sitemap, as if the current host had opened it. */
export function openSession(page, site, changes = {}) {
  const session = {
    sitemap: page.sitemap,
    isPrivate: page.isPrivate,
    container: page.container,
    page: { url: page.url, headers: [] },
    isLoggedIn: false,
    isChosen: page.rule === 'user',
    site,
    lastSite: site,
    generation: host.generation,
    problem: null,
    opening: null,
    language: null,
    titles: null,
    metadataGeneration: 0,
    ...changes,
  };
  state.sessions.set(state.sessionKeyOfPage(page), session);
  return session;
}

/** Connect an extension page. */
export function connectUi(kind, windowId = 1) {
  const ui = { kind, windowId, port: new FakePort(`ui:${kind}`), views: new Set(), last: '' };
  state.uis.set(ui.port, ui);
  return ui;
}
