// @ts-check
// Rectangles in proportion to sizes, as near to squares as can be: the rule of Bruls, Huizing and van Wijk (2000).

/** @typedef {{x: number, y: number, width: number, height: number}} Rectangle */

/**
 * A rectangle for each size, in order; the sizes are above zero, and the largest comes first.
 * @param {number[]} sizes
 * @param {Rectangle} around
 * @returns {Rectangle[]}
 */
export function rectangles(sizes, around) {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const scale = total ? (around.width * around.height) / total : 0;
  const areas = sizes.map((size) => size * scale);
  /** @type {Rectangle[]} */
  const placed = [];
  let left = { ...around };
  for (let start = 0; start < areas.length; ) {
    const side = Math.min(left.width, left.height);
    let end = start + 1;
    while (end < areas.length && worst(areas.slice(start, end + 1), side) <= worst(areas.slice(start, end), side)) {
      end += 1;
    }
    left = place(areas.slice(start, end), left, placed);
    start = end;
  }
  return placed;
}

/**
 * How far from a square the worst of a row of rectangles along a side is.
 * @param {number[]} areas
 * @param {number} side
 */
function worst(areas, side) {
  const thickness = areas.reduce((sum, area) => sum + area, 0) / side;
  const shape = (/** @type {number} */ area) => Math.max(thickness ** 2 / area, area / thickness ** 2);
  return Math.max(shape(areas[0] ?? 0), shape(areas.at(-1) ?? 0));
}

/**
 * Adds a row of rectangles along the shorter side; what is left beside it.
 * @param {number[]} areas
 * @param {Rectangle} left
 * @param {Rectangle[]} placed
 * @returns {Rectangle}
 */
function place(areas, left, placed) {
  const sum = areas.reduce((total, area) => total + area, 0);
  const isWide = left.width >= left.height;
  const thickness = sum / (isWide ? left.height : left.width) || 0;
  let at = isWide ? left.y : left.x;
  for (const area of areas) {
    const length = thickness ? area / thickness : 0;
    placed.push(
      isWide
        ? { x: left.x, y: at, width: thickness, height: length }
        : { x: at, y: left.y, width: length, height: thickness },
    );
    at += length;
  }
  return isWide
    ? { ...left, x: left.x + thickness, width: left.width - thickness }
    : { ...left, y: left.y + thickness, height: left.height - thickness };
}
