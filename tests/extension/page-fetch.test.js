import { FakePort, callsOf, returns, settled } from './fake-browser.js';
import { clear, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { PAGE_FETCH, fetchInPage, onPageFetch } from '../../extension/background/host/page-fetch.js';
import {
  newPage,
  recordIncoming,
  tabForFetch,
  forgetTab,
  showDocument,
} from '../../extension/background/stores/tabs.js';
import { pageFetchNamed } from '../../extension/background/stores/connected-pages.js';

const SITE = 'https://a.example';
const PAGE = { url: `${SITE}/`, container: '', private: false };
/** @type {any} */
const REQUEST = { uri: `${SITE}/map.xml`, accept: '*/*', credentials: 'include', cache: 'default', bytes: 10 };
const SENDER = { tab: { id: 1 }, frameId: 0, url: `${SITE}/` };
const PIECE = { ok: true, status: 200, uri: REQUEST.uri, content_type: 'text/xml', body: 'AAAA', last: false };

let ending;
beforeEach(async () => {
  await clear();
  ending = new AbortController();
  returns['scripting.executeScript'] = async () => [{ result: true }];
});

/**
 * Start a fetch in tab 1; return it with the port by which the page serves it.
 * @param {any} onPiece
 * @param {any} [sender]
 */
async function serving(onPiece, sender = SENDER) {
  const fetched = fetchInPage(1, REQUEST, ending.signal, onPiece);
  fetched.catch(() => {});
  await settled();
  const port = new FakePort(lastName(), sender);
  onPageFetch(port);
  return { fetched, port };
}

/** Return the name of the port by which the page was last asked to connect. */
function lastName() {
  return callsOf('scripting.executeScript').findLast(([{ args }]) => args)[0].args[0];
}

test('only a tab with the page’s origin, window mode and container can fetch', async () => {
  showPage(1, `${SITE}/other`);
  assert.equal((await tabForFetch(PAGE, REQUEST.uri, ending.signal)).tabId, 1);
  assert.equal(await tabForFetch(PAGE, 'https://b.example/map.xml', ending.signal), null);
  assert.equal(await tabForFetch({ ...PAGE, private: true }, REQUEST.uri, ending.signal), null);
  assert.equal(await tabForFetch({ ...PAGE, container: 'work' }, REQUEST.uri, ending.signal), null);
});

test('a page on its way is awaited', async () => {
  recordIncoming(1, newPage(PAGE.url, { isPrivate: false, container: '' }));
  const fetchingTab = tabForFetch(PAGE, REQUEST.uri, ending.signal);
  await settled();
  const { tab } = showPage(1, PAGE.url);
  showDocument(tab, {});
  assert.equal(await fetchingTab, tab);
});

test('a page is awaited for a limited time, and not one with another address', async () => {
  recordIncoming(1, newPage(PAGE.url, { isPrivate: false, container: '' }));
  const fetchingTabs = [
    tabForFetch(PAGE, REQUEST.uri, ending.signal),
    tabForFetch(PAGE, REQUEST.uri, new AbortController().signal),
  ];
  await settled();
  ending.abort();
  assert.equal(await fetchingTabs[0], null);
  forgetTab(1);
  showDocument(showPage(2, 'https://b.example/').tab, {});
  assert.equal(await fetchingTabs[1], null);
});

test('the script is injected into the page and then gets its request', async () => {
  const { fetched, port } = await serving(async () => {});
  const [[script], [call]] = callsOf('scripting.executeScript');
  assert.deepEqual([script.files, call.args], [['extension/content/fetch.js'], [port.name, REQUEST]]);
  assert.ok(port.name.startsWith(PAGE_FETCH));
  port.onMessage.dispatch({ ...PIECE, last: true });
  await fetched;
});

test('each piece is passed on before the next is sent', async () => {
  const pieces = [];
  let accept;
  const { fetched, port } = await serving((piece) => {
    pieces.push(piece);
    return new Promise((resolve) => {
      accept = resolve;
    });
  });
  port.onMessage.dispatch(PIECE);
  await settled();
  assert.deepEqual([pieces, port.sent], [[PIECE], []]);
  accept();
  await settled();
  assert.deepEqual(port.sent, ['more']);
  port.onMessage.dispatch({ ...PIECE, last: true });
  accept();
  await fetched;
  assert.deepEqual([port.isOpen, pageFetchNamed(port.name)], [false, null]);
});

test('fields get their types whatever the page sends', async () => {
  const pieces = [];
  const { port, fetched } = await serving(async (piece) => {
    pieces.push(piece);
  });
  port.onMessage.dispatch({
    ok: 'yes',
    status: '7',
    uri: [REQUEST.uri],
    content_type: 5,
    body: null,
    last: 'no',
    more: 1,
  });
  await settled();
  port.onMessage.dispatch({ ...PIECE, last: true });
  await fetched;
  assert.deepEqual(pieces[0], {
    ok: false,
    status: 7,
    uri: REQUEST.uri,
    content_type: null,
    body: 'null',
    last: false,
  });
});

// Promise (renderer): Content that a page fetched is refused if it was redirected to another origin.
test('a piece redirected to another origin is refused', async () => {
  const pieces = [];
  for (const uri of ['https://bank.example/map.xml', 'http://a.example/map.xml', 'about:blank', undefined]) {
    const { fetched, port } = await serving(async (piece) => {
      pieces.push(piece);
    });
    port.onMessage.dispatch({ ...PIECE, uri, last: true });
    await assert.rejects(fetched, TypeError, String(uri));
  }
  assert.deepEqual(pieces, []);
});

// Promise (renderer): A page delivers its content one piece at a time.
test('a page that sends before its piece was accepted is not heard any more', async () => {
  const pieces = [];
  const { fetched, port } = await serving((piece) => {
    pieces.push(piece);
    return new Promise(() => {});
  });
  for (let number = 0; number < 50; number++) port.onMessage.dispatch(PIECE);
  await assert.rejects(fetched, TypeError);
  assert.deepEqual([pieces.length, port.isOpen], [1, false]);
});

// Promise (renderer): Content that a page fetched for the host comes from a document of the requested origin.
test('pieces of another tab, frame or page, or without a fetch, are refused', async () => {
  const others = [
    { tab: { id: 2 } },
    { frameId: 3 },
    { url: 'https://bank.example/' },
    { documentLifecycle: 'cached' },
  ];
  for (const sender of [...others.map((other) => ({ ...SENDER, ...other })), {}]) {
    const { port } = await serving(async () => {}, sender);
    assert.equal(port.isOpen, false);
    ending.abort();
    ending = new AbortController();
    await settled();
  }
  const stray = new FakePort(`${PAGE_FETCH}x`, SENDER);
  onPageFetch(stray);
  assert.equal(stray.isOpen, false);
});

test('a page that is left, a failing script and an abort fail alike', async () => {
  const { fetched, port } = await serving(async () => {});
  port.end();
  await assert.rejects(fetched, TypeError);
  const { fetched: second } = await serving(async () => {});
  ending.abort();
  await assert.rejects(second, TypeError);
  ending = new AbortController();
  returns['scripting.executeScript'] = async () => {
    throw new Error('Cannot access contents');
  };
  await assert.rejects(
    fetchInPage(1, REQUEST, ending.signal, async () => {}),
    TypeError,
  );
  assert.equal(pageFetchNamed(lastName()), null);
});

test('a page replaced before its call fails at once', async () => {
  returns['scripting.executeScript'] = async ({ func, args }) => [{ result: func ? func(...args) : null }];
  assert.equal(globalThis.sitemapFetch, undefined);
  await assert.rejects(
    fetchInPage(1, REQUEST, ending.signal, async () => {}),
    TypeError,
  );
  returns['scripting.executeScript'] = async ({ func }) => (func ? [] : [{ result: null }]);
  await assert.rejects(
    fetchInPage(1, REQUEST, ending.signal, async () => {}),
    TypeError,
  );
});

test('a page of another origin that serves the fetch ends it at once', async () => {
  const { fetched, port } = await serving(async () => {}, { ...SENDER, url: 'https://bank.example/' });
  await assert.rejects(fetched, TypeError);
  assert.equal(port.isOpen, false);
});

test('a piece that cannot be passed on ends the fetch with that error', async () => {
  const { fetched, port } = await serving(async () => {
    throw new TypeError('led to where it may not be');
  });
  port.onMessage.dispatch(PIECE);
  await assert.rejects(fetched, { message: 'led to where it may not be' });
});
