// @ts-check
/** Which letters of a name are those that a filter found. Letters are compared as the host does: see its `model/words.py`. */

/** Marks on Latin letters, which many leave out as they type; with those of other scripts, words are others. */
const MARKS = /(?<=[A-Za-z])[\u0300-\u036f]+/g;
/** Letters that a change of case alone does not make one. @type {Record<string, string>} */
const CASELESS = { ß: 'ss', ς: 'σ' };

/** A text without regard to case, to marks on Latin letters, and to how letters are encoded. @param {string} text */
export function folded(text) {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/[ßς]/g, (letter) => CASELESS[letter] ?? letter).normalize('NFKC');
}

/** What a filter looks for: all of its words. @param {string} filter */
export function filterWords(filter) {
  return folded(filter).split(/\s+/).filter(Boolean);
}

/** A shorter word has too many neighbours to be taken for a mistyped one. */
const SHORTEST_MISTYPED = 4;

/** Whether a text holds a word, both folded. @param {string} text @param {string} word */
export function holdsWord(text, word) {
  return text.includes(word);
}

/** Whether a word of a text begins nearly as `word`, which is still being typed: with one letter more, less, other, or swapped. Both folded. @param {string} text @param {string} word */
export function holdsNear(text, word) {
  if (word.length < SHORTEST_MISTYPED) return false;
  const lengths = [word.length - 1, word.length, word.length + 1];
  return text.split(/[\s/]+/).some((own) => lengths.some((length) => isNear(own.slice(0, length), word)));
}

/** Whether one letter more, less or other, or two neighbours swapped, make one word of the other. @param {string} word @param {string} other */
export function isNear(word, other) {
  let start = 0;
  while (start < Math.min(word.length, other.length) && word[start] === other[start]) start++;
  const [left, right] = [word.slice(start), other.slice(start)];
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1) || isSwapped;
}

/**
 * A name in parts, those that match apart from the others.
 * @param {string} name
 * @param {readonly string[]} words  as `filterWords` gives them
 * @returns {{text: string, isMatch: boolean}[]}
 */
export function matchedParts(name, words) {
  const letters = [...name.matchAll(/\P{M}\p{M}*|\p{M}+/gu)].map(([letter]) => letter);
  const pieces = letters.map(folded);
  const plain = pieces.join('');
  const owners = pieces.flatMap((piece, at) => Array(piece.length).fill(at)); // of each unit of `plain` its letter
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

/** Such parts as they are drawn. @param {{text: string, isMatch: boolean}[]} parts @returns {(string | HTMLElement)[]} */
export function markedLetters(parts) {
  return parts.map(({ text, isMatch }) => {
    if (!isMatch) return text;
    const mark = document.createElement('mark');
    mark.textContent = text;
    return mark;
  });
}

/** Where in a text a word stands, unit by unit. @param {string} word @param {string} text */
function placesOf(word, text) {
  const places = [];
  for (let at = text.indexOf(word); at >= 0 && word; at = text.indexOf(word, at + word.length)) {
    for (let unit = 0; unit < word.length; unit++) places.push(at + unit);
  }
  return places;
}
