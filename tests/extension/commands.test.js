import { callsOf, constants, host as replies, requestsOf, returns, settled, siteMessage } from './fake-browser.js';
import { clear, connectUi, openSession, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { host } from '../../extension/background/host/host-port.js';
import { onCommand, onEntered, onTyped } from '../../extension/background/requests/commands.js';
import { recordFrontTab, tabOf } from '../../extension/background/stores/tabs.js';
import { isFocusWanted } from '../../extension/background/stores/connected-pages.js';

const URL = 'https://a.example/';
const MATCH = { key: 'k', name: 'Lens & lamp', location: `${URL}lens`, trail: ['Lighthouse', ''] };
/** The front tab of window 1. @type {any} */
const FRONT = { windowId: 1 };
const REFUSE = () => {
  throw { code: 'no-search', params: {} };
};

beforeEach(async () => {
  await clear();
  await host.start();
  returns['windows.getLastFocused'] = async () => ({ id: 1 });
  returns['tabs.create'] = async () => ({ id: 7 });
  const { page } = showPage(1, URL, { rule: 'legacy-link', sitemap: `${URL}map.xml` });
  openSession(page, siteMessage('s1'));
  recordFrontTab(1, 1);
  replies.find = { matches: [MATCH, { ...MATCH, location: '' }] };
  replies.visit = ({ role, key }) => ({ url: `${URL}${role ?? key}`, referrer: { mode: 'user' } });
  replies['view.open'] = { view: 'v1', next: { key: 'next' }, previous: null };
  replies['view.close'] = {};
});

/** Return the addresses to which tabs were navigated. */
function visited() {
  return callsOf('tabs.update').map(([, { url }]) => url);
}

test('the sidebar opens before any await so that the gesture is not lost', () => {
  onCommand('toggle-sidebar', FRONT);
  onCommand('focus-field', FRONT);
  assert.deepEqual(callsOf('sidePanel.open'), [[{ windowId: 1 }], [{ windowId: 1 }]]);
});

test('an open sidebar closes and gets the focus on request, also one that connects later', () => {
  onCommand('focus-field', FRONT);
  assert.deepEqual([isFocusWanted(1), isFocusWanted(2)], [true, false]);
  const ui = connectUi('sidebar');
  onCommand('focus-field', FRONT);
  assert.deepEqual(ui.port.sent, [{ event: 'focus-field', params: {} }]);
  onCommand('toggle-sidebar', FRONT);
  assert.deepEqual(callsOf('sidePanel.close'), [[{ windowId: 1 }]]);
});

test('a side panel that only its page can close is asked to close', (context) => {
  constants['sidePanel.close'] = undefined;
  context.after(() => {
    delete constants['sidePanel.close'];
  });
  const ui = connectUi('sidebar');
  onCommand('toggle-sidebar', FRONT);
  assert.deepEqual(ui.port.sent, [{ event: 'close', params: {} }]);
});

test('a command without a window uses the window of the latest tab', () => {
  onCommand('toggle-sidebar');
  assert.deepEqual(callsOf('sidePanel.open'), [[{ windowId: 1 }]]);
});

test('shortcuts go home and to the next page, or nowhere if there is none', async () => {
  for (const command of ['go-home', 'go-next', 'go-previous']) {
    onCommand(command, FRONT);
    await settled();
  }
  assert.deepEqual(visited(), [`${URL}home`, `${URL}next`]);
  assert.deepEqual(requestsOf('view.close'), [{ view: 'v1' }, { view: 'v1' }]);
});

test('the map stays on a page opened from it by a shortcut or the address bar, only in that tab', async () => {
  const other = 'https://b.example/x#place';
  const ledTo = async (act) => {
    tabOf(1).ledTo = '';
    await act();
    await settled();
    return tabOf(1).ledTo;
  };
  replies.visit = { url: other, referrer: { mode: 'user' } };
  replies.search = REFUSE;
  replies.find = { matches: [{ ...MATCH, location: other }] };
  const enter = (words, where = 'currentTab') => ledTo(() => onEntered(words, where));
  assert.deepEqual(
    [await ledTo(() => onCommand('go-next', FRONT)), await enter(other), await enter('lens')],
    Array(3).fill('https://b.example/x'),
  );
  assert.equal(await enter(other, 'newForegroundTab'), '');
});

test('a refused shortcut is ignored', async () => {
  replies.visit = REFUSE;
  onCommand('go-home', FRONT);
  await settled();
  assert.deepEqual(visited(), []);
});

test('typed words suggest nodes with a location and their paths', async () => {
  const suggested = [];
  await onTyped('len', (list) => suggested.push(list));
  assert.deepEqual(suggested, [[{ content: `${URL}lens`, description: 'Lighthouse › Lens &#38; lamp' }]]);
  assert.deepEqual(requestsOf('find'), [{ site: 's1', text: 'len', limit: 8 }]);
  await onTyped(' ', (list) => suggested.push(list));
  assert.deepEqual([suggested[1], requestsOf('find').length], [[], 1]);
});

test('a chosen suggestion is visited', async () => {
  await onEntered(`${URL}lens`, 'currentTab');
  assert.deepEqual(visited(), [`${URL}lens`]);
});

test('other words search the site, or go to the first matching node if it has no search', async () => {
  replies.search = { method: 'get', url: `${URL}?q=oil`, body: null };
  await onEntered('oil', 'currentTab');
  replies.search = REFUSE;
  await onEntered('oil', 'newForegroundTab');
  assert.deepEqual(visited(), [`${URL}?q=oil`]);
  assert.deepEqual(
    callsOf('tabs.create').map(([{ url, active }]) => [url, active]),
    [[`${URL}lens`, true]],
  );
});

// Promise (author): Words in the address bar never search another site.
test('words in the address bar never search another site', async () => {
  replies.search = { method: 'get', url: 'https://evil.example/?q=oil', body: null };
  await onEntered('oil', 'currentTab');
  assert.deepEqual(visited(), [`${URL}lens`]);
});

test('the address bar requests nothing without a sitemap in front', async () => {
  recordFrontTab(2, 1);
  showPage(2, 'https://b.example/');
  await onTyped('x', () => assert.fail());
  await onEntered('x', 'currentTab');
  returns['windows.getLastFocused'] = async () => ({});
  await onTyped('x', () => assert.fail());
  assert.deepEqual([requestsOf('find'), requestsOf('search')], [[], []]);
});
