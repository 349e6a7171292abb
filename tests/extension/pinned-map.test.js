import { host as replies, siteMessage } from './fake-browser.js';
import { clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { tabView } from '../../extension/background/display.js';
import { onRequest, onRequestFailed, onResponse } from '../../extension/background/observe-requests.js';
import { onCommitted, onDocumentLoaded } from '../../extension/background/observe-tabs.js';
import { frontTabs, pageOf, tabOf } from '../../extension/background/state.js';

const SITE = 'https://a.example';
const MAP = `${SITE}/map.xml`;
const NEXT = `${SITE}/2`;
const SENT = { tabId: 1, url: NEXT, requestId: 'r1', requestHeaders: [{ name: 'User-Agent', value: 'x' }] };
const RESPONSE = { tabId: 1, url: NEXT, requestId: 'r1', statusCode: 200, responseHeaders: [] };
const COMMIT = { tabId: 1, frameId: 0, url: NEXT, documentId: 'd2' };

/** @type {ReturnType<typeof connectUi>} */
let sidebar;

/** A page of a site with a map, and the commit of another that overtook all that is said of its request. */
beforeEach(async () => {
  await clear();
  replies.locate = { rule: null, sitemap: null };
  openSession(showPage(1, `${SITE}/1`, { sitemap: MAP }).page, siteMessage('s1'));
  frontTabs.set(1, 1);
  sidebar = connectUi('sidebar');
  await onCommitted(COMMIT);
});

/** What the sidebar shows: as the tab has it, and as it was told. */
function shown() {
  const view = tabView(tabOf(1));
  assert.deepEqual(sidebar.port.sent.at(-1).params, view);
  return [view.state, view.isPinned, view.problem?.code];
}

test('a commit that comes before its request leaves the map of the site in view', () => {
  assert.deepEqual(shown(), ['ready', true, undefined]);
});

test('it stays where the page then proves not to have loaded', () => {
  onRequest(SENT);
  onRequestFailed({ tabId: 1, requestId: 'r1', error: 'NS_ERROR_CONNECTION_REFUSED' });
  assert.deepEqual(shown(), ['ready', true, 'page-failed']);
});

test('it stays where a link of the site proves to have led there', () => {
  onRequest({ ...SENT, originUrl: `${SITE}/1` });
  onResponse(RESPONSE);
  assert.deepEqual(shown(), ['ready', true, undefined]);
});

for (const [from, originUrl] of [['nothing', undefined], ['another site', 'https://b.example/']]) {
  test(`it goes with the response where ${from} proves to have led there`, () => {
    onRequest({ ...SENT, originUrl });
    assert.equal(shown()[0], 'ready');
    onResponse(RESPONSE);
    assert.deepEqual(shown(), ['none', false, undefined]);
  });
}

test('it goes once the document is there of which no request is reported', async () => {
  await onDocumentLoaded(COMMIT);
  assert.equal(pageOf(tabOf(1)).isSeen, true);
  assert.deepEqual(shown(), ['none', false, undefined]);
});

test('what is settled once is not asked again: a second response leaves the map', () => {
  onRequest({ ...SENT, originUrl: `${SITE}/1` });
  onResponse(RESPONSE);
  pageOf(tabOf(1)).reachedFrom = '';
  onResponse(RESPONSE);
  assert.equal(shown()[0], 'ready');
});
