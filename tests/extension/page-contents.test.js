import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { matchingRows, rowsOfPage } = await import('../../extension/sidebar/page-contents.js');
const { filterWords } = await import('../../extension/shared/matched-letters.js');

const PAGE = 'https://a.example/docs/';
const NAMES = { headings: 'On this page', menus: 'Menus', menu: (place, number) => `${place || 'Menu'} ${number}` };
/** Return entries from lines, each indented by two spaces more than its parent. @param {string[]} lines */
const entries = (lines) =>
  lines.map((line) => {
    const [, indent = '', name = '', path = ''] = /^( *)([^>]*?)(?: > (.*))?$/.exec(line) ?? [];
    return { name, url: path && `https://a.example/${path}`, depth: indent.length / 2 + 1, isCurrent: false };
  });
const rowsOf = (lines, headings = []) =>
  rowsOfPage({ headings, menus: [{ name: 'Guide', place: '', entries: entries(lines) }], home: '' }, PAGE, NAMES);
const matching = (lines, words, headings) =>
  matchingRows(rowsOf(lines, headings), filterWords(words)).map(
    ({ name, level, match }) => `${'  '.repeat(level - 1)}${name}${match ? ' *' : ''}`,
  );

const GUIDE = [
  'Tutorial',
  '  Classes > tutorial/classes',
  '  Modules > tutorial/modules',
  'Library',
  '  Classes of errors > library/errors',
  'Extending > c-api/',
  'Über uns > about',
];

test('words match names on several levels regardless of case and accents', () => {
  assert.deepEqual(matching(GUIDE, 'tutorial classes'), ['Menus', '  Guide', '    Tutorial', '      Classes *']);
  assert.deepEqual(matching(GUIDE, 'UBER'), ['Menus', '  Guide', '    Über uns *']);
  assert.deepEqual(matching(GUIDE, 'guide modules'), ['Menus', '  Guide', '    Tutorial', '      Modules *']);
  assert.deepEqual(matching(GUIDE, 'zebra'), []);
});

test('headings match too, but the title above them does not', () => {
  assert.deepEqual(matching(GUIDE, 'page', [{ name: 'A page of errors', level: 1, id: 'a' }]), [
    'On this page',
    '  A page of errors *',
  ]);
});

test('words that look like part of an address match addresses', () => {
  assert.deepEqual(matching(GUIDE, 'c-api'), ['Menus', '  Guide', '    Extending *']);
  assert.deepEqual(matching(GUIDE, 'example'), [], 'other words are not looked for in addresses');
});

test('a menu without a name has a row only if it has several links beside other menus', () => {
  const menu = (name, ...links) => ({ name, place: '', entries: entries(links) });
  const shown = (...menus) =>
    rowsOfPage({ headings: [], menus, home: '' }, PAGE, NAMES).flatMap(({ below }) =>
      below.map((row) => [row.name, ...row.below.map(({ name }) => name)].join(' ')),
    );
  assert.deepEqual(shown(menu('', 'Logo > a'), menu('Guide', 'One > b'), menu('', 'Two > c', 'Three > d')), [
    'Logo',
    'Guide One',
    'Menu 1 Two Three',
  ]);
  const two = entries(['Two > c', 'Three > d']);
  assert.deepEqual(
    shown(...['', 'header', '', 'header'].map((place) => ({ name: '', place, entries: two }))).map((row) =>
      row.slice(0, -10),
    ),
    ['Menu 1', 'header 1', 'Menu 2', 'header 2'],
  );
  assert.deepEqual(shown(menu('', 'One > b', 'Two > c')), ['One', 'Two']);
  assert.deepEqual(shown(menu('', 'One > b')), ['One']);
});

test('rows of a page have no login from its address', () => {
  /** @type {import('../../extension/shared/types.js').PageMenu} */
  const menu = {
    name: 'Guide',
    place: '',
    entries: ['/docs/', '/a'].map((path) => ({
      name: path,
      url: `https://u:p@a.example${path}`,
      depth: 1,
      isCurrent: false,
    })),
  };
  menu.entries.push({ name: 'Elsewhere', url: 'https://guest:guest@b.example/', depth: 1, isCurrent: false });
  const [headings, menus] = rowsOfPage(
    {
      headings: [
        { name: 'A', level: 1, id: 'x' },
        { name: 'B', level: 1, id: '' },
      ],
      menus: [menu],
      home: '',
    },
    'https://u:p@a.example/docs/#y',
    NAMES,
  );
  assert.deepEqual(
    headings.below.map(({ location }) => location),
    ['https://a.example/docs/#x', 'https://a.example/docs/'],
  );
  const [{ below }] = menus.below;
  assert.deepEqual(
    below.map(({ location, current }) => [location, current]),
    [
      ['https://a.example/docs/', true],
      ['https://a.example/a', false],
      ['https://guest:guest@b.example/', false],
    ],
  );
});

test('the current row of an application is the one with the fragment of its page', () => {
  const entries = ['#/', '#/rooms', ''].map((hash) => ({
    name: `Page ${hash}`,
    url: `https://a.example/${hash}`,
    depth: 1,
    isCurrent: false,
  }));
  const currentOn = (hash) => {
    const [{ below }] = rowsOfPage(
      { headings: [], menus: [{ name: '', place: '', entries }], home: '' },
      `https://a.example/${hash}`,
      NAMES,
    );
    return below.flatMap(({ location, current }) => (current ? [location] : []));
  };
  assert.deepEqual(currentOn('#/rooms'), ['https://a.example/#/rooms']);
  assert.deepEqual(currentOn('#/'), ['https://a.example/#/']);
  assert.deepEqual(currentOn('#beds'), ['https://a.example/']);
});

test('a heading without an id in an application leads to its page', () => {
  const [{ below }] = rowsOfPage(
    { headings: [{ name: 'A', level: 1, id: '' }], menus: [], home: '' },
    'https://a.example/#/rooms?id=beds',
    NAMES,
  );
  assert.deepEqual(
    below.map(({ location }) => location),
    ['https://a.example/#/rooms'],
  );
});

test('one typing error in a word matches, after exact matches', () => {
  assert.deepEqual(matching(GUIDE, 'classse tutorial'), ['Menus', '  Guide', '    Tutorial', '      Classes *']);
  assert.deepEqual(matching(['Clases > a', 'Classes > b'], 'classes'), [
    'Menus',
    '  Guide',
    '    Classes *',
    '    Clases *',
  ]);
  assert.deepEqual(matching(GUIDE, 'clxxses'), [], 'two errors are not');
  assert.deepEqual(matching(['Cap > a'], 'cat'), [], 'nor one in a short word');
});

test('many exact matches exclude typing errors', () => {
  const lines = [...Array.from({ length: 20 }, (_, at) => `Classes ${at} > p${at}`), 'Clases > q'];
  assert.equal(
    matching(lines, 'classes').some((line) => line.includes('Clases')),
    false,
  );
  assert.equal(
    matching(lines.slice(1), 'classes').some((line) => line.includes('Clases')),
    true,
  );
});

test('rows have their positions among the remaining ones', () => {
  const rows = matchingRows(rowsOf(GUIDE), filterWords('classes'));
  assert.deepEqual(
    rows.map(({ name, position, set_size: size }) => [name, position, size]),
    [
      ['Menus', 1, 1],
      ['Guide', 1, 1],
      ['Tutorial', 1, 2],
      ['Classes', 1, 1],
      ['Library', 2, 2],
      ['Classes of errors', 1, 1],
    ],
  );
});
