// @ts-check
/**
 * Defines the limits of a sitemap's cost: the host's own values, and the range that the reader may choose from. Pure; the
 * host enforces them.
 */

/**
 * @typedef {{name: string, label: string, unit: string, scale: number, usual: number, least: number, most: number}} Limit  in
 *   the host's units; the reader sees them divided by `scale`
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
    most: 1024 * MB,
  },
  {
    name: 'expanded_bytes',
    label: 'limitExpandedBytes',
    unit: 'unitMegabytes',
    scale: MB,
    usual: 160 * MB,
    least: 1 * MB,
    most: 1024 * MB,
  },
  {
    name: 'expanded_ratio',
    label: 'limitExpandedRatio',
    unit: 'unitTimes',
    scale: 1,
    usual: 300,
    least: 2,
    most: 100000,
  },
  {
    name: 'elements',
    label: 'limitElements',
    unit: 'unitElements',
    scale: 1,
    usual: 5000000,
    least: 1,
    most: 20000000,
  },
  { name: 'depth', label: 'limitDepth', unit: 'unitLevels', scale: 1, usual: 1000, least: 1, most: 1000000 },
  {
    name: 'attribute_length',
    label: 'limitAttributeLength',
    unit: 'unitCharacters',
    scale: 1,
    usual: 65536,
    least: 16,
    most: 100000000,
  },
  { name: 'files', label: 'limitFiles', unit: 'unitFiles', scale: 1, usual: 5000, least: 1, most: 100000 },
  {
    name: 'site_bytes',
    label: 'limitSiteBytes',
    unit: 'unitMegabytes',
    scale: MB,
    usual: 512 * MB,
    least: 1 * MB,
    most: 4096 * MB,
  },
  { name: 'redirects', label: 'limitRedirects', unit: 'unitRedirects', scale: 1, usual: 10, least: 1, most: 20 },
  {
    name: 'request_seconds',
    label: 'limitRequestSeconds',
    unit: 'unitSeconds',
    scale: 1,
    usual: 120,
    least: 1,
    most: 3600,
  },
  { name: 'site_seconds', label: 'limitSiteSeconds', unit: 'unitSeconds', scale: 1, usual: 600, least: 1, most: 86400 },
  { name: 'parallel_per_server', label: 'limitParallel', unit: 'unitRequests', scale: 1, usual: 6, least: 1, most: 32 },
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
