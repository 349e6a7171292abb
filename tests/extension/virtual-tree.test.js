import { document, loadPage, query, press, settled, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { aRow, aView } from './samples.js';

const { VirtualTree } = await import('../../extension/sidebar/virtual-tree.js');

const ROW = 30;
const VIEW = 300;
let rowHeight;
/** Additional heights by row. */
let extras;
window.HTMLElement.prototype.getBoundingClientRect = function getBoundingClientRect() {
  const whole = this.classList.contains('whole') ? extras.whole : 0;
  return { height: this.classList.contains('row') ? rowHeight + (whole || extras[this.id] || 0) : VIEW };
};

let element;
let requested;
let scrolled;
let revision;
let tree;
let matches;
let selected;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  document.body.classList.add('wrapped');
  element = query('#tree');
  Object.defineProperty(element, 'clientHeight', { value: VIEW, configurable: true });
  [requested, scrolled, revision, matches, rowHeight, extras] = [[], 0, 1, null, ROW, {}];
  tree = new VirtualTree(element, {
    rows: async (from, count) => {
      requested.push(from);
      return {
        revision,
        from,
        total: 1000,
        rows: Array.from({ length: Math.min(count, 1000 - from) }, (_, at) =>
          aRow({ key: `k${from + at}`, name: `Row ${from + at}`, ...(matches && { match: matches.has(from + at) }) }),
        ),
      };
    },
    toggle: () => {},
    openAll: async () => [],
    visit: () => {},
    menu: () => {},
    expand: () => {},
    selected: (rows) => {
      selected = rows.map(({ key }) => key);
    },
    countBelow: async (keys) => ({ counts: keys.map(() => 12), most: 1000 }),
    sayCut: () => {},
    escape: () => false,
    find: async () => null,
    scrolled: () => {
      scrolled += 1;
    },
  });
});
const view = (more) => aView({ total: 1000, ...more });
const drawn = () => [...element.querySelectorAll('.row')].map((row) => Number(row.id.slice('row-'.length)));
/** Return the distance of a row from the top of the view. */
const placeOn = (index) =>
  Number.parseFloat(query(`#row-${index}`).style.transform.slice('translateY('.length)) - element.scrollTop;
const scrollTo = (top) => {
  element.scrollTop = top;
  element.dispatchEvent(new window.Event('scroll'));
};

test('only visible rows are drawn in order, with the height of all rows', async () => {
  assert.ok(await tree.show(view()));
  assert.deepEqual(
    drawn(),
    Array.from({ length: 16 }, (_, index) => index),
  );
  assert.equal(element.querySelector('.spacer').style.height, `${1000 * ROW}px`);
  assert.equal(element.querySelector('#row-2 .name').textContent, 'Row 2');
});

test('rows sent with the view are not requested', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => aRow({ key: `k${at}` }));
  await tree.show(view({ rows: { revision: 1, from: 0, total: 1000, rows } }));
  assert.deepEqual(requested, []);
});

test('a view opens at its stored place to a fraction of a row', async () => {
  await tree.show(view(), { place: 100.5 });
  assert.deepEqual([tree.top, tree.place, element.scrollTop], [3015, 100.5, 3015]);
});

test('a view opens at the current page, which is the tab stop', async () => {
  await tree.show(view(), { place: 0, reveal: 500 });
  assert.ok(drawn().includes(500));
  assert.deepEqual(
    [...element.querySelectorAll('.row[tabindex="0"]')].map((row) => row.id),
    ['row-500'],
  );
});

test('the later of two views is shown in any order of arrival', async () => {
  const shows = [tree.show(view(), { place: 0 }), tree.show(view(), { place: 200 })];
  assert.deepEqual(await Promise.all(shows), [false, true]);
  assert.equal(tree.place, 200);
});

test('a view with rows of another revision is not shown', async () => {
  revision = 2;
  assert.ok(!(await tree.show(view())));
  assert.deepEqual(drawn(), []);
});

test('rows that arrive late do not undo the reader’s scrolling', async () => {
  await tree.show(view());
  const showing = tree.show(view({ revision: 1 }));
  scrollTo(600);
  await showing;
  assert.equal(tree.top, 600);
});

test('scrolling draws other rows and reports its end', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  await tree.show(view());
  scrollTo(3000);
  scrollTo(6000);
  await settled();
  assert.ok(drawn().includes(200) && !drawn().includes(100));
  mock.timers.tick(120);
  assert.equal(scrolled, 1);
});

test('a scroll whose event is still to come survives the end of an earlier one', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  await tree.show(view(), { place: 0 });
  scrollTo(3000);
  element.scrollTop = 600;
  mock.timers.tick(120);
  assert.deepEqual([element.scrollTop, tree.top], [600, 600]);
});

test('a scroll whose event is still to come survives a new view', async () => {
  await tree.show(view(), { place: 0 });
  const shown = tree.show(view());
  element.scrollTop = 600;
  await shown;
  assert.deepEqual([element.scrollTop, tree.top], [600, 600]);
});

test('the current page stays in view if rows become higher while a new view loads', async () => {
  await tree.show(view({ total: 10 }), { place: 0, reveal: 9 });
  assert.equal(tree.top, 0);
  const { rows } = tree.owner;
  tree.owner.rows = (...range) => {
    rowHeight = 2 * ROW;
    tree.measure();
    return rows(...range);
  };
  await tree.show(view({ total: 10, current: 9 }));
  assert.equal(tree.top, 10 * rowHeight - VIEW);
});

test('who waits for the shown view waits for the one that overtook it', async () => {
  const { rows } = tree.owner;
  const answers = [];
  tree.owner.rows = (...range) =>
    new Promise((answer) => {
      answers.push(() => answer(rows(...range)));
    });
  const first = tree.show(view());
  await settled();
  const second = tree.show(view({ total: 2000 }));
  let isShown = false;
  const shown = tree.shown().then(() => {
    isShown = true;
  });
  await settled();
  answers[0]();
  assert.ok(!(await first));
  assert.ok(!isShown);
  answers[1]();
  await shown;
  assert.ok(await second);
  assert.equal(tree.list.total, 2000);
});

test('the active row stays in the document wherever the reader scrolls', async () => {
  await tree.show(view());
  tree.activate(3);
  scrollTo(9000);
  assert.equal(drawn()[0], 3);
});

test('activation scrolls as little as necessary within the ends', async () => {
  await tree.show(view());
  tree.activate(10);
  assert.deepEqual([tree.active, tree.top], [10, ROW]);
  tree.activate(5000);
  assert.deepEqual([tree.active, tree.top], [999, 1000 * ROW - VIEW]);
  tree.activate(-1);
  assert.deepEqual([tree.active, tree.top], [0, 0]);
});

test('the focus follows activation and stays if it is elsewhere', async () => {
  await tree.show(view());
  tree.activate(2);
  assert.ok(!tree.hasFocus);
  assert.ok(tree.focus());
  press('ArrowDown');
  assert.equal(document.activeElement.id, 'row-3');
});

test('a redrawn row keeps the focus', async () => {
  await tree.show(view());
  tree.activate(2);
  tree.focus();
  await tree.show(view());
  assert.equal(document.activeElement.id, 'row-2');
});

const focused = () => [document.activeElement.querySelector('.name')?.textContent, tree.active * ROW - tree.top];

test('the focus stays on its row when rows are inserted above', async () => {
  await tree.show(view());
  tree.activate(7);
  tree.focus();
  revision = 2;
  const rows = Array.from({ length: 40 }, (_, at) => aRow({ key: `k${at - 2}`, name: `Row ${at - 2}` }));
  await tree.show(view({ revision: 2, rows: { revision: 2, from: 0, total: 1000, rows } }));
  assert.deepEqual([tree.active, focused()[0]], [9, 'Row 7']);
});

test('the focus moves to the nearest ancestor of a hidden row', async () => {
  const keyed = (...keys) => ({
    revision,
    from: 0,
    total: keys.length,
    rows: keys.map((key) => aRow({ key, name: key })),
  });
  await tree.show(view({ total: 4, rows: keyed('0', '0.0', '0.0.0', '1') }));
  tree.activate(2);
  tree.focus();
  revision = 2;
  await tree.show(view({ revision: 2, total: 3, rows: keyed('0', '0.0', '1') }));
  assert.deepEqual([tree.active, focused()[0]], [1, '0.0']);
});

test('stepping marks matches and keeps the focus in the field', async () => {
  matches = new Set([3, 60]);
  await tree.show(view(), { filter: 'row' });
  query('#filter').focus();
  for (const wanted of ['row-3', 'row-60', 'row-3']) {
    await tree.stepToMatch(1);
    assert.deepEqual(
      [...element.querySelectorAll('.row.matched')].map(({ id }) => id),
      [wanted],
    );
  }
  assert.equal(document.activeElement.id, 'filter');
  await tree.show(view());
  assert.equal(element.querySelector('.row.matched'), null);
});

test('the first match is visible and the tab stop until the reader scrolls', async () => {
  const isShown = (index) => tree.active === index && tree.top <= index * ROW && (index + 1) * ROW <= tree.top + VIEW;
  await tree.show(view(), { place: 500, reveal: 505 });
  matches = new Set([3, 60]);
  await tree.show(view({ current: 505 }), { reveal: 505, filter: 'row' });
  assert.ok(isShown(3));
  matches = new Set([40, 60]);
  await tree.show(view(), { filter: 'rows' });
  assert.ok(isShown(40), 'a filter of other words');
  matches = new Set([20, 40, 60]);
  await tree.show(view(), { filter: 'rows' });
  assert.ok(isShown(20), 'more matches of the same filter');
  tree.activate(60);
  matches = new Set([1, 60]);
  await tree.show(view(), { filter: 'rows' });
  assert.equal(tree.active, 60);
});

test('the row of a loading page is marked until it arrives', async () => {
  await tree.show(view());
  tree.mark({ coming: 'k4' });
  assert.deepEqual(
    [...element.querySelectorAll('.row.coming')].map((row) => [row.id, row.getAttribute('aria-busy')]),
    [['row-4', 'true']],
  );
  tree.mark({ coming: '' });
  assert.deepEqual([element.querySelector('.row.coming'), query('#row-4').getAttribute('aria-busy')], [null, null]);
});

test('visible rows are redrawn for another expected language', async () => {
  await tree.show(view());
  const before = query('#row-2 .name');
  tree.mark({ language: 'de' });
  assert.notEqual(query('#row-2 .name'), before);
  const after = query('#row-2 .name');
  tree.mark({ language: 'de' });
  assert.equal(query('#row-2 .name'), after);
});

test('a row is centred when the reader is sent to it', async () => {
  await tree.show(view());
  tree.showAt(12);
  assert.equal(tree.top, 12 * ROW - (VIEW - ROW) / 2);
});

test('marked letters are redrawn for another filter', async () => {
  matches = new Set([3]);
  await tree.show(view(), { filter: 'ro' });
  await tree.show(view(), { filter: 'row 3' });
  assert.deepEqual(
    [...element.querySelectorAll('#row-3 mark')].map(({ textContent }) => textContent),
    ['Row', '3'],
  );
});

test('an empty tree has no row to focus', async () => {
  assert.ok(!tree.focus());
  await tree.show(view({ total: 0 }));
  assert.ok(!tree.focus());
});

test('a focus on the tree moves to the active row', async () => {
  await tree.show(view());
  tree.activate(4);
  element.focus();
  assert.equal(document.activeElement.id, 'row-4');
});

test('a press anywhere in a row makes it the tab stop', async () => {
  await tree.show(view());
  const name = element.querySelector('#row-5 .name');
  name.dispatchEvent(new window.MouseEvent('mousedown', { bubbles: true, button: 0 }));
  assert.deepEqual([document.activeElement.id, tree.active], ['row-5', 5]);
  assert.equal(element.querySelectorAll('.row[tabindex="0"]').length, 1);
});

/** Press row 5 of a tree whose rows change before the release. */
async function pressedWhileRowsChange() {
  await tree.show(view(), { place: 2 });
  const name = element.querySelector('#row-5 .name');
  name.dispatchEvent(new window.MouseEvent('mousedown', { bubbles: true, button: 0 }));
  matches = new Set(); // each row has other content
  await tree.show(view({ revision: (revision = 2), total: 900 }), { place: 3 });
  return name;
}

test('rows stay unchanged between press and release so that the click counts', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const name = await pressedWhileRowsChange();
  assert.ok(element.querySelector('#row-5 .name') === name);
  name.dispatchEvent(new window.MouseEvent('mouseup', { bubbles: true, button: 0 }));
  assert.ok(element.querySelector('#row-5 .name') === name);
  context.mock.timers.tick(1);
  assert.ok(element.querySelector('#row-5 .name') !== name);
  assert.equal(document.activeElement.id, 'row-5');
});

test('drawing resumes after a long press', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const name = await pressedWhileRowsChange();
  context.mock.timers.tick(1000);
  assert.ok(element.querySelector('#row-5 .name') !== name);
});

test('drawn rows keep their elements', async () => {
  await tree.show(view());
  const [row, name] = [element.querySelector('#row-2'), element.querySelector('#row-2 .name')];
  await tree.show(view());
  assert.equal(element.querySelector('#row-2'), row);
  assert.equal(element.querySelector('#row-2 .name'), name);
});

test('other text sizes keep the place', async () => {
  await tree.show(view(), { place: 100 });
  rowHeight = 60;
  tree.measure();
  assert.deepEqual([tree.place, tree.top], [100, 6000]);
});

test('rows follow taller ones', async () => {
  extras = { 'row-2': 20, 'row-4': 40 };
  await tree.show(view());
  assert.deepEqual([2, 3, 4, 5].map(placeOn), [60, 110, 140, 210]);
  assert.equal(query('#tree > .spacer').style.height, `${1000 * ROW + 60}px`);
});

test('taller rows that come into view from above leave the others in place', async () => {
  await tree.show(view(), { place: 100 });
  extras = { 'row-95': 20, 'row-99': 30 };
  scrollTo(100 * ROW - 60);
  assert.deepEqual([98, 99, 100].map(placeOn), [0, 30, 90]);
  const { scrollTop } = element;
  assert.equal(scrollTop, 100 * ROW - 60, 'the scroll bar does not move under the hand');
  tree.settle();
  assert.deepEqual([98, 99, 100].map(placeOn), [0, 30, 90]);
  assert.equal(element.scrollTop, scrollTop + 20, 'row 95 is drawn above the view');
});

test('a new state of the map keeps the view in place below taller rows', async () => {
  extras = { 'row-1': 20, 'row-6': 20, 'row-12': 20 };
  await tree.show(view());
  scrollTo(200);
  tree.settle();
  const before = [8, 12, 13].map(placeOn);
  await tree.show(view());
  assert.deepEqual([8, 12, 13].map(placeOn), before);
});

test('a new state of the map keeps its end in view', async () => {
  extras = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`row-${970 + at}`, 15]));
  await tree.show(view(), { place: 999 });
  assert.equal(placeOn(999), VIEW - ROW - 15);
  await tree.show(view());
  assert.equal(placeOn(999), VIEW - ROW - 15);
});

test('the end of the list stays in view when its rows turn out to be taller', async () => {
  await tree.show(view());
  extras = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`row-${970 + at}`, 15]));
  scrollTo(1000 * ROW - VIEW);
  tree.settle();
  assert.equal(placeOn(999), VIEW - ROW - 15);
});

test('a row in view stays in view although it and others are taller', async () => {
  extras = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`row-${at}`, 15]));
  await tree.show(view(), { place: 0, reveal: 500 });
  assert.ok(placeOn(500) >= 0 && placeOn(500) <= VIEW - ROW - 15);
  tree.focus();
  for (const index of [501, 520, 499, 480, 0, 999]) {
    tree.activate(index);
    assert.ok(placeOn(index) >= 0 && placeOn(index) <= VIEW - ROW - 15, `row ${index}`);
  }
});

test('the row with the focus shows its whole name, and those after it give way', async () => {
  extras = { whole: 60 };
  await tree.show(view());
  tree.focus();
  tree.activate(9);
  assert.deepEqual([8, 9, 10].map(placeOn), [8 * ROW - 60, 9 * ROW - 60, VIEW]);
  tree.activate(8);
  assert.deepEqual([placeOn(8), placeOn(9) - placeOn(8), placeOn(10) - placeOn(9)], [8 * ROW - 60, ROW + 60, ROW]);
});

test('a lower window keeps the searched row in view', async () => {
  await tree.show(view(), { place: 0, reveal: 7 });
  Object.defineProperty(element, 'clientHeight', { value: 90, configurable: true });
  tree.measure();
  assert.ok(tree.top > 0 && tree.top <= 7 * ROW);
});

test('a growing map keeps the searched row in view until the reader scrolls', async () => {
  await tree.show(view(), { place: 0, reveal: 9 });
  await tree.show(view({ revision: 1, current: 12 }));
  Object.defineProperty(element, 'clientHeight', { value: 100, configurable: true });
  tree.measure();
  assert.ok(tree.top <= 12 * ROW && tree.top + 100 >= 13 * ROW, `${tree.top}`);
  scrollTo(3000);
  await tree.show(view({ revision: 1, current: 12 }));
  tree.measure();
  assert.equal(tree.top, 3000);
});

test('scrolling by the browser in a higher window does not count as the reader’s', async () => {
  await tree.show(view({ total: 20 }), { place: 0, reveal: 19 });
  Object.defineProperty(element, 'clientHeight', { value: 400, configurable: true });
  scrollTo(200);
  tree.measure();
  Object.defineProperty(element, 'clientHeight', { value: 100, configurable: true });
  tree.measure();
  assert.equal(tree.top, 500);
});

test('rounding of the scroll position does not count as the reader’s scrolling', async () => {
  await tree.show(view({ total: 20 }), { place: 0, reveal: 19 });
  scrollTo(element.scrollTop - 0.5);
  Object.defineProperty(element, 'clientHeight', { value: 100, configurable: true });
  tree.measure();
  assert.ok(tree.top + 100 >= 20 * ROW, `${tree.top}`);
});

test('a frozen tree keeps its rows and requests nothing', async () => {
  await tree.show(view());
  const before = drawn();
  tree.freeze();
  const { length } = requested;
  scrollTo(9000);
  await settled();
  assert.equal(requested.length, length);
  assert.notDeepEqual(drawn(), before);
});

test('a cleared tree is empty and starts at its top', async () => {
  await tree.show(view(), { place: 100 });
  tree.clear();
  assert.deepEqual([drawn(), tree.top, tree.active], [[], 0, 0]);
});

test('Shift+click selects a range, and Ctrl+click follows the link until rows are selected', async () => {
  await tree.show(view());
  const click = async (index, more) => {
    const name = element.querySelector(`#row-${index} .name`);
    for (const type of ['mousedown', 'mouseup', 'click'])
      name.dispatchEvent(new window.MouseEvent(type, { bubbles: true, cancelable: true, ...more }));
    await settled();
    await new Promise((done) => {
      setTimeout(done, 0);
    });
  };
  await click(1, { ctrlKey: true });
  assert.equal(selected, undefined);
  tree.activate(1);
  await click(3, { shiftKey: true });
  assert.deepEqual(selected, ['k1', 'k2', 'k3']);
  await click(2, { ctrlKey: true });
  await click(5, { ctrlKey: true });
  assert.deepEqual(selected, ['k1', 'k3', 'k5']);
  assert.deepEqual(
    [...element.querySelectorAll('.row[aria-selected=true]')].map(({ id }) => id),
    ['row-1', 'row-3', 'row-5'],
  );
  tree.toggleSelected(aRow({ key: 'k3', location: 'https://a.example/' }));
  assert.deepEqual(selected, ['k1', 'k5']);
  tree.selection.clear();
  assert.equal(element.querySelector('[aria-selected]'), null);
});

test('an ancestor kept at the top is the row of its elements and can be selected', async () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    aRow({ key: `k${at}`, level: at ? 2 : 1, position: at || 1, location: `https://a.example/${at}` }),
  );
  await tree.show(view({ total: 40, rows: { revision: 1, from: 0, total: 40, rows } }));
  tree.toggleSelected(rows[5]);
  tree.activate(5);
  scrollTo(20 * ROW);
  const ancestor = tree.rowOf(element.querySelector('.sticky .words'));
  assert.equal(ancestor?.key, 'k0');
  assert.equal(tree.rowOf(element.querySelector('.spacer')), null);
  tree.toggleSelected(ancestor);
  assert.deepEqual(selected, ['k0', 'k5']);
});
