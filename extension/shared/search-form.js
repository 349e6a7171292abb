// @ts-check
/** The search box of a site: there only where the sitemap offers a search. Modifier keys choose where results appear. */
import { dispositionOf, givenName, isolated } from './links.js';
import { text } from './strings.js';

/** @typedef {(term: string, disposition: import('./types.js').Disposition) => void} Search */

/** Wires a form with one search input. @param {HTMLFormElement} form @param {Search} search */
export function wireSearch(form, search) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'));
  /** @type {import('./types.js').Disposition} */
  let disposition = 'current';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim()) search(input.value.trim(), disposition);
    disposition = 'current';
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    disposition = dispositionOf(event);
    form.requestSubmit();
  });
  form.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('button')) disposition = dispositionOf(event);
  });
}

/** Shows the form for a sitemap's search, or hides it. @param {HTMLFormElement} form @param {{name: string | null, description: string | null} | null | undefined} search */
export function drawSearch(form, search) {
  form.hidden = !search;
  if (!search) return;
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'));
  input.placeholder = isolated(givenName(search) || text('searchHint'));
  input.title = search.description ?? '';
}
