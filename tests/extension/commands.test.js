import { callsOf, constants, host as replies, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onCommand, onEntered, onTyped } from '../../extension/background/commands.js';
import { host } from '../../extension/background/host-port.js';
import { focusWanted, frontTabs } from '../../extension/background/state.js';

const URL = 'https://a.example/';
const MATCH = { key: 'k', name: 'Lens & lamp', location: `${URL}lens`, trail: ['Lighthouse', ''] };
const REFUSE = () => { throw { code: 'no-search', params: {} }; };

beforeEach(async () => {
  await clear();
  await host.start();
  returns['windows.getLastFocused'] = async () => ({ id: 1 });
  returns['tabs.create'] = async () => ({ id: 7 });
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: `${URL}map.xml` });
  openSession(page, siteMessage('s1'));
  frontTabs.set(1, 1);
  replies.find = { matches: [MATCH, { ...MATCH, location: '' }] };
  replies.visit = ({ role, key }) => ({ url: `${URL}${role ?? key}`, referrer: { mode: 'user' } });
  replies['view.open'] = { view: 'v1', next: { key: 'next' }, previous: null };
  replies['view.close'] = {};
});

/** Where tabs were led. */
function visited() {
  return callsOf('tabs.update').map(([, { url }]) => url);
}

test('the sidebar is opened before anything is waited for: the gesture would be lost', () => {
  onCommand('toggle-sidebar', { windowId: 1 });
  onCommand('focus-field', { windowId: 1 });
  assert.deepEqual(callsOf('sidePanel.open'), [[{ windowId: 1 }], [{ windowId: 1 }]]);
});

test('an open sidebar is closed, and has the keyboard where it is wanted; one that comes later has it then', () => {
  onCommand('focus-field', { windowId: 1 });
  assert.deepEqual([...focusWanted.keys()], [1]);
  const ui = Object.assign(connectUi('sidebar'), { isInUse: true });
  onCommand('focus-field', { windowId: 1 });
  assert.deepEqual(ui.port.sent, [{ event: 'focus-field', params: {} }]);
  onCommand('toggle-sidebar', { windowId: 1 });
  assert.deepEqual(callsOf('sidePanel.close'), [[{ windowId: 1 }]]);
});

test('a side panel that is open is opened anew for the keyboard, at once', () => {
  connectUi('sidebar');
  onCommand('focus-field', { windowId: 1 });
  assert.deepEqual([...focusWanted.keys()], [1]);
  assert.deepEqual(callsOf('sidePanel.setOptions'), [[{ enabled: false }], [{ enabled: true }]]);
  assert.deepEqual(callsOf('sidePanel.open'), [[{ windowId: 1 }]]);
});

test('not where it has the keyboard or words typed, or another window has one: that would be shut', () => {
  const ui = Object.assign(connectUi('sidebar'), { isInUse: true });
  onCommand('focus-field', { windowId: 1 });
  ui.isInUse = false;
  connectUi('sidebar', 2);
  onCommand('focus-field', { windowId: 1 });
  assert.deepEqual(callsOf('sidePanel.setOptions'), []);
  assert.deepEqual(ui.port.sent, Array(2).fill({ event: 'focus-field', params: {} }));
});

test('where nobody but its page can close the side panel, the page is asked to', (context) => {
  constants['sidePanel.close'] = undefined;
  context.after(() => { delete constants['sidePanel.close']; });
  const ui = connectUi('sidebar');
  onCommand('toggle-sidebar', { windowId: 1 });
  assert.deepEqual(ui.port.sent, [{ event: 'close', params: {} }]);
});

test('where the browser does not say the window, it is that of the latest tab', () => {
  onCommand('toggle-sidebar');
  assert.deepEqual(callsOf('sidePanel.open'), [[{ windowId: 1 }]]);
});

test('keys lead home, and to the next of the sequence; where there is none they lead nowhere', async () => {
  for (const command of ['go-home', 'go-next', 'go-previous']) {
    onCommand(command, { windowId: 1 });
    await settled();
  }
  assert.deepEqual(visited(), [`${URL}home`, `${URL}next`]);
  assert.deepEqual(requestsOf('view.close'), [{ view: 'v1' }, { view: 'v1' }]);
});

test('a refusal has no place to be shown', async () => {
  replies.visit = REFUSE;
  onCommand('go-home', { windowId: 1 });
  await settled();
  assert.deepEqual(visited(), []);
});

test('nodes that lead somewhere are suggested by what is typed, with the way to them', async () => {
  const suggested = [];
  await onTyped('len', (list) => suggested.push(list));
  assert.deepEqual(suggested, [[{ content: `${URL}lens`, description: 'Lighthouse › Lens &#38; lamp' }]]);
  assert.deepEqual(requestsOf('find'), [{ site: 's1', text: 'len', limit: 8 }]);
  await onTyped(' ', (list) => suggested.push(list));
  assert.deepEqual([suggested[1], requestsOf('find').length], [[], 1]);
});

test('a picked node is visited', async () => {
  await onEntered(`${URL}lens`, 'currentTab');
  assert.deepEqual(visited(), [`${URL}lens`]);
});

test('other words search the site; where it has no search, the first node of that name is visited', async () => {
  replies.search = { method: 'get', url: `${URL}?q=oil`, body: null };
  await onEntered('oil', 'currentTab');
  replies.search = REFUSE;
  await onEntered('oil', 'newForegroundTab');
  assert.deepEqual(visited(), [`${URL}?q=oil`]);
  assert.deepEqual(callsOf('tabs.create').map(([{ url, active }]) => [url, active]), [[`${URL}lens`, true]]);
});

test('words never search another site', async () => {
  replies.search = { method: 'get', url: 'https://evil.example/?q=oil', body: null };
  await onEntered('oil', 'currentTab');
  assert.deepEqual(visited(), [`${URL}lens`]);
});

test('without a sitemap in front nothing is requested', async () => {
  frontTabs.set(1, 2);
  showPage(2, 'https://b.example/');
  await onTyped('x', () => assert.fail());
  await onEntered('x', 'currentTab');
  returns['windows.getLastFocused'] = async () => ({});
  await onTyped('x', () => assert.fail());
  assert.deepEqual([requestsOf('find'), requestsOf('search')], [[], []]);
});
