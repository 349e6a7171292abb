import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLosses, restartDelay } from '../../extension/background/restart.js';

test('the first restart comes at once, later ones ever later, then none', () => {
  const delays = [];
  for (let attempt = 0; restartDelay(attempt) !== null; attempt++) delays.push(restartDelay(attempt));
  assert.ok(delays[0] <= 200 && delays.length >= 3);
  assert.deepEqual(delays, delays.toSorted((a, b) => a - b));
});

test('a host that was of use is forgiven its earlier losses', () => {
  assert.equal(countLosses(3, false), 4);
  assert.equal(countLosses(3, true), 1);
});
