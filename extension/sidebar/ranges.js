// @ts-check
/**
 * Computes the virtual list: which rows are in view, and the scroll bar's position for them. Pure.
 *
 * Browsers limit an element's height, so a long list has a scroll bar shorter than its rows. `top` is the view's
 * position in the rows, in pixels from the first; `scrollTop` is the scroll bar's position. They are equal in a short
 * list. In a long one, small scrolls move the view by the same distance, and large ones (a dragged thumb) in
 * proportion.
 */

/** Firefox draws nothing taller than about 8.9 million pixels, fewer when zoomed in. */
const MAX_HEIGHT = 4_000_000;
/** Rows drawn before and after the rows in view. */
const MARGIN = 6;

/** @typedef {{total: number, rowHeight: number, viewport: number}} List */

/** Return the height of all rows. @param {List} list */
export function fullHeight({ total, rowHeight }) {
  return total * rowHeight;
}

/** Return the height that the scroll bar represents. @param {List} list */
export function scrollHeight(list) {
  return Math.min(fullHeight(list), MAX_HEIGHT);
}

/** Return the largest `top`. @param {List} list */
export function maxTop(list) {
  return Math.max(0, fullHeight(list) - list.viewport);
}

/** @param {List} list */
function maxScrollTop(list) {
  return Math.max(0, scrollHeight(list) - list.viewport);
}

/** Return a `top` within bounds. @param {List} list @param {number} top */
export function clampTop(list, top) {
  return Math.min(maxTop(list), Math.max(0, top));
}

/** Return the scroll bar's position for a `top`. @param {List} list @param {number} top */
export function scrollTopFor(list, top) {
  const limit = maxTop(list);
  return limit === 0 ? 0 : (clampTop(list, top) / limit) * maxScrollTop(list);
}

/**
 * Return the `top` after the scroll bar moved.
 * @param {List} list
 * @param {{top: number, scrollTop: number}} before
 * @param {number} scrollTop
 */
export function topAfterScroll(list, before, scrollTop) {
  if (fullHeight(list) <= MAX_HEIGHT) return clampTop(list, scrollTop);
  const moved = scrollTop - before.scrollTop;
  // A wheel or a key moves by its pixels. A move beyond the view's height means a dragged thumb, and is proportional.
  if (Math.abs(moved) <= list.viewport) return clampTop(list, before.top + moved);
  return clampTop(list, (scrollTop / maxScrollTop(list)) * maxTop(list));
}

/**
 * Return the rows to draw at a `top`: from `first` up to, not including, `last`.
 * @param {List} list
 * @param {number} top
 */
export function rowsAt({ total, rowHeight, viewport }, top) {
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const last = Math.min(total, Math.ceil((top + viewport) / rowHeight) + MARGIN);
  return { first: Math.min(first, last), last };
}

/**
 * Return the `top` that shows a row: unchanged if the row is in view. A distant row is shown a third down the view.
 * @param {List} list
 * @param {number} top
 * @param {number} index
 * @param {number} [covered]  pixels at the top that rows above it may cover
 */
export function topToReveal(list, top, index, covered = 0) {
  const start = index * list.rowHeight;
  const end = start + list.rowHeight;
  if (start >= top + covered && end <= top + list.viewport) return top;
  if (end > top - list.viewport && start < top + covered) return clampTop(list, start - covered);
  if (start < top + 2 * list.viewport && end > top) return clampTop(list, end - list.viewport);
  // A third down: rows before it give the context, rows after it are read.
  return clampTop(list, start - list.viewport / 3);
}

/**
 * Return the `top` that shows the current page's row with its surroundings: unchanged if the row is inside the view,
 * not at its edge.
 * @param {List} list
 * @param {number} top
 * @param {number} index
 * @param {number} [covered]  pixels at the top that rows above it may cover
 */
export function topToShow(list, top, index, covered = 0) {
  const start = index * list.rowHeight;
  const isSeen = start >= top + Math.max(covered, list.rowHeight) && start + 2 * list.rowHeight <= top + list.viewport;
  return isSeen ? top : clampTop(list, start - list.viewport / 3);
}

/**
 * Return the `top` that centres a row in the view, as far as the ends allow.
 * @param {List} list
 * @param {number} index
 */
export function topToCentre(list, index) {
  return clampTop(list, index * list.rowHeight - (list.viewport - list.rowHeight) / 2);
}

/** Return the number of rows that a page key moves. @param {List} list */
export function rowsInView({ rowHeight, viewport }) {
  return Math.max(1, Math.floor(viewport / rowHeight) - 1);
}

/** Return whether any part of a row is in view. @param {List} list @param {number} top @param {number} index */
export function isInView({ rowHeight, viewport }, top, index) {
  return (index + 1) * rowHeight > top && index * rowHeight < top + viewport;
}
