import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../extension/sidebar/reduce.js';
import { INITIAL } from '../../extension/sidebar/state.js';
import { aSite } from './samples.js';
import { after, tab, gone, SHOWN, types, first } from './sidebar-events.js';

/** Freeze a value deeply. */
function frozen(value) {
  if (value && typeof value === 'object') for (const inner of Object.values(Object.freeze(value))) frozen(inner);
  return value;
}

test('no event mutates its state', () => {
  const events = [
    ...SHOWN,
    { type: 'branch-toggled', key: 'a', open: true },
    { type: 'filter-typed', text: 'x' },
    { type: 'filter-due' },
    { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] },
    gone('none'),
    { type: 'patience-over' },
  ];
  let state = INITIAL;
  for (const event of events) state = frozen(reduce(frozen(state), frozen(event)).state);
  assert.equal(state.tab.state, 'none');
});

test('the clicked row is marked until its page arrives or the time is over', () => {
  const started = after([...SHOWN, { type: 'visit-started', key: 'k' }]);
  assert.deepEqual(first(started, 'mark-coming'), { type: 'mark-coming', key: 'k' });
  const { event } = first(started, 'start-timer');
  const ended = { type: 'mark-coming', key: '' };
  assert.deepEqual(first(reduce(started.state, event), 'mark-coming'), ended);
  assert.deepEqual(first(reduce(started.state, tab({ url: 'https://a.example/next' })), 'mark-coming'), ended);
  assert.equal(first(reduce(started.state, tab({ site: aSite({ state: 'partial' }) })), 'mark-coming'), undefined);
});

test('scrolling is stored', () => {
  assert.deepEqual(types(after([...SHOWN, { type: 'tree-scrolled' }])), ['remember']);
});
