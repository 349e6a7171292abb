import { browser, document, one, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { noMap } from './samples.js';

const { drawMessage } = await import('../../extension/shared/message.js');
const { text } = await import('../../extension/shared/strings.js');

let done;
beforeEach(() => {
  done = [];
  document.body.innerHTML = '<div id="message"></div>';
  browser.tabs = { create: async ({ url }) => { done.push(url); } };
});

async function say(code, params = {}) {
  drawMessage(one('#message'), noMap('no-host', { problem: { code, params } }), { retry: () => done.push('retry'), choose() {} });
  await settled();
  return one('#message').textContent;
}

test('without consent the first page is offered, and no line to type', async () => {
  await say('consent-wanted');
  assert.deepEqual([texts('h2'), texts('button'), texts('code')], [[text('consentTitle')], [text('consentButton')], []]);
  one('button').click();
  assert.deepEqual(done, ['extension://us/extension/welcome/welcome.html']);
});

test('a missing host comes with the line for the system, which can be copied', async () => {
  let copied = '';
  Object.defineProperty(globalThis, 'navigator', { value: { clipboard: { writeText: async (words) => { copied = words; } } }, configurable: true });
  await say('host-missing');
  const [line] = texts('code');
  assert.match(line, /^pipx install .*standard-sitemap install$/);
  one('.copy').click();
  await settled();
  assert.deepEqual([copied, one('[role=status]').textContent], [line, text('copiedText')]);
});

test('an older host comes with both versions and the line to update it', async () => {
  const words = await say('protocol-mismatch', { older: 'host', protocol: 0, host: '0.0.9' });
  assert.ok(words.includes(text('olderHost', '0.0.9', '0.1.0')));
  assert.match(texts('code')[0], /upgrade/);
});

test('an older extension comes with both versions and the way to update it in this browser', async () => {
  const words = await say('protocol-mismatch', { older: 'extension', protocol: 2, host: '0.9.0' });
  assert.ok(words.includes(text('olderExtension', '0.1.0', '0.9.0')) && words.includes(text('updateInChromium')));
  assert.deepEqual(texts('code'), []);
});

test('a host that dies at every start is looked into by a command; anything else is said', async () => {
  await say('host-crashed');
  assert.deepEqual(texts('code'), ['standard-sitemap doctor']);
  assert.ok((await say('internal')).includes(text('problemInternal')));
});
