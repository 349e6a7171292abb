import './browser-stub.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Record<string, any>} */
let stored = {};
const local = {
  get: async (/** @type {string | null} */ key) =>
    key === null ? { ...stored } : key in stored ? { [key]: stored[key] } : {},
  set: async (/** @type {object} */ changes) => {
    Object.assign(stored, structuredClone(changes));
  },
  remove: async (/** @type {string | string[]} */ keys) => {
    for (const key of [keys].flat()) delete stored[key];
  },
};
/** @type {Record<string, unknown>} */
let synced = {};
const sync = { get: async () => synced };
const nothing = globalThis.chrome;
globalThis.chrome = new Proxy(nothing, {
  get: (target, name) => (name === 'storage' ? { local, sync } : target[name]),
});
const { FOR_GOOD, forgetLookedUp, readLookedUp, readSeenLinks, readTitles, writeAddress, writeLookedUp, writeTitles } =
  await import('../../extension/shared/settings.js');

const SITE = 'https://a.example';
const MAP = `${SITE}/sitemap.xml`;
/** @type {[string, string][]} */
const TITLES = [[`${SITE}/1`, 'One']];
/** @type {[string, string, string][]} */
const LINKS = [[`${SITE}/2`, 'Two', '']];

beforeEach(() => {
  stored = {};
  synced = {};
});

test('titles and links of menus are stored for a sitemap', async () => {
  await writeTitles(MAP, TITLES, LINKS);
  assert.deepEqual([await readTitles(MAP), await readSeenLinks(MAP)], [TITLES, LINKS]);
  assert.deepEqual(await readTitles(`${SITE}/other.xml`), []);
});

test('titles are deleted with the choice of the sitemap', async () => {
  await writeAddress(SITE, MAP);
  await writeTitles(MAP, TITLES, LINKS);
  await writeAddress(SITE, MAP);
  assert.deepEqual(await readTitles(MAP), TITLES);
  await writeAddress(SITE, null);
  assert.deepEqual(stored, {});
});

test('titles are deleted when another sitemap is chosen', async () => {
  await writeAddress(SITE, MAP);
  await writeTitles(MAP, TITLES, LINKS);
  await writeAddress(SITE, `${SITE}/other.xml`);
  assert.deepEqual(Object.values(stored), [`${SITE}/other.xml`]);
});

test('the least recently used of many sitemaps is dropped alone', async () => {
  stored = { [`site ${MAP}`]: { used: 0 } };
  for (let number = 0; number < 50; number++) stored[`titles ${number}`] = { titles: TITLES, used: number };
  await writeTitles(MAP, TITLES, LINKS);
  assert.deepEqual(await readTitles('0'), []);
  assert.equal(Object.keys(stored).filter((key) => key.startsWith('titles ')).length, 50);
  assert.ok(`site ${MAP}` in stored);
});

test('looked-up sites are stored until their next look, the latest only', async () => {
  await writeLookedUp(SITE, Date.now() + 1_000);
  await writeLookedUp('https://b.example', Date.now() - 1);
  assert.deepEqual(Object.keys(await readLookedUp()), [SITE]);
  for (let number = 0; number < 510; number++)
    await writeLookedUp(`https://${number}.example`, Date.now() + 10_000 + number);
  assert.equal(Object.keys(await readLookedUp()).length, 500);
  assert.ok(!(SITE in (await readLookedUp())));
});

// Promise (successor): Sites that the reader removed stay removed, of any number and from any window.
test('removed sites are all remembered beside the latest looked-up ones, and from two windows', async () => {
  const sites = Array.from({ length: 510 }, (_, number) => `https://${number}.example`);
  await Promise.all(sites.map((site) => writeLookedUp(site, FOR_GOOD)));
  await writeLookedUp(SITE, Date.now() + 1_000);
  assert.deepEqual(new Set(Object.keys(await readLookedUp())), new Set([...sites, SITE]));
});

// Promise (successor): The record of requested sites is deleted with their cookies, and when the setting is turned off.
test('looked-up sites are deleted by selection or altogether', async () => {
  for (const site of [SITE, 'https://b.example']) await writeLookedUp(site, Date.now() + 1_000);
  await forgetLookedUp((origin) => origin === SITE);
  assert.deepEqual(Object.keys(await readLookedUp()), ['https://b.example']);
  await forgetLookedUp();
  assert.deepEqual(stored, {});
});

test('a sitemap that the reader removed does not return automatically', async () => {
  synced = { lookByItself: true };
  await writeAddress(SITE, MAP);
  await writeAddress(SITE, null);
  assert.deepEqual(await readLookedUp(), { [SITE]: FOR_GOOD });
});

test('a map that the reader refuses on a site without a choice is not looked for', async () => {
  synced = { lookByItself: true };
  await writeAddress(SITE, null);
  assert.deepEqual(await readLookedUp(), { [SITE]: FOR_GOOD });
});
