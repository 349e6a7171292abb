// @ts-check
/**
 * Draws the menu of a map: one level at a time, its groups separated by lines, fetched in pages while scrolling. Only
 * draws; the caller decides where an entry leads.
 */
import { RequestError } from '../shared/background-port.js';
import { icon } from '../shared/icons.js';
import { bidi, givenName, nameOf, nodeLink, tipOf } from '../shared/links.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').Row} Row */
/**
 * @typedef {(key: string | null, from: number, count: number) => Promise<{total: number, entries: Row[]}>} FetchMenu
 */
/**
 * @typedef {{
 *   menu: HTMLElement,
 *   fetchMenu: FetchMenu,
 *   enter(row: Row): void,
 *   visit: import('../shared/links.js').Visit,
 * }} MenuOwner
 */

/** More than a popup of 600 pixels shows at once; the rest is fetched when scrolled to. */
const PAGE_ENTRIES = 60;
/** Entries of groups in groups that are fetched together; further groups are fetched when scrolled to. */
const MOST_TOGETHER = 240;

/**
 * Functions that fetch the entries for which a mark stands, and resolve to whether they have arrived.
 * @type {WeakMap<Element, () => Promise<boolean>>}
 */
const fetchers = new WeakMap();

/**
 * Append the entries below a key, and return their total number. More follow while scrolling, even if these have been
 * moved meanwhile.
 * @param {HTMLElement | DocumentFragment} place
 * @param {string | null} key
 * @param {MenuOwner} owner
 * @param {number} [from]
 * @param {{left: number}} [room]  entries that may be fetched in groups
 */
export async function drawEntries(place, key, owner, from = 0, room = { left: MOST_TOGETHER }) {
  const { total, entries } = await owner.fetchMenu(key, from, PAGE_ENTRIES);
  room.left -= entries.length;
  for (const row of entries) {
    if (row.kind === 'group') await drawGroup(place, row, owner, room);
    else place.append(drawEntry(row, owner));
  }
  const next = from + entries.length;
  if (entries.length && next < total) place.append(drawMark(key, next, owner));
  return total;
}

/** @param {string | null} key @param {number} from @param {MenuOwner} owner */
function drawMark(key, from, owner) {
  const mark = document.createElement('div');
  mark.className = 'mark';
  mark.setAttribute('role', 'none');
  /** @type {Promise<boolean> | null} */
  let fetching = null;
  const fetch = () =>
    (fetching ??= replaceMark(mark, key, from, owner).then((isThere) => {
      if (!isThere) fetching = null;
      return isThere;
    }));
  fetchers.set(mark, fetch);
  // The mark is created outside the document and moved into the menu, so the menu is observed.
  new IntersectionObserver(
    (entries, watch) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      fetch();
    },
    { root: owner.menu, rootMargin: '400px' },
  ).observe(mark);
  return mark;
}

/** @param {HTMLElement} mark @param {string | null} key @param {number} from @param {MenuOwner} owner */
async function replaceMark(mark, key, from, owner) {
  const page = document.createDocumentFragment();
  try {
    await drawEntries(page, key, owner, from);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
  const focused = focusBelow(mark, owner.menu);
  mark.replaceWith(page); // no effect if another level has replaced it
  focused?.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Return the focused element if it is visible and would be pushed out of view.
 * @param {HTMLElement} mark
 * @param {HTMLElement} menu
 */
function focusBelow(mark, menu) {
  const focused = document.activeElement;
  if (
    !focused ||
    !menu.contains(focused) ||
    !(mark.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)
  )
    return null;
  const [at, view] = [focused.getBoundingClientRect(), menu.getBoundingClientRect()];
  return at.bottom > view.top && at.top < view.bottom ? focused : null;
}

/**
 * Fetch the entries that a key would skip; return null if there are none.
 * @param {HTMLElement} menu
 * @param {string} key
 * @returns {Promise<void> | null}
 */
export function fetchOnWay(menu, key) {
  const fetch = fetchers.get(nextTo(menu, key) ?? menu);
  return fetch ? fetch().then((isThere) => (isThere ? (fetchOnWay(menu, key) ?? undefined) : undefined)) : null;
}

/**
 * Return the entry or mark to which a key moves.
 * @param {HTMLElement} menu
 * @param {string} key
 * @returns {Element | undefined}
 */
function nextTo(menu, key) {
  const all = [...menu.querySelectorAll('[role=menuitem], .mark')];
  const at = all.indexOf(/** @type {Element} */ (document.activeElement));
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at < 0 ? -1 : at - 1);
  return key === 'End' ? all.at(-1) : undefined;
}

/**
 * Draw a group: a line, its name if it has one, and its entries in the same menu. A group without entries is not a
 * heading.
 * @param {HTMLElement | DocumentFragment} place
 * @param {Row} row
 * @param {MenuOwner} owner
 * @param {{left: number}} room
 */
async function drawGroup(place, row, owner, room) {
  place.append(separator());
  const name = givenName(row);
  if (name) place.append(row.children ? caption(name) : drawEntry(row, owner));
  if (row.children && !row.loop && room.left > 0) await drawEntries(place, row.key, owner, 0, room);
  else if (row.children && !row.loop) place.append(drawMark(row.key, 0, owner));
  place.append(separator());
}

/** Return a line; adjacent ones appear as one. */
export function separator() {
  const line = document.createElement('div');
  line.setAttribute('role', 'separator');
  return line;
}

/** Return the name of the entries that follow. @param {string} words */
export function caption(words) {
  const element = document.createElement('div');
  element.className = 'caption';
  element.setAttribute('role', 'none');
  element.textContent = words;
  element.dir = 'auto';
  return element;
}

/**
 * Draw one entry: a link if it has a location, and a button if it has a submenu.
 * @param {Row} row
 * @param {MenuOwner} owner
 */
function drawEntry(row, owner) {
  const line = document.createElement('div');
  line.className = 'entry';
  line.dataset.key = row.key;
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

/** @param {Row} row @param {boolean} isLink  whether the name is shown beside it @param {MenuOwner} owner */
function submenuButton(row, isLink, owner) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = isLink ? 'into' : 'into whole';
  asItem(button, true).setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-label', isLink ? text('submenuOf', nameOf(row)) : nameOf(row));
  if (!isLink) button.append(bidi(nameOf(row)));
  button.append(icon('chevron'));
  button.addEventListener('click', () => owner.enter(row));
  return button;
}
