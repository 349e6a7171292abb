import { browser, callsOf, host as replies, hosts, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { chooseAddress, clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { HostPort, host } from '../../extension/background/host/host-port.js';
import { lookUp } from '../../extension/background/journey.js';
import { forgetConnections } from '../../extension/background/stores/connected-pages.js';
import { beginFetch } from '../../extension/background/stores/sessions.js';

const URL = 'https://a.example/';
let wired;

// Pending reads never return while the module loads: a listener that waits for them is registered too late.
returns['storage.session.get'] = returns['tabs.query'] = () => new Promise(() => {});
const listening = HostPort.prototype.listen;
HostPort.prototype.listen = function listen(listener) {
  wired = listener;
  listening.call(this, listener);
};
await import('../../extension/background/index.js');
HostPort.prototype.listen = listening;

beforeEach(async () => {
  await clear();
  host.listen(wired);
});

test('every listener is registered in the first turn', () => {
  const events = {
    webRequest: ['onSendHeaders', 'onAuthRequired', 'onHeadersReceived', 'onResponseStarted'],
    webNavigation: [
      'onCommitted',
      'onErrorOccurred',
      'onDOMContentLoaded',
      'onHistoryStateUpdated',
      'onReferenceFragmentUpdated',
    ],
    tabs: ['onCreated', 'onActivated', 'onAttached', 'onUpdated', 'onRemoved'],
    runtime: ['onConnect', 'onMessage', 'onInstalled', 'onStartup'],
    contextMenus: ['onClicked'],
    storage: ['onChanged'],
    commands: ['onCommand'],
    omnibox: ['onInputChanged', 'onInputEntered'],
  };
  for (const [area, names] of Object.entries(events))
    for (const name of names) assert.ok(browser[area][name].listeners.length > 0, `${area}.${name}`);
});

test('the first page opens after an installation but not after an update', () => {
  const shown = () => callsOf('tabs.create').map(([{ url }]) => url);
  browser.runtime.onInstalled.dispatch({ reason: 'update' });
  assert.deepEqual(shown(), []);
  browser.runtime.onInstalled.dispatch({ reason: 'install' });
  assert.deepEqual(shown(), ['extension://us/extension/welcome/welcome.html']);
});

test('consent looks up pages that were open before, and its withdrawal stops the host', async () => {
  let consent = 0;
  returns['storage.local.get'] = async () => ({ consent });
  const { page } = showPage(1, URL, {
    headers: [['x-standard-sitemap-location', `${URL}map.xml`]],
    sequence: 1,
    problem: { code: 'consent-wanted', params: {} },
  });
  replies.locate = { rule: 'x-header', sitemap: `${URL}map.xml` };
  replies['site.open'] = siteMessage('s1');
  const says = async (newValue) => {
    consent = newValue;
    browser.storage.onChanged.dispatch({ consent: { newValue } }, 'local');
    await settled();
  };
  await says(1);
  assert.deepEqual([page.sitemap, page.problem, host.isReady], [`${URL}map.xml`, null, true]);
  await says(0);
  assert.deepEqual(
    [host.isReady, host.problem?.code, hosts[0].isOpen, hosts.length],
    [false, 'consent-wanted', false, 1],
  );
});

test('a site changed in the host is recorded', async () => {
  await host.start();
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: `${URL}map.xml` });
  const session = openSession(page, siteMessage('s1', { state: 'loading' }));
  const say = (event, params) => hosts[0].onMessage.dispatch({ event, params });
  say('site.progress', { site: 's1', progress: { done: 5, wanted: 9 } });
  assert.deepEqual(session.site.progress, { done: 5, wanted: 9 });
  say('site.changed', { site: siteMessage('s1') });
  assert.equal(session.site.state, 'complete');
});

test('an open map follows its page: the page’s language and metadata are sent', async () => {
  const map = siteMessage('s1', { format: 'sitemaps-org', languages: ['en', 'de'] });
  Object.assign(replies, { 'site.open': map, 'site.configure': map, 'site.page': { in_map: false } });
  const { page } = showPage(1, URL, { language: 'de' });
  chooseAddress('https://a.example', `${URL}map.xml`);
  const metadata = { url: URL, title: 'One', links: [] };
  returns['scripting.executeScript'] = async () => [{ result: metadata }];
  await lookUp(page);
  await settled();
  assert.deepEqual(
    requestsOf('site.configure').map(({ options }) => options.languages[0]),
    ['de'],
  );
  assert.deepEqual(requestsOf('site.page').at(-1), { site: 's1', ...metadata });
});

test('a changed view reaches its page and the host’s requests to the browser are answered', async () => {
  replies.cookies = replies.fetched = {};
  await host.start();
  const ui = connectUi('sidebar');
  ui.views.add('v1');
  const page = { url: URL, container: '', private: false };
  hosts[0].onMessage.dispatch({ event: 'view.changed', params: { view: { view: 'v1' } } });
  hosts[0].onMessage.dispatch({ event: 'cookies', params: { ask: 'c1', uri: URL, page } });
  hosts[0].onMessage.dispatch({
    event: 'fetch',
    params: { fetch: 'f1', uri: 'http://127.0.0.1/', headers: [], page, status: 403, bytes: 1, seconds: 5 },
  });
  hosts[0].onMessage.dispatch({ event: 'fetch.end', params: { fetch: 'f2' } });
  await settled();
  assert.deepEqual(ui.port.sent[0], { event: 'view', params: { view: 'v1' } });
  assert.deepEqual(
    hosts[0].sent
      .slice(1)
      .map(({ method }) => method)
      .sort(),
    ['cookies', 'fetched'],
  );
});

test('the views of a lost host are dropped since the next host reuses their names', async () => {
  await host.start();
  const ui = connectUi('sidebar');
  ui.views.add('v1');
  hosts[0].end();
  await settled();
  assert.deepEqual([...ui.views], []);
});

test('a lost host’s fetches end, and it is wanted while a sidebar or a sitemap is open', async () => {
  await host.start();
  const ending = new AbortController();
  beginFetch('f1', ending);
  hosts[0].end();
  assert.equal(ending.signal.aborted, true);
  assert.equal(wired.isWanted(), false);
  connectUi('popup');
  assert.equal(wired.isWanted(), false);
  connectUi('sidebar', 9);
  assert.equal(wired.isWanted(), true);
  forgetConnections();
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: `${URL}map.xml` });
  openSession(page, null);
  assert.equal(wired.isWanted(), true);
});

test('a page’s fetch port and an extension page’s port are not confused', () => {
  for (const name of ['fetch:x', 'ui:sidebar', 'other']) {
    let isOpen = true;
    browser.runtime.onConnect.dispatch({
      name,
      sender: { url: URL },
      disconnect() {
        isOpen = false;
      },
    });
    assert.equal(isOpen, false, name);
  }
  assert.deepEqual(callsOf('runtime.connectNative'), []);
});
