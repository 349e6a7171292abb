import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TITLES, headingKey, headingOfKey, isTitle, placesOf } from '../../extension/sidebar/heading-rows.js';

const heading = (level, name = `h${level}`, id = '') => ({ name, level, id });

test('headings are nested and skipped levels do not count', () => {
  const places = placesOf([1, 2, 4, 2, 1].map((level) => heading(level)));
  assert.deepEqual(
    places.map(({ depth }) => depth),
    [1, 2, 3, 2, 1],
  );
  assert.deepEqual(
    placesOf([3, 2, 3].map((level) => heading(level))).map(({ depth }) => depth),
    [1, 1, 2],
  );
});

test('each heading has its position among its siblings', () => {
  const places = placesOf([1, 2, 2, 1, 2].map((level) => heading(level)));
  assert.deepEqual(
    places.map(({ position, size }) => `${position}/${size}`),
    ['1/2', '1/2', '2/2', '2/2', '1/1'],
  );
});

test('a key names a heading, a title or a row of a map', () => {
  assert.deepEqual(['heading 3', 'k.3', TITLES.menus].map(headingOfKey), [3, null, null]);
  assert.equal(headingOfKey(headingKey(1)), 1);
  assert.deepEqual([TITLES.headings, TITLES.menus, 'menu 0', 'k'].map(isTitle), [true, true, false, false]);
});
