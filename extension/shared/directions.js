// @ts-check
/** Which way languages are written, and how names are given theirs. */

/** Scripts from right to left that are in use today. */
const TO_THE_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Yezi']);

/** The direction of a language by its tag; null where there is none, or where it is no tag. @param {string | null | undefined} tag @returns {'ltr' | 'rtl' | null} */
export function directionOf(tag) {
  if (!tag) return null;
  try {
    // By script, since engines differ in what they say of directions, and disregard a script that the tag names.
    return TO_THE_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The direction of a map: of the language that was chosen for it, else from right to left where all of its languages are
 * written so, or that of the page that is read; '' is the interface's own.
 * @param {readonly string[]} languages @param {string} chosen @param {string} [read]
 */
export function directionOfMap(languages, chosen, read = '') {
  if (chosen) return directionOf(chosen) ?? '';
  const expected = read ? [read] : languages;
  return expected.length && expected.every((tag) => directionOf(tag) === 'rtl') ? 'rtl' : '';
}

/** Gives an element with a name the language of it, and so its direction; without one its letters decide. @param {HTMLElement} element @param {string | null | undefined} language */
export function writeIn(element, language) {
  element.dir = directionOf(language) ?? 'auto';
  if (language) element.lang = language;
}
