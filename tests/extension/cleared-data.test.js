import { callsOf, constants, host as replies, hosts, pass, requestsOf, returns } from './fake-browser.js';
import { clear, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  clearCache,
  clearMissed,
  clearUnreported,
  onCookieChanged,
} from '../../extension/background/host/cleared-data.js';
import { host } from '../../extension/background/host/host-port.js';

/** @param {any} domain @param {any} [changes] */
const cleared = (domain, changes = {}) =>
  onCookieChanged({ removed: true, cause: 'explicit', cookie: { domain }, ...changes });

beforeEach(async () => {
  await clear();
  await host.start();
  replies['cache.clear'] = { removed: 1 };
});

test('clearing a site’s cookies clears its cache with one request', async () => {
  cleared('.shop.example');
  cleared('shop.example');
  cleared('other.example');
  assert.deepEqual(requestsOf('cache.clear'), []);
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: 'shop.example' }, { site: 'other.example' }]);
  await pass(500);
  assert.equal(requestsOf('cache.clear').length, 2);
});

test('set, replaced and expired cookies clear nothing', async () => {
  cleared('a.example', { removed: false });
  for (const cause of ['overwrite', 'expired', 'expired_overwrite', 'evicted']) cleared('a.example', { cause });
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), []);
});

// Promise (successor): Recorded visits are deleted with the cookies of the site.
test('clearing a site’s cookies deletes the record of its visited pages only', async () => {
  const maps = ['https://www.shop.example/map.xml', 'https://other.example/map.xml'].map((map) => `visited ${map}`);
  returns['storage.local.get'] = async () => ({ consent: 1, ...Object.fromEntries(maps.map((key) => [key, {}])) });
  constants.publicSuffix = { getDomain: (name) => name.split('.').slice(-2).join('.') };
  cleared('shop.example');
  await pass(500);
  constants.publicSuffix = undefined;
  assert.deepEqual(callsOf('storage.local.remove'), [[[maps[0]]]]);
});

// Promise (successor): Cookies that a private window or a container deletes delete nothing that ordinary tabs stored.
test('cookies of private windows clear the host’s cache only', async () => {
  returns['storage.local.get'] = async () => ({ consent: 1, 'visited https://a.example/map.xml': {} });
  cleared('a.example', { cookie: { domain: 'a.example', storeId: '1' } });
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [], 'no private window is open');
  showPage(1, 'https://a.example/', {}, { isPrivate: true });
  cleared('a.example', { cookie: { domain: 'a.example', storeId: '1' } });
  await pass(500);
  assert.deepEqual([requestsOf('cache.clear'), callsOf('storage.local.remove')], [[{ site: 'a.example' }], []]);
  host.stop();
  cleared('a.example', { cookie: { domain: 'a.example', storeId: '1' } });
  await pass(500);
  assert.deepEqual(callsOf('storage.local.set'), []);
});

test('the record of visited pages is read once for many cleared sites', async () => {
  for (const site of ['a.example', 'b.example', 'c.example']) cleared(site);
  await pass(500);
  assert.equal(callsOf('storage.local.get').filter(([key]) => key === null).length, 1);
});

test('clearing the cookies of many sites clears the whole cache, but no other site’s records', async () => {
  const keys = ['https://s1.example/map.xml', 'https://other.example/map.xml'].map((map) => `visited ${map}`);
  returns['storage.local.get'] = async () => ({ consent: 1, ...Object.fromEntries(keys.map((key) => [key, {}])) });
  for (let site = 0; site < 21; site++) cleared(`s${site}.example`);
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: null }]);
  assert.deepEqual(callsOf('storage.local.remove'), [[[keys[0]]]]);
});

test('clearing cookies without a host starts none and records the event without the site', async () => {
  cleared('a.example');
  host.stop();
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), []);
  assert.deepEqual(callsOf('storage.local.set'), [[{ cleared: true }]]);
});

// Promise (server): No host that starts after the clearing of cookies sends an earlier validator.
test('the next host clears data that was cleared while none ran before any other request', async () => {
  returns['storage.local.get'] = () => Promise.resolve({ consent: 1, cleared: true });
  host.stop();
  host.listen({ ...host.listener, onGreeted: clearMissed });
  replies.locate = { rule: null, sitemap: null };
  await host.request('locate', { evidence: { url: 'https://a.example/', headers: [], links: [] } });
  assert.deepEqual(
    hosts.at(-1).sent.map(({ method }) => method),
    ['hello', 'cache.clear', 'locate'],
  );
  assert.deepEqual(requestsOf('cache.clear'), [{ site: null }]);
  assert.deepEqual(callsOf('storage.local.remove'), [['cleared']]);
});

test('clearing is requested again until the host succeeds', async () => {
  returns['storage.local.get'] = () => Promise.resolve({ consent: 1, cleared: true });
  replies['cache.clear'] = { removed: null };
  await clearMissed();
  assert.deepEqual(callsOf('storage.local.remove'), []);
  cleared('a.example');
  await pass(500);
  assert.deepEqual(callsOf('storage.local.set'), [[{ cleared: true }]]);
});

test('everything is cleared if all cookies have gone without a report, once', async () => {
  let cookie = null;
  returns['cookies.get'] = async () => cookie;
  returns['cookies.set'] = async (details) => {
    cookie = details;
    return details;
  };
  returns['storage.local.get'] = async () => ({ consent: 1, 'visited https://a.example/map.xml': {} });
  for (let clearing = 1; clearing <= 2; clearing++) {
    cookie = null;
    await clearUnreported();
    await clearUnreported();
    assert.deepEqual(requestsOf('cache.clear'), Array(clearing).fill({ site: null }));
    assert.deepEqual(callsOf('storage.local.remove'), Array(clearing).fill([['visited https://a.example/map.xml']]));
  }
  assert.deepEqual(
    [new URL(cookie.url).hostname, cookie.secure, cookie.httpOnly],
    ['standard-sitemap.invalid', true, true],
  );
});

test('a browser that keeps no cookie clears nothing', async () => {
  for (const get of [
    async () => null,
    async () => {
      throw new Error('First-Party Isolation is enabled');
    },
  ]) {
    Object.assign(returns, { 'cookies.get': get, 'cookies.set': async () => null });
    await clearUnreported();
    await clearUnreported();
  }
  assert.deepEqual([requestsOf('cache.clear'), callsOf('storage.local.set')], [[], []]);
});

test('nothing is requested if nothing was cleared', async () => {
  await clearMissed();
  assert.deepEqual(requestsOf('cache.clear'), []);
});

test('clearing the cache returns whether it succeeded', async () => {
  assert.equal(await clearCache(null), true);
  replies['cache.clear'] = { removed: null };
  assert.equal(await clearCache(null), false);
  replies['cache.clear'] = () => {
    throw { code: 'internal', params: {} };
  };
  assert.equal(await clearCache('a.example'), false);
  assert.equal(constants.publicSuffix, undefined);
});
