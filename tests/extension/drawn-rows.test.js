import { document, loadPage, query } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aRow } from './samples.js';

const { DrawnRows } = await import('../../extension/sidebar/drawn-rows.js');
const { text } = await import('../../extension/shared/strings.js');

const ACTIONS = { toggle: () => {}, visit: () => {}, menu: () => {} };
let counts;
let map;
let rows;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  counts = {};
  map = Array.from({ length: 9 }, (_, at) =>
    aRow({ key: `k${at}`, name: `Row ${at}`, location: `https://a.example/${at}` }),
  );
  rows = new DrawnRows(query('#tree'), ACTIONS, (key) => counts[key] ?? null);
});
const draw = (indices, active = 0) => rows.draw((index) => map[index], new Set(indices), active);
const ids = (selector) => [...document.querySelectorAll(selector)].map(({ id }) => id);

test('rows are in document order whatever the order of drawing, and only wanted ones', () => {
  draw([4, 5]);
  draw([2, 5, 3]);
  assert.deepEqual(ids('.row'), ['row-2', 'row-3', 'row-5']);
  rows.moveTo((index) => index * 10);
  assert.equal(query('#row-5').style.transform, 'translateY(50px)');
});

test('the whole name is shown in the row with the focus', () => {
  draw([0, 1], 1);
  assert.deepEqual(ids('.row.whole'), []);
  rows.focus(1);
  draw([0, 1], 1);
  assert.deepEqual(ids('.row.whole'), ['row-1']);
  query('#row-1').blur();
  draw([0, 1], 1);
  assert.deepEqual(ids('.row.whole'), []);
});

test('rows are measured beyond the height of a line if their names may wrap', () => {
  draw([3, 4, 5]);
  const heights = { 'row-3': 20, 'row-4': 35.5, 'row-5': 0 };
  for (const [id, height] of Object.entries(heights)) query(`#${id}`).getBoundingClientRect = () => ({ height });
  assert.deepEqual([...rows.extraHeights(20).values()], [0, 0, 0]);
  document.body.classList.add('wrapped');
  assert.deepEqual(
    [...rows.extraHeights(20)],
    [
      [3, 0],
      [4, 15.5],
      [5, 0],
    ],
  );
});

test('one row is the tab stop', () => {
  draw([0, 1, 2], 1);
  draw([0, 1, 2], 2);
  assert.deepEqual(ids('.row[tabindex="0"]'), ['row-2']);
});

test('a row that is not loaded waits and is filled later', () => {
  const late = map[1];
  map[1] = undefined;
  draw([0, 1]);
  assert.deepEqual(ids('.row.waiting'), ['row-1']);
  map[1] = late;
  draw([0, 1]);
  assert.deepEqual([ids('.row.waiting'), query('#row-1 .name').textContent], [[], 'Row 1']);
});

test('an unchanged row keeps its elements, and a changed one keeps the focus', () => {
  draw([0, 1]);
  const name = query('#row-1 .name');
  rows.focus(1);
  map[1] = { ...map[1] };
  draw([0, 1]);
  assert.equal(query('#row-1 .name'), name);
  map[1] = { ...map[1], name: 'Other' };
  draw([0, 1]);
  assert.deepEqual([query('#row-1 .name').textContent, document.activeElement.id], ['Other', 'row-1']);
});

test('only changed marks require drawing', () => {
  const visited = new Set(['https://a.example/1']);
  assert.deepEqual(
    [{ coming: '' }, { coming: 'k1' }, { coming: 'k1' }, { visited }, { visited, coming: 'k1' }].map((marks) =>
      rows.mark(marks),
    ),
    [false, true, false, true, false],
  );
});

test('the row of a loading page is busy until it arrives', () => {
  rows.mark({ coming: 'k1' });
  draw([0, 1]);
  assert.deepEqual([ids('.row.coming'), query('#row-1').getAttribute('aria-busy')], [['row-1'], 'true']);
  rows.mark({ coming: '' });
  draw([0, 1]);
  assert.deepEqual([ids('.row.coming'), query('#row-1').getAttribute('aria-busy')], [[], null]);
});

test('a visited page is marked and described, ignoring its fragment', () => {
  map[1] = { ...map[1], location: 'https://a.example/1#part' };
  rows.mark({ visited: new Set(['https://a.example/1']) });
  draw([0, 1]);
  assert.deepEqual(ids('.row.visited'), ['row-1']);
  assert.ok(query('#row-1').getAttribute('aria-description').includes(text('visitedPage')));
});

test('a visited page of an application does not mark the others', () => {
  for (const at of [1, 2]) map[at] = { ...map[at], location: `https://a.example/#/${at}` };
  rows.mark({ visited: new Set(['https://a.example/#/1']) });
  draw([1, 2]);
  assert.deepEqual(ids('.row.visited'), ['row-1']);
});

test('the number of pages below is described, shown on closed branches and omitted under a filter', () => {
  counts = { k1: { count: 7, isMore: false }, k2: { count: 8, isMore: false } };
  map[2] = { ...map[2], children: true, open: true };
  draw([1, 2]);
  assert.deepEqual(
    ['#row-1 .below', '#row-2 .below'].map((place) => document.querySelector(place)?.dataset.count),
    ['7', undefined],
  );
  assert.ok(query('#row-2').getAttribute('aria-description').includes('8'));
  rows.words = ['row'];
  draw([1, 2]);
  assert.deepEqual([document.querySelector('.below'), query('#row-2').getAttribute('aria-description')], [null, null]);
});

test('pages are counted only below branches, and not under a filter', () => {
  map[2] = { ...map[2], children: true };
  map[3] = { ...map[3], children: true, loop: true };
  draw([1, 2, 3]);
  const countable = () => rows.countable((index) => map[index]);
  assert.deepEqual(countable(), ['k2']);
  rows.words = ['row'];
  assert.deepEqual(countable(), []);
});

test('the focus moves only to drawn rows', () => {
  draw([0, 1]);
  assert.deepEqual([rows.focus(1), document.activeElement.id, rows.focus(5)], [true, 'row-1', false]);
});

test('an element belongs to the row that contains it', () => {
  draw([0, 1]);
  assert.deepEqual(
    [rows.indexOf(query('#row-1 .name')), rows.indexOf(query('#filter')), rows.indexOf(null)],
    [1, -1, -1],
  );
});
