// @ts-check
/** The foot of the sidebar: state and progress of the map, its problems, its languages, reload, options. */
import { openOptions } from '../shared/browser.js';
import { withoutFragment } from '../shared/locations.js';
import { byId, hide } from '../shared/redraw.js';
import { codeText, languageName, statusText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/types.js').Fault} Fault */
/** @typedef {(from: number, count: number) => Promise<{total: number, faults: Fault[]}>} FetchFaults */
/** @typedef {{reload(): void, stop(): void, language(tag: string): void, problems(): void}} FootActions */


/** Faults come in pages: a generated map may have tens of thousands. */
const PAGE_FAULTS = 50;
/** @type {Record<Fault['severity'], string>} */
const SEVERITIES = { error: 'severityError', warning: 'severityWarning', info: 'severityInfo' };

/** @param {FootActions} actions */
export function wireFoot(actions) {
  byId('reload').addEventListener('click', actions.reload);
  byId('stop').addEventListener('click', actions.stop);
  byId('options').addEventListener('click', () => openOptions());
  byId('language').addEventListener('change', (event) => actions.language(/** @type {HTMLSelectElement} */ (event.target).value));
  byId('problems-open').addEventListener('click', () => showProblems(byId('problems').hidden === true, actions.problems));
  byId('problems-close').addEventListener('click', () => showProblems(false, actions.problems));
  byId('problems').addEventListener('keydown', (event) => { if (event.key === 'Escape') byId('problems-close').click(); });
}

/** @param {boolean} isOpen @param {() => void} draw */
function showProblems(isOpen, draw) {
  const opener = byId('problems-open');
  hide(byId('problems'), !isOpen, opener.hidden ? byId('options') : opener);
  opener.setAttribute('aria-expanded', String(isOpen));
  byId('map').inert = isOpen; // it lies below
  if (!isOpen) return;
  draw();
  byId('problems-close').focus();
}

/** @param {TabView} tab */
export function drawFoot(tab) {
  const { site } = tab;
  const isBusy = site ? site.state === 'loading' : tab.state === 'loading' && tab.sitemap !== null;
  setText(byId('status'), statusText(tab));
  byId('status').title = tab.sitemap ?? '';
  drawLoading(Boolean(site), isBusy);
  drawProgress(/** @type {HTMLProgressElement} */ (byId('progress')), isBusy, site?.progress);
  drawProblemCount(byId('problems-open'), site);
  if (byId('problems-open').hidden) showProblems(false, () => {});
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

/** Notes alone are no reason to alarm a reader; beside problems they are listed. @param {HTMLElement} button @param {import('../shared/types.js').Site | null} site */
function drawProblemCount(button, site) {
  const { error = 0, warning = 0, info = 0 } = site?.counts.faults ?? {};
  const count = error + warning;
  button.hidden = count === 0;
  button.classList.toggle('error', error > 0);
  const words = text('problemsCount', count, error, warning, info);
  button.setAttribute('aria-label', words);
  button.title = words;
  setText(/** @type {HTMLElement} */ (button.querySelector('.count')), String(count));
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

/** Lists the faults of a sitemap, for those who write it; the list grows as it is scrolled. @param {HTMLElement} list @param {FetchFaults} fetchFaults */
export async function drawFaults(list, fetchFaults) {
  list.replaceChildren();
  const watch = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) grow(); }, { root: list });
  await grow();

  async function grow() {
    watch.disconnect();
    const from = list.childElementCount;
    const { total, faults } = await fetchFaults(from, PAGE_FAULTS);
    if (list.childElementCount !== from) return;
    list.append(...faults.map(drawFault));
    const last = list.lastElementChild;
    if (last && faults.length && list.childElementCount < total) watch.observe(last);
  }
}

/** @param {Fault} fault */
function drawFault(fault) {
  const entry = document.createElement('li');
  entry.className = fault.severity;
  entry.append(line('strong', text(SEVERITIES[fault.severity])), line('span', faultText(fault)), line('small', placeOf(fault)));
  return entry;
}

/** What is wrong and what mends it, in the reader's language where we have it. @param {Fault} fault */
function faultText({ code, message, params = {} }) {
  const words = codeText('fault', code);
  return words === code ? message : words.replace(/\{(\w+)\}/g, (gap, name) => params[name] ?? gap);
}

/** @param {Fault} fault */
function placeOf({ document: uri, line: number, clause }) {
  const file = uri?.split('/').pop() || uri || '';
  return [number ? text('faultPlace', file, number) : file, clause].filter(Boolean).join(' · ');
}

/** @param {string} tag @param {string} words */
function line(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}
