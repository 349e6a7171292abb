import { callsOf, constants, host as replies, hosts, pass, requestsOf, returns } from './fake-browser.js';
import { clear } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { clearCache, clearMissed, onCookieChanged } from '../../extension/background/cleared-data.js';
import { host } from '../../extension/background/host-port.js';

const cleared = (domain, changes = {}) => onCookieChanged({ removed: true, cause: 'explicit', cookie: { domain }, ...changes });

beforeEach(async () => {
  await clear();
  await host.start();
  replies['cache.clear'] = { removed: 1 };
});

test('with the cookies of a site goes what was cached of it, by one request', async () => {
  cleared('.shop.example');
  cleared('shop.example');
  cleared('other.example');
  assert.deepEqual(requestsOf('cache.clear'), []);
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: 'shop.example' }, { site: 'other.example' }]);
  await pass(500);
  assert.equal(requestsOf('cache.clear').length, 2);
});

test('cookies that are set, replaced or expired are none that somebody cleared', async () => {
  cleared('a.example', { removed: false });
  for (const cause of ['overwrite', 'expired', 'expired_overwrite', 'evicted']) cleared('a.example', { cause });
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), []);
});

test('with the cookies of a site goes which of its pages were seen, and of no other', async () => {
  const maps = ['https://www.shop.example/map.xml', 'https://other.example/map.xml'].map((map) => `visited ${map}`);
  returns['storage.local.get'] = async () => ({ consent: 1, ...Object.fromEntries(maps.map((key) => [key, {}])) });
  constants.publicSuffix = { getDomain: (name) => name.split('.').slice(-2).join('.') };
  cleared('shop.example');
  await pass(500);
  constants.publicSuffix = undefined;
  assert.deepEqual(callsOf('storage.local.remove'), [[[maps[0]]]]);
});

test('which pages were seen is looked up once, however many sites are cleared', async () => {
  for (const site of ['a.example', 'b.example', 'c.example']) cleared(site);
  await pass(500);
  assert.equal(callsOf('storage.local.get').filter(([key]) => key === null).length, 1);
});

test('with many sites goes all', async () => {
  for (let site = 0; site < 21; site++) cleared(`s${site}.example`);
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: null }]);
});

test('no host is started for it: that something was cleared is noted, and not where', async () => {
  cleared('a.example');
  host.stop();
  await pass(500);
  assert.deepEqual(requestsOf('cache.clear'), []);
  assert.deepEqual(callsOf('storage.local.set'), [[{ cleared: true }]]);
});

test('what was cleared while there was no host is forgotten by the next one, before any other request', async () => {
  returns['storage.local.get'] = () => Promise.resolve({ consent: 1, cleared: true });
  host.stop();
  host.listen({ ...host.listener, onGreeted: clearMissed });
  replies['locate'] = { rule: null, sitemap: null };
  await host.request('locate', { evidence: { url: 'https://a.example/', headers: [], links: [] } });
  assert.deepEqual(hosts.at(-1).sent.map(({ method }) => method), ['hello', 'cache.clear', 'locate']);
  assert.deepEqual(requestsOf('cache.clear'), [{ site: null }]);
  assert.deepEqual(callsOf('storage.local.remove'), [['cleared']]);
});

test('as long as the host cannot forget, it is requested again', async () => {
  returns['storage.local.get'] = () => Promise.resolve({ consent: 1, cleared: true });
  replies['cache.clear'] = { removed: null };
  await clearMissed();
  assert.deepEqual(callsOf('storage.local.remove'), []);
  cleared('a.example');
  await pass(500);
  assert.deepEqual(callsOf('storage.local.set'), [[{ cleared: true }]]);
});

test('where nothing was cleared, nothing is requested', async () => {
  await clearMissed();
  assert.deepEqual(requestsOf('cache.clear'), []);
});

test('whether the cache was cleared is returned', async () => {
  assert.equal(await clearCache(null), true);
  replies['cache.clear'] = { removed: null };
  assert.equal(await clearCache(null), false);
  replies['cache.clear'] = () => { throw { code: 'internal', params: {} }; };
  assert.equal(await clearCache('a.example'), false);
  assert.equal(constants.publicSuffix, undefined);
});
