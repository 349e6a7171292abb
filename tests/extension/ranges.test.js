import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clampTop,
  fullHeight,
  isInView,
  maxTop,
  rowsAt,
  rowsInView,
  scrollHeight,
  scrollTopFor,
  topAfterScroll,
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
  assert.equal(rowsInView(SHORT), 9);
  assert.equal(rowsInView({ ...SHORT, viewport: 10 }), 1);
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
