import { document } from './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

const { LoadingClock, elapsedText } = await import('../../extension/sidebar/loading-clock.js');
mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000 });

test('elapsed time is shown in seconds, then minutes, and not at first', () => {
  assert.deepEqual([0, 2, 3, 59, 60, 125].map(elapsedText), ['', '', '3 s', '59 s', '1:00 min', '2:05 min']);
});

test('the clock runs while a map loads and restarts for another', () => {
  const place = document.createElement('span');
  const clock = new LoadingClock(place);
  clock.follow('1 map');
  assert.ok(place.hidden);
  mock.timers.tick(4_000);
  clock.follow('1 map');
  assert.deepEqual([place.hidden, place.textContent], [false, '4 s']);
  clock.follow('2 other');
  assert.ok(place.hidden);
  mock.timers.tick(3_000);
  assert.equal(place.textContent, '3 s');
  clock.follow('');
  mock.timers.tick(9_000);
  assert.ok(place.hidden);
});
