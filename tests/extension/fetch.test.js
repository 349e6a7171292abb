import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import '../../extension/content/fetch.js';

const { inPieces, serve } = globalThis.sitemapFetch;
const PIECE_BYTES = 384 * 1024;

/** Response bodies of the server, by path; `/endless` never ends. */
const bodies = {
  '/small': Buffer.from('<a/>'),
  '/large': Buffer.alloc(PIECE_BYTES * 2 + 5, 'x'),
  '/even': Buffer.alloc(PIECE_BYTES, 'y'),
  '/empty': Buffer.alloc(0),
};
const REFUSAL = 'There is no such thing.';
let base = '';
let closed = 0;
const server = createServer((request, response) => {
  response.on('close', () => {
    closed++;
  });
  response.setHeader('Content-Type', 'text/xml');
  if (request.url === '/moved') return response.writeHead(302, { Location: '/small' }).end();
  if (request.url === '/cut')
    return response.writeHead(200, { 'Content-Length': 100 }).write('short', () => response.destroy());
  if (request.url !== '/endless')
    return response.writeHead(bodies[request.url] ? 200 : 404).end(bodies[request.url] ?? REFUSAL);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65536)));
  };
  response.on('drain', more);
  more();
});

before(
  () =>
    new Promise((/** @type {(value?: any) => void} */ done) =>
      server.listen(0, '127.0.0.1', () => {
        base = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
        done();
      }),
    ),
);
after(() => {
  server.closeAllConnections();
  server.close();
});

/** @param {string} path @param {any} [more] */
async function fetched(path, { bytes = 1e9, take, redirect, signal = new AbortController().signal } = {}) {
  const pieces = [];
  const wanted = { uri: base + path, accept: 'text/xml', credentials: 'omit', cache: 'default', redirect, bytes };
  const isThere = await inPieces(
    wanted,
    signal,
    take ??
      (async (piece) => {
        pieces.push(piece);
      }),
  );
  return { pieces, isThere, body: Buffer.concat(pieces.map(({ body }) => Buffer.from(body, 'base64'))) };
}

test('a body arrives in pieces of equal size with the last one marked', async () => {
  const { pieces, body } = await fetched('/large');
  assert.deepEqual(body, bodies['/large']);
  assert.deepEqual(
    pieces.map((piece) => Buffer.from(piece.body, 'base64').length),
    [PIECE_BYTES, PIECE_BYTES, 5, 0],
  );
  assert.deepEqual(
    pieces.map(({ last }) => last),
    [false, false, false, true],
  );
});

test('small, empty and even bodies arrive complete', async () => {
  for (const path of ['/small', '/empty', '/even']) assert.deepEqual((await fetched(path)).body, bodies[path], path);
});

test('a redirect that must not be followed passes nothing on', async () => {
  const { pieces, isThere } = await fetched('/moved', { redirect: 'manual' });
  // Unlike browsers, Node reveals the redirect target; it does not follow it either.
  assert.deepEqual([pieces.map(({ ok }) => ok), isThere], [[false], true]);
  const opaque = { type: 'opaqueredirect', ok: false, status: 0, url: '', headers: new Headers(), body: null };
  assert.equal(
    await withFetch(
      async () => opaque,
      () => inPieces({}, undefined, () => assert.fail()),
    ),
    false,
  );
});

/** Run a function with `fetch` replaced. */
async function withFetch(other, act) {
  const own = globalThis.fetch;
  globalThis.fetch = other;
  try {
    return await act();
  } finally {
    globalThis.fetch = own;
  }
}

test('pieces contain status, type and final address', async () => {
  const {
    pieces: [piece],
  } = await fetched('/moved');
  assert.deepEqual([piece.ok, piece.status, piece.uri, piece.content_type], [true, 200, `${base}/small`, 'text/xml']);
});

test('a refused response is reported without its body', async () => {
  const { pieces } = await fetched('/none');
  assert.deepEqual(
    pieces.map(({ ok, status, body, last }) => [ok, status, body, last]),
    [[false, 404, '', true]],
  );
});

test('reading stops after the requested size', async () => {
  const { body } = await fetched('/endless', { bytes: 1_000_000 });
  assert.ok(body.length > 1_000_000 && body.length <= 1_000_000 + PIECE_BYTES);
});

test('a piece waits until the previous one was accepted', async () => {
  let underWay = 0;
  await fetched('/large', {
    take: async () => {
      assert.equal(++underWay, 1);
      await new Promise(setImmediate);
      underWay--;
    },
  });
});

test('an aborted fetch stops and closes the connection', async () => {
  const ending = new AbortController();
  const before = closed;
  await assert.rejects(fetched('/endless', { signal: ending.signal, take: async () => ending.abort() }), DOMException);
  while (closed === before) await new Promise(setImmediate);
});

test('a truncated body is not a response', async () => {
  await assert.rejects(fetched('/cut'), TypeError);
});

/** Return the background's end of a port; `pieces` are the page's messages in order. */
function portOf() {
  const listeners = { message: () => {}, disconnect: () => {} };
  const port = {
    pieces: [],
    isOver: false,
    accept: () => listeners.message(),
    end: () => listeners.disconnect(),
    onMessage: {
      addListener: (listener) => {
        listeners.message = listener;
      },
    },
    onDisconnect: {
      addListener: (listener) => {
        listeners.disconnect = listener;
      },
    },
    postMessage: (piece) => {
      port.pieces.push(piece);
    },
    disconnect: () => {
      port.isOver = true;
    },
  };
  Object.assign(globalThis, {
    chrome: {
      runtime: {
        connect: ({ name }) => {
          port.name = name;
          return port;
        },
      },
    },
  });
  return port;
}

/** Wait until a condition holds. */
async function until(isSo) {
  while (!isSo()) await new Promise(setImmediate);
}

const request = (path) => ({ uri: base + path, accept: 'text/xml', credentials: 'omit', cache: 'default', bytes: 1e9 });

test('a page sends each piece after the previous was accepted and disconnects after the last', async () => {
  const port = portOf();
  const serving = serve('fetch 1', request('/large'));
  for (let count = 1; count <= 4; count++) {
    await until(() => port.pieces.length >= count);
    await new Promise(setImmediate);
    assert.deepEqual([port.pieces.length, port.isOver], [count, false]);
    port.accept();
  }
  await serving;
  assert.deepEqual([port.name, port.isOver, port.pieces.at(-1).last], ['fetch 1', true, true]);
  assert.deepEqual(Buffer.concat(port.pieces.map(({ body }) => Buffer.from(body, 'base64'))), bodies['/large']);
});

test('a background that disconnects ends the fetch in the page, also between pieces', async () => {
  const port = portOf();
  const before = closed;
  const serving = serve('fetch 2', request('/endless'));
  await until(() => port.pieces.length === 1);
  port.end();
  await serving;
  await until(() => closed > before);
  assert.equal(port.pieces.length, 1);
});

test('a file that the page cannot fetch ends without a last piece', async () => {
  const port = portOf();
  const serving = serve('fetch 3', request('/cut'));
  await until(() => port.isOver || port.pieces.length > 0);
  port.accept();
  await serving;
  assert.deepEqual([port.isOver, port.pieces.some(({ last }) => last)], [true, false]);
});

test('a bug is not reported as a network error', async () => {
  const port = portOf();
  await assert.rejects(
    withFetch(
      async () => {
        throw new RangeError('ours');
      },
      () => serve('fetch 4', request('/small')),
    ),
    RangeError,
  );
  assert.equal(port.isOver, true);
});

test('a second injection of the script has no effect', async () => {
  const first = globalThis.sitemapFetch;
  await import(`../../extension/content/fetch.js?${Math.random()}`);
  assert.equal(globalThis.sitemapFetch, first);
});
