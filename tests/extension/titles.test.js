import './browser-stub.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Record<string, any>} */
let stored = {};
const local = {
  get: async (/** @type {string | null} */ key) => (key === null ? { ...stored } : key in stored ? { [key]: stored[key] } : {}),
  set: async (/** @type {object} */ changes) => { Object.assign(stored, structuredClone(changes)); },
  remove: async (/** @type {string | string[]} */ keys) => { for (const key of [keys].flat()) delete stored[key]; },
};
const nothing = globalThis.chrome;
globalThis.chrome = new Proxy(nothing, { get: (target, name) => (name === 'storage' ? { local } : target[name]) });
const { readTitles, writeAddress, writeTitles } = await import('../../extension/shared/settings.js');

const SITE = 'https://a.example';
const MAP = `${SITE}/sitemap.xml`;
const TITLES = [[`${SITE}/1`, 'One']];

beforeEach(() => { stored = {}; });

test('titles are stored for a sitemap', async () => {
  await writeTitles(MAP, TITLES);
  assert.deepEqual(await readTitles(MAP), TITLES);
  assert.deepEqual(await readTitles(`${SITE}/other.xml`), []);
});

test('they go with the choice of the sitemap', async () => {
  await writeAddress(SITE, MAP);
  await writeTitles(MAP, TITLES);
  await writeAddress(SITE, MAP);
  assert.deepEqual(await readTitles(MAP), TITLES);
  await writeAddress(SITE, null);
  assert.deepEqual(stored, {});
});

test('they go when another sitemap is chosen', async () => {
  await writeAddress(SITE, MAP);
  await writeTitles(MAP, TITLES);
  await writeAddress(SITE, `${SITE}/other.xml`);
  assert.deepEqual(Object.values(stored), [`${SITE}/other.xml`]);
});

test('of many sitemaps the one used longest ago makes room, and nothing else does', async () => {
  stored = { [`site ${MAP}`]: { used: 0 } };
  for (let number = 0; number < 50; number++) stored[`titles ${number}`] = { titles: TITLES, used: number };
  await writeTitles(MAP, TITLES);
  assert.deepEqual(await readTitles('0'), []);
  assert.equal(Object.keys(stored).filter((key) => key.startsWith('titles ')).length, 50);
  assert.ok(`site ${MAP}` in stored);
});
