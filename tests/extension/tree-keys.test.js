import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFoldable, treeAction } from '../../extension/sidebar/tree-keys.js';

const CLOSED = { children: true, open: false, loop: false, kind: 'item' };
const OPEN = { ...CLOSED, open: true };
const LEAF = { ...CLOSED, children: false };
const GROUP = { ...OPEN, kind: 'group' };
const LOOP = { ...CLOSED, loop: true };
const act = (key, row = LEAF, isRtl = false) => treeAction(typeof key === 'string' ? { key } : key, row, isRtl);

test('right opens, then goes in; left closes, then goes out', () => {
  assert.equal(act('ArrowRight', CLOSED), 'open');
  assert.equal(act('ArrowRight', OPEN), 'into');
  assert.equal(act('ArrowRight', LEAF), null);
  assert.equal(act('ArrowLeft', OPEN), 'close');
  assert.equal(act('ArrowLeft', CLOSED), 'parent');
});

test('from right to left the arrows change places', () => {
  assert.equal(act('ArrowLeft', CLOSED, true), 'open');
  assert.equal(act('ArrowRight', OPEN, true), 'close');
});

test('groups and loops do not fold', () => {
  assert.ok(!isFoldable(GROUP) && !isFoldable(LOOP) && isFoldable(CLOSED));
  assert.equal(act('ArrowRight', GROUP), 'into');
  assert.equal(act('ArrowLeft', GROUP), 'parent');
  assert.equal(act('ArrowRight', LOOP), null);
});

test('movement, activation and letters', () => {
  assert.deepEqual(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'].map((key) => act(key)),
    ['next', 'previous', 'first', 'last', 'page-down', 'page-up']);
  assert.equal(act('Enter'), 'activate');
  assert.equal(act({ key: 'Enter', ctrlKey: true }), 'activate-in-tab');
  assert.equal(act('ß'), 'type');
  assert.equal(act({ key: 'ArrowDown', altKey: true }), 'variants');
});

test('other keys are the browser’s', () => {
  for (const key of ['Tab', 'Escape', 'F5', 'Shift', { key: 'c', ctrlKey: true }, { key: 'ArrowLeft', altKey: true }]) assert.equal(act(key), null);
});

test('a row that is still loading can be left', () => {
  assert.equal(treeAction({ key: 'ArrowDown' }, null, false), 'next');
  assert.equal(treeAction({ key: 'ArrowRight' }, null, false), null);
});

test('a space is a letter while a name is being typed', () => {
  assert.equal(treeAction({ key: ' ' }, LEAF, false, true), 'type');
  assert.equal(treeAction({ key: ' ' }, LEAF, false, false), 'activate');
});
