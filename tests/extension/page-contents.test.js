import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { matchingRows, rowsOfPage } = await import('../../extension/sidebar/page-contents.js');
const { filterWords } = await import('../../extension/shared/matched-letters.js');

const PAGE = 'https://a.example/docs/';
const NAMES = { headings: 'On this page', menus: 'Menus', menu: ({ name }) => name };
/** Entries by lines, each two spaces deeper than the one it stands in. @param {string[]} lines */
const entries = (lines) => lines.map((line) => {
  const [, indent = '', name = '', path = ''] = /^( *)([^>]*?)(?: > (.*))?$/.exec(line) ?? [];
  return { name, url: path && `https://a.example/${path}`, depth: indent.length / 2 + 1, isCurrent: false };
});
const rowsOf = (lines, headings = []) => rowsOfPage({ headings, menus: [{ name: 'Guide', place: '', entries: entries(lines) }], home: '' }, PAGE, NAMES);
const found = (lines, words, headings) => matchingRows(rowsOf(lines, headings), filterWords(words)).map(({ name, level, match }) => `${'  '.repeat(level - 1)}${name}${match ? ' *' : ''}`);

const GUIDE = ['Tutorial', '  Classes > tutorial/classes', '  Modules > tutorial/modules', 'Library', '  Classes of errors > library/errors', 'Extending > c-api/', 'Über uns > about'];

test('words are found in the names of several levels, whatever their case and accents', () => {
  assert.deepEqual(found(GUIDE, 'tutorial classes'), ['Menus', '  Guide', '    Tutorial', '      Classes *']);
  assert.deepEqual(found(GUIDE, 'UBER'), ['Menus', '  Guide', '    Über uns *']);
  assert.deepEqual(found(GUIDE, 'guide modules'), ['Menus', '  Guide', '    Tutorial', '      Modules *']);
  assert.deepEqual(found(GUIDE, 'zebra'), []);
});

test('headings are found, too, and the title above them is no match', () => {
  assert.deepEqual(found(GUIDE, 'page', [{ name: 'A page of errors', level: 1, id: 'a' }]), ['On this page', '  A page of errors *']);
});

test('words that look like a part of an address are found there', () => {
  assert.deepEqual(found(GUIDE, 'c-api'), ['Menus', '  Guide', '    Extending *']);
  assert.deepEqual(found(GUIDE, 'example'), [], 'other words are not looked for in addresses');
});

test('one typing error in a word is forgiven, and what is written as it was typed comes first', () => {
  assert.deepEqual(found(GUIDE, 'classse tutorial'), ['Menus', '  Guide', '    Tutorial', '      Classes *']);
  assert.deepEqual(found(['Clases > a', 'Classes > b'], 'classes'), ['Menus', '  Guide', '    Classes *', '    Clases *']);
  assert.deepEqual(found(GUIDE, 'clxxses'), [], 'two errors are not');
  assert.deepEqual(found(['Cap > a'], 'cat'), [], 'nor one in a short word');
});

test('where many rows match as they are written, none is guessed', () => {
  const lines = [...Array.from({ length: 20 }, (_, at) => `Classes ${at} > p${at}`), 'Clases > q'];
  assert.equal(found(lines, 'classes').some((line) => line.includes('Clases')), false);
  assert.equal(found(lines.slice(1), 'classes').some((line) => line.includes('Clases')), true);
});

test('rows say their places among those that are left', () => {
  const rows = matchingRows(rowsOf(GUIDE), filterWords('classes'));
  assert.deepEqual(rows.map(({ name, position, set_size: size }) => [name, position, size]), [
    ['Menus', 1, 1], ['Guide', 1, 1], ['Tutorial', 1, 2], ['Classes', 1, 1], ['Library', 2, 2], ['Classes of errors', 1, 1],
  ]);
});
