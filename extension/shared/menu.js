// @ts-check
/** A menu that drops from a button: arrow keys, Home, End, Escape, Tab, first letters. Only one is open at a time. */

/** @typedef {{key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean}} Key */
/** @typedef {{label: string, element: HTMLElement, note?: string, isCurrent?: boolean}} MenuEntry */
/** A line between two groups of entries. */
export const LINE = /** @type {const} */ ('line');

/** @type {(() => void) | null} */
let closeOpen = null;

/**
 * Open a menu at a button. The entries' elements are links or buttons with their own actions.
 * @param {HTMLElement} anchor
 * @param {string} label
 * @param {(MenuEntry | typeof LINE)[]} entries
 * @param {HTMLElement} [back]  gets the focus back
 */
export function openMenu(anchor, label, entries, back = anchor) {
  closeOpen?.();
  const menu = document.createElement('div');
  menu.className = 'drop-menu';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', label);
  // A native popover: in the top layer, above everything that scrolls, and closed by a click elsewhere or by Escape.
  menu.popover = 'auto';
  menu.append(...entries.map((entry) => (entry === LINE ? drawLine() : drawEntry(entry))));
  document.body.append(menu);
  menu.showPopover();
  anchor.setAttribute('aria-expanded', 'true'); // keeps a row's button visible
  place(menu, anchor.checkVisibility() ? anchor : back); // only visible elements have a size
  const close = () => menu.hidePopover();
  closeOpen = close;
  menu.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== 'closed') return;
    // An entry may have opened another menu, perhaps at the same button.
    if (closeOpen === close) closeOpen = null;
    end(menu, anchor, back);
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Tab')
      menu.hidePopover(); // which returns the focus; the browser then moves it on
    else moveInMenu(menu, event);
  });
  menu.addEventListener('click', (event) => {
    if (!isDisabled(event.target)) menu.hidePopover();
  });
  itemsOf(menu)[0]?.focus();
}

/** Return an entry that runs an action. @param {string} label @param {() => void} action @returns {MenuEntry} */
export function command(label, action) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', action);
  return { label, element };
}

/**
 * Return an entry that replaces this menu by another.
 * @param {string} label
 * @param {() => void} open
 * @returns {MenuEntry}
 */
export function submenu(label, open) {
  const entry = command(label, open);
  entry.element.setAttribute('aria-haspopup', 'menu');
  return entry;
}

function drawLine() {
  const line = document.createElement('div');
  line.setAttribute('role', 'separator');
  return line;
}

/** @param {EventTarget | null} target */
function isDisabled(target) {
  return target instanceof Element && target.closest('[aria-disabled=true]') !== null;
}

/** @param {MenuEntry} entry */
function drawEntry({ element, note, isCurrent }) {
  element.setAttribute('role', 'menuitem');
  element.tabIndex = -1;
  if (element.localName === 'span') element.setAttribute('aria-disabled', 'true'); // has no link
  if (isCurrent) element.setAttribute('aria-current', 'true');
  if (note) {
    const small = document.createElement('small');
    small.textContent = note;
    element.append(' ', small);
  }
  return element;
}

/** @param {HTMLElement} menu @param {HTMLElement} anchor */
function place(menu, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fitsBelow = at.bottom + height + 8 <= innerHeight;
  menu.style.top = `${Math.max(4, fitsBelow ? at.bottom + 2 : at.top - height - 2)}px`;
  const isRtl = document.documentElement.dir === 'rtl';
  const left = isRtl ? at.right - width : at.left;
  menu.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
}

/** @param {HTMLElement} menu @param {HTMLElement} anchor @param {HTMLElement} back */
function end(menu, anchor, back) {
  if (closeOpen === null) anchor.setAttribute('aria-expanded', 'false');
  // If the focus is elsewhere, the chosen entry has moved it there.
  const { activeElement } = document;
  if (menu.contains(activeElement) || activeElement === anchor || activeElement === document.body)
    back.focus({ preventScroll: true });
  menu.remove();
}

/** Return the entries of a menu. @param {HTMLElement} menu @returns {HTMLElement[]} */
export function itemsOf(menu) {
  return [...menu.querySelectorAll('[role=menuitem]')].map((item) => /** @type {HTMLElement} */ (item));
}

/** Move the focus by a key; return false for other keys. @param {HTMLElement} menu @param {KeyboardEvent} event */
export function moveInMenu(menu, event) {
  const hasMoved = moveFocus(menu, event);
  if (hasMoved) event.preventDefault();
  return hasMoved;
}

/** Move the focus by a key whose event has ended. @param {HTMLElement} menu @param {Key} key */
export function moveFocus(menu, key) {
  const items = itemsOf(menu).filter((item) => item.offsetParent !== null);
  const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = nextIndex(key, at, items.length, (index) => items[index]?.textContent ?? '');
  if (next === null) return false;
  items[next]?.focus();
  return true;
}

/**
 * Return the index to which a key moves in a menu, or null.
 * @param {Key} key
 * @param {number} at
 * @param {number} count
 * @param {(index: number) => string} nameAt
 */
export function nextIndex({ key, ctrlKey, metaKey, altKey }, at, count, nameAt) {
  if (count === 0 || ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if ([...key].length !== 1 || key === ' ') return null;
  for (let step = 1; step <= count; step++) {
    const index = (at + step) % count;
    if (nameAt(index).trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase())) return index;
  }
  return null;
}
