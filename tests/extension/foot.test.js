import { browser, document, intersect, loadPage, one, press, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aNode, aSite, aTab, aView, noMap } from './samples.js';

const { drawFaults, drawFoot, drawLanguages, isIn, pageInLanguage, wireFoot } = await import('../../extension/sidebar/foot.js');
const { text } = await import('../../extension/shared/strings.js');

let done = [];
beforeEach(() => {
  done = [];
  loadPage('sidebar/sidebar.html');
  wireFoot({
    reload: () => done.push('reload'), stop: () => done.push('stop'), language: (tag) => done.push(tag), problems: () => done.push('problems'),
  });
});
const hidden = (...ids) => ids.map((id) => one(`#${id}`).hidden);
const faults = (error, warning, info = 0) => ({ counts: { documents: 1, elements: 9, faults: { error, warning, info } } });

test('a map that is whole can be reloaded', () => {
  drawFoot(aTab());
  assert.deepEqual(hidden('stop', 'reload', 'progress', 'problems-open'), [true, false, true, true]);
  assert.deepEqual([one('#status').textContent, one('#status').title], [text('ruleOptHeader'), 'https://a.example/map.xml']);
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

test('where there is no map there is nothing to reload, to stop or to choose from', () => {
  drawFoot(noMap());
  assert.deepEqual(hidden('stop', 'reload', 'progress', 'problems-open', 'language'), [true, true, true, true, true]);
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
  for (const id of ['reload', 'stop', 'options']) one(`#${id}`).click();
  assert.deepEqual([done, opened], [['reload', 'stop'], 1]);
});

test('a status that says the same is not said again', () => {
  drawFoot(aTab());
  const words = one('#status').firstChild;
  drawFoot(aTab());
  assert.equal(one('#status').firstChild, words);
});

test('problems are counted, errors alarm, and notes alone do not', () => {
  drawFoot(aTab({ site: aSite(faults(0, 0, 9)) }));
  assert.ok(one('#problems-open').hidden);
  drawFoot(aTab({ site: aSite(faults(1, 2, 9)) }));
  assert.deepEqual([one('#problems-open .count').textContent, one('#problems-open').classList.contains('error')], ['3', true]);
  drawFoot(aTab({ site: aSite(faults(0, 2)) }));
  assert.ok(!one('#problems-open').classList.contains('error'));
});

test('their list lies over the map, which is out of reach meanwhile', () => {
  drawFoot(aTab({ site: aSite(faults(1, 0)) }));
  one('#problems-open').click();
  assert.deepEqual([done, ...hidden('problems'), one('#map').inert, one('#problems-open').getAttribute('aria-expanded'), document.activeElement.id],
    [['problems'], false, true, 'true', 'problems-close']);
  press('Escape', { on: one('#faults') });
  assert.deepEqual([...hidden('problems'), one('#map').inert, document.activeElement.id], [true, false, 'problems-open']);
});

test('it ends with its problems', () => {
  drawFoot(aTab({ site: aSite(faults(1, 0)) }));
  one('#problems-open').click();
  drawFoot(aTab());
  assert.deepEqual([...hidden('problems'), one('#map').inert, document.activeElement.id], [true, false, 'options']);
});

test('a list of problems grows as it is scrolled, and ends', async () => {
  const asked = [];
  const fetchFaults = async (from, count) => {
    asked.push(from);
    return { total: 70, faults: Array.from({ length: Math.min(count, 70 - from) }, (_, at) => ({ code: 'x', severity: 'info', message: `${from + at}` })) };
  };
  await drawFaults(one('#faults'), fetchFaults);
  assert.equal(one('#faults').childElementCount, 50);
  for (let turn = 0; turn < 3; turn++) { intersect(); await settled(); }
  assert.equal(one('#faults').childElementCount, 70);
  assert.deepEqual(asked, [0, 50]);
});

test('a problem says what it is, what is wrong, and where', async () => {
  const list = [
    { code: 'never-heard-of', severity: 'error', message: 'Its own words', document: 'https://a.example/x/map.xml', line: 12, clause: 'D5' },
    { code: 'never-heard-of', severity: 'warning', message: 'Others', document: 'https://a.example/x/', clause: null },
  ];
  await drawFaults(one('#faults'), async () => ({ total: 2, faults: list }));
  assert.deepEqual([...one('#faults').children].map((entry) => [entry.className, ...texts('strong, span, small', entry)]), [
    ['error', text('severityError'), 'Its own words', `${text('faultPlace', 'map.xml', 12)} · D5`],
    ['warning', text('severityWarning'), 'Others', 'https://a.example/x/'],
  ]);
});

test('one that we know is told in the reader’s language, with what it is about', async () => {
  const { readFileSync } = await import('node:fs');
  const messages = JSON.parse(readFileSync(new URL('../../_locales/en/messages.json', import.meta.url), 'utf-8'));
  const [name, { message }] = Object.entries(messages).find(([key, value]) => key.startsWith('fault') && /\{\w+\}/.test(value.message));
  const code = name.slice('fault'.length).replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const [, param] = message.match(/\{(\w+)\}/);
  await drawFaults(one('#faults'), async () => ({ total: 1, faults: [{ code, severity: 'error', message: 'x', params: { [param]: 'THAT' } }] }));
  assert.ok(texts('#faults span')[0].includes('THAT'));
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
