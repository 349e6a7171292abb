import { callsOf, hosts, pass, returns } from './fake-browser.js';
import { clear, connectUi, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { handle } from '../../extension/background/handlers.js';
import { cleanOutline, receiveOutline } from '../../extension/background/outline.js';
import { frontTabs } from '../../extension/background/state.js';

const OUTLINE = { headings: [{ name: 'A', level: 1, id: 'a' }], active: 0 };

let ui;
let ran;
beforeEach(async () => {
  await clear();
  frontTabs.set(1, 1);
  ui = connectUi('sidebar');
  showPage(1, 'https://a.example/');
  ran = [];
  returns['scripting.executeScript'] = async ({ files, func, args }) => { ran.push(files ?? [func.name, ...args]); return [{ result: null }]; };
});
const sent = () => ui.port.sent.filter(({ event }) => event === 'outline').map(({ params }) => params);

test('a page is queried for its headings when a reader wants them, and what it says goes to that sidebar, and to no host', async () => {
  assert.deepEqual(receiveOutline(OUTLINE, { id: 1 }), { isWanted: false });
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  assert.deepEqual(ran, [['extension/content/outline.js'], ['follow']]);
  assert.deepEqual(receiveOutline(OUTLINE, { id: 1 }), { isWanted: true });
  assert.deepEqual(sent(), [{ tabId: 1, ...OUTLINE }]);
  assert.deepEqual(hosts, []);
});

test('what another page says, or one that is no longer in front or wanted, goes nowhere', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  assert.deepEqual([receiveOutline(OUTLINE, { id: 2 }), receiveOutline(OUTLINE, undefined)], [{ isWanted: false }, { isWanted: false }]);
  frontTabs.set(1, 2);
  assert.deepEqual(receiveOutline(OUTLINE, { id: 1 }), { isWanted: false });
  frontTabs.set(1, 1);
  await handle('ui', { method: 'outline.follow', params: { isWanted: false } }, { ui });
  assert.deepEqual(receiveOutline(OUTLINE, { id: 1 }), { isWanted: false });
  assert.deepEqual(sent(), []);
});

test('a page where no script may run has no outline, and that is no error', async () => {
  returns['scripting.executeScript'] = async () => { throw new Error('Cannot access contents'); };
  assert.deepEqual(await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui }), { result: null });
});

test('a heading is led to in the page itself', async () => {
  await handle('ui', { method: 'outline.lead', params: { index: 2, name: 'A' } }, { ui });
  assert.deepEqual(ran, [['lead', 2, 'A']]);
});

test('what a page says is put right: shape, number and length', () => {
  for (const said of [null, 'x', { headings: 'x' }, { headings: [null, 1, { name: 1, id: '' }, { name: '', id: '' }, { name: 'x' }] }]) {
    assert.deepEqual(cleanOutline(said), { headings: [], active: -1 });
  }
  const many = cleanOutline({ headings: Array(300).fill({ name: 'x'.repeat(300), level: 99, id: '' }), active: 250 });
  assert.deepEqual([many.headings.length, many.headings[0].name.length, many.headings[0].level, many.active], [200, 200, 6, -1]);
  assert.deepEqual(cleanOutline({ headings: [{ name: 'A', level: 'x', id: 'a', extra: 1 }], active: 0 }), OUTLINE);
  const ids = cleanOutline({ headings: ['x'.repeat(1_001), 'half a pair: \ud800', 'b'].map((id) => ({ name: 'A', level: 1, id })) });
  assert.deepEqual(ids.headings.map(({ id }) => id), ['', '', 'b']);
});

test('a page that says its headings without end is passed on a few times a second', async () => {
  await handle('ui', { method: 'outline.follow', params: { isWanted: true } }, { ui });
  for (let number = 0; number < 500; number++) receiveOutline(OUTLINE, { id: 1 });
  assert.equal(sent().length, 1);
  await pass(100);
  receiveOutline(OUTLINE, { id: 1 });
  assert.equal(sent().length, 2);
});
