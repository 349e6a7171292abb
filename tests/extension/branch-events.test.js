import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { INITIAL, MOST_HIDDEN } from '../../extension/sidebar/state.js';
import { aSite, aView } from './samples.js';
import { after, tab, memory, SHOWN, types, only, first, AGAIN } from './sidebar-events.js';

test('closing all branches keeps those of the current page open and shows its row', () => {
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, { type: 'branches-closed' }]);
  assert.deepEqual(step.effects, [
    { type: 'update-map', changes: { open: [] }, isReveal: true },
    { type: 'remember', sitemap: 'https://a.example/map.xml', jar: '', open: [] },
  ]);
  assert.deepEqual(step.state.openKeys, []);
  assert.deepEqual(reduce(INITIAL, { type: 'branches-closed' }).effects, []);
});

test('toggles on the rows of a lost host’s map apply to the next host’s map', () => {
  const events = [
    ...SHOWN,
    { type: 'branch-toggled', key: 'a', open: true },
    AGAIN,
    { type: 'branch-toggled', key: 'b', open: true },
    { type: 'branch-toggled', key: 'a', open: false },
    { type: 'branches-opened', keys: ['c'] },
  ];
  assert.deepEqual(after(events).effects, []);
  const step = after([...events, memory({ open: ['a'] }, 2)]);
  assert.deepEqual(first(step, 'open-map').open, ['b', 'c']);
  assert.deepEqual(only(step, 'toggle-branch'), [{ type: 'toggle-branch', key: 'a', open: false }]);
  assert.deepEqual(
    [first(step, 'remember').open, step.state.openKeys, step.state.toggles],
    [['b', 'c'], ['b', 'c'], []],
  );
  assert.ok(types(step).indexOf('open-map') < types(step).indexOf('toggle-branch'));
});

test('toggles on the rows of a lost host’s map survive a second loss but not another map', () => {
  const lost = [...SHOWN, AGAIN, { type: 'branch-toggled', key: 'a', open: true }];
  assert.deepEqual(first(after([...lost, tab({ generation: 3 }), memory({}, 3)]), 'open-map').open, ['a']);
  const other = tab({
    tabId: 2,
    sitemap: 'https://b.example/map.xml',
    site: aSite({ site: 's2', sitemap: 'https://b.example/map.xml' }),
  });
  assert.deepEqual(first(after([...lost, other, memory({}, 3)]), 'open-map').open, []);
  assert.deepEqual(
    first(after([...SHOWN, other, { type: 'branch-toggled', key: 'a', open: true }, memory({}, 2)]), 'open-map').open,
    [],
  );
});

test('a branch clicked below the automatically opened home stays open in the next host’s map', () => {
  const home = { key: 'h', location: 'https://a.example/', children: true, open: false, loop: false };
  const site = { roles: { home: [{ location: 'https://a.example/' }] } };
  const seen = [
    tab({ site: aSite(site) }),
    memory(),
    { type: 'view-received', session: 1, view: aView({ rows: { revision: 1, from: 0, total: 9, rows: [home] } }) },
  ];
  const again = tab({ generation: 2, site: aSite({ ...site, state: 'loading' }) });
  const click = { type: 'branch-toggled', key: 'h.1', open: true };
  assert.deepEqual(first(after([...seen, again, click, memory({}, 2)]), 'open-map').open, ['h', 'h.1']);
  assert.deepEqual(first(after([...seen, click, again, memory({ open: ['h', 'h.1'] }, 2)]), 'open-map').open, [
    'h',
    'h.1',
  ]);
});

test('a branch opened under a filter stays open in the next host’s map', () => {
  const filtered = [
    ...SHOWN,
    { type: 'filter-typed', text: 'x' },
    { type: 'filter-due' },
    { type: 'branch-toggled', key: 'a', open: true },
  ];
  assert.deepEqual(first(after([...filtered, AGAIN, memory({}, 2)]), 'open-map').open, ['a']);
});

test('branches closed on the rows of a lost host’s map are closed in the next one’s', () => {
  const events = [
    ...SHOWN,
    { type: 'branch-toggled', key: 'a', open: true },
    AGAIN,
    { type: 'branch-toggled', key: 'b', open: true },
  ];
  assert.deepEqual(
    first(after([...events, { type: 'branches-closed' }, memory({ open: ['a'] }, 2)]), 'open-map').open,
    [],
  );
});

test('state deleted while another host reads the map does not return with the map', () => {
  const events = [
    ...SHOWN,
    { type: 'branch-toggled', key: 'a', open: true },
    AGAIN,
    { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] },
  ];
  assert.deepEqual(types(after(events)), ['forget-memory']);
  assert.deepEqual(first(after([...events, memory({}, 2)]), 'open-map').open, []);
});

test('a toggled branch is recorded in the order of opening', () => {
  /** @type {any} */
  const toggle = (key, open) => ({ type: 'branch-toggled', key, open });
  const step = after([...SHOWN, toggle('a', true), toggle('b', true), toggle('a', true)]);
  assert.deepEqual(step.effects, [
    { type: 'toggle-branch', key: 'a', open: true },
    { type: 'remember', sitemap: 'https://a.example/map.xml', jar: '', open: ['b', 'a'] },
  ]);
  assert.deepEqual(reduce(step.state, toggle('b', false)).state.openKeys, ['a']);
});

test('branches opened together are recorded once and requested by the tree', () => {
  const step = after([
    ...SHOWN,
    { type: 'branch-toggled', key: 'b', open: true },
    { type: 'branches-opened', keys: ['a', 'b'] },
  ]);
  assert.deepEqual(step.effects, [
    { type: 'remember', sitemap: 'https://a.example/map.xml', jar: '', open: ['a', 'b'] },
  ]);
});

test('branch events without a map have no effect', () => {
  for (const event of [
    { type: 'branch-toggled', key: 'a', open: true },
    { type: 'branches-opened', keys: ['a'] },
  ]) {
    const step = after([tab(), event]);
    assert.deepEqual([step.effects, step.state.openKeys], [[], []]);
  }
});

test('branches opened by a filter are not stored', () => {
  const step = after([
    ...SHOWN,
    { type: 'filter-typed', text: 'x' },
    { type: 'filter-due' },
    { type: 'branch-toggled', key: 'a', open: true },
  ]);
  assert.deepEqual(types(step), ['toggle-branch']);
});

test('deleting stored state closes the branches of the current map outside private windows', () => {
  const forgotten = { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] };
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, forgotten]);
  assert.deepEqual(step.state.openKeys, []);
  assert.deepEqual(first(step, 'update-map').changes, { open: [] });
  assert.deepEqual(types(after([...SHOWN, { ...forgotten, sitemaps: ['https://b.example/'] }])), ['forget-memory']);
  assert.deepEqual(types(after([tab({ jar: 'private' }), memory(), forgotten])), ['forget-memory']);
});

test('an expanded branch stores the branches that the host opened', () => {
  const started = reduce(after(SHOWN).state, { type: 'expand-requested', key: 'a' });
  assert.deepEqual(started.effects, [{ type: 'expand-branch', key: 'a' }]);
  const step = reduce(started.state, {
    type: 'branches-expanded',
    session: 1,
    keys: ['a', 'b'],
    view: aView({ total: 20 }),
    isAll: true,
    isWhole: false,
  });
  assert.deepEqual(
    [step.state.openKeys, first(step, 'remember').open, step.state.view.total],
    [['a', 'b'], ['a', 'b'], 20],
  );
  assert.deepEqual(only(step, 'say-cut'), []);
});

test('an incomplete expansion is reported to the reader', () => {
  const step = reduce(after(SHOWN).state, {
    type: 'branches-expanded',
    session: 1,
    keys: ['a', 'b'],
    view: aView(),
    isAll: false,
    isWhole: true,
  });
  assert.deepEqual(first(step, 'say-cut'), { type: 'say-cut', opened: 2 });
});

test('an expansion under a filter or of a closed map is ignored', () => {
  const filtered = after([...SHOWN, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }]).state;
  assert.deepEqual(reduce(filtered, { type: 'expand-requested', key: null }).effects, []);
  assert.deepEqual(reduce(INITIAL, { type: 'expand-requested', key: null }).effects, []);
  assert.deepEqual(
    reduce(after(SHOWN).state, {
      type: 'branches-expanded',
      session: 7,
      keys: ['a'],
      view: aView(),
      isAll: true,
      isWhole: true,
    }).effects,
    [],
  );
});

test('closing a branch also closes the branches below it', () => {
  const { state } = after([
    ...SHOWN,
    ...['a', 'a.b', 'ab'].map((key) => ({ type: 'branch-toggled', key, open: true })),
    { type: 'branch-toggled', key: 'a', open: false },
  ]);
  assert.deepEqual(state.openKeys, ['ab']);
});

test('a hidden branch is stored by the host’s key', () => {
  const started = reduce(after(SHOWN).state, { type: 'hide-requested', hidden: ['row'] });
  assert.deepEqual(started.effects, [{ type: 'hide-branches', hidden: ['row'] }]);
  const step = reduce(started.state, {
    type: 'branches-hidden',
    session: 1,
    hidden: ['whole'],
    view: aView({ total: 8 }),
  });
  assert.deepEqual([step.state.hidden, step.state.view.total], [['whole'], 8]);
  assert.deepEqual(first(step, 'remember-hidden'), {
    type: 'remember-hidden',
    sitemap: aSite().sitemap,
    jar: '',
    hidden: ['whole'],
  });
});

test('stored hidden branches are hidden when the map opens, up to the limit of a view', () => {
  assert.deepEqual(first(after([tab(), memory({ hidden: ['h'] })]), 'open-map').hidden, ['h']);
  const hidden = Array.from({ length: MOST_HIDDEN + 1 }, (_, at) => `k${at}`);
  assert.equal(first(after([tab(), memory({ hidden })]), 'open-map').hidden.length, MOST_HIDDEN);
  assert.deepEqual(
    after([tab(), memory({ hidden: ['h'] }), tab({ tabId: 2, site: aSite({ site: 's2' }) })]).state.hidden,
    [],
  );
});

test('deleting stored state shows hidden branches', () => {
  const step = after([tab(), memory({ hidden: ['h'] }), { type: 'sites-forgotten', sitemaps: [aSite().sitemap] }]);
  assert.deepEqual(first(step, 'hide-branches').hidden, []);
});
