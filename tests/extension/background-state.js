/** Sets up the background's state for tests: empty, or with tabs that show pages. Import it after the fake browser. */
import { FakePort, hosts, pass, reset } from './fake-browser.js';
import { host } from '../../extension/background/host/host-port.js';
import { describe } from '../../extension/background/steps/description.js';
import { openSitemapOf } from '../../extension/background/steps/opening.js';
import * as connected from '../../extension/background/stores/connected-pages.js';
import * as sessions from '../../extension/background/stores/sessions.js';
import * as settings from '../../extension/background/stores/settings.js';
import * as tabs from '../../extension/background/stores/tabs.js';

/** Reset the state and the fake browser, after running all pending timers. */
export async function clear() {
  forgetAll();
  await pass(120_000);
  host.stop();
  host.problem = null;
  host.losses = host.failedAt = 0;
  host.listen({ events: {}, onChange() {}, isWanted: () => false });
  forgetAll();
  reset();
}

function forgetAll() {
  connected.forgetConnections();
  sessions.forgetSessions();
  settings.forgetSettings();
  tabs.forgetTabs();
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
  const tab = tabs.tabOf(tabId);
  tabs.changeTab(tab, { windowId: 1, url, documentUrl: url, documentId: `d${tabId} ${url}`, ...ofTab });
  if (!tabs.isFrontKnown(tab.windowId)) tabs.recordFrontTab(tabId, tab.windowId);
  const page = tabs.newPage(url, tab);
  tabs.changePage(page, { request: [['user-agent', 'x']], ...ofPage });
  tabs.recordPage(tab.documentId, page);
  return { tab, page };
}

/** Record a document on its way into a tab: its request and its response were seen. */
export function addIncoming(tabId, url, qualities = {}) {
  const page = tabs.newPage(url, { isPrivate: false, container: '' });
  tabs.changePage(page, { isSeen: true, request: [['user-agent', 'x']], ...qualities });
  tabs.recordIncoming(tabId, page);
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
  sessions.addSession(sessions.sessionKeyOfPage(page), session);
  return session;
}

/** Open the sitemap of a page, as a look-up does. */
export function openPage(page) {
  return openSitemapOf(page, describe(page));
}

/** Choose a sitemap for a site, as the reader does in the sidebar of an ordinary window. */
export function chooseAddress(origin, sitemap) {
  settings.recordChoices({ addresses: { ...settings.allChoices().addresses, [origin]: sitemap } });
}

/** Change some of the reader's settings. */
export function changeSettings(changes) {
  settings.recordChoices({ settings: { ...settings.settings(), ...changes } });
}

/** Connect an extension page; its port is a fake one. */
export function connectUi(kind, windowId = 1) {
  /** @type {any} */
  const ui = { kind, windowId, port: new FakePort(`ui:${kind}`), views: new Set(), last: '', otherSite: '' };
  connected.connectUi(ui, windowId);
  return ui;
}
