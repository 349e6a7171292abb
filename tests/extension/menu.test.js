import './browser-stub.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { nextIndex } = await import('../../extension/shared/menu.js');
const NAMES = ['Apples', 'Bread', 'Apricots'];
const next = (key, at) => nextIndex({ key }, at, NAMES.length, (index) => NAMES[index]);

test('arrows go around, Home and End to the ends', () => {
  assert.deepEqual([next('ArrowDown', 2), next('ArrowUp', 0), next('Home', 2), next('End', 0)], [0, 2, 0, 2]);
});

test('a letter goes to the next entry that begins with it', () => {
  assert.deepEqual([next('a', 0), next('a', 2), next('B', 0), next('z', 0)], [2, 0, 1, null]);
});

test('other keys mean nothing, and an empty menu has no place', () => {
  assert.equal(next('Tab', 0), null);
  assert.equal(nextIndex({ key: 'ArrowDown' }, -1, 0, () => ''), null);
});
