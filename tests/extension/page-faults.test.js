import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser-stub.js';

const { cleanClassFaults, listFaults, pageFaults, withPageFaults } = await import(
  '../../extension/background/steps/page-faults.js'
);

const URL = 'https://a.example/page';
const change = (elem, attr = 'class') => ({ elem, namespaces: {}, attr, prefix: 's', cost: [] });
/** @returns {any} */
const site = (changes, sitemap = 'https://a.example/map.xml') => ({
  sitemap,
  class_changes: changes,
  counts: { documents: 1, elements: 1, faults: { error: 1, warning: 2, info: 3 } },
});
const reported = (code, elem = '//a', elements = 7) => ({ code, elem, elements });

// Promise (author): The sidebar lists changes that are refused, too costly, or select no element.
test('page faults are the content script’s reports about changes sent to the page', () => {
  const classFaults = [
    reported('class-change-too-costly'),
    reported('class-change-finds-nothing', '//b'),
    reported('class-change-finds-nothing', '//of-another-page'),
  ];
  const faults = pageFaults({ url: URL, classFaults }, site([change('//a'), change('//b', 'mood')]));
  assert.deepEqual(
    faults.map(({ code, document, severity }) => [code, document, severity]),
    [
      ['class-change-too-costly', URL, 'warning'],
      ['class-change-finds-nothing', URL, 'warning'],
    ],
  );
  assert.match(faults[0].message, /^“\/\/a” takes too long in a page of 7 elements, .*\. Write a path /);
  assert.match(faults[1].message, /^“\/\/b” finds no element in this page, .*\. Compare it /);
});

test('page faults include changes of other attributes by another origin’s map', () => {
  const faults = pageFaults({ url: URL }, site([change('//a'), change('//b', 'mood')], 'https://b.example/map.xml'));
  assert.deepEqual(
    faults.map(({ code }) => code),
    ['class-change-of-other-origin'],
  );
  assert.match(faults[0].message, /^“mood” is changed only in pages of the sitemap’s own origin; .*\. Drop attr /);
});

// Promise (author): A page cannot report other faults than those of class changes.
test('a report of faults is accepted as far as it is well-formed', () => {
  const good = reported('class-change-too-costly');
  const bad = [
    null,
    5,
    reported('internal'),
    reported('toString'),
    { ...good, elem: 5 },
    { ...good, elem: 'x'.repeat(2_001) },
    { ...good, elements: '<b>' },
  ];
  assert.deepEqual(cleanClassFaults([...bad, { ...good, more: 'x' }]), [good]);
  assert.equal(cleanClassFaults(Array(5_000).fill(good)).length, 50);
  for (const report of [undefined, null, 'x', {}]) assert.deepEqual(cleanClassFaults(report), []);
});

test('counts include the faults of a page', () => {
  const [fault] = pageFaults({ url: URL }, site([change('//b', 'mood')], 'https://b.example/map.xml'));
  assert.deepEqual(withPageFaults(site([]), [fault]).counts.faults, { error: 1, warning: 3, info: 3 });
  const same = site([]);
  assert.equal(withPageFaults(same, []), same);
});

test('the list has the page’s faults before the host’s in any slices', async () => {
  /** @type {any[]} */
  const own = ['p1', 'p2', 'p3'];
  /** @type {any[]} */
  const others = ['h1', 'h2', 'h3', 'h4', 'h5'];
  /** @param {any} params @returns {Promise<any>} */
  const request = async ({ from, count }) => ({ total: others.length, faults: others.slice(from, from + count) });
  for (const size of [1, 2, 3, 4, 50]) {
    const read = [];
    for (let from = 0; from < 8; from += size) {
      const { total, faults } = await listFaults({ site: 's', from, count: size }, own, request);
      assert.equal(total, 8);
      read.push(...faults);
    }
    assert.deepEqual(read, [...own, ...others], String(size));
  }
});
