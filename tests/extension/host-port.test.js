import './browser-stub.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** What the host says in the handshake. */
const ABLE = {
  protocol: 1, host: '0', limits: { message_bytes: 1_048_576, rows: 500 },
  abilities: ['locate', 'site', 'view', 'menu', 'search', 'find', 'visit', 'fetch'],
};
let greeting = ABLE;

/** The ports that were opened, each with what was written to it; `answer` and `die` are the host's part. */
const ports = [];
class Port {
  constructor() {
    this.written = [];
    this.listeners = { onMessage: [], onDisconnect: [] };
    for (const name of Object.keys(this.listeners)) this[name] = { addListener: (one) => this.listeners[name].push(one) };
    ports.push(this);
  }

  postMessage(message) {
    if (this.isDead) throw new Error('Attempt to postMessage on disconnected port');
    this.written.push(message);
    if (message.method === 'hello') queueMicrotask(() => this.say({ id: message.id, result: greeting }));
  }

  say(message) { for (const one of this.listeners.onMessage) one(message); }

  die() {
    this.isDead = true;
    for (const one of this.listeners.onDisconnect) one(this);
  }

  disconnect() { this.isDead = true; }
}
globalThis.chrome = {
  runtime: { connectNative: () => new Port(), getManifest: () => ({ version: '0' }), lastError: { message: 'Native host has exited.' } },
};
const { HostPort } = await import('../../extension/background/host-port.js');

let port;
beforeEach(() => {
  ports.length = 0;
  greeting = ABLE;
  port = new HostPort({ onEvent() {}, onChange() {}, isWanted: () => false });
});

test('a request is written after hands were shaken, and has its answer', async () => {
  const asked = port.request('menu', { site: 's1' });
  await port.start();
  const [hello, menu] = await written(2);
  assert.deepEqual([hello.method, menu.method, menu.params], ['hello', 'menu', { site: 's1' }]);
  ports[0].say({ id: menu.id, result: 7 });
  assert.equal(await asked, 7);
});

test('a host that knows less than is needed is said to be of another age', async () => {
  for (const less of [{ abilities: ['locate'] }, { limits: { ...ABLE.limits, rows: 10 } }]) {
    greeting = { ...ABLE, ...less };
    port = new HostPort({ onEvent() {}, onChange() {}, isWanted: () => false });
    await assert.rejects(port.request('menu', {}), { code: 'protocol-mismatch' });
    assert.equal(port.isReady, false);
  }
});

test('a host is idle while nobody waits for it', async () => {
  assert.equal(port.isIdle, true);
  const asked = port.request('menu', {});
  assert.equal(port.isIdle, false);
  const [, menu] = await written(2);
  assert.equal(port.isIdle, false);
  ports[0].say({ id: menu.id, result: 7 });
  await asked;
  assert.equal(port.isIdle, true);
});

test('what waits for a host that dies is told so', async () => {
  const asked = port.request('menu', {});
  await written(2);
  ports[0].die();
  await assert.rejects(asked, { code: 'host-lost' });
});

test('a message to a host that has died unheard counts as lost, and nothing waits for an answer', async () => {
  await port.start();
  ports[0].isDead = true;
  await assert.rejects(port.request('menu', {}), { code: 'host-lost' });
  assert.equal(port.waiting.size, 0);
});

test('a reply reaches the host that asked, and no later one', async () => {
  await port.start();
  const { generation } = port;
  const replied = port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' });
  assert.equal((await written(2))[1].method, 'cookies');
  port.stop();
  await assert.rejects(replied, { code: 'host-lost' });
  await assert.rejects(port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' }), { code: 'host-lost' });
  await port.start();
  await assert.rejects(port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' }), { code: 'host-lost' });
  assert.deepEqual(ports[1].written.map(({ method }) => method), ['hello']);
});

/** What was written to the first port, once there is so much of it. */
async function written(count) {
  while ((ports[0]?.written.length ?? 0) < count) await new Promise(setImmediate);
  return ports[0].written;
}
