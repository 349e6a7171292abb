import { host as replies, requestsOf, returns, siteMessage } from './fake-browser.js';
import { clear, openSession, showPage } from './background-state.js';
import { document } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { followLanguages, languageInPage } from '../../extension/background/events/page-language.js';
import { host } from '../../extension/background/host/host-port.js';
import { recordFrontTab } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/ar/';
const LANGUAGES = ['en', 'ar', 'de'];
let page;
beforeEach(async () => {
  await clear();
  ({ page } = showPage(1, URL, { sitemap: 'https://a.example/map.xml', rule: 'legacy-link' }));
  await host.start();
  recordFrontTab(1, 1);
  says('ar');
  replies['site.configure'] = ({ site }) => siteMessage(site, { languages: LANGUAGES });
});
const says = (language) => {
  returns['scripting.executeScript'] = async () => [{ result: language, documentId: 'd' }];
};
const map = (more) => openSession(page, siteMessage('s1', { languages: LANGUAGES, ...more }));
const wanted = () => requestsOf('site.configure').map(({ options }) => options.languages[0]);

test('a map in several languages is shown in the front page’s language', async () => {
  map();
  await followLanguages();
  await followLanguages();
  assert.deepEqual(wanted(), ['ar']);
});

test('two windows with pages in different languages do not change the map’s language in turn', async () => {
  map();
  const other = showPage(
    2,
    `${URL}2`,
    { sitemap: page.sitemap, rule: page.rule, language: 'de' },
    { windowId: 2 },
  ).page;
  for (let event = 0; event < 3; event++) await followLanguages();
  assert.deepEqual(wanted(), ['de']);
  other.language = 'ar';
  await followLanguages();
  assert.deepEqual(wanted(), ['de', 'ar']);
});

test('the page’s language does not override a choice, and needs pages in the map', async () => {
  const session = map();
  session.language = 'de';
  await followLanguages();
  session.language = null;
  for (const said of ['fr', '', 'no tag!', 7]) {
    delete page.language;
    says(said);
    await followLanguages();
  }
  assert.deepEqual(wanted(), []);
});

test('a page without a language has its response’s single language', async () => {
  map();
  says('');
  page.contentLanguage = 'ar';
  await followLanguages();
  says('de');
  delete page.language;
  await followLanguages();
  assert.deepEqual(wanted(), ['ar', 'de']);
});

test('a page of a map in one language is not queried', async () => {
  map({ languages: ['en'] });
  returns['scripting.executeScript'] = async () => {
    throw new Error('asked');
  };
  await followLanguages();
  assert.equal(page.language, undefined);
});

test('a page declares its language in one of three ways', () => {
  const html = document.documentElement;
  html.lang = 'ar';
  assert.equal(languageInPage(), 'ar');
  html.removeAttribute('lang');
  html.setAttribute('xml:lang', 'de');
  assert.equal(languageInPage(), 'de');
  html.removeAttribute('xml:lang');
  assert.equal(languageInPage(), '');
  const meta = document.createElement('meta');
  meta.setAttribute('http-equiv', 'content-language');
  meta.setAttribute('content', 'fr');
  document.head.append(meta);
  assert.equal(languageInPage(), 'fr');
});

test('a list that names one language is shown in that of its page, which it may not name', async () => {
  const session = map({ languages: ['en'] });
  session.isChosen = true;
  says('zh');
  await followLanguages();
  assert.deepEqual(wanted(), ['zh']);
});
