// @ts-check
/** Which letters of a name are those that a filter found. Letters are compared as the host does: see its `model/letters.py`. */

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
