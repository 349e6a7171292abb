import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, gone, tab, view, shown, OPEN, first } from './sidebar-events.js';

const HEADINGS = [{ name: 'A', level: 1, id: 'a' }];
const CURRENT = [...OPEN, view({ current: 4, in_map: true }), shown()];
const OFFERED = [...CURRENT, { type: 'settings-read', offersOutline: true }];
const CONTENTS = { headings: HEADINGS, menus: [] };
const outline = (more) => ({ type: 'outline-received', tabId: 1, contents: CONTENTS, active: 0, ...more });
const follow = (isWanted, withMenus = false) => ({ type: 'follow-outline', isWanted, withMenus, tabId: 1 });
const OUTLINED = [...OFFERED, { type: 'outline-toggled' }, outline()];

test('headings are offered if the setting allows and requested by the reader', () => {
  assert.deepEqual(after(OFFERED).effects, [{ type: 'offer-outline', isOpen: false }]);
  assert.deepEqual(after([...OFFERED, { type: 'outline-toggled' }]).effects, [
    { type: 'offer-outline', isOpen: true },
    follow(true),
  ]);
  assert.deepEqual(after([...CURRENT, { type: 'outline-toggled' }]).effects, [{ type: 'offer-outline', isOpen: null }]);
});

test('headings are shown below the page’s row and the current one is marked', () => {
  const step = after(OUTLINED);
  assert.deepEqual(first(step, 'show-tree').outline, { after: 4, url: 'https://a.example/', headings: HEADINGS });
  assert.deepEqual(first(step, 'mark-heading'), { type: 'mark-heading', index: 0 });
  assert.deepEqual(after([...OUTLINED, outline({ active: -1 })]).effects, [{ type: 'mark-heading', index: -1 }]);
});

test('headings stay as rows close, and disappear under a filter or in a closed branch', () => {
  assert.equal(first(after([...OUTLINED, view({ current: 5, in_map: true })]), 'show-tree').outline.after, 5);
  assert.equal(first(after([...OUTLINED, view({ current: null, in_map: true })]), 'show-tree').outline, null);
  assert.equal(
    first(
      after([...OUTLINED, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, view({ current: 4 })]),
      'show-tree',
    ).outline,
    null,
  );
});

test('a new page reports its own headings, within a page they stay', () => {
  const next = after([...OUTLINED, tab({ url: 'https://a.example/next' })]);
  assert.deepEqual([first(next, 'follow-outline'), next.state.headings], [follow(true), null]);
  const within = after([...OUTLINED, tab({ url: 'https://a.example/#a' })]);
  assert.deepEqual([first(within, 'follow-outline'), within.state.headings], [undefined, HEADINGS]);
});

test('a report without contents keeps them and marks the heading', () => {
  const step = after([...OUTLINED, outline({ contents: null, active: 3 })]);
  assert.deepEqual([step.effects, step.state.headings], [[{ type: 'mark-heading', index: 3 }], HEADINGS]);
});

test('a list of pages wants the menus of each page, which name its rows', () => {
  const site = /** @type {any} */ ({ site: 's1', sitemap: 'https://a.example/map.xml', format: 'sitemaps-org' });
  const list = after([tab({ site })]);
  const next = after([tab({ site }), tab({ site, url: 'https://a.example/next' })]);
  assert.deepEqual([first(next, 'follow-outline'), list.state.headings], [follow(true, true), null]);
});

test('a reloaded page reports its headings again', () => {
  assert.deepEqual(first(after([...OUTLINED, tab({ documentId: 'other' })]), 'follow-outline'), follow(true));
});

test('the next background is asked again for the reports that are wanted', () => {
  for (const [events, request] of /** @type {[any[], any][]} */ ([
    [[gone('none')], follow(true, true)],
    [OUTLINED, follow(true)],
    [OFFERED, follow(false)],
  ])) {
    assert.deepEqual(after([...events, { type: 'reconnected' }]).effects, [request]);
  }
});

test('headings of the previous document can be hidden before the next one reports', () => {
  const step = after([...OUTLINED, tab({ documentId: 'd2' }), { type: 'outline-toggled' }]);
  assert.equal(first(step, 'show-tree').outline, null);
});

test('headings that arrive while the current row is searched do not lose it', () => {
  const seeking = [
    ...OFFERED,
    { type: 'outline-toggled' },
    view({ current: 7, in_map: true }, { isReveal: true }),
    outline(),
  ];
  assert.equal(first(after(seeking), 'show-tree').reveal, 7);
});

test('headings of another tab or without a request are not shown', () => {
  assert.deepEqual(after([...OFFERED, outline()]).effects, []);
  assert.deepEqual(after([...OUTLINED, outline({ tabId: 2, contents: { headings: [], menus: [] } })]).effects, []);
});

test('the reader or the setting ends the outline', () => {
  for (const event of [{ type: 'outline-toggled' }, { type: 'settings-read', offersOutline: false }]) {
    const step = after([...OUTLINED, event]);
    assert.deepEqual(first(step, 'follow-outline'), follow(false));
    assert.equal(first(step, 'show-tree').outline, null);
    assert.equal(step.state.isOutlined, false);
  }
});

const UNLISTED = [...OPEN, { type: 'settings-read', offersOutline: true }, view({ current: null, in_map: false })];

test('headings of a page that is not in the map are at the top without a request', () => {
  assert.deepEqual(first(after(UNLISTED), 'follow-outline'), follow(true));
  assert.deepEqual(first(after([...UNLISTED, outline()]), 'show-tree').outline, {
    after: -1,
    url: 'https://a.example/',
    headings: HEADINGS,
  });
  assert.equal(
    first(after([...UNLISTED, outline({ contents: { headings: [], menus: [] } })]), 'show-tree').outline,
    null,
  );
  assert.equal(first(after([...UNLISTED, outline(), view({ current: 3, near: true })]), 'show-tree').outline.after, 3);
});

test('headings of an unlisted page disappear with it and wait until that is known', () => {
  const step = after([...UNLISTED, outline(), view({ current: 3, in_map: true })]);
  assert.deepEqual([first(step, 'follow-outline'), first(step, 'show-tree').outline], [follow(false), null]);
  const pending = after([
    ...OPEN,
    { type: 'settings-read', offersOutline: true },
    view({ current: null, pending: true }),
  ]);
  assert.equal(first(pending, 'follow-outline'), undefined);
  assert.equal(
    first(after([...OPEN, { type: 'settings-read', offersOutline: false }, view({ current: null })]), 'follow-outline'),
    undefined,
  );
});
