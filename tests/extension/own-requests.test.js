import { browser, pass, settled } from './fake-browser.js';
import { clear } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  followRequest,
  onOwnEnd,
  onOwnHeaders,
  onOwnRedirect,
  onOwnRequest,
  reportOf,
  watchTab,
} from '../../extension/background/host/own-requests.js';
import { dropOwnRequest } from '../../extension/background/stores/sessions.js';

const URL = 'https://a.example/map.xml';
const DETAILS = { url: URL, requestId: 'r1', initiator: 'extension://us', statusCode: 200 };
const anywhere = () => true;

beforeEach(clear);

test('reports about a request are recorded whichever event brings them', async () => {
  const request = followRequest(URL, anywhere);
  assert.equal(onOwnRequest(DETAILS), undefined);
  onOwnHeaders({ ...DETAILS, statusCode: 302, ip: '192.0.2.1', responseHeaders: [{ name: 'location', value: '/2' }] });
  onOwnEnd({ ...DETAILS, statusCode: 302, ip: null });
  await reportOf(request);
  assert.deepEqual(
    [request.requestId, request.status, request.ip, request.redirect],
    ['r1', 302, '192.0.2.1', 'https://a.example/2'],
  );
});

test('a redirect without headers is recorded too', () => {
  const request = followRequest(URL, anywhere);
  onOwnRedirect({ ...DETAILS, statusCode: 307, redirectUrl: 'https://b.example/' });
  assert.deepEqual([request.status, request.redirect], [307, 'https://b.example/']);
});

test('requests of pages, other extensions and other fetches are not confused', () => {
  const request = followRequest(URL, anywhere);
  onOwnHeaders({ ...DETAILS, initiator: 'https://a.example', ip: '192.0.2.1' });
  onOwnHeaders({ ...DETAILS, initiator: undefined, originUrl: 'extension://others/', ip: '192.0.2.1' });
  onOwnHeaders({ ...DETAILS, url: `${URL}?other`, ip: '192.0.2.1' });
  assert.deepEqual([request.ip, request.requestId], [null, '']);
  onOwnRequest(DETAILS);
  const second = followRequest(URL, anywhere);
  onOwnRequest({ ...DETAILS, requestId: 'r2' });
  onOwnHeaders({ ...DETAILS, requestId: 'r2', ip: '192.0.2.2' });
  assert.deepEqual([request.ip, second.ip], [null, '192.0.2.2']);
});

test('a forbidden request is aborted even after it has started', () => {
  const request = followRequest(URL, ({ url }) => url === URL);
  onOwnRequest(DETAILS);
  assert.equal(request.ending.signal.aborted, false);
  onOwnRequest({ ...DETAILS, url: 'https://10.0.0.1/' });
  assert.equal(request.ending.signal.aborted, true);
});

test('a missing report is awaited for a limited time', async () => {
  const request = followRequest(URL, anywhere);
  let isOver = false;
  reportOf(request).then(() => {
    isOver = true;
  });
  await pass(900);
  assert.equal(isOver, false);
  await pass(200);
  assert.equal(isOver, true);
});

test('events of a finished request are ignored', async () => {
  const request = followRequest(URL, anywhere);
  dropOwnRequest(request);
  assert.equal(onOwnRequest(DETAILS), undefined);
  onOwnEnd(DETAILS);
  await settled();
  assert.equal(request.status, 0);
});

test('the IP addresses that answer a tab are recorded until the end', () => {
  const { ipOf, end } = watchTab(4);
  const { onResponseStarted } = browser.webRequest;
  onResponseStarted.dispatch({ url: URL, ip: '192.0.2.1' });
  onResponseStarted.dispatch({ url: `${URL}?2` });
  assert.deepEqual([ipOf(URL), ipOf(`${URL}?2`), ipOf('https://b.example/')], ['192.0.2.1', null, null]);
  end();
  assert.equal(onResponseStarted.listeners.length, 0);
});
