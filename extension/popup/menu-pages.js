// @ts-check
/**
 * The menu of a map: one level at a time, its groups set apart by lines, fetched in pages as it is scrolled. Draws what
 * it is given; where an entry leads is the caller's.
 */
import { icon } from '../base/icons.js';
import { nameOf, nodeLink, tipOf } from '../base/links.js';
import { text } from '../base/strings.js';

/** @typedef {import('../base/types.js').Row} Row */
/** @typedef {(key: string | null, from: number, count: number) => Promise<{total: number, entries: Row[]}>} FetchMenu */
/** @typedef {{fetchMenu: FetchMenu, enter(row: Row): void, visit: import('../base/links.js').Visit}} MenuOwner */

const PAGE_ENTRIES = 60;

/**
 * Appends the entries below a key, and more as they are scrolled to.
 * @param {HTMLElement} menu
 * @param {string | null} key
 * @param {MenuOwner} owner
 */
export async function drawEntries(menu, key, owner) {
  await drawFrom(menu, null, key, 0, owner);
}

/**
 * @param {HTMLElement} menu
 * @param {Element | null} before  entries go in front of it
 * @param {string | null} key
 * @param {number} from
 * @param {MenuOwner} owner
 */
async function drawFrom(menu, before, key, from, owner) {
  const { total, entries } = await owner.fetchMenu(key, from, PAGE_ENTRIES);
  for (const row of entries) {
    if (row.kind === 'group') await drawGroup(menu, before, row, owner);
    else menu.insertBefore(drawEntry(row, owner), before);
  }
  const next = from + entries.length;
  if (entries.length && next < total) drawWhenSeen(menu, before, key, next, owner);
}

/** @param {HTMLElement} menu @param {Element | null} before @param {string | null} key @param {number} from @param {MenuOwner} owner */
function drawWhenSeen(menu, before, key, from, owner) {
  const mark = document.createElement('div');
  mark.className = 'mark';
  mark.setAttribute('role', 'none');
  menu.insertBefore(mark, before);
  new IntersectionObserver((entries, watch) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    drawFrom(menu, mark, key, from, owner).then(() => mark.remove());
  }, { root: menu, rootMargin: '400px' }).observe(mark);
}

/** A group: a line, its name if it has one, and its entries in the same menu. @param {HTMLElement} menu @param {Element | null} before @param {Row} row @param {MenuOwner} owner */
async function drawGroup(menu, before, row, owner) {
  menu.insertBefore(separator(), before);
  if (row.name) menu.insertBefore(caption(row.name), before);
  if (row.children && !row.loop) await drawFrom(menu, before, row.key, 0, owner);
  menu.insertBefore(separator(), before);
}

/** A line; neighbouring ones are drawn as one. */
export function separator() {
  const line = document.createElement('div');
  line.setAttribute('role', 'separator');
  return line;
}

/** @param {string} words */
function caption(words) {
  const element = document.createElement('div');
  element.className = 'caption';
  element.setAttribute('role', 'none');
  element.textContent = words;
  return element;
}

/** One entry: a link where it has a location, and the way into its submenu where it has one. @param {Row} row @param {MenuOwner} owner */
function drawEntry(row, owner) {
  const line = document.createElement('div');
  line.className = 'entry';
  line.dataset['key'] = row.key;
  line.setAttribute('role', 'none');
  line.title = tipOf(row);
  const link = nodeLink(row, { key: row.key, via: 'tree' }, owner.visit);
  const isLink = link.localName === 'a';
  const hasMenu = row.children && !row.loop;
  if (isLink || !hasMenu) line.append(asItem(link, isLink));
  if (hasMenu) line.append(submenuButton(row, isLink, owner));
  return line;
}

/** @param {HTMLElement} element @param {boolean} isEnabled */
function asItem(element, isEnabled) {
  element.setAttribute('role', 'menuitem');
  element.tabIndex = -1;
  if (!isEnabled) element.setAttribute('aria-disabled', 'true');
  return element;
}

/** @param {Row} row @param {boolean} isLink  whether the name stands beside it already @param {MenuOwner} owner */
function submenuButton(row, isLink, owner) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = isLink ? 'into' : 'into whole';
  asItem(button, true).setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-label', isLink ? text('submenuOf', nameOf(row)) : nameOf(row));
  if (!isLink) button.append(nameOf(row));
  button.append(icon('chevron'));
  button.addEventListener('click', () => owner.enter(row));
  return button;
}
