// @ts-check
/** The foot of the sidebar: state and progress of the map, its languages, reload, a menu of what is rarely wanted, options. */
import { openOptions } from '../shared/browser.js';
import { webOrigin, withoutFragment } from '../shared/locations.js';
import { detailsOf } from '../shared/message.js';
import { byId, hide } from '../shared/redraw.js';
import { languageName, statusText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {{reload(): void, stop(): void, language(tag: string): void, more(): void}} FootActions */


/** @param {FootActions} actions */
export function wireFoot(actions) {
  byId('reload').addEventListener('click', actions.reload);
  byId('stop').addEventListener('click', actions.stop);
  byId('options').addEventListener('click', () => openOptions());
  byId('language').addEventListener('change', (event) => actions.language(/** @type {HTMLSelectElement} */ (event.target).value));
  byId('more').addEventListener('click', actions.more);
}

/** Whether a tab's map is on its way. @param {TabView} tab */
export function isLoading({ state, site, sitemap }) {
  return site ? site.state === 'loading' : state === 'loading' && sitemap !== null;
}

/** @param {TabView} tab */
export function drawFoot(tab) {
  const { site } = tab;
  const isBusy = isLoading(tab);
  setText(byId('status'), statusText(tab));
  byId('status').title = detailsOf(tab);
  drawLoading(Boolean(site), isBusy);
  drawProgress(/** @type {HTMLProgressElement} */ (byId('progress')), isBusy, site?.progress);
  hide(byId('more'), !site && webOrigin(tab.url) === null, byId('options'));
  if (!site) hide(byId('language'), true, byId('options'));
}

/** Stop and reload stand in the same place: the focus goes from one to the other. @param {boolean} isSite @param {boolean} isBusy */
function drawLoading(isSite, isBusy) {
  const [stop, reload, options] = [byId('stop'), byId('reload'), byId('options')];
  if (isBusy) stop.hidden = false; // shown first: what is hidden cannot take the focus
  else if (isSite) reload.hidden = false;
  hide(reload, !isSite || isBusy, isBusy ? stop : options);
  hide(stop, !isBusy, isSite ? reload : options);
}

/** A status that says the same again would be read out again. @param {HTMLElement} element @param {string} words */
function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** How far loading is; of the first file nobody knows. @param {HTMLProgressElement} bar @param {boolean} isBusy @param {{done: number, wanted: number}} [progress] */
function drawProgress(bar, isBusy, progress) {
  bar.hidden = !isBusy;
  bar.title = '';
  if (!progress) return bar.removeAttribute('value');
  bar.max = Math.max(1, progress.wanted);
  bar.value = progress.done;
  bar.title = text('progressText', progress.done, progress.wanted);
}

/** Draws the choice of a language, where there are two or more. @param {HTMLElement} label @param {string[]} languages @param {string | undefined} chosen */
export function drawLanguages(label, languages, chosen) {
  hide(label, languages.length < 2, /** @type {HTMLElement} */ (document.getElementById('options')));
  const select = /** @type {HTMLSelectElement} */ (label.querySelector('select'));
  const automatic = new Option(text('languageAutomatic'), '', !chosen, !chosen);
  select.replaceChildren(automatic, ...languages.map((tag) => new Option(languageName(tag), tag, false, tag === chosen)));
}

/** Whether a page in one language is what a reader means by another: regions aside. No tag is any language. @param {string | null} language @param {string} tag */
export function isIn(language, tag) {
  return tag === '' || mainPart(language ?? '') === mainPart(tag);
}

/**
 * The page on view in the language of a tag: the node to go to, or null where there is none, or where it is on view already.
 * @param {View} view
 * @param {string} tag
 * @param {string} url  of the page on view
 * @returns {NodeLink | null}
 */
export function pageInLanguage({ trail }, tag, url) {
  const page = trail.at(-1);
  const isThere = page?.location && isIn(page.language, tag) && withoutFragment(page.location) !== withoutFragment(url);
  return isThere ? page : null;
}

/** @param {string} tag */
function mainPart(tag) {
  return tag.toLowerCase().split('-')[0];
}
