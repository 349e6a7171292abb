import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRow } from './samples.js';
import { PAGE_ROWS, RowCache, matchFrom, parentOf, siblingsOf } from '../../extension/sidebar/row-cache.js';

/**
 * Return a cache over rows that have only their index; `most` rows fit into a response.
 * @returns {{requested: number[], cache: any}}
 */
function cacheOf(total, { most = Infinity, revision = 1 } = {}) {
  const requested = [];
  /** @type {any} */
  const fetchRows = async (from, count) => {
    requested.push(from);
    const length = Math.min(count, most, total - from);
    return { revision, from, total, rows: Array.from({ length }, (_, at) => ({ index: from + at })) };
  };
  return { requested, cache: new RowCache(total, 1, fetchRows, () => {}) };
}

test('wanted rows arrive and are requested once', async () => {
  const { requested, cache } = cacheOf(1000);
  await cache.want(10, 40);
  await cache.want(10, 40);
  assert.equal(cache.get(39).index, 39);
  assert.deepEqual(requested, [0]);
});

test('rows sent with the view are stored if they are a complete page of its revision', async () => {
  /** @returns {any[]} */
  const rows = (length) => Array.from({ length }, (_, index) => ({ index }));
  const { requested, cache } = cacheOf(PAGE_ROWS + 5);
  cache.store({ revision: 1, from: PAGE_ROWS, total: PAGE_ROWS + 5, rows: rows(5) });
  await cache.want(PAGE_ROWS, PAGE_ROWS + 5);
  assert.deepEqual(requested, []);
  for (const [revision, length] of [
    [2, PAGE_ROWS],
    [1, PAGE_ROWS - 1],
  ]) {
    cache.store({ revision, from: 0, total: PAGE_ROWS + 5, rows: rows(length) });
    assert.equal(cache.get(0), null);
  }
});

test('a message with too few rows is followed by another', async () => {
  const { cache } = cacheOf(1000, { most: 10 });
  await cache.want(0, PAGE_ROWS);
  assert.equal(cache.get(PAGE_ROWS - 1).index, PAGE_ROWS - 1);
});

test('a fast scroll requests only its end', async () => {
  const { requested, cache } = cacheOf(1_000_000);
  const first = cache.want(0, 20);
  for (let row = 1000; row < 900_000; row += 1000) cache.want(row, row + 20);
  await first;
  assert.ok(requested.length <= 4);
  assert.ok(cache.get(899_010) !== null);
});

test('memory is bounded however far the reader scrolls', async () => {
  const { cache } = cacheOf(1_000_000);
  for (let row = 0; row < 200 * PAGE_ROWS; row += PAGE_ROWS) await cache.want(row, row + 20);
  assert.ok(cache.pages.size <= 48);
});

test('rows of another revision end the cache', async () => {
  const { cache } = cacheOf(100, { revision: 2 });
  await cache.want(0, 20);
  assert.equal(cache.get(0), null);
  assert.ok(cache.isOver);
});

test('rows beyond the ends do not exist', async () => {
  const { cache } = cacheOf(5);
  assert.equal(await cache.fetch(-1), null);
  assert.equal(await cache.fetch(5), null);
  assert.equal((await cache.fetch(4)).index, 4);
});

/** Return a cache over rows of these levels, with their positions among siblings. */
function treeOf(levels) {
  const counts = [];
  const rows = levels.map((level) => {
    counts.length = level;
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    return { level, position: counts[level - 1] };
  });
  const fetched = [];
  const cache = new RowCache(
    rows.length,
    1,
    async (from, count) => {
      fetched.push(from);
      return { revision: 1, from, total: rows.length, rows: rows.slice(from, from + count) };
    },
    () => {},
  );
  return { cache, fetched };
}

const TREE = [1, 2, 3, 3, 2, 1, 2];

test('the parent is the row above with a lower level', async () => {
  const { cache } = treeOf(TREE);
  const parents = await Promise.all(TREE.map((_, index) => parentOf(cache, index)));
  assert.deepEqual(
    parents.map((place) => place?.index ?? null),
    [null, 0, 1, 1, 0, null, 5],
  );
});

test('a missing row has neither parent nor siblings', async () => {
  const { cache } = treeOf(TREE);
  assert.equal(await parentOf(cache, 99), null);
  assert.deepEqual(await siblingsOf(cache, 99), []);
});

test('siblings have the same parent whatever is between them', async () => {
  const { cache } = treeOf(TREE);
  const of = async (index) => (await siblingsOf(cache, index)).map((place) => place.index);
  assert.deepEqual(await of(1), [1, 4]);
  assert.deepEqual(await of(3), [2, 3]);
  assert.deepEqual(await of(5), [0, 5]);
});

test('the way to a parent skips siblings', async () => {
  const { cache, fetched } = treeOf([1, ...Array(5000).fill(2)]);
  assert.equal((await parentOf(cache, 5000)).index, 0);
  assert.ok(fetched.length <= 2);
});

test('stepping through matches wraps around and skips ancestors', async () => {
  const matching = new Set([2, 45]);
  const fetchRows = async (from, count) => ({
    revision: 1,
    from,
    total: 50,
    rows: Array.from({ length: count }, (_, at) => aRow({ match: matching.has(from + at) })),
  });
  const cache = new RowCache(50, 1, fetchRows, () => {});
  assert.deepEqual(
    [await matchFrom(cache, -1, 1), await matchFrom(cache, 2, 1), await matchFrom(cache, 45, 1)],
    [2, 45, 2],
  );
  assert.deepEqual([await matchFrom(cache, 45, -1), await matchFrom(cache, 2, -1)], [2, 45]);
});

test('a search without a match ends', async () => {
  const { cache } = treeOf(Array(20_000).fill(1));
  assert.equal(await matchFrom(cache, 0, 1), null);
  assert.equal(await matchFrom(treeOf([]).cache, 0, 1), null);
});

test('a walk among siblings ends', async () => {
  const { cache } = treeOf(Array(20_000).fill(1));
  assert.ok((await siblingsOf(cache, 10_000)).length <= 8000);
});

test('callbacks run once for each fetched page', async () => {
  let calls = 0;
  const cache = new RowCache(
    90,
    1,
    async (from, count) => ({ revision: 1, from, total: 90, rows: Array(count).fill({}) }),
    () => {
      calls += 1;
    },
  );
  await cache.want(0, 90);
  assert.equal(calls, Math.ceil(90 / PAGE_ROWS));
});

test('an ended cache requests and draws nothing', async () => {
  const { requested, cache } = cacheOf(1000);
  const first = cache.want(0, 20);
  cache.end();
  await first;
  await cache.want(500, 520);
  assert.deepEqual(requested, [0]);
});

test('rows requested right after loaded ones are fetched', async () => {
  const asked = [];
  const fetchRows = async (from, count) => {
    asked.push(from);
    return {
      revision: 1,
      from,
      total: 400,
      rows: Array.from({ length: count }, (_, at) => aRow({ key: `k${from + at}` })),
    };
  };
  const cache = new RowCache(400, 1, fetchRows, () => {});
  await cache.want(0, 20);
  cache.want(0, 20);
  await cache.want(300, 320);
  assert.equal(cache.get(300)?.key, 'k300');
});
