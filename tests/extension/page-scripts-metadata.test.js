import { callsOf, host as replies, pass, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, openSession, replaceHost, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  metadataInPage,
  onTabUpdated,
  recordTitles,
  sendLinksOfPage,
  sendLinksOfPages,
  sendMetadataOfPages,
  sendPageMetadata,
} from '../../extension/background/events/page-metadata.js';
import { host } from '../../extension/background/host/host-port.js';
import { forgetSessions } from '../../extension/background/stores/sessions.js';
import { recordSeenLinks } from '../../extension/background/stores/tabs.js';

const SITE = 'https://a.example';
const METADATA = { url: `${SITE}/1`, title: 'One', links: [] };

let tab;
let page;
let session;
beforeEach(async () => {
  await clear();
  await host.start();
  replies['site.page'] = { in_map: true };
  returns['scripting.executeScript'] = async () => [{ result: METADATA }];
  const shown = showPage(1, `${SITE}/1`, { rule: 'user', sitemap: `${SITE}/sitemap.xml` });
  tab = shown.tab;
  page = shown.page;
  session = openSession(shown.page, siteMessage('s1', { format: 'sitemaps-org' }));
});

test('a page’s metadata is sent and its title stored with the sitemap', async () => {
  await sendPageMetadata(tab);
  assert.deepEqual(requestsOf('site.page'), [{ site: 's1', ...METADATA }]);
  assert.deepEqual(session.titles, [[`${SITE}/1`, 'One']]);
  const [[stored]] = callsOf('storage.local.set');
  assert.deepEqual(stored[`titles ${SITE}/sitemap.xml`].titles, [[`${SITE}/1`, 'One']]);
});

test('links of menus are sent once to each host, and links to pages in the map are stored', async () => {
  const links = /** @type {[string, string, string][]} */ ([
    [`${SITE}/2`, 'Two', 'Pages'],
    [`${SITE}/no`, 'No', ''],
  ]);
  replies['site.links'] = { listed: [0] };
  recordSeenLinks(tab, links);
  sendLinksOfPage(page);
  recordSeenLinks(tab, links);
  sendLinksOfPages(session);
  await settled();
  assert.deepEqual(requestsOf('site.links'), [{ site: 's1', links }]);
  assert.deepEqual(session.seenLinks, [links[0]]);
  assert.deepEqual(callsOf('storage.local.set').at(-1)[0][`titles ${SITE}/sitemap.xml`].links, [links[0]]);
  session.generation += 1;
  host.generation += 1;
  sendLinksOfPages(session);
  await settled();
  assert.equal(requestsOf('site.links').length, 2);
});

// Promise (network): Names of pages that were sent without encryption are not stored for encrypted pages.
test('names of encrypted and unencrypted pages are not stored together', async () => {
  replies['site.links'] = { listed: [0] };
  const stored = [];
  for (const list of ['http://a.example/map.xml', 'https://a.example/map.xml'])
    for (const url of ['http://a.example/1', 'https://a.example/1']) {
      forgetSessions();
      const before = callsOf('storage.local.set').length;
      const shown = showPage(2, url, { rule: 'user', sitemap: list });
      /** @type {import('../../extension/background/stores/sessions.js').Session} */
      const opened = openSession(shown.page, siteMessage('s2', { format: 'sitemaps-org' }));
      recordSeenLinks(shown.tab, [[url, 'Call us', '']]);
      sendLinksOfPage(shown.page);
      await settled();
      await recordTitles(opened, [[url, 'Title']]);
      assert.deepEqual([opened.titles?.length, opened.seenLinks?.length], [1, 1]);
      if (callsOf('storage.local.set').length > before) stored.push([list, url].map((address) => address.slice(0, 5)));
    }
  assert.deepEqual(stored, [
    ['http:', 'http:'],
    ['https', 'https'],
  ]);
});

test('a later menu adds the branch of a stored link, and no menu changes it', async () => {
  replies['site.links'] = { listed: [0] };
  for (const [name, branch] of [
    ['Two', ''],
    ['Second', 'Pages'],
    ['Second', 'Others'],
  ]) {
    recordSeenLinks(tab, [[`${SITE}/2`, name, branch]]);
    sendLinksOfPage(page);
    await settled();
  }
  assert.deepEqual(session.seenLinks, [[`${SITE}/2`, 'Two', 'Pages']]);
});

test('links of menus are not stored from private windows, nor sent for maps of other sites or kinds', async () => {
  replies['site.links'] = { listed: [0] };
  session.isPrivate = true;
  recordSeenLinks(tab, [[`${SITE}/2`, 'Two', '']]);
  sendLinksOfPage(page);
  await settled();
  assert.deepEqual([session.seenLinks?.length, callsOf('storage.local.set')], [1, []]);
  recordSeenLinks(tab, [[`${SITE}/3`, 'Three', '']]);
  session.site = siteMessage('s1', { format: 'ssp' });
  sendLinksOfPage(page);
  session.site = siteMessage('s1', { format: 'sitemaps-org' });
  session.page = { url: 'https://b.example/' };
  sendLinksOfPage(page);
  await settled();
  assert.equal(requestsOf('site.links').length, 1);
});

test('a known title is not stored again and a new one replaces it', async () => {
  session.titles = [
    [`${SITE}/1`, 'One'],
    [`${SITE}/2`, 'Two'],
  ];
  await sendPageMetadata(tab);
  assert.deepEqual(callsOf('storage.local.set'), []);
  returns['scripting.executeScript'] = async () => [{ result: { ...METADATA, title: 'Uno' } }];
  await sendPageMetadata(tab);
  assert.deepEqual(session.titles, [
    [`${SITE}/2`, 'Two'],
    [`${SITE}/1`, 'Uno'],
  ]);
});

test('a page that is not in the map stores no title', async () => {
  replies['site.page'] = { in_map: false };
  await sendPageMetadata(tab);
  assert.equal(session.titles, null);
});

test('titles that arrive after the choice was withdrawn are not stored', async () => {
  forgetSessions();
  await recordTitles(session, [[`${SITE}/1`, 'One']]);
  assert.deepEqual([session.titles, callsOf('storage.local.set')], [null, []]);
});

test('titles of private windows and containers are not stored', async () => {
  for (const jar of [{ isPrivate: true }, { container: 'work' }]) {
    Object.assign(session, { isPrivate: false, container: '', titles: null, ...jar });
    await sendPageMetadata(tab);
    assert.equal(session.titles.length, 1);
  }
  assert.deepEqual(callsOf('storage.local.set'), []);
});

test('a page is not queried unless its sitemap is a loaded ordinary one that the reader chose', async () => {
  const { page } = showPage(1, `${SITE}/1`, { rule: 'legacy-link', sitemap: `${SITE}/sitemap.xml` });
  openSession(page, siteMessage('s1', { format: 'sitemaps-org' }));
  await sendPageMetadata(tab);
  Object.assign(page, { rule: 'user' });
  for (const changes of [
    { format: 'ssp' },
    { format: 'sitemaps-org', state: 'loading' },
    { format: 'sitemaps-org', state: 'failed' },
  ]) {
    session.site = siteMessage('s1', changes);
    await sendPageMetadata(tab);
  }
  assert.deepEqual(callsOf('scripting.executeScript'), []);
});

test('nothing is sent about a page of another site or an unavailable one', async () => {
  returns['scripting.executeScript'] = async () => [{ result: { ...METADATA, url: 'https://b.example/' } }];
  await sendPageMetadata(tab);
  returns['scripting.executeScript'] = async () => {
    throw new Error('Cannot access contents');
  };
  await sendPageMetadata(tab);
  assert.deepEqual(requestsOf('site.page'), []);
});

test('pages older than their map are queried once for each host', async () => {
  sendMetadataOfPages(session);
  sendMetadataOfPages(session);
  await settled();
  assert.equal(requestsOf('site.page').length, 1);
  await replaceHost();
  session.generation = host.generation;
  sendMetadataOfPages(session);
  await settled();
  assert.equal(requestsOf('site.page').length, 2);
});

test('a new title or a loaded page is sent, and no other change queries a page', async () => {
  await onTabUpdated(1, { status: 'loading' });
  await onTabUpdated(7, { title: 'x' });
  assert.deepEqual(requestsOf('site.page'), []);
  await onTabUpdated(1, { title: 'One' });
  await onTabUpdated(1, { status: 'complete' });
  assert.equal(requestsOf('site.page').length, 2);
});

test('a title that changes without end is sent once a second', async () => {
  for (let change = 0; change < 50; change++) await onTabUpdated(1, { title: `${change}` });
  assert.equal(requestsOf('site.page').length, 1);
  await pass(1_000);
  assert.equal(requestsOf('site.page').length, 2);
  await pass(5_000);
  assert.equal(requestsOf('site.page').length, 2);
  await onTabUpdated(1, { title: 'One' });
  assert.equal(requestsOf('site.page').length, 3);
});

test('a refusal of metadata by the host is ignored', async () => {
  replies['site.page'] = () => {
    throw { code: 'unknown-site', params: {} };
  };
  await sendPageMetadata(tab);
  assert.equal(session.titles, null);
});

test('a page reports address without fragment, title and declared roles, a failed page nothing', (context) => {
  class Link {
    constructor(rel, href) {
      Object.assign(this, {
        rel,
        href,
        type: '',
        title: '',
        relList: { contains: (token) => rel.split(' ').includes(token) },
      });
    }
  }
  const links = [
    new Link('search', `${SITE}/os.xml`),
    new Link('stylesheet', `${SITE}/x.css`),
    new Link('about', 'data:,x'),
    new Link('home', `${SITE}/`),
  ];
  let responseStatus = 200;
  context.mock.method(performance, 'getEntriesByType', () => [{ responseStatus }]);
  Object.assign(globalThis, {
    HTMLLinkElement: Link,
    location: { href: `${SITE}/1#top` },
    document: { title: 'T'.repeat(400), querySelectorAll: () => links },
  });
  const { url, title, links: declared } = metadataInPage();
  assert.deepEqual([url, title.length, declared.map(({ rel }) => rel)], [`${SITE}/1`, 300, ['search', 'home']]);
  responseStatus = 404;
  assert.equal(metadataInPage(), null);
  for (const name of ['HTMLLinkElement', 'location', 'document']) delete globalThis[name];
});
