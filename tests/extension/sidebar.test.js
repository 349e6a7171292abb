import { Background, browser, document, loadPage, query, press, settled, stored, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { aNode, aRow, aSite, aTab, aView, noMap } from './samples.js';

const messages = JSON.parse(readFileSync(new URL('../../_locales/en/messages.json', import.meta.url), 'utf-8'));
const MAP = 'https://a.example/map.xml';
mock.timers.enable({ apis: ['setTimeout'] });
loadPage('sidebar/sidebar.html');
for (const tree of ['#tree', '#page-tree']) Object.defineProperty(query(tree), 'clientHeight', { value: 300 });
window.HTMLElement.prototype.getBoundingClientRect = () => ({
  height: 30,
  top: 0,
  left: 0,
  right: 0,
  bottom: 30,
  width: 100,
});
const background = new Background();
stored.local = { [`site ${MAP}`]: { open: ['k1'], top: 2 } };
await import('../../extension/sidebar/sidebar.js');

const ROWS = Array.from({ length: 50 }, (_, at) =>
  aRow({ key: `k${at}`, name: `Row ${at}`, children: at === 1, open: at === 1 }),
);
const page = (more = {}) => ({
  ...aView({ total: 50, ...more }),
  rows: { revision: more.revision ?? 1, from: 0, total: 50, rows: ROWS.slice(0, 40) },
});
const names = () => texts('#tree .name');
const pageNames = () => texts('#page-tree .name');

// All tests share one page and depend on their order.

test('before any message the page has its texts and no map', () => {
  assert.equal(query('#reload').title, messages.reloadButton.message);
  assert.ok(query('#map').hidden);
});

test('a focus request is acknowledged once the field has the focus', async () => {
  document.hasFocus = () => true;
  await background.send('focus-field', {});
  assert.equal(background.pending('ui.focus').length, 0);
});

test('a map is opened and shown with its stored state', async () => {
  await background.send('tab', aTab());
  const params = await background.respond(
    'view.open',
    page({ trail: [aNode(), aNode({ key: 'l', name: 'Last' })], in_map: true, current: 3 }),
  );
  assert.deepEqual([params.site, params.open, params.from, params.filter], ['s1', ['k1'], 0, '']);
  assert.ok(!query('#map').hidden);
  assert.equal(names()[0], 'Row 0');
  assert.equal(query('#filter').placeholder, messages.fieldOfMap.message);
  assert.equal(background.pending('ui.focus').length, 1);
  assert.equal(document.activeElement.id, 'filter');
});

test('row spacing follows the reader’s setting at once', async () => {
  assert.equal(document.body.dataset.density, 'normal');
  stored.sync.density = 'roomy';
  browser.storageChanged({ density: { newValue: 'roomy' } }, 'sync');
  await settled();
  stored.sync.textSize = 'large';
  browser.storageChanged({ textSize: { newValue: 'large' } }, 'sync');
  await settled();
  assert.deepEqual([document.body.dataset.density, document.documentElement.dataset.textSize], ['roomy', 'large']);
});

test('long names take two lines in a narrow sidebar or by setting', async () => {
  const isWrapped = async (wrap) => {
    stored.sync.wrap = wrap;
    browser.storageChanged({ wrap: { newValue: wrap } }, 'sync');
    await settled();
    return document.body.classList.contains('wrapped');
  };
  assert.deepEqual(
    [await isWrapped('narrow'), await isWrapped('always'), await isWrapped('never')],
    [false, true, false],
  );
  window.happyDOM.setWindowSize({ width: 240 });
  assert.deepEqual(
    [await isWrapped('always'), await isWrapped('narrow'), await isWrapped('never')],
    [true, true, false],
  );
  window.happyDOM.setWindowSize({ width: 360 });
});

test('a closed branch is requested and stored at once, before the sidebar may close', async () => {
  query('#row-1 .twist').click();
  await settled();
  assert.deepEqual(await background.respond('view.toggle', page({ revision: 2 })), {
    view: 'v1',
    key: 'k1',
    open: false,
  });
  await settled();
  assert.deepEqual(stored.local[`site ${MAP}`].open, []);
});

test('an announced view of the map is shown and one of another map is not', async () => {
  const next = () => query('#next').textContent;
  await background.send('view', page({ revision: 3, next: aNode({ name: 'B' }) }));
  assert.equal(next(), 'B');
  await background.send('view', page({ view: 'v9', next: aNode({ name: 'C' }) }));
  assert.equal(next(), 'B');
});

test('all siblings open together and the active row stays', async () => {
  const closed = { ...ROWS[4], children: true, open: false };
  const rows = ROWS.slice(0, 40).map((row, at) => (at === 4 ? closed : row));
  await background.send('view', { ...page({ revision: 4 }), rows: { revision: 4, from: 0, total: 50, rows } });
  query('#row-6').focus();
  press('*');
  await settled();
  while (background.pending('view.rows').length) {
    const [
      {
        params: { from, count },
      },
    ] = background.pending('view.rows');
    await background.respond('view.rows', { revision: 4, from, total: 50, rows: ROWS.slice(from, from + count) });
  }
  assert.equal((await background.respond('view.toggle', page({ revision: 5, total: 53 }))).key, 'k4');
  while (background.pending('view.rows').length)
    await background.respond('view.rows', { revision: 5, from: 0, total: 53, rows: ROWS });
  assert.equal(document.activeElement.id, 'row-9');
});

test('the filter applies when typing pauses and is cleared by Escape', async () => {
  query('#filter').value = 'moss';
  query('#filter').dispatchEvent(new window.Event('input', { bubbles: true }));
  assert.equal(background.pending('view.update').length, 0);
  mock.timers.tick(120);
  await settled();
  assert.deepEqual(await background.respond('view.update', page({ revision: 6 })), { view: 'v1', filter: 'moss' });
  assert.ok(!query('#matches').hidden);
  press('Escape', { on: query('#filter') });
  await settled();
  assert.deepEqual(
    [query('#filter').value, (await background.respond('view.update', page({ revision: 7 }))).filter],
    ['', ''],
  );
  press('ArrowDown', { on: query('#filter') });
  assert.ok(query('#tree').contains(document.activeElement));
});

test('a newer letter does not wait for the search of an earlier one, whose late matches are not shown', async () => {
  for (const words of ['mo', 'moss']) {
    query('#filter').value = words;
    query('#filter').dispatchEvent(new window.Event('input', { bubbles: true }));
    mock.timers.tick(120);
    await settled();
  }
  assert.deepEqual(
    background.pending('view.update').map(({ params }) => params.filter),
    ['mo', 'moss'],
  );
  const [earlier] = background.requests.splice(background.requests.indexOf(background.pending('view.update')[0]), 1);
  await background.respond('view.update', page({ revision: 7, matches: 2, provisional: true }));
  background.hear({ id: earlier.id, result: page({ revision: 6, matches: 9 }) });
  await settled();
  assert.equal(query('#matches').textContent, '2+');
  mock.timers.tick(1_000);
  assert.equal(query('#said').textContent, messages.filterSoFar.message.replace('$COUNT$', '2'));
  await background.send('view', aView({ revision: 8, matches: 3, total: 50 }));
  assert.equal(query('#matches').textContent, '3');
  press('Escape', { on: query('#filter') });
  await settled();
  await background.respond('view.update', page({ revision: 8 }));
});

test('the filter’s button clears its words and keeps the focus', async () => {
  assert.ok(query('#filter-clear').hidden);
  query('#filter').value = 'moss';
  query('#filter').dispatchEvent(new window.Event('input', { bubbles: true }));
  assert.ok(!query('#filter-clear').hidden);
  mock.timers.tick(120);
  await settled();
  await background.respond('view.update', page({ revision: 8 }));
  query('#filter-clear').click();
  await settled();
  assert.equal((await background.respond('view.update', page({ revision: 9 }))).filter, '');
  assert.deepEqual(
    [query('#filter').value, query('#filter-clear').hidden, document.activeElement.id],
    ['', true, 'filter'],
  );
});

test('a link is visited through the background, and a refusal stays when the tab changes', async () => {
  query('#row-2 a.name').click();
  await settled();
  assert.deepEqual(await background.respond('visit', null, { code: 'host-lost' }), {
    key: 'k2',
    via: 'tree',
    disposition: 'current',
  });
  await background.send('tab', aTab());
  assert.ok(!query('#notice').hidden);
  assert.match(query('#notice-text').textContent, new RegExp(messages.requestFailed.message.slice(0, 8)));
  query('#reload').click();
  assert.deepEqual(await background.respond('site.reload', null), { site: 's1' });
});

test('a chosen language is stored and its page visited', async () => {
  await background.send('tab', aTab({ site: aSite({ languages: ['en', 'de'] }) }));
  await background.respond('view.update', page({ revision: 8 }));
  query('#language select').value = 'de';
  query('#language select').dispatchEvent(new window.Event('change', { bubbles: true }));
  await settled();
  assert.deepEqual(await background.respond('site.configure', null), { site: 's1', language: 'de' });
  assert.equal(stored.local[`site ${MAP}`].language, 'de');
  await background.respond(
    'view.update',
    page({ trail: [aNode({ key: 'd', language: 'de', location: 'https://a.example/de' })] }),
  );
  assert.equal((await background.respond('visit', null)).key, 'd');
});

test('state deleted in the options closes its branches', async () => {
  browser.storageChanged({ [`site ${MAP}`]: { oldValue: {}, newValue: undefined } }, 'local');
  await settled();
  assert.deepEqual(await background.respond('view.update', page({ revision: 9 })), { view: 'v1', open: [] });
});

test('a view that the host has lost is reopened', async () => {
  await background.send('tab', aTab({ url: 'https://a.example/next', site: aSite({ languages: ['en', 'de'] }) }));
  await background.respond('view.update', null, { code: 'unknown-view' });
  mock.timers.tick(1000);
  await settled();
  const params = await background.respond('view.open', page({ view: 'v2', revision: 1 }));
  assert.equal(params.page_url, 'https://a.example/next');
  assert.deepEqual(
    background.pending('view.close').map(({ params: { view } }) => view),
    ['v1'],
  );
});

/** Choose from the menu of rare commands or of another button, by the text of an entry. */
async function choose(words, button = '#more') {
  query(button).click();
  await settled();
  const line = [...document.querySelectorAll('[role^=menuitem]')].find(({ textContent }) =>
    textContent.includes(words),
  );
  assert.ok(line, words);
  line.click();
  await settled();
}

test('pages named by addresses get their titles on request, with the number or the reason', async () => {
  await background.send(
    'tab',
    aTab({ url: 'https://a.example/next', site: aSite({ format: 'sitemaps-org', languages: ['en', 'de'] }) }),
  );
  await settled();
  await choose(messages.namesFetch.message);
  assert.equal(query('#notice').hidden, false);
  const { view, keys } = await background.respond('titles.fetch', { count: 2, wanted: 3 });
  assert.deepEqual([view, keys], ['v2', ROWS.slice(0, 10).map(({ key }) => key)]);
  assert.match(query('#notice').textContent, /2/);
  await choose(messages.namesFetch.message);
  await background.respond('titles.fetch', { count: 0, wanted: 0 });
  assert.ok(query('#notice').textContent.includes(messages.namesNone.message));
  await choose(messages.namesFetch.message);
  await background.respond('titles.fetch', null, { code: 'host-lost' });
  assert.match(query('#notice').textContent, new RegExp(messages.requestFailed.message.slice(0, 8)));
});

test('a page without a map removes the map after a moment', async () => {
  background.requests.length = 0;
  await background.send('tab', noMap());
  assert.ok(!query('#map').hidden);
  mock.timers.tick(300);
  await settled();
  assert.ok(!query('#message').hidden);
  assert.deepEqual(names(), []);
});

const MENU = {
  name: 'Shelves',
  place: 'header',
  entries: [
    { name: 'Sea', url: 'https://a.example/sea', depth: 1, isCurrent: false },
    { name: 'Boats', url: 'https://a.example/boats', depth: 2, isCurrent: false },
    { name: 'Moss', url: 'https://a.example/moss', depth: 1, isCurrent: false },
  ],
};
const contents = {
  headings: [
    { name: 'Books', level: 1, id: 'books' },
    { name: 'New\u202e ones', level: 3, id: '' },
  ],
  menus: [MENU],
  home: 'https://a.example/',
};
const levels = () =>
  [...document.querySelectorAll('#page-tree .row')].map((row) => Number(row.getAttribute('aria-level')));

test('a page without a map shows its headings and menus and requests nothing from the host', async () => {
  assert.deepEqual(await background.respond('outline.follow', { isReadable: true }), { isWanted: true });
  background.requests.length = 0;
  await background.send('outline', { tabId: 1, contents, active: 0 });
  assert.deepEqual(pageNames(), ['On this page', 'Books', 'New ones', 'Menus of this page', 'Shelves', 'Sea', 'Moss']);
  assert.deepEqual(levels(), [1, 2, 3, 1, 2, 3, 3]);
  assert.equal(query('#page-tree [aria-current]').textContent.trim(), 'Books');
  assert.equal(query('#page-tree').getAttribute('aria-label'), messages.pageTreeLabel.message);
  assert.deepEqual(background.requests, []);
});

test('the current heading is marked and a clicked one scrolled to', async () => {
  await background.send('outline', { tabId: 1, contents: null, active: 1 });
  assert.equal(query('#page-tree [aria-current=location] .name').textContent, 'New ones');
  query('#page-row-1 a.name').click();
  await settled();
  assert.deepEqual(await background.respond('outline.lead', null), { index: 0, name: 'Books' });
});

test('a heading that leads to another page has an arrow and is visited by its address', async () => {
  const url = 'https://a.example/rope';
  const headings = [...contents.headings, { name: 'A rope', level: 2, id: 'rope', url }];
  await background.send('outline', { tabId: 1, contents: { ...contents, headings }, active: 1 });
  const rows = [...document.querySelectorAll('#page-tree .heading')];
  assert.deepEqual(
    rows.map((row) => row.querySelector('.icon-leads') !== null),
    rows.map((_, at) => at === headings.length - 1),
  );
  const [row] = rows.slice(-1);
  assert.equal(row.getAttribute('aria-label'), `A rope, ${messages.leadsToPage.message}`);
  assert.equal(row.querySelector('a.name').href, url);
  row.querySelector('a.name').click();
  await settled();
  assert.deepEqual(await background.respond('page.visit', null), { url, disposition: 'current' });
  await background.send('outline', { tabId: 1, contents, active: 1 });
});

test('a link in a menu is visited by its address and opens its branch', async () => {
  const link = [...document.querySelectorAll('#page-tree a.name')].find(({ textContent }) => textContent === 'Sea');
  assert.equal(link.href, 'https://a.example/sea');
  link.click();
  await settled();
  assert.deepEqual(await background.respond('page.visit', null), {
    url: 'https://a.example/sea',
    disposition: 'current',
  });
  assert.deepEqual(pageNames().slice(-3), ['Sea', 'Boats', 'Moss']);
});

test('the filter matches the page’s rows by words of their ancestors', async () => {
  query('#filter').value = 'séa boat';
  query('#filter').dispatchEvent(new window.Event('input', { bubbles: true }));
  mock.timers.tick(120);
  await settled();
  assert.deepEqual(pageNames(), ['Menus of this page', 'Shelves', 'Sea', 'Boats']);
  query('#filter-clear').click();
  await settled();
  assert.equal(pageNames().length, 8);
});

test('a page without headings and menus says so in one line', async () => {
  await background.send('outline', { tabId: 1, contents: { headings: [], menus: [], home: '' }, active: -1 });
  assert.deepEqual(pageNames(), []);
  assert.equal(query('#nothing').textContent, messages.pageEmpty.message);
  assert.deepEqual(background.requests, []);
});

test('a page where no script may run says so too', async () => {
  await background.send('tab', noMap('none', { url: 'https://addons.example/' }));
  await background.respond('outline.follow', { isReadable: false });
  assert.equal(query('#nothing').textContent, messages.pageEmpty.message);
});

test('a list of the page’s contents offers to find all pages and to do that always', async () => {
  assert.deepEqual(texts('#message button'), [messages.findPages.message]);
  query('#always').checked = true;
  query('#always').dispatchEvent(new window.Event('change'));
  await settled();
  assert.equal(stored.sync.lookByItself, true);
});

test('a failed map shows one sentence, a retry and the site’s ordinary list', async () => {
  await background.send('tab', noMap('failed', { sitemap: MAP, problem: { code: 'not-found', params: {} } }));
  assert.equal(query('#message > p').textContent, messages.failedSentence.message);
  assert.deepEqual(texts('#message button'), [messages.retryButton.message, messages.failedOrdinary.message]);
  assert.ok(!query('#map').hidden);
  query('#message button').click();
  assert.deepEqual(await background.respond('host.retry', null), {});
});

test('a missing host or consent is explained in one line', async () => {
  await background.send('tab', noMap('no-host', { problem: { code: 'host-missing', params: {} } }));
  assert.equal(query('#message > p').textContent, messages.hostAdds.message);
  assert.ok(query('#message .to-type'));
  await background.send('tab', noMap('no-host', { problem: { code: 'consent-wanted', params: {} } }));
  assert.equal(query('#message > p').textContent, messages.consentAdds.message);
});

test('a list of problems closes when the tab shows another map', async () => {
  background.requests.length = 0;
  await background.send('tab', aTab());
  await background.respond('view.open', page({ view: 'v3' }));
  await choose(messages.problemsNone.message);
  await background.respond('site.faults', { total: 0, faults: [] });
  await background.send('tab', aTab({ site: aSite({ state: 'partial' }) }));
  assert.deepEqual([query('#problems').hidden, query('#map').inert], [false, true]);
  await background.send(
    'tab',
    aTab({
      tabId: 2,
      sitemap: 'https://b.example/map.xml',
      site: aSite({ site: 's2', sitemap: 'https://b.example/map.xml' }),
    }),
  );
  assert.deepEqual([query('#problems').hidden, query('#map').inert], [true, false]);
});

test('the offer to undo a hidden branch ends once all branches are shown again', async () => {
  await background.respond('view.open', page({ view: 'v4' }));
  await choose(messages.hideBranch.message, '#row-2 [aria-haspopup=menu]');
  await background.respond('view.hide', { hidden: ['k2'], view: page({ view: 'v4', revision: 2 }) });
  assert.ok(!query('#notice').hidden);
  await choose(messages.hiddenShow.message.split('$')[0]);
  assert.deepEqual(await background.respond('view.hide', { hidden: [], view: page({ view: 'v4', revision: 3 }) }), {
    view: 'v4',
    hidden: [],
  });
  assert.ok(query('#notice').hidden);
});
