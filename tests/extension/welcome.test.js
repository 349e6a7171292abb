import { Background, browser, document, loadPage, one, settled, stored, texts } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const background = new Background();
const listeners = [];
Object.assign(browser, {
  management: { getSelf: async () => ({ installType: 'development' }) },
  commands: { getAll: async () => [{ name: 'toggle-sidebar', shortcut: 'Alt+Shift+Y' }] },
  sidePanel: { open: (options) => { opened.push(options); } },
});
browser.storage.onChanged.addListener = (listener) => listeners.push(listener);
const opened = [];
loadPage('welcome/welcome.html');
await import('../../extension/welcome/welcome.js');
const { text } = await import('../../extension/shared/strings.js');

async function stores(consent) {
  if (consent) one('#agree').focus();
  one(consent ? '#agree' : document.body.dataset.consent === 'open' ? '#refuse' : '#withdraw').click();
  await settled();
  assert.equal(stored.local.consent, consent ? 1 : 0);
  for (const listener of listeners) listener({}, 'local');
  await settled();
}
const shown = () => ['agree', 'open-sidebar', 'refuse', 'withdraw'].filter((id) => !one(`#${id}`).hidden);
const said = () => one('#consent-state').textContent;

// One page lives through all of this, as a reader's does: the tests are in its order.

test('before anything is said the reader is asked, and the host is not', () => {
  assert.deepEqual([document.body.dataset.consent, shown(), said()], ['open', ['agree', 'refuse'], text('consentOpen')]);
  assert.deepEqual([background.requests, one('#host-state').textContent], [[], '']);
  assert.deepEqual([one('#shortcut').textContent, one('#where-button').textContent], ['Alt+Shift+Y', text('welcomePin')]);
});

test('every sentence is there, and no other', () => {
  assert.deepEqual([...document.querySelectorAll('[data-text]')].filter(({ textContent }) => !textContent), []);
  assert.ok(one('#try').textContent.includes(text('findPages')));
});

test('who agrees has the host looked for, and the line to install it where it is missing', async () => {
  await stores(true);
  assert.deepEqual([document.body.dataset.consent, shown(), said()], ['given', ['open-sidebar', 'withdraw'], text('consentByReader')]);
  assert.equal(document.activeElement.id, 'open-sidebar');
  await background.respond('host.start', null, { code: 'host-missing' });
  assert.equal(document.body.dataset.host, 'host-missing');
  assert.match(texts('#host-advice code')[0], /^pipx install/);
  assert.equal(one('#host-advice .hint').textContent, text('needsPipxLinux'));
});

test('a host that is there is said to be there', async () => {
  one('#host-advice button:not(.copy)').click();
  await background.respond('host.start', null);
  assert.deepEqual([document.body.dataset.host, one('#host-state').textContent, one('#host-advice').hidden], ['ready', text('hostIsThere'), true]);
});

test('who takes it back can agree once more, and the host is left alone', async () => {
  await stores(false);
  assert.deepEqual([document.body.dataset.consent, shown(), said()], ['refused', ['agree'], text('consentRefused')]);
  assert.deepEqual([background.requests, document.body.dataset.host], [[], 'waiting']);
});

test('the sidebar is opened by the click itself, beside the page that the reader came from', async () => {
  const shown = [];
  const [old, latest, own] = [{ id: 4, url: 'https://a.example/', lastAccessed: 1 }, { id: 5, url: 'https://b.example/', lastAccessed: 9 }, { id: 6, url: 'about:blank', lastAccessed: 12 }];
  browser.tabs.query = async () => [old, latest, own, { id: 7, url: 'https://c.example/', active: true, lastAccessed: 99 }];
  browser.tabs.update = async (id, changes) => { shown.push([id, changes]); };
  one('#open-sidebar').click();
  assert.deepEqual(opened, [{ windowId: 1 }]);
  await settled();
  assert.deepEqual(shown, [[5, { active: true }]]);
});
