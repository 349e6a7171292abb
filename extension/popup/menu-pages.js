// @ts-check
/**
 * The menu of a map: one level at a time, its groups set apart by lines, fetched in pages as it is scrolled. Draws what
 * it is given; where an entry leads is the caller's.
 */
import { RequestError } from '../shared/background-port.js';
import { icon } from '../shared/icons.js';
import { bidi, givenName, nameOf, nodeLink, tipOf } from '../shared/links.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {(key: string | null, from: number, count: number) => Promise<{total: number, entries: Row[]}>} FetchMenu */
/** @typedef {{menu: HTMLElement, fetchMenu: FetchMenu, enter(row: Row): void, visit: import('../shared/links.js').Visit}} MenuOwner */

/** More than a popup shows at once, 600 pixels high; the rest is fetched as it comes into sight. */
const PAGE_ENTRIES = 60;

/** Marks stand for entries yet to be fetched. What fetches them resolves to whether they are there now. @type {WeakMap<Element, () => Promise<boolean>>} */
const fetchers = new WeakMap();

/**
 * Appends the entries below a key; more follow as they are scrolled to, wherever these have been moved meanwhile.
 * @param {HTMLElement | DocumentFragment} place
 * @param {string | null} key
 * @param {MenuOwner} owner
 * @param {number} [from]
 */
export async function drawEntries(place, key, owner, from = 0) {
  const { total, entries } = await owner.fetchMenu(key, from, PAGE_ENTRIES);
  for (const row of entries) {
    if (row.kind === 'group') await drawGroup(place, row, owner);
    else place.append(drawEntry(row, owner));
  }
  const next = from + entries.length;
  if (entries.length && next < total) place.append(drawMark(key, next, owner));
}

/** @param {string | null} key @param {number} from @param {MenuOwner} owner */
function drawMark(key, from, owner) {
  const mark = document.createElement('div');
  mark.className = 'mark';
  mark.setAttribute('role', 'none');
  /** @type {Promise<boolean> | null} */
  let fetching = null;
  const fetch = () => fetching ??= replaceMark(mark, key, from, owner).then((isThere) => { if (!isThere) fetching = null; return isThere; });
  fetchers.set(mark, fetch);
  // The mark is drawn apart and moved into the menu: what is watched is the menu, not where the mark was made.
  new IntersectionObserver((entries, watch) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    fetch();
  }, { root: owner.menu, rootMargin: '400px' }).observe(mark);
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
  mark.replaceWith(page); // nothing, where another level has taken its place
  focused?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** What has the focus, where it is in view and would be pushed out of it. @param {HTMLElement} mark @param {HTMLElement} menu */
function focusBelow(mark, menu) {
  const focused = document.activeElement;
  if (!focused || !menu.contains(focused) || !(mark.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)) return null;
  const [at, view] = [focused.getBoundingClientRect(), menu.getBoundingClientRect()];
  return at.bottom > view.top && at.top < view.bottom ? focused : null;
}

/**
 * Fetches the entries that a key would pass over, or returns null where there are none.
 * @param {HTMLElement} menu
 * @param {string} key
 * @returns {Promise<void> | null}
 */
export function fetchOnWay(menu, key) {
  const fetch = fetchers.get(nextTo(menu, key) ?? menu);
  return fetch ? fetch().then((isThere) => isThere ? fetchOnWay(menu, key) ?? undefined : undefined) : null;
}

/** The entry or mark that a key leads to. @param {HTMLElement} menu @param {string} key @returns {Element | undefined} */
function nextTo(menu, key) {
  const all = [...menu.querySelectorAll('[role=menuitem], .mark')];
  const at = all.findIndex((one) => one === document.activeElement);
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at < 0 ? -1 : at - 1);
  return key === 'End' ? all.at(-1) : undefined;
}

/**
 * A group: a line, its name if it has one, and its entries in the same menu. One without entries is no heading.
 * @param {HTMLElement | DocumentFragment} place
 * @param {Row} row
 * @param {MenuOwner} owner
 */
async function drawGroup(place, row, owner) {
  place.append(separator());
  const name = givenName(row);
  if (name) place.append(row.children ? caption(name) : drawEntry(row, owner));
  if (row.children && !row.loop) await drawEntries(place, row.key, owner);
  place.append(separator());
}

/** A line; neighbouring ones are drawn as one. */
export function separator() {
  const line = document.createElement('div');
  line.setAttribute('role', 'separator');
  return line;
}

/** The name of entries that follow. @param {string} words */
export function caption(words) {
  const element = document.createElement('div');
  element.className = 'caption';
  element.setAttribute('role', 'none');
  element.textContent = words;
  element.dir = 'auto';
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
  if (!isLink) button.append(bidi(nameOf(row)));
  button.append(icon('chevron'));
  button.addEventListener('click', () => owner.enter(row));
  return button;
}
