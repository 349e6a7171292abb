// @ts-check
/** Visible strings, from `_locales` only; fills in pages that name their strings by attribute. Never sets markup. */
import { api } from './browser.js';

/**
 * The string of that name.
 * @param {string} name
 * @param {...(string | number)} values
 */
export function text(name, ...values) {
  return api.i18n.getMessage(name, values.map(String));
}

/** The string of a host code such as `not-found`, or the code itself where it is newer than we are. @param {string} prefix @param {string} code */
export function codeText(prefix, code) {
  const name = prefix + code.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return api.i18n.getMessage(name) || code;
}

/** @type {[string, (element: HTMLElement, value: string) => void][]} */
const PLACES = [
  ['data-text', (element, value) => { element.textContent = value; }],
  ['data-label', (element, value) => element.setAttribute('aria-label', value)],
  ['data-tip', (element, value) => { element.title = value; }],
  ['data-hint', (element, value) => element.setAttribute('placeholder', value)],
];

/** Fills in every element that names a string, and tells the document its language and direction. */
export function localise(root = document) {
  const html = root.documentElement;
  html.lang = text('languageTag');
  html.dir = text('@@bidi_dir');
  for (const [attribute, put] of PLACES) {
    for (const element of root.querySelectorAll(`[${attribute}]`)) {
      put(/** @type {HTMLElement} */ (element), text(element.getAttribute(attribute) ?? ''));
    }
  }
}
