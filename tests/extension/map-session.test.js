import { settled, stored } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { aView } from './samples.js';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { MapSession, forget, prefetchMemory, readMemory, remember } = await import(
  '../../extension/sidebar/map-session.js'
);

/**
 * Return a session whose requests are answered by `answer`; a returned error is thrown.
 * @param {(method: string, params: any) => any} [answer]
 */
function aSession(answer = () => aView()) {
  const sent = [];
  /** @type {any} */
  const port = {
    request: async (method, params) => {
      sent.push([method, params]);
      return answer(method, params);
    },
  };
  return { sent, session: new MapSession(port, 1, 's1', () => ['a', 'b']) };
}
const OPENING = { pageUrl: 'https://a.example/', filter: 'x', open: ['a'], row: 95 };

test('a view is opened with a full page of rows', async () => {
  const { session, sent } = aSession();
  assert.equal((await session.open(OPENING)).view, 'v1');
  assert.deepEqual(sent, [
    ['view.open', { site: 's1', page_url: 'https://a.example/', open: ['a'], filter: 'x', from: 80, count: 40 }],
  ]);
  assert.equal(session.viewId, 'v1');
});

test('requests before the view is open wait for its id', async () => {
  const { session, sent } = aSession((method) => (method === 'view.find' ? { index: 7 } : aView()));
  const opening = session.open(OPENING);
  const later = [session.update({ filter: 'y' }), session.rows(0, 40), session.find('m', 3)];
  assert.equal(sent.length, 1);
  await opening;
  assert.equal((await Promise.all(later))[2], 7);
  assert.deepEqual(sent.slice(1), [
    ['view.update', { view: 'v1', filter: 'y' }],
    ['view.rows', { view: 'v1', from: 0, count: 40 }],
    ['view.find', { view: 'v1', text: 'm', from: 3 }],
  ]);
});

test('hidden branches are sent when the view opens, if there are any', async () => {
  const { session, sent } = aSession(() => aView());
  await session.open({ ...OPENING, hidden: ['h'] });
  assert.deepEqual(sent[0][1].hidden, ['h']);
  await session.hide(['h', 'i']);
  await session.expand(null);
  await session.countBelow(['k']);
  assert.deepEqual(sent.slice(1), [
    ['view.hide', { view: 'v1', hidden: ['h', 'i'] }],
    ['view.expand', { view: 'v1', key: null }],
    ['view.below', { view: 'v1', keys: ['k'] }],
  ]);
});

test('a view that cannot be opened refuses pending requests and needs no closing', async () => {
  const { session, sent } = aSession(() => {
    throw new RequestError({ code: 'unknown-site' });
  });
  const opening = assert.rejects(session.open(OPENING), { code: 'unknown-site' });
  await assert.rejects(session.update(), { code: 'unknown-site' });
  await opening;
  session.close();
  assert.equal(sent.length, 1);
});

test('a view is closed, even if it was still being opened, and a refusal is ignored', async () => {
  for (const isOpen of [true, false]) {
    const { session, sent } = aSession((method) => {
      if (method === 'view.close') throw new RequestError({ code: 'host-lost' });
      return aView();
    });
    const opening = session.open(OPENING);
    if (isOpen) await opening;
    session.close();
    await settled();
    assert.deepEqual(sent.slice(1), [['view.close', { view: 'v1' }]]);
  }
});

test('a branch that has not been read yet opens later', async () => {
  const { session, sent } = aSession((method) => {
    if (method === 'view.toggle') throw new RequestError({ code: 'bad-params' });
    return aView();
  });
  await session.open(OPENING);
  await session.toggle('b', true);
  assert.deepEqual(sent.at(-1), ['view.update', { view: 'v1', open: ['a', 'b'] }]);
});

test('any other refusal of a branch is passed on', async () => {
  const { session } = aSession((method) => {
    if (method === 'view.toggle') throw new RequestError({ code: 'unknown-view' });
    return aView();
  });
  await session.open(OPENING);
  await assert.rejects(session.openAll(['a']), { code: 'unknown-view' });
});

test('several branches open in order', async () => {
  let total = 0;
  const { session } = aSession(() => aView({ total: total++ }));
  await session.open(OPENING);
  assert.deepEqual(
    (await session.openAll(['a', 'b'])).map((view) => view.total),
    [1, 2],
  );
});

test('a name without a match has no row', async () => {
  const { session } = aSession(() => ({}));
  assert.equal(await session.find('m', 0), null);
});

const MAP = 'https://a.example/map.xml';
beforeEach(() => {
  stored.local = {};
  forget([MAP, ...['private', 'one', 'other'].map((jar) => `${jar} ${MAP}`)]);
});

test('the stored state of a sitemap is read', async () => {
  stored.local = { [`site ${MAP}`]: { open: ['a'], top: 3 } };
  assert.deepEqual(await readMemory(MAP, ''), { open: ['a'], top: 3 });
});

test('a private window neither reads nor writes stored state', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  stored.local = { [`site ${MAP}`]: { open: ['a'] } };
  assert.deepEqual(await readMemory(MAP, 'private'), {});
  remember(MAP, 'private', { top: 5 });
  mock.timers.tick(10_000);
  assert.deepEqual(await readMemory(MAP, 'private'), { top: 5 });
  assert.deepEqual(stored.local, { [`site ${MAP}`]: { open: ['a'] } });
});

// Promise (successor): Open branches, hidden rows and languages of a container are not stored, and stay in it.
test('a container neither reads nor writes stored state, nor that of another', async () => {
  stored.local = { [`site ${MAP}`]: { open: ['a'] } };
  await remember(MAP, 'one', { open: ['b'], hidden: ['c'], language: 'de' }, true);
  const states = [await readMemory(MAP, 'one'), await readMemory(MAP, 'other'), await readMemory(MAP, '')];
  assert.deepEqual(states, [{ open: ['b'], hidden: ['c'], language: 'de' }, {}, { open: ['a'] }]);
  assert.deepEqual(stored.local, { [`site ${MAP}`]: { open: ['a'] } });
});

test('many changes are written once when scrolling ends', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  for (let top = 1; top <= 5; top++) {
    remember(MAP, '', { top });
    mock.timers.tick(500);
    assert.deepEqual(stored.local, {});
  }
  mock.timers.tick(100);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assert.equal(stored.local[`site ${MAP}`].top, 5);
});

test('a change is stored after the one before, however slow storage is', async () => {
  const { browser } = await import('./page.js');
  const { get } = browser.storage.local;
  browser.storage.local.get = async (key) => {
    await new Promise(setImmediate);
    return structuredClone(await get(key));
  };
  await Promise.all([remember(MAP, '', { open: ['a'] }), remember(MAP, '', { hidden: ['b'] }, true)]);
  browser.storage.local.get = get;
  const { used: _, ...memory } = stored.local[`site ${MAP}`];
  assert.deepEqual(memory, { open: ['a'], hidden: ['b'] });
});

test('what another window has stored is not overwritten by what has not changed here', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  stored.local = { [`site ${MAP}`]: { open: ['a'], top: 3 } };
  await readMemory(MAP, '');
  stored.local = { [`site ${MAP}`]: { open: ['b'], top: 3, hidden: ['c'] } };
  remember(MAP, '', { open: ['a'], top: 9 });
  mock.timers.tick(600);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  const { used: _, ...memory } = stored.local[`site ${MAP}`];
  assert.deepEqual(memory, { open: ['b'], top: 9, hidden: ['c'] });
});

test('a change made while storage is read is not overwritten', async () => {
  stored.local = { [`site ${MAP}`]: { top: 3 } };
  const reading = prefetchMemory(MAP, '');
  remember(MAP, '', { top: 9 });
  await reading;
  assert.equal((await readMemory(MAP, '')).top, 9);
  forget([MAP]);
});

test('deleted state is not written later', async (context) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  remember(MAP, '', { top: 9 });
  forget([MAP]);
  mock.timers.tick(10_000);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assert.deepEqual(stored.local, {});
  assert.deepEqual(await readMemory(MAP, ''), {});
});
