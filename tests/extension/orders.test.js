/**
 * Two pages follow one another in a tab, and the browser's reports about them interleave, as on busy machines.
 * Requests, commits and page messages arrive by three routes, each in order. All possible orders are replayed. In each,
 * the second page is shown in the end, and each map is requested under its own page's conditions.
 */
import { host as replies, pass, requestsOf, settled, siteMessage } from './fake-browser.js';
import { clear } from './background-state.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  onRequest,
  onRequestFailed,
  onResponse,
  onResponseStarted,
} from '../../extension/background/events/observe-requests.js';
import { onCommitted, recordEvidence } from '../../extension/background/events/observe-tabs.js';
import { displayOf } from '../../extension/background/steps/display.js';
import { tabView } from '../../extension/background/steps/publication.js';
import { incomingPages, recordFrontTab, tabOf } from '../../extension/background/stores/tabs.js';

const NAMES = ['a', 'b'];
const urlOf = (name) => `https://${name}.example/page`;
const mapOf = (name) => `https://${name}.example/map.xml`;
const header = (name, value) => ({ name, value });

/**
 * Return the reports about a page, by route.
 * @param {string} name
 * @param {boolean} byHeader  whether a header or an element names its map
 * @param {string} documentId
 */
function reports(name, byHeader, documentId = `d-${name}`) {
  /** @type {any} */
  const about = { tabId: 1, url: urlOf(name), requestId: `r-${name}`, documentId, frameId: 0 };
  const links = [{ element: 'link', rel: 'standard-sitemap', href: '/map.xml', base: urlOf(name), xml_bases: [] }];
  const naming = byHeader ? [header('X-Standard-Sitemap-Location', '/map.xml')] : [];
  return {
    request: [
      () => onRequest({ ...about, requestHeaders: [header('User-Agent', name)] }),
      () =>
        onResponse({ ...about, statusCode: 200, responseHeaders: [header('Content-Type', 'text/html'), ...naming] }),
      () => onResponseStarted({ ...about, ip: '192.0.2.1' }),
    ],
    commit: [() => onCommitted(about)],
    page: byHeader ? [] : [() => recordEvidence({ content_type: 'text/html', links, referrer: null }, about)],
  };
}

/**
 * Yield all merged orders of lists that keep each list's order.
 * @template T
 * @param {T[][]} lists
 * @returns {Generator<T[]>}
 */
function* interleaved(lists) {
  const left = lists.filter(({ length }) => length > 0);
  if (left.length === 0) yield [];
  for (const list of left) {
    const [first, ...rest] = list;
    for (const others of interleaved(left.map((candidate) => (candidate === list ? rest : candidate))))
      yield [first, ...others];
  }
}

/** Replay an order; every second one without a pause. @param {(() => unknown)[]} order @param {boolean} hasPauses */
async function replay(order, hasPauses) {
  await clear();
  recordFrontTab(1, 1);
  replies.locate = ({ evidence }) => ({
    rule: evidence.headers.length ? 'x-header' : 'legacy-link',
    sitemap: new URL('/map.xml', evidence.url).href,
  });
  replies['site.open'] = ({ sitemap, page }) =>
    siteMessage(page.url, {
      sitemap,
      class_changes: [{ elem: '//body', namespaces: {}, attr: 'class', prefix: page.url }],
    });
  for (const report of order) {
    report();
    for (let turn = 0; hasPauses && turn < 3; turn++) await new Promise(setImmediate);
  }
  await settled();
}

/**
 * Assert that the second page is shown with its map and its classes, and that each request had its own page's
 * conditions.
 * @param {string} order
 */
function assertNothingIsLost(order) {
  const { state, url, sitemap } = tabView(tabOf(1));
  assert.deepEqual([state, url, sitemap], ['ready', urlOf('b'), mapOf('b')], order);
  assert.deepEqual(
    displayOf(tabOf(1))?.changes.map(({ prefix }) => prefix),
    [urlOf('b')],
    order,
  );
  for (const { sitemap: wanted, page } of requestsOf('site.open')) {
    const name = NAMES.find((candidate) => mapOf(candidate) === wanted);
    assert.deepEqual([page.url, page.headers, page.route], [urlOf(name), [['user-agent', name]], 'direct'], order);
  }
}

for (const byHeader of [false, true]) {
  test(`reports in any order about pages that name their map by ${byHeader ? 'header' : 'element'} lose nothing`, async () => {
    const [a, b] = NAMES.map((name) => reports(name, byHeader));
    const ways = ['request', 'commit', 'page'].map((way) => [...a[way], ...b[way]]);
    const names = new Map(
      ways.flatMap((way, at) =>
        way.map((report, number) => [report, `${['request', 'commit', 'page'][at]} ${number}`]),
      ),
    );
    let count = 0;
    for (const order of interleaved(ways)) {
      await replay(order, count % 2 === 0);
      assertNothingIsLost(order.map((report) => names.get(report)).join(', '));
      count++;
    }
    assert.equal(count, byHeader ? 28 : 1260);
  });
}

test('a page whose request is not reported has its map fetched by the browser after a while', async () => {
  const { commit, page } = reports('b', false);
  await replay([...commit, ...page], true);
  assert.deepEqual(requestsOf('site.open'), []);
  assert.equal(tabView(tabOf(1)).state, 'loading');
  await pass(2_000);
  assert.deepEqual(
    requestsOf('site.open').map(({ page: { headers, route } }) => [headers, route]),
    [[[], 'unknown']],
  );
});

test('a later page with a known request lets the host fetch the map', async () => {
  const { commit, page } = reports('b', false);
  await replay([...commit, ...page], true);
  await pass(2_000);
  const next = reports('b', false, 'd2');
  for (const report of [...next.request, ...next.commit, ...next.page]) await report();
  await settled();
  assert.deepEqual(
    requestsOf('site.open').map(({ page: { headers, route } }) => [headers, route]),
    [
      [[], 'unknown'],
      [[['user-agent', 'b']], 'direct'],
    ],
  );
});

test('a failure is shown in any order of its reports, and an aborted load is not a failure', async () => {
  const {
    request: [send, respond],
    commit,
  } = reports('b', true);
  const fail = (error) => () => onRequestFailed({ tabId: 1, requestId: 'r-b', error });
  let count = 0;
  for (const order of interleaved([[send, fail('NS_ERROR_CONNECTION_REFUSED')], commit])) {
    for (const hasPauses of [true, false]) {
      await replay(order, hasPauses);
      assert.equal(tabView(tabOf(1)).problem?.code, 'page-failed');
      count++;
    }
  }
  assert.equal(count, 6);
  for (const order of [
    [send, ...commit, fail('NS_BINDING_ABORTED')],
    [send, respond, ...commit, fail('NS_ERROR_NET_RESET')],
  ]) {
    await replay(order, true);
    assert.equal(tabView(tabOf(1)).problem, null);
  }
});

test('the records of an aborted load are dropped', async () => {
  const {
    request: [send],
  } = reports('b', true);
  await replay([send, () => onRequestFailed({ tabId: 1, requestId: 'r-b', error: 'net::ERR_ABORTED' })], true);
  assert.equal(incomingPages().length, 0);
});
