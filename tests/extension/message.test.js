import { aClipboard, browser, document, query, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { noMap } from './samples.js';

const { drawMessage } = await import('../../extension/shared/message.js');
const { text } = await import('../../extension/shared/strings.js');

let done;
beforeEach(() => {
  done = [];
  document.body.innerHTML = '<div id="message"></div>';
  browser.tabs = {
    create: async ({ url }) => {
      done.push(url);
    },
  };
});

async function say(code, params = {}) {
  drawMessage(query('#message'), noMap('no-host', { problem: { code, params } }), {
    retry: () => done.push('retry'),
    choose() {},
  });
  await settled();
  return query('#message').textContent;
}

test('a message without consent offers the first page and no command', async () => {
  await say('consent-wanted');
  assert.deepEqual(
    [texts('h2'), texts('button'), texts('code')],
    [[text('consentTitle')], [text('consentButton')], []],
  );
  query('button').click();
  assert.deepEqual(done, ['extension://us/extension/welcome/welcome.html']);
});

test('a message about a missing host has the system’s command with a copy button', async () => {
  const copied = aClipboard();
  await say('host-missing');
  const [line] = texts('code');
  assert.match(line, /^pipx install .*standard-sitemap install$/);
  query('.copy').click();
  await settled();
  assert.deepEqual([copied.join(), query('[role=status]').textContent], [line, text('copiedText')]);
});

test('a message about an older host has both versions and the update command', async () => {
  const words = await say('protocol-mismatch', { older: 'host', protocol: 0, host: '0.0.9' });
  assert.ok(words.includes(text('olderHost', '0.0.9', '0.1.0')));
  assert.match(texts('code')[0], /upgrade/);
});

test('only Windows asks to close the browsers before the host is updated', async () => {
  const { getPlatformInfo } = browser.runtime;
  for (const os of ['linux', 'win']) {
    browser.runtime.getPlatformInfo = async () => ({ os });
    document.body.innerHTML = '<div id="message"></div>';
    await say('protocol-mismatch', { older: 'host', protocol: 0, host: '0.0.9' });
    await settled();
    const advice = [...document.querySelectorAll('p')].find((p) => p.textContent === text('closeBrowsers'));
    assert.equal(advice.hidden, os !== 'win');
  }
  browser.runtime.getPlatformInfo = getPlatformInfo;
});

test('a message about an older extension has both versions and this browser’s update steps', async () => {
  const words = await say('protocol-mismatch', { older: 'extension', protocol: 2, host: '0.9.0' });
  assert.ok(words.includes(text('olderExtension', '0.1.0', '0.9.0')) && words.includes(text('updateInChromium')));
  assert.deepEqual(texts('code'), []);
});

test('a message about a host that dies at every start names a diagnostic command', async () => {
  await say('host-crashed');
  assert.deepEqual(texts('code'), ['standard-sitemap doctor']);
  assert.ok((await say('internal')).includes(text('problemInternal')));
});
