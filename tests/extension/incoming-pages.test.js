import { pass, settled } from './fake-browser.js';
import { addIncoming, clear, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  claimIncoming,
  completeShown,
  dropIncoming,
  incomingPages,
  isRequestKnown,
  newPage,
  pagesOfRequest,
  recordIncoming,
  untilReported,
  forgetTab,
} from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const JAR = { isPrivate: false, container: '' };
const REQUEST = [['user-agent', 'x']];

beforeEach(clear);

test('a tab has several incoming documents, with one record for all hops of a redirect', () => {
  const [first, hop, second] = [
    ['r1', '1'],
    ['r1', '2'],
    ['r2', '3'],
  ].map(([requestId, path]) => Object.assign(newPage(URL + path, JAR), { requestId }));
  for (const page of [first, hop, second]) recordIncoming(1, page);
  assert.deepEqual([incomingPages(), incomingPages(1), incomingPages(2)], [[hop, second], [hop, second], []]);
  assert.deepEqual(
    [pagesOfRequest({ tabId: 1, requestId: 'r1' }), pagesOfRequest({ tabId: 2, requestId: 'r1' })],
    [[hop], []],
  );
});

test('only the latest incoming documents are recorded', () => {
  for (let number = 0; number < 20; number++)
    recordIncoming(1, Object.assign(newPage(URL, JAR), { requestId: `r${number}` }));
  assert.deepEqual(
    incomingPages(1).map(({ requestId }) => requestId),
    [12, 13, 14, 15, 16, 17, 18, 19].map((number) => `r${number}`),
  );
});

test('a committed document takes its latest record and drops earlier ones', () => {
  const pages = ['1', '2', '2', '3'].map((path) => addIncoming(1, URL + path));
  assert.equal(claimIncoming(1, `${URL}4`), null);
  assert.equal(claimIncoming(1, `${URL}2#part`), pages[2]);
  assert.deepEqual(incomingPages(1), [pages[3]]);
  assert.equal(claimIncoming(1, `${URL}3`), pages[3]);
  assert.equal(incomingPages().length, 0);
});

test('a failed document and a closed tab lose their records', () => {
  const [first, second] = ['1', '2'].map((path) => addIncoming(1, URL + path));
  dropIncoming(1, first);
  assert.deepEqual(incomingPages(1), [second]);
  dropIncoming(1, second);
  assert.equal(incomingPages().length, 0);
  addIncoming(1, URL);
  forgetTab(1);
  assert.equal(incomingPages().length, 0);
});

test('a late request completes the visible document with its address and no other', () => {
  const reported = Object.assign(newPage(URL, JAR), {
    request: REQUEST,
    requestId: 'r1',
    reachedFrom: 'https://b.example',
    isLoggedIn: true,
  });
  const { page: known } = showPage(2, URL);
  for (const [tabId, url] of [
    [1, `${URL}other`],
    [3, `${URL}#part`],
  ])
    showPage(tabId, url, { request: [] });
  for (const tabId of [1, 2, 3, 4]) completeShown(tabId, reported);
  assert.deepEqual(
    pagesOfRequest({ tabId: 3, requestId: 'r1' }).map(({ request, reachedFrom, isLoggedIn }) => [
      request,
      reachedFrom,
      isLoggedIn,
    ]),
    [[REQUEST, 'https://b.example', true]],
  );
  assert.deepEqual([known.requestId, pagesOfRequest({ tabId: 1, requestId: 'r1' })], ['', []]);
});

test('a document is awaited until its request is reported or the time is over', async () => {
  for (const isReported of [true, false]) {
    const { page } = showPage(1, URL, { request: [] });
    let isOver = false;
    untilReported(page).then(() => {
      isOver = true;
    });
    await settled();
    assert.equal(isOver, false);
    if (isReported) completeShown(1, Object.assign(newPage(URL, JAR), { request: REQUEST }));
    else await pass(2_000);
    await settled();
    assert.deepEqual([isOver, isRequestKnown(page)], [true, isReported]);
  }
});
