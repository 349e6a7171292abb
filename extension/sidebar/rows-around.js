// @ts-check
/** Finds the rows around one in a flat list of levels: its parent, its siblings. Fetches what it walks over; draws nothing. */

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('./row-cache.js').RowCache} RowCache */
/** @typedef {{index: number, row: Row}} Place */

/** No key press walks further than this: longer lists are for the filter. */
const MOST_WALKED = 4000;

/** The row that holds a row, or null; siblings are leapt over by their positions. @param {RowCache} cache @param {number} index @returns {Promise<Place | null>} */
export async function parentOf(cache, index) {
  let row = await cache.fetch(index);
  const level = row?.level ?? 1;
  let at = index;
  while (row && row.level >= level && level > 1) {
    at -= Math.max(1, row.position ?? 1);
    row = await cache.fetch(at);
  }
  return row && row.level < level ? { index: at, row } : null;
}

/** The rows below the same parent, the row itself among them. @param {RowCache} cache @param {number} index @returns {Promise<Place[]>} */
export async function siblingsOf(cache, index) {
  const level = (await cache.fetch(index))?.level;
  if (level === undefined) return [];
  const start = Math.max(((await parentOf(cache, index))?.index ?? -1) + 1, index - MOST_WALKED);
  /** @type {Place[]} */
  const places = [];
  for (let at = start; at < start + 2 * MOST_WALKED; at++) {
    const row = await cache.fetch(at);
    if (!row || row.level < level) break;
    if (row.level === level) places.push({ index: at, row });
  }
  return places;
}
