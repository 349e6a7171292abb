import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRow } from './samples.js';

const { sharedLength } = await import('../../extension/sidebar/alike.js');

const named = (name, more = {}) => aRow({ name, ...more });
const shared = (name, ...others) => name.slice(0, sharedLength(named(name), others.map((other) => other && named(other))));

test('what a name begins with as its neighbours do is in common, by whole words', () => {
  assert.equal(shared('Introduction to moss, part one', 'Introduction to moss, part two', 'Ferns'), 'Introduction to moss, part ');
  assert.equal(shared('java.lang.StringBuffer', null, 'java.lang.StringBuilder'), 'java.lang.');
  assert.equal(shared('Introduction to moss', 'Introduction'), '');
});

test('few letters, the same name, or another level are nothing in common', () => {
  assert.equal(shared('Part one', 'Part two'), '');
  assert.equal(shared('The very same name', 'The very same name'), '');
  assert.equal(shared('Introduction to moss', undefined), '');
  assert.equal(sharedLength(named('Introduction to moss'), [named('Introduction to ferns', { level: 2 })]), 0);
  assert.equal(sharedLength(named('Introduction to moss'), [named('Introduction to ferns', { kind: 'group' })]), 0);
});
