// @ts-check
/**
 * Draws one level of the popup's menu: the way back, the entry itself, its children, and at the top level the site's
 * search pages.
 */
import { RequestError } from '../shared/background-port.js';
import { icon } from '../shared/icons.js';
import { bidi, nameOf, nodeLink } from '../shared/links.js';
import { filterWords, markedLetters, matchedParts } from '../shared/matched-letters.js';
import { itemsOf } from '../shared/menu.js';
import { text } from '../shared/strings.js';
import { caption, drawEntries, separator } from './menu-pages.js';

/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/links.js').Visit} Visit */
/** @typedef {import('../shared/protocol.js').Match} Match */
/** @typedef {import('./menu-pages.js').MenuOwner & {leave(): void}} LevelOwner */

/**
 * Draw a level outside the document, and return it with whether it is known to have no entries. If its entries are
 * unavailable, it contains only the way back.
 * @param {import('./state.js').Entry | null} row  the owner of the submenu, null for the top
 * @param {import('./state.js').Entry | null} parent  the level above, null for the top
 * @param {NodeLink[]} searchPages
 * @param {LevelOwner} owner
 */
export async function drawLevel(row, parent, searchPages, owner) {
  const level = document.createElement('div');
  let isEmpty = false;
  if (row) level.append(back(parent, owner.leave), ownEntry(row, owner.visit), separator());
  try {
    isEmpty = (await drawEntries(level, row?.key ?? null, owner)) === 0;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  if (!row && searchPages.length)
    level.append(separator(), ...searchPages.map((node, index) => searchEntry(node, index, owner.visit)));
  return { level, isEmpty };
}

/**
 * Draw the matches of a filter, each with its path, since names alone may be equal.
 * @param {Match[]} matches
 * @param {string} words
 * @param {Visit} visit
 */
export function drawMatches(matches, words, visit) {
  const level = document.createElement('div');
  level.append(
    ...matches.map(({ key, name, location, trail }) => {
      const link = asItem(nodeLink({ name, location }, { key, via: 'tree' }, visit));
      const way = document.createElement('small');
      way.textContent = trail.join(' › ');
      link.replaceChildren(
        ...markedLetters(matchedParts(nameOf({ name, location }), filterWords(words))),
        ...(trail.length ? [way] : []),
      );
      return link;
    }),
  );
  return level;
}

/**
 * Mark the entry of the current page, or of its nearest listed ancestor.
 * @param {HTMLElement} level
 * @param {string} key
 */
export function markPage(level, key) {
  if (key) entryOf(level, key)?.querySelector('[role=menuitem]')?.setAttribute('aria-current', 'page');
}

/**
 * Put a level into the menu, which is one tab stop.
 * @param {HTMLElement} menu
 * @param {HTMLElement} level
 * @param {import('./state.js').Focus} focus
 * @param {boolean} isFocused  whether the menu also gets the focus
 */
export function placeLevel(menu, level, focus, isFocused) {
  const before = focus.at === 'place' ? itemsOf(menu).indexOf(/** @type {HTMLElement} */ (document.activeElement)) : -1;
  const hasBack = level.querySelector('.back') !== null;
  menu.replaceChildren(...level.childNodes);
  menu.scrollTop = 0;
  const items = itemsOf(menu);
  const page = focus.at === 'page' ? items.find((item) => item.getAttribute('aria-current') === 'page') : undefined;
  page?.scrollIntoView?.({ block: 'center' });
  const left = focus.at === 'key' ? wayInto(menu, focus.key) : page;
  setTabStop(menu, left ?? items[Math.max(before, hasBack ? 1 : 0)] ?? items[0], isFocused);
}

/** @param {HTMLElement} menu @param {HTMLElement | undefined} item @param {boolean} isFocused */
export function setTabStop(menu, item, isFocused) {
  for (const other of itemsOf(menu)) other.tabIndex = other === item ? 0 : -1;
  if (isFocused) item?.focus();
}

/**
 * Return the button that opens the submenu of a key.
 * @param {HTMLElement} menu
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
function wayInto(menu, key) {
  return entryOf(menu, key)?.querySelector('.into') ?? undefined;
}

/** @param {HTMLElement} place @param {string} key */
function entryOf(place, key) {
  const entries = [...place.querySelectorAll('.entry')].map((entry) => /** @type {HTMLElement} */ (entry));
  return entries.find((entry) => entry.dataset.key === key);
}

/** Return the button to the level above. @param {import('./state.js').Entry | null} parent @param {() => void} leave */
function back(parent, leave) {
  const name = parent ? nameOf(parent) : text('treeLabel');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'back';
  asItem(button).setAttribute('aria-label', text('backTo', name));
  button.append(icon('previous'), bidi(name));
  button.addEventListener('click', leave);
  return button;
}

/**
 * Return a link to the entry whose submenu is open, or its name.
 * @param {import('./state.js').Entry} row
 * @param {Visit} visit
 */
function ownEntry(row, visit) {
  const link = nodeLink(row, { key: row.key, via: 'tree' }, visit);
  return link.localName === 'a' ? asItem(link) : caption(nameOf(row));
}

/**
 * Return the entry of a search page. These come last, separately: they are not part of the tree.
 * @param {NodeLink} node
 * @param {number} index
 * @param {Visit} visit
 */
function searchEntry(node, index, visit) {
  const link = asItem(nodeLink(node, { role: 'searchpage', index, via: 'role' }, visit));
  link.dataset.role = 'searchpage';
  link.dir = '';
  link.replaceChildren(icon('search'), bidi(nameOf(node)));
  return link;
}

/** @param {HTMLElement} element */
function asItem(element) {
  element.setAttribute('role', 'menuitem');
  element.tabIndex = -1;
  return element;
}
