import { aClipboard, document, loadPage, query, press, settled, speak, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aSite } from './samples.js';

const { MOST_FAULTS, Problems, grouped, problemCount, reportOf } = await import('../../extension/sidebar/problems.js');
const { text } = await import('../../extension/shared/strings.js');

let requested;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  requested = [];
});

/** @type {any} */
const fault = (more = {}) => ({
  code: 'never-heard-of',
  severity: 'error',
  message: 'Its own words',
  document: 'https://a.example/x/map.xml',
  line: 12,
  clause: 'D5',
  ...more,
});

/** Return the list for a sitemap with these faults. */
function listOf(faults, total = faults.length) {
  return new Problems(async (from, count) => {
    requested.push(from);
    return { total, faults: faults.slice(from, from + count) };
  }, query('#options'));
}

test('errors and warnings count but notes do not', () => {
  const site = (faults) => aSite({ counts: { documents: 1, elements: 9, faults } });
  assert.deepEqual(
    [site({ error: 1, warning: 2, info: 9 }), site({ error: 0, warning: 0, info: 9 }), null].map(problemCount),
    [3, 0, 0],
  );
});

test('the list covers the map, which is inert meanwhile', async () => {
  await listOf([fault()]).open('m');
  assert.deepEqual(
    [query('#problems').hidden, query('#map').inert, document.activeElement.id],
    [false, true, 'problems-close'],
  );
  assert.equal(press('Escape', { on: query('#faults') }), false); // what reaches Firefox stops the page that is loading
  assert.deepEqual(
    [query('#problems').hidden, query('#map').inert, document.activeElement.id],
    [true, false, 'options'],
  );
});

test('equal faults are one entry with their number and first places, without internals', async () => {
  await listOf([
    fault(),
    fault({ line: 13 }),
    fault({ code: 'other', severity: 'warning', message: 'Others', document: 'https://a.example/x/', line: 0 }),
    fault({ line: 14 }),
    fault({ line: 15 }),
  ]).open('m');
  assert.deepEqual(
    [...query('#faults').children].map((entry) => [entry.className, ...texts('strong, span, small', entry)]),
    [
      [
        'error',
        `${text('severityError')} · ${text('times', 4)}`,
        'Its own words',
        [...[12, 13, 14].map((line) => text('faultPlace', 'map.xml', line)), '…'].join(' · '),
      ],
      ['warning', `${text('severityWarning')} · ${text('times_one')}`, 'Others', 'https://a.example/x/'],
    ],
  );
});

test('the first of many faults are read page by page with the total', async () => {
  const all = Array.from({ length: 22_569 }, () => fault());
  await listOf(all).open('m');
  assert.deepEqual([requested.length, requested.at(-1)], [MOST_FAULTS / 50, MOST_FAULTS - 50]);
  assert.equal(query('#problems-rest').textContent, text('problemsRest', MOST_FAULTS, 22_569));
  await listOf(all.slice(0, 3)).open('m');
  assert.ok(query('#problems-rest').hidden);
});

test('a list that the host ends early ends', async () => {
  await listOf([], 10).open('m');
  assert.equal(query('#faults').childElementCount, 0);
});

test('a fault’s words are the host’s, marked as English in a page of another language and direction', async () => {
  speak('ar');
  try {
    await listOf([fault({ message: '<b>Its</b> own words' })]).open('m');
  } finally {
    speak('en');
  }
  const words = query('#faults span');
  assert.deepEqual([words.textContent, words.lang, words.dir], ['<b>Its</b> own words', 'en', 'ltr']);
  assert.notEqual(texts('#faults strong')[0], `${text('severityError')} · ${text('times_one')}`);
});

test('a report names the sitemap, each problem with its places, and the checker', async () => {
  const copied = aClipboard();
  await listOf([fault(), fault({ line: 13 })]).open('https://a.example/x/map.xml');
  query('#problems-copy').click();
  await settled();
  assert.equal(copied.join(), reportOf('https://a.example/x/map.xml', grouped([fault(), fault({ line: 13 })])));
  for (const words of [
    'https://a.example/x/map.xml',
    'Its own words',
    text('faultPlace', 'map.xml', 13),
    'standard-sitemap check',
  ])
    assert.ok(copied[0].includes(words));
  assert.ok(!copied[0].includes('D5'));
  assert.equal(query('#problems-said').textContent, text('copiedText'));
});

test('a closed list is not drawn', async () => {
  await listOf([fault()]).refresh();
  assert.deepEqual([requested, query('#faults').childElementCount], [[], 0]);
});
