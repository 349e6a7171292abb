import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, directionOfMap } from '../../extension/shared/directions.js';

test('a language has the direction of its script', () => {
  assert.deepEqual(['ar', 'he-IL', 'fa', 'ur', 'yi', 'en', 'ja', 'az-Arab', 'az'].map(directionOf), [
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'rtl',
    'ltr',
  ]);
});

test('an invalid language tag has no direction', () => {
  assert.deepEqual([null, '', 'not a tag', '-'].map(directionOf), [null, null, null, null]);
});

test('a map has the direction of the chosen language, else of all its languages, else of the page', () => {
  assert.equal(directionOfMap(['en', 'ar'], 'ar'), 'rtl');
  assert.equal(directionOfMap(['en', 'ar'], 'en'), 'ltr');
  assert.equal(directionOfMap(['ar', 'he'], ''), 'rtl');
  assert.equal(directionOfMap(['en', 'ar'], ''), '');
  assert.equal(directionOfMap([], ''), '');
  assert.equal(directionOfMap(['en', 'ar'], '', 'ar'), 'rtl');
  assert.equal(directionOfMap(['en', 'ar'], '', 'en'), '');
});
