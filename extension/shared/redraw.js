// @ts-check
/** Finds the places of a page, and draws a place anew only where its content has changed, and leaves the focus in it. Knows nothing of what is drawn. */

/** The element of this page with that id: all ids are in the page as it is loaded. @type {<T extends HTMLElement>(id: string) => T} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, [tabindex]';

/** What was drawn last. @type {WeakMap<Element, string>} */
const contents = new WeakMap();

/**
 * Draws where `content` is other than the last time.
 * @param {HTMLElement} place
 * @param {unknown} content  all that the drawing depends on
 * @param {() => void} draw
 */
export function drawChanged(place, content, draw) {
  // Compared by content: the background sends each state whole, and most of it is as before.
  const mark = JSON.stringify(content);
  if (contents.get(place) === mark) return;
  contents.set(place, mark);
  keepFocus(place, draw);
}

/**
 * Draws, and puts the focus back to where it was in order, or to the last thing there, or to the fallback.
 * @param {HTMLElement} place
 * @param {() => void} draw
 * @param {HTMLElement} [fallback]
 */
export function keepFocus(place, draw, fallback) {
  // By place in the order, since every element is made anew.
  const at = focusable(place).indexOf(/** @type {HTMLElement} */ (document.activeElement));
  draw();
  if (at < 0) return;
  const after = focusable(place);
  (after[Math.min(at, after.length - 1)] ?? fallback)?.focus();
}

/** What had the focus in an element that was hidden, and what has it meanwhile. @type {WeakMap<Element, {owner: HTMLElement, fallback: HTMLElement}>} */
const displaced = new WeakMap();

/**
 * Hides an element or shows it. Browsers leave a focus in what is hidden nowhere, where keys are lost: it goes to the fallback,
 * and comes back if the element is shown again while it is still there.
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
