import { callsOf, host as replies, hosts, pass, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { changeSettings, clear, connectUi, openPage, openSession, replaceHost, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import {
  configureSessions,
  onProxiesChanged,
  readOn,
  recordProgress,
  recordReport,
  reload,
  reopenSessions,
  sessionBySite,
  stopLoading,
} from '../../extension/background/maps.js';
import { closeUnused, sweepSoon } from '../../extension/background/steps/closing.js';
import { allSessions, forgetSessions, isAnyInUse } from '../../extension/background/stores/sessions.js';
import { recordChoices } from '../../extension/background/stores/settings.js';
import { forgetTab, recordIncoming } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const MAP = 'https://a.example/map.xml';

let page;
beforeEach(async () => {
  await clear();
  replies['site.open'] = siteMessage('s1');
  ({ page } = showPage(1, URL, { sitemap: MAP, rule: 'x-header' }));
});

/** Return the only session. */
function only() {
  assert.equal(allSessions().length, 1);
  return allSessions()[0];
}

test('a sitemap is opened under its page’s conditions without secrets', async () => {
  page.request = [
    ['user-agent', 'x'],
    ['cookie', 'a=b'],
    ['authorization', 'Basic x'],
  ];
  page.ip = '192.0.2.1';
  page.referrerPolicy = 'origin';
  returns['cookies.getAll'] = async () => [{ name: 'c', value: 'd', path: '/', sameSite: 'lax' }];
  await openPage(page);
  const [{ options, cookie, titles, ...rest }] = requestsOf('site.open');
  assert.deepEqual(rest, {
    sitemap: MAP,
    private: false,
    chosen: false,
    page: {
      url: URL,
      headers: [['user-agent', 'x']],
      ip: '192.0.2.1',
      route: 'direct',
      container: '',
      cookies: true,
      referrer_policy: 'origin',
    },
  });
  const { group_names: groupNames, ...others } = options;
  assert.deepEqual([groupNames.posts, Object.keys(groupNames).length], ['groupPosts', 8]);
  assert.deepEqual(
    [others, cookie, titles],
    [{ include_user: false, group_size: 40, division: 'order', languages: ['en'], limits: {} }, 'c=d', []],
  );
  assert.deepEqual([only().site.site, only().generation], ['s1', host.generation]);
});

test('two pages of an origin share a session that opens once', async () => {
  const { page: sibling } = showPage(2, `${URL}2`, { sitemap: MAP, rule: 'legacy-link' });
  await Promise.all([openPage(page), openPage(sibling)]);
  await openPage(sibling);
  assert.equal(requestsOf('site.open').length, 1);
  only();
});

test('private windows, containers, other origins and the reader’s choice have separate sessions', async () => {
  const others = [{ isPrivate: true }, { container: 'work' }, { url: 'https://b.example/' }, { rule: 'user' }];
  for (const qualities of [{}, ...others]) await openPage({ ...page, ...qualities });
  assert.equal(allSessions().length, 5);
  assert.deepEqual(
    requestsOf('site.open').map((params) => params.private),
    [false, true, false, false, false],
  );
  assert.deepEqual(
    requestsOf('site.open').map(({ chosen }) => chosen),
    [false, false, false, false, true],
  );
});

test('a refusal is the session’s problem but a lost host is not', async () => {
  replies['site.open'] = () => {
    throw { code: 'bad-url', params: { uri: MAP } };
  };
  await openPage(page);
  assert.deepEqual(only().problem, { code: 'bad-url', params: { uri: MAP } });
  forgetSessions();
  delete replies['site.open'];
  const opening = openPage(page);
  await settled();
  hosts[0].end();
  await opening;
  assert.deepEqual([only().problem, only().site], [null, null]);
});

test('sessions of a lost host reopen in the next', async () => {
  await openPage(page);
  replies['site.open'] = siteMessage('s7');
  await replaceHost();
  reopenSessions();
  await settled();
  assert.deepEqual([only().site.site, only().generation], ['s7', host.generation]);
  reopenSessions();
  await settled();
  assert.equal(requestsOf('site.open').length, 2);
});

test('languages follow the settings, after the reader’s choice for the sitemap', async () => {
  changeSettings({ languages: ['en', 'de'], includeUser: true });
  recordChoices({ languages: { [MAP]: 'de' } });
  await openPage(page);
  assert.deepEqual(requestsOf('site.open')[0].options.languages, ['de', 'en']);
  only().language = 'fr';
  replies['site.configure'] = siteMessage('s1', { languages: ['fr'] });
  await configureSessions();
  const [{ site, options }] = requestsOf('site.configure');
  assert.deepEqual([site, options.languages, options.include_user], ['s1', ['fr', 'en', 'de'], true]);
  assert.deepEqual(only().site.languages, ['fr']);
});

test('stored titles are sent with a chosen sitemap in an ordinary window', async () => {
  returns['storage.local.get'] = async (key) => ({ [key]: { titles: [[`${URL}1`, 'One']] }, consent: 1 });
  await openPage({ ...page, rule: 'user' });
  await openPage({ ...page, rule: 'user', isPrivate: true });
  await openPage(page);
  assert.deepEqual(
    requestsOf('site.open').map(({ titles }) => titles),
    [[[`${URL}1`, 'One']], [], []],
  );
});

test('host events are recorded in every session of their site only', async () => {
  await openPage(page);
  const { page: sibling } = showPage(2, 'https://b.example/', { sitemap: MAP, rule: 'x-header' });
  await openPage(sibling);
  recordReport({ site: siteMessage('s1', { state: 'partial' }) });
  recordProgress({ site: 's1', progress: { done: 3, wanted: 4 } });
  recordReport({ site: siteMessage('s2', { state: 'failed' }) });
  assert.deepEqual(
    allSessions().map(({ site }) => [site.state, site.progress.done]),
    [
      ['partial', 3],
      ['partial', 3],
    ],
  );
});

test('connected pages are notified of recorded changes', async () => {
  returns['tabs.query'] = async () => [{ id: 1 }];
  const ui = connectUi('sidebar');
  await openPage(page);
  recordReport({ site: siteMessage('s1', { state: 'partial' }) });
  await settled();
  assert.equal(ui.port.sent.at(-1).params.site.state, 'partial');
});

test('an id of an earlier host finds no session', async () => {
  await openPage(page);
  assert.equal(sessionBySite('s1'), only());
  await replaceHost();
  assert.equal(sessionBySite('s1'), null);
});

test('loading stops by site id, or by its parameters while the site is being opened', async () => {
  replies['site.stop'] = siteMessage('s1', { state: 'stopped' });
  replies['site.abandon'] = {};
  const session = openSession(page, null);
  await stopLoading(session);
  assert.deepEqual(requestsOf('site.abandon'), [{ sitemap: MAP, page: session.page, private: false, chosen: false }]);
  session.generation = host.generation;
  session.site = siteMessage('s1', { state: 'loading' });
  await stopLoading(session);
  assert.equal(session.site.state, 'stopped');
});

test('a reload revalidates caches, continuing does not and applies only to incomplete maps', async () => {
  await host.start();
  replies['site.reload'] = ({ site }) => siteMessage(site);
  const session = openSession(page, siteMessage('s1', { state: 'partial' }));
  openSession({ ...page, url: 'https://b.example/' }, siteMessage('s2'));
  await reload(session);
  session.site = siteMessage('s1', { state: 'partial' });
  await readOn();
  assert.deepEqual(requestsOf('site.reload'), [
    { site: 's1', revalidate: true },
    { site: 's1', revalidate: false },
  ]);
});

test('a refused change leaves the session unchanged', async () => {
  await host.start();
  replies['site.reload'] = () => {
    throw { code: 'unknown-site', params: {} };
  };
  const session = openSession(page, siteMessage('s1'));
  await reload(session);
  assert.equal(session.site.site, 's1');
});

test('unused sitemaps close after a minute and the host with the last one', async () => {
  await openPage(page);
  sweepSoon();
  await pass(60_000);
  assert.equal(allSessions().length, 1);
  forgetTab(1);
  assert.equal(isAnyInUse(), false);
  sweepSoon();
  await pass(59_999);
  assert.equal(allSessions().length, 1);
  await pass(1);
  assert.deepEqual(requestsOf('site.close'), [{ site: 's1' }]);
  assert.equal(allSessions().length, 0);
  sweepSoon();
  await pass(60_000);
  assert.equal(hosts[0].isOpen, false);
});

test('a sitemap needed by an incoming page is in use', async () => {
  await openPage(page);
  forgetTab(1);
  recordIncoming(1, page);
  assert.equal(isAnyInUse(), true);
  sweepSoon();
  await pass(60_000);
  assert.equal(allSessions().length, 1);
});

test('a site shared with another session stays open in the host', async () => {
  await host.start();
  openSession(page, siteMessage('s1'));
  openSession({ ...page, url: 'https://b.example/' }, siteMessage('s1'));
  closeUnused(() => true);
  assert.equal(allSessions().length, 1);
  assert.deepEqual(requestsOf('site.close'), []);
});

test('a site that was opened for a session closed meanwhile is closed', async () => {
  let arrive;
  replies['site.open'] = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const opening = openPage(page);
  await settled();
  forgetTab(1);
  closeUnused(() => true);
  arrive(siteMessage('s1'));
  await opening;
  assert.deepEqual(requestsOf('site.close'), [{ site: 's1' }]);
});

test('a setting changed while a sitemap is being opened is sent afterwards', async () => {
  let arrive;
  replies['site.open'] = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  replies['site.configure'] = siteMessage('s1');
  const opening = openPage(page);
  await settled();
  changeSettings({ includeUser: true });
  await configureSessions();
  arrive(siteMessage('s1'));
  await opening;
  await settled();
  assert.deepEqual(
    requestsOf('site.configure').map(({ options }) => options.include_user),
    [true],
  );
});

test('accepted languages are read once in advance without waiting', async () => {
  await openPage(page);
  assert.equal(callsOf('i18n.getAcceptLanguages').length, 1);
});

// Promise (network): If a page arrives by another route, its sitemap is opened again.
test('a page that arrives by another route reopens the sitemap', async () => {
  await openPage(page);
  await openPage({ ...page, route: 'proxy' });
  assert.deepEqual(
    requestsOf('site.open').map(({ page: sent }) => sent.route),
    ['direct', 'proxy'],
  );
  assert.deepEqual(requestsOf('site.close'), [{ site: 's1' }]);
  only();
});

test('a new proxy fetches all open sitemaps again in a new host', async () => {
  await openPage(page);
  await onProxiesChanged();
  assert.equal(hosts.length, 1);
  returns['proxy.settings.get'] = async () => ({ value: { mode: 'fixed_servers' } });
  host.listen({ events: {}, onChange: () => reopenSessions(), isWanted: isAnyInUse });
  await onProxiesChanged();
  await settled();
  assert.deepEqual([hosts.length, hosts[0].isOpen], [2, false]);
  assert.deepEqual(
    requestsOf('site.open').map(({ page: sent }) => sent.route),
    ['direct', 'proxy'],
  );
});

test('a new proxy without open sitemaps starts no host', async () => {
  returns['proxy.settings.get'] = async () => ({ value: { mode: 'direct' } });
  await onProxiesChanged();
  assert.equal(hosts.length, 0);
});
