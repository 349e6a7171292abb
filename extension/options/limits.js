// @ts-check
/** How much a sitemap may cost: a number each, with its unit and what it usually is, to which each can be put back. */
import { LIMITS, cleanLimit, cleanLimits } from '../shared/limits.js';
import { text } from '../shared/strings.js';
import { action } from './languages.js';

/** @typedef {import('../shared/limits.js').Limit} Limit */
/** @typedef {import('../shared/limits.js').Changes} Changes */
/** @typedef {(changes: {limits: Changes}) => void} Keep */

/** @type {Changes} */
let shown = {};
/** @type {Keep} */
let keepLimits = () => {};

/** Fills the list; what is changed in it is kept. @param {Keep} keep */
export function wireLimits(keep) {
  keepLimits = keep;
  document.getElementById('limits')?.replaceChildren(...LIMITS.map(line));
}

/** @param {Changes} limits */
export function drawLimits(limits) {
  shown = limits;
  for (const limit of LIMITS) {
    const value = limits[limit.name] ?? limit.usual;
    fieldOf(limit).valueAsNumber = value / limit.scale;
    const reset = /** @type {HTMLButtonElement} */ (fieldOf(limit).parentElement?.querySelector('button'));
    if (value === limit.usual && reset === document.activeElement) fieldOf(limit).focus();
    reset.disabled = value === limit.usual;
  }
}

/** @param {Limit} limit @param {number} value */
function change(limit, value) {
  const limits = cleanLimits({ ...shown, [limit.name]: cleanLimit(limit, value) });
  keepLimits({ limits });
  drawLimits(limits);
}

/** @param {Limit} limit */
function line(limit) {
  const line = document.createElement('li');
  const label = document.createElement('label');
  label.htmlFor = idOf(limit);
  label.textContent = text(limit.label);
  const about = words('about', '');
  about.id = `${idOf(limit)}-about`;
  about.append(words('unit', text(limit.unit)), words('usual', text('limitUsual', shownAs(limit, limit.usual))));
  line.append(label, field(limit), about,
    action('reload', '', text('limitReset', text(limit.label)), false, () => change(limit, limit.usual)));
  return line;
}

/** @param {Limit} limit */
function field(limit) {
  const input = document.createElement('input');
  const { scale, least, most } = limit;
  Object.assign(input, { id: idOf(limit), type: 'number', min: least / scale, max: most / scale, step: 1, required: true });
  input.setAttribute('aria-describedby', `${idOf(limit)}-about`);
  input.addEventListener('change', () => change(limit, input.valueAsNumber * scale));
  return input;
}

/** @param {string} kind @param {string} content */
function words(kind, content) {
  const element = document.createElement('span');
  element.className = kind;
  element.textContent = content;
  return element;
}

/** @param {Limit} limit @param {number} value */
function shownAs({ scale }, value) {
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
