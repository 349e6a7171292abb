import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerValue, namingHeaders, normaliseHeaders, policyInForce, referrerPolicy, referrerPolicyOfMeta } from '../../extension/background/evidence.js';

const OPT = '"http://standard-sitemap.org/2007/ns"; ns=15';

test('names are lower-cased and repeated fields joined in order', () => {
  const headers = normaliseHeaders([{ name: 'OPT', value: 'a' }, { name: 'X', value: '1' }, { name: 'opt', value: 'b' }]);
  assert.deepEqual(headers, [['opt', 'a, b'], ['x', '1']]);
});

test('a field without a value counts as empty, and no fields as none', () => {
  assert.deepEqual(normaliseHeaders([{ name: 'A' }]), [['a', '']]);
  assert.deepEqual(normaliseHeaders(undefined), []);
});

test('a value is found by its name', () => {
  assert.equal(headerValue([['a', '1']], 'a'), '1');
  assert.equal(headerValue([['a', '1']], 'b'), null);
});

test('only fields that could name a sitemap are kept', () => {
  const headers = [['opt', OPT], ['15-location', '/map.xml'], ['set-cookie', 'secret'], ['content-type', 'text/html']];
  assert.deepEqual(namingHeaders(headers), headers.slice(0, 2));
});

test('numbered locations without the declaration are nobody’s business', () => {
  assert.deepEqual(namingHeaders([['15-location', '/map.xml'], ['opt', '"http://example.org/"; ns=15']]), []);
});

test('the legacy field counts by itself', () => {
  assert.deepEqual(namingHeaders([['x-standard-sitemap-location', '/map.xml']]), [['x-standard-sitemap-location', '/map.xml']]);
});

test('the last referrer policy that is one counts', () => {
  assert.equal(referrerPolicy('no-referrer, Unsafe-URL'), 'unsafe-url');
  assert.equal(referrerPolicy('origin, something-new'), 'origin');
  assert.deepEqual([referrerPolicy(null), referrerPolicy(''), referrerPolicy('never')], [null, null, null]);
});

test('an element may put a referrer policy in old words', () => {
  assert.deepEqual(['never', ' Always ', 'same-origin', 'x', null].map(referrerPolicyOfMeta), ['no-referrer', 'unsafe-url', 'same-origin', null, null]);
});

test('where pages may not have more told than by default, they have the default', () => {
  assert.deepEqual(['unsafe-url', 'no-referrer', null].map((policy) => policyInForce(policy, false)), [null, 'no-referrer', null]);
  assert.equal(policyInForce('unsafe-url', true), 'unsafe-url');
});
