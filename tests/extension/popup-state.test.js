import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL, reduce } from '../../extension/popup/state.js';
import { aRow, aSite, aTab, noMap } from './samples.js';

const after = (events) => events.reduce(({ state }, event) => reduce(state, event), { state: INITIAL, effects: [] });
const tab = (more) => ({ type: 'tab-received', tab: aTab(more) });
const enter = (key) => ({ type: 'submenu-entered', row: aRow({ key }) });
const LEFT = { type: 'submenu-left' };
const menu = ({ effects }) => effects.find(({ type }) => type === 'draw-menu');

test('a map is drawn from its top, after the frame', () => {
  const { effects } = after([tab()]);
  assert.deepEqual(effects.map(({ type }) => type), ['draw-frame', 'draw-menu']);
  assert.equal(effects[1].row, null);
  assert.deepEqual(effects[1].focus, { at: 'place' });
});

test('a tab without a map has a frame only', () => {
  assert.deepEqual(after([{ type: 'tab-received', tab: noMap('loading') }]).effects.map(({ type }) => type), ['draw-frame']);
});

test('the menu is drawn again as the map grows, and not for progress', () => {
  const grown = { counts: { ...aSite().counts, elements: 10 } };
  assert.ok(menu(after([tab(), tab({ site: aSite(grown) })])));
  assert.equal(menu(after([tab(), tab({ site: aSite({ progress: { done: 1, wanted: 5 } }) })])), undefined);
});

test('a submenu is entered at its start, and left to the way into it', () => {
  const entered = after([tab(), enter('a'), enter('b')]);
  assert.deepEqual([menu(entered).row.key, menu(entered).focus], ['b', { at: 'start' }]);
  const left = reduce(entered.state, LEFT);
  assert.deepEqual([menu(left).row.key, menu(left).focus], ['a', { at: 'key', key: 'b' }]);
  assert.equal(menu(reduce(left.state, LEFT)).row, null);
});

test('at the top there is nothing to leave', () => {
  assert.deepEqual(after([tab(), LEFT]).effects, []);
});

test('each drawing has a number of its own, so that a late one can be dropped', () => {
  const events = [tab(), enter('a'), LEFT];
  const numbers = events.map((_, at) => menu(after(events.slice(0, at + 1))).drawing);
  assert.deepEqual(numbers, [1, 2, 3]);
  assert.equal(after(events).state.drawing, 3);
});

test('the open submenu outlives the host and a reload, and not its sitemap', () => {
  const open = [tab(), enter('a')];
  assert.equal(menu(after([...open, tab({ generation: 2 })])).row.key, 'a');
  assert.equal(menu(after([...open, { type: 'tab-received', tab: noMap('loading') }, tab({ generation: 2 })])).row.key, 'a');
  const other = aSite({ site: 's2', sitemap: 'https://b.example/map.xml' });
  assert.equal(menu(after([...open, tab({ site: other })])).row, null);
});
