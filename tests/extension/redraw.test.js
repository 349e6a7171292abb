import { document } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { drawChanged, hide, keepFocus } = await import('../../extension/shared/redraw.js');

const focused = () => document.activeElement.id;
const byId = (id) => document.getElementById(id);
beforeEach(() => { document.body.innerHTML = '<div id="place"><button id="a"></button><button id="b"></button></div><button id="heir"></button>'; });

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

test('where nothing is left the heir has it', () => {
  byId('b').focus();
  keepFocus(byId('place'), () => redraw(), byId('heir'));
  assert.equal(focused(), 'heir');
});

test('a focus elsewhere is left alone', () => {
  byId('heir').focus();
  keepFocus(byId('place'), () => redraw('c'));
  assert.equal(focused(), 'heir');
});

test('a focus in what is hidden goes to the heir, and back when it is shown again', () => {
  byId('b').focus();
  hide(byId('place'), true, byId('heir'));
  assert.equal(focused(), 'heir');
  hide(byId('place'), false, byId('heir'));
  assert.equal(focused(), 'b');
});

test('a heir who has passed it on gives nothing back', () => {
  byId('b').focus();
  hide(byId('place'), true, byId('heir'));
  byId('heir').blur();
  hide(byId('place'), false, byId('heir'));
  assert.notEqual(focused(), 'b');
});

test('what had no focus lends none', () => {
  hide(byId('place'), true, byId('heir'));
  hide(byId('place'), true, byId('heir'));
  hide(byId('place'), false, byId('heir'));
  assert.equal(document.activeElement, document.body);
});
