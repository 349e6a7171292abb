import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, cleanLimit, cleanLimits } from '../../extension/shared/limits.js';

const seconds = LIMITS.find(({ name }) => name === 'request_seconds');

test('every limit’s range contains its usual value, whole in the reader’s unit', () => {
  for (const { name, usual, least, most, scale } of LIMITS) {
    assert.ok(least <= usual && usual <= most, name);
    for (const figure of [usual, least, most]) assert.ok(Number.isInteger(figure / scale), name);
  }
});

test('a limit is clamped to its range', () => {
  assert.deepEqual(
    [0, 1e9, 12.4].map((value) => cleanLimit(seconds, value)),
    [seconds.least, seconds.most, 12],
  );
});

test('an invalid limit becomes the usual value', () => {
  assert.deepEqual(
    [NaN, undefined, null, '7', {}, Infinity].map((value) => cleanLimit(seconds, value)),
    Array(6).fill(seconds.usual),
  );
});

test('only known limits that differ from the usual value are stored', () => {
  const stored = { request_seconds: 7, file_bytes: 160 * 1024 * 1024, depth: 7, files: 'many', unheard_of: 1 };
  assert.deepEqual(cleanLimits(stored), { request_seconds: 7 });
  for (const invalid of [undefined, null, 'x', 3]) assert.deepEqual(cleanLimits(invalid), {});
});
