import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser-stub.js';

const { cleanClassFaults, listFaults, pageFaults, withPageFaults } = await import('../../extension/background/page-faults.js');

const URL = 'https://a.example/page';
const change = (elem, attr = 'class') => ({ elem, namespaces: {}, attr, prefix: 's', cost: [] });
const site = (changes, sitemap = 'https://a.example/map.xml') => ({ sitemap, class_changes: changes, counts: { documents: 1, elements: 1, faults: { error: 1, warning: 2, info: 3 } } });
const reported = (code, elem = '//a', elements = 7) => ({ code, elem, elements });

test('page faults are those that the content script reports of changes that the page was given', () => {
  const classFaults = [reported('class-change-too-costly'), reported('class-change-finds-nothing', '//b'), reported('class-change-finds-nothing', '//of-another-page')];
  const faults = pageFaults({ url: URL, classFaults }, site([change('//a'), change('//b', 'mood')]));
  assert.deepEqual(faults.map(({ code, params, document, severity }) => [code, params, document, severity]), [
    ['class-change-too-costly', { elem: '//a', elements: '7' }, URL, 'warning'],
    ['class-change-finds-nothing', { elem: '//b' }, URL, 'warning'],
  ]);
});

test('page faults include changes of other attributes by the map of another origin', () => {
  const faults = pageFaults({ url: URL }, site([change('//a'), change('//b', 'mood')], 'https://b.example/map.xml'));
  assert.deepEqual(faults.map(({ code, params }) => [code, params]), [['class-change-of-other-origin', { attr: 'mood' }]]);
});

test('a report of faults is taken as far as it has the shape of one', () => {
  const good = reported('class-change-too-costly');
  const bad = [null, 5, reported('internal'), reported('toString'), { ...good, elem: 5 }, { ...good, elem: 'x'.repeat(2_001) }, { ...good, elements: '<b>' }];
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

test('the list has the faults of the page first, then all of the host, in whatever parts it is read', async () => {
  const own = ['p1', 'p2', 'p3'], others = ['h1', 'h2', 'h3', 'h4', 'h5'];
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
