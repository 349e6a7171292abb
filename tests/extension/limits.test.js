import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, cleanLimit, cleanLimits } from '../../extension/shared/limits.js';

const depth = LIMITS.find(({ name }) => name === 'depth');

test('every limit has a range that holds the usual figure, whole in the reader’s unit', () => {
  for (const { name, usual, least, most, scale } of LIMITS) {
    assert.ok(least <= usual && usual <= most, name);
    for (const figure of [usual, least, most]) assert.ok(Number.isInteger(figure / scale), name);
  }
});

test('a figure is put into its range', () => {
  assert.deepEqual([0, 1e9, 12.4].map((value) => cleanLimit(depth, value)), [depth.least, depth.most, 12]);
});

test('what is no number is the usual figure', () => {
  assert.deepEqual([NaN, undefined, null, '7', {}, Infinity].map((value) => cleanLimit(depth, value)), Array(6).fill(depth.usual));
});

test('only what differs from the usual is stored, and nothing unknown', () => {
  assert.deepEqual(cleanLimits({ depth: 7, files: 5000, redirects: 'many', unheard_of: 1 }), { depth: 7 });
  for (const stored of [undefined, null, 'x', 3]) assert.deepEqual(cleanLimits(stored), {});
});
