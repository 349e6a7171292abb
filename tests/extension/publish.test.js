import { CLASS_CHANGES, callsOf, pass, returns, settled, siteMessage } from './fake-browser.js';
import { clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { displayOf, recordSignature } from '../../extension/background/steps/display.js';
import { host } from '../../extension/background/host/host-port.js';
import { onTabActivated } from '../../extension/background/events/observe-tabs.js';
import * as publishing from '../../extension/background/steps/publication.js';
import {
  choices,
  frontTabs,
  newPage,
  recordPage,
  tabOf,
  toolbarMarks,
  uis,
} from '../../extension/background/stores/state.js';

const URL = 'https://a.example/';
const DISPLAY = { level: 20, changes: CLASS_CHANGES };

let tab;
let page;
beforeEach(async () => {
  await clear();
  ({ tab, page } = showPage(1, URL, { rule: 'legacy-link', sitemap: `${URL}map.xml`, signature: '["map"]' }));
  openSession(page, siteMessage('s1', { class_changes: CLASS_CHANGES }));
});

/** Return the values stored in pages for their content scripts: `[name, value, addresses]`. */
function planted() {
  return callsOf('scripting.executeScript').map(([{ args }]) => args);
}

test('a page that listens gets its display once', () => {
  tab.isListening = true;
  publishing.publish(tab);
  publishing.publish(tab);
  assert.deepEqual(callsOf('tabs.sendMessage'), [
    [1, { event: 'display', params: { display: DISPLAY } }, { frameId: 0 }],
  ]);
  assert.deepEqual(planted(), []);
});

test('a page that does not listen finds its display stored', async () => {
  publishing.publish(tab);
  assert.deepEqual(planted(), [['sitemapDisplay', DISPLAY, [URL, URL]]]);
  returns['tabs.sendMessage'] = async () => {
    throw new Error('Receiving end does not exist');
  };
  Object.assign(tab, { isListening: true, shown: '' });
  publishing.publish(tab);
  await settled();
  assert.equal(planted().length, 2);
});

test('a changed level and the end of a display are sent', () => {
  tab.isListening = true;
  publishing.publish(tab);
  connectUi('sidebar');
  publishing.publish(tab);
  page.sitemap = null;
  publishing.publish(tab);
  assert.deepEqual(
    callsOf('tabs.sendMessage').map(([, { params }]) => params.display?.level ?? null),
    [20, 100, null],
  );
});

// Promise (author): Only the page in the foreground receives the display level.
test('only the tab in front learns a level, another learns it in front', async () => {
  const other = showPage(
    2,
    'https://b.example/',
    { rule: 'legacy-link', sitemap: 'https://b.example/map.xml' },
    { isListening: true },
  );
  openSession(other.page, siteMessage('s2', { class_changes: CLASS_CHANGES }));
  tab.isListening = true;
  for (const event of [
    () => {},
    () => connectUi('popup'),
    () => connectUi('sidebar'),
    () => {
      choices.settings = { ...choices.settings, levels: { ...choices.settings.levels, sidebar: 37 } };
    },
    () => uis.clear(),
    () => {
      host.problem = { code: 'host-crashed', params: {} };
    },
  ]) {
    event();
    publishing.publishAll();
    await settled();
  }
  const levelsOf = (id) =>
    callsOf('tabs.sendMessage')
      .filter(([tabId]) => tabId === id)
      .map(([, { params }]) => params.display?.level ?? null);
  assert.deepEqual([levelsOf(1), levelsOf(2)], [[20, 50, 100, 37, 20, null], []]);
  host.problem = null;
  await onTabActivated({ tabId: 2, windowId: 1 });
  assert.deepEqual([levelsOf(1).length, levelsOf(2)], [6, [20]]);
});

// Promise (author): The next documents of a background tab load without a predicted level.
test('a background tab’s next documents have no prediction', async () => {
  recordSignature(page);
  publishing.publish(tab);
  showPage(2, 'https://b.example/');
  await onTabActivated({ tabId: 2, windowId: 1 });
  assert.deepEqual(
    callsOf('declarativeNetRequest.updateSessionRules').map(([{ addRules }]) => addRules.length),
    [1, 0],
  );
  publishing.sendPredictions(tab);
  assert.deepEqual(
    planted().filter(([name]) => name === 'sitemapPredictions'),
    [],
  );
});

test('a page that reports in the background keeps its display', async () => {
  publishing.publish(tab);
  showPage(2, 'https://b.example/');
  await onTabActivated({ tabId: 2, windowId: 1 });
  connectUi('sidebar');
  assert.deepEqual(displayOf(tab), DISPLAY);
});

test('the tab in front is queried if its window’s is unknown', async () => {
  frontTabs.clear();
  returns['tabs.query'] = async () => [{ id: 1 }];
  tab.isListening = true;
  publishing.publish(tab);
  await settled();
  assert.equal(callsOf('tabs.sendMessage').length, 1);
});

test('a new page without headers gets the displays of similar pages', () => {
  recordSignature(page);
  recordPage('fresh', newPage(`${URL}2`, page));
  Object.assign(tab, { documentId: 'fresh', url: `${URL}2`, documentUrl: `${URL}2` });
  publishing.sendPredictions(tab);
  assert.deepEqual(planted(), [
    ['sitemapPredictions', [{ signature: '["map"]', display: DISPLAY }], [`${URL}2`, `${URL}2`]],
  ]);
});

test('nothing is stored in pages outside the web', () => {
  recordSignature(page);
  tab.url = 'about:reader';
  publishing.publish(tab);
  assert.deepEqual(planted(), []);
});

test('a connected page learns its window’s tab, and nothing twice', async () => {
  showPage(2, 'https://b.example/', {}, { windowId: 2 });
  frontTabs.set(1, 1).set(2, 2);
  const [first, second] = [connectUi('sidebar', 1), connectUi('popup', 2)];
  publishing.publishToUis();
  publishing.publishToUis();
  await settled();
  assert.deepEqual(
    [first, second].map(({ port }) => port.sent.map(({ event, params }) => [event, params.tabId])),
    [[['tab', 1]], [['tab', 2]]],
  );
});

test('an unknown front tab is queried once', async () => {
  frontTabs.clear();
  returns['tabs.query'] = async () => [{ id: 1 }];
  assert.equal(await publishing.activeTab(1), tab);
  assert.equal(await publishing.activeTab(1), tab);
  assert.deepEqual(callsOf('tabs.query'), [[{ active: true, windowId: 1 }]]);
});

test('a page that disconnects during the query gets nothing', async () => {
  const ui = connectUi('sidebar');
  frontTabs.clear();
  returns['tabs.query'] = async () => {
    uis.delete(ui.port);
    return [{ id: 1 }];
  };
  publishing.publishToUis();
  await settled();
  assert.deepEqual(ui.port.sent, []);
});

test('an event during the query is newer than its result', async () => {
  tabOf(2);
  frontTabs.clear();
  returns['tabs.query'] = async () => {
    publishing.recordFrontTab(2, 1);
    return [{ id: 1 }];
  };
  assert.equal((await publishing.activeTab(1)).tabId, 2);
});

test('a closed or moved tab is no longer in front', () => {
  frontTabs.set(1, 1).set(2, 2);
  publishing.forgetFrontTab(1);
  publishing.forgetFrontTab(5, 2);
  assert.equal(frontTabs.size, 0);
});

test('a view is sent only to the page that has it open', () => {
  const [sidebar, popup] = [connectUi('sidebar'), connectUi('popup')];
  sidebar.views.add('v1');
  publishing.notifyView({ view: { view: 'v1', total: 3 } });
  assert.deepEqual(sidebar.port.sent, [{ event: 'view', params: { view: 'v1', total: 3 } }]);
  assert.deepEqual(popup.port.sent, []);
});

test('a request to focus reaches the sidebar of its window only', () => {
  const uis = [connectUi('sidebar', 1), connectUi('sidebar', 2), connectUi('popup', 1)];
  publishing.notifySidebar(1, 'focus-field');
  assert.deepEqual(
    uis.map(({ port }) => port.sent.length),
    [1, 0, 0],
  );
});

test('the toolbar shows lasting states, not brief ones', async () => {
  const session = openSession(page, null);
  publishing.publish(tab);
  session.site = siteMessage('s1');
  publishing.publish(tab);
  await pass(50);
  assert.deepEqual(callsOf('action.setBadgeText'), [[{ tabId: 1, text: '✓' }]]);
  assert.deepEqual(
    callsOf('action.setIcon')[0][0].path,
    Object.fromEntries([16, 32, 48].map((size) => [size, `/extension/icons/navigator-${size}.png`])),
  );
  publishing.publish(tab);
  await pass(50);
  assert.equal(callsOf('action.setIcon').length, 1);
});

test('a tab without any state is not painted and a closed one is forgotten', async () => {
  Object.assign(page, { sitemap: null });
  publishing.publish(tab);
  await pass(50);
  assert.deepEqual(callsOf('action.setIcon'), []);
  Object.assign(page, { problem: { code: 'internal', params: {} } });
  publishing.publish(tab);
  publishing.forgetToolbar(1);
  await pass(50);
  assert.deepEqual([callsOf('action.setIcon').length, toolbarMarks.size], [0, 0]);
});

test('a button that could not be painted is painted again', async () => {
  returns['action.setTitle'] = async () => {
    throw new Error('No tab with id');
  };
  publishing.publish(tab);
  await pass(50);
  assert.equal(toolbarMarks.size, 0);
});
