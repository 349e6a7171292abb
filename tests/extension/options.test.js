import { browser, document, loadPage, query, settled, stored, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

loadPage('options/options.html');
stored.sync = { languages: ['de'], groupSize: 25, keepOpen: true, levels: { none: 5 } };
stored.local = { 'address https://a.example': 'https://a.example/map.xml', consent: 1 };
await import('../../extension/options/options.js');
const { text } = await import('../../extension/shared/strings.js');
const fire = async (element, type = 'change') => {
  element.dispatchEvent(new window.Event(type, { bubbles: true, cancelable: true }));
  await settled();
};

// All tests share one page and depend on their order.

test('the page shows stored settings and current shortcuts', () => {
  assert.equal(document.body.dataset.state, 'ready');
  assert.deepEqual(
    [
      query('#include-user').checked,
      query('#keep-open').checked,
      query('#group-size').value,
      query('#level-none').value,
    ],
    [false, true, '25', '5'],
  );
  assert.deepEqual([texts('#languages span').length, texts('#addresses small')], [1, ['https://a.example/map.xml']]);
  assert.deepEqual(texts('#shortcuts kbd'), ['Ctrl+Shift+Y', text('shortcutNone')]);
});

test('a change is stored and confirmed at once', async () => {
  query('#include-user').checked = true;
  await fire(query('#include-user'));
  query('#group-size').value = '60';
  await fire(query('#group-size'));
  assert.deepEqual(
    [stored.sync.includeUser, stored.sync.groupSize, query('#status').textContent],
    [true, 60, text('savedText')],
  );
  assert.ok(query('#undo').hidden);
});

test('rows have the normal spacing and size by default', async () => {
  assert.deepEqual(
    [query('#density').value, query('#text-size').value, query('#wrap').value],
    ['normal', 'normal', 'narrow'],
  );
  query('#density').value = 'compact';
  await fire(query('#density'));
  query('#wrap').value = 'always';
  await fire(query('#wrap'));
  query('#text-size').value = 'largest';
  await fire(query('#text-size'));
  assert.deepEqual([stored.sync.density, stored.sync.textSize, stored.sync.wrap], ['compact', 'largest', 'always']);
});

test('display, search and languages come first, and levels and limits are collapsed', () => {
  const titles = texts('h2');
  assert.deepEqual(titles.slice(0, 3), [text('readingTitle'), text('findingTitle'), text('languagesTitle')]);
  assert.deepEqual(
    [...document.querySelectorAll('details:not([open]) > summary')].map(({ textContent }) => textContent.trim()),
    [text('newStored'), text('levelsTitle'), text('limitsTitle')],
  );
});

test('a reset deletes everything except the consent and can be undone', async () => {
  const messages = [];
  browser.runtime.sendMessage = async (message) => {
    messages.push(message);
    return { result: { isCleared: messages.length === 1 } };
  };
  query('#reset').click();
  await settled();
  await settled();
  assert.deepEqual([stored.sync, stored.local, texts('#languages span')], [{}, { consent: 1 }, []]);
  assert.deepEqual([query('#status').textContent, query('#undo').hidden], [text('resetDone'), false]);
  query('#undo').click();
  await settled();
  await settled();
  assert.deepEqual(
    [stored.sync.groupSize, Object.keys(stored.local), query('#group-size').value],
    [60, ['consent', 'address https://a.example'], '60'],
  );
  assert.deepEqual([query('#status').textContent, query('#undo').hidden], [text('undoneText'), true]);
  query('#reset').click();
  await settled();
  await settled();
  assert.deepEqual(
    [query('#status').textContent, messages],
    [text('resetButCache', 'standard-sitemap clear'), [{ method: 'cache.clear' }, { method: 'cache.clear' }]],
  );
});
