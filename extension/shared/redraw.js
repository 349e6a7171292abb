// @ts-check
/**
 * Finds the elements of a page by id, redraws an element only if its content has changed, and keeps the focus in it.
 * Independent of the content.
 */

/** Return the element with an id, which must be in the page's HTML. @type {<T extends HTMLElement>(id: string) => T} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, [tabindex]';

/** The content last drawn, as JSON. @type {WeakMap<Element, string>} */
const contents = new WeakMap();

/**
 * Draw if `content` differs from the last time.
 * @param {HTMLElement} place
 * @param {unknown} content  everything that the drawing depends on
 * @param {() => void} draw
 */
export function drawChanged(place, content, draw) {
  // Compared by content: the background sends each state as a whole, and most of it is unchanged.
  const mark = JSON.stringify(content);
  if (contents.get(place) === mark) return;
  contents.set(place, mark);
  keepFocus(place, draw);
}

/**
 * Draw, and return the focus to the same position, to the last element there, or to the fallback.
 * @param {HTMLElement} place
 * @param {() => void} draw
 * @param {HTMLElement} [fallback]
 */
export function keepFocus(place, draw, fallback) {
  // By position, since every element is recreated.
  const at = focusable(place).indexOf(/** @type {HTMLElement} */ (document.activeElement));
  draw();
  if (at < 0) return;
  const after = focusable(place);
  (after[Math.min(at, after.length - 1)] ?? fallback)?.focus();
}

/**
 * The focused element in a hidden element, and the fallback that has the focus meanwhile.
 * @type {WeakMap<Element, {owner: HTMLElement, fallback: HTMLElement}>}
 */
const displaced = new WeakMap();

/**
 * Hide or show an element. A focus in a hidden element would be lost together with the keys, so it moves to the
 * fallback. It returns when the element is shown again, unless it has moved on.
 * @param {HTMLElement} element
 * @param {boolean} isHidden
 * @param {HTMLElement} fallback
 */
export function hide(element, isHidden, fallback) {
  const owner = /** @type {HTMLElement} */ (document.activeElement);
  const hadFocus = !element.hidden && element.contains(owner);
  element.hidden = isHidden;
  if (isHidden && hadFocus) {
    fallback.focus();
    displaced.set(element, { owner, fallback });
  }
  if (!isHidden) returnFocus(element);
}

/** @param {HTMLElement} element */
function returnFocus(element) {
  const before = displaced.get(element);
  displaced.delete(element);
  if (before && before.fallback === document.activeElement) before.owner.focus();
}

/** @param {HTMLElement} place @returns {HTMLElement[]} */
function focusable(place) {
  const elements = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(FOCUSABLE)]);
  return elements.filter(({ hidden }) => !hidden);
}
