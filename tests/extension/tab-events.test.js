import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { isOtherSite, mapKeyOf } from '../../extension/sidebar/tab-events.js';
import { aNode, aSite, aTab, noMap } from './samples.js';
import { OPEN, SHOWN, after, first, gone, memory, shown, tab, types, view } from './sidebar-events.js';

test('a map is identified by host and site once it is ready', () => {
  assert.equal(mapKeyOf(aTab()), '1 1 s1');
  assert.notEqual(mapKeyOf(aTab({ tabId: 2 })), mapKeyOf(aTab()));
  assert.notEqual(mapKeyOf(aTab({ generation: 2 })), mapKeyOf(aTab()));
  assert.equal(mapKeyOf(noMap('loading')), '');
});

test('progress alone does not change a site', () => {
  const [a, b] = [
    { done: 1, wanted: 2 },
    { done: 2, wanted: 2 },
  ].map((progress) => aTab({ site: aSite({ progress }) }));
  assert.ok(!isOtherSite(a, b));
  assert.ok(isOtherSite(a, aTab({ site: aSite({ state: 'partial' }) })));
});

test('the first tab is drawn and its stored state read before its map opens', () => {
  const step = after([tab()]);
  assert.deepEqual(types(step), [
    'stop-timer',
    'draw-frame',
    'set-filter',
    'filter-page',
    'close-map',
    'freeze-tree',
    'read-memory',
  ]);
  assert.deepEqual(first(step, 'read-memory'), {
    type: 'read-memory',
    session: 1,
    sitemap: 'https://a.example/map.xml',
    jar: '',
  });
  assert.ok(!step.state.isOpen);
});

test('a tab without a map shows its page’s own contents only', () => {
  const step = after([...SHOWN, gone('none', { tabId: 2 })]);
  assert.deepEqual(types(step), [
    'stop-timer',
    'keep-tabs',
    'draw-frame',
    'draw-view',
    'set-filter',
    'filter-page',
    'close-map',
    'freeze-tree',
    'clear-tree',
  ]);
  assert.equal(first(step, 'draw-frame').isPage, true);
  assert.deepEqual([step.state.view, step.state.mapKey], [null, '']);
  for (const state of ['none', 'loading', 'failed', 'no-host'])
    assert.equal(first(after([gone(state)]), 'draw-frame').isPage, true, state);
});

test('the browser’s own pages and failed pages have no contents to show', () => {
  for (const more of [
    { url: 'about:blank' },
    { tabId: null, url: '' },
    { problem: { code: 'page-failed', params: {} } },
  ]) {
    const step = after([...SHOWN, gone('none', { tabId: 2, ...more })]);
    assert.equal(first(step, 'draw-frame').isPage, false, JSON.stringify(more));
  }
});

test('a place in the same page without a map changes nothing', () => {
  const within = after([gone('none'), gone('none', { url: 'https://a.example/#a' })]);
  assert.deepEqual(types(within), ['stop-timer', 'draw-frame', 'draw-view']);
});

test('the stored state of a loading map is read in advance', () => {
  const step = after([gone('loading', { sitemap: 'https://b.example/m.xml', jar: 'private' })]);
  assert.deepEqual(first(step, 'prefetch-memory'), {
    type: 'prefetch-memory',
    sitemap: 'https://b.example/m.xml',
    jar: 'private',
  });
  assert.equal(first(after([gone('loading')]), 'prefetch-memory'), undefined);
});

test('the map stays for a moment until the tab’s next page declares one', () => {
  for (const state of ['none', 'loading']) {
    const step = after([...SHOWN, gone(state)]);
    assert.deepEqual(types(step), ['stop-timer', 'start-timer']);
    assert.equal(step.state.tab.state, 'ready');
    assert.equal(first(step, 'start-timer').event.type, 'patience-over');
  }
});

test('a page that declares the same map within that moment changes only the page', () => {
  const step = after([...SHOWN, gone('none'), tab({ url: 'https://a.example/next' })]);
  assert.deepEqual(types(step), ['stop-timer', 'draw-frame', 'update-map']);
  assert.equal(step.state.pendingTab, null);
  assert.deepEqual(reduce(step.state, { type: 'patience-over' }).effects, []);
});

test('a page that declares nothing within that moment has no map', () => {
  const step = after([...SHOWN, gone('none'), { type: 'patience-over' }]);
  assert.ok(types(step).includes('clear-tree'));
  assert.equal(step.state.tab.state, 'none');
});

test('a failure or another tab is shown at once', () => {
  for (const event of [gone('failed'), gone('no-host'), gone('none', { tabId: 2 })]) {
    assert.ok(types(after([...SHOWN, event])).includes('draw-frame'));
  }
});

test('the next page of the map is searched in it', () => {
  const step = after([...SHOWN, tab({ url: 'https://a.example/next' })]);
  assert.deepEqual(first(step, 'update-map'), {
    type: 'update-map',
    changes: { page_url: 'https://a.example/next' },
    isReveal: true,
  });
});

test('a fragment reveals its own row only, and keeps the filter', () => {
  const AT = [
    ...OPEN,
    view({ trail: [aNode({ key: 'k' })], current: 1 }, { isReveal: true, place: 0 }),
    shown({ current: 1 }),
  ];
  const part = { url: 'https://a.example/#part' };
  assert.deepEqual(first(after([...AT, tab(part)]), 'update-map'), {
    type: 'update-map',
    changes: { page_url: part.url },
    isReveal: false,
  });
  assert.equal(
    first(after([...AT, tab(part), view({ trail: [aNode({ key: 'k' })], current: 1 })]), 'show-tree').reveal,
    null,
  );
  assert.equal(
    first(after([...AT, tab(part), view({ trail: [aNode({ key: 'p' })], current: 2 })]), 'show-tree').reveal,
    2,
  );
  const filtered = [...AT, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }];
  assert.equal(first(after([...filtered, tab(part), view({ in_map: true })]), 'set-filter'), undefined);
  assert.ok(first(after([...filtered, tab({ url: 'https://a.example/next' }), view({ in_map: true })]), 'set-filter'));
});

test('a changed map is updated in place', () => {
  const step = after([...SHOWN, tab({ site: aSite({ state: 'partial' }) })]);
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: {}, isReveal: false });
  assert.ok(first(step, 'refresh-problems'));
});

test('the faults of an unreadable map are read again once they are found', () => {
  const failed = (/** @type {Record<string, number>} */ faults) =>
    gone('failed', { site: aSite({ state: 'failed', counts: { ...aSite().counts, faults } }) });
  const step = after([failed({}), failed({ error: 1 })]);
  assert.ok(first(step, 'refresh-problems'));
  assert.equal(first(after([failed({}), failed({})]), 'refresh-problems'), undefined);
});

test('progress requests nothing', () => {
  assert.deepEqual(types(after([...SHOWN, tab({ site: aSite({ progress: { done: 2, wanted: 3 } }) })])), [
    'stop-timer',
    'draw-frame',
  ]);
});

test('languages are drawn when found or chosen', () => {
  assert.ok(first(after([...SHOWN, tab({ language: 'fr' })]), 'draw-languages'));
  assert.ok(first(after([...SHOWN, tab({ site: aSite({ languages: ['de', 'en'] }) })]), 'draw-languages'));
});

test('a page that changes before the map opens is the one it opens for', () => {
  const step = after([tab(), tab({ url: 'https://a.example/next' })]);
  assert.equal(first(step, 'update-map'), undefined);
  assert.equal(first(reduce(step.state, memory()), 'open-map').pageUrl, 'https://a.example/next');
});

test('a map is drawn in the current page’s language if none is chosen', () => {
  const step = after([...SHOWN, tab({ pageLanguage: 'ar' })]);
  assert.deepEqual(first(step, 'draw-languages'), {
    type: 'draw-languages',
    languages: [],
    chosen: '',
    expected: 'ar',
  });
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: {}, isReveal: false });
  assert.equal(first(after([tab({ pageLanguage: 'ar', language: 'de' }), memory()]), 'draw-languages').expected, 'de');
});

test('a filter ends with its map, also in another tab', () => {
  const filtered = [...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }];
  for (const other of [
    tab({ tabId: 2, site: aSite({ site: 's2' }) }),
    tab({ sitemap: 'https://a.example/other.xml', site: aSite({ site: 's2' }) }),
  ]) {
    const step = after([...filtered, other]);
    assert.deepEqual(first(step, 'set-filter'), { type: 'set-filter', text: '' });
    assert.equal(step.state.typed, '');
  }
});

test('a filter stays on the pages of a site without a map and ends with the site', () => {
  const filtered = [gone('none'), { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }];
  assert.deepEqual(after(filtered).effects, [{ type: 'filter-page', filter: 'moss' }]);
  const same = after([...filtered, gone('none', { url: 'https://a.example/next' })]);
  assert.deepEqual([first(same, 'set-filter'), same.state.typed], [undefined, 'moss']);
  const other = after([...filtered, gone('none', { url: 'https://b.example/' })]);
  assert.deepEqual([first(other, 'set-filter').text, first(other, 'filter-page').filter], ['', '']);
});

test('a filter of the page stays when its map arrives', () => {
  const step = after([
    gone('loading'),
    { type: 'filter-typed', text: 'moss' },
    { type: 'filter-due' },
    tab(),
    memory(),
  ]);
  assert.equal(first(step, 'open-map').filter, 'moss');
});

test('a filter stays if its map returns after a while', () => {
  const step = after([
    ...SHOWN,
    { type: 'filter-typed', text: 'moss' },
    { type: 'filter-due' },
    gone('none'),
    { type: 'patience-over' },
    tab(),
    memory({}, 3),
  ]);
  assert.equal(first(step, 'open-map').filter, 'moss');
});

const LEFT = [
  ...SHOWN,
  { type: 'branch-toggled', key: 'a', open: true },
  { type: 'filter-typed', text: 'moss' },
  { type: 'filter-due' },
];
const elsewhere = { ...tab({ tabId: 2, url: 'https://b.example/', sitemap: 'https://b.example/m.xml' }), place: 7.5 };

test('filter, open branches and place return with their tab', () => {
  const left = after([...LEFT, elsewhere]);
  assert.deepEqual(left.state.tabs.at(-1), {
    tabId: 1,
    url: 'https://a.example/',
    website: '1 https://a.example',
    source: '1 https://a.example/map.xml',
    typed: 'moss',
    open: ['a'],
    place: 7.5,
  });
  assert.deepEqual(first(left, 'keep-tabs').tabs, left.state.tabs);
  const back = after([...LEFT, elsewhere, tab()]);
  assert.equal(first(back, 'set-filter').text, 'moss');
  const opening = first(reduce(back.state, memory({ open: ['z'], top: 1 }, 3)), 'open-map');
  assert.deepEqual([opening.filter, opening.open, opening.place, opening.isReveal], ['moss', ['a'], 7.5, false]);
});

test('a tab that has another page when the reader returns shows it', () => {
  const back = after([...LEFT, elsewhere, tab({ url: 'https://a.example/next' }), memory({}, 3)]);
  assert.deepEqual([first(back, 'open-map').open, first(back, 'open-map').isReveal], [['a'], true]);
  const other = after([...LEFT, elsewhere, tab({ sitemap: 'https://a.example/other.xml' }), memory({}, 3)]);
  assert.deepEqual(first(other, 'open-map').open, []);
});

test('a search clears the filter of its own tab', () => {
  const searched = after([...LEFT, elsewhere, { type: 'filter-cleared', tabId: 1 }]);
  assert.deepEqual([searched.state.tabs.at(-1).typed, types(searched)], ['', ['keep-tabs']]);
  assert.equal(after([...LEFT, { type: 'filter-cleared', tabId: 1 }]).state.typed, '');
});

test('tabs are recalled by the next sidebar, and the number of them is bounded', () => {
  const { tabs } = after([...LEFT, elsewhere]).state;
  const back = after([{ type: 'tabs-recalled', tabs }, tab(), memory()]);
  assert.deepEqual([first(back, 'open-map').filter, first(back, 'open-map').place], ['moss', 7.5]);
  const many = Array.from({ length: 120 }, (_, at) => tab({ tabId: at + 1 }));
  assert.equal(after(many).state.tabs.length, 50);
});
