import { host as replies, siteMessage } from './fake-browser.js';
import { changeSettings, clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onRequest, onRequestFailed, onResponse } from '../../extension/background/events/observe-requests.js';
import { onCommitted } from '../../extension/background/events/observe-tabs.js';
import { tabView } from '../../extension/background/steps/publication.js';
import { recordFrontTab, tabOf } from '../../extension/background/stores/tabs.js';

const SITE = 'https://a.example';
const MAP = `${SITE}/map.xml`;
const NEXT = `${SITE}/2`;
/** @type {any} */
const SENT = { tabId: 1, url: NEXT, requestId: 'r1', requestHeaders: [{ name: 'User-Agent', value: 'x' }] };
/** @type {any} */
const RESPONSE = { tabId: 1, url: NEXT, requestId: 'r1', statusCode: 200, responseHeaders: [] };
const COMMIT = { tabId: 1, frameId: 0, url: NEXT, documentId: 'd2' };

/** @type {ReturnType<typeof connectUi>} */
let sidebar;

/** A page of a site with a map, and the commit of another page that arrived before all events of its request. */
beforeEach(async () => {
  await clear();
  changeSettings({ keepOpen: false });
  replies.locate = { rule: null, sitemap: null };
  openSession(showPage(1, `${SITE}/1`, { sitemap: MAP }).page, siteMessage('s1'));
  recordFrontTab(1, 1);
  sidebar = connectUi('sidebar');
  await onCommitted(COMMIT);
});

/** Return the sidebar's map: in the tab, and in the last message. */
function shown() {
  const view = tabView(tabOf(1));
  assert.deepEqual(sidebar.port.sent.at(-1).params, view);
  return [view.state, view.isPinned, view.problem?.code];
}

test('a commit before its request removes the map, since nothing keeps it yet', () => {
  assert.equal(shown()[0], 'none');
});

test('the map returns if the page proves to have failed', () => {
  onRequest(SENT);
  assert.equal(shown()[0], 'none');
  onRequestFailed({ tabId: 1, requestId: 'r1', error: 'NS_ERROR_CONNECTION_REFUSED' });
  assert.deepEqual(shown(), ['ready', true, 'page-failed']);
});

test('the map returns if a link of the site proves to have led there', () => {
  onRequest({ ...SENT, originUrl: `${SITE}/1` });
  assert.deepEqual(shown(), ['ready', true, undefined]);
  onResponse(RESPONSE);
  assert.deepEqual(shown(), ['ready', true, undefined]);
});

for (const [from, originUrl] of [
  ['nothing', undefined],
  ['another site', 'https://b.example/'],
]) {
  test(`the map stays away if ${from} proves to have led there`, () => {
    onRequest({ ...SENT, originUrl });
    onResponse(RESPONSE);
    assert.deepEqual(shown(), ['none', false, undefined]);
  });
}

test('the map stays away if another page has followed', async () => {
  await onCommitted({ ...COMMIT, url: `${SITE}/3`, documentId: 'd3' });
  onRequest({ ...SENT, originUrl: `${SITE}/1` });
  assert.equal(shown()[0], 'none');
  await onCommitted({ ...COMMIT, url: 'https://b.example/', documentId: 'd4' });
  onRequest({ ...SENT, url: 'https://b.example/', requestId: 'r4', originUrl: 'https://b.example/0' });
  assert.equal(shown()[0], 'none');
});

test('the map stays away if the request is much later, as with a service worker’s page', (context) => {
  const later = Date.now() + 3_000;
  context.mock.method(Date, 'now', () => later);
  onRequest({ ...SENT, originUrl: `${SITE}/1` });
  assert.equal(shown()[0], 'none');
});
