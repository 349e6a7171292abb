// @ts-check
/** What names of rows that stand together have in common: cut short, they would read alike. Pure. */
import { givenName } from '../shared/links.js';

/** @typedef {import('../shared/types.js').Row} Row */

/** Letters that are worth leaving to those above: of fewer, a reader wants the whole name. */
const FEWEST = 8;

/**
 * How many letters of a row's name are those of a neighbour's, whole words alone; 0 where few are, or all.
 * @param {Row} row
 * @param {(Row | null | undefined)[]} neighbours  the rows above and below, where they are at hand
 */
export function sharedLength(row, neighbours) {
  const name = givenName(row);
  const beside = neighbours.filter((other) => other?.level === row.level && other.kind === row.kind);
  const common = Math.max(0, ...beside.map((other) => commonLength(name, givenName(/** @type {Row} */ (other)))));
  const words = /^.*[\s/:.,;()\u2010-\u2015_-]/su.exec(name.slice(0, common))?.[0] ?? '';
  return words.length >= FEWEST && words.length < name.length ? words.length : 0;
}

/** @param {string} a @param {string} b */
function commonLength(a, b) {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return a === b ? 0 : length;
}
