import { callsOf, host as replies, hosts, pass, requestsOf, returns, settled } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { cookiesFor } from '../../extension/background/host/cookies.js';
import { host } from '../../extension/background/host/host-port.js';
import { onCookiesWanted, onFetchEnd, onFetchWanted } from '../../extension/background/host/host-requests.js';
import { abortFetches, ownRequestsUnderWay } from '../../extension/background/stores/sessions.js';
import { recordProxies, proxySettings } from '../../extension/background/stores/settings.js';
import * as own from '../../extension/background/host/own-requests.js';

const SITE = 'https://a.example';
const PAGE = { url: `${SITE}/`, container: '', private: false };
/** @type {any} */
const WANTED = {
  fetch: 'f1',
  uri: `${SITE}/map.xml`,
  headers: [['Accept', 'text/xml']],
  page: PAGE,
  status: 403,
  bytes: 1_000,
  seconds: 120,
};
const COOKIE = { name: 'a', value: 'b', path: '/', sameSite: 'lax' };

beforeEach(async () => {
  await clear();
  recordProxies({ ordinary: { mode: 'direct' }, private: { mode: 'direct' } });
  await host.start();
  replies.fetched = replies.cookies = {};
});

/**
 * Replace the browser's `fetch`; `calls` are its arguments.
 * @param {import('node:test').TestContext} context
 * @param {(uri: any, options: any) => Promise<any>} [respond]
 */
function fetching(context, respond = async (uri) => answeredFrom(uri)) {
  return context.mock.method(globalThis, 'fetch', respond).mock;
}

let requests = 0;

/** Report a request of ours as browsers do; return Firefox's blocking response. */
function report(url, changes = {}) {
  const details = {
    url,
    requestId: `r${++requests}`,
    initiator: 'extension://us',
    tabId: -1,
    statusCode: 200,
    ip: '203.0.114.9',
    responseHeaders: [],
    ...changes,
  };
  const blocked = own.onOwnRequest(details);
  own.onOwnHeaders(details);
  own.onOwnEnd(details);
  return blocked;
}

/** Return the response to a request of ours, and report it. */
function answeredFrom(url, changes) {
  report(url, changes);
  return responseFrom(url);
}

/** Return a redirect, which a browser hides, and report it. */
function redirectFrom(url, location, changes) {
  report(url, { statusCode: 302, responseHeaders: [{ name: 'Location', value: location }], ...changes });
  return { type: 'opaqueredirect', ok: false, status: 0, url, headers: new Headers(), body: null };
}

/** Return a function that redirects from each address to the next, and from the last nowhere. */
function leading(...addresses) {
  return async (uri) => {
    const next = addresses[addresses.indexOf(uri) + 1];
    return next ? redirectFrom(uri, next) : answeredFrom(uri);
  };
}

function responseFrom(url) {
  return Object.defineProperty(new Response('<sitemap/>', { headers: { 'content-type': 'text/xml' } }), 'url', {
    value: url,
  });
}

/** Return a fetch that ends only when it is aborted. */
function endless(_, { signal }) {
  return new Promise((__, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

const PARTITIONED = { ...COOKIE, name: 'own', partitionKey: { topLevelSite: SITE } };

test('the page’s document gives its cookie partition if there is no suffix list', async () => {
  const { tab } = showPage(1, PAGE.url);
  returns['cookies.getAll'] = async () => [
    COOKIE,
    PARTITIONED,
    { ...PARTITIONED, name: 'other', partitionKey: { topLevelSite: 'https://b.example' } },
  ];
  returns['cookies.getPartitionKey'] = async () => ({ partitionKey: { topLevelSite: SITE } });
  assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b; own=b');
  assert.deepEqual(callsOf('cookies.getPartitionKey'), [[{ documentId: tab.documentId }]]);
});

test('only unpartitioned cookies are sent if the page’s partition is unknown', async () => {
  returns['cookies.getAll'] = async () => [COOKIE, PARTITIONED];
  assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b'); // no tab shows a page of that origin
  showPage(1, PAGE.url);
  for (const refuse of [
    () => {
      throw new TypeError('not a function');
    },
    async () => {
      throw new Error('no document');
    },
  ]) {
    returns['cookies.getPartitionKey'] = refuse;
    assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b');
  }
});

test('the partition is not requested if no cookie is partitioned', async () => {
  showPage(1, PAGE.url);
  returns['cookies.getAll'] = async () => [COOKIE];
  assert.equal(await cookiesFor(WANTED.uri, PAGE), 'a=b');
  assert.deepEqual(callsOf('cookies.getPartitionKey'), []);
});

test('cookies of the page’s jar are sent to the host that requested them', async () => {
  returns['cookies.getAll'] = async () => [COOKIE];
  await onCookiesWanted({ ask: 'c1', uri: WANTED.uri, page: { ...PAGE, container: 'work' } });
  assert.deepEqual(requestsOf('cookies'), [{ ask: 'c1', cookie: 'a=b' }]);
  assert.deepEqual(callsOf('cookies.getAll'), [[{ url: WANTED.uri, storeId: 'work', partitionKey: {} }]]);
});

test('a host that starts while the jar is read gets no reply', async () => {
  let read;
  returns['cookies.getAll'] = () =>
    new Promise((resolve) => {
      read = resolve;
    });
  const answered = onCookiesWanted({ ask: 'c1', uri: WANTED.uri, page: PAGE });
  hosts[0].end();
  const starting = host.start();
  await pass(100);
  await starting;
  read([COOKIE]);
  await answered;
  assert.deepEqual(requestsOf('cookies'), []);
});

test('no jar is read for a forbidden address or a page outside the web', async () => {
  assert.equal(await cookiesFor('http://127.0.0.1/map.xml', PAGE), '');
  assert.equal(await cookiesFor(WANTED.uri, { ...PAGE, url: 'about:blank' }), '');
  assert.equal(await cookiesFor('ftp://a.example/', PAGE), '');
  assert.deepEqual(callsOf('cookies.getAll'), []);
});

test('a local page’s cookies are read as secure and a removed jar is empty', async () => {
  returns['cookies.getAll'] = async () => {
    throw new Error('Invalid cookie store id');
  };
  assert.equal(await cookiesFor('http://127.0.0.1/map.xml', { ...PAGE, url: 'http://127.0.0.1/' }), '');
  assert.equal(callsOf('cookies.getAll')[0][0].url, 'https://127.0.0.1/map.xml');
});

test('a fetched file is passed on to the host and ends', async (context) => {
  const requests = fetching(context);
  await onFetchWanted(WANTED);
  const pieces = requestsOf('fetched');
  assert.deepEqual(
    pieces.map(({ fetch, ok, body, last }) => [fetch, ok, atob(body), last]),
    [
      ['f1', true, '<sitemap/>', false],
      ['f1', true, '', true],
    ],
  );
  const [
    {
      arguments: [uri, { credentials, cache, headers, signal }],
    },
  ] = requests.calls;
  assert.deepEqual([uri, credentials, cache, headers], [WANTED.uri, 'include', 'no-cache', { accept: 'text/xml' }]);
  abortFetches(); // only the ones under way
  assert.deepEqual([signal.aborted, ownRequestsUnderWay().length], [false, 0]);
});

test('no login goes to another site or from containers and private windows, whose responses stay uncached', async (context) => {
  const requests = fetching(context);
  for (const changes of [
    { uri: 'https://b.example/' },
    { page: { ...PAGE, container: 'work' } },
    { page: { ...PAGE, private: true } },
  ])
    await onFetchWanted({ ...WANTED, ...changes });
  assert.deepEqual(
    requests.calls.map(({ arguments: [, { credentials, cache }] }) => [credentials, cache]),
    [
      ['omit', 'no-cache'],
      ['omit', 'no-store'],
      ['omit', 'no-store'],
    ],
  );
});

test('a forbidden address is not fetched and the host is told', async (context) => {
  const requests = fetching(context);
  await onFetchWanted({ ...WANTED, uri: 'http://127.0.0.1/' });
  assert.deepEqual(
    [requests.callCount(), requestsOf('fetched').map(({ ok, last }) => [ok, last])],
    [0, [[false, true]]],
  );
});

test('a response redirected to a forbidden address is not passed on', async (context) => {
  fetching(context, async (uri) => {
    report(uri);
    return responseFrom('http://127.0.0.1/');
  });
  await onFetchWanted(WANTED);
  assert.deepEqual(
    requestsOf('fetched').map(({ ok, body }) => [ok, body]),
    [[false, '']],
  );
});

const B = 'https://b.example/map.xml';

test('the host receives every hop with the address that answered it', async (context) => {
  const calls = fetching(context, leading(WANTED.uri, B, `${B}?2`));
  await onFetchWanted(WANTED);
  const [{ ip, hops, uri }] = requestsOf('fetched');
  assert.deepEqual(
    hops,
    [WANTED.uri, B, `${B}?2`].map((url, at) => ({ url, status: at < 2 ? 302 : 200, ip: '203.0.114.9' })),
  );
  assert.deepEqual([ip, uri], ['203.0.114.9', `${B}?2`]);
  assert.ok(calls.calls.every(({ arguments: [, { redirect }] }) => redirect === 'manual'));
});

// Promise (server): Cookies are sent only while every hop belongs to the page's site.
test('cookies are sent until the first hop to another site and never afterwards', async (context) => {
  const calls = fetching(context, leading(WANTED.uri, `${SITE}/2`, B, `${SITE}/3`));
  await onFetchWanted(WANTED);
  assert.deepEqual(
    calls.calls.map(({ arguments: [uri, { credentials }] }) => [uri, credentials]),
    [
      [WANTED.uri, 'include'],
      [`${SITE}/2`, 'include'],
      [B, 'omit'],
      [`${SITE}/3`, 'omit'],
    ],
  );
});

// Promise (server): No redirect to a forbidden address is followed.
test('a redirect to a forbidden address is not followed and reported to the host', async (context) => {
  for (const location of [
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'http://b.example/',
    'ftp://b.example/',
    'https://[::1]/',
  ]) {
    const before = requestsOf('fetched').length;
    const calls = fetching(context, leading(WANTED.uri, new URL(location).href));
    await onFetchWanted(WANTED);
    assert.equal(calls.callCount(), 1, location);
    const [{ ok, last, hops }] = requestsOf('fetched').slice(before);
    assert.deepEqual([ok, last, hops.map(({ url }) => url)], [false, true, [WANTED.uri, location]]);
    calls.restore();
  }
});

test('behind a proxy local names are not followed and no IP address is reported', async (context) => {
  recordProxies({ ...proxySettings(), ordinary: { mode: 'fixed_servers' } });
  showPage(2, PAGE.url, { ip: '127.0.0.1' }, { container: 'elsewhere' });
  const calls = fetching(context, leading('https://b.example/1', 'https://router/'));
  await onFetchWanted({ ...WANTED, uri: 'https://b.example/1', page: { ...PAGE, container: 'elsewhere' } });
  assert.equal(calls.callCount(), 1);
  assert.deepEqual(requestsOf('fetched').at(-1).hops, [
    { url: 'https://b.example/1', status: 302, ip: null },
    { url: 'https://router/' },
  ]);
});

test('an endless chain of redirects ends', async (context) => {
  let at = 0;
  const calls = fetching(context, async (uri) => redirectFrom(uri, `${B}?${++at}`));
  await onFetchWanted(WANTED);
  assert.deepEqual([calls.callCount(), requestsOf('fetched').length], [21, 1]);
});

test('a redirect without a known target ends the fetch', async (context) => {
  fetching(context, async (uri) => redirectFrom(uri, 'https://['));
  await onFetchWanted(WANTED);
  assert.deepEqual(
    requestsOf('fetched').map(({ ok }) => ok),
    [false],
  );
});

test('the browser’s own redirect is checked when it is sent', async (context) => {
  fetching(context, (uri, { signal }) => {
    report(uri);
    own.onOwnRequest({ url: 'https://10.0.0.1/', requestId: `r${requests}`, initiator: 'extension://us' });
    return endless(uri, { signal });
  });
  await onFetchWanted(WANTED);
  assert.deepEqual(
    requestsOf('fetched').map(({ ok, last }) => [ok, last]),
    [[false, true]],
  );
});

test('a private page with its own proxy is not fetched without it', async (context) => {
  recordProxies({ ordinary: { mode: 'direct' }, private: { mode: 'fixed_servers' } });
  const calls = fetching(context);
  await onFetchWanted({ ...WANTED, page: { ...PAGE, private: true } });
  assert.deepEqual([calls.callCount(), requestsOf('fetched').map(({ ok }) => ok)], [0, [false]]);
});

// Promise (server): A page's own request stays within its origin.
test('a page does not fetch from another origin even by redirect', async () => {
  showPage(1, PAGE.url);
  const wanted = onFetchWanted(WANTED);
  await settled();
  const [
    {
      args: [, request],
    },
  ] = callsOf('scripting.executeScript')
    .map(([script]) => script)
    .filter(({ args }) => args);
  assert.deepEqual([request.credentials, request.mode], ['include', 'same-origin']);
  onFetchEnd({ fetch: 'f1' });
  await wanted;
});

test('a fetch ended by the host is aborted without a reply', async (context) => {
  fetching(context, endless);
  const ended = [
    onFetchWanted(WANTED),
    onFetchWanted({ ...WANTED, fetch: 'f2' }),
    onFetchWanted({ ...WANTED, fetch: 'f3', seconds: 5 }),
  ];
  const order = [];
  for (const [at, fetched] of ended.entries()) fetched.then(() => order.push(at));
  onFetchEnd({ fetch: 'f1' });
  onFetchEnd({ fetch: 'f9' });
  await ended[0];
  await pass(5_000);
  await ended[2];
  abortFetches();
  await ended[1];
  assert.deepEqual([order, requestsOf('fetched')], [[0, 2, 1], []]);
});

test('a page of the same origin fetches the file, or else the background does', async (context) => {
  const requests = fetching(context);
  showPage(1, `${SITE}/`);
  returns['scripting.executeScript'] = async () => {
    throw new Error('Cannot access contents');
  };
  await onFetchWanted(WANTED);
  assert.deepEqual(
    callsOf('scripting.executeScript').map(([{ target, files, args }]) => [target.tabId, files ?? args[1].credentials]),
    [
      [1, ['extension/content/fetch.js']],
      [1, 'include'],
    ],
  );
  assert.equal(requests.callCount(), 1);
});

test('a page without a login does not fetch a file that needs one, to avoid a prompt', async () => {
  const { page } = showPage(1, `${SITE}/`, { rule: 'x-header', sitemap: WANTED.uri });
  returns['scripting.executeScript'] = async () => {
    throw new Error('Cannot access contents');
  };
  await onFetchWanted({ ...WANTED, status: 401 });
  assert.deepEqual(callsOf('scripting.executeScript'), []);
  openSession(page, null, { isLoggedIn: true });
  await onFetchWanted({ ...WANTED, status: 401 });
  await settled();
  assert.equal(callsOf('scripting.executeScript').length, 2);
});
