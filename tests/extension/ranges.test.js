import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  TallRows,
  clampTop,
  fullHeight,
  isInView,
  maxTop,
  placeAt,
  rowAPageAway,
  rowAt,
  rowFrom,
  rowsAt,
  scrollHeight,
  scrollTopFor,
  startOf,
  topAfterScroll,
  topAt,
  topToCentre,
  topToReveal,
  topToShow,
} from '../../extension/sidebar/ranges.js';

const SHORT = { total: 100, rowHeight: 30, viewport: 300 };
const LONG = { total: 1_000_000, rowHeight: 30, viewport: 300 };

test('a short list scrolls one to one', () => {
  assert.equal(scrollHeight(SHORT), fullHeight(SHORT));
  assert.equal(topAfterScroll(SHORT, { top: 0, scrollTop: 0 }, 1234), 1234);
  assert.equal(scrollTopFor(SHORT, 1234), 1234);
});

test('a row is centred except near the ends', () => {
  assert.equal(topToCentre(SHORT, 50), 50 * 30 - 135);
  assert.deepEqual([topToCentre(SHORT, 1), topToCentre(SHORT, 99)], [0, maxTop(SHORT)]);
});

test('a long list has a scroll bar that browsers can draw', () => {
  assert.ok(scrollHeight(LONG) < 17_000_000);
});

test('a small scroll in a long list moves the rows equally', () => {
  const top = 15_000_000;
  const scrollTop = scrollTopFor(LONG, top);
  assert.equal(topAfterScroll(LONG, { top, scrollTop }, scrollTop + 90), top + 90);
});

test('the thumb of a long list moves in proportion to both ends', () => {
  const end = scrollTopFor(LONG, maxTop(LONG));
  assert.equal(topAfterScroll(LONG, { top: 0, scrollTop: 0 }, end), maxTop(LONG));
  assert.equal(topAfterScroll(LONG, { top: maxTop(LONG), scrollTop: end }, 0), 0);
});

test('rows in view are drawn with a margin within the ends', () => {
  assert.deepEqual(rowsAt(SHORT, 0), { first: 0, last: 16 });
  assert.deepEqual(rowsAt(SHORT, maxTop(SHORT)), { first: 84, last: 100 });
  assert.deepEqual(rowsAt({ ...SHORT, total: 0 }, 0), { first: 0, last: 0 });
});

test('a list of any length draws few rows', () => {
  for (const top of [0, 1e6, 1.5e7, maxTop(LONG)]) {
    const { first, last } = rowsAt(LONG, top);
    assert.ok(last - first <= 24 && first >= 0 && last <= LONG.total);
  }
});

test('revealing a row in view moves nothing', () => {
  assert.equal(topToReveal(SHORT, 0, 5), 0);
});

test('revealing the next row scrolls by the missing part', () => {
  assert.equal(topToReveal(SHORT, 0, 10), 30);
  assert.equal(topToReveal(SHORT, 300, 9), 270);
});

test('a far row is shown a third down the view', () => {
  assert.equal(topToReveal(SHORT, 0, 50), 1500 - 100);
});

test('the current page is shown with its surroundings', () => {
  assert.equal(topToShow(SHORT, 0, 5), 0);
  assert.equal(topToShow(SHORT, 0, 9), 270 - 100);
  assert.equal(topToShow(SHORT, 270, 9), 270 - 100);
});

test('a top stays within bounds', () => {
  assert.equal(clampTop(SHORT, -5), 0);
  assert.equal(clampTop(SHORT, 99_999), maxTop(SHORT));
  assert.equal(clampTop({ ...SHORT, total: 3 }, 50), 0);
});

test('a page key moves by a view less one row', () => {
  assert.deepEqual([rowAPageAway(SHORT, 20, 1), rowAPageAway(SHORT, 20, -1)], [29, 11]);
  const low = { ...SHORT, viewport: 10 };
  assert.deepEqual([rowAPageAway(low, 20, 1), rowAPageAway(low, 20, -1)], [21, 19]);
  assert.ok(rowAPageAway(SHORT, 2, -1) < 0);
});

test('a row is in view while any part of it is', () => {
  assert.deepEqual(
    [0, 1, 10, 11].map((index) => isInView(SHORT, 15, index)),
    [true, true, true, false],
  );
  assert.ok(!isInView(SHORT, 30, 0) && isInView(SHORT, 29, 0));
});

test('a row at the edge is shown completely in either direction', () => {
  assert.equal(topToReveal(SHORT, 15, 0), 0);
  assert.equal(topToReveal(SHORT, 15, 10), 30);
});

/** Rows 2 and 50 have a second line, row 4 has three lines. */
const MIXED = {
  ...SHORT,
  tall: new TallRows(
    new Map([
      [50, 20],
      [4, 40],
      [2, 20],
    ]),
  ),
};

test('rows follow the taller ones before them', () => {
  assert.deepEqual(
    [0, 2, 3, 4, 5, 51].map((index) => startOf(MIXED, index)),
    [0, 60, 110, 140, 210, 51 * 30 + 80],
  );
  assert.equal(fullHeight(MIXED), 3080);
});

test('each distance from the top is in one row', () => {
  for (let index = 0; index < 60; index++) {
    const start = startOf(MIXED, index);
    const end = startOf(MIXED, index + 1);
    assert.deepEqual([rowAt(MIXED, start), rowAt(MIXED, end - 0.5)], [index, index]);
    assert.deepEqual([rowFrom(MIXED, start), rowFrom(MIXED, start + 0.5)], [index, index + 1]);
  }
});

test('a place is kept if rows get another height', () => {
  assert.equal(placeAt(MIXED, 85), 2.5);
  for (const place of [0, 2.5, 4.25, 60]) assert.equal(placeAt(MIXED, topAt(MIXED, place)), place);
  assert.equal(topAt(SHORT, placeAt(MIXED, 85)), 75);
});

test('taller rows are revealed and centred as a whole', () => {
  assert.equal(topToReveal({ ...MIXED, viewport: 190 }, 0, 4), 20);
  assert.equal(topToReveal(MIXED, 150, 4), 140);
  assert.equal(topToShow(MIXED, 0, 5), 0);
  assert.equal(topToShow({ ...MIXED, viewport: 239 }, 0, 4), 140 - 239 / 3);
  assert.equal(topToCentre({ ...MIXED, viewport: 100 }, 4), 125);
  assert.ok(isInView(MIXED, 209, 4) && !isInView(MIXED, 210, 4));
});

test('taller rows in view leave room for fewer', () => {
  assert.deepEqual(rowsAt(MIXED, 0), { first: 0, last: 8 + 6 });
  assert.deepEqual([rowAPageAway(MIXED, 0, 1), rowAPageAway(MIXED, 7, -1)], [7, 0]);
});

test('only other heights make a new list of taller rows', () => {
  const { tall } = MIXED;
  assert.equal(
    tall.with(
      new Map([
        [2, 20],
        [9, 0],
      ]),
    ),
    tall,
  );
  const changed = tall.with(
    new Map([
      [2, 0],
      [9, 10],
    ]),
  );
  assert.deepEqual([changed.before(3), changed.before(10), tall.before(3)], [0, 50, 20]);
});

test('the number of taller rows is bounded', () => {
  let tall = new TallRows();
  for (let index = 0; index < 5_000; index += 40)
    tall = tall.with(new Map(Array.from({ length: 40 }, (_, at) => [index + at, 10])));
  assert.ok(tall.indexes.length <= 2_100);
  assert.equal(tall.extras.get(4_999), 10);
});

test('the scroll bar reaches both ends if it lags behind taller rows', () => {
  assert.equal(topAfterScroll(MIXED, { top: 80, scrollTop: 60 }, 30), 50);
  assert.equal(topAfterScroll(MIXED, { top: 80, scrollTop: 60 }, 0), 0);
  assert.equal(topAfterScroll(MIXED, { top: 2700, scrollTop: 2680 }, maxTop(MIXED)), maxTop(MIXED));
});
