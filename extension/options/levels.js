// @ts-check
/** The display levels: four sliders, and a small page that shows what a level does to a site with the usual style. */
import { DEFAULTS, cleanLevel } from '../shared/settings.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/settings.js').Levels} Levels */

/** The class that authors are advised to hide their own menu by: `sitemap-over-29`. */
const USUAL_LEVEL = 29;

/** @returns {HTMLInputElement[]} */
function sliders() {
  return [...document.querySelectorAll('#levels input')].map((input) => /** @type {HTMLInputElement} */ (input));
}

/** @param {Levels} levels */
export function drawLevels(levels) {
  for (const slider of sliders()) {
    slider.valueAsNumber = levels[/** @type {keyof Levels} */ (slider.name)];
    drawValue(slider);
  }
  preview(levels.sidebar);
}

/** @param {(changes: {levels: Levels}) => void} keep */
export function wireLevels(keep) {
  for (const slider of sliders()) {
    slider.addEventListener('input', () => { drawValue(slider); preview(slider.valueAsNumber); });
    slider.addEventListener('focus', () => preview(slider.valueAsNumber));
    slider.addEventListener('change', () => keep({ levels: chosen() }));
  }
}

/** @returns {Levels} */
function chosen() {
  const pairs = sliders().map(({ name, value }) => [name, cleanLevel(value, DEFAULTS.levels[/** @type {keyof Levels} */ (name)])]);
  return /** @type {any} */ (Object.fromEntries(pairs));
}

/** @param {HTMLInputElement} slider */
function drawValue(slider) {
  const output = /** @type {HTMLOutputElement} */ (slider.nextElementSibling);
  output.value = slider.value;
}

/** @param {number} level */
function preview(level) {
  const isHidden = level > USUAL_LEVEL;
  document.getElementById('preview')?.classList.toggle('hidden', isHidden);
  const words = document.getElementById('preview-text');
  if (words) words.textContent = text(isHidden ? 'levelPreview' : 'levelPreviewOff');
}
