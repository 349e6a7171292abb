import { aClipboard, browser, document, settled } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aRow, aTab, noMap } from './samples.js';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { RowCommands } = await import('../../extension/sidebar/row-commands.js');
const { text } = await import('../../extension/shared/strings.js');
const page = (at) => aRow({ key: `p${at}`, location: `https://a.example/${at}` });

let sent;
let selected;
let said;
let dispatched;
let entries;
let answers;
let questions;
let commands;
let port;
let site;
let sitemap;
beforeEach(() => {
  [sent, said, dispatched, questions, entries, selected, answers] = [
    [],
    [],
    [],
    [],
    [],
    [],
    { confirm: true, permission: true },
  ];
  [site, sitemap] = ['s1', 'https://a.example/map.xml'];
  const request = async (method, params, ...tab) => {
    if (answers.refusal) throw new RequestError({ code: answers.refusal });
    sent.push([method, params, ...tab]);
    return method === 'menu'
      ? { total: entries.length, entries: entries.slice(params.from, params.from + 40) }
      : undefined;
  };
  browser.extension = { isAllowedIncognitoAccess: async () => true };
  browser.tabs = { query: async () => [{ id: 1 }] };
  browser.permissions = {
    request: async ({ permissions }) => {
      sent.push(['permission', ...permissions]);
      return answers.permission;
    },
  };
  browser.bookmarks = {
    create: async (bookmark) => {
      sent.push(['bookmark', bookmark]);
      return { id: 'b1' };
    },
    remove: async (id) => {
      sent.push(['unbookmark', id]);
    },
  };
  port = { request, tabId: 1 };
  /** @type {any} */
  const notice = {
    say: (...words) => {
      said.push(words);
      return () => said.pop();
    },
  };
  commands = new RowCommands(
    {
      port,
      windowId: 1,
      visit: () => {},
      site: () => site,
      sitemap: () => sitemap,
      hidden: () => ['h'],
      below: () => [],
      isFiltered: () => false,
      expand: (key) => dispatched.push({ type: 'expand', key }),
      collapse: (key) => dispatched.push({ type: 'collapse', key }),
      select: ({ key }) => {
        selected.push(key);
      },
      dispatch: (event) => {
        dispatched.push(event);
      },
      confirm: async (words) => {
        questions.push(words);
        return answers.confirm;
      },
    },
    notice,
  );
});
const visits = () =>
  sent.filter(([method]) => method === 'visit').map(([, { key, disposition }]) => [key, disposition]);

test('a page opens through the background and a refusal is reported', async () => {
  await commands.open(page(1), 'private-window');
  await commands.open(page(1), 'tab', 'c2');
  assert.deepEqual(
    sent.map(([, params]) => params),
    [
      { key: 'p1', via: 'tree', disposition: 'private-window', container: null },
      { key: 'p1', via: 'tree', disposition: 'tab', container: 'c2' },
    ],
  );
  answers.refusal = 'private-refused';
  await commands.open(page(1), 'private-window');
  assert.ok(said[0][0].includes(text('problemPrivateRefused')));
});

test('ten pages open in order in the background without a question', async () => {
  entries = [
    ...Array.from({ length: 10 }, (_, at) => page(at)),
    aRow({ location: null }),
    aRow({ location: 'mailto:x@a.example' }),
  ];
  await commands.openPages(aRow());
  assert.deepEqual(
    [questions, visits().length, visits()[0], visits()[9]],
    [[], 10, ['p0', 'background-tab'], ['p9', 'background-tab']],
  );
});

test('pages of a map open beside their tab if the reader switches to another meanwhile', async () => {
  entries = Array.from({ length: 60 }, (_, at) => page(at));
  const { request } = port;
  port.request = (...sending) => {
    port.tabId = 2;
    site = 's2';
    return request(...sending);
  };
  await commands.openPages(aRow());
  await commands.openSelected([page(1)]);
  assert.deepEqual(
    sent.filter(([method]) => method === 'menu').map(([, params]) => params.site),
    ['s1', 's1'],
  );
  assert.deepEqual(
    sent.filter(([method]) => method === 'visit').map(([, , tabId]) => tabId),
    [...Array(50).fill(1), 2],
  );
});

test('more than ten pages open only after a confirmation', async () => {
  entries = Array.from({ length: 11 }, (_, at) => page(at));
  answers.confirm = false;
  await commands.openPages(aRow());
  assert.deepEqual([questions.length, visits()], [1, []]);
  assert.ok(questions[0].startsWith('Open 11 pages'));
  answers.confirm = true;
  await commands.openPages(aRow());
  assert.equal(visits().length, 11);
});

// Promise (author): More than ten tabs open only after confirmation, and never more than fifty.
test('only the first fifty of many pages open, with a notice', async () => {
  entries = Array.from({ length: 5_000 }, (_, at) => page(at));
  await commands.openPages(aRow());
  assert.deepEqual([visits().length, sent.filter(([method]) => method === 'menu').length], [50, 2]);
  assert.ok(questions[0].startsWith('Open 50 pages'));
  assert.deepEqual(said, [[text('openPagesCut', 50)]]);
});

test('at most a thousand rows are examined for pages', async () => {
  entries = Array.from({ length: 5_000 }, () => aRow({ location: null }));
  await commands.openPages(aRow());
  assert.deepEqual([sent.length, said], [25, [[text('openPagesNone')]]]);
});

test('a branch is expanded, closed and hidden by events, and hiding can be undone', () => {
  commands.expand(page(1));
  commands.collapse(page(1));
  commands.hide(page(1));
  said[0][1]();
  assert.deepEqual(dispatched, [
    { type: 'expand', key: 'p1' },
    { type: 'collapse', key: 'p1' },
    { type: 'hide-requested', hidden: ['h', 'p1'] },
    { type: 'hide-requested', hidden: ['h'] },
  ]);
});

test('hiding is not undone in another map', () => {
  commands.hide(page(1));
  sitemap = 'https://b.example/map.xml';
  said[0][1]();
  assert.deepEqual(dispatched, [{ type: 'hide-requested', hidden: ['h', 'p1'] }]);
});

test('the offer to undo a hidden branch ends when a tab shows another map or none', () => {
  const other = [aTab({ sitemap: 'https://b.example/map.xml' }), noMap()];
  for (const tab of other) {
    commands.hide(page(1));
    commands.follow(noMap('loading'));
    commands.follow(aTab({ sitemap, url: 'https://a.example/b' }));
    assert.equal(said.length, 1);
    commands.follow(tab);
    assert.deepEqual(said, []);
  }
});

test('a bookmark requests its permission on demand and can be undone', async () => {
  await commands.bookmark(page(1));
  said[0][1]();
  assert.deepEqual(sent, [
    ['permission', 'bookmarks'],
    ['bookmark', { title: 'Name', url: 'https://a.example/1' }],
    ['unbookmark', 'b1'],
  ]);
});

test('a bookmark is not added without permission or for a non-page', async () => {
  answers.permission = false;
  await commands.bookmark(page(1));
  answers.permission = true;
  await commands.bookmark(aRow({ location: 'javascript:x' }));
  assert.deepEqual(
    [sent.filter(([what]) => what === 'bookmark'), said],
    [[], [[text('bookmarkRefused')], [text('bookmarkRefused')]]],
  );
});

test('a menu opens at once with the known windows and containers', async () => {
  document.body.innerHTML = '<div class="row" tabindex="0"><button></button></div>';
  const labels = () => [...document.querySelectorAll('.drop-menu [role=menuitem]')].map((entry) => entry.textContent);
  commands.openMenu(page(1), document.querySelector('button'));
  assert.ok(labels().length > 3 && !labels().includes(text('openInPrivate')));
  await settled();
  commands.openMenu(page(1), document.querySelector('button'));
  assert.ok(labels().includes(text('openInPrivate')));
});

test('windows and containers are queried for a new page or tab, not as a map grows', () => {
  let looked = 0;
  browser.tabs.query = async () => {
    looked += 1;
    return [];
  };
  for (const tab of [
    { tabId: 1, url: 'https://a.example/' },
    { tabId: 1, url: 'https://a.example/' },
    { tabId: 1, url: 'https://a.example/b' },
    { tabId: 2, url: 'https://a.example/b' },
  ])
    commands.follow(tab);
  assert.equal(looked, 3);
});

test('selected pages open in order in the background, many after a question', async () => {
  await commands.openSelected([page(2), page(1)]);
  assert.deepEqual(
    [questions, visits()],
    [
      [],
      [
        ['p2', 'background-tab'],
        ['p1', 'background-tab'],
      ],
    ],
  );
  answers.confirm = false;
  await commands.openSelected(Array.from({ length: 11 }, (_, at) => page(at)));
  assert.deepEqual([questions, visits().length], [[text('openSelectedAsk', 11)], 2]);
});

test('selected pages are copied together, one a line', async () => {
  const written = aClipboard();
  await commands.copySelected([page(1), aRow({ location: null }), page(2)], 'address');
  await commands.copySelected([], 'address');
  assert.deepEqual([written, said], [['https://a.example/1\nhttps://a.example/2'], [[text('copiedText')]]]);
});

test('a command of the browser’s menu runs for its row if the row has it', () => {
  commands.point(aRow({ key: 'b', children: true }));
  for (const name of ['expand', 'select', 'hide', 'collapse']) commands.run(name);
  assert.deepEqual([dispatched.map(({ type }) => type), selected], [['expand', 'hide-requested'], ['b']]);
  assert.deepEqual([said.at(-1), sent[0]], [[text('rowCommandNone')], ['ui.menu', {}]]);
});

test('a command of the browser’s menu outside rows runs for the whole list', () => {
  commands.point(null);
  for (const name of ['expand', 'collapse', 'hide']) commands.run(name);
  assert.deepEqual(
    [dispatched, said],
    [
      [
        { type: 'expand', key: null },
        { type: 'collapse', key: null },
      ],
      [[text('rowCommandNone')]],
    ],
  );
});
