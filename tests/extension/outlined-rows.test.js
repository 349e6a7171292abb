import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  headingKey,
  headingOfKey,
  headingRows,
  outlined,
  placesOf,
  shifted,
  unshifted,
} from '../../extension/sidebar/outlined-rows.js';

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

test('a heading leads to its place in the page or to the page', () => {
  const rows = headingRows([heading(1, 'A', 'a b'), heading(2, 'B')], 'https://u:secret@a.example/p#old', 3);
  assert.deepEqual(
    rows.map(({ location, level }) => [location, level]),
    [
      ['https://a.example/p#a%20b', 4],
      ['https://a.example/p', 5],
    ],
  );
  assert.deepEqual(
    rows.map(({ key }) => headingOfKey(key)),
    [0, 1],
  );
  assert.equal(headingOfKey('k.3'), null);
  assert.equal(headingKey(1), rows[1].key);
});

/** Return a list of numbers with letters after the third, fetched in parts of at most `most`. @returns {any} */
function lettersAfter(after, { most = Infinity, total = 10, revisions = [] } = {}) {
  /** @type {any} */
  const letters = ['a', 'b', 'c'];
  const fetchRows = async (from, count) => ({
    revision: revisions.shift() ?? 1,
    from,
    total,
    rows: Array.from({ length: Math.max(0, Math.min(count, most, total - from)) }, (_, at) => from + at),
  });
  return outlined(fetchRows, after, letters);
}

test('any part of the list equals the same part of the whole', async () => {
  const whole = [0, 1, 2, 'a', 'b', 'c', 3, 4, 5, 6, 7, 8, 9];
  const fetchRows = lettersAfter(2);
  for (let from = 0; from < whole.length; from++) {
    for (let count = 1; from + count <= whole.length; count++) {
      const page = await fetchRows(from, count);
      assert.deepEqual([page.from, page.total, page.rows], [from, 13, whole.slice(from, from + count)]);
    }
  }
});

test('a short message ends the answer with its last row', async () => {
  assert.deepEqual((await lettersAfter(2, { most: 2 })(0, 9)).rows, [0, 1]);
  assert.deepEqual((await lettersAfter(2, { most: 2 })(2, 9)).rows, [2, 'a', 'b', 'c', 3, 4]);
});

test('a part with mixed revisions belongs to none', async () => {
  assert.equal((await lettersAfter(2, { revisions: [1, 2] })(0, 9)).revision, -1);
});

test('rows after the headings are shifted and found again', () => {
  assert.deepEqual(
    [null, 0, 2, 3].map((index) => shifted(index, 2, 3)),
    [null, 0, 2, 6],
  );
  assert.deepEqual(
    [0, 2, 3, 5, 6].map((index) => unshifted(index, 2, 3)),
    [0, 2, 2, 2, 3],
  );
});

test('inserted rows can precede all others', async () => {
  /** @type {any} */
  const inserted = [{ key: 'a' }, { key: 'b' }];
  /** @type {any} */
  const fetchRows = async (from, count) => ({
    revision: 1,
    from,
    total: 5,
    rows: Array.from({ length: Math.min(count, 5 - from) }, (_, at) => ({ key: `k${from + at}` })),
  });
  const keys = async (from, count) => (await outlined(fetchRows, -1, inserted)(from, count)).rows.map(({ key }) => key);
  assert.deepEqual(
    [await keys(0, 3), await keys(0, 2), await keys(1, 9)],
    [
      ['a', 'b', 'k0'],
      ['a', 'b'],
      ['b', 'k0', 'k1', 'k2', 'k3', 'k4'],
    ],
  );
});
