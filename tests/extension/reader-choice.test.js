import { callsOf, host as replies, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { chooseAddress, clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import { choose, onSettingsChanged } from '../../extension/background/requests/reader-choice.js';
import { pinAfter } from '../../extension/background/steps/pinned-map.js';
import { allSessions } from '../../extension/background/stores/sessions.js';
import { tabOf } from '../../extension/background/stores/tabs.js';

const SITE = 'https://a.example';
const URL = `${SITE}/1`;
const MAP = `${SITE}/sitemap.xml`;

beforeEach(async () => {
  await clear();
  replies['site.open'] = siteMessage('s1', { format: 'sitemaps-org' });
});

/** Set the new and the previous stored data. */
function stored(sync, local) {
  returns['storage.sync.get'] = async () => sync;
  returns['storage.local.get'] = async () => local;
}

test('a choice is stored for the page’s site and returns the previous one', async () => {
  const { tab } = showPage(1, URL);
  chooseAddress(SITE, `${SITE}/old.xml`);
  assert.deepEqual(await choose(tab, { origin: SITE, sitemap: MAP }), { before: `${SITE}/old.xml` });
  assert.deepEqual(callsOf('storage.local.set'), [[{ [`address ${SITE}`]: MAP }]]);
});

test('a choice for another site or of a non-web address is refused', async () => {
  const { tab } = showPage(1, URL);
  for (const choice of [
    { origin: 'https://b.example', sitemap: MAP },
    { origin: SITE, sitemap: 'file:///etc/passwd' },
  ])
    await assert.rejects(choose(tab, choice), { code: 'bad-url' });
  await assert.rejects(choose(null, { origin: SITE, sitemap: MAP }), { code: 'bad-url' });
});

test('a choice in a private window is not stored and applies there at once', async () => {
  const { tab, page } = showPage(1, URL, {}, { isPrivate: true });
  const { page: ordinary } = showPage(2, URL);
  await choose(tab, { origin: SITE, sitemap: MAP });
  assert.deepEqual([page.sitemap, ordinary.sitemap, callsOf('storage.local.set')], [MAP, null, []]);
  await choose(tab, { origin: SITE, sitemap: null });
  assert.deepEqual([page.sitemap, allSessions().length], [null, 0]);
});

test('a refusal removes a map that an earlier page has left in the tab, in every tab of the site', async () => {
  await host.start();
  chooseAddress(SITE, MAP);
  const pinned = { pinnedSitemap: MAP, isPinnedChosen: true, pinnedFor: `${SITE}/0` };
  const { page, tab } = showPage(1, URL, { rule: 'user', sitemap: MAP }, pinned);
  showPage(2, `${SITE}/2`, {}, pinned);
  openSession(page, siteMessage('s7'));
  await choose(tab, { origin: SITE, sitemap: null });
  assert.equal(tabOf(1).pinnedSitemap, null);
  stored({}, {});
  await onSettingsChanged({ [`address ${SITE}`]: {} }, 'local');
  assert.deepEqual([page.sitemap, tabOf(2).pinnedSitemap, allSessions()], [null, null, []]);
});

test('two changes of an address that are reported together leave the later one', async () => {
  const { page } = showPage(1, URL);
  const last = [{ [`address ${SITE}`]: MAP }, {}];
  stored({}, {});
  returns['storage.local.get'] = async () => last.shift() ?? {};
  const change = () => onSettingsChanged({ [`address ${SITE}`]: {} }, 'local');
  await Promise.all([change(), change()]);
  await settled();
  assert.equal(page.sitemap, null);
});

test('maps that stay only because the reader wants them on the whole site go with that setting', async () => {
  await host.start();
  const shown = () => [1, 2].map((tabId) => tabOf(tabId).pinnedSitemap);
  ['', SITE].forEach((reachedFrom, index) => {
    const { page } = showPage(index + 1, URL, { sitemap: MAP });
    const next = showPage(index + 1, `${SITE}/2`, { reachedFrom });
    pinAfter(next.tab, page, next.page);
  });
  stored({ visited: true }, {});
  await onSettingsChanged({ visited: {} }, 'sync');
  assert.deepEqual(shown(), [MAP, MAP], 'any other setting');
  stored({ visited: true, keepOpen: false }, {});
  await onSettingsChanged({ keepOpen: {} }, 'sync');
  assert.deepEqual(shown(), [null, MAP], 'a link led to the other');
});

test('a changed setting is sent to the host', async () => {
  await host.start();
  replies['site.configure'] = replies['site.reload'] = siteMessage('s1', { state: 'partial' });
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s1', { state: 'partial' }));
  stored({ groupSize: 7 }, {});
  await onSettingsChanged({ groupSize: {} }, 'sync');
  assert.deepEqual(
    [requestsOf('site.configure').map(({ options }) => options.group_size), requestsOf('site.reload')],
    [[7], []],
  );
});

test('a changed display level is not sent to the host', async () => {
  await host.start();
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s1'));
  stored({ levels: { sidebar: 7 } }, {});
  await onSettingsChanged({ levels: {} }, 'sync');
  assert.deepEqual(requestsOf('site.configure'), []);
});

test('a raised limit continues truncated maps', async () => {
  await host.start();
  replies['site.configure'] = replies['site.reload'] = siteMessage('s1', { state: 'partial' });
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s1', { state: 'partial' }));
  stored({ limits: { request_seconds: 7 } }, {});
  await onSettingsChanged({ limits: {} }, 'sync');
  assert.deepEqual(requestsOf('site.reload'), [{ site: 's1', revalidate: false }]);
});

test('a changed address looks up its site’s pages only and closes the old map', async () => {
  await host.start();
  const { page } = showPage(1, URL, { rule: 'user', sitemap: `${SITE}/old.xml` });
  const { page: other } = showPage(2, 'https://b.example/');
  openSession(page, siteMessage('s7'));
  chooseAddress(SITE, `${SITE}/old.xml`);
  stored({}, { [`address ${SITE}`]: MAP });
  await onSettingsChanged({ [`address ${SITE}`]: {} }, 'local');
  assert.deepEqual([page.sitemap, other.sequence, requestsOf('site.close')], [MAP, 0, [{ site: 's7' }]]);
});

test('a map named by pages is not closed with a choice even if no tab shows it', async () => {
  await host.start();
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s7'));
  showPage(1, `${SITE}/2`);
  stored({}, { 'address https://b.example': MAP });
  await onSettingsChanged({ 'address https://b.example': {} }, 'local');
  assert.deepEqual([allSessions().length, requestsOf('site.close')], [1, []]);
});

test('an unknown setting has no effect', async () => {
  await onSettingsChanged({ 'titles x': { newValue: {} } }, 'local');
  await onSettingsChanged({ tabs: {} }, 'session');
  assert.deepEqual(callsOf('storage.sync.get'), []);
});

test('a forgotten site loses its chosen language except in private windows and containers', async () => {
  await host.start();
  replies['site.configure'] = siteMessage('s1');
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  const session = openSession(page, siteMessage('s1'), { language: 'de' });
  const privately = openSession({ ...page, isPrivate: true }, siteMessage('s2'), { language: 'fr' });
  const contained = openSession({ ...page, container: 'work' }, siteMessage('s3'), { language: 'ja' });
  await onSettingsChanged({ [`site ${MAP}`]: { oldValue: {} } }, 'local');
  await settled();
  assert.deepEqual(
    [session, privately, contained].map(({ language }) => language),
    [null, 'fr', 'ja'],
  );
  assert.equal(requestsOf('site.configure').length, 1);
});
