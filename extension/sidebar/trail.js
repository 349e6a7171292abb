// @ts-check
/** Where the current page stands: breadcrumbs above the tree, previous and next below it. */
import { icon } from '../shared/icons.js';
import { makeLink, nameOf, nodeLink } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/links.js').Visit} Visit */

/** @param {HTMLElement} place @param {NodeLink[]} trail @param {Visit} visit */
export function drawTrail(place, trail, visit) {
  place.hidden = trail.length < 2;
  const list = document.createElement('ol');
  list.append(...trail.map((node, at) => {
    const entry = document.createElement('li');
    const link = nodeLink(node, { key: node.key, via: 'tree' }, visit);
    if (at === trail.length - 1) link.setAttribute('aria-current', 'page');
    entry.append(link);
    if (at < trail.length - 1) entry.append(icon('chevron'));
    return entry;
  }));
  place.replaceChildren(list);
}

/**
 * @param {{nav: HTMLElement, previous: HTMLAnchorElement, next: HTMLAnchorElement}} places
 * @param {NodeLink | null} previous
 * @param {NodeLink | null} next
 * @param {Visit} visit
 */
export function drawSequence(places, previous, next, visit) {
  places.nav.hidden = !previous && !next;
  places.previous.replaceWith(places.previous = neighbour('previous', previous, visit));
  places.next.replaceWith(places.next = neighbour('next', next, visit));
}

/** @param {'previous' | 'next'} id @param {NodeLink | null} node @param {Visit} visit */
function neighbour(id, node, visit) {
  const link = document.createElement('a');
  link.id = id;
  const href = safeLocation(node?.location);
  const words = document.createElement('span');
  words.className = 'words';
  words.textContent = node ? nameOf(node) : text(id === 'next' ? 'noNext' : 'noPrevious');
  const label = text(id === 'next' ? 'next' : 'previous');
  link.title = node ? `${label}: ${nameOf(node)}` : label;
  link.setAttribute('aria-label', link.title);
  if (node && href) makeLink(link, href, { key: node.key, via: 'tree' }, visit);
  else link.setAttribute('aria-disabled', 'true');
  if (!link.href) link.setAttribute('role', 'link');
  link.append(...(id === 'previous' ? [icon('previous'), words] : [words, icon('next')]));
  return link;
}
