// @ts-check
/**
 * Creates links to nodes. A click of the left or middle button goes through the background, which knows the referrer a
 * node asks for. They are real links, so all other uses (drag, context menu, copying the address) stay with the
 * browser.
 */
import '../content/visible-text.js';
import { writeIn } from './directions.js';
import { isWeb, safeLocation } from './locations.js';
import { groupName, text } from './strings.js';

/** @typedef {import('./types.js').NodeLink} NodeLink */
/** @typedef {{key?: string, role?: string, index?: number, variant?: number, via: 'tree' | 'role'}} Target */
/** @typedef {(target: Target, disposition: import('./types.js').Disposition) => void} Visit */

/** Characters that begin a new line: in a tooltip, the author's could pass for one of ours. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const visibleText = /** @type {NonNullable<import('./types.js').IsolatedWorld['sitemapVisibleText']>} */ (
  /** @type {import('./types.js').IsolatedWorld} */ (globalThis).sitemapVisibleText
);

/**
 * Return an author's text without line breaks and invisible characters; '' if nothing is left. Direction controls are
 * among these: a name could be read backwards, "exe.fdp" as "pdf.exe".
 * @param {string | null | undefined} words
 */
export function inOneParagraph(words) {
  return visibleText(words ?? '')
    .replace(BREAKS, ' ')
    .trim();
}

/**
 * Return a node's given name, or the name of the group it represents; '' if none is visible.
 * @param {{name?: string | null, meaning?: NodeLink['meaning']}} node
 */
export function givenName(node) {
  return (node.meaning && groupName(node.meaning)) || inOneParagraph(node.name);
}

/** Return the displayed name of a node. @param {{name: string | null, location?: string | null}} node */
export function nameOf(node) {
  return givenName(node) || node.location || text('unnamed');
}

/** Return an element with a name that runs in its own direction. @param {string} name */
export function bidi(name) {
  const element = document.createElement('bdi');
  element.textContent = name;
  return element;
}

/** Return a name with direction isolates, where only text is possible. @param {string} name */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/**
 * Return the tooltip of a node: its description, an unusual encoding of its page, and the reason if it has no link.
 * @param {NodeLink} node
 */
export function tipOf(node) {
  return [inOneParagraph(node.description), charsetOf(node), refusalOf(node)].filter(Boolean).join('\n');
}

/**
 * Return the address that a node without a link would lead to, and why it is refused; '' if the sitemap gives no
 * address.
 * @param {{refused?: string}} node
 */
export function refusalOf({ refused }) {
  if (!refused) return '';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(refused)?.[0].toLowerCase() ?? '';
  return isWeb(refused) ? text('refusedLong') : text('refusedScheme', isolated(visibleText(refused)), isolated(scheme));
}

/** Schemes of addresses that are not pages. @type {Record<string, 'mail' | 'phone'>} */
const NO_PAGES = { 'mailto:': 'mail', 'tel:': 'phone' };

/**
 * Return the program that opens an address; null for pages.
 * @param {string | null} location
 * @returns {'mail' | 'phone' | null}
 */
export function openerOf(location) {
  return NO_PAGES[location?.slice(0, location.indexOf(':') + 1).toLowerCase() ?? ''] ?? null;
}

/** Return the character encoding of a node's page, '' for UTF-8. @param {{charset?: string}} node */
export function charsetOf({ charset = '' }) {
  return /^(?:utf-?8|us-ascii|ascii)$/i.test(charset.trim()) ? '' : charset.trim();
}

/**
 * Return a link to a node, or plain text if its location may not be visited.
 * @param {{name: string | null, location: string | null, language?: string | null, content_type?: string | null}} node
 * @param {Target} target
 * @param {Visit} visit
 * @returns {HTMLElement}
 */
export function nodeLink(node, target, visit) {
  const href = safeLocation(node.location);
  const element = document.createElement(href === null ? 'span' : 'a');
  element.textContent = nameOf(node);
  writeIn(element, node.language);
  if (href !== null) makeLink(describeLink(/** @type {HTMLAnchorElement} */ (element), node), href, target, visit);
  return element;
}

/**
 * Set the language and the type of a link's target.
 * @param {HTMLAnchorElement} link
 * @param {{language?: string | null, content_type?: string | null}} node
 */
function describeLink(link, { language, content_type: type }) {
  if (language) link.hreflang = language;
  if (type) link.type = type;
  return link;
}

/** @param {HTMLAnchorElement} link @param {string} href @param {Target} target @param {Visit} visit */
export function makeLink(link, href, target, visit) {
  link.href = href;
  const follow = (/** @type {MouseEvent} */ event) => {
    const disposition = clickDisposition(event);
    if (disposition === null) return;
    event.preventDefault();
    visit(target, disposition);
  };
  link.addEventListener('click', follow);
  // The middle button fires no `click` in either browser.
  link.addEventListener('auxclick', follow);
}

/**
 * Return where a click opens a link, by the convention of both browsers; null if the click does not open it.
 * @param {{button: number, ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean, altKey?: boolean}} event
 * @returns {import('./types.js').Disposition | null}
 */
export function clickDisposition({ button, ctrlKey, metaKey, shiftKey, altKey }) {
  if (button > 1 || altKey) return null;
  if (button === 1 || ctrlKey || metaKey) return shiftKey ? 'tab' : 'background-tab';
  return shiftKey ? 'window' : 'current';
}
