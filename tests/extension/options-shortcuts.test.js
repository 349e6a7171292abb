import { browser, document, loadPage, press, query, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { Shortcuts, shortcutOf } = await import('../../extension/options/shortcuts.js');
const { text } = await import('../../extension/shared/strings.js');
const keys = (key, code = '', more = '') => ({
  key,
  code,
  ctrlKey: more.includes('c'),
  altKey: more.includes('a'),
  shiftKey: more.includes('s'),
  metaKey: more.includes('m'),
});
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
  for (const [key, code, more] of [
    ['y', 'KeyY', ''],
    ['Y', 'KeyY', 's'],
    ['Control', 'ControlLeft', 'c'],
    ['Escape', 'Escape', 'c'],
    ['F8', 'F8', 's'],
    ['y', 'KeyY', 'cas'],
    ['y', 'KeyY', 'm'],
    ['ß', 'Minus', 'c'],
  ])
    assert.equal(taken(key, code, more), null, key + more);
});

let said;
let updates;
beforeEach(() => {
  loadPage('options/options.html');
  [said, updates] = [[], []];
  browser.commands = {
    getAll: async () => [
      { name: 'go', shortcut: 'Alt+Shift+Y', description: 'Go' },
      { name: 'home', shortcut: '', description: 'Home' },
      { name: 'x' },
    ],
  };
});
const drawn = async () => {
  const shortcuts = new Shortcuts((...words) => said.push(words));
  await shortcuts.draw();
  return shortcuts;
};
const stroke = async (key, code, more) => {
  press(key, { ...keys(key, code, more), on: query('.shortcut') });
  await settled();
};

test('shortcuts that cannot be changed are listed with a button to the browser’s own list', async () => {
  await drawn();
  assert.deepEqual(
    [texts('#shortcuts kbd'), query('#shortcuts-hint').hidden],
    [['Alt+Shift+Y', text('shortcutNone')], true],
  );
  assert.ok(!query('#shortcuts-change').hidden);
});

test('pressed keys become the shortcut and can be undone', async () => {
  browser.commands.update = async (changes) => {
    updates.push(changes);
  };
  await drawn();
  assert.equal(query('#shortcuts-hint').hidden, false);
  query('.shortcut').focus();
  await stroke('x', 'KeyX', 'as');
  assert.deepEqual([updates, said[0][0]], [[{ name: 'go', shortcut: 'Alt+Shift+X' }], text('savedText')]);
  await said[0][1]();
  assert.deepEqual(updates[1], { name: 'go', shortcut: 'Alt+Shift+Y' });
});

test('a changed field keeps the focus, shows its keys and does not record until it is chosen again', async () => {
  browser.commands.update = async (changes) => {
    updates.push(changes.shortcut);
  };
  await drawn();
  query('.shortcut').focus();
  await stroke('x', 'KeyX', 'as');
  await stroke('x', 'KeyX', 'as');
  assert.deepEqual(
    [document.activeElement.className, query('.shortcut').value, updates],
    ['shortcut', 'Alt+Shift+X', ['Alt+Shift+X']],
  );
  query('.shortcut').click();
  await stroke('z', 'KeyZ', 'as');
  assert.deepEqual(updates, ['Alt+Shift+X', 'Alt+Shift+Z']);
});

test('Backspace removes a shortcut, Tab and Escape leave the field, and a refused one is reported', async () => {
  browser.commands.update = async (changes) => {
    updates.push(changes);
    if (changes.shortcut) throw new Error('Type error for parameter');
  };
  await drawn();
  query('.shortcut').focus();
  await stroke('Tab', 'Tab', '');
  await stroke('Escape', 'Escape', '');
  assert.deepEqual(updates, []);
  await stroke('Backspace', 'Backspace', '');
  assert.deepEqual(updates, [{ name: 'go', shortcut: '' }]);
  query('.shortcut').click();
  await stroke('q', 'KeyQ', 'c');
  assert.deepEqual(said.at(-1), [text('shortcutBad', 'Ctrl+Q')]);
});
