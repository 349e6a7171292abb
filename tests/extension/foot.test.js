import { browser, document, loadPage, query, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aNode, aSite, aTab, aView, noMap } from './samples.js';

const { drawFoot, drawLanguages, isIn, pageInLanguage, wireFoot } = await import('../../extension/sidebar/foot.js');
const { text } = await import('../../extension/shared/strings.js');

let done = [];
beforeEach(() => {
  done = [];
  loadPage('sidebar/sidebar.html');
  wireFoot({
    reload: () => done.push('reload'),
    stop: () => done.push('stop'),
    language: (tag) => done.push(tag),
    more: () => done.push('more'),
  });
});
const hidden = (...ids) => ids.map((id) => query(`#${id}`).hidden);

test('a complete map can be reloaded', () => {
  drawFoot(aTab());
  assert.deepEqual(hidden('stop', 'reload', 'progress', 'more'), [true, false, true, false]);
  assert.deepEqual(
    [query('#status').textContent, query('#status').title],
    ['', `${text('ruleOptHeader')}\nhttps://a.example/map.xml`],
  );
});

test('a map that could not be reloaded says so with the reason', () => {
  drawFoot(aTab({ site: aSite({ refusal: { code: 'not-found', params: { uri: 'https://a.example/map.xml' } } }) }));
  assert.equal(query('#status').textContent, text('statusNotReloaded'));
  assert.equal(query('#status').title.split('\n')[0], text('problemNotFound'));
});

test('a loading map can be stopped and shows its progress', () => {
  drawFoot(aTab({ site: aSite({ state: 'loading', progress: { done: 3, wanted: 7 } }) }));
  assert.deepEqual(hidden('stop', 'reload', 'progress'), [false, true, false]);
  const bar = query('#progress');
  assert.deepEqual([bar.value, bar.max, bar.title], [3, 7, text('progressText', 3, 7)]);
});

test('progress is indeterminate until the first file arrives', () => {
  drawFoot(noMap('loading', { sitemap: 'https://a.example/map.xml' }));
  assert.deepEqual([...hidden('stop', 'progress'), query('#progress').hasAttribute('value')], [false, false, false]);
});

test('a page without a map has no reload, stop or language, but accepts an address', () => {
  drawFoot(noMap());
  assert.deepEqual(hidden('stop', 'reload', 'progress', 'more', 'language'), [true, true, true, false, true]);
  drawFoot(noMap('none', { url: 'about:blank' }));
  assert.deepEqual(hidden('more'), [true]);
});

test('the focus moves from stop to reload and then to the options', () => {
  drawFoot(aTab({ site: aSite({ state: 'loading' }) }));
  query('#stop').focus();
  drawFoot(aTab());
  assert.equal(document.activeElement.id, 'reload');
  drawFoot(noMap());
  assert.equal(document.activeElement.id, 'options');
});

test('each button runs its action', async () => {
  let opened = 0;
  browser.runtime.openOptionsPage = async () => {
    opened += 1;
  };
  for (const id of ['reload', 'stop', 'more', 'options']) query(`#${id}`).click();
  assert.deepEqual([done, opened], [['reload', 'stop', 'more'], 1]);
});

test('the foot does not repeat the message on a map that failed', () => {
  drawFoot(noMap('failed', { sitemap: 'https://a.example/map.xml', rule: 'opt-header' }));
  assert.deepEqual(
    [query('#status').textContent, query('#status').title.split('\n')[1]],
    ['', 'https://a.example/map.xml'],
  );
});

test('an unchanged status is not announced again', () => {
  const partial = aTab({ site: aSite({ state: 'partial' }) });
  drawFoot(partial);
  const words = query('#status').firstChild;
  drawFoot(partial);
  assert.equal(query('#status').firstChild, words);
});

test('a language can be chosen if there are two or more', () => {
  drawLanguages(query('#language'), ['en'], '');
  assert.ok(query('#language').hidden);
  drawLanguages(query('#language'), ['en', 'de'], 'de');
  assert.ok(!query('#language').hidden);
  assert.deepEqual(texts('#language option'), [text('languageAutomatic'), 'English', 'German']);
  assert.deepEqual(
    [...document.querySelectorAll('#language option[selected]')].map((option) => option.value),
    ['de'],
  );
});

test('choosing a language calls the owner', () => {
  drawLanguages(query('#language'), ['en', 'de'], '');
  const select = query('#language select');
  select.value = 'de';
  select.dispatchEvent(new document.defaultView.Event('change', { bubbles: true }));
  assert.deepEqual(done, ['de']);
});

test('a language matches itself in any region and the empty tag matches all', () => {
  assert.ok(isIn('de-CH', 'de') && isIn('DE', 'de-AT') && isIn('fr', '') && isIn(null, ''));
  assert.ok(!isIn('en', 'de') && !isIn(null, 'de'));
});

test('the page in another language is visited unless it is already shown', () => {
  const german = aNode({ language: 'de', location: 'https://a.example/de#top' });
  const view = aView({ trail: [aNode(), german] });
  assert.equal(pageInLanguage(view, 'de', 'https://a.example/en'), german);
  assert.equal(pageInLanguage(view, 'de', 'https://a.example/de'), null);
  assert.equal(pageInLanguage(view, 'fr', 'https://a.example/en'), null);
  assert.equal(pageInLanguage(aView(), 'de', 'https://a.example/en'), null);
  assert.equal(pageInLanguage(aView({ trail: [aNode({ location: null })] }), '', 'https://a.example/en'), null);
});
