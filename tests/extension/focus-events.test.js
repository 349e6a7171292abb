import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { after, tab, memory, view, shown, OPEN, SHOWN, types, first } from './sidebar-events.js';

test('the filter waits until nothing more is typed', () => {
  const typed = after([...SHOWN, { type: 'filter-typed', text: ' moss ' }]);
  assert.deepEqual(types(typed), ['start-timer']);
  const step = reduce(typed.state, { type: 'filter-due' });
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: { filter: 'moss' }, isReveal: true });
  assert.equal(first(reduce(step.state, view()), 'draw-view').filter, 'moss');
});

test('a filter typed before the map is there is applied as it opens', () => {
  const step = after([tab(), { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, memory()]);
  assert.equal(first(step, 'open-map').filter, 'moss');
  assert.equal(step.state.filter, 'moss');
});

test('clearing the filter needs no waiting', () => {
  const step = after([...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, { type: 'filter-cleared' }]);
  assert.deepEqual(types(step), ['stop-timer', 'set-filter', 'update-map']);
  assert.equal(step.state.filter, '');
});

test('a row of the current page that is in the tree is made active', () => {
  const step = after([...OPEN, view({ current: 3, in_map: true }, { isReveal: true, place: 0 }), { type: 'current-requested' }]);
  assert.deepEqual(step.effects, [{ type: 'activate-row', index: 3 }, { type: 'focus-tree' }]);
});

test('a current row that a filter or a folded branch hides is brought back, and has the focus then', () => {
  const hidden = { in_map: true, current: null };
  const step = after([...OPEN, view(hidden, { isReveal: true, place: 0 }), shown(hidden), { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, { type: 'current-requested' }]);
  assert.deepEqual(step.effects, [{ type: 'set-filter', text: '' }, { type: 'update-map', changes: { filter: '', reveal: true }, isReveal: true }]);
  const revealed = reduce(step.state, view({ in_map: true, current: 6 }, { isReveal: true }));
  assert.deepEqual(types(reduce(revealed.state, shown({ in_map: true, current: 6 }))), ['focus-window', 'focus-tree']);
});

test('a current row that cannot be brought back is not sought for ever', () => {
  const hidden = { in_map: true, current: null };
  const sought = after([...OPEN, view(hidden, { isReveal: true, place: 0 }), shown(hidden), { type: 'current-requested' }, view(hidden, { isReveal: true }), shown(hidden)]);
  assert.deepEqual(types(sought), ['focus-window', 'focus-tree']);
});

test('a map without the current page has the focus all the same', () => {
  assert.deepEqual(types(after([...SHOWN, { type: 'current-requested' }])), ['focus-tree']);
});

test('a focus that goes to the tree goes to the current row, and leaves a filter alone', () => {
  const current = { current: 3, in_map: true };
  const ready = [...OPEN, view(current, { isReveal: true, place: 0 }), shown(current)];
  assert.deepEqual(types(after([...ready, { type: 'focus-orphaned' }, { type: 'window-focused', isElsewhere: false }])), ['focus-window', 'activate-row', 'focus-tree']);
  const filtered = [...ready, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }];
  assert.deepEqual(types(after([...filtered, { type: 'focus-orphaned' }, { type: 'window-focused', isElsewhere: false }])), ['focus-window', 'focus-tree']);
});

test('a focus that waits for the window goes to no tree once the reader has put it elsewhere', () => {
  const refused = [...SHOWN, { type: 'focus-orphaned' }, { type: 'tree-focused', isFocused: false }];
  const placed = [...refused, { type: 'window-focused', isElsewhere: true }];
  assert.deepEqual(types(after(placed)), []);
  assert.deepEqual(types(after([...placed, { type: 'window-focused', isElsewhere: false }])), []);
});

test('a focus that the browser refuses is tried again when its window has it, or rows come', () => {
  const refused = [...SHOWN, { type: 'focus-orphaned' }, { type: 'window-focused', isElsewhere: false }, { type: 'tree-focused', isFocused: false }];
  assert.ok(types(after([...refused, { type: 'window-focused', isElsewhere: false }])).includes('focus-tree'));
  assert.ok(types(after([...refused, view(), shown()])).includes('focus-tree'));
});

test('a focus is not tried again once it is there, or the reader has pressed anything', () => {
  const refused = [...SHOWN, { type: 'focus-orphaned' }, { type: 'window-focused', isElsewhere: false }, { type: 'tree-focused', isFocused: false }];
  for (const end of [{ type: 'tree-focused', isFocused: true }, { type: 'pointer-pressed' }]) {
    assert.deepEqual(after([...refused, end, { type: 'window-focused', isElsewhere: false }]).effects, []);
    assert.deepEqual(after([...refused, end, view(), shown()]).effects, []);
  }
});

test('a focus that is pending for the tree is not taken from a field in which the reader writes, nor later', () => {
  const writing = [...OPEN, { type: 'focus-orphaned' }, view({}, { isReveal: true, place: 0 }), shown({}, 1, true)];
  assert.deepEqual(types(after(writing)), []);
  assert.deepEqual(types(after([...writing, view(), shown()])), []);
});

test('a focus whose message has gone goes to the tree that comes', () => {
  const step = after([...OPEN, { type: 'focus-orphaned' }, view({}, { isReveal: true, place: 0 }), shown()]);
  assert.deepEqual(types(step), ['focus-window', 'focus-tree']);
});
