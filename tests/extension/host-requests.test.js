import { callsOf, host as replies, hosts, pass, requestsOf, returns, settled } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host-port.js';
import { abortFetches, cookiesFor, onCookiesWanted, onFetchEnd, onFetchWanted, onOwnRedirect } from '../../extension/background/host-requests.js';
import { fetches } from '../../extension/background/state.js';

const SITE = 'https://a.example';
const PAGE = { url: `${SITE}/`, container: '', private: false };
const WANTED = { fetch: 'f1', uri: `${SITE}/map.xml`, headers: [['Accept', 'text/xml']], page: PAGE, status: 403, bytes: 1_000, seconds: 120 };
const COOKIE = { name: 'a', value: 'b', path: '/', sameSite: 'lax' };

beforeEach(async () => {
  await clear();
  await host.start();
  replies.fetched = replies.cookies = {};
});

/** Has the browser fetch by that; what it was asked to fetch is `calls`. */
function fetching(context, respond = async (uri) => responseFrom(uri)) {
  return context.mock.method(globalThis, 'fetch', respond).mock;
}

function responseFrom(url) {
  return Object.defineProperty(new Response('<sitemap/>', { headers: { 'content-type': 'text/xml' } }), 'url', { value: url });
}

/** A fetch that only ends when it is aborted. */
function endless(_, { signal }) {
  return new Promise((__, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

test('cookies of the page\'s own jar go along, and the host that asked is told', async () => {
  returns['cookies.getAll'] = async () => [COOKIE];
  await onCookiesWanted({ ask: 'c1', uri: WANTED.uri, page: { ...PAGE, container: 'work' } });
  assert.deepEqual(requestsOf('cookies'), [{ ask: 'c1', cookie: 'a=b' }]);
  assert.deepEqual(callsOf('cookies.getAll'), [[{ url: WANTED.uri, storeId: 'work', partitionKey: {} }]]);
});

test('a host that comes while the jar is read is not told', async () => {
  let read;
  returns['cookies.getAll'] = () => new Promise((resolve) => { read = resolve; });
  const answered = onCookiesWanted({ ask: 'c1', uri: WANTED.uri, page: PAGE });
  hosts[0].end();
  const starting = host.start();
  await pass(100);
  await starting;
  read([COOKIE]);
  await answered;
  assert.deepEqual(requestsOf('cookies'), []);
});

test('no jar is read for an address that the page may not reach, nor for a page that is not of the web', async () => {
  assert.equal(await cookiesFor('http://127.0.0.1/map.xml', PAGE), '');
  assert.equal(await cookiesFor(WANTED.uri, { ...PAGE, url: 'about:blank' }), '');
  assert.equal(await cookiesFor('ftp://a.example/', PAGE), '');
  assert.deepEqual(callsOf('cookies.getAll'), []);
});

test('a page of the local machine is asked for as secure, and a jar that is gone is empty', async () => {
  returns['cookies.getAll'] = async () => { throw new Error('Invalid cookie store id'); };
  assert.equal(await cookiesFor('http://127.0.0.1/map.xml', { ...PAGE, url: 'http://127.0.0.1/' }), '');
  assert.equal(callsOf('cookies.getAll')[0][0].url, 'https://127.0.0.1/map.xml');
});

test('what is fetched is passed on to the host, and ends', async (context) => {
  const requests = fetching(context);
  await onFetchWanted(WANTED);
  const pieces = requestsOf('fetched');
  assert.deepEqual(pieces.map(({ fetch, ok, body, last }) => [fetch, ok, atob(body), last]), [['f1', true, '<sitemap/>', false], ['f1', true, '', true]]);
  const [{ arguments: [uri, { credentials, cache, headers }] }] = requests.calls;
  assert.deepEqual([uri, credentials, cache, headers], [WANTED.uri, 'include', 'default', { accept: 'text/xml' }]);
  assert.equal(fetches.size, 0);
});

test('no logins go to another site, none from containers or private windows, and these leave nothing in the cache', async (context) => {
  const requests = fetching(context);
  for (const changes of [{ uri: 'https://b.example/' }, { page: { ...PAGE, container: 'work' } }, { page: { ...PAGE, private: true } }]) await onFetchWanted({ ...WANTED, ...changes });
  assert.deepEqual(requests.calls.map(({ arguments: [, { credentials, cache }] }) => [credentials, cache]), [['omit', 'default'], ['omit', 'default'], ['omit', 'no-store']]);
});

test('an address that the page may not reach is not fetched, and the host is told', async (context) => {
  const requests = fetching(context);
  await onFetchWanted({ ...WANTED, uri: 'http://127.0.0.1/' });
  assert.deepEqual([requests.callCount(), requestsOf('fetched').map(({ ok, last }) => [ok, last])], [0, [[false, true]]]);
});

test('what was led to such an address is not passed on', async (context) => {
  fetching(context, async () => responseFrom('http://127.0.0.1/'));
  await onFetchWanted(WANTED);
  assert.deepEqual(requestsOf('fetched').map(({ ok, body }) => [ok, body]), [[false, '']]);
});

test('what goes with cookies follows no redirect; what does goes without', async (context) => {
  const requests = fetching(context, async (uri, { redirect }) => {
    if (redirect === 'error') throw new TypeError('Failed to fetch');
    return responseFrom('https://b.example/map.xml');
  });
  await onFetchWanted(WANTED);
  assert.deepEqual(requests.calls.map(({ arguments: [, { credentials, redirect }] }) => [credentials, redirect]), [['include', 'error'], ['omit', 'follow']]);
  assert.deepEqual(requestsOf('fetched').map(({ ok }) => ok), [true, true]);
});

test('a page fetches nothing of another origin, wherever it is led', async () => {
  showPage(1, PAGE.url);
  const wanted = onFetchWanted(WANTED);
  await settled();
  const [{ args: [, request] }] = callsOf('scripting.executeScript').map(([script]) => script).filter(({ args }) => args);
  assert.deepEqual([request.credentials, request.mode], ['include', 'same-origin']);
  onFetchEnd({ fetch: 'f1' });
  await wanted;
});

test('a redirect to a forbidden address ends the fetch at that hop; others are followed with it', async (context) => {
  fetching(context, endless);
  const wanted = onFetchWanted({ ...WANTED, uri: 'https://b.example/1' });
  await settled();
  onOwnRedirect({ tabId: -1, url: 'https://c.example/', redirectUrl: 'http://127.0.0.1/' });
  onOwnRedirect({ tabId: 4, url: 'https://b.example/1', redirectUrl: 'http://127.0.0.1/' });
  onOwnRedirect({ tabId: -1, url: 'https://b.example/1', redirectUrl: 'https://b.example/2' });
  await settled();
  assert.deepEqual(requestsOf('fetched'), []);
  onOwnRedirect({ tabId: -1, url: 'https://b.example/2', redirectUrl: 'http://10.0.0.1/' });
  await wanted;
  assert.deepEqual(requestsOf('fetched').map(({ ok, last }) => [ok, last]), [[false, true]]);
});

test('a fetch that the host ends is aborted, and not answered', async (context) => {
  fetching(context, endless);
  const ended = [onFetchWanted(WANTED), onFetchWanted({ ...WANTED, fetch: 'f2' }), onFetchWanted({ ...WANTED, fetch: 'f3', seconds: 5 })];
  onFetchEnd({ fetch: 'f1' });
  onFetchEnd({ fetch: 'f9' });
  await ended[0];
  assert.equal(fetches.size, 2);
  await pass(5_000);
  await ended[2];
  abortFetches();
  await ended[1];
  assert.deepEqual([fetches.size, requestsOf('fetched')], [0, []]);
});

test('a page of the same origin fetches it itself; where it cannot, it is fetched here', async (context) => {
  const requests = fetching(context);
  showPage(1, `${SITE}/`);
  returns['scripting.executeScript'] = async () => { throw new Error('Cannot access contents'); };
  await onFetchWanted(WANTED);
  assert.deepEqual(callsOf('scripting.executeScript').map(([{ target, files, args }]) => [target.tabId, files ?? args[1].credentials]), [[1, ['extension/content/fetch.js']], [1, 'include']]);
  assert.equal(requests.callCount(), 1);
});

test('a page that needs a login fetches only where it has one, for the reader must not be asked', async () => {
  const { page } = showPage(1, `${SITE}/`, { rule: 'x-header', sitemap: WANTED.uri });
  returns['scripting.executeScript'] = async () => { throw new Error('Cannot access contents'); };
  await onFetchWanted({ ...WANTED, status: 401 });
  assert.deepEqual(callsOf('scripting.executeScript'), []);
  openSession(page, null, { isLoggedIn: true });
  await onFetchWanted({ ...WANTED, status: 401 });
  await settled();
  assert.equal(callsOf('scripting.executeScript').length, 2);
});
