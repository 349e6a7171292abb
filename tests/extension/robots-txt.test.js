import { callsOf, host as replies, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, connectUi, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { DEFAULTS, FOR_GOOD, divideLookedUp } from '../../extension/shared/settings.js';
import { host } from '../../extension/background/host/host-port.js';
import { linksInPage, lookByThemselves, suggest } from '../../extension/background/requests/robots-txt.js';
import { tabView } from '../../extension/background/steps/publication.js';
import { recordChoices } from '../../extension/background/stores/settings.js';
import { pageOf, recordFrontTab } from '../../extension/background/stores/tabs.js';

const SITE = 'https://a.example';
const URL = `${SITE}/1`;
const MAP = `${SITE}/sitemap.xml`;
const LINKS = [{ rel: 'sitemap', href: MAP, type: '', title: '' }];
const ROBOTS = `${SITE}/robots.txt`;
const DAY_MS = 86_400_000;
const ALL = { sitemap: ROBOTS, source: 'robots', title: null, count: 2 };
const FEED = { sitemap: `${SITE}/feed`, source: 'feed', title: 'News', count: 1 };

/** The local store. */
let stored;
/** The page's declarations; null for an unavailable page. */
let declared;

beforeEach(async () => {
  await clear();
  await host.start();
  stored = {};
  declared = { url: URL, links: [], isError: false };
  returns['storage.local.get'] = async () => ({ ...stored });
  returns['storage.local.set'] = async (changes) => {
    Object.assign(stored, changes);
  };
  returns['scripting.executeScript'] = async () => (declared ? [{ result: declared, documentId: `d1 ${URL}` }] : []);
  replies.suggest = { suggestions: [ALL], robots: 'found' };
  replies['site.open'] = siteMessage('s1', { format: 'sitemaps-org' });
  recordChoices({ settings: { ...DEFAULTS, lookByItself: true } });
});

/** Show a page that names no sitemap, in front of a window with an open sidebar. */
function besideSidebar(ofPage = {}, ofTab = {}) {
  const shown = showPage(1, URL, ofPage, ofTab);
  connectUi('sidebar');
  recordFrontTab(1, 1);
  return shown;
}

async function looked() {
  await lookByThemselves();
  await settled();
  return requestsOf('suggest').length;
}

test('a site is requested as by the button, and its complete list becomes its sitemap', async () => {
  const { tab } = besideSidebar();
  assert.equal(await looked(), 1);
  assert.deepEqual(
    requestsOf('suggest').map(({ page, private: isPrivate, links }) => [page.url, isPrivate, links]),
    [[URL, false, []]],
  );
  assert.deepEqual(stored, { [`address ${SITE}`]: ROBOTS });
  Object.assign(pageOf(tab), { rule: 'user', sitemap: ROBOTS });
  assert.equal(tabView(tab).look, 'found');
  pageOf(tab).sitemap = MAP; // chosen by the reader meanwhile
  assert.equal(tabView(tab).look, '');
});

// Promise (successor): Automatic requests for a site's list of pages are off by default.
test('nothing is requested while the setting is off, which is the default', async () => {
  assert.equal(DEFAULTS.lookByItself, false);
  besideSidebar();
  recordChoices({ settings: DEFAULTS });
  assert.equal(await looked(), 0);
});

// Promise (successor): Automatic requests for a list are sent only while the sidebar is open.
test('nothing is requested without an open sidebar, for a popup, or for a background tab', async () => {
  showPage(1, URL);
  recordFrontTab(1, 1);
  assert.equal(await looked(), 0);
  connectUi('popup');
  assert.equal(await looked(), 0);
  connectUi('sidebar');
  recordFrontTab(2, 1);
  assert.equal(await looked(), 0);
});

for (const [what, ofPage, ofTab] of [
  ["a page of the browser's own", {}, { url: 'about:config' }],
  ['a page that did not load', { problem: { code: 'page-failed', params: {} } }, {}],
  ['a page that names a sitemap', { sitemap: `${SITE}/map.xml`, rule: 'legacy-link' }, {}],
  ['a page that is being looked up', { isSearching: true }, {}],
  ['a page beside the map of the one before', {}, { pinnedSitemap: `${SITE}/map.xml` }],
]) {
  test(`nothing is requested for ${what}`, async () => {
    besideSidebar(ofPage, ofTab);
    assert.equal(await looked(), 0);
  });
}

// Promise (successor): Automatic requests for a list are never sent in private windows and containers.
test('nothing is requested for private windows and containers', async () => {
  for (const jar of [{ isPrivate: true }, { container: 'firefox-container-1' }]) {
    besideSidebar(jar, jar);
    assert.equal(await looked(), 0);
  }
});

test('nothing is requested for an error page or an unavailable page', async () => {
  besideSidebar();
  declared = { url: URL, links: [], isError: true };
  assert.equal(await looked(), 0);
  declared = null;
  assert.equal(await looked(), 0);
  declared = { url: URL, links: [], isError: false };
  assert.equal(await looked(), 1); // another page of the same site
});

test('nothing is requested if the reader left while the page was loading', async () => {
  const { tab } = besideSidebar();
  returns['scripting.executeScript'] = async () => {
    tab.documentId = 'another';
    return [{ result: declared, documentId: 'another' }];
  };
  assert.equal(await looked(), 0);
});

test('a choice made meanwhile stays, and nothing is stored if the reader turned this off', async () => {
  for (const change of [{ addresses: { [SITE]: MAP } }, { settings: DEFAULTS }]) {
    replies.suggest = () => {
      recordChoices(change);
      return { suggestions: [ALL], robots: 'found' };
    };
    besideSidebar();
    await looked();
    assert.deepEqual(stored, {});
  }
});

test('a site is requested once whatever the number of events', async () => {
  besideSidebar();
  await Promise.all([lookByThemselves(), lookByThemselves(), lookByThemselves()]);
  await settled();
  assert.equal(await looked(), 1);
});

// Promise (successor): Automatic requests are sent at most once a day for a site without a list.
test('a site without a list is not requested again for a day and says so', async () => {
  replies.suggest = { suggestions: [FEED], robots: 'none' };
  const { tab } = besideSidebar();
  const before = Date.now();
  assert.equal(await looked(), 1);
  assert.equal(tabView(tab).look, 'nothing');
  const until = stored[`lookedUp ${SITE}`];
  assert.ok(until >= before + DAY_MS && until <= Date.now() + DAY_MS);
  assert.equal(stored[`address ${SITE}`], undefined);
});

test('a site without a list is not requested again by a restarted background', async () => {
  stored = { [`lookedUp ${SITE}`]: Date.now() + 10_000 };
  const { tab } = besideSidebar();
  assert.deepEqual([await looked(), tabView(tab).look], [0, 'nothing']);
});

test('each page of a site without a list says so until the record is deleted', async () => {
  replies.suggest = { suggestions: [], robots: 'none' };
  besideSidebar();
  await looked();
  const { tab } = besideSidebar();
  assert.deepEqual([await looked(), tabView(tab).look], [1, 'nothing']);
  stored = {};
  assert.equal(await looked(), 2);
});

test('a site without a list is requested again after a day', async () => {
  stored = { [`lookedUp ${SITE}`]: Date.now() - 1 };
  besideSidebar();
  assert.equal(await looked(), 1);
});

// Promise (successor): Automatic requests are never sent for a site whose list the reader removed.
test('a site whose list the reader removed is never requested and says nothing', async () => {
  stored = { [`lookedUp ${SITE}`]: FOR_GOOD };
  const { tab } = besideSidebar();
  assert.deepEqual([await looked(), tabView(tab).look], [0, '']);
});

// Promise (successor): Records of looked-up sites of earlier versions stay in force, and are deleted with all others.
test('the record that earlier versions kept for all sites is divided', async () => {
  returns['storage.local.remove'] = async (key) => delete stored[key];
  stored = {
    lookedUp: { [SITE]: FOR_GOOD, 'https://b.example': 5, 'https://c.example': 'x' },
    'lookedUp https://b.example': 7,
  };
  await divideLookedUp();
  assert.deepEqual(stored, { [`lookedUp ${SITE}`]: FOR_GOOD, 'lookedUp https://b.example': 7 });
  for (const record of [null, 1, 'x', []]) {
    stored = { lookedUp: record };
    await divideLookedUp();
    assert.deepEqual(stored, {});
  }
  stored = { other: 1 };
  await divideLookedUp();
  assert.deepEqual(stored, { other: 1 });
});

test('a look is shown while it runs, not after a failure, and is not repeated at once', async () => {
  const { tab } = besideSidebar();
  let fail = () => {};
  replies.suggest = () =>
    new Promise((_, reject) => {
      fail = () => reject({ code: 'internal', params: {} });
    });
  const looking = lookByThemselves();
  await settled();
  assert.equal(tabView(tab).look, 'looking');
  fail();
  await looking;
  assert.equal(tabView(tab).look, '');
  assert.deepEqual([await looked(), callsOf('storage.local.set')], [1, []]);
});

test('the page’s declarations are sent with the page on request', async () => {
  const { tab } = showPage(1, URL);
  returns['scripting.executeScript'] = async () => [{ result: { url: URL, links: LINKS } }];
  assert.deepEqual(await suggest(tab), { suggestions: [ALL], robots: 'found' });
  const [{ page, links, private: isPrivate }] = requestsOf('suggest');
  assert.deepEqual([page.url, links, isPrivate], [URL, LINKS, false]);
});

test('a document older than the extension gets a record', async () => {
  const { tab } = showPage(1, URL);
  tab.documentId = null;
  returns['scripting.executeScript'] = async () => [{ result: { url: URL, links: [] }, documentId: 'd9' }];
  await suggest(tab);
  assert.deepEqual([tab.documentId, pageOf(tab).url], ['d9', URL]);
});

test('an unavailable page declares nothing and one outside the web is refused', async () => {
  const { tab } = showPage(1, URL);
  returns['scripting.executeScript'] = async () => {
    throw new Error('Cannot access contents');
  };
  await suggest(tab);
  assert.deepEqual(requestsOf('suggest')[0].links, []);
  tab.url = 'about:config';
  await assert.rejects(suggest(tab), { code: 'bad-url' });
  await assert.rejects(suggest(null), { code: 'bad-url' });
});

test('links to sitemaps and feeds are declared within bounds, other links are not', () => {
  class Link {
    constructor(rel, type = '', href = MAP) {
      Object.assign(this, {
        rel,
        type,
        href,
        title: 't'.repeat(300),
        relList: { contains: (token) => rel.split(' ').includes(token) },
      });
    }
  }
  const links = [
    new Link('sitemap'),
    new Link('alternate', 'application/rss+xml'),
    new Link('alternate', 'text/html'),
    new Link('stylesheet'),
    new Link('sitemap', '', 'x'.repeat(10_000)),
  ];
  Object.assign(globalThis, {
    HTMLLinkElement: Link,
    location: { href: URL },
    document: { querySelectorAll: () => links },
  });
  const declared = linksInPage();
  assert.deepEqual(
    [declared.url, declared.links.map(({ rel, title }) => [rel, title.length])],
    [
      URL,
      [
        ['sitemap', 200],
        ['alternate', 200],
      ],
    ],
  );
  for (const name of ['HTMLLinkElement', 'location', 'document']) delete globalThis[name];
});
