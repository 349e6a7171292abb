// @ts-check
/** The menu of a row: the available commands (pure), and the menu itself. The caller provides the actions. */
import { givenName, isolated, nameOf } from '../shared/links.js';
import { isWeb, safeLocation } from '../shared/locations.js';
import { LINE, command, openMenu, submenu } from '../shared/menu.js';
import { text } from '../shared/strings.js';
import { headingOfKey } from './heading-rows.js';
import { isOfPage } from './page-contents.js';
import { variantEntries } from './row-element.js';
import { isFoldable } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/menu.js').MenuEntry} MenuEntry */
/** @typedef {import('../shared/link-data.js').Form} Form */
/** @typedef {{id: string, title: string}} Container  '' means none */
/**
 * @typedef {'tab' | 'window' | 'private-window' | 'container' | 'copy' | 'copy-address' | 'expand' | 'collapse'
 *   | 'open-pages' | 'bookmark' | 'select' | 'hide'} RowCommand
 */
/**
 * The facts that decide which commands a row has, besides the row.
 * @typedef {{mayOpenPrivately: boolean, containers: Container[], isFiltered: boolean}} MenuSituation
 */
/**
 * @typedef {object} RowCommands
 * @property {(row: Row, disposition: import('../shared/types.js').Disposition, container?: string) => void} open
 * @property {(row: Row, form: Form) => void} copy
 * @property {(row: Row) => void} expand
 * @property {(row: Row) => void} collapse
 * @property {(row: Row) => void} openPages
 * @property {(row: Row) => void} bookmark
 * @property {(row: Row) => void} select
 * @property {(row: Row) => void} hide
 */

/** Formats for copying a link, and their strings. @type {[Form, string][]} */
export const FORMS = [
  ['text', 'copyText'],
  ['markdown', 'copyMarkdown'],
  ['html', 'copyHtml'],
];
/** Places to open a row, and their strings. */
const OPENING = { tab: 'openInTab', window: 'openInWindow', 'private-window': 'openInPrivate' };
/** Maximum length of a page title in a menu. */
const LONGEST_TITLE = 40;

/**
 * Return the commands of a row, in groups.
 * @param {Row} row
 * @param {MenuSituation} around
 * @returns {RowCommand[][]}
 */
export function commandsOf(row, { mayOpenPrivately, containers, isFiltered }) {
  const leads = isWeb(row.location);
  const isBranch = row.children && !row.loop && !isFiltered;
  /** @type {[boolean, RowCommand][][]} */
  const groups = [
    [
      [leads, 'tab'],
      [leads, 'window'],
      [leads && mayOpenPrivately, 'private-window'],
      [leads && containers.length > 0, 'container'],
    ],
    [
      [safeLocation(row.location) !== null, 'copy-address'],
      [safeLocation(row.location) !== null, 'copy'],
    ],
    [
      [isBranch, 'expand'],
      [isBranch && isFoldable(row) && row.open, 'collapse'],
      [row.children && !row.loop && row.kind !== 'range' && headingOfKey(row.key) === null, 'open-pages'],
    ],
    [
      [leads, 'bookmark'],
      [leads, 'select'],
      [!isOfPage(row.key) && row.kind !== 'range', 'hide'],
    ],
  ];
  return groups
    .map((group) => group.filter(([isThere]) => isThere).map(([, name]) => name))
    .filter((group) => group.length);
}

/**
 * Open the menu of a row, with the page's other languages and formats first.
 * @param {Row} row
 * @param {HTMLElement} anchor
 * @param {MenuSituation} around
 * @param {RowCommands} commands
 * @param {import('../shared/links.js').Visit} visit
 */
export function openRowMenu(row, anchor, around, commands, visit) {
  const back = /** @type {HTMLElement} */ (anchor.closest('.row') ?? anchor);
  const drawn = commandsOf(row, around).map((group) =>
    group.map((name) => entry(name, row, anchor, back, around, commands)),
  );
  const variants = row.variants.length > 1 ? [variantEntries(row, visit)] : [];
  const entries = [...variants, ...drawn].flatMap((group, at) => (at ? [LINE, ...group] : group));
  if (entries.length) openMenu(anchor, text('rowMenuOf', isolated(nameOf(row))), entries, back);
}

/**
 * @param {RowCommand} name
 * @param {Row} row
 * @param {HTMLElement} anchor
 * @param {HTMLElement} back
 * @param {MenuSituation} around
 * @param {RowCommands} commands
 * @returns {MenuEntry}
 */
function entry(name, row, anchor, back, { containers }, commands) {
  switch (name) {
    case 'tab':
    case 'window':
    case 'private-window':
      return command(text(OPENING[name]), () => commands.open(row, name));
    case 'container':
      return submenu(text('openInContainer'), () =>
        openMenu(
          anchor,
          text('openInContainer'),
          containers.map(({ id, title }) => command(nameOfContainer(id, title), () => commands.open(row, 'tab', id))),
          back,
        ),
      );
    case 'copy-address':
      return command(text('copyAddress'), () => commands.copy(row, 'address'));
    case 'copy':
      return submenu(text('copyAs'), () =>
        openMenu(
          anchor,
          text('copyAs'),
          FORMS.map(([form, label]) => command(text(label), () => commands.copy(row, form))),
          back,
        ),
      );
    case 'expand':
      return command(text('expandBranch'), () => commands.expand(row));
    case 'collapse':
      return command(text('collapseBranch'), () => commands.collapse(row));
    case 'open-pages':
      return command(text('openPages'), () => commands.openPages(row));
    case 'bookmark':
      return command(text('bookmarkPage'), () => commands.bookmark(row));
    case 'select':
      return command(text('selectRow'), () => commands.select(row));
    case 'hide':
      return command(text('hideBranch'), () => commands.hide(row));
  }
}

/**
 * Return the name of a container, from a page open in it: the container's own name is not accessible.
 * @param {string} id
 * @param {string} title
 */
function nameOfContainer(id, title) {
  const shown = givenName({ name: title });
  const short = shown.length > LONGEST_TITLE ? `${shown.slice(0, LONGEST_TITLE)}…` : shown;
  return id === '' ? text('containerNone') : text('containerOf', isolated(short));
}
