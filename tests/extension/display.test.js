import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLevel } from '../../extension/background/levels.js';

const LEVELS = { none: 0, atHand: 20, popup: 50, sidebar: 100 };
const choose = (shown) => chooseLevel(LEVELS, { hasSite: true, isPopupOpen: false, isSidebarOpen: false, ...shown });

test('what is in view decides, the sidebar before the popup', () => {
  assert.equal(choose({ hasSite: false, isSidebarOpen: true }), 0);
  assert.equal(choose({}), 20);
  assert.equal(choose({ isPopupOpen: true }), 50);
  assert.equal(choose({ isSidebarOpen: true }), 100);
  assert.equal(choose({ isSidebarOpen: true, isPopupOpen: true }), 100);
});
