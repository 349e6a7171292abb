import { callsOf, hosts, pass, returns } from './fake-browser.js';
import { clear, connectUi, showPage } from './background-state.js';
import { OUTLINE_SCRIPTS } from './outline-scripts.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { cleanOutline, linksOfMenus, receiveOutline } from '../../extension/background/pages/outline.js';
import { handle } from '../../extension/background/requests/handlers.js';
import { recordFrontTab, tabById, takeSeenLinks } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const MENU = {
  name: 'Main',
  place: 'header',
  entries: [{ name: 'B', url: 'https://a.example/b', depth: 1, isCurrent: false }],
};
const UP = { name: 'Up', url: 'https://a.example/up/' };
const EMPTY = {
  headings: [],
  menus: [],
  home: '',
  parents: [],
  previous: null,
  next: null,
  frame: null,
  direction: 'ltr',
};
const OUTLINE = {
  contents: {
    headings: [{ name: 'A', level: 1, id: 'a', url: '' }],
    menus: [MENU],
    home: 'https://a.example/',
    parents: [UP],
    previous: null,
    next: { name: '', url: 'https://a.example/next' },
    frame: 'https://a.example/in-a-frame',
    direction: 'rtl',
  },
  active: 0,
};

/** A page's report in one part: its contents as JSON. */
const report = ({ contents, active = 0 }) => ({ part: JSON.stringify(contents), isFirst: true, isLast: true, active });
const cleaned = (contents, active) => cleanOutline(JSON.stringify(contents), active);

/** Receive a message from the page of a tab, as the browser reports its sender. */
const receive = (said, tab, sender = {}) =>
  receiveOutline(said, { tab, frameId: 0, url: URL, documentId: `d${tab?.id} ${URL}`, ...sender });

let ui;
let ran;
beforeEach(async () => {
  await clear();
  recordFrontTab(1, 1);
  ui = connectUi('sidebar');
  showPage(1, URL);
  ran = [];
  returns['scripting.executeScript'] = async ({ files, func, args }) => {
    ran.push(files ?? [func.name, ...args]);
    return [{ result: func?.name === 'follow' ? true : null }];
  };
});
const sent = () => ui.port.sent.filter(({ event }) => event === 'outline').map(({ params }) => params);

test('a page is queried for headings on request and reports only to that sidebar, not to a host', async () => {
  assert.deepEqual(receive(report(OUTLINE), { id: 1 }), { isWanted: false });
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  assert.deepEqual(ran, [OUTLINE_SCRIPTS.map((name) => `extension/content/${name}.js`), ['follow']]);
  assert.deepEqual(receive(report(OUTLINE), { id: 1 }), { isWanted: true });
  assert.deepEqual(sent(), [{ tabId: 1, ...OUTLINE }]);
  assert.deepEqual(hosts, []);
});

test('links of menus and headings are recorded for the tab', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  const article = { name: 'An article', level: 2, id: '', url: 'https://a.example/article' };
  receive(report({ contents: { ...OUTLINE.contents, headings: [article] } }), { id: 1 });
  const tab = /** @type {import('../../extension/background/stores/tabs.js').Tab} */ (tabById(1));
  assert.deepEqual(takeSeenLinks(tab, 's1'), [
    ['https://a.example/b', 'B', ''],
    ['https://a.example/article', 'An article', ''],
  ]);
  assert.deepEqual(takeSeenLinks(tab, 's1'), []);
});

test('links of menus are those of the site, in order and once, without names that siblings share', () => {
  const entry = (name, path, depth = 1) => ({
    name,
    url: path && (path.includes(':') ? path : `https://a.example${path}`),
    depth,
    isCurrent: false,
  });
  const menu = (...entries) => ({ name: '', place: /** @type {const} */ ('header'), entries });
  const menus = [
    menu(
      entry('Quay logo', '/'),
      entry('Docs', '/docs/'),
      entry('Overview', '/docs/o', 2),
      entry('Group', ''),
      entry('Overview', '/group/o', 2),
      entry('Part', '/docs/#part'),
      entry('Elsewhere', 'https://b.example/'),
    ),
    menu(entry('Read more', '/1'), entry('Read more', '/2'), entry('Documentation', '/docs/')),
  ];
  assert.deepEqual(linksOfMenus(menus, 'https://a.example/x'), [
    ['https://a.example/', '', ''],
    ['https://a.example/docs/', 'Docs', 'Docs'],
    ['https://a.example/docs/o', 'Overview', 'Docs'],
    ['https://a.example/group/o', 'Overview', 'Group'],
    ['https://a.example/1', '', ''],
    ['https://a.example/2', '', ''],
  ]);
});

test('links of menus have the name of their outermost branch that is no title of all, and none in the foot', () => {
  const entry = (name, path, depth) => ({ name, url: path && `https://a.example${path}`, depth, isCurrent: false });
  const entries = [
    entry('Quay', '/', 1),
    entry('Guides', '', 2),
    entry('Start', '/start', 3),
    entry('Ropes', '', 3),
    entry('Knots', '/knots', 4),
    entry('About', '/about', 2),
  ];
  const bar = { name: '', place: /** @type {const} */ ('header'), entries: [entry('Start', '/start', 1)] };
  const menu = { name: '', place: /** @type {const} */ ('aside'), entries };
  const foot = {
    name: '',
    place: /** @type {const} */ ('footer'),
    entries: [entry('Us', '', 1), entry('Mail', '/mail', 2)],
  };
  assert.deepEqual(linksOfMenus([bar, menu, foot], 'https://a.example/x'), [
    ['https://a.example/start', 'Start', 'Guides'],
    ['https://a.example/', 'Quay', ''],
    ['https://a.example/knots', 'Knots', 'Guides'],
    ['https://a.example/about', 'About', ''],
    ['https://a.example/mail', 'Mail', ''],
  ]);
});

test('reports of other, background or unwanted pages are dropped', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  assert.deepEqual(
    [receive(report(OUTLINE), { id: 2 }), receive(report(OUTLINE), undefined)],
    [{ isWanted: false }, { isWanted: false }],
  );
  recordFrontTab(2, 1);
  assert.deepEqual(receive(report(OUTLINE), { id: 1 }), { isWanted: false });
  recordFrontTab(1, 1);
  await handle('ui', { method: 'outline.follow', params: { isWanted: false } }, { ui });
  assert.deepEqual(receive(report(OUTLINE), { id: 1 }), { isWanted: false });
  assert.deepEqual(sent(), []);
});

test('a report in parts is passed on once complete, and an incomplete one is dropped', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  const { part: text } = report(OUTLINE);
  const receivePart = (part, more) =>
    assert.deepEqual(receive({ part, isFirst: false, isLast: false, active: 0, ...more }, { id: 1 }), {
      isWanted: true,
    });
  receivePart(text.slice(0, 20), { isFirst: true });
  receivePart(text.slice(0, 9), { isFirst: true }); // the page has changed and begins again
  receivePart(text.slice(9, 30));
  assert.deepEqual(sent(), []);
  receivePart(text.slice(30), { isLast: true });
  assert.deepEqual(sent(), [{ tabId: 1, ...OUTLINE }]);
  await pass(100);
  receivePart(text.slice(30), { isLast: true });
  await pass(100);
  receivePart(null, { isLast: true, active: 3 });
  assert.deepEqual(sent().slice(1), [
    { tabId: 1, contents: null, active: 0 },
    { tabId: 1, contents: null, active: 3 },
  ]);
});

test('a report that never ends is dropped', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  const part = ' '.repeat(1_000_000);
  for (let at = 0; at < 50; at++) receive({ part, isFirst: at === 0, isLast: false, active: 0 }, { id: 1 });
  assert.ok(ui.outlineText.length <= 20_000_000);
});

test('a page where no script may run has no outline and causes no error', async () => {
  returns['scripting.executeScript'] = async () => {
    throw new Error('Cannot access contents');
  };
  assert.deepEqual(await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui }), {
    result: { isReadable: false },
  });
});

test('the page itself scrolls to a heading', async () => {
  await handle('ui', { method: 'outline.lead', params: { index: 2, name: 'A' } }, { ui });
  assert.deepEqual(ran, [['lead', 2, 'A']]);
});

test('a report is corrected in shape, number and length', () => {
  const contentsOf = (contents) => cleaned(contents, 0).contents;
  assert.deepEqual(
    [cleanOutline('', null), cleanOutline('{"headings":', 'x')],
    Array(2).fill({ contents: null, active: -1 }),
  );
  for (const said of [
    'x',
    null,
    { headings: 'x', menus: 'x' },
    {
      headings: [null, 1, { name: 1, id: '' }, { name: '', id: '' }, { name: 'x' }],
      menus: [null, 1, {}, { entries: [null] }],
      parents: [null, 1, {}, { name: 'x', url: 'javascript:x' }],
      previous: { name: 'x', url: '' },
      next: 'x',
      direction: 'up',
    },
  ]) {
    assert.deepEqual(contentsOf(said), EMPTY);
  }
  const many = cleaned({ headings: Array(3_000).fill({ name: 'x'.repeat(300), level: 99, id: '' }) }, 2_500);
  assert.deepEqual(
    [
      many.contents.headings.length,
      many.contents.headings[0].name.length,
      many.contents.headings[0].level,
      many.active,
    ],
    [2_000, 200, 6, -1],
  );
  assert.deepEqual(
    cleaned(
      {
        ...OUTLINE.contents,
        headings: [{ name: 'A', level: 'x', id: 'a', url: 'javascript:x', extra: 1 }],
        menus: [{ ...MENU, extra: 1 }],
        parents: [{ ...UP, extra: 1 }],
        next: { name: null, url: 'https://a.example/next' },
      },
      0,
    ),
    OUTLINE,
  );
  for (const home of ['javascript:x', 7, null, `https://a.example/${'x'.repeat(2_000)}`])
    assert.equal(contentsOf({ home }).home, '');
  const ids = contentsOf({
    headings: ['x'.repeat(1_001), 'half a pair: \ud800', 'b'].map((id) => ({ name: 'A', level: 1, id })),
  });
  assert.deepEqual(
    ids.headings.map(({ id }) => id),
    ['', '', 'b'],
  );
});

test('a menu contains only web links, in a bounded number', () => {
  const menusOf = (entries) =>
    cleaned({
      menus: [
        { name: 'M', place: 'x', entries },
        { name: 'N', entries },
      ],
    }).contents.menus;
  const bad = [
    'javascript:x',
    'data:text/html,x',
    'file:///x',
    'mailto:x',
    7,
    null,
    `https://a.example/${'x'.repeat(2_000)}`,
    'half a pair: \ud800',
  ];
  assert.deepEqual(menusOf(bad.map((url) => ({ name: 'A', url, depth: 1 }))), []);
  const menus = menusOf(Array(3_000).fill({ name: 'A', url: 'https://a.example/', depth: 1e9, isCurrent: 'yes' }));
  assert.deepEqual(
    menus.map(({ name, place, entries }) => [name, place, entries.length]),
    [
      ['M', '', 3_000],
      ['N', '', 1_000],
    ],
  );
  assert.deepEqual(menus[0].entries[0], { name: 'A', url: 'https://a.example/', depth: 20, isCurrent: false });
});

test('a page in a menu opens without the host, and only if it is a web page', async () => {
  await handle(
    'ui',
    { method: 'page.visit', params: { url: 'https://a.example/b', disposition: 'background-tab' } },
    { ui },
  );
  assert.deepEqual(
    callsOf('tabs.create').map(([{ url, active }]) => [url, active]),
    [['https://a.example/b', false]],
  );
  /** @type {any} */
  const { error } = await handle('ui', { method: 'page.visit', params: { url: 'javascript:x' } }, { ui });
  assert.equal(error.code, 'bad-url');
  assert.deepEqual(hosts, []);
});

// Promise (renderer): The headings of a page are bounded in number, length and frequency.
test('reports of headings are passed on a few times a second at most', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  for (let number = 0; number < 500; number++) receive(report(OUTLINE), { id: 1 });
  assert.equal(sent().length, 1);
  await pass(100);
  receive(report(OUTLINE), { id: 1 });
  assert.equal(sent().length, 2);
});

// Promise (renderer): A page that the tab has left names no row of the next page, and shows no heading beside it.
test('a late report of a page that the tab has left is dropped', async () => {
  const next = 'https://b.example/';
  const { tab } = showPage(1, next);
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  const entries = [{ name: 'Misleading', url: `${next}login`, depth: 1, isCurrent: false }];
  const contents = { ...OUTLINE.contents, menus: [{ ...MENU, entries }] };
  assert.deepEqual(receive(report({ contents }), { id: 1 }), { isWanted: false });
  assert.deepEqual([sent(), takeSeenLinks(tab, 's1')], [[], []]);
  receive(report({ contents }), { id: 1 }, { url: next, documentId: 'not committed yet' });
  assert.deepEqual([sent().length, takeSeenLinks(tab, 's1')], [1, []]);
  await pass(100);
  receive(report({ contents }), { id: 1 }, { url: next, documentId: `d1 ${next}` });
  assert.deepEqual([sent().length, takeSeenLinks(tab, 's1')], [2, [[`${next}login`, 'Misleading', '']]]);
});

// Promise (renderer): The larger the reports of a page, the fewer are read.
test('large reports are read as often as our script can send them', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  const large = { part: `{"x":"${'x'.repeat(9_000_000)}"}`, isFirst: true, isLast: true, active: 0 };
  receive(large, { id: 1 });
  await pass(700);
  receive(large, { id: 1 });
  assert.equal(sent().length, 1);
  await pass(100);
  receive(large, { id: 1 });
  assert.equal(sent().length, 2);
});
