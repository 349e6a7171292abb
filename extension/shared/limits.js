// @ts-check
/**
 * Defines the limits of a sitemap's cost that readers may set: the host's own values, and the range. Pure; the host
 * enforces them. A stored limit of any other name is ignored.
 */

/**
 * @typedef {{
 *   name: string,
 *   label: string,
 *   unit: string,
 *   scale: number,
 *   usual: number,
 *   least: number,
 *   most: number,
 * }} Limit in the host's units; the reader sees them divided by `scale`
 */
/** @typedef {Record<string, number>} Changes  the values that differ, by name */

const MB = 1024 * 1024;

/** @type {Limit[]} */
export const LIMITS = [
  {
    name: 'file_bytes',
    label: 'limitFileBytes',
    unit: 'unitMegabytes',
    scale: MB,
    usual: 160 * MB,
    least: 1 * MB,
    most: 512 * MB,
  },
  {
    name: 'request_seconds',
    label: 'limitRequestSeconds',
    unit: 'unitSeconds',
    scale: 1,
    usual: 120,
    least: 1,
    most: 600,
  },
];

/**
 * Return a valid value: rounded and within its range, or the usual one if it is not a number.
 * @param {Limit} limit
 * @param {unknown} value
 */
export function cleanLimit({ usual, least, most }, value) {
  const number = typeof value === 'number' ? value : NaN;
  return Number.isFinite(number) ? Math.min(most, Math.max(least, Math.round(number))) : usual;
}

/** Return the valid values in storage that differ from the usual ones. @param {unknown} stored @returns {Changes} */
export function cleanLimits(stored) {
  const pairs = LIMITS.map(
    (limit) =>
      /** @type {const} */ ([
        limit,
        cleanLimit(limit, /** @type {Record<string, unknown> | null | undefined} */ (stored)?.[limit.name]),
      ]),
  );
  return Object.fromEntries(
    pairs.filter(([{ usual }, value]) => value !== usual).map(([{ name }, value]) => [name, value]),
  );
}
