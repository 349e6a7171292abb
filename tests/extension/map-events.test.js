import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { MOST_OPEN_KEYS } from '../../extension/sidebar/state.js';
import { aSite, aTab } from './samples.js';
import { after, tab, memory, view, shown, OPEN, SHOWN, types, first, LOST } from './sidebar-events.js';

test('a map opens at its stored place and branches and searches the current page', () => {
  const step = after([tab({ language: 'de' }), memory({ open: ['a', 'b'], top: 7.5 })]);
  assert.deepEqual(first(step, 'open-map'), {
    type: 'open-map',
    session: 1,
    site: 's1',
    pageUrl: 'https://a.example/',
    filter: '',
    open: ['a', 'b'],
    hidden: [],
    place: 7.5,
    isReveal: true,
  });
  assert.deepEqual(first(step, 'draw-languages'), {
    type: 'draw-languages',
    languages: [],
    chosen: 'de',
    expected: 'de',
  });
  assert.deepEqual(step.state.openKeys, ['a', 'b']);
  assert.ok(step.state.isOpen);
});

test('only the latest of many open branches are stored', () => {
  const open = Array.from({ length: MOST_OPEN_KEYS + 2 }, (_, at) => `k${at}`);
  const { state } = after([tab(), memory({ open })]);
  assert.equal(state.openKeys.length, MOST_OPEN_KEYS);
  assert.equal(state.openKeys.at(-1), open.at(-1));
});

test('stored state read for a closed map opens nothing', () => {
  const step = after([tab(), tab({ tabId: 2, site: aSite({ site: 's2' }) }), memory({}, 1)]);
  assert.deepEqual(step.effects, []);
  assert.equal(after([tab(), tab({ tabId: 2, site: aSite({ site: 's2' }) }), memory({}, 2)]).state.isOpen, true);
});

test('stored state read twice opens the map once', () => {
  assert.deepEqual(after([...OPEN, memory()]).effects, []);
});

const HOME = { key: 'h', location: 'https://a.example/', children: true, open: false, loop: false };
const withHome = tab({ site: aSite({ roles: { home: [{ location: 'https://a.example/' }] } }) });
const firstView = (row, from = 0) => view({ rows: { revision: 1, from, total: 9, rows: [{ ...HOME, ...row }] } });

test('the home branch opens at the first visit', () => {
  const step = after([withHome, memory(), firstView()]);
  assert.deepEqual(first(step, 'toggle-branch'), { type: 'toggle-branch', key: 'h', open: true });
  assert.deepEqual(step.state.openKeys, ['h']);
});

test('the branch of a lone row opens at the first visit, home or not', () => {
  const lonely = view({ rows: { revision: 1, from: 0, total: 1, rows: [{ ...HOME, location: null }] } });
  assert.deepEqual(first(after([withHome, memory(), lonely]), 'toggle-branch'), {
    type: 'toggle-branch',
    key: 'h',
    open: true,
  });
});

test('a home branch that was closed stays closed and no other opens', () => {
  assert.equal(first(after([withHome, memory({ open: [] }), firstView()]), 'toggle-branch'), undefined);
  assert.equal(first(after([withHome, memory(), firstView(), firstView()]), 'toggle-branch'), undefined);
  for (const more of [
    { location: null },
    { location: 'https://a.example/x' },
    { children: false },
    { open: true },
    { loop: true },
  ]) {
    assert.equal(first(after([withHome, memory(), firstView(more)]), 'toggle-branch'), undefined);
  }
  assert.equal(first(after([withHome, memory(), firstView({}, 40)]), 'toggle-branch'), undefined);
});

test('a map read again shows the page visited while its host was lost', () => {
  const url = 'https://a.example/next';
  const lost = [...SHOWN, tab({ url }), { type: 'request-failed', session: 1, code: 'unknown-view', hasView: true }];
  const step = after([...lost, tab({ url, generation: 2, site: aSite({ site: 's2' }) })]);
  assert.ok(step.state.isRebuilding);
  assert.equal(first(reduce(step.state, memory({}, step.state.session)), 'open-map').isReveal, true);
});

test('a map whose host was lost before its first view opens as if new', () => {
  const again = tab({
    generation: 2,
    site: aSite({ site: 's2', roles: { home: [{ location: 'https://a.example/' }] } }),
  });
  const lost = [
    withHome,
    memory(),
    { type: 'request-failed', session: 1, code: 'unknown-site', hasView: false },
    again,
  ];
  const opened = after([...lost, { ...memory({ open: ['a'] }, 2), place: 7 }]);
  assert.deepEqual(
    [first(opened, 'open-map').open, first(opened, 'open-map').isReveal, first(opened, 'open-map').place],
    [['a'], true, 0],
  );
  assert.equal(
    opened.effects.some(({ timer }) => timer === 'rebuilding'),
    false,
  );
  const shownHome = after([...lost, memory({}, 2), { ...firstView(), session: 2 }]);
  assert.deepEqual(first(shownHome, 'toggle-branch'), { type: 'toggle-branch', key: 'h', open: true });
});

const FILTERED = [...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, view({ matches: 2 })];
const next = tab({ url: 'https://a.example/next' });
const hidingView = view({ in_map: true, current: null, matches: 2 }, { isReveal: true });

test('a filter that excludes its own page stays', () => {
  assert.equal(after([...FILTERED, hidingView]).state.filter, 'moss');
});

test('a filter that excludes the next page ends and shows that page', () => {
  const step = after([...FILTERED, next, hidingView]);
  assert.deepEqual([step.state.filter, step.state.typed], ['', '']);
  assert.deepEqual(step.effects, [
    { type: 'set-filter', text: '' },
    { type: 'filter-page', filter: '' },
    { type: 'update-map', changes: { filter: '', reveal: true }, isReveal: true },
  ]);
});

test('a filter stays if the next page matches, is not in the map or is not found yet', () => {
  for (const more of [
    { in_map: true, current: 3 },
    { in_map: false, current: null },
  ]) {
    assert.equal(after([...FILTERED, next, view({ matches: 2, ...more })]).state.filter, 'moss');
  }
});

test('words typed on the next page are a new filter', () => {
  assert.equal(
    after([...FILTERED, next, { type: 'filter-typed', text: 'mos' }, { type: 'filter-due' }, hidingView]).state.filter,
    'mos',
  );
});

test('a view is drawn with the current page in sight', () => {
  const step = after([...OPEN, view({ current: 4, in_map: true }, { isReveal: true, place: 2 })]);
  assert.deepEqual(types(step), ['draw-view', 'show-tree']);
  assert.deepEqual([first(step, 'show-tree').place, first(step, 'show-tree').reveal], [2, 4]);
});

test('a view of a closed or unrequested map is dropped', () => {
  assert.deepEqual(after([tab(), view()]).effects, []);
  assert.deepEqual(after([...OPEN, view({}, { session: 0 })]).effects, []);
});

test('the current page is searched only while the host is searching', () => {
  const pending = [...OPEN, view({ pending: true }, { isReveal: true, place: 0 }), shown({ pending: true })];
  assert.equal(first(after([...pending, view({ current: 3 })]), 'show-tree').reveal, 3);
  assert.equal(first(after([...SHOWN, view({ current: 3 })]), 'show-tree').reveal, null);
});

test('a page that is not in the map is searched while more of the map may arrive', () => {
  const elsewhere = { in_map: false, current: null, pending: false };
  const missing = (state) => [
    tab({ site: aSite({ state }) }),
    memory(),
    view(elsewhere, { isReveal: true, place: 0 }),
    shown(elsewhere),
  ];
  const foundView = view({ in_map: true, current: 30 });
  assert.equal(first(after([...missing('loading'), foundView]), 'show-tree').reveal, 30);
  assert.equal(first(after([...missing('complete'), foundView]), 'show-tree').reveal, null);
  const folding = { type: 'branch-toggled', key: 'a', open: true };
  assert.equal(first(after([...missing('loading'), folding, foundView]), 'show-tree').reveal, null);
});

test('a current row scrolled to stays in view as rows are inserted above, until the reader scrolls', () => {
  const opened = [
    ...OPEN,
    view({ current: 3, in_map: true }, { isReveal: true, place: 0 }),
    shown({ current: 3, in_map: true }),
  ];
  const moved = view({ current: 63, in_map: true });
  assert.equal(first(after([...opened, moved]), 'show-tree').reveal, 63);
  assert.equal(first(after([...opened, view({ current: 3, in_map: true })]), 'show-tree').reveal, null);
  for (const own of [
    { type: 'tree-scrolled' },
    { type: 'branch-toggled', key: 'a', open: true },
    { type: 'branches-opened', keys: ['a'] },
  ]) {
    assert.equal(first(after([...opened, own, moved]), 'show-tree').reveal, null, own.type);
  }
});

test('a page visited while the host is lost is scrolled to once the map is back', () => {
  const again = { generation: 2, site: aSite({ site: 's9' }) };
  const opened = (url) => first(after([...SHOWN, tab({ ...again, url }), memory({ top: 2 }, 2)]), 'open-map');
  assert.equal(opened('https://a.example/next').isReveal, true);
  assert.equal(opened(aTab().url).isReveal, false);
});

test('a reader who scrolls is not scrolled automatically any more', () => {
  const pending = [
    ...OPEN,
    view({ pending: true }, { isReveal: true, place: 0 }),
    shown({ pending: true }),
    { type: 'tree-scrolled' },
  ];
  assert.equal(first(after([...pending, view({ current: 3 })]), 'show-tree').reveal, null);
});

test('the place to scroll to stays until rows are shown there and is then dropped', () => {
  const before = [...OPEN, view({}, { isReveal: true, place: 5 })];
  assert.equal(first(after([...before, view()]), 'show-tree').place, 5);
  assert.equal(first(after([...before, shown(), view()]), 'show-tree').place, null);
});

test('a drawing for a closed map settles nothing', () => {
  const { state } = after([...OPEN, view({}, { isReveal: true, place: 5 }), shown({}, 0)]);
  assert.equal(state.scrollTo, 5);
});

test('the map of a lost host returns with the same place and branches', () => {
  const step = after(LOST);
  assert.deepEqual(
    [first(step, 'open-map').place, first(step, 'open-map').isReveal, first(step, 'open-map').open],
    [33, false, ['a']],
  );
  assert.equal(first(step, 'start-timer').timer, 'rebuilding');
});

test('the rows of a lost host’s map stay while the next host reads it', () => {
  const step = after([...LOST, view({}, { session: 2, place: 33 })]);
  assert.deepEqual(step.effects, []);
  const done = tab({ generation: 2, site: aSite() });
  const next = reduce(step.state, done);
  assert.ok(first(next, 'update-map'));
  assert.equal(first(reduce(next.state, view({}, { session: 2 })), 'show-tree').place, 33);
});

test('the rows of a lost host’s map are replaced after a while even if loading continues', () => {
  const { state } = after([...LOST, view({}, { session: 2, place: 33 })]);
  const step = reduce(state, { type: 'rebuilding-over', session: 2 });
  assert.deepEqual(types(step), ['update-map']);
  assert.deepEqual(types(reduce(step.state, view({}, { session: 2 }))), ['draw-view', 'show-tree']);
  assert.deepEqual(reduce(state, { type: 'rebuilding-over', session: 1 }).effects, []);
});

test('ending a rebuild has no effect if there is none', () => {
  assert.deepEqual(after([...SHOWN, { type: 'rebuilding-over', session: 1 }]).effects, []);
});

test('a view that the host does not know reopens after a while', () => {
  for (const code of ['unknown-view', 'unknown-site']) {
    const step = after([...SHOWN, { type: 'request-failed', session: 1, code, hasView: true }]);
    assert.equal(first(step, 'start-timer').timer, 'reopen');
    const again = reduce(step.state, { type: 'reopen-due' });
    assert.equal(first(again, 'read-memory').session, 2);
    assert.equal(again.state.isRebuilding, true);
  }
});

test('a map that could not be opened is retried whatever the reason', () => {
  assert.ok(
    first(after([...OPEN, { type: 'request-failed', session: 1, code: 'host-lost', hasView: false }]), 'start-timer'),
  );
});

test('another refusal of an open or closed view has no effect', () => {
  assert.deepEqual(after([...SHOWN, { type: 'request-failed', session: 1, code: 'busy', hasView: true }]).effects, []);
  assert.deepEqual(
    after([...SHOWN, { type: 'request-failed', session: 0, code: 'unknown-view', hasView: true }]).effects,
    [],
  );
});

test('a map announced by the background meanwhile is not opened twice', () => {
  const failed = after([
    ...SHOWN,
    { type: 'request-failed', session: 1, code: 'unknown-view', hasView: true },
    tab({ generation: 2 }),
  ]);
  assert.ok(first(failed, 'read-memory'));
  assert.deepEqual(reduce(failed.state, { type: 'reopen-due' }).effects, []);
});

test('reopening without a tab has no effect', () => {
  assert.deepEqual(after([{ type: 'reopen-due' }]).effects, []);
});
