import { browser, document, loadPage, one, settled, stored, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

loadPage('options/options.html');
stored.sync = { languages: ['de'], groupSize: 25, keepOpen: true, levels: { none: 5 } };
stored.local = { 'address https://a.example': 'https://a.example/map.xml', consent: 1 };
await import('../../extension/options/options.js');
const { text } = await import('../../extension/shared/strings.js');
const fire = async (element, type = 'change') => { element.dispatchEvent(new window.Event(type, { bubbles: true, cancelable: true })); await settled(); };

// One page lives through all of this, as a reader's does: the tests are in its order.

test('what is stored is shown, and shortcuts as they are', () => {
  assert.equal(document.body.dataset.state, 'ready');
  assert.deepEqual([one('#include-user').checked, one('#keep-open').checked, one('#group-size').value, one('#level-none').value], [false, true, '25', '5']);
  assert.deepEqual([texts('#languages span').length, texts('#addresses small')], [1, ['https://a.example/map.xml']]);
  assert.deepEqual(texts('#shortcuts kbd'), ['Ctrl+Shift+Y', text('shortcutNone')]);
});

test('a change is stored at once, and said', async () => {
  one('#include-user').checked = true;
  await fire(one('#include-user'));
  one('#group-size').value = '60';
  await fire(one('#group-size'));
  assert.deepEqual([stored.sync.includeUser, stored.sync.groupSize, one('#status').textContent], [true, 60, text('savedText')]);
  assert.ok(one('#undo').hidden);
});

test('headings are offered and rows stand as ever, until the reader says otherwise', async () => {
  assert.deepEqual([one('#outline').checked, one('#density').value, one('#text-size').value, one('#wrap').value], [true, 'normal', 'normal', 'narrow']);
  one('#outline').checked = false;
  await fire(one('#outline'));
  one('#density').value = 'compact';
  await fire(one('#density'));
  one('#wrap').value = 'always';
  await fire(one('#wrap'));
  one('#text-size').value = 'largest';
  await fire(one('#text-size'));
  assert.deepEqual([stored.sync.outline, stored.sync.density, stored.sync.textSize, stored.sync.wrap], [false, 'compact', 'largest', 'always']);
});

test('what is shown, finding and languages come first, levels and limits are folded below', () => {
  const titles = texts('h2');
  assert.deepEqual(titles.slice(0, 3), [text('readingTitle'), text('findingTitle'), text('languagesTitle')]);
  assert.deepEqual([...document.querySelectorAll('details:not([open]) > summary')].map(({ textContent }) => textContent.trim()), [text('levelsTitle'), text('limitsTitle')]);
});

test('a reset forgets everything but the consent, and can be undone', async () => {
  const messages = [];
  browser.runtime.sendMessage = async (message) => { messages.push(message); return { result: { isCleared: messages.length === 1 } }; };
  one('#reset').click();
  await settled();
  await settled();
  assert.deepEqual([stored.sync, stored.local, texts('#languages span')], [{}, { consent: 1 }, []]);
  assert.deepEqual([one('#status').textContent, one('#undo').hidden], [text('resetDone'), false]);
  one('#undo').click();
  await settled();
  await settled();
  assert.deepEqual([stored.sync.groupSize, Object.keys(stored.local), one('#group-size').value], [60, ['consent', 'address https://a.example'], '60']);
  assert.deepEqual([one('#status').textContent, one('#undo').hidden], [text('undoneText'), true]);
  one('#reset').click();
  await settled();
  await settled();
  assert.deepEqual([one('#status').textContent, messages], [text('resetButCache'), [{ method: 'cache.clear' }, { method: 'cache.clear' }]]);
});
