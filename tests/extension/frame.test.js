import { document, loadPage, query } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { aNode, aSite, aTab, aView, noMap } from './samples.js';

const { Choice } = await import('../../extension/sidebar/choice.js');
const { Field } = await import('../../extension/sidebar/field.js');
const { Frame } = await import('../../extension/sidebar/frame.js');
const { Notice } = await import('../../extension/sidebar/notice.js');
const { text } = await import('../../extension/shared/strings.js');

/** @type {any} */
const FIELD = { type: () => {}, clear: () => false, enterTree: () => false, stepToMatch: () => {}, search: () => {} };
const ROLES = { home: [aNode({ location: 'https://a.example/' })] };
let done;
let frame;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  done = [];
  frame = new Frame(
    new Choice(
      async () => ({}),
      () => {},
      new Notice(),
      { close() {} },
    ),
    new Field(FIELD),
    {
      retry: () => done.push('retry'),
      visit: (...visited) => done.push(visited),
      focusOrphaned: () => done.push('orphaned'),
      always: () => {},
      isAlways: () => false,
    },
  );
});
const hidden = (...ids) => ids.map((id) => query(`#${id}`).hidden);

test('a map replaces the message and shows its surroundings', () => {
  frame.drawTab(aTab({ site: aSite({ roles: ROLES }) }));
  assert.deepEqual(hidden('message', 'map', 'roles'), [true, false, false]);
  assert.equal(document.body.dataset.state, 'ready');
});

test('a page without a map shows only a message', () => {
  frame.drawTab(aTab());
  frame.drawTab(noMap());
  assert.deepEqual(hidden('message', 'map', 'roles'), [false, true, true]);
});

test('a site without roles has no line for them', () => {
  frame.drawTab(aTab({ site: aSite({ roles: ROLES }) }));
  frame.drawTab(aTab());
  assert.deepEqual(hidden('map', 'roles'), [false, true]);
});

const LINKS = {
  home: 'https://a.example/start',
  parents: [{ name: 'Shelves', url: 'https://a.example/shelves' }],
  previous: null,
  next: { name: 'Moss', url: 'https://a.example/moss' },
  direction: 'rtl',
};

test('a page without a map shows the home, parents and neighbours that it names itself', () => {
  frame.drawTab(noMap('none', { url: 'https://a.example/p#part' }), true);
  assert.deepEqual(hidden('roles', 'path', 'sequence'), [true, true, true]);
  frame.drawPage(aView(), '', LINKS);
  assert.deepEqual(hidden('roles', 'path', 'sequence'), [false, false, false]);
  assert.equal(query('#path').dir, 'rtl');
  for (const place of ['[data-role=home]', '#path a', '#next']) query(place).click();
  assert.deepEqual(
    done.map(([{ key }]) => key),
    ['link https://a.example/start', 'link https://a.example/shelves', 'link https://a.example/moss'],
  );
  frame.drawTab(aTab());
  frame.drawView(aView(), '');
  assert.deepEqual(hidden('roles', 'path', 'sequence'), [true, true, true]);
});

test('the number of matches is that of both sections', () => {
  frame.drawTab(aTab());
  frame.drawPage(aView({ total: 3, matches: 2 }), 'moss', LINKS);
  frame.drawView(aView({ total: 9, matches: 4 }), 'moss');
  assert.equal(query('#matches').textContent, '6');
  frame.drawPage(aView({ total: 0, matches: 0 }), 'moss', LINKS);
  assert.equal(query('#matches').textContent, '4');
});

test('a focus in a map that disappears moves to the message', () => {
  frame.drawTab(aTab());
  query('#filter').focus();
  frame.drawTab(noMap());
  assert.ok(query('#message').contains(document.activeElement));
});

test('a focus in the message stays in the next message or moves to the tree', () => {
  frame.drawTab(noMap('failed', { problem: { code: 'stopped', params: {} } }));
  query('#message button').focus();
  frame.drawTab(noMap('loading'));
  assert.equal(document.activeElement.id, 'message');
  frame.drawTab(noMap('no-host', { problem: { code: 'host-missing', params: {} } }));
  assert.deepEqual(done, []);
  query('#message button').focus();
  frame.drawTab(aTab());
  assert.deepEqual(done, ['orphaned']);
});

test('a failure offers a retry', () => {
  frame.drawTab(noMap('failed', { problem: { code: 'stopped', params: {} } }));
  query('#message button').click();
  assert.deepEqual(done, ['retry']);
});

test('a view shows its neighbours, and a button for the current page if that is in the map', () => {
  frame.drawView(aView({ in_map: true, trail: [aNode(), aNode({ key: 'l', name: 'Last' })], next: aNode() }), '');
  assert.deepEqual(hidden('sequence', 'find-current', 'matches'), [false, false, true]);
  frame.drawView(null, '');
  assert.deepEqual(hidden('sequence', 'find-current', 'matches'), [true, true, true]);
});

test('an empty map says so once that is known', () => {
  const words = (view) => {
    frame.drawView(view, '');
    return [query('#nothing').hidden, query('#nothing').textContent];
  };
  assert.deepEqual(words(aView({ total: 0, pending: true })), [true, '']);
  assert.deepEqual(words(aView({ total: 0 })), [false, text('mapEmpty')]);
});

test('a slowly loading map shows the elapsed time until it is ready', () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000 });
  frame.drawTab(aTab({ site: aSite({ state: 'loading' }) }));
  mock.timers.tick(5_000);
  assert.deepEqual([hidden('elapsed'), query('#elapsed').textContent], [[false], text('elapsedSeconds', 5)]);
  frame.drawTab(aTab());
  assert.deepEqual(hidden('elapsed'), [true]);
  mock.timers.reset();
});
