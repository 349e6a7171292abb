import './fake-firefox.js';
import { CLASS_CHANGES, callsOf, siteMessage } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { prefetchDisplay, withPredictions } from '../../extension/background/steps/prediction.js';
import { newPage } from '../../extension/background/stores/tabs.js';
import { addSignature } from '../../extension/background/stores/sessions.js';
import { namingEvidence } from '../../extension/background/steps/evidence.js';

const SITE = 'https://a.example';
const TYPE = { name: 'Content-Type', value: 'text/html' };
let tab;
let fresh;

beforeEach(async () => {
  await clear();
  const shown = showPage(1, `${SITE}/1`, { signature: '["map"]', rule: 'legacy-link', sitemap: `${SITE}/map.xml` });
  tab = shown.tab;
  fresh = newPage(`${SITE}/2`, { isPrivate: false, container: '' });
  openSession(shown.page, siteMessage('s1', { class_changes: CLASS_CHANGES }));
  const naming = namingEvidence(shown.page);
  if (naming) addSignature(shown.page, naming);
});

test('response headers include the prediction and no rule is added', () => {
  const { responseHeaders } = withPredictions({ responseHeaders: [TYPE] }, tab, fresh);
  assert.deepEqual(
    responseHeaders.map(({ name }) => name),
    ['Content-Type', 'server-timing'],
  );
  prefetchDisplay(tab);
  assert.deepEqual(callsOf('declarativeNetRequest.updateSessionRules'), []);
});

test('a prediction stored in the cache is replaced', () => {
  const old = { name: 'Server-Timing', value: 'standard-sitemap;desc="old"' };
  const { responseHeaders } = withPredictions({ responseHeaders: [old, TYPE] }, tab, fresh);
  assert.deepEqual(
    responseHeaders.map(({ name, value }) => (name === 'server-timing' ? value.slice(0, 16) : name)),
    ['Content-Type', 'standard-sitemap'],
  );
  assert.ok(!responseHeaders.includes(old));
});

test('a missing prediction removes the old one and leaves the page’s own headers', () => {
  const elsewhere = newPage('https://b.example/', { isPrivate: false, container: '' });
  const own = { name: 'Server-Timing', value: 'db;dur=53' };
  assert.deepEqual(
    withPredictions(
      { responseHeaders: [own, { name: 'Server-Timing', value: 'standard-sitemap;desc="old"' }] },
      tab,
      elsewhere,
    ),
    { responseHeaders: [own] },
  );
  assert.deepEqual(withPredictions({ responseHeaders: [own, TYPE] }, tab, elsewhere), {});
});
