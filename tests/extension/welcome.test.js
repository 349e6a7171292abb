import { Background, browser, document, loadPage, query, settled, stored, texts } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const background = new Background();
const listeners = [];
Object.assign(browser, {
  management: { getSelf: async () => ({ installType: 'development' }) },
  commands: { getAll: async () => [{ name: 'toggle-sidebar', shortcut: 'Alt+Shift+Y' }] },
  sidePanel: {
    open: (options) => {
      opened.push(options);
    },
  },
});
browser.storage.onChanged.addListener = (listener) => listeners.push(listener);
const opened = [];
loadPage('welcome/welcome.html');
await import('../../extension/welcome/welcome.js');
const { text } = await import('../../extension/shared/strings.js');

async function stores(consent) {
  if (consent) query('#agree').focus();
  query(consent ? '#agree' : document.body.dataset.consent === 'open' ? '#refuse' : '#withdraw').click();
  await settled();
  assert.equal(stored.local.consent, consent ? 1 : 0);
  for (const listener of listeners) listener({}, 'local');
  await settled();
}
const shown = () => ['agree', 'open-sidebar', 'refuse', 'withdraw'].filter((id) => !query(`#${id}`).hidden);
const said = () => query('#consent-state').textContent;

// All tests share one page and depend on their order.

test('before consent the reader is asked and the host is not started', () => {
  assert.deepEqual(
    [document.body.dataset.consent, shown(), said()],
    ['open', ['agree', 'refuse'], text('consentOpen')],
  );
  assert.deepEqual([background.requests, query('#host-state').textContent], [[], '']);
  assert.deepEqual(
    [query('#shortcut').textContent, query('#where-button').textContent],
    ['Alt+Shift+Y', text('welcomePin')],
  );
});

test('every sentence is there and no other', () => {
  assert.deepEqual(
    [...document.querySelectorAll('[data-text]')].filter(({ textContent }) => !textContent),
    [],
  );
  assert.ok(query('#try').textContent.includes(text('findPages')));
});

test('agreeing searches for the host and shows the command if it is missing', async () => {
  await stores(true);
  assert.deepEqual(
    [document.body.dataset.consent, shown(), said()],
    ['given', ['open-sidebar', 'withdraw'], text('consentByReader')],
  );
  assert.equal(document.activeElement.id, 'open-sidebar');
  await background.respond('host.start', null, { code: 'host-missing' });
  assert.equal(document.body.dataset.host, 'host-missing');
  assert.match(texts('#host-advice code')[0], /^pipx install/);
  assert.equal(query('#host-advice .hint').textContent, text('needsPipxLinux'));
});

test('a running host is reported', async () => {
  query('#host-advice button:not(.copy)').click();
  await background.respond('host.start', null);
  assert.deepEqual(
    [document.body.dataset.host, query('#host-state').textContent, query('#host-advice').hidden],
    ['ready', text('hostIsThere'), true],
  );
});

test('withdrawn consent can be given again and stops asking the host', async () => {
  await stores(false);
  assert.deepEqual([document.body.dataset.consent, shown(), said()], ['refused', ['agree'], text('consentRefused')]);
  assert.deepEqual([background.requests, document.body.dataset.host], [[], 'waiting']);
});

test('a click opens the sidebar beside the page that the reader came from', async () => {
  const shown = [];
  const [old, latest, own] = [
    { id: 4, url: 'https://a.example/', lastAccessed: 1 },
    { id: 5, url: 'https://b.example/', lastAccessed: 9 },
    { id: 6, url: 'about:blank', lastAccessed: 12 },
  ];
  browser.tabs.query = async () => [
    old,
    latest,
    own,
    { id: 7, url: 'https://c.example/', active: true, lastAccessed: 99 },
  ];
  browser.tabs.update = async (id, changes) => {
    shown.push([id, changes]);
  };
  query('#open-sidebar').click();
  assert.deepEqual(opened, [{ windowId: 1 }]);
  await settled();
  assert.deepEqual(shown, [[5, { active: true }]]);
});
