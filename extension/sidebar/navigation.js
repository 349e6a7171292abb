// @ts-check
/** The links around the tree: role buttons and breadcrumbs above it, previous and next page below it. */
import { writeIn } from '../shared/directions.js';
import { icon } from '../shared/icons.js';
import { givenName, makeLink, nameOf, nodeLink, tipOf } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { openMenu } from '../shared/menu.js';
import { drawChanged } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/links.js').Visit} Visit */

const PLACES = ['home', 'contact', 'contentinfo'];
/** Shown as search box, in the popup only, or as the tree itself. */
const NOT_HERE = new Set(['search', 'searchpage', 'tree', ...PLACES]);
/** @type {Record<string, string>} */
const NAMES = { home: 'roleHome', contact: 'roleContact', contentinfo: 'roleContentinfo' };

/**
 * Draws the role buttons: home, contact and contentinfo always, in their places; others by name after them.
 * @param {HTMLElement} place
 * @param {Record<string, NodeLink[]>} roles
 * @param {Visit} visit
 */
export function drawRoles(place, roles, visit) {
  const usable = (/** @type {string} */ role) => (roles[role]?.some(({ location }) => safeLocation(location) !== null) ? roles[role] ?? [] : []);
  const others = Object.keys(roles).filter((role) => !NOT_HERE.has(role) && usable(role).length);
  const wanted = [...PLACES, ...others];
  drawChanged(place, roles, () => place.replaceChildren(...wanted.map((role) => roleButton(role, usable(role), visit))));
}

/** What a role button says: a role of the site's own is called by its one page, by itself where it has several. @param {string} role @param {NodeLink[]} nodes */
function roleName(role, nodes) {
  const [only] = nodes;
  const string = NAMES[role];
  return string ? text(string) : only && nodes.length === 1 ? givenName(only) || role : role;
}

/** @param {string} role @param {NodeLink[]} nodes @param {Visit} visit */
function roleButton(role, nodes, visit) {
  const [only] = nodes;
  const element = nodes.length === 1 && only ? roleLink(role, only, visit) : roleMenu(role, nodes, visit);
  element.dataset['role'] = role;
  element.classList.add('role');
  const words = document.createElement('span');
  words.textContent = roleName(role, nodes);
  // Ours are in the language of the interface; a page's name is in its own.
  writeIn(words, !NAMES[role] && only && nodes.length === 1 ? only.language : null);
  element.append(...(PLACES.includes(role) ? [icon(role)] : []), words);
  return element;
}

/** @param {string} role @param {NodeLink} node @param {Visit} visit */
function roleLink(role, node, visit) {
  const link = document.createElement('a');
  link.title = [nameOf(node), node.description].filter(Boolean).join('\n');
  makeLink(link, safeLocation(node.location) ?? '', { role, index: 0, via: 'role' }, visit);
  return link;
}

/** @param {string} role @param {NodeLink[]} nodes @param {Visit} visit */
function roleMenu(role, nodes, visit) {
  const button = document.createElement('button');
  button.type = 'button';
  if (nodes.length === 0) {
    button.disabled = true;
    button.title = text('roleAbsent', roleName(role, nodes));
    return button;
  }
  const name = roleName(role, nodes);
  button.title = name;
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => openMenu(button, name, nodes.map((node, index) => ({
    label: nameOf(node), element: nodeLink(node, { role, index, via: 'role' }, visit),
  }))));
  return button;
}

/** A longer trail shows its first crumb and its last ones; those between are in a menu. */
const MOST_CRUMBS = 4;
const LAST_CRUMBS = 2;

/** Draws the way from the top to the current page; a page at the top needs none. @param {HTMLElement} place @param {NodeLink[]} trail @param {Visit} visit */
export function drawTrail(place, trail, visit, isNear = false) {
  place.hidden = trail.length < 2;
  drawChanged(place, [trail, isNear], () => {
    const list = document.createElement('ol');
    list.append(...crumbs(trail, visit, isNear).map(asEntry));
    place.replaceChildren(list);
  });
}

/** @param {NodeLink[]} trail @param {Visit} visit @param {boolean} isNear  whether the page on view is below the last @returns {HTMLElement[]} */
function crumbs(trail, visit, isNear) {
  const links = trail.map((node) => nodeLink(node, { key: node.key, via: 'tree' }, visit));
  for (const [at, link] of links.entries()) link.title = tipOf(/** @type {NodeLink} */ (trail[at]));
  if (!isNear) links.at(-1)?.setAttribute('aria-current', 'page');
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

/** Previous and next page. A reader who walks on by keyboard keeps it there, also while the next page is loading. */
export class Sequence {
  /** @param {HTMLElement} nav  with two links, `#previous` and `#next` @param {Visit} visit */
  constructor(nav, visit) {
    this.nav = nav;
    this.visit = visit;
    /** Which link had the focus when its page went, '' for none. */
    this.focused = '';
  }

  /** Draws the neighbours of the current page; null while nobody knows them. @param {{previous: NodeLink | null, next: NodeLink | null} | null} neighbours */
  draw(neighbours) {
    const { previous = null, next = null } = neighbours ?? {};
    if (!neighbours && this.nav.contains(document.activeElement)) this.focused = document.activeElement?.id ?? '';
    this.nav.hidden = !previous && !next;
    drawChanged(this.nav, [previous, next], () => {
      this.nav.replaceChildren(neighbour('previous', previous, this.visit), neighbour('next', next, this.visit));
    });
    if (neighbours) this.returnFocus();
  }

  /** Gives the focus back where nothing else has taken it. */
  returnFocus() {
    const link = this.focused && document.getElementById(this.focused);
    if (link && document.activeElement === document.body) link.focus();
    this.focused = '';
  }
}

/** @param {'previous' | 'next'} id @param {NodeLink | null} node @param {Visit} visit */
function neighbour(id, node, visit) {
  const link = document.createElement('a');
  link.id = id;
  const href = safeLocation(node?.location);
  const words = document.createElement('span');
  words.className = 'words';
  writeIn(words, node?.language);
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
