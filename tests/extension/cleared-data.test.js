import { browser, constants, host as replies, pass, requestsOf } from './fake-browser.js';
import { clear } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { clearCache, onCookieChanged, watchCookies } from '../../extension/background/cleared-data.js';
import { host } from '../../extension/background/host-port.js';

const cleared = (domain, changes = {}) => onCookieChanged({ removed: true, cause: 'explicit', cookie: { domain }, ...changes });

beforeEach(async () => {
  await clear();
  await host.start();
  replies['cache.clear'] = { removed: 1 };
});

test('with the cookies of a site goes what was cached of it, asked for once', async () => {
  cleared('.shop.example');
  cleared('shop.example');
  cleared('other.example');
  assert.deepEqual(requestsOf('cache.clear'), []);
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: 'shop.example' }, { site: 'other.example' }]);
  await pass(500);
  assert.equal(requestsOf('cache.clear').length, 2);
});

test('cookies that are set, replaced or over are none that somebody cleared', async () => {
  cleared('a.example', { removed: false });
  for (const cause of ['overwrite', 'expired', 'expired_overwrite', 'evicted']) cleared('a.example', { cause });
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), []);
});

test('with many sites goes all', async () => {
  for (let site = 0; site < 21; site++) cleared(`s${site}.example`);
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: null }]);
});

test('no host is started for it, and none that is gone is asked', async () => {
  cleared('a.example');
  host.stop();
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), []);
});

test('cookies are listened to while there is a host', () => {
  const { onChanged } = browser.cookies;
  watchCookies();
  watchCookies();
  assert.equal(onChanged.listeners.length, 1);
  host.stop();
  watchCookies();
  assert.equal(onChanged.listeners.length, 0);
});

test('whether it was forgotten is told', async () => {
  assert.equal(await clearCache(null), true);
  replies['cache.clear'] = { removed: null };
  assert.equal(await clearCache(null), false);
  replies['cache.clear'] = () => { throw { code: 'internal', params: {} }; };
  assert.equal(await clearCache('a.example'), false);
  assert.equal(constants.publicSuffix, undefined);
});
