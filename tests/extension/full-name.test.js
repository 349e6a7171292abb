import { drawFrame, loadPage, query, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aRow } from './samples.js';

const { FullName } = await import('../../extension/sidebar/full-name.js');
const { fillRow, newRow } = await import('../../extension/sidebar/row-element.js');

const ACTIONS = { toggle: () => {}, visit: () => {}, menu: () => {} };
let element;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  new FullName(query('#tree'));
  element = newRow(0);
  fillRow(element, aRow({ name: 'A very long name', match: true }), ACTIONS, { words: ['long'] });
  query('#tree').append(element);
});
/** Move the mouse to the row, or out of the tree: the document has no mouse. */
const hover = (isHovered) => {
  const tree = query('#tree');
  const { querySelector } = window.HTMLElement.prototype;
  tree.querySelector = (css) => (css === '.row:hover' ? (isHovered ? element : null) : querySelector.call(tree, css));
  (isHovered ? element : tree).dispatchEvent(
    new window.Event(isHovered ? 'mouseover' : 'mouseleave', { bubbles: true }),
  );
  drawFrame();
};
const cut = (isCut) =>
  Object.defineProperties(element.querySelector('.words'), {
    scrollWidth: { value: isCut ? 200 : 90, configurable: true },
    clientWidth: { value: 100, configurable: true },
  });

test('a truncated name is shown in full under the mouse, with its marks, only visually', () => {
  cut(true);
  hover(true);
  const full = query('#full-name');
  assert.deepEqual(
    [full.hidden, full.textContent, full.querySelector('mark').textContent, full.getAttribute('aria-hidden')],
    [false, 'A very long name', 'long', 'true'],
  );
  hover(false);
  assert.ok(full.hidden);
});

test('the focus shows no name over other rows', () => {
  cut(true);
  element.focus();
  hover(false);
  assert.ok(query('#full-name').hidden);
});

test('the full name of the last row does not cover what is below the tree', () => {
  cut(true);
  const full = query('#full-name');
  Object.defineProperty(full, 'offsetHeight', { value: 60 });
  query('#tree').getBoundingClientRect = () => ({ bottom: 500 });
  const topOf = (top) => {
    element.getBoundingClientRect = () => ({ top });
    hover(true);
    return full.style.top;
  };
  assert.deepEqual([topOf(300), topOf(480)], ['300px', '440px']);
});

test('a complete name, or one whose row has an open menu, is not shown twice', () => {
  cut(false);
  hover(true);
  assert.ok(query('#full-name').hidden);
  cut(true);
  element.querySelector('.variants').setAttribute('aria-expanded', 'true');
  hover(true);
  assert.ok(query('#full-name').hidden);
});
