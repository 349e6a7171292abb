// @ts-check
/** Draws one row of the tree. Knows nothing of the rows around it. */
import { icon } from '../shared/icons.js';
import { nameOf, nodeLink, tipOf } from '../shared/links.js';
import { text } from '../shared/strings.js';
import { isFoldable } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {{toggle(row: Row): void, visit: import('../shared/links.js').Visit, variants(row: Row, anchor: HTMLElement): void}} RowActions */

/** Beyond this depth rows are not indented further: names matter more. */
const MAX_INDENT = 12;
/** Types that need no mention: what a reader expects of a link. */
const PLAIN_TYPES = new Set(['text/html', 'application/xhtml+xml']);

/** An empty row, to be filled when its contents come. @param {number} index @returns {HTMLElement} */
export function newRow(index) {
  const element = document.createElement('div');
  element.className = 'row waiting';
  element.id = `row-${index}`;
  element.setAttribute('role', 'treeitem');
  element.setAttribute('aria-label', text('rowLoading'));
  element.tabIndex = -1;
  return element;
}

/**
 * Fills a row.
 * @param {HTMLElement} element
 * @param {Row} row
 * @param {RowActions} actions
 */
export function fillRow(element, row, actions) {
  element.className = `row ${row.kind} ${weightOf(row.priority)}${row.loop ? ' loop' : ''}`;
  element.removeAttribute('aria-label');
  element.style.setProperty('--level', String(Math.min(row.level, MAX_INDENT)));
  element.title = tipOf(row);
  describe(element, row);
  element.replaceChildren(twist(row, actions), name(row, actions), ...badges(row, actions));
}

/** @param {HTMLElement} element @param {Row} row */
function describe(element, row) {
  const states = {
    'aria-level': row.level,
    'aria-setsize': row.set_size ?? null,
    'aria-posinset': row.position ?? null,
    'aria-expanded': isFoldable(row) ? row.open : null,
    'aria-current': row.current ? 'page' : null,
  };
  for (const [attribute, value] of Object.entries(states)) {
    if (value === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, String(value));
  }
}

/** How heavy a name is set. @param {number} priority */
export function weightOf(priority) {
  if (priority >= 0.85) return 'heavy';
  if (priority > 0.55) return 'strong';
  return priority < 0.3 ? 'light' : 'plain';
}

/** @param {Row} row @param {RowActions} actions */
function twist(row, actions) {
  const element = document.createElement('span');
  element.className = 'twist';
  element.setAttribute('aria-hidden', 'true');
  if (isFoldable(row)) {
    element.append(icon('chevron'));
    element.addEventListener('click', (event) => { event.stopPropagation(); actions.toggle(row); });
  }
  return element;
}

/** @param {Row} row @param {RowActions} actions */
function name(row, actions) {
  const element = row.kind === 'item' ? nodeLink(row, { key: row.key, via: 'tree' }, actions.visit) : document.createElement('span');
  if (row.kind !== 'item') element.textContent = row.name ?? '';
  if (row.kind === 'group' && !row.name) element.append(separator());
  element.classList.add('name');
  element.tabIndex = -1;
  if (element.localName === 'span') {
    element.removeAttribute('tabindex');
    if (isFoldable(row)) element.addEventListener('click', () => actions.toggle(row));
  }
  return element;
}

function separator() {
  const words = document.createElement('span');
  words.className = 'unseen';
  words.textContent = text('namelessGroup');
  return words;
}

/** @param {Row} row @param {RowActions} actions */
function badges(row, actions) {
  const list = [];
  if (row.loop) list.push(badge('', text('loopTip'), 'loop'));
  if (row.language && isForeign(row.language)) list.push(badge(row.language, languageName(row.language)));
  if (row.content_type && !PLAIN_TYPES.has(row.content_type)) list.push(badge(shortType(row.content_type), row.content_type));
  if (row.kind === 'item' && (row.variants?.length ?? 0) > 1) list.push(variantsButton(row, actions));
  return list;
}

/** @param {string} words @param {string} tip @param {string} [drawing] */
function badge(words, tip, drawing) {
  const element = document.createElement('span');
  element.className = 'badge';
  element.title = tip;
  if (drawing) {
    element.append(icon(drawing));
    const unseen = document.createElement('span');
    unseen.className = 'unseen';
    unseen.textContent = tip;
    element.append(unseen);
  } else {
    element.textContent = words;
  }
  return element;
}

/** @param {Row} row @param {RowActions} actions */
function variantsButton(row, actions) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'variants';
  button.tabIndex = -1;
  button.title = text('variantsTip');
  button.setAttribute('aria-label', text('variantsOf', nameOf(row)));
  button.setAttribute('aria-haspopup', 'menu');
  button.append(icon('more'));
  button.addEventListener('click', (event) => { event.stopPropagation(); actions.variants(row, button); });
  return button;
}

/** Whether a language is none of those the browser's interface speaks. @param {string} tag */
function isForeign(tag) {
  const spoken = document.documentElement.lang.split('-')[0];
  return tag.split('-')[0]?.toLowerCase() !== spoken?.toLowerCase();
}

/** A language's name in the reader's own. @param {string} tag */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}

/** A content type in a few letters. @param {string} type */
export function shortType(type) {
  const [kind = '', form = ''] = type.split(';')[0]?.split('/') ?? [];
  const known = form.replace(/^(x-|vnd\.)+/, '').split('+')[0] ?? '';
  return known.length <= 5 ? known.toUpperCase() : kind;
}
