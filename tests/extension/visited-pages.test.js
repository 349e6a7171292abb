import { browser, stored } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aTab, noMap } from './samples.js';

const { VisitedPages } = await import('../../extension/sidebar/visited-pages.js');
const { MOST_VISITED, forgetVisited, isVisitedForgotten, readVisited, writeVisited } = await import(
  '../../extension/shared/settings.js'
);
const MAP = 'https://a.example/map.xml';
let shown;
let pages;
beforeEach(() => {
  stored.local = {};
  pages = new VisitedPages((addresses) => {
    shown = [...addresses];
  });
});
const follow = async (tab) => {
  pages.follow(tab);
  await pages.last;
};

test('nothing is recorded unless it is wanted', async () => {
  await follow(aTab());
  assert.deepEqual([stored.local, shown], [{}, undefined]);
});

test('pages of the map are recorded at once without fragments and logins', async () => {
  await follow(aTab());
  pages.want(true);
  await pages.last;
  await follow(aTab({ url: 'https://u:secret@a.example/p#x' }));
  assert.deepEqual(stored.local[`visited ${MAP}`].pages, ['https://a.example/', 'https://a.example/p']);
  assert.deepEqual(shown, ['https://a.example/', 'https://a.example/p']);
});

test('pages of an application are recorded with their fragments', async () => {
  pages.want(true);
  await follow(aTab({ url: 'https://a.example/#/p?id=x' }));
  assert.deepEqual(shown, ['https://a.example/#/p']);
});

test('pages recorded by another window stay recorded', async () => {
  pages.want(true);
  await follow(aTab());
  await writeVisited(MAP, [...(await readVisited(MAP)), 'https://a.example/other']);
  await follow(aTab({ url: 'https://a.example/p' }));
  assert.deepEqual(await readVisited(MAP), ['https://a.example/', 'https://a.example/other', 'https://a.example/p']);
});

// Promise (successor): Visited pages are recorded only if the reader turned that on, and never in private windows.
test('private windows, containers and pages without a map are not recorded', async () => {
  pages.want(true);
  await follow(aTab({ jar: 'private' }));
  await follow(noMap());
  await follow(aTab({ jar: 'firefox-container-1' }));
  assert.deepEqual([stored.local, shown], [{}, []]);
});

test('a failed write does not end the recording', async (context) => {
  const failing = context.mock.method(browser.storage.local, 'set', async () => {
    throw new Error('QuotaExceededError');
  });
  pages.want(true);
  await assert.rejects(follow(aTab()));
  failing.mock.restore();
  await follow(aTab({ url: 'https://a.example/p' }));
  assert.deepEqual(await readVisited(MAP), ['https://a.example/p']);
});

test('turning the setting off removes the marks', async () => {
  pages.want(true);
  await follow(aTab());
  pages.want(false);
  assert.deepEqual(shown, []);
});

// Promise (successor): No page is recorded after the reader has turned this off, even one that is being recorded.
test('a page that is being recorded while the setting is turned off is deleted', async (context) => {
  pages.want(true);
  const set = browser.storage.local.set;
  context.mock.method(browser.storage.local, 'set', async (items) => {
    pages.want(false); // between the check and the write
    await forgetVisited();
    return set.call(browser.storage.local, items);
  });
  pages.follow(aTab());
  await pages.last;
  await pages.last;
  assert.deepEqual([stored.local, shown], [{}, []]);
});

test('only the latest pages of a map are recorded', async () => {
  await writeVisited(
    MAP,
    Array.from({ length: MOST_VISITED + 5 }, (_, at) => `p${at}`),
  );
  const visited = await readVisited(MAP);
  assert.deepEqual([visited.length, visited[0]], [MOST_VISITED, 'p5']);
});

test('visited pages are deleted for one site or all, and the marks updated', async () => {
  for (const sitemap of [MAP, 'https://b.example/map.xml']) await writeVisited(sitemap, ['p']);
  await forgetVisited((sitemap) => sitemap === MAP);
  assert.deepEqual(Object.keys(stored.local), ['visited https://b.example/map.xml']);
  await forgetVisited();
  assert.deepEqual(stored.local, {});
  assert.deepEqual(
    [
      isVisitedForgotten({ [`visited ${MAP}`]: {} }, MAP),
      isVisitedForgotten({ [`visited ${MAP}`]: { newValue: {} } }, MAP),
      isVisitedForgotten({}, MAP),
    ],
    [true, false, false],
  );
});
