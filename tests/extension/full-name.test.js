import { document, drawFrame, loadPage, one, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aRow } from './samples.js';

const { FullName } = await import('../../extension/sidebar/full-name.js');
const { fillRow, newRow } = await import('../../extension/sidebar/row-element.js');

const ACTIONS = { toggle: () => {}, visit: () => {}, menu: () => {}, outline: () => {} };
let element;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  new FullName(one('#tree'));
  element = newRow(0);
  fillRow(element, aRow({ name: 'A very long name', match: true }), ACTIONS, { words: ['long'] });
  one('#tree').append(element);
});
const cut = (isCut) => Object.defineProperties(element.querySelector('.words'), { scrollWidth: { value: isCut ? 200 : 90, configurable: true }, clientWidth: { value: 100, configurable: true } });

test('a name that is cut short is shown in full while its row has the keyboard, with its marks, for the eye alone', () => {
  cut(true);
  element.focus();
  drawFrame();
  const full = one('#full-name');
  assert.deepEqual([full.hidden, full.textContent, full.querySelector('mark').textContent, full.getAttribute('aria-hidden')], [false, 'A very long name', 'long', 'true']);
  element.blur();
  element.dispatchEvent(new window.Event('focusout', { bubbles: true }));
  drawFrame();
  assert.ok(full.hidden);
});

test('a name that is seen whole is not shown twice, nor one whose row has its menu open', () => {
  cut(false);
  element.focus();
  drawFrame();
  assert.ok(one('#full-name').hidden);
  cut(true);
  element.querySelector('.variants').setAttribute('aria-expanded', 'true');
  element.dispatchEvent(new window.Event('mouseover', { bubbles: true }));
  drawFrame();
  assert.ok(one('#full-name').hidden);
  assert.equal(document.activeElement, element);
});
