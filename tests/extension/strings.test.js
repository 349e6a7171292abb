import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document, loadPage, one, speak } from './page.js';
import { aSite, aTab, noMap } from './samples.js';

const { codeText, countText, languageName, localise, originText, statusText, text } = await import('../../extension/shared/strings.js');

test('values are put into a string, numbers too', () => {
  assert.equal(text('progressText', 3, 4), '3 of 4 files');
});

test('what is counted has the form of its number, which is written as the language writes it', () => {
  assert.equal(countText('times', 1), 'once');
  assert.equal(countText('times', 2), '2 times');
  assert.equal(countText('times', 22569), '22,569 times');
});

test('each number has a form in each language, whichever forms it has', () => {
  for (const language of ['ar', 'de', 'en', 'es', 'fr', 'ja']) {
    speak(language);
    const said = [0, 1, 2, 5, 11, 100, 1000000].map((count) => countText('filterFound', count));
    assert.ok(said.every(Boolean), language);
    assert.equal(countText('times', 1, 'never shown') === countText('times', 2), false, language);
  }
  speak('ar');
  assert.equal(new Set([0, 1, 2, 3, 11, 100].map((count) => countText('times', count).replace(/[\d٠-٩]+/u, ''))).size, 6);
  speak('en');
});

test('a code that is newer than we are stands for itself', () => {
  assert.notEqual(codeText('problem', 'not-found'), 'not-found');
  assert.equal(codeText('problem', 'never-heard-of'), 'never-heard-of');
});

test('a page gets its texts, labels, tips, hints, language and direction', () => {
  loadPage('sidebar/sidebar.html');
  localise(document);
  assert.equal(one('h1').textContent, text('name'));
  assert.equal(one('#reload').getAttribute('aria-label'), text('reloadButton'));
  assert.equal(one('#reload').title, text('reloadButton'));
  loadPage('options/options.html');
  localise(document);
  assert.equal(one('[name=site]').getAttribute('placeholder'), text('addressSite'));
  assert.deepEqual([document.documentElement.lang, document.documentElement.dir], ['en', 'ltr']);
});

test('languages are named in the reader’s own, and a malformed tag by itself', () => {
  assert.equal(languageName('de'), 'German');
  assert.equal(languageName('not a tag'), 'not a tag');
});

test('a tab without a map says why, in a line', () => {
  const lines = ['none', 'loading', 'failed', 'no-host'].map((state) => statusText(noMap(state)));
  assert.equal(new Set(lines).size, 4);
  assert.ok(lines.every(Boolean));
});

test('a map that is as ever says nothing, and to its author how it was found', () => {
  assert.equal(statusText(aTab()), '');
  assert.deepEqual([originText(aTab()), originText(aTab({ rule: 'newer-than-us' })), originText(noMap())], [text('ruleOptHeader'), '', '']);
  assert.equal(statusText(aTab({ isPinned: true })), text('statusKept'));
});

test('beside a page that did not load its map says so, instead of that it was kept', () => {
  const problem = { code: 'page-failed', params: {} };
  assert.equal(statusText(aTab({ problem, isPinned: true })), text('pageFailedTitle'));
});

test('a map that is not whole, or not ours, says so first', () => {
  assert.equal(statusText(aTab({ site: aSite({ state: 'partial' }) })), text('statusPartial'));
  const stopped = aSite({ state: 'stopped', format: 'sitemaps-org' });
  assert.equal(statusText(aTab({ site: stopped, rule: 'user' })), [text('statusStopped'), text('formatSitemapsOrg'), text('ruleUser')].join(' · '));
});
