import { document } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { drawChanged, hide, keepFocus } = await import('../../extension/shared/redraw.js');

const focused = () => document.activeElement.id;
const byId = (id) => document.getElementById(id);
beforeEach(() => { document.body.innerHTML = '<div id="place"><button id="a"></button><button id="b"></button></div><button id="fallback"></button>'; });

test('a place is drawn anew only where its content is another', () => {
  let drawn = 0;
  const draw = (content) => drawChanged(byId('place'), content, () => { drawn += 1; });
  draw({ a: 1 });
  draw({ a: 1 });
  draw({ a: 2 });
  assert.equal(drawn, 2);
});

/** Draws buttons of these ids in place of what was there. */
const redraw = (...ids) => byId('place').replaceChildren(...ids.map((id) => Object.assign(document.createElement('button'), { id })));

test('the focus stays in its place in the order, or goes to the last thing there', () => {
  byId('b').focus();
  keepFocus(byId('place'), () => redraw('c', 'd', 'e'));
  assert.equal(focused(), 'd');
  keepFocus(byId('place'), () => redraw('f'));
  assert.equal(focused(), 'f');
});

test('where nothing is left the fallback has it', () => {
  byId('b').focus();
  keepFocus(byId('place'), () => redraw(), byId('fallback'));
  assert.equal(focused(), 'fallback');
});

test('a focus elsewhere is left alone', () => {
  byId('fallback').focus();
  keepFocus(byId('place'), () => redraw('c'));
  assert.equal(focused(), 'fallback');
});

test('a focus in what is hidden goes to the fallback, and back when it is shown again', () => {
  byId('b').focus();
  hide(byId('place'), true, byId('fallback'));
  assert.equal(focused(), 'fallback');
  hide(byId('place'), false, byId('fallback'));
  assert.equal(focused(), 'b');
});

test('a fallback that has lost it since gives nothing back', () => {
  byId('b').focus();
  hide(byId('place'), true, byId('fallback'));
  byId('fallback').blur();
  hide(byId('place'), false, byId('fallback'));
  assert.notEqual(focused(), 'b');
});

test('what had no focus displaces none', () => {
  hide(byId('place'), true, byId('fallback'));
  hide(byId('place'), true, byId('fallback'));
  hide(byId('place'), false, byId('fallback'));
  assert.equal(document.activeElement, document.body);
});
