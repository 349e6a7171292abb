import { document, intersect, loadPage, query, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aNode, aRow } from './samples.js';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { drawLevel, placeLevel, setTabStop } = await import('../../extension/popup/menu-level.js');
const { drawEntries, fetchOnWay } = await import('../../extension/popup/menu-pages.js');
const { text } = await import('../../extension/shared/strings.js');

const row = (key, more = {}) => aRow({ key, name: key, location: `https://a.example/${key}`, ...more });
let done;
let menus;
let requested;
let menu;
let owner;
beforeEach(() => {
  loadPage('popup/popup.html');
  [done, requested] = [[], []];
  menus = {
    null: [row('a'), row('b', { children: true }), row('c', { children: true, location: null })],
    b: [row('b1')],
  };
  menu = query('#menu');
  menu.hidden = false;
  owner = {
    menu,
    fetchMenu: async (key, from, count) => {
      requested.push([key, from]);
      const all = menus[key] ?? [];
      return { total: all.length, entries: all.slice(from, from + count) };
    },
    enter: (one_) => done.push(['enter', one_.key]),
    leave: () => done.push(['leave']),
    visit: (target, where) => done.push(['visit', target.key ?? target.role, where]),
  };
});
const items = () => [...menu.querySelectorAll('[role=menuitem]')];
/** @param {any} [at] @param {any} [focus] */
const show = async (at = null, focus = { at: 'start' }, searchPages = [], parent = null) =>
  placeLevel(menu, (await drawLevel(at, parent, searchPages, owner)).level, focus, true);

test('an entry is a link, a submenu button or both', async () => {
  await show();
  assert.deepEqual(
    items().map((item) => [item.localName, item.className]),
    [
      ['a', ''],
      ['a', ''],
      ['button', 'into'],
      ['button', 'into whole'],
    ],
  );
  assert.deepEqual(
    items()
      .slice(2)
      .map((item) => item.getAttribute('aria-label')),
    [text('submenuOf', 'b'), 'c'],
  );
  for (const item of items()) item.click();
  assert.deepEqual(done, [
    ['visit', 'a', 'current'],
    ['visit', 'b', 'current'],
    ['enter', 'b'],
    ['enter', 'c'],
  ]);
});

test('an entry without a link is disabled, and a loop has no submenu', async () => {
  menus.null = [row('a', { location: null }), row('b', { children: true, loop: true })];
  await show();
  assert.deepEqual(
    items().map((item) => [item.localName, item.getAttribute('aria-disabled')]),
    [
      ['span', 'true'],
      ['a', null],
    ],
  );
});

// holds: W11
test('a group has its name and its entries between two lines', async () => {
  menus = {
    null: [
      row('g', { kind: 'group', children: true, location: null }),
      row('n', { kind: 'group', name: null, children: true, location: null }),
    ],
    g: [row('g1')],
    n: [row('n1')],
  };
  await show();
  assert.deepEqual(texts('.caption', menu), ['g']);
  assert.deepEqual(texts('[role=menuitem]', menu), ['g1', 'n1']);
  assert.equal(menu.querySelectorAll('[role=separator]').length, 4);
});

test('a group without entries is not a heading', async () => {
  menus.null = [row('g', { kind: 'group', location: null })];
  await show();
  assert.deepEqual([texts('.caption', menu), texts('[role=menuitem]', menu)], [[], ['g']]);
});

test('a submenu starts with the way back, its own page, which is focused, and its entries', async () => {
  await show(row('b', { children: true }));
  assert.deepEqual(texts('[role=menuitem]', menu), [text('treeLabel'), 'b', 'b1']);
  assert.equal(document.activeElement, items()[1]);
  items()[0].click();
  assert.deepEqual(done, [['leave']]);
});

test('the way back names the level above, and a branch without a page is a heading', async () => {
  await show(row('b', { children: true, location: null }), { at: 'start' }, [], row('a'));
  assert.deepEqual([texts('[role=menuitem]', menu), texts('.caption', menu)], [['a', 'b1'], ['b']]);
  assert.equal(items()[0].getAttribute('aria-label'), text('backTo', 'a'));
});

test('a level whose entries are unavailable still has the way back', async () => {
  owner.fetchMenu = async () => {
    throw new RequestError({ code: 'host-lost' });
  };
  await show(row('b', { location: null }));
  assert.deepEqual(
    items().map((item) => item.className),
    ['back'],
  );
  owner.fetchMenu = async () => {
    throw new TypeError('ours');
  };
  await assert.rejects(drawLevel(null, null, [], owner), TypeError);
});

// holds: F49
test('search pages come last at the top level only', async () => {
  const pages = [aNode({ name: 'Find', key: 's' })];
  await show(null, { at: 'start' }, pages);
  const last = items().at(-1);
  assert.deepEqual([last.textContent, last.dataset.role], ['Find', 'searchpage']);
  last.click();
  assert.deepEqual(done, [['visit', 'searchpage', 'current']]);
  await show(row('b'), { at: 'start' }, pages);
  assert.equal(menu.querySelector('[data-role=searchpage]'), null);
});

test('the menu is one tab stop', async () => {
  await show();
  assert.deepEqual(
    items().map((item) => item.tabIndex),
    [0, -1, -1, -1],
  );
  setTabStop(menu, items()[2], false);
  assert.deepEqual(
    items().map((item) => item.tabIndex),
    [-1, -1, 0, -1],
  );
});

test('leaving a submenu focuses its button', async () => {
  await show(null, { at: 'key', key: 'b' });
  assert.equal(document.activeElement, items()[2]);
  await show(null, { at: 'key', key: 'gone' });
  assert.equal(document.activeElement, items()[0]);
});

test('a redrawn level keeps the position in it', async () => {
  await show();
  items()[3].focus();
  await show(null, { at: 'place' });
  assert.equal(document.activeElement, items()[3]);
});

test('a level does not take a focus from elsewhere', async () => {
  placeLevel(menu, (await drawLevel(null, null, [], owner)).level, { at: 'place' }, false);
  assert.ok(!menu.contains(document.activeElement));
  assert.equal(items()[0].tabIndex, 0);
});

const MANY = Array.from({ length: 130 }, (_, at) => row(`k${at}`));

test('a long level is fetched while scrolling', async () => {
  menus.null = MANY;
  await show();
  assert.equal(items().length, 60);
  for (const count of [120, 130, 130]) {
    intersect();
    await settled();
    assert.equal(items().length, count);
  }
  assert.deepEqual(requested, [
    [null, 0],
    [null, 60],
    [null, 120],
  ]);
  assert.equal(menu.querySelector('.mark'), null);
});

test('a key beyond the loaded entries fetches more', async () => {
  menus.null = MANY;
  await show();
  assert.equal(fetchOnWay(menu, 'ArrowDown'), null);
  items()[59].focus();
  await fetchOnWay(menu, 'ArrowDown');
  assert.equal(items().length, 120);
  await fetchOnWay(menu, 'End');
  assert.equal(items().length, 130);
  assert.equal(fetchOnWay(menu, 'End'), null);
});

test('a key upwards from the top fetches all entries', async () => {
  menus.null = MANY;
  await show();
  items()[0].focus();
  await fetchOnWay(menu, 'ArrowUp');
  assert.equal(items().length, 130);
});

test('entries that failed to load are requested again by the next key', async () => {
  menus.null = MANY;
  await show();
  const { fetchMenu } = owner;
  owner.fetchMenu = async () => {
    throw new RequestError({ code: 'host-lost' });
  };
  items()[59].focus();
  await fetchOnWay(menu, 'ArrowDown');
  assert.equal(items().length, 60);
  owner.fetchMenu = fetchMenu;
  await fetchOnWay(menu, 'ArrowDown');
  assert.equal(items().length, 120);
});

test('entries of a level that was left are dropped', async () => {
  menus.null = MANY;
  const place = document.createElement('div');
  await drawEntries(place, null, owner);
  place.replaceChildren();
  intersect();
  await settled();
  assert.equal(place.childElementCount, 0);
});

test('groups in groups are fetched with the menu up to a limit, and further ones while scrolling', async () => {
  owner.fetchMenu = async (key) => {
    requested.push(key);
    const isInner = key?.split('.').length === 4;
    const below = isInner
      ? [row(`${key}.i`)]
      : Array.from({ length: 50 }, (_, at) =>
          row(`${key ?? 'g'}.${at}`, { kind: 'group', children: true, location: null }),
        );
    return { total: below.length, entries: below };
  };
  await show();
  assert.ok(requested.length < 240, `${requested.length} requests`);
  await fetchOnWay(menu, 'End');
  assert.equal(items().at(-1).textContent, 'g.49.49.49.i');
});
