import {
  CLASS_CHANGES,
  FakePort,
  callsOf,
  host as replies,
  hosts,
  requestsOf,
  returns,
  pass,
  settled,
  siteMessage,
} from './fake-browser.js';
import { addIncoming, clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import { configureSessions } from '../../extension/background/maps.js';
import { onCommand } from '../../extension/background/requests/commands.js';
import { handle as handleRequest, onMessage, onUiConnect } from '../../extension/background/requests/handlers.js';
import { displayOf } from '../../extension/background/steps/display.js';
import { connectedUis, wantFocus, isFocusWanted } from '../../extension/background/stores/connected-pages.js';
import { allSessions, forgetSessions, sessionOfTab } from '../../extension/background/stores/sessions.js';
import { allTabs, changePage, pageById, recordFrontTab } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const MAP = `${URL}map.xml`;
const LINK = { element: 'link', rel: 'standard-sitemap', href: MAP, base: URL, xml_bases: [] };
const EVIDENCE = { content_type: 'text/html', links: [LINK], referrer: null };
const SENDER = { id: 'us', tab: { id: 1 }, frameId: 0, documentId: 'd1', url: URL };
const OWN = { url: 'extension://us/extension/sidebar/sidebar.html' };

/** The front tab of window 1. @type {any} */
const FRONT = { windowId: 1 };
/** The responses are not typed. @type {(caller: any, request: any, from: any) => Promise<any>} */
const handle = handleRequest;

/** @type {any} */
let ui;
beforeEach(async () => {
  await clear();
  recordFrontTab(1, 1);
  ui = connectUi('sidebar');
});

/** Set up tab 1 with a sitemap that is open in the host. */
async function shop(changes = {}) {
  await host.start();
  const { tab, page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  return { tab, page, session: openSession(page, siteMessage('s1', changes)) };
}

/** Return the answer to a message of any sender. */
function message(content, sender) {
  return new Promise((resolve) => {
    if (!onMessage(content, sender, resolve)) resolve('ignored');
  });
}

test('each method accepts only its declared callers', async () => {
  for (const [caller, method] of [
    ['content', 'visit'],
    ['ui', 'page.evidence'],
    ['content', 'post.consume'],
    ['page', 'tab'],
    ['ui', 'toString'],
    ['ui', 'site.open'],
  ]) {
    assert.deepEqual(
      await handle(caller, { method }, { ui }),
      { error: { code: 'unknown-method', params: { method } } },
      `${caller} ${method}`,
    );
  }
});

test('a bug is answered as internal without its text', async (context) => {
  const logged = context.mock.method(console, 'error', () => {});
  returns['storage.session.get'] = async () => {
    throw new TypeError('secret');
  };
  assert.deepEqual(await handle('page', { method: 'post.consume', params: { id: 'x' } }, {}), {
    error: { code: 'internal', params: {} },
  });
  assert.equal(logged.mock.callCount(), 1);
});

test('methods of the host are passed on and its refusals returned', async () => {
  replies.menu = { total: 0, entries: [] };
  assert.deepEqual(await handle('ui', { method: 'menu', params: { site: 's1', count: 5 } }, { ui }), {
    result: { total: 0, entries: [] },
  });
  assert.deepEqual(requestsOf('menu'), [{ site: 's1', count: 5 }]);
  replies.find = () => {
    throw { code: 'unknown-site', params: { site: 's1' } };
  };
  assert.deepEqual(await handle('ui', { method: 'find', params: {} }, { ui }), {
    error: { code: 'unknown-site', params: { site: 's1' } },
  });
});

test('a site that the host closed to make room is reopened and shown', async () => {
  const { session } = await shop();
  replies['view.open'] = ({ site }) => {
    if (site === 's1') throw { code: 'unknown-site', params: { site } };
    return { view: 'v1', site };
  };
  replies['site.open'] = siteMessage('s2');
  const shown = () => handle('ui', { method: 'view.open', params: { site: session.site?.site } }, { ui });
  assert.equal((await shown()).error.code, 'unknown-site');
  await settled();
  assert.deepEqual([session.site.site, requestsOf('site.open').map(({ sitemap }) => sitemap)], ['s2', [MAP]]);
  assert.equal(ui.port.sent.at(-1).params.site.site, 's2');
  assert.equal((await shown()).result.view, 'v1');
});

test('a site that no tab shows is not reopened after the host closed it', async () => {
  const { page, session } = await shop();
  changePage(page, { sitemap: null });
  replies['site.configure'] = ({ site }) => {
    throw { code: 'unknown-site', params: { site } };
  };
  await configureSessions();
  await settled();
  assert.deepEqual([requestsOf('site.open'), allSessions().includes(session)], [[], false]);
});

test('a content script in the main frame may send evidence and receives its display', async () => {
  replies.locate = { rule: 'legacy-link', sitemap: MAP };
  replies['site.open'] = siteMessage('s1', { class_changes: CLASS_CHANGES });
  const request = { method: 'page.evidence', params: EVIDENCE };
  const sender = SENDER;
  addIncoming(1, URL);
  assert.equal((await message(request, sender)).result.display.level, 100);
  assert.equal(await message(request, { ...sender, frameId: 4 }), 'ignored');
  assert.equal(await message(request, { ...sender, id: 'another' }), 'ignored');
  assert.equal(await message({ event: 'x' }, sender), 'ignored');
});

// Promise (renderer): The sender of a message is known from the browser, not from the message.
test('address, tab and document of evidence come from the browser, not from the message', async () => {
  replies.locate = { rule: 'legacy-link', sitemap: MAP };
  replies['site.open'] = siteMessage('s1');
  const forged = {
    url: 'https://bank.example/',
    documentId: 'd2',
    tab: { id: 2 },
    tabId: 2,
    frameId: 0,
    sender: { url: 'https://bank.example/' },
  };
  addIncoming(1, URL);
  await message({ method: 'page.evidence', params: { ...EVIDENCE, ...forged }, ...forged }, SENDER);
  assert.deepEqual([allTabs().map(({ tabId }) => tabId), pageById('d1').url], [[1], URL]);
  assert.deepEqual([...new Set(requestsOf('locate').map(({ evidence }) => evidence.url))], [URL]);
  assert.deepEqual([...new Set(requestsOf('site.open').map(({ page }) => page.url))], [URL]);
});

// Promise (renderer): The sitemap of a page is derived from the message's own links.
test('a signature is computed, never taken from a message', async () => {
  replies.locate = ({ evidence }) => ({ rule: 'legacy-link', sitemap: evidence.links[0].href });
  replies['site.open'] = siteMessage('s1');
  for (const tabId of [1, 3]) addIncoming(tabId, URL);
  await message({ method: 'page.evidence', params: EVIDENCE }, SENDER);
  const { signature } = pageById('d1');
  const links = [{ ...LINK, href: 'https://evil.example/map.xml' }];
  await message(
    { method: 'page.evidence', params: { ...EVIDENCE, links, signature } },
    { ...SENDER, documentId: 'd3', tab: { id: 3 } },
  );
  assert.deepEqual([pageById('d3').sitemap, requestsOf('locate').length], ['https://evil.example/map.xml', 2]);
});

test('a document that no tab shows cannot send: prerendered, cached, not on the web, without a tab', async () => {
  const request = { method: 'page.evidence', params: EVIDENCE };
  const changes = [
    { documentLifecycle: 'prerender' },
    { documentLifecycle: 'cached' },
    { url: 'about:blank' },
    { url: undefined },
    { tab: undefined },
    { tab: {} },
  ];
  for (const change of changes)
    assert.equal(await message(request, { ...SENDER, ...change }), 'ignored', JSON.stringify(change));
  assert.equal(allTabs().length, 0);
});

// Promise (renderer): A page that the tab has left receives nothing about the next page.
test('a page that was left does not learn the next page’s display', async () => {
  let locate;
  replies.locate = () =>
    new Promise((resolve) => {
      locate = resolve;
    });
  replies['site.open'] = siteMessage('s1', { class_changes: CLASS_CHANGES });
  addIncoming(1, URL);
  const answer = message({ method: 'page.evidence', params: EVIDENCE }, SENDER);
  await settled();
  const { tab, page } = showPage(1, 'https://bank.example/', { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s2', { class_changes: CLASS_CHANGES }));
  assert.notEqual(displayOf(tab), null);
  locate({ rule: 'legacy-link', sitemap: MAP });
  assert.deepEqual(await answer, { result: { display: null } });
});

test('a page with an overlong address is ignored', async () => {
  assert.equal(
    await message({ method: 'page.evidence', params: EVIDENCE }, { ...SENDER, url: `${URL}${'x'.repeat(65_536)}` }),
    'ignored',
  );
});

test('malformed evidence is treated as none', async () => {
  for (const params of [
    undefined,
    null,
    5,
    [],
    { links: 'x' },
    { links: [null, 5, {}, { ...LINK, href: 7 }], referrer: {}, content_type: [] },
  ]) {
    assert.deepEqual(
      await message({ method: 'page.evidence', params }, SENDER),
      { result: { display: null } },
      JSON.stringify(params),
    );
  }
  assert.deepEqual(requestsOf('locate'), []);
});

// Promise (page): A page is examined at most a hundred times.
test('a page that reports endlessly is heard a hundred times', async () => {
  replies.locate = { rule: null, sitemap: null };
  for (let number = 0; number < 150; number++)
    await message(
      { method: 'page.evidence', params: { ...EVIDENCE, links: [{ ...LINK, href: `/${number}` }] } },
      SENDER,
    );
  assert.equal(requestsOf('locate').length, 100);
});

test('an extension page in a tab gets its form data once', async () => {
  const stored = { 'post p1': { url: URL, body: 'q=x' } };
  returns['storage.session.get'] = async (name) => ({ [name]: stored[name] });
  returns['storage.session.remove'] = async (name) => {
    delete stored[name];
  };
  const sender = { id: 'us', url: 'extension://us/extension/post/post.html', tab: { id: 1 }, frameId: 0 };
  const request = { method: 'post.consume', params: { id: 'p1' } };
  assert.deepEqual(await message(request, sender), { result: { url: URL, body: 'q=x' } });
  assert.deepEqual(await message(request, sender), { result: null });
});

test('only extension pages may connect', () => {
  for (const [name, sender] of /** @type {[string, object][]} */ ([
    ['ui:sidebar', { url: URL }],
    ['other', OWN],
    ['ui:sidebar', {}],
  ])) {
    const port = new FakePort(name, sender);
    onUiConnect(port);
    assert.equal(port.isOpen, false);
  }
  const port = new FakePort('ui:popup', OWN);
  onUiConnect(port);
  assert.equal(port.isOpen, true);
});

test('a connecting sidebar starts the host and learns its tab and a pending focus request', async () => {
  wantFocus(1);
  const port = new FakePort('ui:sidebar', OWN);
  onUiConnect(port);
  port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
  await settled();
  assert.equal(hosts.length, 1);
  assert.deepEqual(
    port.sent.map(({ event }) => event),
    ['tab', 'focus-field'],
  );
  assert.equal(isFocusWanted(1), true);
  port.onMessage.dispatch({ id: 1, method: 'ui.focus', params: {} });
  await settled();
  assert.equal(isFocusWanted(1), false);
});

test('an expired focus request does not focus a sidebar opened later', async () => {
  wantFocus(1);
  await pass(10_001);
  const port = new FakePort('ui:sidebar', OWN);
  onUiConnect(port);
  port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
  await settled();
  assert.deepEqual(
    port.sent.map(({ event }) => event),
    ['tab'],
  );
});

test('a focus request outlives a closed sidebar that is still connected and reaches the next one', async () => {
  const [dying, next] = [new FakePort('ui:sidebar', OWN), new FakePort('ui:sidebar', OWN)];
  const connect = async (port) => {
    onUiConnect(port);
    port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
    await settled();
  };
  const wishes = (port) => port.sent.filter(({ event }) => event === 'focus-field').length;
  await connect(dying);
  onCommand('focus-field', FRONT);
  dying.onDisconnect.dispatch(dying);
  await connect(next);
  assert.deepEqual([wishes(dying), wishes(next)], [1, 1]);
  next.onMessage.dispatch({ id: 1, method: 'ui.focus', params: {} });
  next.onDisconnect.dispatch(next);
  const later = new FakePort('ui:sidebar', OWN);
  await connect(later);
  assert.equal(wishes(later), 0);
});

test('a popup does not start the host', async () => {
  const port = new FakePort('ui:popup', OWN);
  onUiConnect(port);
  port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
  await settled();
  assert.equal(hosts.length, 0);
});

test('a page that closes before the background has started is not connected', async () => {
  for (const kind of ['sidebar', 'popup']) {
    const port = new FakePort(`ui:${kind}`, OWN);
    onUiConnect(port);
    port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
    port.end();
    await settled();
    assert.deepEqual([connectedUis().some((ui) => ui.port === port), hosts.length], [false, 0], kind);
  }
});

test('a request over the port gets its response and views close with their page', async () => {
  await host.start();
  replies['view.open'] = { view: 'v1', total: 0 };
  const port = new FakePort('ui:sidebar', OWN);
  onUiConnect(port);
  port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
  port.onMessage.dispatch({ id: 4, method: 'view.open', params: { site: 's1' } });
  await settled();
  assert.deepEqual(
    port.sent.find(({ id }) => id === 4),
    { id: 4, result: { view: 'v1', total: 0 } },
  );
  port.end();
  await settled();
  assert.deepEqual(
    [requestsOf('view.close'), connectedUis().some((ui) => ui.port === port)],
    [[{ view: 'v1' }], false],
  );
});

test('a view that opens after its page has closed is closed', async () => {
  await host.start();
  let opened;
  Object.assign(replies, {
    'view.open': () =>
      new Promise((resolve) => {
        opened = resolve;
      }),
    'view.close': {},
  });
  const port = new FakePort('ui:popup', OWN);
  onUiConnect(port);
  port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
  port.onMessage.dispatch({ id: 1, method: 'view.open', params: { site: 's1' } });
  await settled();
  port.end();
  opened({ view: 'v1' });
  await settled();
  assert.deepEqual(requestsOf('view.close'), [{ view: 'v1' }]);
});

test('a view closed by its page is not closed again', async () => {
  replies['view.open'] = { view: 'v1' };
  replies['view.close'] = {};
  await handle('ui', { method: 'view.open', params: { site: 's1' } }, { ui });
  await handle('ui', { method: 'view.close', params: { view: 'v1' } }, { ui });
  assert.equal(ui.views.size, 0);
});

test('a page cannot act on a view that it did not open', async () => {
  Object.assign(replies, { 'view.toggle': { view: 'v1' }, 'view.close': {}, 'view.open': { view: 'v1' } });
  const toggle = () => handle('ui', { method: 'view.toggle', params: { view: 'v1', key: 'a', open: true } }, { ui });
  assert.deepEqual(await toggle(), { error: { code: 'unknown-view', params: { view: 'v1' } } });
  assert.equal(
    (await handle('ui', { method: 'view.close', params: { view: 'v1' } }, { ui })).error.code,
    'unknown-view',
  );
  assert.deepEqual([...requestsOf('view.toggle'), ...requestsOf('view.close')], []);
  await handle('ui', { method: 'view.open', params: { site: 's1' } }, { ui });
  assert.deepEqual(await toggle(), { result: { view: 'v1' } });
});

test('an extension page can clear the cache and learns whether that succeeded', async () => {
  replies['cache.clear'] = { removed: 3 };
  const sender = { id: 'us', ...OWN };
  assert.deepEqual(await message({ method: 'cache.clear' }, sender), { result: { isCleared: true } });
  replies['cache.clear'] = { removed: null };
  assert.deepEqual(await message({ method: 'cache.clear' }, sender), { result: { isCleared: false } });
  assert.deepEqual(await message({ method: 'cache.clear' }, SENDER), {
    error: { code: 'unknown-method', params: { method: 'cache.clear' } },
  });
});

test('a visit navigates the tab of the caller’s window to the host’s address', async () => {
  const { tab } = await shop();
  replies.visit = { url: `${URL}2`, referrer: { mode: 'user', uri: null } };
  assert.deepEqual(await handle('ui', { method: 'visit', params: { key: 'k', via: 'tree' } }, { ui }), {
    result: null,
  });
  assert.deepEqual(requestsOf('visit'), [
    {
      site: 's1',
      variant: null,
      page_url: tab.url,
      key: 'k',
      via: 'tree',
      referrer_policy: 'strict-origin-when-cross-origin',
    },
  ]);
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: `${URL}2` }]]);
});

// Promise (author): A map that stays in view on another page does not learn that page's address as a referrer.
test('a visit from a map that is only kept names no page as the referrer', async () => {
  const { tab, page } = await shop();
  Object.assign(tab, { pinnedSitemap: page.sitemap, pinnedFor: page.url });
  page.sitemap = null;
  replies.visit = { url: `${URL}2`, referrer: { mode: 'user', uri: null } };
  await handle('ui', { method: 'visit', params: { key: 'k', via: 'tree' } }, { ui });
  assert.deepEqual(
    requestsOf('visit').map((request) => request.page_url),
    [null],
  );
});

test('a click that waits for the background navigates the tab of its row after a switch to another', async () => {
  await shop();
  showPage(2, `${URL}other`);
  recordFrontTab(2, 1);
  replies.visit = { url: `${URL}2`, referrer: { mode: 'user', uri: null } };
  const port = new FakePort('ui:sidebar', OWN);
  onUiConnect(port);
  port.onMessage.dispatch({ event: 'hello', params: { windowId: 1 } });
  port.onMessage.dispatch({ id: 1, method: 'visit', params: { key: 'k', via: 'tree' }, tabId: 1 });
  port.onMessage.dispatch({ id: 2, method: 'visit', params: { key: 'k', via: 'tree' }, tabId: 9 });
  await settled();
  assert.deepEqual(
    port.sent.filter(({ id }) => id),
    [
      { id: 2, error: { code: 'unknown-site', params: {} } },
      { id: 1, result: null },
    ],
  );
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: `${URL}2` }]]);
});

test('a click during a host’s crash is repeated once in the next host', async () => {
  await shop();
  replies['site.open'] = siteMessage('s7');
  const die = () => {
    hosts.at(-1).end();
    return new Promise(() => {});
  };
  const go = async () => {
    const answer = handle('ui', { method: 'visit', params: { key: 'k', via: 'tree' } }, { ui });
    await settled();
    for (let time = 0; time < 5; time++) await pass(1000);
    return answer;
  };
  replies.visit = ({ site }) => (site === 's1' ? die() : { url: `${URL}2`, referrer: { mode: 'user', uri: null } });
  assert.deepEqual(await go(), { result: null });
  assert.deepEqual(
    [requestsOf('visit').map(({ site }) => site), callsOf('tabs.update')],
    [['s1', 's7'], [[1, { url: `${URL}2` }]]],
  );
  replies.visit = die;
  assert.equal((await go()).error.code, 'host-lost');
  assert.equal(requestsOf('visit').length, 4);
});

test('a row is visited right after the background was stopped, before its map is open again', async () => {
  await shop();
  forgetSessions();
  replies['site.open'] = () => siteMessage('s9');
  replies.visit = { url: `${URL}2`, referrer: { mode: 'none', uri: null } };
  assert.deepEqual(await handle('ui', { method: 'visit', params: { key: 'k', via: 'tree' } }, { ui }), {
    result: null,
  });
  assert.deepEqual([requestsOf('site.open').length, requestsOf('visit').map(({ site }) => site)], [1, ['s9']]);
});

test('a search during a host’s crash is repeated in the next host', async () => {
  await shop();
  replies['site.open'] = siteMessage('s7');
  replies.search = ({ site }) => {
    if (site === 's7') return { method: 'get', url: `${URL}?q=x`, body: null };
    hosts.at(-1).end();
    return new Promise(() => {});
  };
  const answer = handle('ui', { method: 'search', params: { term: 'x' } }, { ui });
  for (let time = 0; time < 5; time++) await pass(1000);
  assert.deepEqual([await answer, callsOf('tabs.update')], [{ result: null }, [[1, { url: `${URL}?q=x` }]]]);
});

test('a visit or search without a site is refused', async () => {
  showPage(1, URL);
  for (const method of ['visit', 'search'])
    assert.equal((await handle('ui', { method, params: {} }, { ui })).error.code, 'unknown-site');
});

test('a search opens its results', async () => {
  await shop();
  replies.search = { method: 'get', url: `${URL}?q=x`, body: null };
  await handle('ui', { method: 'search', params: { term: 'x' } }, { ui });
  const [{ referrer_policy: policy, page_url: page, ...asked }] = requestsOf('search');
  assert.deepEqual([asked, typeof policy, page?.startsWith('https://')], [{ site: 's1', term: 'x' }, 'string', true]);
  assert.deepEqual(callsOf('tabs.update'), [[1, { url: `${URL}?q=x` }]]);
});

// Promise (author): A search leads to another site only after the reader saw its name and confirmed.
test('a search on another site needs a second request after its name was shown', async () => {
  await shop();
  for (const method of ['get', 'post']) {
    replies.search = { method, url: `https://${method}.evil.example/?q=x`, body: null };
    const searched = () => handle('ui', { method: 'search', params: { term: 'x' } }, { ui });
    assert.deepEqual(await searched(), { error: { code: 'other-site', params: { host: `${method}.evil.example` } } });
    assert.deepEqual(
      [callsOf('tabs.update').length, callsOf('storage.session.set').length],
      [method === 'get' ? 0 : 1, 0],
    );
    assert.equal((await searched()).error, undefined);
  }
  assert.equal(callsOf('tabs.update').length, 2);
});

// Promise (author): Consent to a search on another site covers only the same address, method and fields.
test('consent to one search elsewhere does not cover another address, method or field', async () => {
  await shop();
  const outcomes = [];
  for (const [method, url, body] of [
    ['get', '?q=x', null],
    ['get', '?q=y', null],
    ['get', 'other?q=y', null],
    ['get', '?q=y&who=me', null],
    ['post', '', 'q=y'],
    ['post', '', 'q=z'],
    ['post', '', 'q=z&who=me'],
  ]) {
    replies.search = { method, url: `https://evil.example/${url}`, body };
    for (let time = 0; time < 2; time++)
      outcomes.push((await handle('ui', { method: 'search', params: { term: 'x' } }, { ui })).error?.params.host ?? '');
  }
  const asked = ['evil.example', ''];
  assert.deepEqual(outcomes, [...asked, '', '', ...asked, ...asked, ...asked, '', '', ...asked]);
});

test('loading stops, a site reloads and a language is chosen on request', async () => {
  const { session } = await shop({ state: 'loading' });
  for (const method of ['site.stop', 'site.reload', 'site.configure']) replies[method] = siteMessage('s1');
  await handle('ui', { method: 'site.stop' }, { ui });
  await handle('ui', { method: 'site.reload', params: { site: 's1' } }, { ui });
  await handle('ui', { method: 'site.configure', params: { site: 's1', language: 'de' } }, { ui });
  assert.deepEqual(
    hosts[0].sent.slice(1).map(({ method }) => method),
    ['site.stop', 'site.reload', 'site.configure'],
  );
  assert.deepEqual([session.language, requestsOf('site.configure')[0].options.languages], ['de', ['de', 'en']]);
  assert.equal(
    (await handle('ui', { method: 'site.reload', params: { site: 's9' } }, { ui })).error.code,
    'unknown-site',
  );
});

test('a retry starts the host and looks the page up', async () => {
  const { page } = showPage(1, URL, { links: [{ rel: 'standard-sitemap', href: MAP, base: URL }], signature: 'x' });
  replies.locate = { rule: 'legacy-link', sitemap: MAP };
  replies['site.open'] = siteMessage('s1');
  assert.deepEqual(await handle('ui', { method: 'host.retry' }, { ui }), { result: null });
  assert.deepEqual([page.sitemap, requestsOf('locate').length], [MAP, 1]);
});

test('a retry drops a failed session and reloads any other', async () => {
  const { session } = await shop();
  replies['site.reload'] = siteMessage('s1');
  await handle('ui', { method: 'host.retry' }, { ui });
  assert.equal(requestsOf('site.reload').length, 1);
  Object.assign(session, { site: null, problem: { code: 'bad-url', params: {} } });
  replies['site.open'] = siteMessage('s2');
  await handle('ui', { method: 'host.retry' }, { ui });
  assert.ok(!allSessions().includes(session));
});

test('a retry opens a pinned map that has failed', async () => {
  const { tab, page, session } = await shop();
  Object.assign(session, { site: null, problem: { code: 'host-crashed', params: {} } });
  Object.assign(tab, { pinnedSitemap: MAP, pinnedFor: URL });
  Object.assign(page, { sitemap: null, rule: null });
  replies['site.open'] = siteMessage('s2');
  await handle('ui', { method: 'host.retry' }, { ui });
  assert.equal(sessionOfTab(tab)?.site?.site, 's2');
});

test('a retry reports why there is still no host', async () => {
  returns['runtime.connectNative'] = () => {
    throw new Error('No such native application');
  };
  assert.equal((await handle('ui', { method: 'host.retry' }, { ui })).error.code, 'host-missing');
});
