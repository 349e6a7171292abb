import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document, loadPage, query, speak } from './page.js';
import { aSite, aTab, noMap } from './samples.js';

const { codeText, countText, languageName, localise, originText, statusText, text } = await import(
  '../../extension/shared/strings.js'
);

test('values are inserted into a string, numbers too', () => {
  assert.equal(text('progressText', 3, 4), '3 of 4 files');
});

test('a count has the plural form of its number in the language’s digits', () => {
  assert.equal(countText('times', 1), 'once');
  assert.equal(countText('times', 2), '2 times');
  assert.equal(countText('times', 22569), '22,569 times');
});

test('each number has a plural form in each language', () => {
  for (const language of ['ar', 'de', 'en', 'es', 'fr', 'ja']) {
    speak(language);
    const said = [0, 1, 2, 5, 11, 100, 1000000].map((count) => countText('filterFound', count));
    assert.ok(said.every(Boolean), language);
    assert.equal(countText('times', 1, 'never shown') === countText('times', 2), false, language);
  }
  speak('ar');
  assert.equal(
    new Set([0, 1, 2, 3, 11, 100].map((count) => countText('times', count).replace(/[\d٠-٩]+/u, ''))).size,
    6,
  );
  speak('en');
});

test('a count of rows names no kind of row, since headings and links are counted too', () => {
  const pages = { ar: /صفح/, de: /Seite/, en: /page/i, es: /página|encontradas?/, fr: /page|trouvées?/, ja: /ページ/ };
  for (const [language, kind] of Object.entries(pages)) {
    speak(language);
    for (const count of [0, 1, 2, 5, 11, 100]) assert.doesNotMatch(countText('filterFound', count), kind, language);
  }
  speak('en');
});

test('a code newer than the extension stands for itself', () => {
  assert.notEqual(codeText('problem', 'not-found'), 'not-found');
  assert.equal(codeText('problem', 'never-heard-of'), 'never-heard-of');
});

test('a page gets its texts, labels, tips, hints, language and direction', () => {
  loadPage('sidebar/sidebar.html');
  localise();
  assert.equal(query('h1').textContent, text('name'));
  assert.equal(query('#reload').getAttribute('aria-label'), text('reloadButton'));
  assert.equal(query('#reload').title, text('reloadButton'));
  loadPage('options/options.html');
  localise();
  assert.equal(query('[name=site]').getAttribute('placeholder'), text('addressSite'));
  assert.deepEqual([document.documentElement.lang, document.documentElement.dir], ['en', 'ltr']);
});

test('languages are named in the reader’s language and a malformed tag by itself', () => {
  assert.equal(languageName('de'), 'German');
  assert.equal(languageName('not a tag'), 'not a tag');
});

test('a tab without a map gives the reason in a line', () => {
  const lines = ['none', 'loading', 'failed', 'no-host'].map((state) => statusText(noMap(state)));
  assert.equal(new Set(lines).size, 4);
  assert.ok(lines.every(Boolean));
});

test('an ordinary map has no status, but its author learns how it was found', () => {
  assert.equal(statusText(aTab()), '');
  assert.deepEqual(
    [originText(aTab()), originText(aTab({ rule: 'newer-than-us' })), originText(noMap())],
    [text('ruleOptHeader'), '', ''],
  );
  assert.equal(statusText(aTab({ isPinned: true })), text('statusKept'));
});

test('a page that failed to load has that status instead of the kept map’s', () => {
  const problem = { code: 'page-failed', params: {} };
  assert.equal(statusText(aTab({ problem, isPinned: true })), text('pageFailedTitle'));
});

test('a sitemap that was found automatically is not called the reader’s choice', () => {
  const found = aTab({ rule: 'user', look: 'found' });
  assert.deepEqual([statusText(found), originText(found)], [text('ruleFound'), text('ruleFound')]);
  assert.equal(statusText(aTab({ rule: 'user', look: '' })), text('ruleUser'));
});

test('an incomplete or ordinary sitemap has that status first', () => {
  assert.equal(statusText(aTab({ site: aSite({ state: 'partial' }) })), text('statusPartial'));
  const stopped = aSite({ state: 'stopped', format: 'sitemaps-org' });
  assert.equal(
    statusText(aTab({ site: stopped, rule: 'user' })),
    [text('statusStopped'), text('formatSitemapsOrg'), text('ruleUser')].join(' · '),
  );
});
