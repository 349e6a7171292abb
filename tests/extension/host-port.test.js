import { FakePort, greetings, host, hosts, pass, reset, returns, settled } from './fake-browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { HostPort, countLosses, restartDelay } = await import('../../extension/background/host/host-port.js');

let port;
let said;
let isWanted;
beforeEach(() => {
  reset();
  port = new HostPort();
  said = [];
  isWanted = false;
  port.listen({
    events: { 'fetch.end': (params) => said.push(params) },
    onChange: () => said.push(port.isReady ? 'ready' : (port.problem?.code ?? 'lost')),
    isWanted: () => isWanted,
  });
});

test('a request is sent after the handshake and gets its response', async () => {
  const requested = port.request('menu', { site: 's1', count: 1 });
  await settled();
  const [hello, menu] = hosts[0].sent;
  assert.deepEqual([hello.method, menu.method, menu.params], ['hello', 'menu', { site: 's1', count: 1 }]);
  assert.deepEqual(hello.params, { protocol: 1, extension: '0', browser: 'chrome' });
  hosts[0].onMessage.dispatch({ id: menu.id, result: 7 });
  assert.equal(await requested, 7);
});

test('responses match requests by id in any order', async () => {
  const requested = [port.request('menu', { site: 'a' }), port.request('menu', { site: 'b' })];
  await settled();
  for (const { id, params } of hosts[0].sent.slice(1).reverse())
    hosts[0].onMessage.dispatch({ id, result: params.site });
  assert.deepEqual(await Promise.all(requested), ['a', 'b']);
});

test('a refused request rejects with the host’s code and parameters', async () => {
  const requested = port.request('menu', { site: 's9' });
  await settled();
  hosts[0].onMessage.dispatch({ id: hosts[0].sent[1].id, error: { code: 'unknown-site', params: { site: 's9' } } });
  await assert.rejects(requested, (/** @type {any} */ error) => {
    assert.deepEqual(error.problem, { code: 'unknown-site', params: { site: 's9' } });
    return true;
  });
});

test('a host without the required abilities is reported as outdated', async (t) => {
  const able = greetings.now;
  t.after(() => {
    greetings.now = able;
  });
  for (const less of [{ abilities: ['locate'] }, { limits: { ...able.limits, rows: 10 } }]) {
    greetings.now = { ...able, ...less };
    port = new HostPort();
    await assert.rejects(port.request('menu', { site: 's1', count: 1 }), { code: 'protocol-mismatch' });
    assert.equal(port.isReady, false);
  }
});

test('a host is idle while no response is pending', async () => {
  assert.equal(port.isIdle, true);
  const requested = port.request('menu', {});
  assert.equal(port.isIdle, false);
  await settled();
  assert.equal(port.isIdle, false);
  hosts[0].onMessage.dispatch({ id: hosts[0].sent[1].id, result: 7 });
  await requested;
  assert.equal(port.isIdle, true);
});

test('concurrent requests start one host', async () => {
  host.menu = 7;
  assert.deepEqual(await Promise.all([port.request('menu', {}), port.request('menu', {})]), [7, 7]);
  assert.equal(hosts.length, 1);
  assert.deepEqual(
    hosts[0].sent.map(({ method }) => method),
    ['hello', 'menu', 'menu'],
  );
});

test('an event reaches its handler, and unknown or inherited names are ignored', async () => {
  await port.start();
  for (const event of ['fetch.end', 'later.event', 'constructor'])
    hosts[0].onMessage.dispatch({ event, params: { fetch: 'f1' } });
  assert.deepEqual(said, ['ready', { fetch: 'f1' }]);
});

test('messages of a dropped host are ignored', async () => {
  await port.start();
  port.stop();
  hosts[0].onMessage.dispatch({ event: 'fetch.end', params: {} });
  assert.deepEqual(said, ['ready']);
});

test('requests to a host that dies are rejected and the loss is reported', async () => {
  const requested = port.request('menu', {});
  await settled();
  hosts[0].end();
  await assert.rejects(requested, { code: 'host-lost' });
  assert.deepEqual(said, ['ready', 'lost']);
});

test('a message to a host that has just died counts as lost and waits for nothing', async () => {
  await port.start();
  hosts[0].isOpen = false;
  await assert.rejects(port.request('menu', {}), { code: 'host-lost' });
  assert.equal(port.pending.size, 0);
});

test('a request to a host that has just died is retried in the next host, before the port disconnects', async () => {
  host.menu = 7;
  await port.start();
  hosts[0].isOpen = false;
  const retried = port.retryOnce(() => port.request('menu', {}));
  await settled();
  await pass(100);
  assert.equal(await retried, 7);
  assert.equal(hosts.length, 2);
  hosts[0].onDisconnect.dispatch();
  assert.equal(port.isReady, true);
});

test('a reply reaches only the host that made the request', async () => {
  await port.start();
  const { generation } = port;
  const replied = port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' });
  assert.equal(hosts[0].sent[1].method, 'cookies');
  port.stop();
  await assert.rejects(replied, { code: 'host-lost' });
  await assert.rejects(port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' }), { code: 'host-lost' });
  await port.start();
  await assert.rejects(port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' }), { code: 'host-lost' });
  assert.deepEqual(
    hosts[1].sent.map(({ method }) => method),
    ['hello'],
  );
});

test('a host that does not respond for a minute is stopped and counts as lost', async () => {
  const requested = port.request('menu', {});
  requested.catch(() => {});
  await settled();
  await pass(59_999);
  assert.equal(hosts[0].isOpen, true);
  await pass(1);
  assert.equal(hosts[0].isOpen, false);
  await assert.rejects(requested, { code: 'host-lost' });
});

test('a host that reports its work within each minute is not lost', async () => {
  const requested = port.request('menu', {});
  await settled();
  for (let minute = 0; minute < 3; minute++) {
    await pass(59_000);
    hosts[0].onMessage.dispatch({ event: 'site.progress', params: {} });
  }
  assert.equal(hosts[0].isOpen, true);
  hosts[0].onMessage.dispatch({ id: hosts[0].sent[1].id, result: 7 });
  assert.equal(await requested, 7);
  port.request('menu', {}).catch(() => {});
  await settled();
  await pass(60_000);
  assert.equal(hosts[0].isOpen, false);
});

test('a lost host that is wanted restarts, at once after the first loss', async () => {
  isWanted = true;
  await port.start();
  const { generation } = port;
  hosts[0].end();
  await pass(100);
  assert.equal(hosts.length, 2);
  assert.deepEqual([port.isReady, port.generation], [true, generation + 1]);
});

test('a lost host that is not wanted stays stopped', async () => {
  await port.start();
  hosts[0].end();
  await pass(10_000);
  assert.equal(hosts.length, 1);
});

test('a missing host has its own problem and is not searched again at once', async () => {
  returns['runtime.connectNative'] = () => {
    throw new Error('No such native application');
  };
  await assert.rejects(port.start(), { code: 'host-missing' });
  returns['runtime.connectNative'] = undefined;
  await assert.rejects(port.start(), { code: 'host-missing' });
  await pass(2_000);
  await port.start();
  assert.deepEqual(said, ['host-missing', 'ready']);
  assert.equal(port.problem, null);
});

test('a retry by the reader searches for a missing host at once', async () => {
  returns['runtime.connectNative'] = () => {
    throw new Error('No such native application');
  };
  await assert.rejects(port.start(), { code: 'host-missing' });
  returns['runtime.connectNative'] = undefined;
  await port.retry();
  assert.equal(port.isReady, true);
});

test('a host that dies at every start is abandoned and retried later if wanted', async () => {
  isWanted = true;
  let starts = 0;
  returns['runtime.connectNative'] = () => {
    starts++;
    const dying = new FakePort();
    queueMicrotask(() => dying.end());
    return dying;
  };
  const started = assert.rejects(port.start(), { code: 'host-crashed' });
  await settled();
  for (let attempt = 0; restartDelay(attempt) !== null; attempt++) await pass(restartDelay(attempt));
  await started;
  assert.equal(starts, 5);
  returns['runtime.connectNative'] = undefined;
  await pass(30_000);
  assert.equal(port.isReady, true);
});

test('the port uses the registered name of the host', async () => {
  let name;
  returns['runtime.connectNative'] = (wanted) => {
    name = wanted;
    throw new Error('Native host has exited.');
  };
  await assert.rejects(port.start());
  assert.equal(name, 'org.standard_sitemap.navigator');
});

test('the first restart is immediate, later ones are delayed increasingly, then none follow', () => {
  const delays = [];
  for (let attempt = 0; restartDelay(attempt) !== null; attempt++) delays.push(restartDelay(attempt));
  assert.ok(delays[0] <= 200 && delays.length >= 3);
  assert.deepEqual(
    delays,
    delays.toSorted((a, b) => a - b),
  );
});

test('a host that has responded resets the count of losses', () => {
  assert.equal(countLosses(3, false), 4);
  assert.equal(countLosses(3, true), 1);
});

test('no host is started and nothing is sent without consent', async () => {
  for (const stored of [{}, { consent: 0 }]) {
    returns['storage.local.get'] = async () => stored;
    port = new HostPort();
    await assert.rejects(port.request('menu', { site: 's1', count: 1 }), { code: 'consent-wanted' });
  }
  assert.deepEqual(hosts, []);
});

test('a protocol mismatch says which side is older', async (t) => {
  t.after(() => {
    delete host.hello;
  });
  for (const [protocol, older] of [
    [0, 'host'],
    [2, 'extension'],
  ]) {
    host.hello = () => {
      throw { code: 'protocol-mismatch', params: { protocol, host: '9' } };
    };
    port = new HostPort();
    await assert.rejects(port.start(), (/** @type {any} */ error) => {
      assert.deepEqual(error.problem, { code: 'protocol-mismatch', params: { older, protocol, host: '9' } });
      return true;
    });
  }
});
