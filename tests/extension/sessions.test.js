import { callsOf, host as replies, hosts, pass, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, connectUi, openSession, replaceHost, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import * as sessions from '../../extension/background/steps/opening.js';
import * as state from '../../extension/background/stores/state.js';

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
  assert.equal(state.sessions.size, 1);
  return [...state.sessions.values()][0];
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
  await sessions.openSitemapOf(page);
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
  assert.deepEqual([groupNames.posts, Object.keys(groupNames).length], ['groupPosts', 7]);
  assert.deepEqual(
    [others, cookie, titles],
    [{ include_user: false, group_size: 40, division: 'order', languages: ['en'], limits: {} }, 'c=d', []],
  );
  assert.deepEqual([only().site.site, only().generation], ['s1', host.generation]);
});

test('two pages of an origin share a session that opens once', async () => {
  const { page: sibling } = showPage(2, `${URL}2`, { sitemap: MAP, rule: 'legacy-link' });
  await Promise.all([sessions.openSitemapOf(page), sessions.openSitemapOf(sibling)]);
  await sessions.openSitemapOf(sibling);
  assert.equal(requestsOf('site.open').length, 1);
  only();
});

test('private windows, containers, other origins and the reader’s choice have separate sessions', async () => {
  const others = [{ isPrivate: true }, { container: 'work' }, { url: 'https://b.example/' }, { rule: 'user' }];
  for (const qualities of [{}, ...others]) await sessions.openSitemapOf({ ...page, ...qualities });
  assert.equal(state.sessions.size, 5);
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
  await sessions.openSitemapOf(page);
  assert.deepEqual(only().problem, { code: 'bad-url', params: { uri: MAP } });
  state.sessions.clear();
  delete replies['site.open'];
  const opening = sessions.openSitemapOf(page);
  await settled();
  hosts[0].end();
  await opening;
  assert.deepEqual([only().problem, only().site], [null, null]);
});

test('sessions of a lost host reopen in the next', async () => {
  await sessions.openSitemapOf(page);
  replies['site.open'] = siteMessage('s7');
  await replaceHost();
  sessions.reopenSessions();
  await settled();
  assert.deepEqual([only().site.site, only().generation], ['s7', host.generation]);
  sessions.reopenSessions();
  await settled();
  assert.equal(requestsOf('site.open').length, 2);
});

test('languages follow the settings, after the reader’s choice for the sitemap', async () => {
  state.choices.settings = { ...state.choices.settings, languages: ['en', 'de'], includeUser: true };
  state.choices.languages[MAP] = 'de';
  await sessions.openSitemapOf(page);
  assert.deepEqual(requestsOf('site.open')[0].options.languages, ['de', 'en']);
  only().language = 'fr';
  replies['site.configure'] = siteMessage('s1', { languages: ['fr'] });
  await sessions.configureSessions();
  const [{ site, options }] = requestsOf('site.configure');
  assert.deepEqual([site, options.languages, options.include_user], ['s1', ['fr', 'en', 'de'], true]);
  assert.deepEqual(only().site.languages, ['fr']);
});

test('stored titles are sent with a chosen sitemap in an ordinary window', async () => {
  returns['storage.local.get'] = async (key) => ({ [key]: { titles: [[`${URL}1`, 'One']] }, consent: 1 });
  await sessions.openSitemapOf({ ...page, rule: 'user' }, null);
  await sessions.openSitemapOf({ ...page, rule: 'user', isPrivate: true }, null);
  await sessions.openSitemapOf(page);
  assert.deepEqual(
    requestsOf('site.open').map(({ titles }) => titles),
    [[[`${URL}1`, 'One']], [], []],
  );
});

test('host events are recorded in every session of their site only', async () => {
  await sessions.openSitemapOf(page);
  const { page: sibling } = showPage(2, 'https://b.example/', { sitemap: MAP, rule: 'x-header' });
  await sessions.openSitemapOf(sibling);
  sessions.recordSite({ site: siteMessage('s1', { state: 'partial' }) });
  sessions.recordProgress({ site: 's1', progress: { done: 3, wanted: 4 } });
  sessions.recordSite({ site: siteMessage('s2', { state: 'failed' }) });
  assert.deepEqual(
    [...state.sessions.values()].map(({ site }) => [site.state, site.progress.done]),
    [
      ['partial', 3],
      ['partial', 3],
    ],
  );
});

test('connected pages are notified of recorded changes', async () => {
  returns['tabs.query'] = async () => [{ id: 1 }];
  const ui = connectUi('sidebar');
  await sessions.openSitemapOf(page);
  sessions.recordSite({ site: siteMessage('s1', { state: 'partial' }) });
  await settled();
  assert.equal(ui.port.sent.at(-1).params.site.state, 'partial');
});

test('an id of an earlier host finds no session', async () => {
  await sessions.openSitemapOf(page);
  assert.equal(sessions.sessionBySite('s1'), only());
  await replaceHost();
  assert.equal(sessions.sessionBySite('s1'), null);
});

test('loading stops by site id, or by its parameters while the site is being opened', async () => {
  replies['site.stop'] = siteMessage('s1', { state: 'stopped' });
  replies['site.abandon'] = {};
  const session = openSession(page, null);
  await sessions.stopLoading(session);
  assert.deepEqual(requestsOf('site.abandon'), [{ sitemap: MAP, page: session.page, private: false, chosen: false }]);
  session.generation = host.generation;
  session.site = siteMessage('s1', { state: 'loading' });
  await sessions.stopLoading(session);
  assert.equal(session.site.state, 'stopped');
});

test('a reload revalidates caches, continuing does not and applies only to incomplete maps', async () => {
  await host.start();
  replies['site.reload'] = ({ site }) => siteMessage(site);
  const session = openSession(page, siteMessage('s1', { state: 'partial' }));
  openSession({ ...page, url: 'https://b.example/' }, siteMessage('s2'));
  await sessions.reload(session);
  session.site = siteMessage('s1', { state: 'partial' });
  await sessions.readOn();
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
  await sessions.reload(session);
  assert.equal(session.site.site, 's1');
});

test('unused sitemaps close after a minute and the host with the last one', async () => {
  await sessions.openSitemapOf(page);
  sessions.sweepSoon();
  await pass(60_000);
  assert.equal(state.sessions.size, 1);
  state.tabs.clear();
  assert.equal(sessions.isAnyInUse(), false);
  sessions.sweepSoon();
  await pass(59_999);
  assert.equal(state.sessions.size, 1);
  await pass(1);
  assert.deepEqual(requestsOf('site.close'), [{ site: 's1' }]);
  assert.equal(state.sessions.size, 0);
  sessions.sweepSoon();
  await pass(60_000);
  assert.equal(hosts[0].isOpen, false);
});

test('a sitemap needed by an incoming page is in use', async () => {
  await sessions.openSitemapOf(page);
  state.tabs.clear();
  state.incoming.set(1, [page]);
  assert.equal(sessions.isAnyInUse(), true);
  sessions.sweepSoon();
  await pass(60_000);
  assert.equal(state.sessions.size, 1);
});

test('a site shared with another session stays open in the host', async () => {
  await host.start();
  openSession(page, siteMessage('s1'));
  openSession({ ...page, url: 'https://b.example/' }, siteMessage('s1'));
  sessions.closeUnused(() => true);
  assert.equal(state.sessions.size, 1);
  assert.deepEqual(requestsOf('site.close'), []);
});

test('a site that was opened for a session closed meanwhile is closed', async () => {
  let arrive;
  replies['site.open'] = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const opening = sessions.openSitemapOf(page);
  await settled();
  state.tabs.clear();
  sessions.closeUnused(() => true);
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
  const opening = sessions.openSitemapOf(page);
  await settled();
  state.choices.settings = { ...state.choices.settings, includeUser: true };
  await sessions.configureSessions();
  arrive(siteMessage('s1'));
  await opening;
  await settled();
  assert.deepEqual(
    requestsOf('site.configure').map(({ options }) => options.include_user),
    [true],
  );
});

test('accepted languages are read once in advance without waiting', async () => {
  await sessions.openSitemapOf(page);
  assert.equal(callsOf('i18n.getAcceptLanguages').length, 1);
});

// Promise (network): If a page arrives by another route, its sitemap is opened again.
test('a page that arrives by another route reopens the sitemap', async () => {
  await sessions.openSitemapOf(page);
  await sessions.openSitemapOf({ ...page, route: 'proxy' }, null);
  assert.deepEqual(
    requestsOf('site.open').map(({ page: sent }) => sent.route),
    ['direct', 'proxy'],
  );
  assert.deepEqual(requestsOf('site.close'), [{ site: 's1' }]);
  only();
});

test('a new proxy fetches all open sitemaps again in a new host', async () => {
  await sessions.openSitemapOf(page);
  await sessions.onProxiesChanged();
  assert.equal(hosts.length, 1);
  returns['proxy.settings.get'] = async () => ({ value: { mode: 'fixed_servers' } });
  host.listen({ events: {}, onChange: () => sessions.reopenSessions(), isWanted: sessions.isAnyInUse });
  await sessions.onProxiesChanged();
  await settled();
  assert.deepEqual([hosts.length, hosts[0].isOpen], [2, false]);
  assert.deepEqual(
    requestsOf('site.open').map(({ page: sent }) => sent.route),
    ['direct', 'proxy'],
  );
});

test('a new proxy without open sitemaps starts no host', async () => {
  returns['proxy.settings.get'] = async () => ({ value: { mode: 'direct' } });
  await sessions.onProxiesChanged();
  assert.equal(hosts.length, 0);
});
