import {
  CLASS_CHANGES,
  callsOf,
  host as replies,
  hosts,
  pass,
  requestsOf,
  returns,
  settled,
  siteMessage,
} from './fake-browser.js';
import {
  addIncoming,
  changeSettings,
  chooseAddress,
  clear,
  connectUi,
  openSession,
  showPage,
} from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import * as requests from '../../extension/background/events/observe-requests.js';
import { host } from '../../extension/background/host/host-port.js';
import { tabView } from '../../extension/background/steps/publication.js';
import {
  addSignature,
  allSessions,
  cacheLocation,
  cachedLocation,
  forgetSessions,
  signaturesFor,
} from '../../extension/background/stores/sessions.js';
import { allChoices, choosePrivately } from '../../extension/background/stores/settings.js';
import {
  allTabs,
  incomingPages,
  pageById,
  pageOf,
  recordFrontTab,
  recordIncoming,
  tabOf,
  tabsInFront,
} from '../../extension/background/stores/tabs.js';
import * as observe from '../../extension/background/events/observe-tabs.js';

const SITE = 'https://a.example';
const URL = `${SITE}/1`;
const MAP = `${SITE}/map.xml`;
const LINK = { element: 'link', rel: 'standard-sitemap', href: '/map.xml', base: URL, xml_bases: [] };
const EVIDENCE = { content_type: 'text/html', links: [LINK], referrer: null };
/** The details of requests are partial. @type {Record<string, (details: any) => void>} */
const { onRequest, onRequestFailed, onResponse } = requests;
/** @type {(tab: any) => Promise<void>} */
const onTabCreated = observe.onTabCreated;
const COMMIT = { tabId: 1, frameId: 0, url: URL, documentId: 'd1' };
const SENDER = { tabId: 1, url: URL, documentId: 'd1' };

beforeEach(async () => {
  await clear();
  recordFrontTab(1, 1);
  replies.locate = { rule: 'legacy-link', sitemap: MAP };
  replies['site.open'] = siteMessage('s1', { class_changes: CLASS_CHANGES });
});

/** Record a document on its way into tab 1. */
function coming(qualities = {}, url = URL) {
  return addIncoming(1, url, qualities);
}

/** Make pages answer the functions of the content script. */
function answers(values) {
  returns['scripting.executeScript'] = async ({ func }) => {
    globalThis.sitemapPage = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, () => value]));
    return func.length ? [] : [{ result: await func(), documentId: 'd1' }];
  };
}

test('a tab shows its incoming document with everything recorded for it', async () => {
  const page = coming({ contentType: 'text/html' });
  await observe.onCommitted({ ...COMMIT, url: `${URL}#part` });
  assert.equal(pageOf(tabOf(1)), page);
  assert.deepEqual(
    [tabOf(1).url, tabOf(1).documentUrl, tabOf(1).windowId, incomingPages().length],
    [`${URL}#part`, `${URL}#part`, 1, 0],
  );
});

test('a document whose tab answers late does not replace the next one', async () => {
  const asked = [];
  returns['tabs.get'] = () => new Promise((resolve) => asked.push(() => resolve({ id: 1, windowId: 1 })));
  const first = observe.onCommitted(COMMIT);
  await settled();
  await onTabCreated({ id: 1, windowId: 1, incognito: false });
  const next = observe.onCommitted({ ...COMMIT, url: `${SITE}/2`, documentId: 'd2' });
  await settled();
  for (const answer of asked) answer();
  await Promise.all([first, next]);
  assert.deepEqual([tabOf(1).documentId, tabOf(1).url, pageOf(tabOf(1)).url], ['d2', `${SITE}/2`, `${SITE}/2`]);
});

test('a document other than the incoming one has a new record', async () => {
  coming({ contentType: 'text/html' }, `${SITE}/2`);
  await observe.onCommitted(COMMIT);
  assert.deepEqual([pageOf(tabOf(1)).url, pageOf(tabOf(1)).contentType], [URL, null]);
});

// Promise (page): The length of a page's address is limited.
test('a page with an overlong address is not stored', async () => {
  const long = `${URL}?${'x'.repeat(2_000_000)}`;
  onRequest({ tabId: 1, url: long, requestId: 'r1', requestHeaders: [] });
  onResponse({
    tabId: 1,
    url: long,
    requestId: 'r1',
    statusCode: 200,
    ip: '192.0.2.1',
    responseHeaders: [{ name: 'X-Standard-Sitemap-Location', value: '/map.xml' }],
  });
  await observe.onCommitted({ tabId: 1, frameId: 0, url: long });
  await observe.onAddressChanged({ tabId: 1, frameId: 0, url: long });
  assert.ok(JSON.stringify([allTabs(), allTabs().map(pageOf), incomingPages()]).length < 5_000);
  assert.deepEqual(requestsOf('locate'), []);
});

test('frames are ignored', async () => {
  await observe.onCommitted({ ...COMMIT, frameId: 3 });
  await observe.onAddressChanged({ tabId: 1, frameId: 3, url: `${SITE}/frame` });
  await observe.onDocumentLoaded({ ...COMMIT, frameId: 3 });
  assert.equal(allTabs().length, 0);
});

test('commit and evidence make one record in either order', async () => {
  const page = coming();
  await observe.recordEvidence(EVIDENCE, SENDER);
  await observe.onCommitted(COMMIT);
  await settled();
  assert.equal(pageOf(tabOf(1)), page);
  assert.deepEqual([requestsOf('locate').length, page.sitemap], [1, MAP]);
});

test('naming headers are looked up at the commit at the latest', async () => {
  coming({ headers: [['x-standard-sitemap-location', '/map.xml']] });
  await observe.onCommitted(COMMIT);
  assert.equal(requestsOf('locate').length, 1);
});

test('links do not count if a header names a sitemap', async () => {
  const page = coming({ headers: [['x-standard-sitemap-location', '/map.xml']] });
  replies.locate = { rule: 'x-header', sitemap: MAP };
  await observe.onCommitted(COMMIT);
  await observe.recordEvidence(EVIDENCE, SENDER);
  assert.deepEqual([requestsOf('locate').length, page.rule, page.links], [1, 'x-header', [LINK]]);
});

test('only changed evidence is looked up again', async () => {
  coming();
  await observe.onCommitted(COMMIT);
  for (const href of ['/map.xml', '/map.xml', '/other.xml'])
    await observe.recordEvidence({ ...EVIDENCE, links: [{ ...LINK, href }] }, SENDER);
  assert.equal(requestsOf('locate').length, 2);
});

test('a page has the browser’s type whatever its headers say', async () => {
  for (const types of [['text/plain', 'text/html'], ['text/html; charset=x', ''], ['unknown/unknown'], []]) {
    await clear();
    replies.locate = { rule: 'legacy-link', sitemap: MAP };
    replies['site.open'] = siteMessage('s1');
    onRequest({ tabId: 1, requestId: 'r', url: URL, requestHeaders: [{ name: 'User-Agent', value: 'x' }], frameId: 0 });
    onResponse({
      tabId: 1,
      requestId: 'r',
      url: URL,
      statusCode: 200,
      ip: '192.0.2.1',
      responseHeaders: types.map((value) => ({ name: 'Content-Type', value })),
    });
    const { page } = await observe.recordEvidence({ ...EVIDENCE, content_type: 'application/xhtml+xml' }, SENDER);
    assert.deepEqual(
      [page.contentType, requestsOf('locate').map(({ evidence }) => evidence.content_type)],
      ['application/xhtml+xml', ['application/xhtml+xml']],
    );
  }
});

test('a chosen map is restored after a restart without asking other tabs', async () => {
  chooseAddress(SITE, MAP);
  returns['tabs.query'] = async () => [
    { id: 1, windowId: 1, url: URL },
    { id: 2, windowId: 1, url: 'https://b.example/' },
    { id: 3, windowId: 1, url: URL, discarded: true },
  ];
  returns['scripting.executeScript'] = async ({ target }) => [{ result: null, documentId: `d${target.tabId}` }];
  await observe.recordOpenTabs();
  await pass(2_000); // nobody has seen how it was requested
  assert.deepEqual(
    [pageOf(tabOf(1)).sitemap, pageOf(tabOf(1)).rule, pageOf(tabOf(2)), pageOf(tabOf(3))],
    [MAP, 'user', null, null],
  );
  assert.deepEqual([...new Set(callsOf('scripting.executeScript').map(([{ target }]) => target.tabId))], [1]);
});

test('evidence adds the type and referrer policy that headers lack', async () => {
  const page = coming({ referrerPolicy: 'origin' });
  const { tab } = await observe.recordEvidence({ ...EVIDENCE, referrer: 'never' }, SENDER);
  assert.deepEqual([page.contentType, page.referrerPolicy, tab.isListening], ['text/html', 'no-referrer', true]);
  await observe.recordEvidence({ ...EVIDENCE, content_type: 'application/xml' }, SENDER);
  assert.deepEqual([page.contentType, page.referrerPolicy], ['text/html', 'no-referrer']);
});

test('a document from the back/forward cache is the same and gets its display again', async () => {
  const page = coming();
  await observe.onCommitted(COMMIT);
  await observe.recordEvidence(EVIDENCE, SENDER);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/2`, documentId: 'd2' });
  const sent = callsOf('tabs.sendMessage').length;
  await observe.onCommitted({ ...COMMIT, transitionQualifiers: ['forward_back'] });
  assert.equal(pageOf(tabOf(1)), page);
  assert.equal(callsOf('tabs.sendMessage').length, sent + 1);
  assert.equal(requestsOf('locate').length, 1);
});

test('a document from the back/forward cache reopens its sitemap, closed meanwhile', async () => {
  coming();
  await observe.onCommitted(COMMIT);
  await observe.recordEvidence(EVIDENCE, SENDER);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/2`, documentId: 'd2' });
  forgetSessions();
  await observe.onCommitted({ ...COMMIT, transitionQualifiers: ['forward_back'] });
  assert.deepEqual([tabView(tabOf(1)).state, requestsOf('site.open').length], ['ready', 2]);
});

test('without ids of documents, a second visit and a reload have records of their own, a return has not', async () => {
  const visits = [URL, `${SITE}/2`, URL, URL].map((url) => coming({}, url));
  const committed = { ...COMMIT, documentId: undefined };
  const shown = [];
  for (const page of visits) {
    const details = { ...committed, url: page.url };
    recordIncoming(1, page);
    await observe.onCommitted(details);
    await observe.recordEvidence(EVIDENCE, { ...details, documentId: null });
    shown.push(pageOf(tabOf(1)));
    await observe.onCommitted({ ...details, transitionQualifiers: ['forward_back'] });
    assert.equal(pageOf(tabOf(1)), page);
  }
  assert.deepEqual(shown, visits);
  assert.deepEqual(
    visits.map(({ sitemap }) => sitemap),
    [MAP, MAP, MAP, MAP],
  );
  const requested = coming();
  await observe.onCommitted({ ...committed, transitionQualifiers: ['forward_back'] });
  assert.equal(pageOf(tabOf(1)), requested, 'a return without the cache is another visit');
});

test('without ids of documents, evidence ahead of a commit counts', async () => {
  const sent = { ...SENDER, documentId: null };
  const committed = { ...COMMIT, documentId: undefined };
  const first = coming();
  await observe.recordEvidence(EVIDENCE, sent);
  await observe.onCommitted(committed);
  assert.equal(pageOf(tabOf(1)), first);
  await pass(5_000);
  answers({ evidence: EVIDENCE });
  const second = coming();
  await observe.recordEvidence(EVIDENCE, sent);
  await observe.onCommitted(committed);
  await observe.onDocumentLoaded(committed);
  assert.deepEqual([pageOf(tabOf(1)) === second, second.sitemap], [true, MAP]);
});

test('headers that the browser did not report on a return are fetched by the page', async () => {
  answers({
    headers: [
      ['x-standard-sitemap-location', '/map.xml'],
      ['content-type', 'text/html'],
    ],
  });
  observe.onCommitted({ ...COMMIT, transitionQualifiers: ['forward_back'] });
  await settled();
  assert.deepEqual(pageOf(tabOf(1)).headers, [['x-standard-sitemap-location', '/map.xml']]);
  assert.equal(requestsOf('locate').length, 1);
});

test('headers of a document that was left are dropped', async () => {
  let answer;
  returns['scripting.executeScript'] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const committed = observe.onCommitted({ ...COMMIT, transitionQualifiers: ['forward_back'] });
  await settled();
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/2`, documentId: 'd2' });
  answer([{ result: [['x-standard-sitemap-location', '/map.xml']] }]);
  await committed;
  assert.deepEqual([pageById('d1').headers, requestsOf('locate')], [[], []]);
});

test('a page from its service worker gets its headers once it has loaded', async () => {
  answers({ headers: [['x-standard-sitemap-location', '/map.xml']] });
  await observe.onCommitted(COMMIT);
  assert.equal(requestsOf('locate').length, 0);
  for (let time = 0; time < 2; time++) observe.onDocumentLoaded(COMMIT);
  await settled();
  assert.equal(requestsOf('locate').length, 1);
});

test('the reader’s choice is applied when a page has loaded and named nothing', async () => {
  chooseAddress(SITE, MAP);
  answers({ evidence: { ...EVIDENCE, links: [] } });
  const page = coming();
  await observe.onCommitted(COMMIT);
  assert.equal(page.sequence, 0);
  await observe.onDocumentLoaded(COMMIT);
  assert.deepEqual([page.rule, page.sitemap, requestsOf('locate').length], ['user', MAP, 0]);
});

test('the page’s evidence precedes the choice even if its message is late', async () => {
  chooseAddress(SITE, `${SITE}/chosen.xml`);
  answers({ evidence: EVIDENCE });
  const page = coming();
  await observe.onCommitted(COMMIT);
  await observe.onDocumentLoaded(COMMIT);
  assert.deepEqual([page.rule, page.sitemap], ['legacy-link', MAP]);
});

test('a page without a choice is not queried for evidence', async () => {
  coming();
  await observe.onCommitted(COMMIT);
  await observe.onDocumentLoaded(COMMIT);
  assert.deepEqual(callsOf('scripting.executeScript'), []);
  assert.equal(hosts.length, 0);
});

test('a reload requests the sitemap again', async () => {
  replies['site.reload'] = siteMessage('s1');
  coming();
  await observe.onCommitted(COMMIT);
  await observe.recordEvidence(EVIDENCE, SENDER);
  coming();
  await observe.onCommitted({ ...COMMIT, documentId: 'd2', transitionType: 'reload' });
  await observe.recordEvidence(EVIDENCE, { ...SENDER, documentId: 'd2' });
  assert.deepEqual(requestsOf('site.reload'), [{ site: 's1', revalidate: true }]);
});

test('the map stays on the next page of the site if the reader wants that, and on no other site', async () => {
  const { page } = showPage(1, URL, { rule: 'user', sitemap: MAP });
  openSession(page, siteMessage('s1'));
  changeSettings({ keepOpen: true });
  chooseAddress(SITE, MAP);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/2`, documentId: 'd2' });
  assert.deepEqual([tabOf(1).pinnedSitemap, tabOf(1).isPinnedChosen], [MAP, true]);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/3`, documentId: 'd3' });
  assert.equal(tabOf(1).pinnedSitemap, MAP);
  await observe.onCommitted({ ...COMMIT, url: 'https://b.example/', documentId: 'd4' });
  assert.equal(tabOf(1).pinnedSitemap, null);
});

test('the map stays on pages opened by a link of its site or from the map, and on their successors', async () => {
  const { page } = showPage(1, URL, { sitemap: MAP });
  openSession(page, siteMessage('s1'));
  coming({ reachedFrom: SITE }, `${SITE}/2`);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/2`, documentId: 'd2' });
  coming({ reachedFrom: SITE }, `${SITE}/3`);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/3`, documentId: 'd3' });
  assert.equal(tabView(tabOf(1)).state, 'ready');
  tabOf(1).ledTo = 'https://files.example/a.pdf';
  await observe.onCommitted({ ...COMMIT, url: 'https://files.example/a.pdf#page=2', documentId: 'd4' });
  assert.deepEqual([tabView(tabOf(1)).state, tabView(tabOf(1)).isPinned], ['ready', true]);
  await observe.onCommitted({ ...COMMIT, url: `${SITE}/typed`, documentId: 'd5' });
  assert.equal(tabOf(1).pinnedSitemap, null);
});

test('a page that failed to load keeps its site’s map with nothing marked, not another site’s', async () => {
  const { page } = showPage(1, URL, { sitemap: MAP });
  openSession(page, siteMessage('s1'));
  const failure = { tabId: 1, frameId: 0, error: 'net::ERR_CONNECTION_REFUSED' };
  await observe.onNavigationFailed({ ...failure, url: `${SITE}/2`, error: 'net::ERR_ABORTED' });
  assert.equal(pageOf(tabOf(1)), page);
  await observe.onNavigationFailed({ ...failure, url: `${SITE}/2` });
  const kept = tabView(tabOf(1));
  assert.deepEqual([kept.state, kept.url, kept.problem?.code], ['ready', '', 'page-failed']);
  await observe.onNavigationFailed({ ...failure, url: 'https://b.example/' });
  const { state, problem, site } = tabView(tabOf(1));
  assert.deepEqual([state, problem?.code, site], ['none', 'page-failed', null]);
});

test('the error page that Firefox commits does not belong to the site', async () => {
  showPage(1, URL, { sitemap: MAP });
  coming({ isSeen: false, requestId: '7' }, 'https://b.example/');
  onRequestFailed({ tabId: 1, requestId: '7', error: 'NS_ERROR_CONNECTION_REFUSED' });
  await observe.onCommitted({ ...COMMIT, url: 'https://b.example/', documentId: 'd2' });
  assert.equal(tabView(tabOf(1)).problem?.code, 'page-failed');
});

test('an address change within the document is recorded and published', async () => {
  const { page } = showPage(1, URL);
  recordFrontTab(1, 1);
  const ui = connectUi('sidebar');
  await observe.onAddressChanged({ tabId: 1, frameId: 0, url: `${URL}#part` });
  assert.deepEqual([tabOf(1).url, page.url, ui.port.sent.at(-1).params.url], [`${URL}#part`, URL, `${URL}#part`]);
});

test('the sidebar shows the tab in front of its window', async () => {
  for (const tabId of [1, 2]) showPage(tabId, `${SITE}/${tabId}`);
  recordFrontTab(1, 1);
  const ui = connectUi('sidebar');
  await observe.onTabActivated({ tabId: 2, windowId: 1 });
  assert.equal(ui.port.sent.at(-1).params.tabId, 2);
  await observe.onTabAttached(2, { newWindowId: 5 });
  assert.deepEqual([tabOf(2).windowId, tabsInFront().length], [5, 0]);
});

test('a new tab has its window and container from the start', async () => {
  await onTabCreated({ id: 9, windowId: 3, incognito: true, cookieStoreId: 'work' });
  assert.deepEqual([tabOf(9).windowId, tabOf(9).isPrivate, tabOf(9).container], [3, true, 'work']);
});

test('private choices end with the last private tab', async () => {
  for (const tabId of [1, 2]) showPage(tabId, URL, {}, { isPrivate: true });
  choosePrivately(SITE, MAP);
  await observe.onTabRemoved(1, { windowId: 1 });
  assert.deepEqual([allChoices().inPrivate, allTabs().length], [{ [SITE]: MAP }, 1]);
  await observe.onTabRemoved(2, { windowId: 1 });
  assert.deepEqual([allChoices().inPrivate, allTabs().length], [{}, 0]);
});

// Promise (successor): After the last private window, the extension knows no evidence of its pages.
test('evidence of private pages is forgotten with the last private tab', async () => {
  const { page: ordinary } = showPage(1, URL);
  const { page } = showPage(2, URL, { isPrivate: true }, { isPrivate: true });
  const own = { signature: '["map"]', headers: '[]', sitemap: MAP };
  for (const shown of [ordinary, page]) addSignature(shown, own);
  cacheLocation('key', { rule: 'legacy-link', sitemap: MAP });
  await observe.onTabRemoved(2, { windowId: 1 });
  assert.deepEqual([ordinary, page].map(signaturesFor), [[own], []]);
  assert.equal(cachedLocation('key'), null);
});

// Promise (successor): A private window that closes as the background stops is forgotten when it starts.
test('a tab that is no longer open when the background starts is forgotten', async () => {
  showPage(1, URL);
  showPage(2, URL, { isPrivate: true }, { isPrivate: true, windowId: 7 });
  choosePrivately(SITE, MAP);
  returns['tabs.query'] = async () => [{ id: 1, windowId: 1, url: URL, incognito: false }];
  await observe.recordOpenTabs();
  assert.deepEqual([allTabs().map(({ tabId }) => tabId), allChoices().inPrivate], [[1], {}]);
  assert.deepEqual(callsOf('storage.session.remove'), [['sidebar tabs 7']]);
});

// Promise (successor): A private window knows nothing of an earlier one, even if it opens as the background starts.
test('private windows that closed before the background started are forgotten despite a new one', async () => {
  for (const tabId of [2, 3]) showPage(tabId, URL, { isPrivate: true }, { isPrivate: true });
  const open = (/** @type {number[]} */ ...ids) => ids.map((id) => ({ id, windowId: 1, url: URL, incognito: true }));
  choosePrivately(SITE, MAP);
  returns['tabs.query'] = async () => open(2, 3);
  await observe.recordOpenTabs(Promise.resolve([2]));
  assert.deepEqual(allChoices().inPrivate, { [SITE]: MAP });
  returns['tabs.query'] = async () => open(3);
  await observe.recordOpenTabs(Promise.resolve([2]));
  assert.deepEqual(allChoices().inPrivate, {});
});

// Promise (successor): What the tabs of a window showed is forgotten with the window.
test('what tabs showed is forgotten with their window', async () => {
  for (const tabId of [1, 2]) showPage(tabId, URL, {}, { windowId: 7 });
  await observe.onTabRemoved(1, { windowId: 7 });
  assert.deepEqual(callsOf('storage.session.remove'), []);
  await observe.onTabRemoved(2, { windowId: 7 });
  assert.deepEqual(callsOf('storage.session.remove'), [['sidebar tabs 7']]);
});

// Promise (successor): What the tabs of a window showed is forgotten if its last tab moves to another window.
test('what tabs showed is forgotten with a window whose last tab moves away', async () => {
  for (const tabId of [1, 2]) showPage(tabId, URL, {}, { windowId: 7 });
  await observe.onTabAttached(1, { newWindowId: 8 });
  assert.deepEqual(callsOf('storage.session.remove'), []);
  await observe.onTabAttached(2, { newWindowId: 8 });
  assert.deepEqual(callsOf('storage.session.remove'), [['sidebar tabs 7']]);
});

// Promise (successor): A private window leaves no map and no validator for the next private window.
test('maps of private windows close with the last private tab', async () => {
  await host.start();
  const { page: ordinary } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(ordinary, siteMessage('s1'));
  for (const tabId of [2, 3])
    openSession(
      showPage(tabId, URL, { rule: 'legacy-link', sitemap: MAP, isPrivate: true }, { isPrivate: true }).page,
      siteMessage('s2'),
    );
  await observe.onTabRemoved(2, { windowId: 1 });
  assert.deepEqual(requestsOf('site.close'), []);
  await observe.onTabRemoved(3, { windowId: 1 });
  assert.deepEqual(requestsOf('site.close'), [{ site: 's2' }]);
});

test('a tab that goes on while the background starts keeps its new address', async () => {
  showPage(1, URL, { links: [LINK], signature: '["map"]', rule: 'legacy-link', sitemap: MAP });
  const open = [1, 2, 3].map((id) => ({ id, windowId: 1, url: URL, incognito: false }));
  const goOn = (tabId) =>
    observe.onCommitted({ ...COMMIT, tabId, url: 'https://b.example/', documentId: `other ${tabId}` });
  returns['tabs.query'] = async () => {
    goOn(2);
    await settled();
    return open;
  }; // after the browser has read the tabs
  const recorded = observe.recordOpenTabs();
  await settled();
  await goOn(3); // while the first tab's page is looked up
  await recorded;
  assert.deepEqual(
    [1, 2, 3].map((id) => tabOf(id).url),
    [URL, 'https://b.example/', 'https://b.example/'],
  );
});

test('a page is saved as it arrives, with its evidence and with its sitemap, before the background may be stopped', async () => {
  let stored;
  returns['storage.session.set'] = async (changes) => {
    stored = structuredClone(changes);
  };
  const saved = () =>
    stored.changed.map(({ tab, page }) => [tab.documentId, page.links.length, page.isSearching, page.sitemap]);
  replies.locate = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  let answer;
  coming();
  await observe.onCommitted(COMMIT);
  assert.deepEqual(saved(), [['d1', 0, false, null]]);
  const recorded = observe.recordEvidence(EVIDENCE, SENDER);
  await pass(100);
  assert.deepEqual(saved(), [['d1', 1, true, null]]);
  answer({ rule: 'legacy-link', sitemap: MAP });
  await recorded;
  assert.deepEqual(saved(), [['d1', 1, true, MAP]]);
});

test('a page whose look-up ended with the background is looked up by the next', async () => {
  const { page } = showPage(1, URL, { links: [LINK], signature: '["map"]' });
  showPage(2, URL);
  returns['tabs.query'] = async () => [1, 2].map((id) => ({ id, windowId: 1, url: URL, incognito: false }));
  await observe.recordOpenTabs();
  assert.deepEqual([page.sitemap, requestsOf('locate').length], [MAP, 1]);
});

test('tabs from before are recorded and those with a sitemap looked up', async () => {
  const { page } = showPage(1, URL, { links: [LINK], signature: '["map"]', rule: 'legacy-link', sitemap: MAP });
  returns['tabs.query'] = async () => [
    { id: 1, windowId: 6, url: URL, incognito: false },
    { id: 2, windowId: 6, url: 'about:blank', incognito: false },
    {},
  ];
  await observe.recordOpenTabs();
  assert.deepEqual([tabOf(1).windowId, tabOf(2).url, allTabs().length], [6, 'about:blank', 2]);
  assert.deepEqual([page.sequence, allSessions().length], [1, 1]);
});
