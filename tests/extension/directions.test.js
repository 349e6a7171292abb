import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, directionOfMap } from '../../extension/shared/directions.js';

test('a language has the direction of its script', () => {
  assert.deepEqual(['ar', 'he-IL', 'fa', 'ur', 'yi', 'en', 'ja', 'az-Arab', 'az'].map(directionOf), ['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'rtl', 'ltr']);
});

test('what is no language has none', () => {
  assert.deepEqual([null, '', 'not a tag', '-'].map(directionOf), [null, null, null, null]);
});

test('a map runs as the language that was chosen, else as all of its languages, else as the page does', () => {
  assert.equal(directionOfMap(['en', 'ar'], 'ar'), 'rtl');
  assert.equal(directionOfMap(['en', 'ar'], 'en'), 'ltr');
  assert.equal(directionOfMap(['ar', 'he'], ''), 'rtl');
  assert.equal(directionOfMap(['en', 'ar'], ''), '');
  assert.equal(directionOfMap([], ''), '');
  assert.equal(directionOfMap(['en', 'ar'], '', 'ar'), 'rtl');
  assert.equal(directionOfMap(['en', 'ar'], '', 'en'), '');
});
