import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL, reduce } from '../../extension/popup/state.js';
import { aNode, aRow, aSite, aTab, noMap } from './samples.js';

const after = (events) => events.reduce(({ state }, event) => reduce(state, event), { state: INITIAL, effects: [] });
/** @type {(more?: object) => any} */
const tab = (more) => ({ type: 'tab-received', tab: aTab(more) });
const enter = (key) => ({ type: 'submenu-entered', row: aRow({ key }) });
/** @type {any} */
const LEFT = { type: 'submenu-left' };
const FOUND = { type: 'page-found', source: aSite().sitemap, trail: [] };
const pageFound = (...keys) => ({
  ...FOUND,
  trail: keys.map((key) => aNode({ key, ...(key === 'nameless' && { name: null, location: null }) })),
});
const menu = ({ effects }) => effects.find(({ type }) => type === 'draw-menu');

test('the current page is searched first, after the frame', () => {
  const { effects } = after([tab()]);
  assert.deepEqual(
    effects.map(({ type }) => type),
    ['draw-frame', 'find-page'],
  );
  assert.deepEqual(effects[1], { type: 'find-page', site: 's1', source: aSite().sitemap, url: aTab().url });
});

test('a map whose page is unknown is drawn from the top', () => {
  const { row, page, focus } = menu(after([tab(), FOUND]));
  assert.deepEqual([row, page, focus], [null, '', { at: 'page' }]);
});

test('the menu opens at the current page’s branch, skipping levels without a name', () => {
  const { row, page } = menu(after([tab(), pageFound('a', 'b', 'c')]));
  assert.deepEqual([row.key, page], ['b', 'c']);
  assert.equal(menu(after([tab(), pageFound('a', 'nameless', 'c')])).row.key, 'a');
  assert.equal(menu(after([tab(), pageFound('nameless', 'c')])).row, null);
  assert.equal(menu(reduce(after([tab(), pageFound('a', 'b', 'c')]).state, LEFT)).row.key, 'a');
});

test('a page found for another map or twice has no effect', () => {
  assert.deepEqual(after([tab(), { ...FOUND, source: 'https://b.example/map.xml' }]).effects, []);
  assert.deepEqual(after([tab(), FOUND, pageFound('a', 'b')]).effects, []);
});

test('nothing is drawn while the page is searched, even if the map grows', () => {
  assert.equal(menu(after([tab(), tab({ site: aSite({ counts: { ...aSite().counts, elements: 10 } }) })])), undefined);
});

test('typed words are searched instead of the menu until the field is empty', () => {
  const typed = after([tab(), FOUND, enter('a'), { type: 'filter-typed', text: ' moss ' }]);
  assert.deepEqual(typed.effects, [{ type: 'draw-matches', drawing: 3, filter: 'moss' }]);
  const grown = reduce(typed.state, tab({ site: aSite({ counts: { ...aSite().counts, elements: 10 } }) }));
  assert.equal(grown.effects[1].type, 'draw-matches');
  assert.equal(menu(reduce(typed.state, { type: 'filter-typed', text: '' })).row.key, 'a');
});

test('a tab without a map has only a frame', () => {
  assert.deepEqual(
    after([{ type: 'tab-received', tab: noMap('loading') }]).effects.map(({ type }) => type),
    ['draw-frame'],
  );
});

test('the menu is redrawn as the map grows but not for progress', () => {
  const grown = { counts: { ...aSite().counts, elements: 10 } };
  assert.ok(menu(after([tab(), FOUND, tab({ site: aSite(grown) })])));
  assert.equal(menu(after([tab(), FOUND, tab({ site: aSite({ progress: { done: 1, wanted: 5 } }) })])), undefined);
});

test('a submenu opens at its start and closes to its button', () => {
  const entered = after([tab(), enter('a'), enter('b')]);
  assert.deepEqual([menu(entered).row.key, menu(entered).focus], ['b', { at: 'start' }]);
  const left = reduce(entered.state, LEFT);
  assert.deepEqual([menu(left).row.key, menu(left).focus], ['a', { at: 'key', key: 'b' }]);
  assert.equal(menu(reduce(left.state, LEFT)).row, null);
});

test('leaving the top level has no effect', () => {
  assert.deepEqual(after([tab(), LEFT]).effects, []);
});

test('each drawing has its own number so that a late one can be dropped', () => {
  const events = [tab(), FOUND, enter('a'), LEFT];
  const numbers = events.slice(1).map((_, at) => menu(after(events.slice(0, at + 2))).drawing);
  assert.deepEqual(numbers, [1, 2, 3]);
  assert.equal(after(events).state.drawing, 3);
});

test('the open submenu survives the host and a reload but not its sitemap', () => {
  const open = [tab(), FOUND, enter('a')];
  assert.equal(menu(after([...open, tab({ generation: 2 })])).row.key, 'a');
  assert.equal(
    menu(after([...open, { type: 'tab-received', tab: noMap('loading') }, tab({ generation: 2 })])).row.key,
    'a',
  );
  const other = aSite({ site: 's2', sitemap: 'https://b.example/map.xml' });
  assert.equal(menu(after([...open, tab({ site: other }), { ...FOUND, source: other.sitemap }])).row, null);
});
