import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sorted, stems, undisputedSitemap, usualAddresses, wholeSitemap } from '../../extension/shared/suggestions.js';

/** @type {import('../../extension/shared/types.js').Suggestion} */
const ALL = { sitemap: 'https://a.example/robots.txt', source: 'robots', title: null, count: 2 };
/** @type {import('../../extension/shared/types.js').Suggestion} */
const POSTS = { sitemap: 'https://a.example/posts.xml', source: 'robots', title: null, count: 1 };
/** @type {import('../../extension/shared/types.js').Suggestion} */
const FEED = { sitemap: 'https://a.example/feed', source: 'feed', title: 'News', count: 1 };

test('parts of another list and feeds are listed separately', () => {
  assert.deepEqual(sorted([ALL, POSTS, FEED]), { main: [ALL], lines: [POSTS], feeds: [FEED] });
  assert.deepEqual(sorted([POSTS, FEED]), { main: [POSTS], lines: [], feeds: [FEED] });
});

test('lists of one host need no question, and lists of different hosts do', () => {
  const elsewhere = { ...POSTS, sitemap: 'https://b.example/posts.xml' };
  const link = { ...POSTS, source: /** @type {const} */ ('link'), sitemap: 'https://www.a.example/shop.xml' };
  const odd = { ...POSTS, sitemap: 'no address' };
  const cases = [[POSTS, FEED], [ALL, POSTS, link], [ALL, POSTS, elsewhere], [POSTS, elsewhere], [odd], [FEED]];
  assert.deepEqual(cases.map(undisputedSitemap), [POSTS, ALL, null, null, odd, null]);
  assert.deepEqual([wholeSitemap([ALL, POSTS]), wholeSitemap([FEED])], [ALL, null]);
});

test('usual addresses are in the first folder and at the root', () => {
  const names = (page) => usualAddresses(page).map((address) => address.slice('https://u.example'.length));
  const root = ['/sitemap.xml', '/sitemap-index.xml'];
  for (const [page, folder] of [
    ['/', []],
    ['/page.html', []],
    ['/project', ['/project/sitemap.xml', '/project/sitemap-index.xml']],
    ['/project/', ['/project/sitemap.xml', '/project/sitemap-index.xml']],
    ['/a.b/c/d?e', ['/a.b/sitemap.xml', '/a.b/sitemap-index.xml']],
  ])
    assert.deepEqual(names(`https://u.example${page}`), [...folder, ...root]);
  assert.deepEqual(usualAddresses('about:blank'), []);
});

const under = (...paths) => stems(paths.map((path) => `https://a.example/${path}`));

test('the file’s stem and the query tell addresses apart', () => {
  assert.deepEqual(under('post-sitemap.xml', 'page-sitemap.xml.gz', 'map.xml?page=2', 'caf%C3%A9.txt'), [
    'post-sitemap',
    'page-sitemap',
    'map?page=2',
    'café',
  ]);
});

test('as many folders as necessary, and the host, tell addresses apart', () => {
  assert.deepEqual(under('en/map.xml', 'de/map.xml', ''), ['en/map', 'de/map', 'a.example']);
  assert.deepEqual(stems(['https://a.example/map.xml', 'https://b.example/map.xml']), [
    'a.example/map',
    'b.example/map',
  ]);
});

test('addresses that differ only in distant folders are shown in full', () => {
  const below = (folder, count) => `https://a.example/${folder}${'/a'.repeat(count)}`;
  assert.deepEqual(stems([below('en', 1), below('de', 1)]), ['en/a', 'de/a']);
  // Thousands of folders would be compared one by one, each time for all addresses.
  assert.deepEqual(stems([below('en', 8), below('de', 8)]), [below('en', 8), below('de', 8)]);
});

test('addresses that differ in nothing else, or are malformed, are shown in full', () => {
  assert.deepEqual(under('map.xml', 'map.txt'), ['https://a.example/map.xml', 'https://a.example/map.txt']);
  assert.deepEqual(under('a%ff.xml', 'b.xml'), ['a%ff', 'b']);
  assert.deepEqual(stems(['no address', 'https://a.example/b']), ['no address', 'b']);
  assert.deepEqual(stems([]), []);
});
