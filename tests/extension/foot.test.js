import { browser, document, loadPage, one, texts } from './page.js';
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
    reload: () => done.push('reload'), stop: () => done.push('stop'), language: (tag) => done.push(tag), more: () => done.push('more'),
  });
});
const hidden = (...ids) => ids.map((id) => one(`#${id}`).hidden);

test('a map that is whole can be reloaded', () => {
  drawFoot(aTab());
  assert.deepEqual(hidden('stop', 'reload', 'progress', 'more'), [true, false, true, false]);
  assert.deepEqual([one('#status').textContent, one('#status').title], ['', `${text('ruleOptHeader')}\nhttps://a.example/map.xml`]);
});

test('a map that could not be loaded anew says so, and why', () => {
  drawFoot(aTab({ site: aSite({ refusal: { code: 'not-found', params: { uri: 'https://a.example/map.xml' } } }) }));
  assert.equal(one('#status').textContent, text('statusNotReloaded'));
  assert.equal(one('#status').title.split('\n')[0], text('problemNotFound'));
});

test('one that is being read can be stopped, and says how far it is', () => {
  drawFoot(aTab({ site: aSite({ state: 'loading', progress: { done: 3, wanted: 7 } }) }));
  assert.deepEqual(hidden('stop', 'reload', 'progress'), [false, true, false]);
  const bar = one('#progress');
  assert.deepEqual([bar.value, bar.max, bar.title], [3, 7, text('progressText', 3, 7)]);
});

test('of the first file nobody knows how far it is', () => {
  drawFoot(noMap('loading', { sitemap: 'https://a.example/map.xml' }));
  assert.deepEqual([...hidden('stop', 'progress'), one('#progress').hasAttribute('value')], [false, false, false]);
});

test('where there is no map there is nothing to reload, to stop or to choose from, but an address can be given', () => {
  drawFoot(noMap());
  assert.deepEqual(hidden('stop', 'reload', 'progress', 'more', 'language'), [true, true, true, false, true]);
  drawFoot(noMap('none', { url: 'about:blank' }));
  assert.deepEqual(hidden('more'), [true]);
});

test('the focus goes from stop to reload, and from there to the options', () => {
  drawFoot(aTab({ site: aSite({ state: 'loading' }) }));
  one('#stop').focus();
  drawFoot(aTab());
  assert.equal(document.activeElement.id, 'reload');
  drawFoot(noMap());
  assert.equal(document.activeElement.id, 'options');
});

test('the buttons do what they say', async () => {
  let opened = 0;
  browser.runtime.openOptionsPage = async () => { opened += 1; };
  for (const id of ['reload', 'stop', 'more', 'options']) one(`#${id}`).click();
  assert.deepEqual([done, opened], [['reload', 'stop', 'more'], 1]);
});

test('a status that says the same is not said again', () => {
  const partial = aTab({ site: aSite({ state: 'partial' }) });
  drawFoot(partial);
  const words = one('#status').firstChild;
  drawFoot(partial);
  assert.equal(one('#status').firstChild, words);
});

test('a language can be chosen where there are two', () => {
  drawLanguages(one('#language'), ['en'], '');
  assert.ok(one('#language').hidden);
  drawLanguages(one('#language'), ['en', 'de'], 'de');
  assert.ok(!one('#language').hidden);
  assert.deepEqual(texts('#language option'), [text('languageAutomatic'), 'English', 'German']);
  assert.deepEqual([...document.querySelectorAll('#language option[selected]')].map((option) => option.value), ['de']);
});

test('choosing one is the owner’s business', () => {
  drawLanguages(one('#language'), ['en', 'de'], '');
  const select = one('#language select');
  select.value = 'de';
  select.dispatchEvent(new document.defaultView.Event('change', { bubbles: true }));
  assert.deepEqual(done, ['de']);
});

test('a language is itself in any region, and no tag is any language', () => {
  assert.ok(isIn('de-CH', 'de') && isIn('DE', 'de-AT') && isIn('fr', '') && isIn(null, ''));
  assert.ok(!isIn('en', 'de') && !isIn(null, 'de'));
});

test('the page in another language is gone to, unless it is on view already', () => {
  const german = aNode({ language: 'de', location: 'https://a.example/de#top' });
  const view = aView({ trail: [aNode(), german] });
  assert.equal(pageInLanguage(view, 'de', 'https://a.example/en'), german);
  assert.equal(pageInLanguage(view, 'de', 'https://a.example/de'), null);
  assert.equal(pageInLanguage(view, 'fr', 'https://a.example/en'), null);
  assert.equal(pageInLanguage(aView(), 'de', 'https://a.example/en'), null);
  assert.equal(pageInLanguage(aView({ trail: [aNode({ location: null })] }), '', 'https://a.example/en'), null);
});
