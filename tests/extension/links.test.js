import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser-stub.js';

const { clickDisposition, dispositionOf } = await import('../../extension/shared/links.js');

test('a click leads where both browsers would lead it', () => {
  assert.equal(clickDisposition({ button: 0 }), 'current');
  assert.equal(clickDisposition({ button: 1 }), 'background-tab');
  assert.equal(clickDisposition({ button: 0, ctrlKey: true }), 'background-tab');
  assert.equal(clickDisposition({ button: 0, metaKey: true }), 'background-tab');
  assert.equal(clickDisposition({ button: 1, shiftKey: true }), 'tab');
  assert.equal(clickDisposition({ button: 0, ctrlKey: true, shiftKey: true }), 'tab');
  assert.equal(clickDisposition({ button: 0, shiftKey: true }), 'window');
});

test('what is no plain way to follow a link stays the browser’s own', () => {
  assert.equal(clickDisposition({ button: 2 }), null);
  assert.equal(clickDisposition({ button: 0, altKey: true }), null);
});

test('a search goes to a tab with Control or Alt, to a window with Shift', () => {
  assert.deepEqual([{}, { ctrlKey: true }, { altKey: true }, { shiftKey: true }].map(dispositionOf), ['current', 'tab', 'tab', 'window']);
});
