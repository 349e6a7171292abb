import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { MOST_SELECTED, Selection } from '../../extension/sidebar/selection.js';
import { aRow } from './samples.js';

const NOWHERE = 3;
const ROWS = Array.from({ length: 300 }, (_, at) =>
  aRow({ key: `k${at}`, location: at === NOWHERE ? null : `https://a.example/${at}` }),
);
const cache = { fetch: async (index) => ROWS[index] ?? null };

let heard;
let selection;
beforeEach(() => {
  heard = [];
  selection = new Selection((rows) => heard.push(rows.map(({ key }) => key)));
});

test('a range selects the pages between its start and a row in either direction', async () => {
  selection.begin(4);
  await selection.extend(cache, 2);
  await selection.extend(cache, 5);
  assert.deepEqual(heard, [
    ['k2', 'k4'],
    ['k4', 'k5'],
  ]);
});

test('a range starts once, and again after clearing', async () => {
  selection.begin(4);
  await selection.extend(cache, 5);
  selection.begin(9);
  await selection.extend(cache, 6);
  selection.clear();
  selection.begin(9);
  await selection.extend(cache, 8);
  assert.deepEqual(heard, [['k4', 'k5'], ['k4', 'k5', 'k6'], [], ['k8', 'k9']]);
});

test('a page is added and removed in list order', () => {
  for (const index of [7, 5, 7]) selection.toggle(index, ROWS[index]);
  selection.toggle(NOWHERE, ROWS[NOWHERE]);
  selection.toggle(8, null);
  assert.deepEqual(heard, [['k7'], ['k5', 'k7'], ['k5']]);
});

test('a page that moved in the list is the same page', () => {
  selection.toggle(7, ROWS[7]);
  selection.toggle(9, ROWS[7]);
  assert.ok(selection.isEmpty);
});

test('a page at the former index of a selected page does not replace it', () => {
  selection.toggle(2, ROWS[2]);
  selection.toggle(2, ROWS[5]);
  assert.deepEqual(heard.at(-1), ['k2', 'k5']);
});

test('rows that arrive late do not change a later selection', async () => {
  selection.begin(1);
  const late = selection.extend(cache, 2);
  selection.clear();
  await late;
  assert.deepEqual([heard, selection.isEmpty], [[], true]);
});

test('the selection has a maximum size', async () => {
  selection.begin(0);
  await selection.extend(cache, 299);
  assert.equal(heard[0].length, MOST_SELECTED);
  selection.toggle(299, ROWS[299]);
  assert.equal(heard[1].length, MOST_SELECTED);
});
