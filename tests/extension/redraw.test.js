import { document } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { drawChanged, hide, keepFocus } = await import('../../extension/shared/redraw.js');

const focused = () => document.activeElement.id;
const byId = (id) => document.getElementById(id);
beforeEach(() => {
  document.body.innerHTML =
    '<div id="place"><button id="a"></button><button id="b"></button></div><button id="fallback"></button>';
});

test('an element is redrawn only if its content differs', () => {
  let drawn = 0;
  const draw = (content) =>
    drawChanged(byId('place'), content, () => {
      drawn += 1;
    });
  draw({ a: 1 });
  draw({ a: 1 });
  draw({ a: 2 });
  assert.equal(drawn, 2);
});

/** Replace the content by buttons with these ids. */
const redraw = (...ids) =>
  byId('place').replaceChildren(...ids.map((id) => Object.assign(document.createElement('button'), { id })));

test('the focus keeps its position or moves to the last element', () => {
  byId('b').focus();
  keepFocus(byId('place'), () => redraw('c', 'd', 'e'));
  assert.equal(focused(), 'd');
  keepFocus(byId('place'), () => redraw('f'));
  assert.equal(focused(), 'f');
});

test('the fallback gets the focus if no element is left', () => {
  byId('b').focus();
  keepFocus(byId('place'), () => redraw(), byId('fallback'));
  assert.equal(focused(), 'fallback');
});

test('a focus elsewhere is unchanged', () => {
  byId('fallback').focus();
  keepFocus(byId('place'), () => redraw('c'));
  assert.equal(focused(), 'fallback');
});

test('a focus in a hidden element moves to the fallback and returns later', () => {
  byId('b').focus();
  hide(byId('place'), true, byId('fallback'));
  assert.equal(focused(), 'fallback');
  hide(byId('place'), false, byId('fallback'));
  assert.equal(focused(), 'b');
});

test('a fallback that has lost the focus returns none', () => {
  byId('b').focus();
  hide(byId('place'), true, byId('fallback'));
  byId('fallback').blur();
  hide(byId('place'), false, byId('fallback'));
  assert.notEqual(focused(), 'b');
});

test('an element without the focus displaces none', () => {
  hide(byId('place'), true, byId('fallback'));
  hide(byId('place'), true, byId('fallback'));
  hide(byId('place'), false, byId('fallback'));
  assert.equal(document.activeElement, document.body);
});
