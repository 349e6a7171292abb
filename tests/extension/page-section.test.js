import { document, loadPage, query, settled, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aTab, noMap } from './samples.js';
import { text } from '../../extension/shared/strings.js';

const { PageSection } = await import('../../extension/sidebar/page-section.js');
const CONTENTS = {
  headings: [
    { name: 'Books', level: 1, id: 'books' },
    { name: 'New ones', level: 2, id: '' },
  ],
  menus: [
    {
      name: 'Shelves',
      place: 'header',
      entries: [
        { name: 'Sea', url: 'https://a.example/sea', depth: 1, isCurrent: false },
        { name: 'Boats', url: 'https://a.example/boats', depth: 2, isCurrent: false },
      ],
    },
  ],
  home: 'https://a.example/',
  parents: [{ name: 'Up', url: 'https://a.example/up' }],
  previous: null,
  next: { name: 'On', url: 'https://a.example/on' },
  direction: /** @type {const} */ ('rtl'),
};
const NAMES = ['On this page', 'Books', 'New ones', 'Menus of this page', 'Shelves', 'Sea'];
const MENUS = NAMES.slice(3);
let section;
let requests;
let drawn;
let closed;
let isReadable;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  Object.defineProperty(query('#page-tree'), 'clientHeight', { value: 600 });
  query('#page-tree').getBoundingClientRect = () => ({ top: 0, bottom: 600 });
  [requests, drawn, closed, isReadable] = [[], [], new Set(), true];
  section = new PageSection(query('#page-tree'), {
    port: {
      request: /** @type {any} */ (
        async (method, params) => {
          requests.push([method, params]);
          return { isReadable };
        }
      ),
    },
    visit: () => {},
    menu: () => {},
    selected: () => {},
    escape: () => false,
    titleToggled: (title, isOpen) => void (isOpen ? closed.delete(title) : closed.add(title)),
    isTitleOpen: (title) => !closed.has(title),
    drawn: (view) => drawn.push(view),
  });
});
const names = () => texts('#page-tree .name');
const FOLLOW = ['outline.follow', { isWanted: true }];

/** Show a page, and its report. */
async function show(tab, contents = CONTENTS) {
  section.follow(tab);
  section.receive({ tabId: tab.tabId, contents, active: 0 });
  await settled();
}

test('a page with a map or without one reports its headings and menus', async () => {
  for (const tab of [aTab(), noMap('none', { tabId: 2 })]) await show(tab);
  assert.deepEqual(requests, [FOLLOW, FOLLOW]);
  assert.deepEqual(names(), NAMES);
  assert.equal(query('#page-tree').dir, 'rtl');
  assert.equal(drawn.at(-1).total, 6);
  assert.deepEqual(section.links.next, { name: 'On', url: 'https://a.example/on' });
});

test('a neighbour without a name has that of its menu, or a word', async () => {
  const unnamed = (url) => ({ name: '', url });
  const neighbours = { previous: unnamed('https://a.example/sea'), next: unnamed('https://a.example/fog') };
  await show(noMap(), { ...CONTENTS, ...neighbours });
  assert.deepEqual([section.links.previous.name, section.links.next.name], ['Sea', text('next')]);
});

test('headings go at once when the page changes, and menus stay until it has reported', async () => {
  await show(noMap());
  section.tree.activate(5);
  section.tree.focus();
  section.follow(noMap('loading', { url: 'https://a.example/next' }));
  await settled();
  assert.deepEqual([names(), drawn.at(-1), section.links.next], [MENUS, null, null]);
  assert.equal(document.activeElement.textContent.trim(), 'Sea', 'the focus stays on its row');
  const element = document.activeElement.querySelector('.name');
  section.receive({ tabId: 1, contents: CONTENTS, active: 0 });
  await settled();
  assert.deepEqual([names(), element.isConnected], [NAMES, false]);
  assert.equal(document.activeElement.textContent.trim(), 'Sea');
});

test('the frame of a page is forgotten when the page changes', async () => {
  await show(noMap());
  section.receive({ tabId: 1, contents: { ...CONTENTS, frame: 'https://a.example/inner' }, active: 0 });
  const isFramed = [section.isFramed];
  section.follow(noMap('loading', { url: 'https://a.example/next' }));
  await settled();
  assert.deepEqual([...isFramed, section.isFramed], [true, false]);
});

test('a reload reads the page again, a place in it does not', async () => {
  await show(noMap());
  section.follow(noMap('none', { url: 'https://a.example/#books' }));
  assert.deepEqual([requests.length, names()], [1, NAMES]);
  section.follow(noMap('none', { documentId: 'other' }));
  await settled();
  assert.deepEqual([requests.length, names()], [2, MENUS]);
});

test('a page that an application names by its fragment is read again', async () => {
  await show(noMap('none', { url: 'https://a.example/#/books' }));
  section.follow(noMap('none', { url: 'https://a.example/#/sea' }));
  assert.deepEqual(requests, [FOLLOW, FOLLOW]);
  await settled();
});

test('a place in a page of an application is not read as another page', async () => {
  await show(noMap('none', { url: 'https://a.example/#/books' }));
  section.follow(noMap('none', { url: 'https://a.example/#/books?id=sea' }));
  assert.deepEqual([requests.length, names()], [1, NAMES]);
  await settled();
});

test('rows of another site or tab are removed at once', async () => {
  await show(noMap());
  section.follow(noMap('none', { url: 'https://b.example/' }));
  await settled();
  assert.deepEqual(names(), []);
});

test('reports of another tab or of an earlier request are not shown', async () => {
  section.follow(noMap());
  section.receive({ tabId: 2, contents: CONTENTS, active: 0 });
  await settled();
  assert.deepEqual(names(), []);
});

test('open branches return with their tab', async () => {
  await show(noMap());
  await section.toggle('link https://a.example/sea', true);
  assert.deepEqual(names(), [...NAMES, 'Boats']);
  await show(noMap('none', { tabId: 2 }));
  assert.deepEqual(names(), NAMES);
  await show(noMap());
  assert.deepEqual(names(), [...NAMES, 'Boats']);
});

test('closed titles stay closed on the next page', async () => {
  await show(noMap());
  await section.toggle('menu headings', false);
  assert.deepEqual([names(), [...closed]], [['On this page', ...MENUS], ['menu headings']]);
  await show(noMap('none', { url: 'https://a.example/next' }));
  assert.deepEqual(names(), ['On this page', ...MENUS]);
});

test('a page is read only while its section is open, and the browser’s own pages never', async () => {
  section.follow(aTab());
  section.want(false);
  section.want(false);
  section.follow(noMap('none', { tabId: null, url: '' }));
  assert.deepEqual(
    requests.map(([, { isWanted }]) => isWanted),
    [true, false, false],
  );
});

test('a page where no script may run has neither headings nor menus', async () => {
  isReadable = false;
  section.follow(noMap());
  await settled();
  assert.equal(drawn.at(-1).total, 0);
});

test('a branch and all branches are expanded and closed', async () => {
  await show(noMap());
  await section.expand(null);
  assert.deepEqual(names(), [...NAMES, 'Boats']);
  await section.collapse();
  assert.deepEqual(names(), ['On this page', 'Books', 'Menus of this page', 'Shelves']);
  assert.deepEqual(await section.openAll(['menu 0', 'heading 0']), [1, 1]);
});

test('the current heading is marked, or the closed branch that contains it', async () => {
  await show(noMap());
  section.receive({ tabId: 1, contents: null, active: 1 });
  assert.equal(query('#page-tree [aria-current=location] .name').textContent, 'New ones');
  await section.toggle('heading 0', false);
  assert.equal(query('#page-tree [aria-current=location] .name').textContent, 'Books');
});
