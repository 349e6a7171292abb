import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, cleanLimit, cleanLimits } from '../../extension/shared/limits.js';

const depth = LIMITS.find(({ name }) => name === 'depth');

test('every limit’s range contains its usual value, whole in the reader’s unit', () => {
  for (const { name, usual, least, most, scale } of LIMITS) {
    assert.ok(least <= usual && usual <= most, name);
    for (const figure of [usual, least, most]) assert.ok(Number.isInteger(figure / scale), name);
  }
});

test('a limit is clamped to its range', () => {
  assert.deepEqual(
    [0, 1e9, 12.4].map((value) => cleanLimit(depth, value)),
    [depth.least, depth.most, 12],
  );
});

test('an invalid limit becomes the usual value', () => {
  assert.deepEqual(
    [NaN, undefined, null, '7', {}, Infinity].map((value) => cleanLimit(depth, value)),
    Array(6).fill(depth.usual),
  );
});

test('only known limits that differ from the usual value are stored', () => {
  assert.deepEqual(cleanLimits({ depth: 7, files: 5000, redirects: 'many', unheard_of: 1 }), { depth: 7 });
  for (const stored of [undefined, null, 'x', 3]) assert.deepEqual(cleanLimits(stored), {});
});
