import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRow } from './samples.js';

const { siblingsBeside, sharedLength } = await import('../../extension/sidebar/alike.js');

const named = (name, more = {}) => aRow({ name, ...more });
const shared = (name, ...others) => name.slice(0, sharedLength(named(name), others.map((other) => other && named(other))));

test('what a name begins with as its neighbours do is in common, by whole words', () => {
  assert.equal(shared('Introduction to moss, part one', 'Introduction to moss, part two', 'Ferns'), 'Introduction to moss, part ');
  assert.equal(shared('java.lang.StringBuffer', null, 'java.lang.StringBuilder'), 'java.lang.');
  assert.equal(shared('Introduction to moss', 'Introduction'), 'Introduction');
});

test('names of one long word are in common letter by letter, numbers whole', () => {
  assert.equal(shared('createElementNamespaceAware', 'createElementNamespaceBlind'), 'createElementNamespace');
  assert.equal(shared('Jahresbericht2024', 'Jahresbericht2025'), 'Jahresbericht');
  assert.equal(shared('Kiln ReentrantReadWriteLockFair', 'Kiln ReentrantReadWriteLockRough'), 'Kiln ReentrantReadWriteLock');
  assert.equal(shared('Donaudampfschifffahrtsgesellschaften', 'Donaudampfschifffahrtskapitän'), 'Donaudampfschifffahrts');
  assert.equal(shared('窯と釉薬の手引き第一章', '窯と釉薬の手引き第二章'), '窯と釉薬の手引き第');
});

test('letters that are joined in writing are not torn apart', () => {
  const [one, two] = ['كتاب الأفران الكبيرة الأولى', 'كتاب الأفران الكبيرة الأولية'];
  assert.equal(shared(one, two), 'كتاب الأفران الكبيرة ');
  assert.equal(shared('الاستعمالاتالأولى', 'الاستعمالاتالثانية'), '');
  assert.equal(shared('Lighthousese\u0301', 'Lighthousese\u0300'), 'Lighthouses');
  assert.equal(shared('Lighthouses👩‍🚒', 'Lighthouses👩‍🚀'), 'Lighthouses');
});

test('few letters, the same name, or another level are nothing in common', () => {
  assert.equal(shared('Part one', 'Part two'), '');
  assert.equal(shared('The very same name', 'The very same name'), '');
  assert.equal(shared('Introduction to moss', undefined), '');
  assert.equal(sharedLength(named('Introduction to moss'), [named('Introduction to ferns', { level: 2 })]), 0);
  assert.equal(sharedLength(named('Introduction to moss'), [named('Introduction to ferns', { kind: 'group' })]), 0);
});

test('siblings are beside each other though a branch is open between them', () => {
  const rows = [
    named('A', { level: 1 }), named('B', { level: 2 }), named('C', { level: 3 }), named('D', { level: 2 }), named('E', { level: 1 }),
  ];
  const beside = (index) => siblingsBeside(index, (at) => rows[at]).map((row) => row?.name ?? null);
  assert.deepEqual(beside(0), [null, 'E']);
  assert.deepEqual(beside(1), [null, 'D']);
  assert.deepEqual(beside(2), [null, null]);
  assert.deepEqual(beside(3), ['B', null]);
  assert.deepEqual(beside(4), ['A', null]);
});

test('siblings are looked for among so many rows', () => {
  let looked = 0;
  siblingsBeside(50_000, () => { looked += 1; return named('Deep', { level: 9 }); });
  assert.ok(looked <= 5);
  siblingsBeside(50_000, (index) => { looked += 1; return named('Row', { level: index === 50_000 ? 1 : 2 }); });
  assert.ok(looked <= 110, `${looked}`);
});
