import { document, press, texts } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRow } from './samples.js';

const { commandsOf, openRowMenu } = await import('../../extension/sidebar/row-menu.js');
const { text } = await import('../../extension/shared/strings.js');

const AROUND = { mayOpenPrivately: false, containers: [], isFiltered: false };
const commands = (row, around) => commandsOf(aRow(row), { ...AROUND, ...around });

test('a page’s menu opens it elsewhere, copies, bookmarks and hides it', () => {
  assert.deepEqual(commands(), [
    ['tab', 'window'],
    ['copy-address', 'copy'],
    ['bookmark', 'select', 'hide'],
  ]);
});

test('private windows and containers are offered if available', () => {
  assert.deepEqual(commands({}, { mayOpenPrivately: true, containers: [{ id: '', title: '' }] })[0], [
    'tab',
    'window',
    'private-window',
    'container',
  ]);
});

test('a branch’s menu opens everything below, closes it and opens its pages', () => {
  assert.deepEqual(commands({ children: true })[2], ['expand', 'open-pages']);
  assert.deepEqual(commands({ children: true, open: true })[2], ['expand', 'collapse', 'open-pages']);
  assert.deepEqual(commands({ children: true }, { isFiltered: true })[2], ['open-pages']);
});

test('groups cannot be closed, ranges are no pages, and loops contain nothing', () => {
  assert.deepEqual(commands({ kind: 'group', location: null, children: true, open: true }), [
    ['expand', 'open-pages'],
    ['hide'],
  ]);
  assert.deepEqual(commands({ kind: 'range', location: null, children: true }), [['expand']]);
  assert.deepEqual(commands({ children: true, loop: true }).flat().includes('expand'), false);
});

// Promise (author): A row's menu opens web pages only.
test('only web pages open, a mail address is copied and others are untouched', () => {
  assert.deepEqual(commands({ location: 'mailto:a@b.example' }), [['copy-address', 'copy'], ['hide']]);
  assert.deepEqual(commands({ location: 'javascript:alert(1)' }), [['hide']]);
  assert.deepEqual(commands({ key: 'heading 3' }), [
    ['tab', 'window'],
    ['copy-address', 'copy'],
    ['bookmark', 'select'],
  ]);
  assert.deepEqual(commands({ key: 'link https://a.example/', children: true }), [
    ['tab', 'window'],
    ['copy-address', 'copy'],
    ['expand', 'open-pages'],
    ['bookmark', 'select'],
  ]);
});

/** Return an open menu of a row at its button, and the commands it has run. */
function opened(more, around) {
  document.body.innerHTML = '<div class="row" tabindex="0"><button aria-haspopup="menu"></button></div>';
  const [row, anchor] = [document.querySelector('.row'), document.querySelector('button')];
  const done = [];
  const record =
    (name) =>
    (target, ...rest) =>
      done.push([name, target.key, ...rest]);
  /** @type {any} */
  const commands = Object.fromEntries(
    ['open', 'copy', 'expand', 'collapse', 'openPages', 'bookmark', 'select', 'hide'].map((name) => [
      name,
      record(name),
    ]),
  );
  row.focus();
  openRowMenu(aRow(more), anchor, { ...AROUND, ...around }, commands, record('visit'));
  const choose = (label) =>
    [...document.querySelectorAll('.drop-menu [role=menuitem]')].find((entry) => entry.textContent === label).click();
  return { row, anchor, done, choose };
}

// holds: W13
test('the menu has lines between groups and the page’s variants first', () => {
  const variants = ['en', 'de'].map((language, index) => ({
    index,
    name: `N${index}`,
    language,
    content_type: null,
    location: `https://a.example/${language}`,
  }));
  opened({ variants });
  assert.deepEqual(texts('.drop-menu > *').slice(0, 4), ['N0 English', 'N1 German', '', text('openInTab')]);
  assert.equal(document.querySelectorAll('.drop-menu [role=separator]').length, 3);
});

test('every entry runs its command', () => {
  const all = { children: true, open: true };
  const said = {
    openInTab: ['open', 'k', 'tab'],
    openInWindow: ['open', 'k', 'window'],
    openInPrivate: ['open', 'k', 'private-window'],
    copyAddress: ['copy', 'k', 'address'],
    expandBranch: ['expand', 'k'],
    collapseBranch: ['collapse', 'k'],
    openPages: ['openPages', 'k'],
    bookmarkPage: ['bookmark', 'k'],
    selectRow: ['select', 'k'],
    hideBranch: ['hide', 'k'],
  };
  for (const [label, wanted] of Object.entries(said)) {
    const { done, choose } = opened(all, { mayOpenPrivately: true });
    choose(text(label));
    assert.deepEqual(done, [wanted]);
  }
});

test('copy formats and containers are a menu in place, and Escape returns to the row', () => {
  const { row, anchor, done, choose } = opened(
    {},
    {
      containers: [
        { id: '', title: '' },
        { id: 'c2', title: `Mail\u202e ${'x'.repeat(60)}` },
      ],
    },
  );
  choose(text('copyAs'));
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), [text('copyText'), text('copyMarkdown'), text('copyHtml')]);
  assert.equal(anchor.getAttribute('aria-expanded'), 'true');
  press('ArrowDown');
  document.activeElement.click();
  assert.deepEqual(done, [['copy', 'k', 'markdown']]);
  assert.deepEqual([document.activeElement, anchor.getAttribute('aria-expanded')], [row, 'false']);
  const again = opened(
    {},
    {
      containers: [
        { id: '', title: '' },
        { id: 'c2', title: `Mail\u202e ${'x'.repeat(60)}` },
      ],
    },
  );
  again.choose(text('openInContainer'));
  const [none, other] = texts('.drop-menu [role=menuitem]');
  assert.equal(none, text('containerNone'));
  assert.ok(other.includes('Mail x') && other.includes('…') && !other.includes('\u202e') && other.length < 70);
  again.choose(other);
  assert.deepEqual(again.done, [['open', 'k', 'tab', 'c2']]);
});
