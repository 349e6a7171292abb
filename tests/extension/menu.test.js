import { document, press } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { LINE, command, nextIndex, openMenu, submenu } = await import('../../extension/shared/menu.js');
const NAMES = ['Apples', 'Bread', 'Apricots'];
const next = (key, at) => nextIndex({ key }, at, NAMES.length, (index) => NAMES[index]);

test('arrows wrap around, Home and End go to the ends', () => {
  assert.deepEqual([next('ArrowDown', 2), next('ArrowUp', 0), next('Home', 2), next('End', 0)], [0, 2, 0, 2]);
});

test('a letter goes to the next entry that begins with it', () => {
  assert.deepEqual([next('a', 0), next('a', 2), next('B', 0), next('z', 0)], [2, 0, 1, null]);
});

test('other keys have no effect, nor has any in an empty menu', () => {
  assert.equal(next('Tab', 0), null);
  assert.equal(
    nextIndex({ key: 'ArrowDown' }, -1, 0, () => ''),
    null,
  );
});

/** Open a menu with two links and a plain text at a button. */
function opened() {
  document.body.innerHTML = '<button id="anchor"></button>';
  const anchor = document.getElementById('anchor');
  const [apples, bread] = ['Apples', 'Bread'].map((name) =>
    Object.assign(document.createElement('a'), { href: '#x', textContent: name }),
  );
  const plain = Object.assign(document.createElement('span'), { textContent: 'Cake' });
  anchor.focus();
  openMenu(anchor, 'Food', [
    { label: 'Apples', element: apples, note: 'PDF', isCurrent: true },
    { label: 'Bread', element: bread },
    { label: 'Cake', element: plain },
  ]);
  return { anchor, apples, bread, plain, menu: document.querySelector('.drop-menu') };
}

test('a menu opens at a button and takes the focus', () => {
  const { anchor, apples, plain, menu } = opened();
  assert.deepEqual(
    [menu.getAttribute('role'), menu.getAttribute('aria-label'), anchor.getAttribute('aria-expanded')],
    ['menu', 'Food', 'true'],
  );
  assert.equal(document.activeElement, apples);
  assert.deepEqual([apples.getAttribute('aria-current'), apples.textContent], ['true', 'Apples PDF']);
  assert.equal(plain.getAttribute('aria-disabled'), 'true');
});

test('arrows and letters move in the menu and other keys stay with the browser', () => {
  const { apples, bread } = opened();
  assert.ok(!press('ArrowDown'));
  assert.equal(document.activeElement, bread);
  press('a');
  assert.equal(document.activeElement, apples);
  assert.ok(press('F6'));
});

test('Tab closes the menu and moves on from its button', () => {
  opened();
  assert.ok(press('Tab'));
  assert.deepEqual([document.activeElement.id, document.querySelectorAll('.drop-menu').length], ['anchor', 0]);
});

test('a click on an entry closes the menu and returns the focus', () => {
  const { anchor, bread } = opened();
  bread.click();
  assert.equal(document.querySelector('.drop-menu'), null);
  assert.deepEqual([document.activeElement, anchor.getAttribute('aria-expanded')], [anchor, 'false']);
});

test('a click on a disabled entry does not close the menu', () => {
  const { plain } = opened();
  plain.click();
  assert.notEqual(document.querySelector('.drop-menu'), null);
});

test('only one menu is open at a time', () => {
  opened();
  const { anchor } = opened();
  openMenu(anchor, 'Again', []);
  assert.deepEqual(
    [...document.querySelectorAll('.drop-menu')].map((menu) => menu.getAttribute('aria-label')),
    ['Again'],
  );
});

test('groups are separated by a line that takes no focus', () => {
  const { anchor } = opened();
  openMenu(anchor, 'x', [command('A', () => {}), LINE, command('B', () => {})]);
  assert.deepEqual(
    [...document.querySelectorAll('.drop-menu > *')].map((entry) => entry.getAttribute('role')),
    ['menuitem', 'separator', 'menuitem'],
  );
  press('ArrowDown');
  assert.equal(document.activeElement.textContent, 'B');
});

test('a menu opened by an entry keeps the focus and returns it as specified', () => {
  const { anchor } = opened();
  const back = document.body.appendChild(Object.assign(document.createElement('button'), { id: 'back' }));
  openMenu(anchor, 'one', [submenu('More', () => openMenu(anchor, 'two', [command('Deep', () => {})], back))], back);
  assert.equal(document.activeElement.getAttribute('aria-haspopup'), 'menu');
  document.activeElement.click();
  assert.deepEqual([document.activeElement.textContent, anchor.getAttribute('aria-expanded')], ['Deep', 'true']);
  document.activeElement.click();
  assert.deepEqual(
    [document.activeElement, anchor.getAttribute('aria-expanded'), document.querySelector('.drop-menu')],
    [back, 'false', null],
  );
});

test('a menu stays in the window, above its button if there is no room below', () => {
  const { anchor } = opened();
  const at = (left, right, top, bottom) => {
    anchor.getBoundingClientRect = () => ({ left, right, top, bottom, width: right - left, height: bottom - top });
  };
  const placed = () => {
    openMenu(anchor, 'x', []);
    const { style } = document.querySelector('.drop-menu');
    return [style.left, style.top];
  };
  at(20, 50, 10, 40);
  assert.deepEqual(placed(), ['20px', '42px']);
  at(-30, 0, 590, 620);
  assert.deepEqual(placed(), ['4px', '588px']);
  document.documentElement.dir = 'rtl';
  at(100, 150, 10, 40);
  assert.equal(placed()[0], '150px');
  document.documentElement.dir = 'ltr';
});

test('a menu whose button is hidden opens at the element that gets the focus back', () => {
  const { anchor } = opened();
  const row = document.body.appendChild(document.createElement('div'));
  anchor.hidden = true;
  row.getBoundingClientRect = () => ({ left: 12, right: 112, top: 30, bottom: 60, width: 100, height: 30 });
  openMenu(anchor, 'x', [], row);
  const { style } = document.querySelector('.drop-menu');
  assert.deepEqual([style.left, style.top], ['12px', '62px']);
});

test('a button shown only by its open menu is where the menu opens', () => {
  const { anchor } = opened();
  anchor.checkVisibility = () => anchor.getAttribute('aria-expanded') === 'true';
  anchor.getBoundingClientRect = () => ({ left: 20, right: 50, top: 10, bottom: 40, width: 30, height: 30 });
  openMenu(anchor, 'x', [], document.body);
  assert.equal(document.querySelector('.drop-menu').style.left, '20px');
});
