// @ts-check
/** The reader's order of languages, for pages that exist in several. */
import { api } from '../shared/browser.js';
import { icon } from '../shared/icons.js';
import { keepFocus } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { languageName } from '../sidebar/row-element.js';

/** @type {string[]} */
let order = [];
/** @type {(changes: {languages: string[]}) => void} */
let keepOrder = () => {};

/** @param {string[]} languages */
export async function drawLanguages(languages) {
  order = languages;
  const list = /** @type {HTMLElement} */ (document.getElementById('languages'));
  const input = /** @type {HTMLElement} */ (document.querySelector('#language-form input'));
  keepFocus(list, () => list.replaceChildren(...order.map(entry)), input);
  const hint = /** @type {HTMLElement} */ (document.getElementById('browser-order'));
  hint.hidden = order.length > 0;
  hint.textContent = text('browserOrder', (await api.i18n.getAcceptLanguages()).map(languageName).join(', '));
}

/** @param {(changes: {languages: string[]}) => void} keep @param {(words: string) => void} say */
export function wireLanguages(keep, say) {
  keepOrder = keep;
  const form = /** @type {HTMLFormElement} */ (document.getElementById('language-form'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('tag'));
    const tag = canonicalTag(input.value.trim());
    if (!tag) return say(text('languageBad', input.value));
    input.value = '';
    change([...order.filter((other) => other !== tag), tag]);
  });
}

/** The tag in its usual form, or null where it is none. @param {string} tag */
export function canonicalTag(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @param {string[]} languages */
function change(languages) {
  keepOrder({ languages });
  drawLanguages(languages);
}

/** @param {string} tag @param {number} at */
function entry(tag, at) {
  const line = document.createElement('li');
  const words = document.createElement('span');
  const name = languageName(tag);
  words.textContent = `${name} (${tag})`;
  line.append(words,
    action('chevron', 'turn-up', text('moveUp', name), at > 0, () => move(at, at - 1)),
    action('chevron', 'turn-down', text('moveDown', name), at < order.length - 1, () => move(at, at + 1)),
    action('close', '', text('removeItem', name), true, () => change(order.filter((other) => other !== tag))));
  return line;
}

/** Moves a language; the focus goes along. @param {number} from @param {number} to */
function move(from, to) {
  change(swapped(from, to));
  const buttons = [...document.querySelectorAll(`#languages li:nth-child(${to + 1}) button:not(:disabled)`)];
  const wanted = buttons[to < from ? 0 : buttons.length - 2];
  /** @type {HTMLElement} */ (wanted ?? buttons[0]).focus();
}

/** @param {number} a @param {number} b */
function swapped(a, b) {
  const next = [...order];
  [next[a], next[b]] = [/** @type {string} */ (next[b]), /** @type {string} */ (next[a])];
  return next;
}

/**
 * A small button with a drawing.
 * @param {string} drawing
 * @param {string} turn
 * @param {string} label
 * @param {boolean} isEnabled
 * @param {() => void} act
 */
export function action(drawing, turn, label, isEnabled, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.disabled = !isEnabled;
  button.title = label;
  button.setAttribute('aria-label', label);
  const svg = icon(drawing);
  if (turn) svg.classList.add(turn);
  button.append(svg);
  button.addEventListener('click', act);
  return button;
}
