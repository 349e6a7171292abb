import { document, loadPage, press, query, settled, stored, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aSite, aTab, noMap } from './samples.js';

const { Sections, rowsInView } = await import('../../extension/sidebar/sections.js');
let sections;
let wanted;
let focused;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  stored.local = {};
  [wanted, focused] = [[], []];
  sections = new Sections({
    wantPage: (isOpen) => wanted.push(isOpen),
    restored: () => {},
    focus: (name) => {
      focused.push(name);
      query(name === 'site' ? '#tree' : '#page-tree').focus();
      return true;
    },
  });
});
const hidden = (...ids) => ids.map((id) => query(`#${id}`).hidden);
const share = () => query('#divider').getAttribute('aria-valuenow');

/** Show a tab, and wait for its stored state. */
async function show(tab) {
  await sections.showTab(tab);
  await settled();
}

test('with a map there are two sections, without one only the page’s, without a header', async () => {
  await show(noMap());
  assert.deepEqual(hidden('site-section', 'page-section', 'page-head', 'divider'), [true, false, true, true]);
  assert.equal(rowsInView().id, 'page-tree');
  await show(aTab());
  assert.deepEqual(hidden('site-section', 'page-section', 'page-head', 'divider'), [false, false, false, false]);
  assert.equal(rowsInView().id, 'tree');
  sections.showPage(true);
  assert.deepEqual(hidden('site-section', 'site-head', 'page-section', 'divider'), [false, true, true, true]);
});

test('a closed section is remembered for the site and its page not read', async () => {
  await show(aTab());
  query('#page-title').click();
  await settled();
  assert.deepEqual([hidden('page-rows', 'divider'), wanted.at(-1)], [[true, true], false]);
  assert.equal(query('#page-title').getAttribute('aria-expanded'), 'false');
  assert.deepEqual(stored.local['sections https://a.example'].closed, ['page']);
  await show(aTab({ url: 'https://b.example/' }));
  assert.deepEqual([hidden('page-rows'), wanted.at(-1)], [[false], true]);
  await show(aTab());
  assert.deepEqual([hidden('page-rows'), wanted.at(-1)], [[true], false]);
  await show(noMap());
  assert.deepEqual([hidden('page-rows'), wanted.at(-1)], [[false], true], 'without a map, nothing else is there');
});

test('the menus of a page name the rows of a list of pages, also in a closed section', async () => {
  await show(aTab({ site: aSite({ format: 'sitemaps-org' }) }));
  query('#page-title').click();
  assert.deepEqual([hidden('page-rows'), wanted.at(-1)], [[true], true]);
});

test('the height is moved by keys within bounds and remembered', async () => {
  await show(aTab());
  assert.equal(share(), '60');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) press(key, { on: query('#divider') });
  assert.equal(share(), '65');
  press('Home', { on: query('#divider') });
  assert.equal(share(), '15');
  press('End', { on: query('#divider') });
  await settled();
  assert.deepEqual([share(), stored.local['sections https://a.example'].share], ['85', 85]);
});

test('the height is moved by the pointer and remembered once it is released', async () => {
  await show(aTab());
  const divider = query('#divider');
  divider.setPointerCapture = () => {};
  query('#sections').getBoundingClientRect = () => ({ top: 100, height: 400 });
  const point = (type, clientY) =>
    divider.dispatchEvent(Object.assign(new window.Event(type), { button: 0, pointerId: 1, clientY }));
  point('pointerdown', 340);
  point('pointermove', 200);
  assert.deepEqual([share(), stored.local], ['25', {}]);
  point('lostpointercapture', 200);
  point('pointermove', 400);
  await settled();
  assert.deepEqual([share(), stored.local['sections https://a.example'].share], ['25', 25]);
});

// Promise (successor): The state of sections in private windows and containers is not stored, and stays in its jar.
test('sections of private windows and containers are not stored, and forgotten ones are open again', async () => {
  await show(aTab({ jar: 'private' }));
  query('#site-title').click();
  await show(aTab());
  assert.deepEqual([stored.local, hidden('site-rows')], [{}, [false]]);
  await show(aTab({ jar: 'firefox-container-1' }));
  query('#site-title').click();
  await show(aTab({ jar: 'firefox-container-2' }));
  assert.deepEqual([stored.local, hidden('site-rows')], [{}, [false]]);
  await show(aTab({ jar: 'private' }));
  assert.deepEqual(hidden('site-rows'), [true]);
  sections.forget();
  assert.deepEqual(hidden('site-rows'), [false]);
});

test('F6 moves between the sections, and beyond them belongs to the browser', async () => {
  await show(aTab());
  query('#tree').focus();
  assert.ok(!press('F6'), 'handled');
  assert.deepEqual([focused, document.activeElement.id], [['page'], 'page-tree']);
  assert.ok(press('F6'), 'left to the browser');
  press('F6', { shiftKey: true });
  assert.deepEqual(focused, ['page', 'site']);
});

test('a focus in a section that disappears moves to the other one', async () => {
  await show(aTab());
  query('#tree').focus();
  await show(noMap());
  assert.equal(document.activeElement.id, 'page-tree');
});
