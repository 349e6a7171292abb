// @ts-check
/** What names of rows that stand together have in common: cut short, they would read alike. Pure. */
import { nameOf } from '../shared/links.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {Row | null | undefined} MaybeRow */

/** Letters that are worth leaving to those above: of fewer, a reader wants the whole name. */
const FEWEST = 8;
/** Rows of an open branch that are passed over in looking for its sibling: it is out of sight beyond them. */
const MOST_BETWEEN = 50;

/** Letters of a word begun in common that its own part may still begin with: of more, too little of the end would be seen. */
const LONGEST_BEGINNING = 16;

/** Ends at a space or sign: the rest is whole words. */
const WORDS = /^.*[\s/:.,;()\u2010-\u2015_-]/su;
/** Writing whose letters are joined: they change their form where a name is cut between them. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}]/u;

/**
 * The siblings above and below a row, where they are at hand: others may be open between them.
 * @param {number} index
 * @param {(index: number) => MaybeRow} rowAt
 * @returns {[MaybeRow, MaybeRow]}
 */
export function siblingsBeside(index, rowAt) {
  const level = rowAt(index)?.level ?? 0;
  const beside = (/** @type {1 | -1} */ step) => {
    for (let at = index + step; at >= 0 && Math.abs(at - index) <= MOST_BETWEEN; at += step) {
      const row = rowAt(at);
      if (!row || row.level < level) return null;
      if (row.level === level) return row;
    }
    return null;
  };
  return [beside(-1), beside(1)];
}

/**
 * How many letters of a row's name are those of a sibling's, whole words where it has some; 0 where few are, or all.
 * @param {Row} row
 * @param {MaybeRow[]} siblings  above and below, where they are at hand
 */
export function sharedLength(row, siblings) {
  const name = nameOf(row);
  const beside = siblings.filter((other) => other?.level === row.level && other.kind === row.kind);
  const common = Math.max(0, ...beside.map((other) => commonLength(name, nameOf(/** @type {Row} */ (other)))));
  const words = WORDS.exec(name.slice(0, common))?.[0].length ?? 0;
  const isWhole = JOINED.test(name) || (words >= FEWEST && common - words <= LONGEST_BEGINNING);
  const length = isWhole ? words : wholeLetters(name, common);
  return length >= FEWEST && length < name.length ? length : 0;
}

/** How many letters of what stands before a match can be cut off, whole words alone; 0 where few are. @param {string} before */
export function wordsBefore(before) {
  const { length } = WORDS.exec(before)?.[0] ?? '';
  return length >= FEWEST ? length : 0;
}

/** @param {string} a @param {string} b */
function commonLength(a, b) {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return a === b ? 0 : length;
}

const LETTERS = new Intl.Segmenter();

/** As much of the beginning of a name as ends within no number, nor within what readers see as one letter. @param {string} name @param {number} length */
function wholeLetters(name, length) {
  const number = /^\d/.test(name.slice(length)) ? /\d*$/.exec(name.slice(0, length))?.[0].length ?? 0 : 0;
  return LETTERS.segment(name).containing(length - number)?.index ?? 0;
}
