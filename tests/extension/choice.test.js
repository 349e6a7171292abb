import { document, loadPage, query, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aTab, noMap } from './samples.js';

const { Choice } = await import('../../extension/sidebar/choice.js');
const { Notice } = await import('../../extension/sidebar/notice.js');
const { Problems } = await import('../../extension/sidebar/problems.js');
const { text } = await import('../../extension/shared/strings.js');

const CHOSEN = aTab({ rule: 'user' });
let sent;
let before;
let redrawn;
let suggestions;
let choice;
let problems;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  [sent, before, redrawn] = [[], CHOSEN.sitemap, 0];
  suggestions = [{ sitemap: 'https://a.example/feed', source: 'feed', title: 'News', count: 1 }];
  problems = new Problems(async () => ({ total: 0, faults: [] }), query('#options'));
  choice = new Choice(
    async (method, params) => {
      sent.push([method, params]);
      return method === 'suggest' ? { suggestions, robots: 'none' } : { before };
    },
    () => {
      redrawn += 1;
    },
    new Notice(),
    problems,
  );
});

test('the choice button is visible for a sitemap that the reader chose', () => {
  choice.drawButton(aTab());
  assert.ok(query('#choice').hidden);
  choice.drawButton(CHOSEN);
  assert.ok(!query('#choice').hidden);
});

test('the choice menu offers another sitemap and none', () => {
  choice.show(CHOSEN);
  choice.drawButton(CHOSEN);
  query('#choice').click();
  assert.deepEqual(texts('.drop-menu button'), [text('askOther'), text('choiceForget')]);
  document.querySelector('.drop-menu button').click();
  assert.ok(!query('#picker').hidden);
});

test('a list chosen without a question is announced once it can be read', () => {
  const notice = () => query('#notice-text').textContent;
  const made = choice.picker.owner.made;
  choice.show(noMap());
  made('https://a.example');
  choice.show(aTab({ rule: 'user', state: 'failed', site: null }));
  assert.equal(notice(), '');
  let fetched = 0;
  choice.fetchNames = () => {
    fetched += 1;
  };
  choice.show(CHOSEN);
  assert.equal(notice(), text('choiceMade'));
  assert.deepEqual([query('#notice-hint').hidden, query('#notice-hint').textContent], [false, text('namesHint')]);
  query('#notice-offer').click();
  assert.equal(fetched, 1);
  choice.show(noMap('none', { url: 'https://b.example/' }));
  choice.show(CHOSEN);
  assert.equal(notice(), '');
});

test('a map of the reader’s choice, or kept from another page, can be refused', async () => {
  assert.equal(choice.refusal(aTab()), null);
  assert.notEqual(choice.refusal(aTab({ isPinned: true })), null);
  choice.show(CHOSEN);
  choice.refusal(CHOSEN)?.element.click();
  await settled();
  assert.deepEqual(sent, [['choose', { origin: 'https://a.example', sitemap: null }]]);
});

test('a removed choice can be restored', async () => {
  choice.show(CHOSEN);
  await choice.forget();
  assert.deepEqual(sent, [['choose', { origin: 'https://a.example', sitemap: null }]]);
  assert.equal(redrawn, 1);
  assert.equal(choice.forgotten.sitemap, CHOSEN.sitemap);
  choice.forgotten.undo();
  await settled();
  assert.deepEqual(sent[1], ['choose', { origin: 'https://a.example', sitemap: CHOSEN.sitemap }]);
  assert.equal(choice.forgotten, null);
});

test('a removed choice can be restored only while its site is shown', async () => {
  choice.show(CHOSEN);
  await choice.forget();
  choice.show(noMap());
  assert.notEqual(choice.forgotten, null);
  choice.show(noMap('none', { url: 'https://b.example/' }));
  assert.equal(choice.forgotten, null);
});

test('removing a missing choice offers no undo', async () => {
  before = null;
  choice.show(CHOSEN);
  await choice.forget();
  assert.equal(choice.forgotten, null);
});

test('removing or opening a choice without a site has no effect', async () => {
  await choice.forget();
  choice.open();
  choice.show(noMap('none', { url: 'about:blank' }));
  await choice.forget();
  assert.deepEqual(sent, []);
});

test('the content below an open picker is inert', async () => {
  choice.show(noMap());
  choice.open();
  await settled();
  assert.deepEqual([query('#map').inert, query('#message').inert], [true, true]);
  query('.picker-close').click();
  assert.deepEqual([query('#map').inert, query('#message').inert], [false, false]);
});

test('the picker closes an open list of problems, which would stay over a map that is not inert', async () => {
  choice.show(CHOSEN);
  await problems.open('m');
  choice.open();
  await settled();
  assert.deepEqual([query('#problems').hidden, query('#map').inert], [true, true]);
  query('.picker-close').click();
  assert.equal(query('#map').inert, false);
});

test('a site without a list says so while it is shown and offers a field for an address', async () => {
  suggestions = [];
  choice.show(noMap());
  choice.open();
  await settled();
  assert.deepEqual([query('#picker').hidden, redrawn, choice.missing?.words], [true, 1, text('findPagesNothing')]);
  choice.open(true);
  assert.deepEqual([query('#picker').hidden, document.activeElement.id, sent.length], [false, 'picker-address', 1]);
  choice.show(noMap('none', { url: 'https://b.example/' }));
  assert.equal(choice.missing, null);
});

test('closing the picker returns the focus to its opener', async () => {
  choice.drawButton(CHOSEN);
  choice.show(CHOSEN);
  query('#choice').focus();
  choice.open();
  await settled();
  query('.picker-close').click();
  assert.equal(document.activeElement.id, 'choice');
});

test('closing the picker focuses the element that replaced its opener', async () => {
  const message = query('#message');
  message.hidden = false;
  message.innerHTML = '<button id="old"></button>';
  query('#old').focus();
  choice.show(noMap());
  choice.open();
  await settled();
  message.innerHTML = '<button data-choose id="new"></button>';
  query('.picker-close').click();
  assert.equal(document.activeElement.id, 'new');
});

test('closing the picker without an opener focuses the message or the tree in its place', async () => {
  for (const [isHidden, id] of [
    [false, 'message'],
    [true, 'page-tree'],
  ]) {
    choice.show(noMap());
    document.activeElement.blur();
    choice.open();
    choice.opener = null;
    await settled();
    query('#message').hidden = isHidden;
    query('.picker-close').click();
    assert.equal(document.activeElement.id, id);
  }
});
