import { Background, browser, document, loadPage, one, press, settled, stored, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { aNode, aRow, aSite, aTab, aView, noMap } from './samples.js';

const messages = JSON.parse(readFileSync(new URL('../../_locales/en/messages.json', import.meta.url), 'utf-8'));
const MAP = 'https://a.example/map.xml';
mock.timers.enable({ apis: ['setTimeout'] });
loadPage('sidebar/sidebar.html');
Object.defineProperty(one('#tree'), 'clientHeight', { value: 300 });
window.HTMLElement.prototype.getBoundingClientRect = () => ({ height: 30, top: 0, left: 0, right: 0, bottom: 30, width: 100 });
const background = new Background();
stored.local = { [`site ${MAP}`]: { open: ['k1'], top: 2 } };
await import('../../extension/sidebar/sidebar.js');

const ROWS = Array.from({ length: 50 }, (_, at) => aRow({ key: `k${at}`, name: `Row ${at}`, children: at === 1, open: at === 1 }));
const page = (more = {}) => ({ ...aView({ total: 50, ...more }), rows: { revision: more.revision ?? 1, from: 0, total: 50, rows: ROWS.slice(0, 40) } });
const names = () => texts('#tree .name');

// One page lives through all of this, as a reader's does: the tests are in its order.

test('before anything is known the page has its texts, and no map', () => {
  assert.equal(one('#filter').getAttribute('placeholder'), 'Filter');
  assert.ok(one('#map').hidden);
});

test('a wish for the keyboard is acknowledged once the tree has it, not before there are rows', async () => {
  document.hasFocus = () => true;
  await background.send('focus-tree', {});
  assert.equal(background.pending('ui.focus').length, 0);
});

test('a map is opened with what is remembered of it, and shown', async () => {
  await background.send('tab', aTab());
  const params = await background.respond('view.open', page({ trail: [aNode(), aNode({ key: 'l', name: 'Last' })], in_map: true, current: 3 }));
  assert.deepEqual([params.site, params.open, params.from, params.filter], ['s1', ['k1'], 0, '']);
  assert.ok(!one('#map').hidden);
  assert.equal(names()[0], 'Row 0');
  assert.deepEqual(texts('#trail a'), ['Name', 'Last']);
  assert.equal(background.pending('ui.focus').length, 1);
});

test('rows stand as the reader has set it, at once', async () => {
  assert.equal(document.body.dataset.density, 'normal');
  stored.sync.density = 'roomy';
  browser.storageChanged({ density: { newValue: 'roomy' } }, 'sync');
  await settled();
  assert.equal(document.body.dataset.density, 'roomy');
});

test('a branch that is folded is requested, and written once the reader has come to rest', async () => {
  one('#row-1 .twist').click();
  await settled();
  assert.deepEqual(await background.respond('view.toggle', page({ revision: 2 })), { view: 'v1', key: 'k1', open: false });
  mock.timers.tick(600);
  await settled();
  assert.deepEqual(stored.local[`site ${MAP}`].open, []);
});

test('a view of the map that the host announces is shown, and one of another map is not', async () => {
  await background.send('view', page({ view: 'v9', trail: [] }));
  assert.deepEqual(texts('#trail a').length, 0);
  await background.send('view', page({ revision: 3, trail: [aNode({ name: 'A' }), aNode({ name: 'B' })] }));
  assert.deepEqual(texts('#trail a'), ['A', 'B']);
  await background.send('view', page({ view: 'v9', trail: [] }));
  assert.deepEqual(texts('#trail a'), ['A', 'B']);
});

test('all branches beside a row open together, and the active row stays the same', async () => {
  const closed = { ...ROWS[4], children: true, open: false };
  const rows = ROWS.slice(0, 40).map((row, at) => (at === 4 ? closed : row));
  await background.send('view', { ...page({ revision: 4 }), rows: { revision: 4, from: 0, total: 50, rows } });
  one('#row-6').focus();
  press('*');
  await settled();
  while (background.pending('view.rows').length) {
    const [{ params: { from, count } }] = background.pending('view.rows');
    await background.respond('view.rows', { revision: 4, from, total: 50, rows: ROWS.slice(from, from + count) });
  }
  assert.equal((await background.respond('view.toggle', page({ revision: 5, total: 53 }))).key, 'k4');
  while (background.pending('view.rows').length) await background.respond('view.rows', { revision: 5, from: 0, total: 53, rows: ROWS });
  assert.equal(document.activeElement.id, 'row-9');
});

test('the filter is applied once nothing more is typed, and cleared by Escape', async () => {
  one('#filter').value = 'moss';
  one('#filter').dispatchEvent(new window.Event('input', { bubbles: true }));
  assert.equal(background.pending('view.update').length, 0);
  mock.timers.tick(120);
  await settled();
  assert.deepEqual(await background.respond('view.update', page({ revision: 6 })), { view: 'v1', filter: 'moss' });
  assert.ok(!one('#matches').hidden);
  press('Escape', { on: one('#filter') });
  await settled();
  assert.deepEqual([one('#filter').value, (await background.respond('view.update', page({ revision: 7 }))).filter], ['', '']);
  press('ArrowDown', { on: one('#filter') });
  assert.ok(one('#tree').contains(document.activeElement));
});

test('the filter has a button that clears it, as long as there are words, and keeps the keyboard', async () => {
  assert.ok(one('#filter-clear').hidden);
  one('#filter').value = 'moss';
  one('#filter').dispatchEvent(new window.Event('input', { bubbles: true }));
  assert.ok(!one('#filter-clear').hidden);
  mock.timers.tick(120);
  await settled();
  await background.respond('view.update', page({ revision: 8 }));
  one('#filter-clear').click();
  await settled();
  assert.equal((await background.respond('view.update', page({ revision: 9 }))).filter, '');
  assert.deepEqual([one('#filter').value, one('#filter-clear').hidden, document.activeElement.id], ['', true, 'filter']);
});

test('a link is visited through the background; a refusal is said in the foot', async () => {
  one('#row-2 a.name').click();
  await settled();
  assert.deepEqual(await background.respond('visit', null, { code: 'host-lost' }), { key: 'k2', via: 'tree', disposition: 'current' });
  assert.ok(one('#status').textContent.length > 0);
  one('#reload').click();
  assert.deepEqual(await background.respond('site.reload', null), { site: 's1' });
});

test('a language that is chosen is stored, and its page gone to', async () => {
  await background.send('tab', aTab({ site: aSite({ languages: ['en', 'de'] }) }));
  await background.respond('view.update', page({ revision: 8 }));
  one('#language select').value = 'de';
  one('#language select').dispatchEvent(new window.Event('change', { bubbles: true }));
  await settled();
  assert.deepEqual(await background.respond('site.configure', null), { site: 's1', language: 'de' });
  assert.equal(stored.local[`site ${MAP}`].language, 'de');
  await background.respond('view.update', page({ trail: [aNode({ key: 'd', language: 'de', location: 'https://a.example/de' })] }));
  assert.equal((await background.respond('visit', null)).key, 'd');
});

test('what is forgotten in the options is folded here', async () => {
  browser.storageChanged({ [`site ${MAP}`]: { oldValue: {}, newValue: undefined } }, 'local');
  await settled();
  assert.deepEqual(await background.respond('view.update', page({ revision: 9 })), { view: 'v1', open: [] });
});

test('a view that the host has lost is opened again', async () => {
  await background.send('tab', aTab({ url: 'https://a.example/next', site: aSite({ languages: ['en', 'de'] }) }));
  await background.respond('view.update', null, { code: 'unknown-view' });
  mock.timers.tick(1000);
  await settled();
  const params = await background.respond('view.open', page({ view: 'v2', revision: 1 }));
  assert.equal(params.page_url, 'https://a.example/next');
  assert.deepEqual(background.pending('view.close').map(({ params: { view } }) => view), ['v1']);
});

/** Chooses from the menu of what is rarely wanted, by the words of a line. */
async function choose(words) {
  one('#more').click();
  await settled();
  const line = [...document.querySelectorAll('[role^=menuitem]')].find(({ textContent }) => textContent.includes(words));
  assert.ok(line, words);
  line.click();
  await settled();
}

test('pages are named on request where names are made of addresses: how many is said, or why none', async () => {
  await background.send('tab', aTab({ url: 'https://a.example/next', site: aSite({ format: 'sitemaps-org', languages: ['en', 'de'] }) }));
  await settled();
  await choose(messages.namesFetch.message);
  assert.equal(one('#notice').hidden, false);
  const { view, keys } = await background.respond('titles.fetch', { count: 2, wanted: 3 });
  assert.deepEqual([view, keys], ['v2', ROWS.slice(2, 12).map(({ key }) => key)]);
  assert.match(one('#notice').textContent, /2/);
  await choose(messages.namesFetch.message);
  await background.respond('titles.fetch', { count: 0, wanted: 0 });
  assert.ok(one('#notice').textContent.includes(messages.namesNone.message));
  await choose(messages.namesFetch.message);
  await background.respond('titles.fetch', null, { code: 'host-lost' });
  assert.match(one('#notice').textContent, new RegExp(messages.requestFailed.message.slice(0, 8)));
});

test('a page without a map takes it away, after a moment', async () => {
  await background.send('tab', noMap());
  assert.ok(!one('#map').hidden);
  mock.timers.tick(300);
  await settled();
  assert.ok(one('#map').hidden);
  assert.ok(!one('#message').hidden);
  assert.deepEqual(names(), []);
});
