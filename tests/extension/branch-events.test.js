import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { INITIAL, MOST_HIDDEN } from '../../extension/sidebar/state.js';
import { aSite, aView } from './samples.js';
import { after, tab, memory, SHOWN, types, only, first, AGAIN } from './sidebar-events.js';

test('all branches close but those of the current page, which is led to, and stay closed', () => {
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, { type: 'branches-closed' }]);
  assert.deepEqual(step.effects, [
    { type: 'update-map', changes: { open: [] }, isReveal: true },
    { type: 'remember', sitemap: 'https://a.example/map.xml', isPrivate: false, open: [] },
  ]);
  assert.deepEqual(step.state.openKeys, []);
  assert.deepEqual(reduce(INITIAL, { type: 'branches-closed' }).effects, []);
});

test('what is done to the rows of a lost host’s map is done to the next host’s map', () => {
  const events = [...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, AGAIN,
    { type: 'branch-toggled', key: 'b', open: true }, { type: 'branch-toggled', key: 'a', open: false }, { type: 'branches-opened', keys: ['c'] }];
  assert.deepEqual(after(events).effects, []);
  const step = after([...events, memory({ open: ['a'] }, 2)]);
  assert.deepEqual(first(step, 'open-map').open, ['b', 'c']);
  assert.deepEqual(only(step, 'toggle-branch'), [{ type: 'toggle-branch', key: 'a', open: false }]);
  assert.deepEqual([first(step, 'remember').open, step.state.openKeys, step.state.toggles], [['b', 'c'], ['b', 'c'], []]);
  assert.ok(types(step).indexOf('open-map') < types(step).indexOf('toggle-branch'));
});

test('what is done to the rows of a lost host’s map outlives the next host, too, and not the map', () => {
  const lost = [...SHOWN, AGAIN, { type: 'branch-toggled', key: 'a', open: true }];
  assert.deepEqual(first(after([...lost, tab({ generation: 3 }), memory({}, 3)]), 'open-map').open, ['a']);
  const other = tab({ tabId: 2, sitemap: 'https://b.example/map.xml', site: aSite({ site: 's2', sitemap: 'https://b.example/map.xml' }) });
  assert.deepEqual(first(after([...lost, other, memory({}, 3)]), 'open-map').open, []);
  assert.deepEqual(first(after([...SHOWN, other, { type: 'branch-toggled', key: 'a', open: true }, memory({}, 2)]), 'open-map').open, []);
});

test('a branch clicked below home, which opened by itself, is open in the next host’s map, and home with it', () => {
  const home = { key: 'h', location: 'https://a.example/', children: true, open: false, loop: false };
  const site = { roles: { home: [{ location: 'https://a.example/' }] } };
  const seen = [tab({ site: aSite(site) }), memory(), { type: 'view-received', session: 1, view: aView({ rows: { revision: 1, from: 0, total: 9, rows: [home] } }) }];
  const again = tab({ generation: 2, site: aSite({ ...site, state: 'loading' }) });
  const click = { type: 'branch-toggled', key: 'h.1', open: true };
  assert.deepEqual(first(after([...seen, again, click, memory({}, 2)]), 'open-map').open, ['h', 'h.1']);
  assert.deepEqual(first(after([...seen, click, again, memory({ open: ['h', 'h.1'] }, 2)]), 'open-map').open, ['h', 'h.1']);
});

test('a branch opened under a filter is open in the next host’s map', () => {
  const filtered = [...SHOWN, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, { type: 'branch-toggled', key: 'a', open: true }];
  assert.deepEqual(first(after([...filtered, AGAIN, memory({}, 2)]), 'open-map').open, ['a']);
});

test('branches closed together on the rows of a lost host’s map are closed in the next host’s', () => {
  const events = [...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, AGAIN, { type: 'branch-toggled', key: 'b', open: true }];
  assert.deepEqual(first(after([...events, { type: 'branches-closed' }, memory({ open: ['a'] }, 2)]), 'open-map').open, []);
});

test('what is forgotten while another host reads the map does not come back with it', () => {
  const events = [...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, AGAIN, { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] }];
  assert.deepEqual(types(after(events)), ['forget-memory']);
  assert.deepEqual(first(after([...events, memory({}, 2)]), 'open-map').open, []);
});

test('a branch is toggled, and recorded with the others in the order of opening', () => {
  const toggle = (key, open) => ({ type: 'branch-toggled', key, open });
  const step = after([...SHOWN, toggle('a', true), toggle('b', true), toggle('a', true)]);
  assert.deepEqual(step.effects, [
    { type: 'toggle-branch', key: 'a', open: true },
    { type: 'remember', sitemap: 'https://a.example/map.xml', isPrivate: false, open: ['b', 'a'] },
  ]);
  assert.deepEqual(reduce(step.state, toggle('b', false)).state.openKeys, ['a']);
});

test('branches opened together are recorded once; the tree requests them itself', () => {
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'b', open: true }, { type: 'branches-opened', keys: ['a', 'b'] }]);
  assert.deepEqual(step.effects, [{ type: 'remember', sitemap: 'https://a.example/map.xml', isPrivate: false, open: ['a', 'b'] }]);
});

test('without a map there are no branches', () => {
  for (const event of [{ type: 'branch-toggled', key: 'a', open: true }, { type: 'branches-opened', keys: ['a'] }]) {
    const step = after([tab(), event]);
    assert.deepEqual([step.effects, step.state.openKeys], [[], []]);
  }
});

test('what a filter opens is not remembered', () => {
  const step = after([...SHOWN, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, { type: 'branch-toggled', key: 'a', open: true }]);
  assert.deepEqual(types(step), ['toggle-branch']);
});

test('forgetting what is remembered folds the map on view, in other than private windows', () => {
  const forgotten = { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] };
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, forgotten]);
  assert.deepEqual(step.state.openKeys, []);
  assert.deepEqual(first(step, 'update-map').changes, { open: [] });
  assert.deepEqual(types(after([...SHOWN, { ...forgotten, sitemaps: ['https://b.example/'] }])), ['forget-memory']);
  assert.deepEqual(types(after([tab({ isPrivate: true }), memory(), forgotten])), ['forget-memory']);
});

test('a branch is expanded by the host, and the branches opened are remembered', () => {
  const started = reduce(after(SHOWN).state, { type: 'expand-requested', key: 'a' });
  assert.deepEqual(started.effects, [{ type: 'expand-branch', key: 'a' }]);
  const step = reduce(started.state, { type: 'branches-expanded', session: 1, keys: ['a', 'b'], view: aView({ total: 20 }), isAll: true, isWhole: false });
  assert.deepEqual([step.state.openKeys, first(step, 'remember').open, step.state.view.total], [['a', 'b'], ['a', 'b'], 20]);
  assert.deepEqual(only(step, 'say-cut'), []);
});

test('the reader is notified that not all branches could be opened', () => {
  const step = reduce(after(SHOWN).state, { type: 'branches-expanded', session: 1, keys: ['a', 'b'], view: aView(), isAll: false, isWhole: true });
  assert.deepEqual(first(step, 'say-cut'), { type: 'say-cut', opened: 2 });
});

test('what a filter leaves is not expanded, nor what is gone', () => {
  const filtered = after([...SHOWN, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }]).state;
  assert.deepEqual(reduce(filtered, { type: 'expand-requested', key: null }).effects, []);
  assert.deepEqual(reduce(INITIAL, { type: 'expand-requested', key: null }).effects, []);
  assert.deepEqual(reduce(after(SHOWN).state, { type: 'branches-expanded', session: 7, keys: ['a'], view: aView(), isAll: true, isWhole: true }).effects, []);
});

test('of a branch that is closed those below it are no longer open either', () => {
  const { state } = after([...SHOWN, ...['a', 'a.b', 'ab'].map((key) => ({ type: 'branch-toggled', key, open: true })), { type: 'branch-toggled', key: 'a', open: false }]);
  assert.deepEqual(state.openKeys, ['ab']);
});

test('a branch is hidden by the host, and remembered by the key that the host has for it', () => {
  const started = reduce(after(SHOWN).state, { type: 'hide-requested', hidden: ['row'] });
  assert.deepEqual(started.effects, [{ type: 'hide-branches', hidden: ['row'] }]);
  const step = reduce(started.state, { type: 'branches-hidden', session: 1, hidden: ['whole'], view: aView({ total: 8 }) });
  assert.deepEqual([step.state.hidden, step.state.view.total], [['whole'], 8]);
  assert.deepEqual(first(step, 'remember-hidden'), { type: 'remember-hidden', sitemap: aSite().sitemap, isPrivate: false, hidden: ['whole'] });
});

test('what was hidden is hidden again as a map opens, so many as a view hides', () => {
  assert.deepEqual(first(after([tab(), memory({ hidden: ['h'] })]), 'open-map').hidden, ['h']);
  const hidden = Array.from({ length: MOST_HIDDEN + 1 }, (_, at) => `k${at}`);
  assert.equal(first(after([tab(), memory({ hidden })]), 'open-map').hidden.length, MOST_HIDDEN);
  assert.deepEqual(after([tab(), memory({ hidden: ['h'] }), tab({ tabId: 2, site: aSite({ site: 's2' }) })]).state.hidden, []);
});

test('forgetting what is remembered shows hidden branches', () => {
  const step = after([tab(), memory({ hidden: ['h'] }), { type: 'sites-forgotten', sitemaps: [aSite().sitemap] }]);
  assert.deepEqual(first(step, 'hide-branches').hidden, []);
});
