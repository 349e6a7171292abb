// @ts-check
/** The extension's commands in the browser's own context menu, over the rows of the sidebar. The sidebar does what is chosen. */
import { api } from '../shared/browser.js';
import { text } from '../shared/strings.js';
import { notify } from './publish.js';
import { uis } from './state.js';

/** Commands of a row that no link of the browser has, and their names. */
const COMMANDS = { expand: 'expandBranch', collapse: 'collapseBranch', 'open-pages': 'openPages', select: 'selectRow', hide: 'hideBranch' };

/** Makes the menu anew: an update may have brought other commands, and the browser may speak another language. */
export async function makeMenu() {
  await api.contextMenus.removeAll();
  const documentUrlPatterns = [api.runtime.getURL('extension/sidebar/*')];
  for (const [id, name] of Object.entries(COMMANDS)) api.contextMenus.create({ id, title: text(name), contexts: ['page', 'link'], documentUrlPatterns });
}

/** Passes a command on to the sidebar over which the menu was opened last. @param {{menuItemId: string | number}} chosen */
export function onMenuClicked({ menuItemId }) {
  const sidebars = [...uis.values()].filter(({ kind }) => kind === 'sidebar');
  const [latest] = sidebars.sort((a, b) => (b.menuAt ?? 0) - (a.menuAt ?? 0));
  if (latest) notify(latest, 'row-command', { command: String(menuItemId) });
}
