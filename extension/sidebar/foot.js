// @ts-check
/** The foot of the sidebar: what state the map is in, progress and a way to stop, problems, language, reload, options. */
import { openOptions } from '../shared/browser.js';
import { hide } from '../shared/redraw.js';
import { statusText } from '../shared/status-text.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {{reload(): void, stop(): void, language(tag: string): void, problems(): void}} FootActions */

/** @type {<T extends HTMLElement>(id: string) => T} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));

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
  if (isBusy) stop.hidden = false;
  else reload.hidden = !isSite;
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
