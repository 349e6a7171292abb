import { Background, document, loadPage, one, press, settled, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { aNode, aRow, aTab, noMap } from './samples.js';

mock.timers.enable({ apis: ['setTimeout'] });
loadPage('popup/popup.html');
const background = new Background();
let closed = 0;
window.close = () => { closed += 1; };
await import('../../extension/popup/popup.js');
const { countText, text } = await import('../../extension/shared/strings.js');

const row = (key, more = {}) => aRow({ key, name: key, ...more });
const TOP = { total: 2, entries: [row('a'), row('b', { children: true })] };
const items = () => texts('#menu [role=menuitem]');

// One page lives through all of this, as a reader's does: the tests are in its order.

test('a map is a menu, which has the focus', async () => {
  await background.send('tab', aTab());
  await background.respond('view.open', { view: 'v9', trail: [aNode({ key: 'a' })] });
  await background.respond('view.close', {});
  assert.deepEqual(await background.respond('menu', TOP), { site: 's1', key: null, from: 0, count: 60 });
  assert.deepEqual(items(), ['a', 'b', '']);
  assert.equal(document.activeElement, one('#menu [role=menuitem]'));
  assert.equal(one('#menu [aria-current=page]').textContent, 'a');
  assert.deepEqual([one('#status').textContent, one('#status').title], ['', `${text('ruleOptHeader')}\nhttps://a.example/map.xml`]);
});

test('arrows move in it, and lead into a submenu and back to the way in', async () => {
  press('ArrowDown');
  press('ArrowRight');
  assert.equal((await background.respond('menu', { total: 1, entries: [row('b1')] })).key, 'b');
  assert.deepEqual(items(), [text('treeLabel'), 'b', 'b1']);
  press('ArrowLeft');
  await background.respond('menu', TOP);
  assert.ok(document.activeElement.classList.contains('into'));
});

test('of two drawings the later is shown, however late the earlier comes', async () => {
  one('#menu .into').click();
  press('Escape');
  const [late] = background.requests.splice(0, 1);
  await background.respond('menu', TOP);
  background.hear({ id: late.id, result: { total: 1, entries: [row('b1')] } });
  await settled();
  assert.deepEqual(items(), ['a', 'b', '']);
});

test('a refusal is said, and an entry that is visited closes the popup', async () => {
  one('#menu a').click();
  await background.respond('visit', null, { code: 'host-lost' });
  assert.equal(closed, 0);
  one('#menu a').click();
  assert.deepEqual(await background.respond('visit', null), { key: 'a', via: 'tree', disposition: 'current' });
  assert.equal(closed, 1);
});

test('what is typed is found wherever it stands, with the way there, and Escape shows the menu again', async () => {
  const field = one('#filter');
  field.value = 'moss';
  field.dispatchEvent(new window.Event('input'));
  mock.timers.tick(120);
  assert.deepEqual(await background.respond('find', { matches: [{ key: 'm', name: 'Of moss', location: 'https://a.example/m', trail: ['Plants', 'Low ones'] }] }), { site: 's1', text: 'moss', limit: 50 });
  assert.deepEqual([items(), texts('#menu mark')], [['Of mossPlants › Low ones'], ['moss']]);
  assert.equal(one('#found-count').textContent, countText('filterFound', 1));
  assert.ok(!press('Escape', { on: field }));
  await background.respond('menu', TOP);
  assert.deepEqual([field.value, items()], ['', ['a', 'b', '']]);
});

test('Down from anywhere leads into the menu', () => {
  one('#open-sidebar').focus();
  press('ArrowDown');
  assert.ok(one('#menu').contains(document.activeElement));
});

test('without a map there is a message, and the picker takes its place', async () => {
  await background.send('tab', noMap());
  assert.deepEqual([one('#menu').hidden, one('#message').hidden], [true, false]);
  one('#message .main').click();
  assert.deepEqual([one('#picker').hidden, one('#message').hidden], [false, true]);
  await background.respond('suggest', { suggestions: [{ sitemap: 'https://a.example/s.xml', source: 'robots', title: null, count: 1 }], robots: 'found' });
  assert.deepEqual(await background.respond('choose', {}), { origin: 'https://a.example', sitemap: 'https://a.example/s.xml' });
  assert.deepEqual([one('#picker').hidden, one('#message').hidden], [true, false]);
  one('#notice-undo').click();
  assert.deepEqual(await background.respond('choose', {}), { origin: 'https://a.example', sitemap: null });
  assert.ok(one('#notice').hidden);
});

test('a choice that was made twice is undone once', async () => {
  for (const origin of ['https://b.example', 'https://c.example']) {
    await background.send('tab', noMap('none', { url: `${origin}/` }));
    one('#message .main').click();
    await background.respond('suggest', { suggestions: [{ sitemap: `${origin}/s.xml`, source: 'robots', title: null, count: 1 }], robots: 'found' });
    await background.respond('choose', {});
  }
  one('#notice-undo').click();
  await settled();
  assert.deepEqual(background.pending('choose').map(({ params }) => params), [{ origin: 'https://c.example', sitemap: null }]);
});
