import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../extension/content/class-family.js';

const { atLevel, authorsOwn, withFamily, withoutFamily, withoutLeftover } = globalThis.sitemapClassFamily;

test('a family always has a hundred classes', () => {
  for (const level of [0, 1, 20, 50, 99, 100]) assert.equal(new Set(atLevel('sitemap', level)).size, 100);
});

// holds: F92
test('level 0 has only under classes and level 100 only over classes', () => {
  assert.deepEqual([atLevel('s', 0).at(0), atLevel('s', 0).at(-1)], ['s-under-1', 's-under-100']);
  assert.deepEqual([atLevel('s', 100).at(0), atLevel('s', 100).at(-1)], ['s-over-0', 's-over-99']);
});

// holds: F93
test('level 30 contains over-29 and lacks over-30', () => {
  const classes = atLevel('sitemap', 30);
  assert.ok(classes.includes('sitemap-over-29') && classes.includes('sitemap-under-31'));
  assert.ok(!classes.includes('sitemap-over-30') && !classes.includes('sitemap-under-30'));
});

test('other classes and their white space are unchanged', () => {
  const author = '  a\tb  c';
  const shown = withFamily(author, ['sitemap'], 20);
  assert.ok(shown.startsWith(author));
  assert.equal(withoutFamily(shown, ['sitemap']), author);
});

test('an author’s class that looks similar does not belong to the family', () => {
  assert.equal(
    withoutFamily('sitemap-over-x my-sitemap-over-3 sitemap-over-3x', ['sitemap']),
    'sitemap-over-x my-sitemap-over-3 sitemap-over-3x',
  );
});

test('a new level replaces the classes of the old one', () => {
  const once = withFamily('a', ['s'], 20);
  assert.equal(withFamily(once, ['s'], 50), withFamily('a', ['s'], 50));
});

test('a prefix is matched literally', () => {
  assert.equal(withoutFamily('a.b-over-1 axb-over-1', ['a.b']), ' axb-over-1');
});

test('an empty value becomes the family alone', () => {
  assert.ok(withFamily('', ['s'], 0).startsWith('s-under-1 '));
});

test('a complete leftover family is removed, but an incomplete one is the author’s', () => {
  assert.equal(withoutLeftover(withFamily('a  b', ['s'], 30), ['s']), 'a  b');
  assert.equal(withoutLeftover(withFamily('', ['s'], 30), ['s']), '');
  assert.equal(withoutLeftover('a s-over-29 s-under-50', ['s']), 'a s-over-29 s-under-50');
  assert.equal(withoutLeftover(withFamily('a', ['t'], 30), ['s']), withFamily('a', ['t'], 30));
});

test('only ASCII white space separates classes', () => {
  const own = 'a\u00a0s-over-3 b\u2003s-under-7';
  assert.equal(withoutFamily(`${own} s-over-1\ts-over-2\fs-over-4`, ['s']), own);
  assert.ok(withFamily('a\u00a0', ['s'], 5).startsWith('a\u00a0 s-over-0 '));
});

test('a family written twice is a leftover, an incomplete one is the author’s', () => {
  const family = atLevel('s', 30).join(' ');
  assert.equal(withoutLeftover(`own ${family} ${family}`, ['s']), 'own');
  for (const level of [0, 100]) assert.equal(withoutLeftover(atLevel('s', level).join(' '), ['s']), '');
  const part = atLevel('s', 30).slice(0, 99).join(' ');
  assert.equal(withoutLeftover(part, ['s']), part);
});

/** The author's value, what the page makes of the value with the family, and the author's value then. */
const CHANGES = /** @type {[string, string, (value: string) => string, string][]} */ ([
  ['an added class stays', 's-over-200 x', (value) => `${value} dark`, 's-over-200 x dark'],
  ['a class of the family returns to its place', 'x s-over-5 y', (value) => `${value} dark`, 'x s-over-5 y dark'],
  ['a removed class is gone', 'x s-over-200 y', (value) => value.replace('x ', ''), 's-over-200 y'],
  ['a new value stays', 's-over-200 x', () => 'new', 's-over-200 new'],
  ['a removed attribute leaves the family', 's-over-200 x', () => '', 's-over-200'],
  ['the page’s own class of the family stays', 'x', (value) => `${value} s-over-300`, 'x s-over-300'],
  ['a whole value with classes of the family stays', 's-over-200 x', () => 's-over-5 x', 's-over-200 s-over-5 x'],
  ['a part of our classes is no value of the page', 'x', (value) => value.replace(' s-over-7', ''), 'x'],
]);
for (const [name, original, change, expected] of CHANGES) {
  test(`after a change by the page, ${name}`, () => {
    const written = withFamily(original, ['s'], 50);
    assert.equal(authorsOwn(original, written, change(written), ['s']), expected);
  });
}
