import './browser-stub.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { DEFAULTS, cleanLevel, cleanSettings, isAddress } = await import('../../extension/shared/settings.js');

test('missing settings have their defaults', () => {
  assert.deepEqual(cleanSettings({}), DEFAULTS);
});

test('levels are whole numbers from 0 to 100', () => {
  assert.deepEqual(
    [
      cleanLevel(33.4, 1),
      cleanLevel(-5, 1),
      cleanLevel('250', 1),
      cleanLevel('x', 7),
      cleanLevel(null, 7),
      cleanLevel('', 7),
    ],
    [33, 0, 100, 7, 7, 7],
  );
});

test('malformed settings are corrected', () => {
  const settings = cleanSettings({
    levels: { popup: 'many', sidebar: 80 },
    languages: ['de', 7, ''],
    includeUser: 'yes',
    groupSize: -1,
  });
  assert.deepEqual(settings.levels, { ...DEFAULTS.levels, sidebar: 80 });
  assert.deepEqual(settings.languages, ['de']);
  assert.equal(settings.includeUser, false);
  assert.ok(settings.groupSize >= 5);
});

test('rows have the normal spacing for unknown values', () => {
  assert.deepEqual(
    ['compact', 'roomy', 'x', undefined].map((density) => cleanSettings({ density }).density),
    ['compact', 'roomy', 'normal', 'normal'],
  );
  assert.deepEqual(
    ['always', 'never', 'x', undefined].map((wrap) => cleanSettings({ wrap }).wrap),
    ['always', 'never', 'narrow', 'narrow'],
  );
  assert.deepEqual(
    ['large', 'x', undefined].map((textSize) => cleanSettings({ textSize }).textSize),
    ['large', 'normal', 'normal'],
  );
});

test('the reader’s sitemaps are distinguished from other stored data', () => {
  assert.ok(isAddress('address https://a.example') && !isAddress('site https://a.example/map.xml'));
});
