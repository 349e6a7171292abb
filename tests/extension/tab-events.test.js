import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { isOtherSite, mapKeyOf } from '../../extension/sidebar/tab-events.js';
import { aNode, aSite, aTab, noMap } from './samples.js';
import { OPEN, SHOWN, after, first, gone, memory, shown, tab, types, view } from './sidebar-events.js';

test('a map is identified by host and site once it is ready', () => {
  assert.equal(mapKeyOf(aTab()), '1 s1');
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
  assert.deepEqual(types(step), ['stop-timer', 'draw-frame', 'close-map', 'freeze-tree', 'set-filter', 'read-memory']);
  assert.deepEqual(first(step, 'read-memory'), {
    type: 'read-memory',
    session: 1,
    sitemap: 'https://a.example/map.xml',
    isPrivate: false,
  });
  assert.ok(!step.state.isOpen);
});

test('a tab without a map shows its page’s own contents', () => {
  const step = after([...SHOWN, gone('none', { tabId: 2 })]);
  assert.deepEqual(types(step), [
    'stop-timer',
    'draw-frame',
    'follow-outline',
    'draw-view',
    'close-map',
    'freeze-tree',
    'clear-tree',
    'set-filter',
    'open-page',
  ]);
  assert.deepEqual(first(step, 'follow-outline'), {
    type: 'follow-outline',
    isWanted: true,
    withMenus: true,
    tabId: 2,
  });
  assert.equal(step.state.view, null);
  assert.equal(step.state.mapKey, 'page 2 https://a.example/');
});

test('the browser’s own pages and failed pages have no contents to show', () => {
  for (const more of [
    { url: 'about:blank' },
    { tabId: null, url: '' },
    { problem: { code: 'page-failed', params: {} } },
  ]) {
    const step = after([...SHOWN, gone('none', { tabId: 2, ...more })]);
    assert.deepEqual([first(step, 'open-page'), step.state.mapKey], [undefined, ''], JSON.stringify(more));
  }
});

const CONTENTS = { headings: [{ name: 'A', level: 1, id: 'a' }], menus: [] };
const reported = (more) => ({ type: 'outline-received', tabId: 1, contents: CONTENTS, active: 0, ...more });

test('a page’s contents are shown before consent, without the host and after a failure', () => {
  for (const state of ['none', 'failed', 'no-host']) {
    const step = after([gone(state)]);
    assert.equal(first(step, 'draw-frame').isPage, true);
    assert.deepEqual(first(step, 'open-page'), { type: 'open-page', session: 1, url: 'https://a.example/' });
    assert.deepEqual(after([gone(state), reported()]).effects[0], {
      type: 'update-page',
      session: 1,
      contents: CONTENTS,
    });
  }
});

test('rows of the previous page stay until its site’s next page reports', () => {
  const [same, other] = ['https://a.example/next', 'https://b.example/'].map((url) =>
    after([gone('none'), reported(), gone('none', { url })]),
  );
  assert.deepEqual(
    [same, other].map((step) => types(step).includes('clear-tree')),
    [false, true],
  );
  assert.ok(first(same, 'follow-outline') && first(same, 'open-page'));
});

test('a place in the same page changes nothing but a reload reports again', () => {
  const within = after([gone('none'), reported(), gone('none', { url: 'https://a.example/#a' })]);
  assert.deepEqual(types(within), ['stop-timer', 'draw-frame']);
  const again = after([gone('none'), reported(), gone('none', { documentId: 'other' })]);
  assert.deepEqual(types(again), ['stop-timer', 'draw-frame', 'follow-outline']);
});

test('a page’s contents stay until its map is ready and appear if that is slow', () => {
  const loading = after([gone('none'), reported(), gone('loading')]);
  assert.deepEqual([first(loading, 'close-map'), first(loading, 'draw-frame').isPage], [undefined, true]);
  const ready = after([gone('none'), reported(), gone('loading'), tab()]);
  assert.ok(first(ready, 'read-memory'));
  assert.deepEqual(first(ready, 'follow-outline'), {
    type: 'follow-outline',
    isWanted: false,
    withMenus: false,
    tabId: 1,
  });
  const slow = after([gone('loading')]);
  const { event } = first(slow, 'start-timer');
  assert.equal(first(slow, 'open-page'), undefined);
  assert.ok(first(after([gone('loading'), event]), 'open-page'));
  assert.deepEqual(after([gone('loading'), tab(), event]).effects, []);
});

test('a page’s contents are not stored as a map’s state', () => {
  const failed = gone('failed', { sitemap: 'https://a.example/map.xml' });
  for (const event of [{ type: 'branch-toggled', key: 'menu 1', open: true }, { type: 'tree-scrolled' }]) {
    assert.equal(first(after([failed, reported(), event]), 'remember'), undefined);
  }
});

test('the stored state of a loading map is read in advance', () => {
  const step = after([gone('loading', { sitemap: 'https://b.example/m.xml', isPrivate: true })]);
  assert.deepEqual(first(step, 'prefetch-memory'), {
    type: 'prefetch-memory',
    sitemap: 'https://b.example/m.xml',
    isPrivate: true,
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
  assert.ok(first(step, 'open-page'));
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

test('a filter stays if its page takes so long to load that its contents are shown meanwhile', () => {
  const filtered = [...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }];
  const loading = (url) => [
    gone('loading', { url }),
    { type: 'patience-over' },
    { type: 'loading-slow', tab: gone('loading', { url }).tab },
  ];
  const meanwhile = after([...filtered, ...loading('https://a.example/')]);
  assert.deepEqual(
    [first(meanwhile, 'set-filter'), meanwhile.state.mapKey, meanwhile.state.filter],
    [undefined, 'page 1 https://a.example/', 'moss'],
  );
  const again = after([...filtered, ...loading('https://a.example/'), tab(), memory({}, meanwhile.state.session + 1)]);
  assert.deepEqual([first(again, 'set-filter'), first(again, 'open-map').filter], [undefined, 'moss']);
  assert.deepEqual(first(after([...filtered, ...loading('https://b.example/')]), 'set-filter'), {
    type: 'set-filter',
    text: '',
  });
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
