import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, tab, view, shown, OPEN, first } from './sidebar-events.js';

const HEADINGS = [{ name: 'A', level: 1, id: 'a' }];
const CURRENT = [...OPEN, view({ current: 4, in_map: true }), shown()];
const OFFERED = [...CURRENT, { type: 'settings-read', offersOutline: true }];
const outline = (more) => ({ type: 'outline-received', tabId: 1, headings: HEADINGS, active: 0, ...more });
const OUTLINED = [...OFFERED, { type: 'outline-toggled' }, outline()];

test('headings are offered where the settings say so, and requested when the reader wants them', () => {
  assert.deepEqual(after(OFFERED).effects, [{ type: 'offer-outline', isOpen: false }]);
  assert.deepEqual(after([...OFFERED, { type: 'outline-toggled' }]).effects, [{ type: 'offer-outline', isOpen: true }, { type: 'follow-outline', isWanted: true }]);
  assert.deepEqual(after([...CURRENT, { type: 'outline-toggled' }]).effects, [{ type: 'offer-outline', isOpen: null }]);
});

test('headings are shown below the row of the page, and marked as they are read', () => {
  const step = after(OUTLINED);
  assert.deepEqual(first(step, 'show-tree').outline, { after: 4, url: 'https://a.example/', headings: HEADINGS });
  assert.deepEqual(first(step, 'mark-heading'), { type: 'mark-heading', index: 0 });
  assert.deepEqual(after([...OUTLINED, outline({ active: -1 })]).effects, [{ type: 'mark-heading', index: -1 }]);
});

test('headings stay as rows fold, and go while a filter is on or the page has no row', () => {
  assert.equal(first(after([...OUTLINED, view({ current: 5, in_map: true })]), 'show-tree').outline.after, 5);
  assert.equal(first(after([...OUTLINED, view({ current: null })]), 'show-tree').outline, null);
  assert.equal(first(after([...OUTLINED, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, view({ current: 4 })]), 'show-tree').outline, null);
});

test('another page is to report its own headings, and within a page they stay', () => {
  const next = after([...OUTLINED, tab({ url: 'https://a.example/next' })]);
  assert.deepEqual([first(next, 'follow-outline'), next.state.headings], [{ type: 'follow-outline', isWanted: true }, null]);
  const within = after([...OUTLINED, tab({ url: 'https://a.example/#a' })]);
  assert.deepEqual([first(within, 'follow-outline'), within.state.headings], [undefined, HEADINGS]);
});

test('headings of another tab are not shown, nor any that are not wanted', () => {
  assert.deepEqual(after([...OFFERED, outline()]).effects, []);
  assert.deepEqual(after([...OUTLINED, outline({ tabId: 2, headings: [] })]).effects, []);
});

test('the reader, or the setting, ends the outline', () => {
  for (const event of [{ type: 'outline-toggled' }, { type: 'settings-read', offersOutline: false }]) {
    const step = after([...OUTLINED, event]);
    assert.deepEqual(first(step, 'follow-outline'), { type: 'follow-outline', isWanted: false });
    assert.equal(first(step, 'show-tree').outline, null);
    assert.equal(step.state.isOutlined, false);
  }
});
