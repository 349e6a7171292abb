// @ts-check
/**
 * What leads away from our pages: real links to nodes. Clicks of either button go through the
 * background, which knows the referrer a node asks for; every other way to use a link (drag, context menu, copying its
 * address) stays the browser's own.
 */
import { writeIn } from './directions.js';
import { isWeb, safeLocation } from './locations.js';
import { groupName, text } from './strings.js';

/** @typedef {import('./types.js').NodeLink} NodeLink */
/** @typedef {{key?: string, role?: string, index?: number, variant?: number, via: 'tree' | 'role'}} Target */
/** @typedef {(target: Target, disposition: import('./types.js').Disposition) => void} Visit */

/** Characters that turn the direction of what follows: a name could be read backwards, "exe.fdp" as "pdf.exe". */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The name a node was given, or that of what it stands for; '' where it is none that can be seen. @param {{name?: string | null, meaning?: NodeLink['meaning']}} node */
export function givenName(node) {
  return (node.meaning && groupName(node.meaning)) || (node.name?.replace(TURNS, '').trim() ?? '');
}

/** The name shown for a node. @param {{name: string | null, location?: string | null}} node */
export function nameOf(node) {
  return givenName(node) || node.location || text('unnamed');
}

/** A name beside other things in a line, which runs in its own direction. @param {string} name */
export function bidi(name) {
  const element = document.createElement('bdi');
  element.textContent = name;
  return element;
}

/** The same where only text can stand. @param {string} name */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/** The tooltip of a node: its description, then the encoding of its page, where that is not the usual one, or why it leads nowhere. @param {NodeLink} node */
export function tipOf(node) {
  return [node.description, charsetOf(node), refusalOf(node)].filter(Boolean).join('\n');
}

/** What leads nowhere would lead to, and why it does not; '' where the sitemap names no address. @param {{refused?: string}} node */
export function refusalOf({ refused }) {
  if (!refused) return '';
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(refused)?.[0].toLowerCase() ?? '';
  return isWeb(refused) ? text('refusedLong') : text('refusedScheme', isolated(refused.replace(TURNS, '')), isolated(scheme));
}

/** The schemes of addresses that are no pages. @type {Record<string, 'mail' | 'phone'>} */
const NO_PAGES = { 'mailto:': 'mail', 'tel:': 'phone' };

/** What opens an address that is no page; null for pages. @param {string | null} location @returns {'mail' | 'phone' | null} */
export function openerOf(location) {
  return NO_PAGES[location?.slice(0, location.indexOf(':') + 1).toLowerCase() ?? ''] ?? null;
}

/** The character encoding of a node's page, '' where it is the one that all browsers expect. @param {{charset?: string}} node */
export function charsetOf({ charset = '' }) {
  return /^(?:utf-?8|us-ascii|ascii)$/i.test(charset.trim()) ? '' : charset.trim();
}

/**
 * A link to a node, or plain text where it has no location that may be visited.
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

/** A link that says what it leads to, for who asks: the language and the type. @param {HTMLAnchorElement} link @param {{language?: string | null, content_type?: string | null}} node */
export function describeLink(link, { language, content_type: type }) {
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
  // The middle button makes no `click` in either browser.
  link.addEventListener('auxclick', follow);
}

/**
 * Where a click leads, by the custom of both browsers; null where it is no click that leads anywhere.
 * @param {{button: number, ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean, altKey?: boolean}} event
 * @returns {import('./types.js').Disposition | null}
 */
export function clickDisposition({ button, ctrlKey, metaKey, shiftKey, altKey }) {
  if (button > 1 || altKey) return null;
  if (button === 1 || ctrlKey || metaKey) return shiftKey ? 'tab' : 'background-tab';
  return shiftKey ? 'window' : 'current';
}
