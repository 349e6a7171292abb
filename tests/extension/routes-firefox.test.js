import './fake-firefox.js';
import { clear } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onRequest, onResponse } from '../../extension/background/events/observe-requests.js';
import { followRequest, onOwnRequest } from '../../extension/background/host/own-requests.js';
import { canGoAlong, goesAlong, routeOf, routeOfRequest } from '../../extension/background/host/routes.js';
import { incomingPages } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const SOCKS = { type: 'socks', host: '192.0.2.1', port: 1080 };
const OTHER = { type: 'http', host: '192.0.2.2', port: 3128 };
const NAME = 'socks://192.0.2.1:1080';

beforeEach(clear);

test('each request reports its proxy or none', () => {
  assert.deepEqual(routeOfRequest({ proxyInfo: SOCKS }), { route: 'proxy', proxy: NAME });
  assert.deepEqual(
    [routeOfRequest({ proxyInfo: null }), routeOfRequest({})],
    [
      { route: 'direct', proxy: '' },
      { route: 'direct', proxy: '' },
    ],
  );
});

test('a page without a recorded request has no known route', () => {
  assert.deepEqual(
    [routeOf({ route: null, isPrivate: false }), routeOf({ route: 'direct', isPrivate: false })],
    ['unknown', 'direct'],
  );
});

test('a page’s route is its response’s', () => {
  /** @type {any} */
  const details = { tabId: 1, url: URL, requestId: 'r1', requestHeaders: [], responseHeaders: [], statusCode: 200 };
  onRequest(details);
  onResponse({ ...details, proxyInfo: SOCKS });
  assert.deepEqual([incomingPages(1).at(-1).route, incomingPages(1).at(-1).proxy], ['proxy', NAME]);
  onResponse({ ...details, proxyInfo: null });
  assert.equal(incomingPages(1).at(-1).route, 'direct');
});

// Promise (network): A request of the extension uses the proxy of its page, or is not sent.
test('our request uses the page’s proxy or is not made', () => {
  /** @type {import('../../extension/background/host/routes.js').Way} */
  const way = { route: 'proxy', proxy: NAME, ip: null };
  assert.deepEqual(
    [SOCKS, OTHER, null].map((proxyInfo) => goesAlong(way, proxyInfo)),
    [true, false, false],
  );
  assert.deepEqual(
    [SOCKS, OTHER, null].map((proxyInfo) => goesAlong({ ...way, proxy: '' }, proxyInfo)),
    [true, true, false],
  );
  assert.deepEqual(
    [SOCKS, null].map((proxyInfo) => goesAlong({ ...way, route: 'direct' }, proxyInfo)),
    [true, true],
  );
  assert.equal(canGoAlong(true), true);
});

// Promise (network): A request is stopped before it takes another route than its page.
test('a request with another route is stopped before it is sent', () => {
  followRequest(URL, ({ proxyInfo }) => goesAlong({ route: 'proxy', proxy: NAME, ip: null }, proxyInfo));
  /** @type {any} */
  const details = { url: URL, requestId: 'r1', originUrl: 'extension://us/_generated_background_page.html' };
  assert.deepEqual(onOwnRequest({ ...details, proxyInfo: null }), { cancel: true });
});
