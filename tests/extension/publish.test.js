import { CLASS_CHANGES, callsOf, pass, returns, settled, siteMessage } from './fake-browser.js';
import { changeSettings, clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onTabActivated } from '../../extension/background/events/observe-tabs.js';
import { host } from '../../extension/background/host/host-port.js';
import { publish, showTab } from '../../extension/background/publish.js';
import { displayOf } from '../../extension/background/steps/display.js';
import { namingEvidence } from '../../extension/background/steps/evidence.js';
import { sendPredictions } from '../../extension/background/steps/prediction.js';
import { publishToUis } from '../../extension/background/steps/publication.js';
import {
  disconnectUi,
  forgetConnections,
  notifySidebar,
  notifyView,
} from '../../extension/background/stores/connected-pages.js';
import { addSignature } from '../../extension/background/stores/sessions.js';
import {
  activeTab,
  allTabs,
  forgetFrontTab,
  forgetToolbarMark,
  newPage,
  recordFrontTab,
  recordPage,
  tabOf,
  tabsInFront,
  toolbarMark,
} from '../../extension/background/stores/tabs.js';
import { settings } from '../../extension/background/stores/settings.js';

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
  showTab(tab);
  showTab(tab);
  assert.deepEqual(callsOf('tabs.sendMessage'), [
    [1, { event: 'display', params: { display: DISPLAY } }, { frameId: 0 }],
  ]);
  assert.deepEqual(planted(), []);
});

test('a page that does not listen finds its display stored', async () => {
  showTab(tab);
  assert.deepEqual(planted(), [['sitemapDisplay', DISPLAY, [URL, URL]]]);
  returns['tabs.sendMessage'] = async () => {
    throw new Error('Receiving end does not exist');
  };
  Object.assign(tab, { isListening: true, shown: '' });
  showTab(tab);
  await settled();
  assert.equal(planted().length, 2);
});

test('a changed level and the end of a display are sent', () => {
  tab.isListening = true;
  showTab(tab);
  connectUi('sidebar');
  showTab(tab);
  page.sitemap = null;
  showTab(tab);
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
      changeSettings({ levels: { ...settings().levels, sidebar: 37 } });
    },
    () => forgetConnections(),
    () => {
      host.problem = { code: 'host-crashed', params: {} };
    },
  ]) {
    event();
    publish(allTabs());
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
  addSignature(page, namingEvidence(page));
  showTab(tab);
  showPage(2, 'https://b.example/');
  await onTabActivated({ tabId: 2, windowId: 1 });
  assert.deepEqual(
    callsOf('declarativeNetRequest.updateSessionRules').map(([{ addRules }]) => addRules.length),
    [1, 0],
  );
  sendPredictions(tab);
  assert.deepEqual(
    planted().filter(([name]) => name === 'sitemapPredictions'),
    [],
  );
});

test('a page that reports in the background keeps its display', async () => {
  showTab(tab);
  showPage(2, 'https://b.example/');
  await onTabActivated({ tabId: 2, windowId: 1 });
  connectUi('sidebar');
  assert.deepEqual(displayOf(tab), DISPLAY);
});

test('the tab in front is queried if its window’s is unknown', async () => {
  forgetFrontTab(1);
  returns['tabs.query'] = async () => [{ id: 1 }];
  tab.isListening = true;
  showTab(tab);
  await settled();
  assert.equal(callsOf('tabs.sendMessage').length, 1);
});

test('a new page without headers gets the displays of similar pages', () => {
  addSignature(page, namingEvidence(page));
  recordPage('fresh', newPage(`${URL}2`, page));
  Object.assign(tab, { documentId: 'fresh', url: `${URL}2`, documentUrl: `${URL}2` });
  sendPredictions(tab);
  assert.deepEqual(planted(), [
    ['sitemapPredictions', [{ signature: '["map"]', display: DISPLAY }], [`${URL}2`, `${URL}2`]],
  ]);
});

test('nothing is stored in pages outside the web', () => {
  addSignature(page, namingEvidence(page));
  tab.url = 'about:reader';
  showTab(tab);
  assert.deepEqual(planted(), []);
});

test('a connected page learns its window’s tab, and nothing twice', async () => {
  showPage(2, 'https://b.example/', {}, { windowId: 2 });
  recordFrontTab(1, 1);
  recordFrontTab(2, 2);
  const [first, second] = [connectUi('sidebar', 1), connectUi('popup', 2)];
  publishToUis();
  publishToUis();
  await settled();
  assert.deepEqual(
    [first, second].map(({ port }) => port.sent.map(({ event, params }) => [event, params.tabId])),
    [[['tab', 1]], [['tab', 2]]],
  );
});

test('an unknown front tab is queried once', async () => {
  forgetFrontTab(1);
  returns['tabs.query'] = async () => [{ id: 1 }];
  assert.equal(await activeTab(1), tab);
  assert.equal(await activeTab(1), tab);
  assert.deepEqual(callsOf('tabs.query'), [[{ active: true, windowId: 1 }]]);
});

test('a page that disconnects during the query gets nothing', async () => {
  const ui = connectUi('sidebar');
  forgetFrontTab(1);
  returns['tabs.query'] = async () => {
    disconnectUi(ui);
    return [{ id: 1 }];
  };
  publishToUis();
  await settled();
  assert.deepEqual(ui.port.sent, []);
});

test('an event during the query is newer than its result', async () => {
  tabOf(2);
  forgetFrontTab(1);
  returns['tabs.query'] = async () => {
    recordFrontTab(2, 1);
    return [{ id: 1 }];
  };
  assert.equal((await activeTab(1)).tabId, 2);
});

test('a closed or moved tab is no longer in front', () => {
  recordFrontTab(1, 1);
  recordFrontTab(2, 2);
  forgetFrontTab(1);
  forgetFrontTab(5, 2);
  assert.equal(tabsInFront().length, 0);
});

test('a view is sent only to the page that has it open', () => {
  const [sidebar, popup] = [connectUi('sidebar'), connectUi('popup')];
  sidebar.views.add('v1');
  /** @type {any} */
  const view = { view: 'v1', total: 3 };
  notifyView({ view });
  assert.deepEqual(sidebar.port.sent, [{ event: 'view', params: { view: 'v1', total: 3 } }]);
  assert.deepEqual(popup.port.sent, []);
});

test('a request to focus reaches the sidebar of its window only', () => {
  const uis = [connectUi('sidebar', 1), connectUi('sidebar', 2), connectUi('popup', 1)];
  notifySidebar(1, 'focus-field');
  assert.deepEqual(
    uis.map(({ port }) => port.sent.length),
    [1, 0, 0],
  );
});

test('the toolbar shows lasting states, not brief ones', async () => {
  const session = openSession(page, null);
  showTab(tab);
  session.site = siteMessage('s1');
  showTab(tab);
  await pass(50);
  assert.deepEqual(callsOf('action.setBadgeText'), [[{ tabId: 1, text: '✓' }]]);
  assert.deepEqual(
    callsOf('action.setIcon')[0][0].path,
    Object.fromEntries([16, 32, 48].map((size) => [size, `/extension/icons/navigator-${size}.png`])),
  );
  showTab(tab);
  await pass(50);
  assert.equal(callsOf('action.setIcon').length, 1);
});

test('a tab without any state is not painted and a closed one is forgotten', async () => {
  Object.assign(page, { sitemap: null });
  showTab(tab);
  await pass(50);
  assert.deepEqual(callsOf('action.setIcon'), []);
  Object.assign(page, { problem: { code: 'internal', params: {} } });
  showTab(tab);
  forgetToolbarMark(1);
  await pass(50);
  assert.deepEqual([callsOf('action.setIcon').length, toolbarMark(1)], [0, null]);
});

test('a button that could not be painted is painted again', async () => {
  returns['action.setTitle'] = async () => {
    throw new Error('No tab with id');
  };
  showTab(tab);
  await pass(50);
  assert.equal(toolbarMark(1), null);
});
