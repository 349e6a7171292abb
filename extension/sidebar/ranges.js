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
/** Taller rows that are kept. Beyond that, those far away count as lines again, until they are drawn. */
const MOST_TALL = 2_000;

/**
 * A list of rows; `rowHeight` is the height of a row with one line.
 * @typedef {{total: number, rowHeight: number, viewport: number, tall?: TallRows}} List
 */

/** The rows that are taller than one line, as far as they have been measured. Immutable. */
export class TallRows {
  /** @param {ReadonlyMap<number, number>} [extras]  additional heights by row */
  constructor(extras = new Map()) {
    this.extras = extras;
    this.indexes = [...extras.keys()].sort((a, b) => a - b);
    /** The sum of the additional heights up to each of `indexes`. @type {number[]} */
    this.sums = [];
    for (const index of this.indexes) this.sums.push((this.sums.at(-1) ?? 0) + (extras.get(index) ?? 0));
  }

  /**
   * Return the rows with other additional heights, or the same object if none differs.
   * @param {ReadonlyMap<number, number>} changes  0 for a row with one line
   * @returns {TallRows}
   */
  with(changes) {
    if ([...changes].every(([index, extra]) => extra === (this.extras.get(index) ?? 0))) return this;
    const extras = new Map(this.extras.size > MOST_TALL ? [] : this.extras);
    for (const [index, extra] of changes) {
      if (extra > 0) extras.set(index, extra);
      else extras.delete(index);
    }
    return new TallRows(extras);
  }

  /** Return the sum of the additional heights of all rows before one. @param {number} index */
  before(index) {
    let first = 0,
      end = this.indexes.length;
    while (first < end) {
      const middle = (first + end) >> 1;
      if (/** @type {number} */ (this.indexes[middle]) < index) first = middle + 1;
      else end = middle;
    }
    return this.sums[first - 1] ?? 0;
  }
}

/** Return the distance of a row from the top of the list. @param {List} list @param {number} index */
export function startOf({ rowHeight, tall }, index) {
  return index * rowHeight + (tall?.before(index) ?? 0);
}

/** Return the last row that starts at or before a distance from the top. @param {List} list @param {number} distance */
export function rowAt(list, distance) {
  if (!list.tall?.indexes.length) return Math.floor(distance / list.rowHeight);
  let [first, last] = [0, Math.max(0, Math.floor(distance / list.rowHeight))];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if (startOf(list, middle) <= distance) first = middle;
    else last = middle - 1;
  }
  return first;
}

/** Return the first row that starts at or after a distance from the top. @param {List} list @param {number} distance */
export function rowFrom(list, distance) {
  const index = rowAt(list, distance);
  return startOf(list, index) < distance ? index + 1 : index;
}

/**
 * Return a `top` as a row with a fraction: the same place if rows get another height.
 * @param {List} list
 * @param {number} top
 */
export function placeAt(list, top) {
  const index = rowAt(list, top);
  const start = startOf(list, index);
  return index + (top - start) / (startOf(list, index + 1) - start);
}

/** Return the `top` of a place. @param {List} list @param {number} place */
export function topAt(list, place) {
  const index = Math.floor(place);
  const start = startOf(list, index);
  return start + (place - index) * (startOf(list, index + 1) - start);
}

/** Return the height of all rows. @param {List} list */
export function fullHeight(list) {
  return startOf(list, list.total);
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
  const moved = scrollTop - before.scrollTop;
  // Rows above the view that turn out to be taller move the scroll bar only after scrolling.
  if (scrollTop <= 0) return 0;
  if (scrollTop >= maxScrollTop(list) - 1) return maxTop(list);
  if (fullHeight(list) <= MAX_HEIGHT) return clampTop(list, before.top + moved);
  // A wheel or a key moves by its pixels. A move beyond the view's height means a dragged thumb, and is proportional.
  if (Math.abs(moved) <= list.viewport) return clampTop(list, before.top + moved);
  return clampTop(list, (scrollTop / maxScrollTop(list)) * maxTop(list));
}

/**
 * Return the rows to draw at a `top`: from `first` up to, not including, `last`.
 * @param {List} list
 * @param {number} top
 */
export function rowsAt(list, top) {
  const first = Math.max(0, rowAt(list, top) - MARGIN);
  const last = Math.min(list.total, rowFrom(list, top + list.viewport) + MARGIN);
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
  const start = startOf(list, index);
  const end = startOf(list, index + 1);
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
  const start = startOf(list, index);
  const end = startOf(list, index + 1) + list.rowHeight;
  const isSeen = start >= top + Math.max(covered, list.rowHeight) && end <= top + list.viewport;
  return isSeen ? top : clampTop(list, start - list.viewport / 3);
}

/**
 * Return the `top` that centres a row in the view, as far as the ends allow.
 * @param {List} list
 * @param {number} index
 */
export function topToCentre(list, index) {
  return clampTop(list, (startOf(list, index) + startOf(list, index + 1) - list.viewport) / 2);
}

/**
 * Return the row that a page key leads to, a view less one row away.
 * @param {List} list
 * @param {number} index
 * @param {1 | -1} direction
 */
export function rowAPageAway(list, index, direction) {
  const distance = startOf(list, index) + direction * (list.viewport - list.rowHeight);
  if (direction > 0) return Math.max(index + 1, rowAt(list, distance));
  return Math.min(index - 1, distance < 0 ? -1 : rowFrom(list, distance));
}

/** Return whether any part of a row is in view. @param {List} list @param {number} top @param {number} index */
export function isInView(list, top, index) {
  return startOf(list, index + 1) > top && startOf(list, index) < top + list.viewport;
}
