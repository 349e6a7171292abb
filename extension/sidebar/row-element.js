// @ts-check
/** Draws one row of the tree, and its variants for a menu. Independent of the rows around it. */
import { api, siteOf } from '../shared/browser.js';
import { writeIn } from '../shared/directions.js';
import { icon } from '../shared/icons.js';
import { charsetOf, givenName, nameOf, nodeLink, openerOf, refusalOf, tipOf } from '../shared/links.js';
import { isWeb, safeLocation } from '../shared/locations.js';
import { markedLetters, matchedParts } from '../shared/matched-letters.js';
import { isSameLanguage, languageName, text } from '../shared/strings.js';
import { headingOfKey } from './heading-rows.js';
import { isFoldable } from './tree-keys.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').VariantLink} VariantLink */
/** @typedef {import('../shared/links.js').Visit} Visit */
/**
 * @typedef {{
 *   toggle(row: Row): void,
 *   visit: Visit,
 *   menu(row: Row, anchor: HTMLElement): void,
 * }} RowActions
 */

/** Types that are not mentioned, since readers expect them of a link. */
const PLAIN_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** Strings for addresses that are not pages. */
const OPENERS = { mail: 'leadsToMail', phone: 'leadsToPhone' };

/**
 * Return an empty row, to be filled when its contents arrive.
 * @param {number} index
 * @param {string} [prefix]  of its id
 * @returns {HTMLElement}
 */
export function newRow(index, prefix = 'row') {
  const element = document.createElement('div');
  element.className = 'row waiting';
  element.id = `${prefix}-${index}`;
  element.setAttribute('role', 'treeitem');
  element.setAttribute('aria-label', text('rowLoading'));
  element.tabIndex = -1;
  return element;
}

/**
 * Fill a row.
 * @param {HTMLElement} element
 * @param {Row} row
 * @param {RowActions} actions
 * @param {{words?: readonly string[], language?: string, site?: string}} [around]  `words` of the filter are marked.
 *   `language` is the expected language of rows, `site` the site to which they are expected to lead.
 */
export function fillRow(element, row, actions, { words = [], language = api.i18n.getUILanguage(), site = '' } = {}) {
  const foreign = row.language && !isSameLanguage(row.language, language) ? row.language : '';
  element.className = [
    'row',
    headingOfKey(row.key) === null ? kindOf(row) : 'heading',
    weightOf(row.priority),
    row.loop && 'loop',
  ]
    .filter(Boolean)
    .join(' ');
  element.style.setProperty('--level', String(row.level));
  const other = otherSiteOf(row, site);
  element.title = [tipOf(row), other && text('leadsToSite', other)].filter(Boolean).join('\n');
  describe(element, row, foreign, other);
  element.replaceChildren(twist(row, actions), name(row, actions, words), ...badges(row, foreign, other));
  element.append(menuButton(row, actions));
}

/** Return the host of a row's page if it belongs to another site, else ''. @param {Row} row @param {string} site */
export function otherSiteOf({ location }, site) {
  if (!site || !location || !isWeb(location)) return '';
  const { hostname } = new URL(location);
  return siteOf(hostname) === site ? '' : hostname;
}

/**
 * Return the style of a row. A group without children is no heading; a row without link and children has its own mark.
 * @param {Row} row
 */
function kindOf(row) {
  if (isNowhere(row)) return `${row.kind} nowhere`;
  return row.kind === 'group' && !row.children && row.match === undefined && givenName(row) ? 'empty' : row.kind;
}

/**
 * Return whether a row has no action. A row under a filter has one, since its children may be filtered out.
 * @param {Row} row
 */
function isNowhere(row) {
  return row.kind === 'item' && row.match === undefined && safeLocation(row.location) === null && !isFoldable(row);
}

/** @param {HTMLElement} element @param {Row} row @param {string} foreign @param {string} other */
function describe(element, row, foreign, other) {
  const states = {
    'aria-label': labelOf(row, foreign, other),
    'aria-description': descriptionOf(row) || null,
    lang: row.language,
    'aria-level': row.level,
    'aria-setsize': row.set_size ?? null,
    'aria-posinset': row.position ?? null,
    'aria-expanded': isFoldable(row) ? row.open : null,
    'aria-current': row.current ? 'page' : row.near ? 'location' : null,
    'aria-disabled': isNowhere(row) || null,
  };
  for (const [name, value] of Object.entries(states)) writeAttribute(element, name, value);
}

/**
 * Set an attribute, or remove it with null.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string | number | boolean | null} value
 */
export function writeAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

/**
 * Return the accessible description of a row: the author's description and other known properties.
 * @param {Row} row
 * @param {...string} more
 */
export function descriptionOf(row, ...more) {
  return [row.description, refusalOf(row), ...more].filter(Boolean).join('. ');
}

/**
 * Return the accessible name of a row: its name and the meaning of its marks.
 * @param {Row} row
 * @param {string} foreign
 * @param {string} other
 */
function labelOf(row, foreign, other) {
  const own = row.kind === 'item' ? nameOf(row) : givenName(row) || text('namelessGroup');
  const opener = openerOf(row.location);
  const marks = [
    row.near && text('nearHere'),
    row.loop && text('loopTip'),
    opener && text(OPENERS[opener]),
    isNowhere(row) && text('nowhere'),
    other ? text('leadsToSite', other) : row.leads && text('leadsToPage'),
    foreign && languageName(foreign),
    typeOf(row),
  ];
  return [own, ...marks].filter(Boolean).join(', ');
}

/** Return the content type if it is unusual for a link. @param {Row} row */
function typeOf({ content_type: type }) {
  return type && !PLAIN_TYPES.has(type) ? shortType(type) : '';
}

/** Return the font weight of a name. @param {number} priority */
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
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      actions.toggle(row);
    });
  }
  return element;
}

/** @param {Row} row @param {RowActions} actions @param {readonly string[]} words */
function name(row, actions, words) {
  const element =
    row.kind === 'item'
      ? nodeLink(row, { key: row.key, via: 'tree' }, followed(row, actions))
      : document.createElement('span');
  if (row.kind !== 'item') element.textContent = givenName(row);
  if (row.kind === 'group' && !givenName(row)) element.classList.add('nameless');
  writeName(element, row, words);
  element.classList.add('name');
  writeIn(element, row.language);
  element.tabIndex = -1;
  if (element.localName === 'span') {
    element.removeAttribute('tabindex');
    if (isFoldable(row)) element.addEventListener('click', () => actions.toggle(row));
  }
  return element;
}

/**
 * Return a function that visits a row's page and opens its branch.
 * @param {Row} row
 * @param {RowActions} actions
 * @returns {Visit}
 */
function followed(row, actions) {
  return (target, disposition) => {
    if (disposition === 'current' && isFoldable(row) && !row.open) actions.toggle(row);
    actions.visit(target, disposition);
  };
}

/**
 * Write a name, with the letters marked that a filter matches.
 * @param {HTMLElement} element
 * @param {Row} row
 * @param {readonly string[]} words
 */
function writeName(element, row, words) {
  const inner = document.createElement('span');
  inner.className = 'words';
  const text = element.textContent ?? '';
  inner.append(...(row.match ? markedLetters(matchedParts(text, words)) : [text]));
  element.replaceChildren(inner);
}

/**
 * @param {Row} row
 * @param {string} foreign  its language, if unexpected
 * @param {string} other  the host of another site
 */
function badges(row, foreign, other) {
  const list = [];
  const opener = openerOf(row.location);
  if (row.near) list.push(nearMark());
  if (row.loop) list.push(badge('', text('loopTip'), 'loop'));
  if (opener) list.push(badge('', text(OPENERS[opener]), opener));
  if (isNowhere(row)) list.push(badge('', text('nowhere'), 'nowhere'));
  if (other) list.push(badge('', text('leadsToSite', other), 'away'));
  else if (row.leads) list.push(badge('', text('leadsToPage'), 'leads'));
  if (foreign) list.push(badge(foreign, languageName(foreign)));
  if (row.content_type && typeOf(row)) list.push(badge(typeOf(row), row.content_type));
  return list;
}

/** Return the mark of a row that has the current page somewhere below it. */
function nearMark() {
  const element = document.createElement('span');
  element.className = 'near-here';
  element.setAttribute('aria-hidden', 'true'); // the row's own name includes it
  element.textContent = text('nearHere');
  return element;
}

/** @param {string} words @param {string} tip @param {string} [drawing] */
function badge(words, tip, drawing) {
  const element = document.createElement('span');
  element.className = 'badge';
  element.title = tip;
  // The row's own name includes it in full: as text, these letters would be a second name.
  if (drawing) element.append(icon(drawing));
  else element.dataset.code = words;
  return element;
}

/** @param {Row} row @param {RowActions} actions */
function menuButton(row, actions) {
  const isMany = row.variants.length > 1;
  // Variants in other languages or formats deserve a visible button; other commands are available for any row.
  const button = rowButton(
    isMany ? 'variants' : 'variants menu',
    'more',
    text(isMany ? 'variantsTip' : 'rowMenuTip'),
    text('rowMenuOf', nameOf(row)),
    () => actions.menu(row, button),
  );
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  return button;
}

/**
 * Return a button at the end of a row, outside the tab order. In the tree, Alt+Down and Shift+F10 open the row's menu.
 * @param {string} classes
 * @param {string} drawing
 * @param {string} tip
 * @param {string} label
 * @param {() => void} act
 */
function rowButton(classes, drawing, tip, label, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = classes;
  button.tabIndex = -1;
  button.title = tip;
  button.setAttribute('aria-label', label);
  button.append(icon(drawing));
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    act();
  });
  return button;
}

/**
 * Show the number of pages below a row in its own element, so that nothing else is redrawn; '' for none.
 * @param {HTMLElement} element
 * @param {string} count
 */
export function drawCount(element, count) {
  const place = element.querySelector('.below');
  if (!count) return void place?.remove();
  const counter = /** @type {HTMLElement} */ (place ?? document.createElement('span'));
  counter.className = 'below';
  // Drawn by the style sheet: it is in the row's description, and text in the row would become part of its name.
  counter.dataset.count = count;
  if (!place) element.insertBefore(counter, element.querySelector('.variants'));
}

/** Return a content type in a few letters. @param {string} type */
export function shortType(type) {
  const [kind = '', form = ''] = type.split(';')[0]?.split('/') ?? [];
  const known = form.replace(/^(x-|vnd\.)+/, '').split('+')[0] ?? '';
  return known.length <= 5 ? known.toUpperCase() : kind;
}

/**
 * Return the menu entries of a row's variants.
 * @param {Row} row
 * @param {Visit} visit
 * @returns {import('../shared/menu.js').MenuEntry[]}
 */
export function variantEntries(row, visit) {
  return row.variants.map((variant) => {
    const named = { ...variant, name: givenName(variant) || row.name };
    const element = nodeLink(named, { key: row.key, variant: variant.index, via: 'tree' }, visit);
    const isCurrent = variant.location === row.location && variant.language === row.language;
    return { label: element.textContent ?? '', element, note: noteOf(variant), isCurrent };
  });
}

/** @param {VariantLink} variant */
function noteOf(variant) {
  const { language, content_type } = variant;
  return [language && languageName(language), content_type && shortType(content_type), charsetOf(variant)]
    .filter(Boolean)
    .join(' · ');
}
