import { browser, loadPage, one, settled, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { Shortcuts, shortcutOf } = await import('../../extension/options/shortcuts.js');
const { text } = await import('../../extension/shared/strings.js');
const keys = (key, code = '', more = '') => ({ key, code, ctrlKey: more.includes('c'), altKey: more.includes('a'), shiftKey: more.includes('s'), metaKey: more.includes('m') });
const taken = (key, code, more, isMac = false) => shortcutOf(keys(key, code, more), isMac);

test('keys are written as the browser wants them', () => {
  assert.equal(taken('y', 'KeyY', 'as'), 'Alt+Shift+Y');
  assert.equal(taken('!', 'Digit1', 'cs'), 'Ctrl+Shift+1');
  assert.equal(taken('<', 'Comma', 'as'), 'Alt+Shift+Comma');
  assert.equal(taken('ArrowUp', 'ArrowUp', 'c'), 'Ctrl+Up');
  assert.equal(taken('F8', 'F8', ''), 'F8');
  assert.deepEqual([taken('y', 'KeyY', 'c', true), taken('y', 'KeyY', 'ms', true)], ['MacCtrl+Y', 'Command+Shift+Y']);
});

test('what can be no shortcut is none', () => {
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
const stroke = async (key, code, more) => { one('.shortcut').dispatchEvent(new window.KeyboardEvent('keydown', { ...keys(key, code, more), bubbles: true, cancelable: true })); await settled(); };

test('where the browser lets nobody change them they are listed, and its own list is a button away', async () => {
  await drawn();
  assert.deepEqual([texts('#shortcuts kbd'), one('#shortcuts-hint').hidden, one('#shortcuts-field').hidden], [['Alt+Shift+Y', text('shortcutNone')], true, true]);
  assert.ok(!one('#shortcuts-change').hidden);
});

test('where it does, keys that are pressed are set, and it can be undone', async () => {
  browser.commands.update = async (changes) => { updates.push(changes); };
  await drawn();
  assert.equal(one('#shortcuts-hint').hidden, false);
  await stroke('x', 'KeyX', 'as');
  assert.deepEqual([updates, said[0][0]], [[{ name: 'go', shortcut: 'Alt+Shift+X' }], text('savedText')]);
  await said[0][1]();
  assert.deepEqual(updates[1], { name: 'go', shortcut: 'Alt+Shift+Y' });
});

test('Backspace takes them away, Tab and Escape lead on, and what the browser refuses is said', async () => {
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
