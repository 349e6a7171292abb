import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundedHeaders,
  headerValue,
  namingHeaders,
  normaliseHeaders,
  referrerPolicy,
  referrerPolicyOfMeta,
} from '../../extension/background/steps/evidence.js';

const OPT = '"http://standard-sitemap.org/2007/ns"; ns=15';

test('names are lower-cased and repeated fields joined in order', () => {
  const headers = normaliseHeaders([
    { name: 'OPT', value: 'a' },
    { name: 'X', value: '1' },
    { name: 'opt', value: 'b' },
  ]);
  assert.deepEqual(headers, [
    ['opt', 'a, b'],
    ['x', '1'],
  ]);
});

test('a field without a value is empty, and missing fields are none', () => {
  assert.deepEqual(normaliseHeaders([{ name: 'A' }]), [['a', '']]);
  assert.deepEqual(normaliseHeaders(undefined), []);
});

test('a value is found by its name', () => {
  assert.equal(headerValue([['a', '1']], 'a'), '1');
  assert.equal(headerValue([['a', '1']], 'b'), null);
});

test('only fields that could name a sitemap are recorded', () => {
  /** @type {[string, string][]} */
  const headers = [
    ['opt', OPT],
    ['15-location', '/map.xml'],
    ['set-cookie', 'secret'],
    ['content-type', 'text/html'],
  ];
  assert.deepEqual(namingHeaders(headers), headers.slice(0, 2));
});

test('a declaration may quote characters of the namespace by backslashes', () => {
  /** @type {[string, string][]} */
  const headers = [
    ['opt', OPT.replace('standard-', 'standard\\-')],
    ['15-location', '/map.xml'],
  ];
  assert.deepEqual(namingHeaders(headers), headers);
});

test('numbered locations without the declaration are dropped', () => {
  assert.deepEqual(
    namingHeaders([
      ['15-location', '/map.xml'],
      ['opt', '"http://example.org/"; ns=15'],
    ]),
    [],
  );
});

test('the legacy field counts by itself', () => {
  assert.deepEqual(namingHeaders([['x-standard-sitemap-location', '/map.xml']]), [
    ['x-standard-sitemap-location', '/map.xml'],
  ]);
});

// Promise (page): The header fields of a page are limited in number, length and total size.
test('fields that are too long or too many, singly or together, are dropped', () => {
  const long = Array.from({ length: 60 }, (_, number) => [`${10 + number}-location`, 'x'.repeat(1_000)]);
  const sum = boundedHeaders(long).flat().join('').length;
  assert.ok(sum > 14_000 && sum <= 16_384, String(sum));
  assert.deepEqual(boundedHeaders([['a', 'x'.repeat(4_097)], ['b', 'x'], ['c'], 'd', null]), [['b', 'x']]);
  assert.equal(boundedHeaders(long.map(([name]) => [name, ''])).length, 40);
});

test('the last valid referrer policy counts', () => {
  assert.equal(referrerPolicy('no-referrer, Unsafe-URL'), 'unsafe-url');
  assert.equal(referrerPolicy('origin, something-new'), 'origin');
  assert.deepEqual([referrerPolicy(null), referrerPolicy(''), referrerPolicy('never')], [null, null, null]);
});

test('an element may use the old keywords of a referrer policy', () => {
  assert.deepEqual(['never', ' Always ', 'same-origin', 'x', null].map(referrerPolicyOfMeta), [
    'no-referrer',
    'unsafe-url',
    'same-origin',
    null,
    null,
  ]);
});
