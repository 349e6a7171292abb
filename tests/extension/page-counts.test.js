import './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { PageCounts, shownCount } = await import('../../extension/sidebar/page-counts.js');
mock.timers.enable({ apis: ['setTimeout'] });

/** Return the counts of a host, and its requests. */
function counted(answer = (keys) => ({ counts: keys.map(() => 12), most: 1000 })) {
  const requested = [];
  let drawn = 0;
  const counts = new PageCounts(
    async (keys) => {
      requested.push(keys);
      return answer(keys);
    },
    () => {
      drawn += 1;
    },
  );
  const rest = async () => {
    mock.timers.tick(200);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { counts, requested, rest, drawnTimes: () => drawn };
}

test('pages are counted once the tree is at rest, and known numbers are not requested', async () => {
  const { counts, requested, rest, drawnTimes } = counted();
  counts.want(['a']);
  counts.want(['a', 'b']);
  await rest();
  assert.deepEqual([requested, counts.get('b'), drawnTimes()], [[['a', 'b']], { count: 12, isMore: false }, 1]);
  counts.want(['a', 'b']);
  await rest();
  assert.equal(requested.length, 1);
});

test('numbers stay in a new state of the map until they are counted again', async () => {
  const { counts, requested, rest } = counted();
  counts.want(['a']);
  await rest();
  counts.expire();
  assert.equal(counts.get('a').count, 12);
  counts.want(['a']);
  await rest();
  assert.equal(requested.length, 2);
});

test('uncounted rows are requested again by the next drawing, and other rows have no number', async () => {
  const { counts, rest } = counted((keys) => ({
    counts: keys.slice(0, 1).map((key) => (key === 'gone' ? null : 1000)),
    most: 1000,
  }));
  counts.want(['a', 'gone']);
  await rest();
  assert.deepEqual([counts.get('a'), counts.get('gone')], [{ count: 999, isMore: true }, null]);
  counts.want(['a', 'gone']);
  await rest();
  assert.equal(counts.get('gone'), null);
});

test('a refusal leaves rows without numbers', async () => {
  const { counts, rest, drawnTimes } = counted(() => {
    throw new RequestError({ code: 'unknown-view' });
  });
  counts.want(['a']);
  await rest();
  assert.deepEqual([counts.get('a'), drawnTimes()], [null, 0]);
});

test('a number is formatted for the reader and omitted for none', () => {
  assert.deepEqual(
    [
      shownCount(null),
      shownCount({ count: 0, isMore: false }),
      shownCount({ count: 7, isMore: false }),
      shownCount({ count: 1999, isMore: true }),
    ],
    ['', '', '7', '1,999+'],
  );
});
