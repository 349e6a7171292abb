import { query, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Announcer } from '../../extension/sidebar/announcer.js';
import { text } from '../../extension/shared/strings.js';
import { aNode, aSite, aTab, aView, noMap } from './samples.js';

let announcer, said;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  window.document.body.innerHTML = '<p id="said" role="status"></p>';
  announcer = new Announcer(query('#said'));
  said = [];
  // The texts that a screen reader announces, in order.
  Object.defineProperty(query('#said'), 'textContent', {
    get: () => said.at(-1) ?? '',
    set: (words) => {
      said.push(words);
    },
  });
});

const here = (...names) => aView({ in_map: true, current: 0, trail: names.map((name) => aNode({ name })) });
const way = (words) => `${text('trailLabel')}: ${words}`;

test('a loaded page is announced in one sentence with its place in the map', () => {
  announcer.showTab(noMap('none'));
  announcer.showTab(noMap('loading'));
  announcer.showTab(aTab());
  announcer.showView(null, '');
  announcer.showView(aView({ pending: true }), '');
  announcer.showView(here('Home', 'Course'), '');
  announcer.showView(here('Home', 'Course'), '');
  mock.timers.tick(10_000);
  assert.deepEqual(said, [way('Home › Course')]);
});

test('the next page is announced, the same page only once', () => {
  announcer.showTab(aTab());
  for (const name of ['A', 'A', 'B', 'A']) {
    announcer.showView(here(name), '');
    mock.timers.tick(1_000);
  }
  assert.deepEqual(said, [way('A'), way('B'), way('A')]);
});

test('an announcement includes unusual properties of the map and says if a page is only near', () => {
  announcer.showTab(aTab({ site: aSite({ state: 'partial' }) }));
  announcer.showView({ ...here('A'), current: null, near: true }, '');
  mock.timers.tick(1_000);
  assert.deepEqual(said, [`${way(`A, ${text('nearHere')}`)}. ${text('statusPartial')}`]);
});

test('an announcement gives the matches of a filter instead of the place', () => {
  announcer.showTab(aTab());
  announcer.showView(here('A'), '12 found');
  mock.timers.tick(1_000);
  assert.deepEqual(said, ['12 found']);
});

test('an announcement gives the reason for a missing or unreadable map', () => {
  announcer.showTab(noMap('none'));
  mock.timers.tick(2_000);
  announcer.showTab(noMap('failed', { problem: { code: 'not-found', params: {} } }));
  mock.timers.tick(1_000);
  assert.deepEqual(said, [text('statusNone'), `${text('statusFailed')}. ${text('problemNotFound')}`]);
});

test('an announcement says that a slow map is loading', () => {
  announcer.showTab(noMap('loading'));
  mock.timers.tick(1_400);
  assert.deepEqual(said, []);
  mock.timers.tick(200);
  assert.deepEqual(said, [text('statusLoading')]);
});

test('an announcement of a refused request is immediate and the last', () => {
  announcer.showTab(noMap('none'));
  announcer.say('refused');
  mock.timers.tick(2_000);
  assert.deepEqual(said, ['refused']);
});
