import { FakePort, greetings, host, hosts, pass, reset, returns, settled } from './fake-browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { HostPort, countLosses, restartDelay } = await import('../../extension/background/host-port.js');

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
    onChange: () => said.push(port.isReady ? 'ready' : port.problem?.code ?? 'lost'),
    isWanted: () => isWanted,
  });
});

test('a request is written after hands were shaken, and has its response', async () => {
  const requested = port.request('menu', { site: 's1', count: 1 });
  await settled();
  const [hello, menu] = hosts[0].sent;
  assert.deepEqual([hello.method, menu.method, menu.params], ['hello', 'menu', { site: 's1', count: 1 }]);
  assert.deepEqual(hello.params, { protocol: 1, extension: '0', browser: 'chrome' });
  hosts[0].onMessage.dispatch({ id: menu.id, result: 7 });
  assert.equal(await requested, 7);
});

test('responses are paired with requests by id, in whatever order they come', async () => {
  const requested = [port.request('menu', { site: 'a' }), port.request('menu', { site: 'b' })];
  await settled();
  for (const { id, params } of hosts[0].sent.slice(1).reverse()) hosts[0].onMessage.dispatch({ id, result: params.site });
  assert.deepEqual(await Promise.all(requested), ['a', 'b']);
});

test('a refused request rejects with the code and params of the host', async () => {
  const requested = port.request('menu', { site: 's9' });
  await settled();
  hosts[0].onMessage.dispatch({ id: hosts[0].sent[1].id, error: { code: 'unknown-site', params: { site: 's9' } } });
  await assert.rejects(requested, (error) => {
    assert.deepEqual(error.problem, { code: 'unknown-site', params: { site: 's9' } });
    return true;
  });
});

test('a host that knows less than is needed is said to be of another age', async (t) => {
  const able = greetings.now;
  t.after(() => { greetings.now = able; });
  for (const less of [{ abilities: ['locate'] }, { limits: { ...able.limits, rows: 10 } }]) {
    greetings.now = { ...able, ...less };
    port = new HostPort();
    await assert.rejects(port.request('menu', { site: 's1', count: 1 }), { code: 'protocol-mismatch' });
    assert.equal(port.isReady, false);
  }
});

test('a host is idle while no response is waited for', async () => {
  assert.equal(port.isIdle, true);
  const requested = port.request('menu', {});
  assert.equal(port.isIdle, false);
  await settled();
  assert.equal(port.isIdle, false);
  hosts[0].onMessage.dispatch({ id: hosts[0].sent[1].id, result: 7 });
  await requested;
  assert.equal(port.isIdle, true);
});

test('requests that come together start one host', async () => {
  host.menu = 7;
  assert.deepEqual(await Promise.all([port.request('menu', {}), port.request('menu', {})]), [7, 7]);
  assert.equal(hosts.length, 1);
  assert.deepEqual(hosts[0].sent.map(({ method }) => method), ['hello', 'menu', 'menu']);
});

test('an event reaches its handler; one that nobody handles, and names of every object, are left alone', async () => {
  await port.start();
  for (const event of ['fetch.end', 'later.event', 'constructor']) hosts[0].onMessage.dispatch({ event, params: { fetch: 'f1' } });
  assert.deepEqual(said, ['ready', { fetch: 'f1' }]);
});

test('what a host that was dropped still says is not heard', async () => {
  await port.start();
  port.stop();
  hosts[0].onMessage.dispatch({ event: 'fetch.end', params: {} });
  assert.deepEqual(said, ['ready']);
});

test('what waits for a host that dies is rejected, and the loss is notified', async () => {
  const requested = port.request('menu', {});
  await settled();
  hosts[0].end();
  await assert.rejects(requested, { code: 'host-lost' });
  assert.deepEqual(said, ['ready', 'lost']);
});

test('a message to a host that has died unheard counts as lost, and no response is waited for', async () => {
  await port.start();
  hosts[0].isOpen = false;
  await assert.rejects(port.request('menu', {}), { code: 'host-lost' });
  assert.equal(port.pending.size, 0);
});

test('a reply reaches the host that requested it, and no later one', async () => {
  await port.start();
  const { generation } = port;
  const replied = port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' });
  assert.equal(hosts[0].sent[1].method, 'cookies');
  port.stop();
  await assert.rejects(replied, { code: 'host-lost' });
  await assert.rejects(port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' }), { code: 'host-lost' });
  await port.start();
  await assert.rejects(port.reply(generation, 'cookies', { ask: 'c1', cookie: 'a=b' }), { code: 'host-lost' });
  assert.deepEqual(hosts[1].sent.map(({ method }) => method), ['hello']);
});

test('a host that does not respond for a minute is ended, and counts as lost', async () => {
  const requested = port.request('menu', {});
  requested.catch(() => {});
  await settled();
  await pass(59_999);
  assert.equal(hosts[0].isOpen, true);
  await pass(1);
  assert.equal(hosts[0].isOpen, false);
  await assert.rejects(requested, { code: 'host-lost' });
});

test('a lost host that is wanted is started again, at once for the first loss', async () => {
  isWanted = true;
  await port.start();
  const { generation } = port;
  hosts[0].end();
  await pass(100);
  assert.equal(hosts.length, 2);
  assert.deepEqual([port.isReady, port.generation], [true, generation + 1]);
});

test('a lost host that nobody wants stays away', async () => {
  await port.start();
  hosts[0].end();
  await pass(10_000);
  assert.equal(hosts.length, 1);
});

test('a host that is not installed is a problem of its own, and is not looked for again at once', async () => {
  returns['runtime.connectNative'] = () => { throw new Error('No such native application'); };
  await assert.rejects(port.start(), { code: 'host-missing' });
  returns['runtime.connectNative'] = undefined;
  await assert.rejects(port.start(), { code: 'host-missing' });
  await pass(2_000);
  await port.start();
  assert.deepEqual(said, ['host-missing', 'ready']);
  assert.equal(port.problem, null);
});

test('the reader may have it looked for at once', async () => {
  returns['runtime.connectNative'] = () => { throw new Error('No such native application'); };
  await assert.rejects(port.start(), { code: 'host-missing' });
  returns['runtime.connectNative'] = undefined;
  await port.retry();
  assert.equal(port.isReady, true);
});

test('a host that dies at every start is given up, and tried again after a while where it is wanted', async () => {
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

test('the port names the host that is registered', async () => {
  let name;
  returns['runtime.connectNative'] = (wanted) => { name = wanted; throw new Error('Native host has exited.'); };
  await assert.rejects(port.start());
  assert.equal(name, 'org.standard_sitemap.navigator');
});

test('the first restart comes at once, later ones ever later, then none', () => {
  const delays = [];
  for (let attempt = 0; restartDelay(attempt) !== null; attempt++) delays.push(restartDelay(attempt));
  assert.ok(delays[0] <= 200 && delays.length >= 3);
  assert.deepEqual(delays, delays.toSorted((a, b) => a - b));
});

test('a host that has responded is forgiven its earlier losses', () => {
  assert.equal(countLosses(3, false), 4);
  assert.equal(countLosses(3, true), 1);
});

test('without consent no host is started, and nothing is sent', async () => {
  for (const stored of [{}, { consent: 0 }]) {
    returns['storage.local.get'] = async () => stored;
    port = new HostPort();
    await assert.rejects(port.request('menu', { site: 's1', count: 1 }), { code: 'consent-wanted' });
  }
  assert.deepEqual(hosts, []);
});

test('which of the two is the older one is said', async (t) => {
  t.after(() => { delete host.hello; });
  for (const [protocol, older] of [[0, 'host'], [2, 'extension']]) {
    host.hello = () => { throw { code: 'protocol-mismatch', params: { protocol, host: '9' } }; };
    port = new HostPort();
    await assert.rejects(port.start(), (error) => {
      assert.deepEqual(error.problem, { code: 'protocol-mismatch', params: { older, protocol, host: '9' } });
      return true;
    });
  }
});
