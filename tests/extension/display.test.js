import { CLASS_CHANGES, siteMessage } from './fake-browser.js';
import { changeSettings, clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import { chooseLevel, displayOf } from '../../extension/background/steps/display.js';
import { tabView } from '../../extension/background/steps/publication.js';
import { recordChoices } from '../../extension/background/stores/settings.js';

const LEVELS = { none: 0, atHand: 20, popup: 50, sidebar: 100 };
const choose = (shown) => chooseLevel(LEVELS, { hasSite: true, isPopupOpen: false, isSidebarOpen: false, ...shown });
const URL = 'https://a.example/';
const MAP = 'https://a.example/map.xml';

let tab;
let page;
beforeEach(async () => {
  await clear();
  ({ tab, page } = showPage(1, URL, { rule: 'x-header', sitemap: MAP }));
});

test('the visible part decides the level, the sidebar before the popup', () => {
  assert.equal(choose({ hasSite: false, isSidebarOpen: true }), 0);
  assert.equal(choose({}), 20);
  assert.equal(choose({ isPopupOpen: true }), 50);
  assert.equal(choose({ isSidebarOpen: true }), 100);
  assert.equal(choose({ isSidebarOpen: true, isPopupOpen: true }), 100);
});

test('the display has the level for the open parts of the tab’s window', () => {
  openSession(page, siteMessage('s1', { class_changes: CLASS_CHANGES }));
  assert.deepEqual(displayOf(tab), { level: 20, changes: CLASS_CHANGES });
  connectUi('sidebar', 2);
  assert.equal(displayOf(tab).level, 20);
  connectUi('popup', 1);
  assert.equal(displayOf(tab).level, 50);
  connectUi('sidebar', 1);
  assert.equal(displayOf(tab).level, 100);
});

// Promise (author): Attributes other than `class` are written only in pages of the map's own origin.
test('attributes other than class are only for pages of the map’s origin', () => {
  const changes = [...CLASS_CHANGES, { ...CLASS_CHANGES[0], attr: 'title' }];
  const site = siteMessage('s1', { class_changes: changes });
  for (const [sitemap, own] of /** @type {[string, object[]][]} */ ([
    [MAP, changes],
    ['https://elsewhere.example/map.xml', CLASS_CHANGES],
    ['', CLASS_CHANGES],
  ])) {
    openSession(page, { ...site, sitemap });
    assert.deepEqual(displayOf(tab).changes, own, sitemap);
  }
});

// holds: W16
test('a tab has no display if the sitemap asks for none, the host is missing or the map is pinned', () => {
  const session = openSession(page, siteMessage('s1'));
  assert.equal(displayOf(tab), null);
  session.site = siteMessage('s1', { class_changes: CLASS_CHANGES });
  host.problem = { code: 'host-missing', params: {} };
  assert.equal(displayOf(tab), null);
  host.problem = null;
  Object.assign(tab, { pinnedSitemap: MAP });
  Object.assign(page, { sitemap: null });
  assert.equal(displayOf(tab), null);
});

// holds: B34
test('a tab without a visible map has the level for no map with the last map’s changes', () => {
  const session = openSession(page, siteMessage('s1', { class_changes: CLASS_CHANGES }));
  const failed = siteMessage('s1', { state: 'failed', refusal: { code: 'not-found', params: {} } });
  const stopped = siteMessage('s1', { state: 'stopped', counts: { documents: 0 } });
  connectUi('sidebar', 1);
  for (const [site, problem] of [
    [failed, null],
    [stopped, null],
    [null, null],
    [session.lastSite, { code: 'host-missing', params: {} }],
  ]) {
    Object.assign(session, { site });
    host.problem = problem;
    changeSettings({ levels: { ...LEVELS, none: 40 } });
    assert.deepEqual(displayOf(tab), { level: 40, changes: CLASS_CHANGES });
    changeSettings({ levels: LEVELS });
    assert.equal(displayOf(tab), null);
  }
});

test('a window without a known tab shows only a missing host', () => {
  assert.equal(tabView(null).state, 'none');
  host.problem = { code: 'host-missing', params: {} };
  assert.deepEqual([tabView(null).state, tabView(null).problem.code], ['no-host', 'host-missing']);
});

test('a tab goes from searching through loading to ready', () => {
  page.sitemap = null;
  assert.equal(tabView(tab).state, 'none');
  page.isSearching = true;
  assert.equal(tabView(tab).state, 'loading');
  Object.assign(page, { sitemap: MAP, isSearching: false });
  const session = openSession(page, null);
  assert.equal(tabView(tab).state, 'loading');
  session.site = siteMessage('s1');
  const view = tabView(tab);
  assert.deepEqual(
    [view.state, view.site, view.rule, view.sitemap, view.url],
    ['ready', session.site, 'x-header', MAP, URL],
  );
});

test('a failure has the problem of its sitemap, request, look-up or host', () => {
  const refusal = { code: 'not-found', params: { status: 404 } };
  const session = openSession(page, siteMessage('s1', { state: 'failed', refusal }));
  assert.deepEqual([tabView(tab).state, tabView(tab).problem], ['failed', refusal]);
  Object.assign(session, { site: null, problem: { code: 'bad-url', params: {} } });
  assert.equal(tabView(tab).problem.code, 'bad-url');
  Object.assign(page, { sitemap: null, problem: { code: 'internal', params: {} } });
  assert.deepEqual([tabView(tab).state, tabView(tab).problem.code], ['failed', 'internal']);
  host.problem = { code: 'host-crashed', params: {} };
  assert.deepEqual([tabView(tab).state, tabView(tab).problem.code], ['no-host', 'host-crashed']);
});

test('loading stopped before the first file is a failure, later it leaves a map', () => {
  const session = openSession(page, siteMessage('s1', { state: 'stopped', counts: { documents: 0 } }));
  assert.deepEqual([tabView(tab).state, tabView(tab).problem.code], ['failed', 'stopped']);
  session.site = siteMessage('s1', { state: 'stopped' });
  assert.equal(tabView(tab).state, 'ready');
});

test('the map of the previous page is marked as pinned', () => {
  openSession(page, siteMessage('s1'));
  assert.equal(tabView(tab).isPinned, false);
  Object.assign(page, { sitemap: null, rule: null });
  Object.assign(tab, { pinnedSitemap: MAP });
  assert.deepEqual([tabView(tab).isPinned, tabView(tab).state, tabView(tab).rule], [true, 'ready', null]);
});

test('the language is the session’s, else the reader’s choice, which private windows ignore', () => {
  recordChoices({ languages: { [MAP]: 'de' } });
  const session = openSession(page, siteMessage('s1'));
  assert.equal(tabView(tab).language, 'de');
  session.language = 'fr';
  assert.equal(tabView(tab).language, 'fr');
  Object.assign(session, { language: null, isPrivate: true });
  assert.equal(tabView(tab).language, '');
});
