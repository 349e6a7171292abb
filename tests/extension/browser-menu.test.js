import { callsOf, pass } from './fake-browser.js';
import { clear, connectUi } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { makeMenu, onMenuClicked } from '../../extension/background/requests/browser-menu.js';
import { handle } from '../../extension/background/requests/handlers.js';

beforeEach(clear);

test('menu commands are registered with names for the sidebar only', async () => {
  await makeMenu();
  const made = callsOf('contextMenus.create').map(([entry]) => entry);
  assert.deepEqual(
    made.map(({ id }) => id),
    ['expand', 'collapse', 'open-pages', 'select', 'hide'],
  );
  assert.ok(
    made.every(
      ({ title, documentUrlPatterns: [pattern] }) => title && pattern === 'extension://us/extension/sidebar/*',
    ),
  );
  assert.equal(callsOf('contextMenus.removeAll').length, 1);
});

test('a menu command goes to the sidebar in which the menu was last opened', async () => {
  const [first, second, popup] = [connectUi('sidebar'), connectUi('sidebar', 2), connectUi('popup')];
  const heard = () =>
    [first, second, popup].map(({ port }) =>
      port.sent.filter(({ event }) => event === 'row-command').map(({ params }) => params.command),
    );
  await handle('ui', { method: 'ui.menu' }, { ui: second });
  await pass(10);
  await handle('ui', { method: 'ui.menu' }, { ui: first });
  onMenuClicked({ menuItemId: 'hide' });
  await pass(10);
  await handle('ui', { method: 'ui.menu' }, { ui: second });
  onMenuClicked({ menuItemId: 'expand' });
  assert.deepEqual(heard(), [['hide'], ['expand'], []]);
});

test('a menu command without a sidebar is dropped', () => {
  assert.doesNotThrow(() => onMenuClicked({ menuItemId: 'hide' }));
});
