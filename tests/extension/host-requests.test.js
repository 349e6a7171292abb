import { callsOf, host as replies, hosts, pass, requestsOf, returns, settled } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host-port.js';
import { abortFetches, cookiesFor, onCookiesWanted, onFetchEnd, onFetchWanted } from '../../extension/background/host-requests.js';
import * as own from '../../extension/background/own-requests.js';
import { fetches, ownRequests, proxies } from '../../extension/background/state.js';

const SITE = 'https://a.example';
const PAGE = { url: `${SITE}/`, container: '', private: false };
const WANTED = { fetch: 'f1', uri: `${SITE}/map.xml`, headers: [['Accept', 'text/xml']], page: PAGE, status: 403, bytes: 1_000, seconds: 120 };
const COOKIE = { name: 'a', value: 'b', path: '/', sameSite: 'lax' };

beforeEach(async () => {
  await clear();
  Object.assign(proxies, { ordinary: { mode: 'direct' }, private: { mode: 'direct' } });
  await host.start();
  replies.fetched = replies.cookies = {};
});

/** Has the browser fetch by that; what it was asked to fetch is `calls`. */
function fetching(context, respond = async (uri) => answeredFrom(uri)) {
  return context.mock.method(globalThis, 'fetch', respond).mock;
}

let requests = 0;

/** Reports on a request of ours as browsers do; returns what Firefox would be told to do with it. */
function report(url, changes = {}) {
  const details = { url, requestId: `r${++requests}`, initiator: 'extension://us', tabId: -1, statusCode: 200, ip: '203.0.114.9', responseHeaders: [], ...changes };
  const blocked = own.onOwnRequest(details);
  own.onOwnHeaders(details);
  own.onOwnEnd(details);
  return blocked;
}

/** The response to a request of ours, which the browser reports on. */
function answeredFrom(url, changes) {
  report(url, changes);
  return responseFrom(url);
}

/** One that leads elsewhere, which a browser hides. */
function redirectFrom(url, location, changes) {
  report(url, { statusCode: 302, responseHeaders: [{ name: 'Location', value: location }], ...changes });
  return { type: 'opaqueredirect', ok: false, status: 0, url, headers: new Headers(), body: null };
}

/** What leads from each address to the next, and from the last nowhere. */
function leading(...addresses) {
  return async (uri) => {
    const next = addresses[addresses.indexOf(uri) + 1];
    return next ? redirectFrom(uri, next) : answeredFrom(uri);
  };
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

const PARTITIONED = { ...COOKIE, name: 'own', partitionKey: { topLevelSite: SITE } };

test('without a list of suffixes, the page\'s own document says which partition is its', async () => {
  const { tab } = showPage(1, PAGE.url);
  returns['cookies.getAll'] = async () => [COOKIE, PARTITIONED, { ...PARTITIONED, name: 'other', partitionKey: { topLevelSite: 'https://b.example' } }];
  returns['cookies.getPartitionKey'] = async () => ({ partitionKey: { topLevelSite: SITE } });
  assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b; own=b');
  assert.deepEqual(callsOf('cookies.getPartitionKey'), [[{ documentId: tab.documentId }]]);
});

test('where nobody says which partition is the page\'s, only cookies in none go along', async () => {
  returns['cookies.getAll'] = async () => [COOKIE, PARTITIONED];
  assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b'); // no tab shows a page of that origin
  showPage(1, PAGE.url);
  for (const refuse of [() => { throw new TypeError('not a function'); }, async () => { throw new Error('no document'); }]) {
    returns['cookies.getPartitionKey'] = refuse;
    assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b');
  }
});

test('no partition is looked up where no cookie is in a partition', async () => {
  showPage(1, PAGE.url);
  returns['cookies.getAll'] = async () => [COOKIE];
  assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b');
  assert.deepEqual(callsOf('cookies.getPartitionKey'), []);
});

test('cookies of the page\'s own jar go along, and the host that requested them is notified', async () => {
  returns['cookies.getAll'] = async () => [COOKIE];
  await onCookiesWanted({ ask: 'c1', uri: WANTED.uri, page: { ...PAGE, container: 'work' } });
  assert.deepEqual(requestsOf('cookies'), [{ ask: 'c1', cookie: 'a=b' }]);
  assert.deepEqual(callsOf('cookies.getAll'), [[{ url: WANTED.uri, storeId: 'work', partitionKey: {} }]]);
});

test('a host that comes while the jar is read is not notified', async () => {
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

test('a page of the local machine is looked up as secure, and a jar that is gone is empty', async () => {
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
  assert.deepEqual([uri, credentials, cache, headers], [WANTED.uri, 'include', 'no-cache', { accept: 'text/xml' }]);
  assert.deepEqual([fetches.size, ownRequests.size], [0, 0]);
});

test('no logins go to another site, none from containers or private windows, whose answers are in no cache of ours', async (context) => {
  const requests = fetching(context);
  for (const changes of [{ uri: 'https://b.example/' }, { page: { ...PAGE, container: 'work' } }, { page: { ...PAGE, private: true } }]) await onFetchWanted({ ...WANTED, ...changes });
  assert.deepEqual(requests.calls.map(({ arguments: [, { credentials, cache }] }) => [credentials, cache]), [['omit', 'no-cache'], ['omit', 'no-store'], ['omit', 'no-store']]);
});

test('an address that the page may not reach is not fetched, and the host is notified', async (context) => {
  const requests = fetching(context);
  await onFetchWanted({ ...WANTED, uri: 'http://127.0.0.1/' });
  assert.deepEqual([requests.callCount(), requestsOf('fetched').map(({ ok, last }) => [ok, last])], [0, [[false, true]]]);
});

test('what was led to such an address is not passed on', async (context) => {
  fetching(context, async (uri) => { report(uri); return responseFrom('http://127.0.0.1/'); });
  await onFetchWanted(WANTED);
  assert.deepEqual(requestsOf('fetched').map(({ ok, body }) => [ok, body]), [[false, '']]);
});

const B = 'https://b.example/map.xml';

test('the host is sent every hop, and from where each was answered', async (context) => {
  const calls = fetching(context, leading(WANTED.uri, B, `${B}?2`));
  await onFetchWanted(WANTED);
  const [{ ip, hops, uri }] = requestsOf('fetched');
  assert.deepEqual(hops, [WANTED.uri, B, `${B}?2`].map((url, at) => ({ url, status: at < 2 ? 302 : 200, ip: '203.0.114.9' })));
  assert.deepEqual([ip, uri], ['203.0.114.9', `${B}?2`]);
  assert.ok(calls.calls.every(({ arguments: [, { redirect }] }) => redirect === 'manual'));
});

test('cookies go along as far as all hops are of the page\'s site, and never again', async (context) => {
  const calls = fetching(context, leading(WANTED.uri, `${SITE}/2`, B, `${SITE}/3`));
  await onFetchWanted(WANTED);
  assert.deepEqual(calls.calls.map(({ arguments: [uri, { credentials }] }) => [uri, credentials]), [
    [WANTED.uri, 'include'], [`${SITE}/2`, 'include'], [B, 'omit'], [`${SITE}/3`, 'omit']]);
});

test('no redirect is followed to where the page may not go, and the host is notified where that was', async (context) => {
  for (const location of ['http://127.0.0.1/', 'https://10.0.0.1/', 'http://b.example/', 'ftp://b.example/', 'https://[::1]/']) {
    const before = requestsOf('fetched').length;
    const calls = fetching(context, leading(WANTED.uri, new URL(location).href));
    await onFetchWanted(WANTED);
    assert.equal(calls.callCount(), 1, location);
    const [{ ok, last, hops }] = requestsOf('fetched').slice(before);
    assert.deepEqual([ok, last, hops.map(({ url }) => url)], [false, true, [WANTED.uri, location]]);
    calls.restore();
  }
});

test('behind a proxy no name of the own network is one to be led to, and no address is reported: it is the proxy\'s', async (context) => {
  proxies.ordinary = { mode: 'fixed_servers' };
  showPage(2, PAGE.url, { ip: '127.0.0.1' }, { container: 'elsewhere' });
  const calls = fetching(context, leading('https://b.example/1', 'https://router/'));
  await onFetchWanted({ ...WANTED, uri: 'https://b.example/1', page: { ...PAGE, container: 'elsewhere' } });
  assert.equal(calls.callCount(), 1);
  assert.deepEqual(requestsOf('fetched').at(-1).hops, [{ url: 'https://b.example/1', status: 302, ip: null }, { url: 'https://router/' }]);
});

test('an endless chain ends', async (context) => {
  let at = 0;
  const calls = fetching(context, async (uri) => redirectFrom(uri, `${B}?${++at}`));
  await onFetchWanted(WANTED);
  assert.deepEqual([calls.callCount(), requestsOf('fetched').length], [21, 1]);
});

test('a redirect of which nobody says where it leads ends the fetch', async (context) => {
  fetching(context, async (uri) => redirectFrom(uri, 'https://['));
  await onFetchWanted(WANTED);
  assert.deepEqual(requestsOf('fetched').map(({ ok }) => ok), [false]);
});

test('what the browser redirects itself is looked at as it sets out', async (context) => {
  fetching(context, (uri, { signal }) => {
    report(uri);
    own.onOwnRequest({ url: 'https://10.0.0.1/', requestId: `r${requests}`, initiator: 'extension://us' });
    return endless(uri, { signal });
  });
  await onFetchWanted(WANTED);
  assert.deepEqual(requestsOf('fetched').map(({ ok, last }) => [ok, last]), [[false, true]]);
});

test('a private page with a proxy of its own has nothing fetched past it', async (context) => {
  Object.assign(proxies, { ordinary: { mode: 'direct' }, private: { mode: 'fixed_servers' } });
  const calls = fetching(context);
  await onFetchWanted({ ...WANTED, page: { ...PAGE, private: true } });
  assert.deepEqual([calls.callCount(), requestsOf('fetched').map(({ ok }) => ok)], [0, [false]]);
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
