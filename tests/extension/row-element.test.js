import { document, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRow } from './samples.js';

const { descriptionOf, drawCount, fillRow, newRow, otherSiteOf, shortType, variantEntries, weightOf } = await import(
  '../../extension/sidebar/row-element.js'
);
const { openMenu } = await import('../../extension/shared/menu.js');
const { text } = await import('../../extension/shared/strings.js');

// holds: F117
test('priority shows as font weight and the default as none', () => {
  assert.deepEqual([0, 0.29, 0.5, 0.6, 0.9].map(weightOf), ['light', 'light', 'plain', 'strong', 'heavy']);
});

test('types are named in a few letters', () => {
  assert.deepEqual(
    ['application/pdf', 'image/svg+xml', 'text/plain; charset=x', 'application/vnd.oasis.opendocument.text'].map(
      shortType,
    ),
    ['PDF', 'SVG', 'PLAIN', 'application'],
  );
});

/** Return a filled row, and the actions it has run. @returns {{element: any, done: any[]}} */
function filled(more, around) {
  const done = [];
  const element = newRow(4);
  const row = aRow(more);
  fillRow(
    element,
    row,
    {
      toggle: (target) => done.push(['toggle', target.key]),
      visit: (target, where) => done.push(['visit', target.key, where]),
      menu: (target) => done.push(['menu', target.key]),
    },
    around,
  );
  document.body.replaceChildren(element);
  return { element, done };
}
const attributes = (element, ...names) => names.map((name) => element.getAttribute(name));

test('an empty row says that it is loading', () => {
  const element = newRow(4);
  assert.deepEqual(
    [element.id, ...attributes(element, 'role', 'aria-label')],
    ['row-4', 'treeitem', text('rowLoading')],
  );
});

test('a row’s accessible properties give its kind and position', () => {
  const { element } = filled({
    level: 3,
    position: 2,
    set_size: 5,
    children: true,
    current: true,
    description: 'About',
    language: 'en',
  });
  assert.deepEqual(
    attributes(
      element,
      'aria-label',
      'aria-description',
      'aria-level',
      'aria-posinset',
      'aria-setsize',
      'aria-expanded',
      'aria-current',
      'lang',
    ),
    ['Name', 'About', '3', '2', '5', 'false', 'page', 'en'],
  );
});

test('a row omits properties that do not apply', () => {
  const { element } = filled({ position: undefined, set_size: undefined });
  assert.deepEqual(
    attributes(element, 'aria-description', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'aria-current', 'lang'),
    Array(6).fill(null),
  );
});

test('an unexpected language or type is named and shown by its code', () => {
  const { element } = filled({ language: 'de', content_type: 'application/pdf' });
  assert.equal(element.getAttribute('aria-label'), 'Name, German, PDF');
  assert.deepEqual(
    [...element.querySelectorAll('.badge')].map((badge) => [badge.dataset.code, badge.title]),
    [
      ['de', 'German'],
      ['PDF', 'application/pdf'],
    ],
  );
  assert.deepEqual(texts('.badge', filled({ language: 'en', content_type: 'text/html' }).element), []);
});

test('a link has its language and type, and the tooltip an unusual encoding', () => {
  const { element } = filled({
    location: 'https://a.example/',
    language: 'de',
    content_type: 'application/pdf',
    charset: 'ISO-8859-1',
  });
  assert.deepEqual(attributes(element.querySelector('a.name'), 'hreflang', 'type', 'lang'), [
    'de',
    'application/pdf',
    'de',
  ]);
  assert.equal(element.title.split('\n').at(-1), 'ISO-8859-1');
  for (const charset of ['utf-8', 'UTF8', 'us-ascii', undefined])
    assert.equal(filled({ charset }).element.title.includes('\n'), false);
});

test('a loop is named and cannot be opened', () => {
  const { element } = filled({ loop: true, children: true });
  assert.ok(element.getAttribute('aria-label').includes(text('loopTip')));
  assert.equal(element.getAttribute('aria-expanded'), null);
  assert.ok(element.classList.contains('loop'));
});

// holds: W9
test('a name with an address is a link that also opens its branch, and the twist only opens it', () => {
  const { element, done } = filled({ children: true });
  element.querySelector('a.name').click();
  element.querySelector('.twist').click();
  assert.deepEqual(done, [
    ['toggle', 'k'],
    ['visit', 'k', 'current'],
    ['toggle', 'k'],
  ]);
});

test('an open branch stays open on a click, and one opened elsewhere is unchanged', () => {
  const open = filled({ children: true, open: true });
  open.element.querySelector('a.name').click();
  assert.deepEqual(open.done, [['visit', 'k', 'current']]);
  const aside = filled({ children: true });
  aside.element
    .querySelector('a.name')
    .dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  assert.deepEqual(aside.done, [['visit', 'k', 'background-tab']]);
});

test('a language is named if it differs from the map’s', () => {
  const codes = (language) =>
    [...filled({ language: 'de' }, { language }).element.querySelectorAll('.badge')].map((badge) => badge.dataset.code);
  assert.deepEqual([codes('de-AT'), codes('fr'), codes(undefined)], [[], ['de'], ['de']]);
});

test('a name without a link is no tab stop', () => {
  const { element } = filled({ location: null });
  assert.equal(element.querySelector('.name').getAttribute('tabindex'), null);
});

test('a row that can neither be followed nor opened says so with the reason', () => {
  const { element } = filled({ location: null, refused: 'javascript:x' });
  assert.equal(element.getAttribute('aria-disabled'), 'true');
  assert.ok(element.classList.contains('nowhere'));
  assert.equal(element.getAttribute('aria-label'), `Name, ${text('nowhere')}`);
  assert.ok(element.getAttribute('aria-description').includes('javascript:'));
  assert.ok(element.querySelector('.icon-nowhere'));
});

test('a row that only opens, and a group, are not marked as dead ends', () => {
  for (const more of [{ children: true }, { kind: 'group', children: true }, { kind: 'range', children: true }]) {
    const { element } = filled({ location: null, ...more });
    assert.deepEqual([element.getAttribute('aria-disabled'), element.classList.contains('nowhere')], [null, false]);
  }
});

test('mail and telephone rows have a sign', () => {
  const { element } = filled({ location: 'tel:+49123' });
  assert.equal(element.getAttribute('aria-label'), `Name, ${text('leadsToPhone')}`);
  assert.ok(element.querySelector('.icon-phone'));
  assert.ok(filled({ location: 'mailto:a@b.example' }).element.querySelector('.icon-mail'));
});

test('matching letters are marked and ancestors unchanged', () => {
  const element = filled({ name: 'Moss & <b>lamps</b>', match: true }, { words: ['la'] }).element;
  assert.deepEqual(
    [texts('mark', element), element.querySelector('.name').textContent, element.querySelector('b')],
    [['la'], 'Moss & <b>lamps</b>', null],
  );
  const way = filled({ name: 'Lamps', match: false }, { words: ['la'] }).element;
  assert.deepEqual([texts('mark', way), way.className], [[], filled({ name: 'Lamps' }).element.className]);
  const [group, item] = ['group', 'item'].map(
    (kind) => filled({ kind, location: null, match: false }, { words: ['la'] }).element,
  );
  assert.deepEqual(
    [group.classList.contains('group'), item.classList.contains('nowhere'), item.querySelector('.icon-nowhere')],
    [true, false, null],
  );
});

test('a name is one element whatever its text and matches', () => {
  const { element } = filled({ name: 'Notes on the moss of lamps', match: true }, { words: ['os'] });
  assert.deepEqual(
    [texts('.name > *', element), texts('.words mark', element)],
    [['Notes on the moss of lamps'], ['os']],
  );
  assert.deepEqual(texts('.name > .words', filled({ name: 'Moss' }).element), ['Moss']);
});

test('a group with children is a heading', () => {
  assert.ok(filled({ kind: 'group', children: true }).element.classList.contains('group'));
  assert.ok(filled({ kind: 'group' }).element.classList.contains('empty'));
  const { element } = filled({ kind: 'group', name: null, children: true });
  assert.equal(element.getAttribute('aria-label'), text('namelessGroup'));
  assert.ok(element.querySelector('.name').classList.contains('nameless'));
});

test('clicking the name of a range toggles it', () => {
  const { element, done } = filled({ kind: 'range', children: true });
  element.querySelector('.name').click();
  assert.deepEqual(done, [['toggle', 'k']]);
});

const VARIANTS = [
  { index: 0, name: 'Name', language: 'en', content_type: null, location: 'https://a.example/p' },
  { index: 1, name: null, language: 'de', content_type: 'application/pdf', location: 'https://a.example/de' },
  { index: 2, name: 'Nowhere', language: null, content_type: null, location: 'javascript:alert(1)' },
];

test('every row has a menu, whose button is always visible for several variants', () => {
  const { element, done } = filled({ variants: VARIANTS });
  element.querySelector('.variants').click();
  assert.deepEqual(done, [['menu', 'k']]);
  assert.deepEqual(
    [filled({ variants: VARIANTS }), filled()].map((row) =>
      row.element.querySelector('.variants').classList.contains('menu'),
    ),
    [false, true],
  );
  assert.deepEqual(attributes(element.querySelector('.variants'), 'aria-haspopup', 'aria-expanded', 'aria-label'), [
    'menu',
    'false',
    text('rowMenuOf', 'Name'),
  ]);
  assert.ok(filled({ key: 'heading 1' }).element.querySelector('.variants.menu'));
});

test('a row of another site names it by sign, name and tooltip', () => {
  const { element } = filled({ location: 'https://www.b.example/x' }, { site: 'a.example' });
  assert.ok(element.querySelector('.icon-away'));
  assert.ok(element.getAttribute('aria-label').includes('www.b.example'));
  assert.ok(element.title.includes('www.b.example'));
});

test('a row of the same or unknown site, or of no page, has no site sign', () => {
  const other = (location, site = 'a.example') => otherSiteOf(aRow({ location }), site);
  assert.deepEqual(
    [other('https://a.example/x'), other('mailto:x@b.example'), other(null), other('https://b.example/', '')],
    ['', '', '', ''],
  );
  assert.equal(other('https://b.example/'), 'b.example');
});

test('the number of pages is shown and removed without redrawing anything else', () => {
  const { element } = filled({ children: true });
  const link = element.querySelector('a.name');
  drawCount(element, '12');
  drawCount(element, '13');
  assert.equal(element.querySelector('.below').dataset.count, '13');
  assert.equal(element.querySelector('.below').nextElementSibling.className, 'variants menu');
  drawCount(element, '');
  assert.deepEqual([texts('.below', element), element.querySelector('a.name') === link], [[], true]);
});

test('known properties follow the author’s description', () => {
  assert.equal(descriptionOf(aRow({ description: 'About' }), 'pages below: 12', ''), 'About. pages below: 12');
});

test('the variants’ menu gives languages and types and marks the current one', () => {
  const { element } = filled({ variants: VARIANTS, language: 'en' });
  const visits = [];
  openMenu(
    element,
    'Variants',
    variantEntries(aRow({ variants: VARIANTS, language: 'en' }), (...visit) => visits.push(visit)),
  );
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), ['Name English', 'Name German · PDF', 'Nowhere']);
  const [own, german, nowhere] = document.querySelectorAll('.drop-menu [role=menuitem]');
  assert.deepEqual(
    [own.getAttribute('aria-current'), german.lang, nowhere.localName, nowhere.getAttribute('aria-disabled')],
    ['true', 'de', 'span', 'true'],
  );
  german.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }));
  assert.deepEqual(visits, [[{ key: 'k', variant: 1, via: 'tree' }, 'current']]);
});

test('a row above the current page is marked as near and not as current', () => {
  const { element } = filled({ current: false, near: true });
  assert.equal(element.getAttribute('aria-current'), 'location');
  assert.match(element.getAttribute('aria-label') ?? '', /near here/);
  assert.equal(element.querySelector('.near-here')?.textContent, 'near here');
});
