// @ts-check
/** Where the current page stands: breadcrumbs above the tree, previous and next below it. */
import { icon } from '../shared/icons.js';
import { makeLink, nameOf, nodeLink, tipOf } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { openMenu } from '../shared/menu.js';
import { drawChanged } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/links.js').Visit} Visit */

/** A longer trail shows its first crumb and its last ones; those between are in a menu. */
const MOST_CRUMBS = 4;
const LAST_CRUMBS = 2;

/** @param {HTMLElement} place @param {NodeLink[]} trail @param {Visit} visit */
export function drawTrail(place, trail, visit) {
  place.hidden = trail.length < 2;
  drawChanged(place, trail, () => {
    const list = document.createElement('ol');
    list.append(...crumbs(trail, visit).map(asEntry));
    place.replaceChildren(list);
  });
}

/** @param {NodeLink[]} trail @param {Visit} visit @returns {HTMLElement[]} */
function crumbs(trail, visit) {
  const links = trail.map((node) => nodeLink(node, { key: node.key, via: 'tree' }, visit));
  for (const [at, link] of links.entries()) link.title = tipOf(/** @type {NodeLink} */ (trail[at]));
  links.at(-1)?.setAttribute('aria-current', 'page');
  if (trail.length <= MOST_CRUMBS) return links;
  return [...links.slice(0, 1), moreButton(trail.slice(1, -LAST_CRUMBS), visit), ...links.slice(-LAST_CRUMBS)];
}

/** @param {HTMLElement} crumb @param {number} at @param {HTMLElement[]} all */
function asEntry(crumb, at, all) {
  const entry = document.createElement('li');
  entry.append(crumb);
  if (at < all.length - 1) entry.append(icon('chevron'));
  return entry;
}

/** @param {NodeLink[]} nodes @param {Visit} visit */
function moreButton(nodes, visit) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.title = text('trailMore');
  button.setAttribute('aria-label', text('trailMore'));
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  button.append(icon('more'));
  button.addEventListener('click', () => openMenu(button, text('trailMore'), nodes.map((node) => ({
    label: nameOf(node), element: nodeLink(node, { key: node.key, via: 'tree' }, visit),
  }))));
  return button;
}

/**
 * @param {{nav: HTMLElement, previous: HTMLAnchorElement, next: HTMLAnchorElement}} places
 * @param {NodeLink | null} previous
 * @param {NodeLink | null} next
 * @param {Visit} visit
 */
export function drawSequence(places, previous, next, visit) {
  places.nav.hidden = !previous && !next;
  drawChanged(places.nav, [previous, next], () => {
    places.previous.replaceWith(places.previous = neighbour('previous', previous, visit));
    places.next.replaceWith(places.next = neighbour('next', next, visit));
  });
}

/** @param {'previous' | 'next'} id @param {NodeLink | null} node @param {Visit} visit */
function neighbour(id, node, visit) {
  const link = document.createElement('a');
  link.id = id;
  const href = safeLocation(node?.location);
  const words = document.createElement('span');
  words.className = 'words';
  words.dir = 'auto';
  words.textContent = node ? nameOf(node) : text(id === 'next' ? 'noNext' : 'noPrevious');
  const label = text(id === 'next' ? 'next' : 'previous');
  link.title = node ? `${label}: ${nameOf(node)}` : label;
  link.setAttribute('aria-label', link.title);
  if (node && href) makeLink(link, href, { key: node.key, via: 'tree' }, visit);
  else link.setAttribute('aria-disabled', 'true');
  if (!link.href) {
    link.setAttribute('role', 'link');
    link.tabIndex = 0; // the focus that stood here at the end of the sequence stays
  }
  link.append(...(id === 'previous' ? [icon('previous'), words] : [words, icon('next')]));
  return link;
}
