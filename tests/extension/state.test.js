import { callsOf, pass, returns } from './fake-browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const URL = 'https://a.example/';
const SAVED_TAB = { tabId: 1, documentId: 'd1', pinnedSitemap: null, url: URL };
let load;
returns['storage.session.get'] = () =>
  new Promise((resolve) => {
    load = resolve;
  });
const SAVED = {
  changed: [
    {
      tab: { ...SAVED_TAB, tabId: 3, documentId: 'd3' },
      page: { url: URL, sitemap: null, isSearching: true, sequence: 1 },
    },
  ],
  tabs: [SAVED_TAB, { ...SAVED_TAB, tabId: 2 }, { ...SAVED_TAB, tabId: 3 }],
  pages: [['d1', { url: URL, sitemap: null, sequence: 1 }]],
  inPrivate: { [URL]: null },
  foundByItself: [[URL, `${URL}s.xml`]],
};
const state = await import('../../extension/background/stores/state.js');
const { clear, showPage } = await import('./background-state.js');
state.tabOf(2).url = 'newer';
load(SAVED);
await state.ready;
const loaded = {
  tabs: [1, 2].map((tabId) => state.tabs.get(tabId).url),
  changed: state.tabs.get(3).documentId,
  pages: [...state.pages].map(([id, { sequence }]) => [id, sequence]),
  inPrivate: { ...state.choices.inPrivate },
  foundByItself: [...state.foundByItself],
};

beforeEach(clear);

test('saved state is restored except newer records, and an interrupted look-up counts as none', () => {
  assert.deepEqual(loaded, {
    tabs: [URL, 'newer'],
    changed: 'd3',
    pages: [
      ['d1', 1],
      ['d3', 0],
    ],
    inPrivate: { [URL]: null },
    foundByItself: [[URL, `${URL}s.xml`]],
  });
});

test('tabs with another document are saved at once until everything is saved', async () => {
  const { tab, page } = showPage(1, URL);
  state.saveAtOnce([tab]);
  state.saveAtOnce([showPage(2, URL).tab, state.tabOf(3)]);
  const [[first], [second]] = callsOf('storage.session.set');
  assert.deepEqual(first, { changed: [{ tab, page }] });
  assert.deepEqual(
    second.changed.map(({ tab: { tabId } }) => tabId),
    [1, 2],
  );
  await pass(150);
  state.saveAtOnce([tab]);
  const [, , [all], [fourth]] = callsOf('storage.session.set');
  assert.deepEqual([all.changed, all.tabs.length, fourth.changed.length], [[], 3, 1]);
});

test('the state is saved soon and once for many changes', async () => {
  showPage(1, URL);
  state.foundByItself.set(URL, `${URL}s.xml`);
  for (let change = 0; change < 5; change++) state.save();
  assert.deepEqual(callsOf('storage.session.set'), []);
  await pass(150);
  const [[{ tabs, pages, foundByItself }], ...more] = callsOf('storage.session.set');
  assert.deepEqual([tabs.length, pages.length, foundByItself, more.length], [1, 1, [[URL, `${URL}s.xml`]], 0]);
  state.save();
  await pass(150);
  assert.equal(callsOf('storage.session.set').length, 2);
});

// Promise (page): No page fills the browser's session storage.
test('saved records fit into the store, the latest first, and an overlong one displaces none', async () => {
  for (let number = 0; number < 390; number++) showPage(number, URL, { signature: '\u4e00'.repeat(5_000) });
  const { tab } = showPage(400, `${URL}${'y'.repeat(3_000_000)}`);
  state.save();
  await pass(150);
  const [[{ pages, tabs }]] = callsOf('storage.session.set');
  assert.ok(
    new TextEncoder().encode(JSON.stringify(pages)).length < 2_100_000 && pages.length > 100,
    String(pages.length),
  );
  assert.deepEqual(
    [pages.at(-1)[0], pages.some(([id]) => id === tab.documentId), tabs.length],
    [`d389 ${URL}`, false, 390],
  );
});

test('the oldest of many documents are dropped unless a tab shows them', () => {
  for (let number = 0; number < 450; number++)
    state.recordPage(`d${number}`, state.newPage(URL, { isPrivate: false, container: '' }));
  assert.deepEqual([state.pages.size, state.pages.has('d49'), state.pages.has('d50')], [400, false, true]);
  state.tabOf(1).documentId = 'd50';
  state.recordPage('another', state.newPage(URL, { isPrivate: false, container: '' }));
  assert.ok(state.pages.has('d50'));
});

// Promise (page): The number of remembered pages is limited, even if tabs stay open.
test('a tab that stays open does not keep later pages from being dropped', () => {
  showPage(1, URL);
  for (let number = 0; number < 1_000; number++)
    state.recordPage(`d${number}`, state.newPage(URL, { isPrivate: false, container: '' }));
  assert.deepEqual(
    [state.pages.size, state.pages.has(`d1 ${URL}`), state.pages.has('d600'), state.pages.has('d601')],
    [400, true, false, true],
  );
});

test('a session is shared only by pages of one origin in one jar', () => {
  const page = { isPrivate: false, container: '', url: `${URL}1` };
  const key = state.sessionKey('m', page);
  assert.equal(state.sessionKey('m', { ...page, url: `${URL}2` }), key);
  for (const other of [{ isPrivate: true }, { container: 'work' }, { url: 'http://a.example/1' }])
    assert.notEqual(state.sessionKey('m', { ...page, ...other }), key);
  assert.notEqual(state.sessionKey('m', page, true), key);
});

test('a tab shows its page’s sitemap or else the pinned one', () => {
  const { tab, page } = showPage(1, URL, { sitemap: 'm', rule: 'user' }, { pinnedSitemap: 'k', isPinnedChosen: false });
  assert.equal(state.sessionKeyOfTab(tab), state.sessionKeyOfPage(page));
  Object.assign(page, { sitemap: null, rule: null });
  assert.equal(state.sessionKeyOfTab(tab), state.sessionKey('k', page));
  tab.pinnedSitemap = null;
  assert.deepEqual(
    [state.sessionKeyOfTab(tab), state.sessionKeyOfPage(page), state.sessionOfTab(tab)],
    [null, null, null],
  );
});
