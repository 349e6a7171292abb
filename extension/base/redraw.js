// @ts-check
/** Draws a place anew only where its content has changed, and leaves the focus in it. Knows nothing of what is drawn. */

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
  const mark = JSON.stringify(content);
  if (contents.get(place) === mark) return;
  contents.set(place, mark);
  keepFocus(place, draw);
}

/**
 * Draws, and puts the focus back to where it was in order, or to the last thing there, or to the heir.
 * @param {HTMLElement} place
 * @param {() => void} draw
 * @param {HTMLElement} [heir]
 */
export function keepFocus(place, draw, heir) {
  const at = focusable(place).indexOf(/** @type {HTMLElement} */ (document.activeElement));
  draw();
  if (at < 0) return;
  const after = focusable(place);
  (after[Math.min(at, after.length - 1)] ?? heir)?.focus();
}

/** Hides an element; a focus in it goes to its heir. @param {HTMLElement} element @param {boolean} isHidden @param {HTMLElement} heir */
export function hide(element, isHidden, heir) {
  const hadFocus = element.contains(document.activeElement);
  element.hidden = isHidden;
  if (isHidden && hadFocus) heir.focus();
}

/** @param {HTMLElement} place @returns {HTMLElement[]} */
function focusable(place) {
  return [...place.querySelectorAll(FOCUSABLE)].map((element) => /** @type {HTMLElement} */ (element));
}
