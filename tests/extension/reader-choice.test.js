import { callsOf, host as replies, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host-port.js';
import { choose, linksInPage, onSettingsChanged, suggest } from '../../extension/background/reader-choice.js';
import { choices, pageOf, sessions } from '../../extension/background/state.js';

const SITE = 'https://a.example';
const URL = `${SITE}/1`;
const MAP = `${SITE}/sitemap.xml`;
const LINKS = [{ rel: 'sitemap', href: MAP, type: '', title: '' }];

beforeEach(async () => {
  await clear();
  replies['site.open'] = siteMessage('s1', { format: 'sitemaps-org' });
  replies.suggest = { suggestions: [], robots: 'none' };
});

/** What is stored, and what was. */
function stored(sync, local) {
  returns['storage.sync.get'] = async () => sync;
  returns['storage.local.get'] = async () => local;
}

test('what the page declares is sent with the page, when the reader asks', async () => {
  const { tab } = showPage(1, URL);
  returns['scripting.executeScript'] = async () => [{ result: { url: URL, links: LINKS } }];
  assert.deepEqual(await suggest(tab), { suggestions: [], robots: 'none' });
  const [{ page, links, private: isPrivate }] = requestsOf('suggest');
  assert.deepEqual([page.url, links, isPrivate], [URL, LINKS, false]);
});

test('a document that was there before us gets a record', async () => {
  const { tab } = showPage(1, URL);
  tab.documentId = null;
  returns['scripting.executeScript'] = async () => [{ result: { url: URL, links: [] }, documentId: 'd9' }];
  await suggest(tab);
  assert.deepEqual([tab.documentId, pageOf(tab).url], ['d9', URL]);
});

test('a page that cannot be queried declares nothing; one that is not of the web is refused', async () => {
  const { tab } = showPage(1, URL);
  returns['scripting.executeScript'] = async () => { throw new Error('Cannot access contents'); };
  await suggest(tab);
  assert.deepEqual(requestsOf('suggest')[0].links, []);
  tab.url = 'about:config';
  await assert.rejects(suggest(tab), { code: 'bad-url' });
  await assert.rejects(suggest(null), { code: 'bad-url' });
});

test('links to sitemaps and feeds are declared, cut to length; style sheets and alternates in other languages are not', () => {
  class Link {
    constructor(rel, type = '', href = MAP) { Object.assign(this, { rel, type, href, title: 't'.repeat(300), relList: { contains: (one) => rel.split(' ').includes(one) } }); }
  }
  const links = [new Link('sitemap'), new Link('alternate', 'application/rss+xml'), new Link('alternate', 'text/html'), new Link('stylesheet'), new Link('sitemap', '', 'x'.repeat(10_000))];
  Object.assign(globalThis, { HTMLLinkElement: Link, location: { href: URL }, document: { querySelectorAll: () => links } });
  const declared = linksInPage();
  assert.deepEqual([declared.url, declared.links.map(({ rel, title }) => [rel, title.length])], [URL, [['sitemap', 200], ['alternate', 200]]]);
  for (const name of ['HTMLLinkElement', 'location', 'document']) delete globalThis[name];
});

test('a choice is stored for the site of the page, and what was chosen before returned', async () => {
  const { tab } = showPage(1, URL);
  choices.addresses[SITE] = `${SITE}/old.xml`;
  assert.deepEqual(await choose(tab, { origin: SITE, sitemap: MAP }), { before: `${SITE}/old.xml` });
  assert.deepEqual(callsOf('storage.local.set'), [[{ [`address ${SITE}`]: MAP }]]);
});

test('no choice is made for another site than the page\'s, nor of anything but a web address', async () => {
  const { tab } = showPage(1, URL);
  for (const choice of [{ origin: 'https://b.example', sitemap: MAP }, { origin: SITE, sitemap: 'file:///etc/passwd' }]) await assert.rejects(choose(tab, choice), { code: 'bad-url' });
  await assert.rejects(choose(null, { origin: SITE, sitemap: MAP }), { code: 'bad-url' });
});

test('in a private window nothing is written, and the choice holds there at once', async () => {
  const { tab, page } = showPage(1, URL, {}, { isPrivate: true });
  const { page: ordinary } = showPage(2, URL);
  await choose(tab, { origin: SITE, sitemap: MAP });
  assert.deepEqual([page.sitemap, ordinary.sitemap, callsOf('storage.local.set')], [MAP, null, []]);
  await choose(tab, { origin: SITE, sitemap: null });
  assert.deepEqual([page.sitemap, sessions.size], [null, 0]);
});

test('a changed setting is sent to the host', async () => {
  await host.start();
  replies['site.configure'] = replies['site.reload'] = siteMessage('s1', { state: 'partial' });
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s1', { state: 'partial' }));
  stored({ groupSize: 7 }, {});
  await onSettingsChanged({ groupSize: {} }, 'sync');
  assert.deepEqual([requestsOf('site.configure').map(({ options }) => options.group_size), requestsOf('site.reload')], [[7], []]);
});

test('more that a sitemap may cost has what was cut read on', async () => {
  await host.start();
  replies['site.configure'] = replies['site.reload'] = siteMessage('s1', { state: 'partial' });
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s1', { state: 'partial' }));
  stored({ limits: { files: 7 } }, {});
  await onSettingsChanged({ limits: {} }, 'sync');
  assert.deepEqual(requestsOf('site.reload'), [{ site: 's1', revalidate: false }]);
});

test('a changed address has the pages of its site looked up, and no others; the map of the old choice is closed', async () => {
  await host.start();
  const { page } = showPage(1, URL, { rule: 'user', sitemap: `${SITE}/old.xml` });
  const { page: other } = showPage(2, 'https://b.example/');
  openSession(page, siteMessage('s7'));
  choices.addresses[SITE] = `${SITE}/old.xml`;
  stored({}, { [`address ${SITE}`]: MAP });
  await onSettingsChanged({ [`address ${SITE}`]: {} }, 'local');
  assert.deepEqual([page.sitemap, other.sequence, requestsOf('site.close')], [MAP, 0, [{ site: 's7' }]]);
});

test('what pages name themselves is not closed with a choice, even where no tab shows it just now', async () => {
  await host.start();
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  openSession(page, siteMessage('s7'));
  showPage(1, `${SITE}/2`);
  stored({}, { 'address https://b.example': MAP });
  await onSettingsChanged({ 'address https://b.example': {} }, 'local');
  assert.deepEqual([sessions.size, requestsOf('site.close')], [1, []]);
});

test('what is not a setting of ours has no consequence', async () => {
  await onSettingsChanged({ 'titles x': { newValue: {} } }, 'local');
  await onSettingsChanged({ tabs: {} }, 'session');
  assert.deepEqual(callsOf('storage.sync.get'), []);
});

test('a site that is forgotten loses the language chosen for it, but in private windows', async () => {
  await host.start();
  replies['site.configure'] = siteMessage('s1');
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: MAP });
  const session = openSession(page, siteMessage('s1'), { language: 'de' });
  const privately = openSession({ ...page, isPrivate: true }, siteMessage('s2'), { language: 'fr' });
  await onSettingsChanged({ [`site ${MAP}`]: { oldValue: {} } }, 'local');
  await settled();
  assert.deepEqual([session.language, privately.language, requestsOf('site.configure').length], [null, 'fr', 1]);
});
