import { document, press, window } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aNode, aSite, aTab, noMap } from './samples.js';

const { bidi, clearSearch, clickDisposition, dispositionOf, drawSearch, isolated, languageOf, nameOf, nodeLink, openerOf, tipOf, wireSearch } = await import('../../extension/shared/links.js');
const { text } = await import('../../extension/shared/strings.js');

test('a click leads where both browsers would lead it', () => {
  assert.equal(clickDisposition({ button: 0 }), 'current');
  assert.equal(clickDisposition({ button: 1 }), 'background-tab');
  assert.equal(clickDisposition({ button: 0, ctrlKey: true }), 'background-tab');
  assert.equal(clickDisposition({ button: 0, metaKey: true }), 'background-tab');
  assert.equal(clickDisposition({ button: 1, shiftKey: true }), 'tab');
  assert.equal(clickDisposition({ button: 0, ctrlKey: true, shiftKey: true }), 'tab');
  assert.equal(clickDisposition({ button: 0, shiftKey: true }), 'window');
});

test('what is no plain way to follow a link stays the browser’s own', () => {
  assert.equal(clickDisposition({ button: 2 }), null);
  assert.equal(clickDisposition({ button: 0, altKey: true }), null);
});

test('a search goes to a tab with Control or Alt, to a window with Shift', () => {
  assert.deepEqual([{}, { ctrlKey: true }, { altKey: true }, { shiftKey: true }].map(dispositionOf), ['current', 'tab', 'tab', 'window']);
});

test('a node without a name is called by its address, or by a word of ours', () => {
  assert.equal(nameOf(aNode({ name: '  ' })), 'https://a.example/p');
  assert.equal(nameOf({ name: null, location: null }), text('unnamed'));
  assert.equal(nameOf(aNode({ name: ' Moss ' })), 'Moss');
  assert.equal(nameOf(aNode({ name: '\u202eexe.fdp\u202c \u2066x\u2069' })), 'exe.fdp x', 'characters that turn the direction are left out');
});

test('a tip has the whole name and the description', () => {
  assert.equal(tipOf(aNode({ description: 'About' })), 'Name\nAbout');
  assert.equal(tipOf(aNode({ name: null })), '');
});

test('what leads nowhere says where it would lead, and why it does not', () => {
  assert.equal(tipOf(aNode({ location: null, refused: 'javascript:alert(1)' })), `Name\n${text('refusedScheme', isolated('javascript:alert(1)'), isolated('javascript:'))}`);
  assert.equal(tipOf(aNode({ location: null, refused: 'https://a.example/long' })), `Name\n${text('refusedLong')}`);
  assert.equal(tipOf(aNode({ location: null, refused: 'x:\u202eexe' })).includes('\u202e'), false);
  assert.equal(tipOf(aNode({ location: null })), 'Name');
});

test('addresses of mail and telephone are distinguished from pages', () => {
  assert.deepEqual(['mailto:a@b.example', 'TEL:+1', 'https://a.example/mailto:', null].map(openerOf), ['mail', 'phone', null, null]);
});

test('a name runs as its language does, and as its letters do where that is not known', () => {
  const directions = ['ar', 'he', 'en', 'az-Arab', 'x', null].map((language) => nodeLink(aNode({ language }), { via: 'tree' }, () => {}).dir);
  assert.deepEqual(directions, ['rtl', 'rtl', 'ltr', 'rtl', 'auto', 'auto']);
});

test('names run in their own direction beside others', () => {
  assert.equal(bidi('Name').localName, 'bdi');
  assert.equal(isolated('Name').length, 'Name'.length + 2);
});

/** Clicks an element; true where the browser is left to it. */
const click = (element, more = {}) => element.dispatchEvent(new window.MouseEvent(more.type ?? 'click', { bubbles: true, cancelable: true, button: 0, ...more }));

test('a node’s link is a real one, whose clicks go through us', () => {
  const visits = [];
  const link = nodeLink(aNode({ language: 'de' }), { key: 'k', via: 'tree' }, (...visit) => visits.push(visit));
  assert.deepEqual([link.localName, link.href, link.lang, link.dir], ['a', 'https://a.example/p', 'de', 'ltr']);
  assert.ok(!click(link));
  assert.ok(!click(link, { type: 'auxclick', button: 1 }));
  assert.ok(click(link, { type: 'auxclick', button: 2 }));
  assert.deepEqual(visits, [[{ key: 'k', via: 'tree' }, 'current'], [{ key: 'k', via: 'tree' }, 'background-tab']]);
});

test('a location that must not be followed is no link', () => {
  for (const location of [null, 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    assert.equal(nodeLink(aNode({ location }), { via: 'tree' }, () => {}).localName, 'span');
  }
});

/** A search form in the page, and the searches made by it. */
function aForm() {
  document.body.innerHTML = '<form hidden><input name="q"><button type="submit"></button></form>';
  const [form, input] = [document.querySelector('form'), document.querySelector('input')];
  const searches = [];
  wireSearch(form, (...search) => searches.push(search));
  return { form, input, searches };
}

test('the search box is there where the sitemap offers a search, under its name', () => {
  const { form, input } = aForm();
  drawSearch(form, { name: 'Find books', description: 'In the shop' });
  assert.deepEqual([form.hidden, input.placeholder, input.title], [false, isolated('Find books'), 'In the shop']);
  drawSearch(form, { name: null, description: null });
  assert.deepEqual([input.placeholder, input.title], [isolated(text('searchHint')), '']);
  drawSearch(form, null);
  assert.ok(form.hidden);
});

test('words of the site’s own in the search box are in its language, ours in that of the interface', () => {
  const { form, input } = aForm();
  drawSearch(form, { name: 'ابحث', description: null }, 'ar');
  assert.deepEqual([input.lang, input.dir], ['ar', 'rtl']);
  drawSearch(form, { name: null, description: null }, 'ar');
  assert.deepEqual([input.hasAttribute('lang'), input.hasAttribute('dir')], [false, false]);
  drawSearch(form, { name: 'Find', description: null });
  assert.ok(!input.hasAttribute('lang'));
});

test('a map speaks the language that was chosen, else its only one, else that of the page', () => {
  const of = (languages, more) => languageOf(aTab({ site: aSite({ languages }), ...more }));
  assert.deepEqual([of(['ja', 'ar'], { language: 'ar' }), of(['ja'], { pageLanguage: 'en' }), of(['ja', 'ar'], { pageLanguage: 'ar' })], ['ar', 'ja', 'ar']);
  assert.deepEqual([of([], { pageLanguage: 'fr' }), of([]), languageOf(noMap())], ['fr', '', '']);
});

test('Enter searches, where its modifiers say', () => {
  const { input, searches } = aForm();
  input.value = ' moss ';
  press('Enter', { on: input });
  press('Enter', { on: input, ctrlKey: true });
  press('Enter', { on: input });
  assert.deepEqual(searches, [['moss', 'current'], ['moss', 'tab'], ['moss', 'current']]);
});

test('Enter that ends a composition, other keys and empty words search nothing', () => {
  const { input, searches } = aForm();
  press('Enter', { on: input });
  input.value = 'moss';
  press('Enter', { on: input, isComposing: true });
  press('a', { on: input });
  assert.deepEqual(searches, []);
});

test('words in it are cleared', () => {
  const { form, input } = aForm();
  input.value = 'moss';
  clearSearch(form);
  assert.equal(input.value, '');
});

test('so does a click on the button', () => {
  const { form, input, searches } = aForm();
  input.value = 'moss';
  click(form.querySelector('button'), { shiftKey: true });
  assert.deepEqual(searches, [['moss', 'window']]);
});

test('what makers of sites list apart is called so in the reader’s language, whatever the map calls it', () => {
  const names = { pages: 'groupPages', posts: 'groupPosts', products: 'groupProducts', collections: 'groupCollections', categories: 'groupCategories', tags: 'groupTags', authors: 'groupAuthors' };
  for (const [meaning, name] of Object.entries(names)) assert.equal(nameOf(aNode({ name: 'Its own', meaning })), text(name));
  assert.equal(nameOf(aNode({ name: 'Its own', meaning: 'toString' })), 'Its own');
});
