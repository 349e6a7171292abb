import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { after, tab, memory, view, shown, OPEN, SHOWN, types, first } from './sidebar-events.js';

test('the filter waits until typing pauses', () => {
  const typed = after([...SHOWN, { type: 'filter-typed', text: ' moss ' }]);
  assert.deepEqual(types(typed), ['start-timer']);
  const step = reduce(typed.state, { type: 'filter-due' });
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: { filter: 'moss' }, isReveal: true });
  assert.equal(first(reduce(step.state, view()), 'draw-view').filter, 'moss');
});

test('a filter typed before the map is ready applies when it opens', () => {
  const step = after([tab(), { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, memory()]);
  assert.equal(first(step, 'open-map').filter, 'moss');
  assert.equal(step.state.filter, 'moss');
});

test('clearing the filter takes effect at once', () => {
  const step = after([
    ...SHOWN,
    { type: 'filter-typed', text: 'moss' },
    { type: 'filter-due' },
    { type: 'filter-cleared' },
  ]);
  assert.deepEqual(types(step), ['stop-timer', 'set-filter', 'filter-page', 'update-map']);
  assert.equal(step.state.filter, '');
});

test('a visible row of the current page becomes active', () => {
  const step = after([
    ...OPEN,
    view({ current: 3, in_map: true }, { isReveal: true, place: 0 }),
    { type: 'current-requested' },
  ]);
  assert.deepEqual(step.effects, [{ type: 'activate-row', index: 3 }, { type: 'focus-tree' }]);
});

test('a current row hidden by a filter or closed branch is shown and focused', () => {
  const hidden = { in_map: true, current: null };
  const step = after([
    ...OPEN,
    view(hidden, { isReveal: true, place: 0 }),
    shown(hidden),
    { type: 'filter-typed', text: 'x' },
    { type: 'filter-due' },
    { type: 'current-requested' },
  ]);
  assert.deepEqual(step.effects, [
    { type: 'set-filter', text: '' },
    { type: 'filter-page', filter: '' },
    { type: 'update-map', changes: { filter: '', reveal: true }, isReveal: true },
  ]);
  const revealed = reduce(step.state, view({ in_map: true, current: 6 }, { isReveal: true }));
  assert.deepEqual(types(reduce(revealed.state, shown({ in_map: true, current: 6 }))), ['focus-window', 'focus-tree']);
});

test('a current row that cannot be shown is not searched endlessly', () => {
  const hidden = { in_map: true, current: null };
  const sought = after([
    ...OPEN,
    view(hidden, { isReveal: true, place: 0 }),
    shown(hidden),
    { type: 'current-requested' },
    view(hidden, { isReveal: true }),
    shown(hidden),
  ]);
  assert.deepEqual(types(sought), ['focus-window', 'focus-tree']);
});

test('a map without the current page still gets the focus', () => {
  assert.deepEqual(types(after([...SHOWN, { type: 'current-requested' }])), ['focus-tree']);
});

test('focusing the tree focuses the current row and keeps the filter', () => {
  const current = { current: 3, in_map: true };
  const ready = [...OPEN, view(current, { isReveal: true, place: 0 }), shown(current)];
  assert.deepEqual(
    types(after([...ready, { type: 'focus-orphaned' }, { type: 'window-focused', isElsewhere: false }])),
    ['focus-window', 'activate-row', 'focus-tree'],
  );
  const filtered = [...ready, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }];
  assert.deepEqual(
    types(after([...filtered, { type: 'focus-orphaned' }, { type: 'window-focused', isElsewhere: false }])),
    ['focus-window', 'focus-tree'],
  );
});

test('a focus pending for the window is dropped once the reader focuses something else', () => {
  const refused = [...SHOWN, { type: 'focus-orphaned' }, { type: 'tree-focused', isFocused: false }];
  const placed = [...refused, { type: 'window-focused', isElsewhere: true }];
  assert.deepEqual(types(after(placed)), []);
  assert.deepEqual(types(after([...placed, { type: 'window-focused', isElsewhere: false }])), []);
});

test('a focus that the browser refused is retried when the window is focused or rows arrive', () => {
  const refused = [
    ...SHOWN,
    { type: 'focus-orphaned' },
    { type: 'window-focused', isElsewhere: false },
    { type: 'tree-focused', isFocused: false },
  ];
  assert.ok(types(after([...refused, { type: 'window-focused', isElsewhere: false }])).includes('focus-tree'));
  assert.ok(types(after([...refused, view(), shown()])).includes('focus-tree'));
});

test('a focus is not retried after it succeeded or the reader pressed anything', () => {
  const refused = [
    ...SHOWN,
    { type: 'focus-orphaned' },
    { type: 'window-focused', isElsewhere: false },
    { type: 'tree-focused', isFocused: false },
  ];
  for (const end of [{ type: 'tree-focused', isFocused: true }, { type: 'pointer-pressed' }]) {
    assert.deepEqual(after([...refused, end, { type: 'window-focused', isElsewhere: false }]).effects, []);
    assert.deepEqual(after([...refused, end, view(), shown()]).effects, []);
  }
});

test('a focus pending for the tree is never taken from a field in use', () => {
  const writing = [...OPEN, { type: 'focus-orphaned' }, view({}, { isReveal: true, place: 0 }), shown({}, 1, true)];
  assert.deepEqual(types(after(writing)), []);
  assert.deepEqual(types(after([...writing, view(), shown()])), []);
});

test('a focus in a removed message moves to the tree that replaces it', () => {
  const step = after([...OPEN, { type: 'focus-orphaned' }, view({}, { isReveal: true, place: 0 }), shown()]);
  assert.deepEqual(types(step), ['focus-window', 'focus-tree']);
});
