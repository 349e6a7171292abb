// @ts-check
/** The languages of a sitemap: choosing one switches the page, and stays for the site. Other variants, by menu. */
import { givenName, makeLink, nameOf } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { openMenu } from '../shared/menu.js';
import { hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { languageName, shortType } from './row-element.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').VariantLink} VariantLink */
/** @typedef {import('../shared/links.js').Visit} Visit */

/** @param {HTMLElement} label @param {string[]} languages @param {string | undefined} chosen */
export function drawLanguages(label, languages, chosen) {
  hide(label, languages.length < 2, /** @type {HTMLElement} */ (document.getElementById('options')));
  const select = /** @type {HTMLSelectElement} */ (label.querySelector('select'));
  const automatic = new Option(text('languageAutomatic'), '', !chosen, !chosen);
  select.replaceChildren(automatic, ...languages.map((tag) => new Option(languageName(tag), tag, false, tag === chosen)));
}

/** Whether a page in one language is what a reader means by another: regions aside. No language is any. @param {string | null} language @param {string} tag */
export function isIn(language, tag) {
  return tag === '' || mainPart(language ?? '') === mainPart(tag);
}

/** @param {string} tag */
function mainPart(tag) {
  return tag.toLowerCase().split('-')[0];
}

/** Offers the variants of a row. @param {Row} row @param {HTMLElement} anchor @param {Visit} visit */
export function openVariants(row, anchor, visit) {
  const entries = (row.variants ?? []).map((variant) => {
    const element = variantLink(row, variant, visit);
    const isCurrent = variant.location === row.location && variant.language === row.language;
    return { label: element.textContent ?? '', element, note: noteOf(variant), isCurrent };
  });
  if (entries.length) openMenu(anchor, text('variantsTip'), entries);
}

/** @param {Row} row @param {VariantLink} variant @param {Visit} visit */
function variantLink(row, variant, visit) {
  const href = safeLocation(variant.location);
  const element = document.createElement(href === null ? 'span' : 'a');
  element.textContent = nameOf({ name: givenName(variant) || row.name, location: variant.location });
  element.dir = 'auto';
  if (variant.language) element.lang = variant.language;
  if (href) makeLink(/** @type {HTMLAnchorElement} */ (element), href, { key: row.key, variant: variant.index, via: 'tree' }, visit);
  return element;
}

/** @param {VariantLink} variant */
function noteOf({ language, content_type }) {
  return [language && languageName(language), content_type && shortType(content_type)].filter(Boolean).join(' · ');
}
