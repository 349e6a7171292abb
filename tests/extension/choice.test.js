import { document, loadPage, one, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aTab, noMap } from './samples.js';

const { Choice } = await import('../../extension/sidebar/choice.js');
const { Notice } = await import('../../extension/sidebar/notice.js');
const { text } = await import('../../extension/shared/strings.js');

const CHOSEN = aTab({ rule: 'user' });
let sent;
let before;
let redrawn;
let suggestions;
let choice;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  [sent, before, redrawn] = [[], CHOSEN.sitemap, 0];
  suggestions = [{ sitemap: 'https://a.example/feed', source: 'feed', title: 'News', count: 1 }];
  choice = new Choice(async (method, params) => {
    sent.push([method, params]);
    return method === 'suggest' ? { suggestions, robots: 'none' } : { before };
  }, () => { redrawn += 1; }, new Notice());
});

test('the button is there for a choice of the reader’s', () => {
  choice.drawButton(aTab());
  assert.ok(one('#choice').hidden);
  choice.drawButton(CHOSEN);
  assert.ok(!one('#choice').hidden);
});

test('it offers another, and none', () => {
  choice.show(CHOSEN);
  choice.drawButton(CHOSEN);
  one('#choice').click();
  assert.deepEqual(texts('.drop-menu button'), [text('askOther'), text('choiceForget')]);
  document.querySelector('.drop-menu button').click();
  assert.ok(!one('#picker').hidden);
});

test('a forgotten choice can be brought back', async () => {
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

test('as long as its site is on view', async () => {
  choice.show(CHOSEN);
  await choice.forget();
  choice.show(noMap());
  assert.notEqual(choice.forgotten, null);
  choice.show(noMap('none', { url: 'https://b.example/' }));
  assert.equal(choice.forgotten, null);
});

test('where there was none there is nothing to bring back', async () => {
  before = null;
  choice.show(CHOSEN);
  await choice.forget();
  assert.equal(choice.forgotten, null);
});

test('without a site nothing is forgotten, and nothing opened', async () => {
  await choice.forget();
  choice.open();
  choice.show(noMap('none', { url: 'about:blank' }));
  await choice.forget();
  assert.deepEqual(sent, []);
});

test('what lies below the picker is out of reach while it is open', async () => {
  choice.show(noMap());
  choice.open();
  await settled();
  assert.deepEqual([one('#map').inert, one('#message').inert], [true, true]);
  one('.picker-close').click();
  assert.deepEqual([one('#map').inert, one('#message').inert], [false, false]);
});

test('a site that names nothing is said to, as long as it is on view, and an address can be given', async () => {
  suggestions = [];
  choice.show(noMap());
  choice.open();
  await settled();
  assert.deepEqual([one('#picker').hidden, redrawn, choice.missing?.words], [true, 1, text('findPagesNothing')]);
  choice.open(true);
  assert.deepEqual([one('#picker').hidden, document.activeElement.id, sent.length], [false, 'picker-address', 1]);
  choice.show(noMap('none', { url: 'https://b.example/' }));
  assert.equal(choice.missing, null);
});

test('the focus goes back to where it came from', async () => {
  choice.drawButton(CHOSEN);
  choice.show(CHOSEN);
  one('#choice').focus();
  choice.open();
  await settled();
  one('.picker-close').click();
  assert.equal(document.activeElement.id, 'choice');
});

test('or to what has come in its place', async () => {
  const message = one('#message');
  message.hidden = false;
  message.innerHTML = '<button id="old"></button>';
  one('#old').focus();
  choice.show(noMap());
  choice.open();
  await settled();
  message.innerHTML = '<button data-choose id="new"></button>';
  one('.picker-close').click();
  assert.equal(document.activeElement.id, 'new');
});

test('with neither, it goes to the message, or to the tree that has taken its place', async () => {
  for (const [isHidden, id] of [[false, 'message'], [true, 'tree']]) {
    choice.show(noMap());
    document.activeElement.blur();
    choice.open();
    choice.opener = null;
    await settled();
    one('#message').hidden = isHidden;
    one('.picker-close').click();
    assert.equal(document.activeElement.id, id);
  }
});
