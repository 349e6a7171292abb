import { callsOf, host as replies, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  onChallenge,
  onRequest,
  onResponse,
  onResponseStarted,
} from '../../extension/background/events/observe-requests.js';
import { incomingPages, tabOf } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const NAMING = { name: 'X-Standard-Sitemap-Location', value: '/map.xml' };
/** @type {any} */
const SENT = { tabId: 1, url: URL, requestId: 'r1', requestHeaders: [{ name: 'User-Agent', value: 'x' }] };
/** @type {any} */
const STARTED = { tabId: 1, requestId: 'r1', url: URL, ip: '192.0.2.1' };
/** @type {any} */
const RESPONSE = {
  tabId: 1,
  url: URL,
  requestId: 'r1',
  statusCode: 200,
  responseHeaders: [{ name: 'Content-Type', value: 'text/html' }, NAMING],
};

beforeEach(async () => {
  await clear();
  replies.locate = { rule: 'x-header', sitemap: `${URL}map.xml` };
  replies['site.open'] = siteMessage('s1');
});

test('the headers of a request are recorded with its document', () => {
  onRequest(SENT);
  assert.deepEqual(incomingPages(1).at(-1).request, [['user-agent', 'x']]);
  onRequest({ ...SENT, tabId: -1 });
  assert.equal(incomingPages().length, 1);
});

test('a document is logged in after an answered challenge or an Authorization header', () => {
  onRequest(SENT);
  onChallenge({ tabId: 1, requestId: 'r1', isProxy: true });
  assert.equal(incomingPages(1).at(-1).isLoggedIn, false);
  onChallenge({ tabId: 1, requestId: 'r1', isProxy: false });
  onRequest(SENT);
  assert.equal(incomingPages(1).at(-1).isLoggedIn, true);
  onRequest({ ...SENT, requestId: 'r2' });
  assert.equal(incomingPages(1).at(-1).isLoggedIn, false);
  onRequest({ ...SENT, requestHeaders: [{ name: 'Authorization', value: 'Basic x' }] });
  assert.equal(incomingPages(1).at(-1).isLoggedIn, true);
});

test('a response records only naming headers and its policy, not its type', () => {
  onRequest(SENT);
  const policy = { name: 'Referrer-Policy', value: 'origin' };
  assert.deepEqual(
    onResponse({
      ...RESPONSE,
      responseHeaders: [...RESPONSE.responseHeaders, policy, { name: 'Set-Cookie', value: 'a=b' }],
    }),
    {},
  );
  const page = incomingPages(1).at(-1);
  assert.deepEqual(
    [page.headers, page.contentType, page.referrerPolicy, page.isSeen],
    [[['x-standard-sitemap-location', '/map.xml']], null, 'origin', true],
  );
});

test('a single response language is recorded, several are not', () => {
  for (const [value, language] of [
    ['de-CH', 'de-CH'],
    ['de, en', ''],
    ['<b>', ''],
    [undefined, ''],
  ]) {
    onRequest(SENT);
    onResponse({ ...RESPONSE, responseHeaders: value ? [{ name: 'Content-Language', value }] : [] });
    assert.equal(incomingPages(1).at(-1).contentLanguage, language);
  }
});

test('a redirect is not a response, and the later headers after a 304 are complete', () => {
  onRequest(SENT);
  onResponse({ ...RESPONSE, statusCode: 302 });
  assert.equal(incomingPages(1).at(-1).isSeen, false);
  onResponse({ ...RESPONSE, statusCode: 304, responseHeaders: [] });
  assert.equal(incomingPages(1).at(-1).isSeen, false);
  onResponse(RESPONSE);
  assert.equal(incomingPages(1).at(-1).headers.length, 1);
});

test('a response from another address than the request has its own record', () => {
  onRequest(SENT);
  onResponse({ ...RESPONSE, url: `${URL}elsewhere`, incognito: true });
  const page = incomingPages(1).at(-1);
  assert.deepEqual([page.url, page.request, page.isPrivate], [`${URL}elsewhere`, [], true]);
});

test('naming headers are looked up once the server’s IP address is known', async () => {
  onRequest(SENT);
  onResponse(RESPONSE);
  await settled();
  assert.deepEqual(requestsOf('locate'), []);
  onResponseStarted(STARTED);
  onResponseStarted(STARTED);
  await settled();
  assert.equal(requestsOf('locate').length, 1);
  assert.equal(requestsOf('site.open')[0].page.ip, '192.0.2.1');
});

test('Firefox reports the IP address with the headers', async () => {
  onRequest(SENT);
  onResponse({ ...RESPONSE, ip: '192.0.2.1' });
  await settled();
  assert.equal(requestsOf('locate').length, 1);
});

test('a page that names nothing, is prefetched or prerendered is not looked up', async () => {
  const ahead = { requestHeaders: [{ name: 'Sec-Purpose', value: 'prefetch;prerender' }] };
  for (const details of [{ responseHeaders: [] }, { documentLifecycle: 'prerender' }, ahead]) {
    onRequest({ ...SENT, ...details });
    onResponse({ ...RESPONSE, ip: '192.0.2.1', ...details });
  }
  onRequest(SENT);
  onResponseStarted({ ...STARTED, requestId: undefined, url: `${URL}other` });
  await settled();
  assert.deepEqual(requestsOf('locate'), []);
});

test('an unknown tab is queried for its privacy', async () => {
  returns['tabs.get'] = async (id) => ({ id, windowId: 4, incognito: true });
  onRequest(SENT);
  onResponse({ ...RESPONSE, ip: '192.0.2.1' });
  await settled();
  assert.deepEqual([tabOf(1).windowId, requestsOf('site.open')[0].private], [4, true]);
  showPage(2, URL);
  onRequest({ ...SENT, tabId: 2 });
  onResponse({ ...RESPONSE, tabId: 2, ip: '192.0.2.1' });
  await settled();
  assert.deepEqual(callsOf('tabs.get'), [[1]]);
});
