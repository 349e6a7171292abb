import { Background, document, loadPage, query, press, settled, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { aNode, aRow, aSite, aTab, noMap } from './samples.js';

mock.timers.enable({ apis: ['setTimeout'] });
loadPage('popup/popup.html');
const background = new Background();
let closed = 0;
window.close = () => {
  closed += 1;
};
await import('../../extension/popup/popup.js');
const { countText, text } = await import('../../extension/shared/strings.js');

const row = (key, more = {}) => aRow({ key, name: key, ...more });
const TOP = { total: 2, entries: [row('a'), row('b', { children: true })] };
const items = () => texts('#menu [role=menuitem]');

// All tests share one page and depend on their order.

test('a map is shown as a menu with the focus', async () => {
  await background.send('tab', aTab());
  await background.respond('view.open', { view: 'v9', trail: [aNode({ key: 'a' })] });
  await background.respond('view.close', {});
  assert.deepEqual(await background.respond('menu', TOP), { site: 's1', key: null, from: 0, count: 60 });
  assert.deepEqual(items(), ['a', 'b', '']);
  assert.equal(document.activeElement, query('#menu [role=menuitem]'));
  assert.equal(query('#menu [aria-current=page]').textContent, 'a');
  assert.deepEqual(
    [query('#status').textContent, query('#status').title],
    ['', `${text('ruleOptHeader')}\nhttps://a.example/map.xml`],
  );
});

test('a popup that is shown after its menu focuses it then, and keeps any other focus', () => {
  const entry = query('#menu [role=menuitem]');
  entry.blur();
  assert.equal(document.activeElement, document.body);
  window.dispatchEvent(new window.Event('focus'));
  assert.equal(document.activeElement, entry);
  query('#open-sidebar').focus();
  window.dispatchEvent(new window.Event('focus'));
  assert.equal(document.activeElement, query('#open-sidebar'));
  entry.focus();
});

test('arrows move in the menu, into a submenu and back to its button', async () => {
  press('ArrowDown');
  press('ArrowRight');
  assert.equal((await background.respond('menu', { total: 1, entries: [row('b1')] })).key, 'b');
  assert.deepEqual(items(), [text('treeLabel'), 'b', 'b1']);
  press('ArrowLeft');
  await background.respond('menu', TOP);
  assert.ok(document.activeElement.classList.contains('into'));
});

test('the later of two drawings is shown in any order of arrival', async () => {
  query('#menu .into').click();
  press('Escape');
  const [late] = background.requests.splice(0, 1);
  await background.respond('menu', TOP);
  background.hear({ id: late.id, result: { total: 1, entries: [row('b1')] } });
  await settled();
  assert.deepEqual(items(), ['a', 'b', '']);
});

test('a refusal stays reported until the next action, and a visited entry closes the popup', async () => {
  query('#menu a').click();
  await background.respond('visit', null, { code: 'host-lost' });
  const failure = query('#status').textContent;
  await background.send('tab', aTab());
  assert.deepEqual([closed, query('#status').textContent], [0, failure]);
  assert.notEqual(failure, '');
  query('#menu a').click();
  assert.deepEqual(await background.respond('visit', null), { key: 'a', via: 'tree', disposition: 'current' });
  assert.equal(closed, 1);
});

test('typed words match anywhere with their paths, and Escape restores the menu', async () => {
  const field = query('#filter');
  field.value = 'moss';
  field.dispatchEvent(new window.Event('input'));
  mock.timers.tick(120);
  assert.deepEqual(
    await background.respond('find', {
      matches: [{ key: 'm', name: 'Of moss', location: 'https://a.example/m', trail: ['Plants', 'Low ones'] }],
    }),
    { site: 's1', text: 'moss', limit: 50 },
  );
  assert.deepEqual([items(), texts('#menu mark')], [['Of mossPlants › Low ones'], ['moss']]);
  assert.equal(query('#found-count').textContent, countText('filterFound', 1));
  assert.ok(!press('Escape', { on: field }));
  await background.respond('menu', TOP);
  assert.deepEqual([field.value, items()], ['', ['a', 'b', '']]);
});

test('a map without entries says so once it is complete', async () => {
  const EMPTY = { total: 0, entries: [] };
  /** @param {object} site @param {[any, any?]} response */
  const saidFor = async (site, ...response) => {
    await background.send('tab', aTab({ site: aSite(site) }));
    await background.respond('menu', ...response);
    return query('#found-count').textContent;
  };
  assert.equal(await saidFor({ state: 'loading' }, EMPTY), '');
  assert.equal(await saidFor({ state: 'complete', site: 's2' }, EMPTY), text('mapEmpty'));
  assert.equal(await saidFor({ site: 's3' }, null, { code: 'host-lost' }), '');
  assert.equal(await saidFor({}, TOP), '');
});

test('Down enters the menu from anywhere', () => {
  query('#open-sidebar').focus();
  press('ArrowDown');
  assert.ok(query('#menu').contains(document.activeElement));
});

test('a page without a map shows a message, which the picker replaces', async () => {
  await background.send('tab', noMap());
  assert.deepEqual([query('#menu').hidden, query('#message').hidden], [true, false]);
  query('#message .main').click();
  assert.deepEqual([query('#picker').hidden, query('#message').hidden], [false, true]);
  await background.respond('suggest', {
    suggestions: [{ sitemap: 'https://a.example/s.xml', source: 'robots', title: null, count: 1 }],
    robots: 'found',
  });
  assert.deepEqual(await background.respond('choose', {}), {
    origin: 'https://a.example',
    sitemap: 'https://a.example/s.xml',
  });
  assert.deepEqual([query('#picker').hidden, query('#message').hidden], [true, false]);
  query('#notice-undo').click();
  assert.deepEqual(await background.respond('choose', {}), { origin: 'https://a.example', sitemap: null });
  assert.ok(query('#notice').hidden);
});

test('a choice made twice is undone once', async () => {
  for (const origin of ['https://b.example', 'https://c.example']) {
    await background.send('tab', noMap('none', { url: `${origin}/` }));
    query('#message .main').click();
    await background.respond('suggest', {
      suggestions: [{ sitemap: `${origin}/s.xml`, source: 'robots', title: null, count: 1 }],
      robots: 'found',
    });
    await background.respond('choose', {});
  }
  query('#notice-undo').click();
  await settled();
  assert.deepEqual(
    background.pending('choose').map(({ params }) => params),
    [{ origin: 'https://c.example', sitemap: null }],
  );
});
