// @ts-check
/**
 * Draws the foot of the sidebar: state and progress of the map, its languages, reload, a menu of rare commands,
 * options.
 */
import { openOptions } from '../shared/browser.js';
import { webOrigin, withoutFragment } from '../shared/locations.js';
import { detailsOf } from '../shared/message.js';
import { byId, hide } from '../shared/redraw.js';
import { isSameLanguage, languageName, statusText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {{reload(): void, stop(): void, language(tag: string): void, more(): void}} FootActions */

/** @param {FootActions} actions */
export function wireFoot(actions) {
  byId('reload').addEventListener('click', actions.reload);
  byId('stop').addEventListener('click', actions.stop);
  byId('options').addEventListener('click', () => openOptions());
  byId('language').addEventListener('change', (event) =>
    actions.language(/** @type {HTMLSelectElement} */ (event.target).value),
  );
  byId('more').addEventListener('click', actions.more);
}

/** Return whether a tab's map is loading. @param {TabView} tab */
export function isLoading({ state, site, sitemap }) {
  return site ? site.state === 'loading' : state === 'loading' && sitemap !== null;
}

/** @param {TabView} tab */
export function drawFoot(tab) {
  const { site } = tab;
  const isBusy = isLoading(tab);
  // The message beside the page's own contents says that a map has failed.
  setText(byId('status'), tab.state === 'failed' ? '' : statusText(tab));
  byId('status').title = detailsOf(tab);
  drawLoading(Boolean(site), isBusy);
  drawProgress(/** @type {HTMLProgressElement} */ (byId('progress')), isBusy, site?.progress);
  hide(byId('more'), !site && webOrigin(tab.url) === null, byId('options'));
  if (!site) hide(byId('language'), true, byId('options'));
}

/**
 * Show stop or reload, which share one place: the focus moves from one to the other.
 * @param {boolean} isSite
 * @param {boolean} isBusy
 */
function drawLoading(isSite, isBusy) {
  const [stop, reload, options] = [byId('stop'), byId('reload'), byId('options')];
  if (isBusy)
    stop.hidden = false; // shown first: a hidden element cannot take the focus
  else if (isSite) reload.hidden = false;
  hide(reload, !isSite || isBusy, isBusy ? stop : options);
  hide(stop, !isBusy, isSite ? reload : options);
}

/**
 * Set a text if it has changed: an equal status would be announced again.
 * @param {HTMLElement} element
 * @param {string} words
 */
function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * Show loading progress; indeterminate until the first file arrives.
 * @param {HTMLProgressElement} bar
 * @param {boolean} isBusy
 * @param {{done: number, wanted: number}} [progress]
 */
function drawProgress(bar, isBusy, progress) {
  bar.hidden = !isBusy;
  bar.title = '';
  if (!progress) return bar.removeAttribute('value');
  bar.max = Math.max(1, progress.wanted);
  bar.value = progress.done;
  bar.title = text('progressText', progress.done, progress.wanted);
}

/**
 * Draw the choice of a language if there are two or more.
 * @param {HTMLElement} label
 * @param {string[]} languages
 * @param {string | undefined} chosen
 */
export function drawLanguages(label, languages, chosen) {
  hide(label, languages.length < 2, /** @type {HTMLElement} */ (document.getElementById('options')));
  const select = /** @type {HTMLSelectElement} */ (label.querySelector('select'));
  const automatic = new Option(text('languageAutomatic'), '', !chosen, !chosen);
  select.replaceChildren(
    automatic,
    ...languages.map((tag) => new Option(languageName(tag), tag, false, tag === chosen)),
  );
}

/**
 * Return whether a page's language satisfies a reader's choice, ignoring regions. An empty tag accepts any language.
 * @param {string | null} language
 * @param {string} tag
 */
export function isIn(language, tag) {
  return tag === '' || isSameLanguage(language ?? '', tag);
}

/**
 * Return the node of the current page in the language of a tag; null if there is none or it is already shown.
 * @param {View} view
 * @param {string} tag
 * @param {string} url  of the current page
 * @returns {NodeLink | null}
 */
export function pageInLanguage({ trail }, tag, url) {
  const page = trail.at(-1);
  const isThere = page?.location && isIn(page.language, tag) && withoutFragment(page.location) !== withoutFragment(url);
  return isThere ? page : null;
}
