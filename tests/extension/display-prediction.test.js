import { CLASS_CHANGES, callsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  dropPrefetch,
  predictDisplays,
  prefetchDisplay,
  withPredictions,
} from '../../extension/background/steps/prediction.js';
import { newPage, tabOf } from '../../extension/background/stores/tabs.js';
import { signaturesFor, addSignature } from '../../extension/background/stores/sessions.js';
import { namingEvidence } from '../../extension/background/steps/evidence.js';

const SITE = 'https://a.example';
const MAP = `${SITE}/map.xml`;
const BY_LINK = { signature: '["map"]', links: [{}], rule: 'legacy-link', sitemap: MAP };
const BY_HEADER = { headers: [['x-standard-sitemap-location', '/map.xml']], rule: 'x-header', sitemap: MAP };

beforeEach(clear);

/** Return a page whose sitemap is open and whose signature is recorded. */
function known(qualities, url = `${SITE}/1`) {
  const shown = showPage(1, url, qualities);
  openSession(shown.page, siteMessage('s1', { class_changes: CLASS_CHANGES }));
  const naming = namingEvidence(shown.page);
  if (naming) addSignature(shown.page, naming);
  return shown;
}

function fresh(qualities = {}, url = `${SITE}/2`) {
  return Object.assign(newPage(url, { isPrivate: false, container: '' }), qualities);
}

function rules() {
  return callsOf('declarativeNetRequest.updateSessionRules').map(([change]) => change);
}

test('a page without headers is predicted by the signature of its links', () => {
  const { tab } = known(BY_LINK);
  assert.deepEqual(predictDisplays(tab, fresh()), [
    { signature: '["map"]', display: { level: 20, changes: CLASS_CHANGES } },
  ]);
});

test('a page is predicted by headers only if they resolve to the same addresses', () => {
  const { tab } = known(BY_HEADER, `${SITE}/deep/1`);
  const predicted = (headers) => predictDisplays(tab, fresh({ headers })).map(({ signature }) => signature);
  assert.deepEqual(predicted([['x-standard-sitemap-location', MAP]]), ['']);
  assert.deepEqual(predicted([['x-standard-sitemap-location', '/other.xml']]), []);
  assert.deepEqual(predicted([]), []);
});

test('other origins, private windows and containers get no prediction', () => {
  const { tab } = known(BY_LINK);
  assert.deepEqual(predictDisplays(tab, fresh({}, 'https://b.example/')), []);
  assert.deepEqual(predictDisplays(tab, fresh({ isPrivate: true })), []);
  assert.deepEqual(predictDisplays(tab, fresh({ container: 'work' })), []);
  assert.deepEqual(predictDisplays(tab, fresh({}, 'about:blank x')), []);
});

test('only a sitemap named by the page is recorded, not the reader’s choice', () => {
  known({ ...BY_LINK, rule: 'user', signature: '' });
  known({ ...BY_LINK, sitemap: null });
  known({ ...BY_HEADER, rule: 'legacy-link' });
  assert.deepEqual(signaturesFor(fresh(BY_LINK)), []);
});

test('each kind of evidence is recorded once and only the latest are kept', () => {
  for (let number = 0; number < 12; number++) known({ ...BY_LINK, signature: `["${number % 10}"]` });
  const recorded = signaturesFor(fresh(BY_LINK));
  assert.deepEqual(
    recorded.map(({ signature }) => signature),
    ['4', '5', '6', '7', '8', '9', '0', '1'].map((number) => `["${number}"]`),
  );
});

test('the tab’s next documents of the site get the prediction once', () => {
  const { tab } = known(BY_LINK);
  prefetchDisplay(tab);
  prefetchDisplay(tab);
  assert.equal(rules().length, 1);
  const [
    {
      addRules: [rule],
      removeRuleIds,
    },
  ] = rules();
  assert.deepEqual(removeRuleIds, [rule.id]);
  assert.notEqual(rule.id, tab.tabId);
  assert.deepEqual(rule.condition, {
    tabIds: [1],
    resourceTypes: ['main_frame'],
    urlFilter: `|${SITE}/`,
    excludedResponseHeaders: [{ header: 'x-standard-sitemap-location' }, { header: 'opt' }],
  });
  const [{ header, operation, value }] = rule.action.responseHeaders;
  assert.deepEqual([header, operation], ['server-timing', 'append']); // the page's own fields stay
  const description = /^standard-sitemap;desc="(.*)"$/.exec(value)[1];
  assert.deepEqual(JSON.parse(decodeURIComponent(description)), predictDisplays(tab, fresh()));
});

test('the rule is removed with the last prediction and with the tab', () => {
  const { tab, page } = known(BY_LINK);
  prefetchDisplay(tab);
  openSession(page, siteMessage('s1'));
  prefetchDisplay(tab);
  dropPrefetch(1);
  const [, ...later] = rules();
  assert.deepEqual(later, [
    { removeRuleIds: [1 ^ (2 ** 30)], addRules: [] },
    { removeRuleIds: [1 ^ (2 ** 30)], addRules: [] },
  ]);
});

test('a page that names its sitemap by headers predicts for pages with the same header', () => {
  const { tab } = known(BY_HEADER);
  prefetchDisplay(tab);
  assert.deepEqual(rules()[0].addRules[0].condition.responseHeaders, [
    { header: 'x-standard-sitemap-location', values: ['/map.xml'] },
  ]);
});

test('relative or multiple headers produce no rule', () => {
  for (const headers of [
    [['x-standard-sitemap-location', 'map.xml']],
    [
      ['opt', 'x'],
      ['15-location', '/map.xml'],
    ],
  ]) {
    const { tab } = known({ ...BY_HEADER, headers });
    prefetchDisplay(tab);
  }
  assert.deepEqual(rules(), []);
});

const REFUSALS = {
  'throws, as Chromium below 128,': () => {
    throw new TypeError('Unexpected property: excludedResponseHeaders');
  },
  rejects: () => Promise.reject(new Error('too many rules')),
};

for (const [how, refuse] of Object.entries(REFUSALS)) {
  test(`a browser that ${how} at the rule loses only the prediction`, async () => {
    const { tab } = known(BY_LINK);
    returns['declarativeNetRequest.updateSessionRules'] = refuse;
    prefetchDisplay(tab);
    await settled();
    assert.equal(rules().length, 1);
  });
}

test('a prediction too long for a header is omitted', () => {
  const { tab, page } = known(BY_LINK);
  openSession(page, siteMessage('s1', { class_changes: [{ ...CLASS_CHANGES[0], elem: 'x'.repeat(7_000) }] }));
  prefetchDisplay(tab);
  assert.deepEqual(rules(), []);
});

test('a browser without header listeners leaves headers unchanged', () => {
  const { tab } = known(BY_LINK);
  assert.deepEqual(
    withPredictions(
      { responseHeaders: [{ name: 'Server-Timing', value: 'standard-sitemap;desc="x"' }] },
      tabOf(tab.tabId),
      fresh(),
    ),
    {},
  );
});
