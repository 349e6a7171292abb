// @ts-check
/** Finds the letters of a name that a filter matches. Compares letters like the host's `model/words.py`. */

/** Combining marks on Latin letters, which many readers omit; in other scripts they make a different word. */
const MARKS = /(?<=[A-Za-z])[\u0300-\u036f]+/g;
/** Characters that readers do not see, and so do not type: soft hyphens, zero-width characters, marks of direction. */
const UNSEEN = '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const UNSEEN_RUN = new RegExp(`[${UNSEEN}]+`, 'g');
/** A letter with its marks, and with the unseen characters after it. */
const LETTER = new RegExp(`\\P{M}[\\p{M}${UNSEEN}]*|\\p{M}+`, 'gu');
/** Apostrophes other than the one on keyboards. */
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc]/g;
/** Letters that need more than a change of case to compare equal. @type {Record<string, string>} */
const CASELESS = { ß: 'ss', ς: 'σ' };

/** Return a text without differences of case, marks on Latin letters, and encoding. @param {string} text */
export function folded(text) {
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(UNSEEN_RUN, '')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ßς]/g, (letter) => CASELESS[letter] ?? letter)
    .normalize('NFKC');
}

/** Return the words of a filter, all of which must match. @param {string} filter */
export function filterWords(filter) {
  return folded(filter).split(/\s+/).filter(Boolean);
}

/** A shorter word is similar to too many others to count as mistyped. */
const SHORTEST_MISTYPED = 4;

/** Return whether a text contains a word, both folded. @param {string} text @param {string} word */
export function holdsWord(text, word) {
  return text.includes(word);
}

/**
 * Return whether a word of a text almost starts with `word`, which may be incomplete: one letter more, less, different
 * or swapped. Both folded.
 * @param {string} text
 * @param {string} word
 */
export function holdsNear(text, word) {
  if (word.length < SHORTEST_MISTYPED) return false;
  const lengths = [word.length - 1, word.length, word.length + 1];
  return text.split(/[\s/]+/).some((own) => lengths.some((length) => isNear(own.slice(0, length), word)));
}

/**
 * Return whether two words differ by one letter more, less or different, or by a swap of two adjacent letters.
 * @param {string} word
 * @param {string} other
 */
export function isNear(word, other) {
  let start = 0;
  while (start < Math.min(word.length, other.length) && word[start] === other[start]) start++;
  const [left, right] = [word.slice(start), other.slice(start)];
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1) || isSwapped;
}

/**
 * Return a name in parts, matching ones separate from the rest.
 * @param {string} name
 * @param {readonly string[]} words  from `filterWords`
 * @returns {{text: string, isMatch: boolean}[]}
 */
export function matchedParts(name, words) {
  const letters = [...name.matchAll(LETTER)].map(([letter]) => letter);
  const pieces = letters.map(folded);
  const plain = pieces.join('');
  const owners = pieces.flatMap((piece, at) => Array(piece.length).fill(at)); // the letter of each unit of `plain`
  const matching = new Set(words.flatMap((word) => placesOf(word, plain)).map((at) => owners[at]));
  /** @type {{text: string, isMatch: boolean}[]} */
  const parts = [];
  for (const [at, letter] of letters.entries()) {
    const isMatch = matching.has(at);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += letter;
    else parts.push({ text: letter, isMatch });
  }
  return parts;
}

/**
 * Return the parts as text and elements.
 * @param {{text: string, isMatch: boolean}[]} parts
 * @returns {(string | HTMLElement)[]}
 */
export function markedLetters(parts) {
  return parts.map(({ text, isMatch }) => {
    if (!isMatch) return text;
    const mark = document.createElement('mark');
    mark.textContent = text;
    return mark;
  });
}

/** Return all positions of a word in a text, unit by unit. @param {string} word @param {string} text */
function placesOf(word, text) {
  const places = [];
  for (let at = text.indexOf(word); at >= 0 && word; at = text.indexOf(word, at + word.length)) {
    for (let unit = 0; unit < word.length; unit++) places.push(at + unit);
  }
  return places;
}
