import { browser, loadPage, query, settled, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { Shortcuts, shortcutOf } = await import('../../extension/options/shortcuts.js');
const { text } = await import('../../extension/shared/strings.js');
const keys = (key, code = '', more = '') => ({ key, code, ctrlKey: more.includes('c'), altKey: more.includes('a'), shiftKey: more.includes('s'), metaKey: more.includes('m') });
const taken = (key, code, more, isMac = false) => shortcutOf(keys(key, code, more), isMac);

test('shortcuts are written in the browser’s notation', () => {
  assert.equal(taken('y', 'KeyY', 'as'), 'Alt+Shift+Y');
  assert.equal(taken('!', 'Digit1', 'cs'), 'Ctrl+Shift+1');
  assert.equal(taken('<', 'Comma', 'as'), 'Alt+Shift+Comma');
  assert.equal(taken('ArrowUp', 'ArrowUp', 'c'), 'Ctrl+Up');
  assert.equal(taken('F8', 'F8', ''), 'F8');
  assert.deepEqual([taken('y', 'KeyY', 'c', true), taken('y', 'KeyY', 'ms', true)], ['MacCtrl+Y', 'Command+Shift+Y']);
});

test('an invalid shortcut is rejected', () => {
  for (const [key, code, more] of [['y', 'KeyY', ''], ['Y', 'KeyY', 's'], ['Control', 'ControlLeft', 'c'], ['Escape', 'Escape', 'c'], ['F8', 'F8', 's'], ['y', 'KeyY', 'cas'], ['y', 'KeyY', 'm'], ['ß', 'Minus', 'c']]) assert.equal(taken(key, code, more), null, key + more);
});

let said;
let updates;
beforeEach(() => {
  loadPage('options/options.html');
  [said, updates] = [[], []];
  browser.commands = { getAll: async () => [{ name: 'go', shortcut: 'Alt+Shift+Y', description: 'Go' }, { name: 'home', shortcut: '', description: 'Home' }, { name: 'x' }] };
});
const drawn = async () => { const shortcuts = new Shortcuts((...words) => said.push(words)); await shortcuts.draw(); return shortcuts; };
const stroke = async (key, code, more) => { query('.shortcut').dispatchEvent(new window.KeyboardEvent('keydown', { ...keys(key, code, more), bubbles: true, cancelable: true })); await settled(); };

test('shortcuts that cannot be changed are listed with a button to the browser’s own list', async () => {
  await drawn();
  assert.deepEqual([texts('#shortcuts kbd'), query('#shortcuts-hint').hidden], [['Alt+Shift+Y', text('shortcutNone')], true]);
  assert.ok(!query('#shortcuts-change').hidden);
});

test('pressed keys become the shortcut and can be undone', async () => {
  browser.commands.update = async (changes) => { updates.push(changes); };
  await drawn();
  assert.equal(query('#shortcuts-hint').hidden, false);
  await stroke('x', 'KeyX', 'as');
  assert.deepEqual([updates, said[0][0]], [[{ name: 'go', shortcut: 'Alt+Shift+X' }], text('savedText')]);
  await said[0][1]();
  assert.deepEqual(updates[1], { name: 'go', shortcut: 'Alt+Shift+Y' });
});

test('Backspace removes a shortcut, Tab and Escape leave the field, and a refused one is reported', async () => {
  browser.commands.update = async (changes) => { updates.push(changes); if (changes.shortcut) throw new Error('Type error for parameter'); };
  await drawn();
  await stroke('Tab', 'Tab', '');
  await stroke('Escape', 'Escape', '');
  assert.deepEqual(updates, []);
  await stroke('Backspace', 'Backspace', '');
  assert.deepEqual(updates, [{ name: 'go', shortcut: '' }]);
  await stroke('q', 'KeyQ', 'c');
  assert.deepEqual(said.at(-1), [text('shortcutBad', 'Ctrl+Q')]);
});
