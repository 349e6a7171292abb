// @ts-check
/** Determines the writing direction of languages, and applies it to names. */

/** Right-to-left scripts in use today. */
const TO_THE_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Yezi']);

/**
 * Return the direction of a language by its tag; null for no tag or an invalid one.
 * @param {string | null | undefined} tag
 * @returns {'ltr' | 'rtl' | null}
 */
export function directionOf(tag) {
  if (!tag) return null;
  try {
    // By script, since engines report different directions and ignore a script in the tag.
    return TO_THE_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Return the direction of a map; '' means the interface's own. The chosen language decides. Without one, the direction
 * is right to left if the current page's language is written so. If that is unknown, all languages of the map must be.
 * @param {readonly string[]} languages
 * @param {string} chosen
 * @param {string} [read]
 */
export function directionOfMap(languages, chosen, read = '') {
  if (chosen) return directionOf(chosen) ?? '';
  const expected = read ? [read] : languages;
  return expected.length && expected.every((tag) => directionOf(tag) === 'rtl') ? 'rtl' : '';
}

/**
 * Set the language of an element with a name, and so its direction; without a language, its letters decide.
 * @param {HTMLElement} element
 * @param {string | null | undefined} language
 */
export function writeIn(element, language) {
  element.dir = directionOf(language) ?? 'auto';
  if (language) element.lang = language;
}
