// @ts-check
/** Edits the reader's figures: display levels, with a preview, and the limits of a sitemap's cost. */
import { LIMITS, cleanLimit, cleanLimits } from '../shared/limits.js';
import { DEFAULTS, cleanLevel } from '../shared/settings.js';
import { text } from '../shared/strings.js';
import { listButton } from './lists.js';

/** @typedef {import('../shared/settings.js').Levels} Levels */
/** @typedef {import('../shared/limits.js').Limit} Limit */
/** @typedef {import('../shared/limits.js').Changes} Changes */
/** @typedef {(changes: {limits: Changes}) => void} StoreLimits */

/** Authors are advised to hide their own menu by the class `sitemap-over-29`; the preview shows that. */
const USUAL_LEVEL = 29;

/** @returns {HTMLInputElement[]} */
function sliders() {
  return [...document.querySelectorAll('#levels input')].map((input) => /** @type {HTMLInputElement} */ (input));
}

/** Set the sliders, and preview the level used while the sidebar is open. @param {Levels} levels */
export function drawLevels(levels) {
  for (const slider of sliders()) {
    slider.valueAsNumber = levels[/** @type {keyof Levels} */ (slider.name)];
    drawValue(slider);
  }
  preview(levels.sidebar);
}

/**
 * Wire the sliders: each previews while it moves, and is stored when released.
 * @param {(changes: {levels: Levels}) => void} store
 */
export function wireLevels(store) {
  for (const slider of sliders()) {
    slider.addEventListener('input', () => {
      drawValue(slider);
      preview(slider.valueAsNumber);
    });
    slider.addEventListener('focus', () => preview(slider.valueAsNumber));
    slider.addEventListener('change', () => store({ levels: chosen() }));
  }
}

/** @returns {Levels} */
function chosen() {
  const pairs = sliders().map(({ name, value }) => [
    name,
    cleanLevel(value, DEFAULTS.levels[/** @type {keyof Levels} */ (name)]),
  ]);
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

/** The list of limits: each with its unit, and its usual value, to which it can be reset. */
export class LimitList {
  /** Fill the list. @param {StoreLimits} store */
  constructor(store) {
    this.store = store;
    /** The limits that differ from the usual values. @type {Changes} */
    this.limits = {};
    document.getElementById('limits')?.replaceChildren(...LIMITS.map((limit) => this.line(limit)));
  }

  /** @param {Changes} limits */
  draw(limits) {
    this.limits = limits;
    for (const limit of LIMITS) {
      const value = limits[limit.name] ?? limit.usual;
      const field = fieldOf(limit);
      field.valueAsNumber = value / limit.scale;
      const reset = /** @type {HTMLButtonElement} */ (field.parentElement?.querySelector('button'));
      if (value === limit.usual && reset === document.activeElement) field.focus(); // a disabled button cannot keep it
      reset.disabled = value === limit.usual;
    }
  }

  /**
   * Store a value, clamped to its range, and show it.
   * @param {Limit} limit
   * @param {number} value  in the host's unit
   */
  change(limit, value) {
    const limits = cleanLimits({ ...this.limits, [limit.name]: cleanLimit(limit, value) });
    this.store({ limits });
    this.draw(limits);
  }

  /** @param {Limit} limit */
  line(limit) {
    const line = document.createElement('li');
    const label = document.createElement('label');
    label.htmlFor = idOf(limit);
    label.textContent = text(limit.label);
    const about = words('about', '');
    about.id = `${idOf(limit)}-about`;
    about.append(words('unit', text(limit.unit)), words('usual', text('limitUsual', inUnits(limit, limit.usual))));
    line.append(
      label,
      this.field(limit),
      about,
      listButton('reload', text('limitReset', text(limit.label)), () => this.change(limit, limit.usual), {
        isEnabled: false,
      }),
    );
    return line;
  }

  /** @param {Limit} limit */
  field(limit) {
    const input = document.createElement('input');
    const { scale, least, most } = limit;
    Object.assign(input, {
      id: idOf(limit),
      type: 'number',
      min: least / scale,
      max: most / scale,
      step: 1,
      required: true,
    });
    input.setAttribute('aria-describedby', `${idOf(limit)}-about`);
    input.addEventListener('change', () => this.change(limit, input.valueAsNumber * scale));
    return input;
  }
}

/** @param {string} kind @param {string} content */
function words(kind, content) {
  const element = document.createElement('span');
  element.className = kind;
  element.textContent = content;
  return element;
}

/** Return a value in the reader's unit. @param {Limit} limit @param {number} value */
function inUnits({ scale }, value) {
  return (value / scale).toLocaleString(document.documentElement.lang);
}

/** @param {Limit} limit */
function idOf({ name }) {
  return `limit-${name.replaceAll('_', '-')}`;
}

/** @param {Limit} limit */
function fieldOf(limit) {
  return /** @type {HTMLInputElement} */ (document.getElementById(idOf(limit)));
}
