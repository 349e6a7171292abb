import { callsOf, pass, returns } from './fake-browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const ORIGIN = 'https://a.example';
const URL = `${ORIGIN}/`;
const SAVED_TAB = { tabId: 1, documentId: 'd1', pinnedSitemap: null, url: URL };
const loads = [];
returns['storage.session.get'] = () => new Promise((resolve) => loads.push(resolve));
const SAVED = {
  changed: [
    {
      tab: { ...SAVED_TAB, tabId: 3, documentId: 'd3' },
      page: { url: URL, sitemap: null, isSearching: true, sequence: 1 },
    },
  ],
  tabs: [SAVED_TAB, { ...SAVED_TAB, tabId: 2 }, { ...SAVED_TAB, tabId: 3 }],
  pages: [['d1', { url: URL, sitemap: null, sequence: 1 }]],
  inPrivate: { [ORIGIN]: null },
  foundByItself: [[ORIGIN, `${URL}s.xml`]],
};
const tabs = await import('../../extension/background/stores/tabs.js');
const sessions = await import('../../extension/background/stores/sessions.js');
const settings = await import('../../extension/background/stores/settings.js');
const { ready } = await import('../../extension/background/stores/ready.js');
const { clear, showPage } = await import('./background-state.js');
tabs.tabOf(2).url = 'newer';
for (const load of loads) load(SAVED);
await ready;
/** @type {any} */
const FOUND = { url: `${URL}1`, sitemap: `${URL}s.xml` };
const loaded = {
  tabs: [1, 2].map((tabId) => tabs.tabById(tabId).url),
  changed: tabs.tabById(3).documentId,
  pages: ['d1', 'd3'].map((id) => tabs.pageById(id).sequence),
  inPrivate: settings.allChoices().inPrivate,
  isFound: settings.wasFound(FOUND),
};

beforeEach(clear);

test('saved state is restored except newer records, and an interrupted look-up counts as none', () => {
  assert.deepEqual(loaded, {
    tabs: [URL, 'newer'],
    changed: 'd3',
    pages: [1, 0],
    inPrivate: { [ORIGIN]: null },
    isFound: true,
  });
});

test('tabs with another document are saved at once until everything is saved', async () => {
  const { tab, page } = showPage(1, URL);
  tabs.saveAtOnce([tab]);
  tabs.saveAtOnce([showPage(2, URL).tab, tabs.tabOf(3)]);
  const [[first], [second]] = callsOf('storage.session.set');
  assert.deepEqual(first, { changed: [{ tab, page }] });
  assert.deepEqual(
    second.changed.map(({ tab: { tabId } }) => tabId),
    [1, 2],
  );
  await pass(150);
  tabs.saveAtOnce([tab]);
  const [, , [all], [fourth]] = callsOf('storage.session.set');
  assert.deepEqual([all.changed, all.tabs.length, fourth.changed.length], [[], 3, 1]);
});

test('the state is saved soon and once for many changes', async () => {
  showPage(1, URL);
  for (let change = 0; change < 5; change++) tabs.save();
  assert.deepEqual(callsOf('storage.session.set'), []);
  await pass(150);
  const [[saved], ...more] = callsOf('storage.session.set');
  assert.deepEqual([saved.tabs.length, saved.pages.length, more.length], [1, 1, 0]);
  tabs.save();
  await pass(150);
  assert.equal(callsOf('storage.session.set').length, 2);
});

// Promise (page): No page fills the browser's session storage.
test('choices in private windows and sitemaps found without a click are saved at once', () => {
  settings.choosePrivately(ORIGIN, null);
  settings.recordFound(ORIGIN, `${URL}s.xml`);
  const [, [saved]] = callsOf('storage.session.set');
  assert.deepEqual(saved, { inPrivate: { [ORIGIN]: null }, foundByItself: [[ORIGIN, `${URL}s.xml`]] });
});

test('saved records fit into the store, the latest first, and an overlong one displaces none', async () => {
  for (let number = 0; number < 390; number++) showPage(number, URL, { signature: '\u4e00'.repeat(5_000) });
  const { tab } = showPage(400, `${URL}${'y'.repeat(3_000_000)}`);
  tabs.save();
  await pass(150);
  const [[saved]] = callsOf('storage.session.set');
  assert.ok(
    new TextEncoder().encode(JSON.stringify(saved.pages)).length < 2_100_000 && saved.pages.length > 100,
    String(saved.pages.length),
  );
  assert.deepEqual(
    [saved.pages.at(-1)[0], saved.pages.some(([id]) => id === tab.documentId), saved.tabs.length],
    [`d389 ${URL}`, false, 390],
  );
});

test('the oldest of many documents are dropped unless a tab shows them', () => {
  for (let number = 0; number < 450; number++)
    tabs.recordPage(`d${number}`, tabs.newPage(URL, { isPrivate: false, container: '' }));
  assert.deepEqual([tabs.pageById('d49'), tabs.pageById('d50')?.url], [null, URL]);
  tabs.tabOf(1).documentId = 'd50';
  tabs.recordPage('another', tabs.newPage(URL, { isPrivate: false, container: '' }));
  assert.ok(tabs.pageById('d50') !== null);
});

// Promise (page): The number of remembered pages is limited, even if tabs stay open.
test('a tab that stays open does not keep later pages from being dropped', () => {
  showPage(1, URL);
  for (let number = 0; number < 1_000; number++)
    tabs.recordPage(`d${number}`, tabs.newPage(URL, { isPrivate: false, container: '' }));
  assert.deepEqual(
    [`d1 ${URL}`, 'd600', 'd601'].map((id) => tabs.pageById(id) !== null),
    [true, false, true],
  );
});

test('a session is shared only by pages of one origin in one jar', () => {
  const page = { isPrivate: false, container: '', url: `${URL}1` };
  const key = sessions.sessionKey('m', page);
  assert.equal(sessions.sessionKey('m', { ...page, url: `${URL}2` }), key);
  for (const other of [{ isPrivate: true }, { container: 'work' }, { url: 'http://a.example/1' }])
    assert.notEqual(sessions.sessionKey('m', { ...page, ...other }), key);
  assert.notEqual(sessions.sessionKey('m', page, true), key);
});

test('a tab shows its page’s sitemap or else the pinned one', () => {
  const { tab, page } = showPage(1, URL, { sitemap: 'm', rule: 'user' }, { pinnedSitemap: 'k', isPinnedChosen: false });
  assert.equal(sessions.sessionKeyOfTab(tab), sessions.sessionKeyOfPage(page));
  Object.assign(page, { sitemap: null, rule: null });
  assert.equal(sessions.sessionKeyOfTab(tab), sessions.sessionKey('k', page));
  tab.pinnedSitemap = null;
  assert.deepEqual(
    [sessions.sessionKeyOfTab(tab), sessions.sessionKeyOfPage(page), sessions.sessionOfTab(tab)],
    [null, null, null],
  );
});
