import './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  canGoAlong,
  goesAlong,
  proxyName,
  routeOf,
  routeOfRequest,
  routeOfSettings,
  wayOf,
} from '../../extension/background/host/routes.js';
import { recordProxies, proxySettings } from '../../extension/background/stores/settings.js';
import { newPage, recordIncoming, forgetTabs } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const NAMED = { url: URL, private: false, container: '' };

beforeEach(async () => {
  await clear();
  recordProxies({ ordinary: { mode: 'direct' }, private: { mode: 'fixed_servers' } });
});

test('settings give the route of all pages or unknown', () => {
  const modes = ['direct', 'fixed_servers', 'system', 'pac_script', 'auto_detect', 'of the future'];
  assert.deepEqual(
    modes.map((mode) => routeOfSettings({ mode })),
    ['direct', 'proxy', 'system', 'unknown', 'unknown', 'unknown'],
  );
  assert.deepEqual([routeOfSettings(null), routeOfSettings({})], ['unknown', 'unknown']);
});

test('private windows have their own settings, and a proxy challenge proves a proxy', () => {
  assert.deepEqual(
    [routeOf({ route: null, isPrivate: false }), routeOf({ route: null, isPrivate: true })],
    ['direct', 'proxy'],
  );
  assert.equal(routeOf({ route: 'proxy', isPrivate: false }), 'proxy');
});

test('a proxy has a name and its absence has none', () => {
  assert.equal(proxyName({ type: 'socks', host: '192.0.2.1', port: 1080 }), 'socks://192.0.2.1:1080');
  assert.deepEqual([proxyName(null), proxyName(undefined), proxyName({ type: 'direct' })], ['', '', '']);
});

test('requests report no proxy in this browser', () => {
  assert.deepEqual(routeOfRequest({ proxyInfo: { type: 'http' } }), { route: null, proxy: '' });
  assert.equal(goesAlong({ route: 'proxy', proxy: '', ip: null }, null), true);
});

test('the host’s page is found by address and jar, else by its session', () => {
  const { page } = showPage(1, URL, { ip: '192.0.2.1', sitemap: `${URL}map.xml` });
  assert.deepEqual(wayOf(NAMED), { route: 'direct', proxy: '', ip: '192.0.2.1' });
  assert.deepEqual(wayOf({ ...NAMED, container: 'work' }), { route: 'unknown', proxy: '', ip: null });
  openSession(page, null, { page: { url: URL, headers: [], route: 'system', ip: '192.0.2.2' } });
  forgetTabs();
  assert.deepEqual(wayOf(NAMED), { route: 'system', proxy: '', ip: '192.0.2.2' });
  recordIncoming(2, Object.assign(newPage(URL, { isPrivate: false, container: '' }), { route: 'proxy' }));
  assert.equal(wayOf(NAMED).route, 'proxy');
});

test('our requests take the route of ordinary windows', () => {
  assert.deepEqual([canGoAlong(false), canGoAlong(true)], [true, false]);
  recordProxies({ ...proxySettings(), private: { mode: 'direct' } });
  assert.equal(canGoAlong(true), true);
});
