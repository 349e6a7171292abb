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

/** What held the focus in an element that was hidden, and who has it meanwhile. @type {WeakMap<Element, {owner: HTMLElement, heir: HTMLElement}>} */
const lent = new WeakMap();

/**
 * Hides an element or shows it. A focus in it goes to its heir, who gives it back if the element is shown again.
 * @param {HTMLElement} element
 * @param {boolean} isHidden
 * @param {HTMLElement} heir
 */
export function hide(element, isHidden, heir) {
  const owner = /** @type {HTMLElement} */ (document.activeElement);
  const hadFocus = !element.hidden && element.contains(owner);
  element.hidden = isHidden;
  if (isHidden && hadFocus) {
    heir.focus();
    lent.set(element, { owner, heir });
  }
  if (!isHidden) giveBack(element);
}

/** @param {HTMLElement} element */
function giveBack(element) {
  const loan = lent.get(element);
  lent.delete(element);
  if (loan && loan.heir === document.activeElement) loan.owner.focus();
}

/** @param {HTMLElement} place @returns {HTMLElement[]} */
function focusable(place) {
  return [...place.querySelectorAll(FOCUSABLE)].map((element) => /** @type {HTMLElement} */ (element));
}
