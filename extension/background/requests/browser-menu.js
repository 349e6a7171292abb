// @ts-check
/**
 * Adds the extension's commands to the browser's own context menu over sidebar rows. The sidebar carries out the chosen
 * command.
 */
import { api } from '../../shared/browser.js';
import { text } from '../../shared/strings.js';
import { notify, sidebars } from '../stores/connected-pages.js';

/** Row commands that the browser's own link menu lacks, by the name of their string. */
const COMMANDS = {
  expand: 'expandBranch',
  collapse: 'collapseBranch',
  'open-pages': 'openPages',
  select: 'selectRow',
  hide: 'hideBranch',
};

/** Recreate the menu. An update may have added commands, and the browser's language may have changed. */
export async function makeMenu() {
  await api.contextMenus.removeAll();
  const documentUrlPatterns = [api.runtime.getURL('extension/sidebar/*')];
  for (const [id, name] of Object.entries(COMMANDS))
    api.contextMenus.create({ id, title: text(name), contexts: ['page', 'link'], documentUrlPatterns });
}

/** Pass a command to the sidebar in which the menu was last opened. @param {{menuItemId: string | number}} chosen */
export function onMenuClicked({ menuItemId }) {
  // The browser does not report which sidebar its menu was opened over, so each says when that happens.
  const [latest] = sidebars().sort((a, b) => (b.menuAt ?? 0) - (a.menuAt ?? 0));
  if (latest) notify(latest, 'row-command', { command: String(menuItemId) });
}
