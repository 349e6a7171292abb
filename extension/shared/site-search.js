// @ts-check
/**
 * Draws the field that filters the shown pages, and the line below it that passes its words to the site's own search.
 */
import { clickDisposition, givenName, inOneParagraph, isolated } from './links.js';
import { text } from './strings.js';

/** @typedef {import('./types.js').Disposition} Disposition */
/** @typedef {import('./protocol.js').Site['search']} SearchBox */
/** @typedef {(term: string, disposition: Disposition) => void} Search */

/**
 * Set the placeholder, which names the things that the field finds.
 * @param {HTMLInputElement} input
 * @param {SearchBox | undefined} search  of the site, if it has one
 * @param {boolean} [isPage]  whether a page's own headings and links are shown instead of a map
 */
export function drawField(input, search, isPage = false) {
  const words = isPage
    ? text('fieldOfPage')
    : search
      ? text('fieldWithSearch', isolated(search.host))
      : text('fieldOfMap');
  input.placeholder = words;
  input.setAttribute('aria-label', words);
  if (search) input.setAttribute('aria-keyshortcuts', 'Control+Enter');
  else input.removeAttribute('aria-keyshortcuts');
}

/**
 * Offer to search the site for the words in the field.
 * @param {HTMLElement} button  contains an element for the words
 * @param {SearchBox | undefined} search
 * @param {string} term
 */
export function drawSuggestion(button, search, term) {
  button.hidden = !search || term.trim() === '';
  if (!search || button.hidden) return;
  const words = text('searchFor', isolated(search.host), isolated(term.trim()));
  const place = button.querySelector('.words');
  if (place && place.textContent !== words) place.textContent = words;
  button.title = [words, givenName(search), inOneParagraph(search.description), text('searchKeys')]
    .filter(Boolean)
    .join('\n');
}

/**
 * Search on a click on the line, or on Ctrl+Enter in the field.
 * @param {HTMLElement} button
 * @param {HTMLInputElement} input
 * @param {Search} search
 */
export function wireSuggestion(button, input, search) {
  const follow = (/** @type {MouseEvent} */ event) => {
    const disposition = clickDisposition(event);
    if (disposition !== null) search(input.value.trim(), disposition);
  };
  button.addEventListener('click', follow);
  button.addEventListener('auxclick', follow);
  input.addEventListener('keydown', (event) => {
    // An Enter that ends an input method's composition does not search.
    if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey) || button.hidden) return;
    event.preventDefault();
    search(input.value.trim(), event.shiftKey ? 'tab' : 'current');
  });
}
