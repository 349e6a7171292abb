import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerValue, namingHeaders, normaliseHeaders } from '../../extension/background/headers.js';

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
