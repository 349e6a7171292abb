import { document, loadPage, query, settled, stored, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { AddressList, LanguageList, VisitList, canonicalTag, listButton, siteAddress, swapped } = await import(
  '../../extension/options/lists.js'
);
const { text } = await import('../../extension/shared/strings.js');

const MAP = 'https://a.example/map.xml';
let saved;
let said;
beforeEach(() => {
  loadPage('options/options.html');
  stored.local = {};
  [saved, said] = [[], []];
});
const notify = (...words) => {
  said.push(words);
};
const submit = async (css) => {
  query(css).dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
  await settled();
};

test('a tag is canonicalised and an invalid one refused', () => {
  assert.deepEqual(['de', 'DE-at', 'zh-hant-tw', 'not a tag', ''].map(canonicalTag), [
    'de',
    'de-AT',
    'zh-Hant-TW',
    null,
    null,
  ]);
});

test('two entries of a list are swapped in a copy', () => {
  const order = Object.freeze(['a', 'b', 'c']);
  assert.deepEqual(
    [swapped(order, 0, 2), swapped(order, 1, 0), swapped(order, 0, -1)],
    [
      ['c', 'b', 'a'],
      ['b', 'a', 'c'],
      ['a', 'b', 'c'],
    ],
  );
});

test('a site’s address may lack its scheme but a sitemap’s may not', () => {
  assert.deepEqual(siteAddress(' a.example ', ` ${MAP} `), { origin: 'https://a.example', sitemap: MAP });
  assert.deepEqual(siteAddress('http://a.example:8080/x?y', MAP).origin, 'http://a.example:8080');
  for (const [site, sitemap] of [
    ['', MAP],
    ['ftp://a.example', MAP],
    ['a b', MAP],
    ['a.example', 'map.xml'],
    ['a.example', 'javascript:alert(1)'],
    ['a.example', ''],
  ]) {
    assert.equal(siteAddress(site, sitemap), null);
  }
});

test('a button is named by its label', () => {
  let clicks = 0;
  const button = listButton(
    'close',
    'Remove it',
    () => {
      clicks += 1;
    },
    { turn: 'turn-up' },
  );
  button.click();
  assert.deepEqual(
    [button.title, button.getAttribute('aria-label'), button.disabled, clicks],
    ['Remove it', 'Remove it', false, 1],
  );
  assert.ok(button.querySelector('.turn-up'));
  assert.ok(listButton('close', 'x', () => {}, { isEnabled: false }).disabled);
});

/** Return the list of languages as drawn. */
async function languages(...tags) {
  const list = new LanguageList((changes) => saved.push(changes.languages), notify);
  await list.draw(tags);
  return list;
}
const buttons = (at) => document.querySelectorAll(`#languages li:nth-child(${at}) button`);

test('languages are shown by name, or the browser’s order if there are none', async () => {
  const list = await languages('de', 'fr');
  assert.deepEqual(texts('#languages span'), ['German (de)', 'French (fr)']);
  assert.ok(query('#browser-order').hidden);
  await list.draw([]);
  assert.deepEqual(
    [query('#browser-order').hidden, query('#browser-order').textContent],
    [false, text('browserOrder', 'British English, German')],
  );
});

test('the first language cannot move up nor the last one down', async () => {
  await languages('de', 'fr');
  assert.deepEqual(
    [...buttons(1), ...buttons(2)].map((button) => button.disabled),
    [true, false, false, false, true, false],
  );
});

test('an added language becomes the last even if it was listed', async () => {
  const list = await languages('de', 'fr');
  list.field.value = ' DE ';
  await submit('#language-form');
  assert.deepEqual([saved, list.field.value], [[['fr', 'de']], '']);
});

test('an invalid language is refused and stays in the field', async () => {
  const list = await languages();
  list.field.value = 'not a tag';
  await submit('#language-form');
  assert.deepEqual([saved, said, list.field.value], [[], [[text('languageBad', 'not a tag')]], 'not a tag']);
});

test('a moved language keeps the focus', async () => {
  await languages('de', 'fr', 'en');
  buttons(3)[0].focus();
  buttons(3)[0].click();
  assert.deepEqual(saved, [['de', 'en', 'fr']]);
  assert.equal(document.activeElement, buttons(2)[0]);
  buttons(2)[1].click();
  assert.deepEqual(saved[1], ['de', 'fr', 'en']);
  assert.ok(buttons(3)[0] === document.activeElement);
});

test('a removed language passes the focus to the next or to the field', async () => {
  const list = await languages('de');
  buttons(1)[2].focus();
  buttons(1)[2].click();
  assert.deepEqual(saved, [[]]);
  assert.equal(document.activeElement, list.field);
});

/** Return the list of addresses as drawn. */
async function addresses() {
  const list = new AddressList(notify);
  await list.draw();
  return list;
}

test('the reader’s sitemaps are listed by site', async () => {
  stored.local = { 'address https://a.example': MAP, 'site x': {} };
  await addresses();
  assert.deepEqual(texts('#addresses small'), [MAP]);
});

test('an address is stored in full', async () => {
  const list = await addresses();
  list.field('site').value = 'a.example/some/page';
  list.field('sitemap').value = MAP;
  await submit('#address-form');
  await settled();
  assert.deepEqual([stored.local, said], [{ 'address https://a.example': MAP }, [[text('savedText')]]]);
  assert.deepEqual(texts('#addresses small'), [MAP]);
});

test('an invalid address is refused and nothing stored', async () => {
  const list = await addresses();
  list.field('site').value = 'a.example';
  list.field('sitemap').value = 'map.xml';
  await submit('#address-form');
  assert.deepEqual([stored.local, said], [{}, [[text('addressBad')]]]);
});

test('an entry can be edited in the form and removed with an undo', async () => {
  stored.local = { 'address https://a.example': MAP };
  const list = await addresses();
  const [change, remove] = document.querySelectorAll('#addresses button');
  change.click();
  assert.deepEqual([list.field('site').value, list.field('sitemap').value], ['https://a.example', MAP]);
  remove.click();
  await settled();
  await settled();
  assert.deepEqual(stored.local, {});
  const [[words, undo]] = said;
  assert.equal(words, text('removedText'));
  await undo();
  assert.deepEqual(stored.local, { 'address https://a.example': MAP });
});

test('stored visits are listed by site, and deleted one by one with an undo', async () => {
  const visits = { previous: 1, start: 2, last: 3, opened: [] };
  stored.local = { [`visits ${MAP}`]: visits, 'visits https://b.example/map.xml': visits };
  await new VisitList(notify).draw();
  assert.deepEqual(texts('#visits span'), [MAP, 'https://b.example/map.xml']);
  query('#visits button').click();
  await settled();
  await settled();
  assert.deepEqual(Object.keys(stored.local), ['visits https://b.example/map.xml']);
  await said[0][1]();
  assert.equal(stored.local[`visits ${MAP}`].start, 2);
});

test('without stored visits there is no list of them', async () => {
  await new VisitList(notify).draw();
  assert.ok(query('#visits-section').hidden);
});
