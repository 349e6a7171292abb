import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** Connections to a fake background, the latest last. */
let lines = [];
function connect({ name }) {
  const hear = {};
  const line = {
    name,
    sent: [],
    postMessage: (message) => line.sent.push(message),
    onMessage: {
      addListener: (listener) => {
        hear.message = listener;
      },
    },
    onDisconnect: {
      addListener: (listener) => {
        hear.end = listener;
      },
    },
    say: (message) => hear.message(message),
    end: () => hear.end(),
  };
  lines.push(line);
  return line;
}
/** @type {any} */
const runtime = { id: 'us', connect };
Object.assign(globalThis, { chrome: { runtime } });
const { BackgroundPort, RequestError } = await import('../../extension/shared/background-port.js');

beforeEach(() => {
  lines = [];
  runtime.id = 'us';
});
const events = [];
const handler = (event) => (params) => events.push([event, params]);
/** Return a port for methods that the background does not have. @returns {any} */
const open = () => new BackgroundPort('ui:sidebar', 7, { tab: handler('tab'), view: handler('view') });

test('a page first sends the id of its window', () => {
  open();
  assert.deepEqual([lines[0].name, lines[0].sent], ['ui:sidebar', [{ event: 'hello', params: { windowId: 7 } }]]);
});

test('responses match requests by id in any order', async () => {
  const port = open();
  const [a, b] = [port.request('a', { x: 1 }), port.request('b', {})];
  assert.deepEqual(lines[0].sent.slice(1), [
    { id: 1, method: 'a', params: { x: 1 } },
    { id: 2, method: 'b', params: {} },
  ]);
  lines[0].say({ id: 2, result: 'B' });
  lines[0].say({ id: 1, result: 'A' });
  assert.deepEqual(await Promise.all([a, b]), ['A', 'B']);
  assert.equal(port.pending.size, 0);
});

test('an error response rejects with its code and parameters', async () => {
  const request = open().request('a', {});
  lines[0].say({ id: 1, error: { code: 'not-found', params: { uri: 'u' } } });
  await assert.rejects(
    request,
    (error) => error instanceof RequestError && error.code === 'not-found' && error.params.uri === 'u',
  );
  assert.deepEqual(new RequestError({ code: 'x' }).params, {});
});

test('events reach their handler and a response without a request is dropped', () => {
  open();
  lines[0].say({ event: 'tab', params: { tabId: 1 } });
  lines[0].say({ id: 99, result: 1 });
  lines[0].say({ id: 99, error: { code: 'x' } });
  assert.deepEqual(events.splice(0), [['tab', { tabId: 1 }]]);
});

test('a closed connection refuses its requests and a new one opens', async () => {
  const port = open();
  const request = port.request('a', {});
  lines[0].end();
  await assert.rejects(request, { code: 'host-lost' });
  assert.equal(lines.length, 2);
  lines[0].end();
  assert.equal(lines.length, 2);
});

test('a page learns of each new connection once it can send requests', async () => {
  let count = 0;
  /** @type {any} */
  const port = new BackgroundPort('ui:sidebar', 7, {}, () => {
    count += 1;
    port.request('a', {}).catch(() => {});
  });
  assert.equal(count, 0);
  lines[0].end();
  assert.deepEqual([count, lines[1].sent.map(({ event, method }) => event ?? method)], [1, ['hello', 'a']]);
  runtime.id = undefined;
  lines[1].end();
  assert.equal(count, 1);
});

test('a click is repeated once over the next connection', async () => {
  const visit = open().request('visit', { key: 'k' });
  lines[0].end();
  assert.deepEqual(lines[1].sent.slice(1), [{ id: 2, method: 'visit', params: { key: 'k' } }]);
  lines[1].say({ id: 2, result: 'there' });
  assert.equal(await visit, 'there');
  const lost = open().request('page.visit', { url: 'u' });
  lines[2].end();
  lines[3].end();
  await assert.rejects(lost, { code: 'host-lost' });
  assert.deepEqual(lines[4].sent.length, 1, 'only the greeting');
});

test('a request names the tab that the page showed, even if it is repeated after a switch', () => {
  const port = open();
  lines[0].say({ event: 'tab', params: { tabId: 4 } });
  port.request('visit', { key: 'k' }).catch(() => {});
  lines[0].say({ event: 'tab', params: { tabId: 5 } });
  lines[0].end();
  port.request('a', {});
  lines[1].say({ event: 'tab', params: { tabId: null } });
  port.request('b', {});
  port.request('c', {}, 4);
  assert.deepEqual(
    [...lines[0].sent, ...lines[1].sent].filter(({ id }) => id).map(({ method, tabId }) => [method, tabId]),
    [
      ['visit', 4],
      ['visit', 4],
      ['a', 5],
      ['b', undefined],
      ['c', 4],
    ],
  );
  events.length = 0;
});

test('a click is refused if the extension is removed', async () => {
  const visit = open().request('visit', { key: 'k' });
  runtime.id = undefined;
  lines[0].end();
  await assert.rejects(visit, { code: 'host-lost' });
});

test('a removed extension does not reconnect until something is requested', async () => {
  const port = open();
  runtime.id = undefined;
  lines[0].end();
  assert.equal(lines.length, 1);
  port.request('a', {});
  assert.equal(lines.length, 2);
});
