import { host as replies, hosts, pass, requestsOf, settled, siteMessage } from './fake-browser.js';
import { chooseAddress, clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import { lookUp } from '../../extension/background/journey.js';
import { reloadIfWished } from '../../extension/background/maps.js';
import { sessionOfTab } from '../../extension/background/stores/sessions.js';
import { choosePrivately, chosenSitemap } from '../../extension/background/stores/settings.js';
import { recordFrontTab, tabOf } from '../../extension/background/stores/tabs.js';

const SITE = 'https://a.example';
const MAP = `${SITE}/map.xml`;
const LINK = { element: 'link', rel: 'standard-sitemap', href: '/map.xml', base: `${SITE}/`, xml_bases: [] };
const BY_LINK = { links: [LINK], signature: '["map"]', contentType: 'text/html' };

beforeEach(async () => {
  await clear();
  replies.locate = { rule: 'legacy-link', sitemap: MAP };
  // A root file takes longer than a look-up of evidence.
  replies['site.open'] = () =>
    new Promise((resolve) => {
      setImmediate(() => setImmediate(() => resolve(siteMessage('s1'))));
    });
});

test('a page without evidence sends nothing', async () => {
  const { page } = showPage(1, `${SITE}/`);
  await lookUp(page);
  assert.deepEqual([hosts.length, page.sitemap, page.isSearching, page.problem], [0, null, false, null]);
});

test('the host names the sitemap of the evidence and it is opened', async () => {
  const { page } = showPage(1, `${SITE}/`, BY_LINK);
  await lookUp(page);
  const evidence = { url: `${SITE}/`, content_type: 'text/html', headers: [], links: [LINK] };
  assert.deepEqual(requestsOf('locate'), [{ evidence }]);
  assert.deepEqual([page.rule, page.sitemap, page.isSearching], ['legacy-link', MAP, false]);
  assert.equal(sessionOfTab(tabOf(1)).site.site, 's1');
});

test('the same evidence on another page needs no second request', async () => {
  await lookUp(showPage(1, `${SITE}/1`, BY_LINK).page);
  const { page } = showPage(1, `${SITE}/2`, BY_LINK);
  await lookUp(page);
  assert.equal(requestsOf('locate').length, 1);
  assert.equal(page.sitemap, MAP);
  await lookUp(showPage(1, `${SITE}/3`, { ...BY_LINK, signature: '["other"]' }).page);
  await lookUp(showPage(1, `${SITE}/4`, { ...BY_LINK, contentType: 'application/xhtml+xml' }).page);
  assert.equal(requestsOf('locate').length, 3);
});

test('a later look-up of a page wins over a late response', async () => {
  const { page } = showPage(1, `${SITE}/`, BY_LINK);
  const late = [];
  replies.locate = () =>
    new Promise((resolve) => {
      late.push(resolve);
    });
  const first = lookUp(page);
  page.signature = '["other"]';
  const second = lookUp(page);
  await settled();
  late[1]({ rule: null, sitemap: null });
  await second;
  late[0]({ rule: 'legacy-link', sitemap: MAP });
  await first;
  assert.deepEqual([page.rule, page.sitemap, page.isSearching], [null, null, false]);
});

test('a look-up during a host’s loss is repeated in the next host', async () => {
  const { page } = showPage(1, `${SITE}/`, BY_LINK);
  let requests = 0;
  replies.locate = () =>
    requests++
      ? { rule: 'legacy-link', sitemap: MAP }
      : new Promise(() => {
          hosts[0].end();
        });
  const looking = lookUp(page);
  await settled();
  await pass(100);
  await looking;
  assert.deepEqual([page.sitemap, page.problem, hosts.length], [MAP, null, 2]);
});

test('a refusal is the page’s problem until a look-up succeeds', async () => {
  const { page } = showPage(1, `${SITE}/`, BY_LINK);
  replies.locate = () => {
    throw { code: 'internal', params: {} };
  };
  await lookUp(page);
  assert.deepEqual([page.problem, page.isSearching], [{ code: 'internal', params: {} }, false]);
  replies.locate = { rule: 'legacy-link', sitemap: MAP };
  await lookUp(page);
  assert.equal(page.problem, null);
});

// holds: B14
test('the reader’s choice counts only if the page names nothing', async () => {
  chooseAddress(SITE, `${SITE}/chosen.xml`);
  const { page: naming } = showPage(1, `${SITE}/1`, BY_LINK);
  await lookUp(naming);
  assert.deepEqual([naming.rule, naming.sitemap], ['legacy-link', MAP]);
  const { page: silent } = showPage(2, `${SITE}/2`);
  await lookUp(silent);
  assert.deepEqual([silent.rule, silent.sitemap], ['user', `${SITE}/chosen.xml`]);
  assert.equal(requestsOf('site.open').at(-1).chosen, true);
});

test('a choice in a private window overrides the other there only, and null means none', () => {
  chooseAddress(SITE, `${SITE}/chosen.xml`);
  choosePrivately(SITE, null);
  assert.equal(chosenSitemap({ url: `${SITE}/`, isPrivate: false }), `${SITE}/chosen.xml`);
  assert.equal(chosenSitemap({ url: `${SITE}/`, isPrivate: true }), null);
  assert.equal(chosenSitemap({ url: 'https://b.example/', isPrivate: true }), null);
  assert.equal(chosenSitemap({ url: 'about:blank', isPrivate: false }), null);
});

test('loading is published before the map is ready', async () => {
  const { page } = showPage(1, `${SITE}/`, BY_LINK);
  recordFrontTab(1, 1);
  const ui = connectUi('sidebar');
  replies['site.open'] = () => new Promise(() => {});
  lookUp(page);
  await settled();
  const { params } = ui.port.sent.at(-1);
  assert.deepEqual([params.state, params.sitemap], ['loading', MAP]);
});

test('the sitemap of a reloaded page is requested again once', async () => {
  await host.start();
  replies['site.reload'] = siteMessage('s1');
  const { page } = showPage(1, `${SITE}/`, { ...BY_LINK, rule: 'legacy-link', sitemap: MAP, isReloaded: true });
  openSession(page, siteMessage('s1'));
  await reloadIfWished(page);
  await reloadIfWished(page);
  assert.deepEqual(requestsOf('site.reload'), [{ site: 's1', revalidate: true }]);
});
