// @ts-check
/** Draws the links around the tree: roles above it, previous and next page below it. */
import { writeIn } from '../shared/directions.js';
import { icon } from '../shared/icons.js';
import { givenName, inOneParagraph, makeLink, nameOf, nodeLink } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { openMenu, submenu } from '../shared/menu.js';
import { byId, drawChanged, hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/links.js').Visit} Visit */

const PLACES = ['home', 'contact', 'contentinfo'];
/** Roles shown elsewhere: in the field, in the popup, or as the tree itself. */
const NOT_HERE = new Set(['search', 'searchpage', 'tree', ...PLACES]);
/** @type {Record<string, string>} */
const NAMES = { home: 'roleHome', contact: 'roleContact', contentinfo: 'roleContentinfo' };

/**
 * Draw the roles: home, contact and contentinfo as icons in fixed places, others in a menu after them. Hidden if there
 * are none. A role whose pages have no usable address has no icon (D47).
 * @param {HTMLElement} place
 * @param {Record<string, NodeLink[]>} roles
 * @param {Visit} visit
 */
export function drawRoles(place, roles, visit) {
  const usable = Object.entries(roles).filter(([, nodes]) =>
    nodes.some(({ location }) => safeLocation(location) !== null),
  );
  const others = usable.filter(([role]) => !NOT_HERE.has(role));
  const isNone = others.length === 0 && !usable.some(([role]) => PLACES.includes(role));
  hide(place, isNone, byId('filter'));
  const known = Object.fromEntries(usable);
  const places = PLACES.filter((role) => known[role] || !roles[role]?.length);
  drawChanged(place, [usable, places], () => {
    place.replaceChildren(
      ...places.map((role) => roleButton(role, known[role] ?? [], visit)),
      ...(others.length ? [moreRoles(others, visit)] : []),
    );
  });
}

/**
 * Return the name of a role. A role defined by the site is named by its only page, or by itself if it has several.
 * @param {string} role
 * @param {NodeLink[]} nodes
 */
function roleName(role, nodes) {
  const [only] = nodes;
  const string = NAMES[role];
  return string ? text(string) : only && nodes.length === 1 ? givenName(only) || role : role;
}

/** @param {string} role @param {NodeLink[]} nodes @param {Visit} visit */
function roleButton(role, nodes, visit) {
  const [only] = nodes;
  const name = roleName(role, nodes);
  const element =
    nodes.length === 1 && only ? roleLink(role, only, visit) : menuButton(name, () => entriesOf(role, nodes, visit));
  element.dataset.role = role;
  element.className = 'role';
  element.setAttribute('aria-label', name);
  if (nodes.length === 0) {
    /** @type {HTMLButtonElement} */ (element).disabled = true;
    element.title = text('roleAbsent', name);
  }
  element.append(icon(role));
  return element;
}

/** @param {string} role @param {NodeLink} node @param {Visit} visit */
function roleLink(role, node, visit) {
  const link = document.createElement('a');
  link.title = [...new Set([roleName(role, [node]), nameOf(node), inOneParagraph(node.description)])]
    .filter(Boolean)
    .join('\n');
  makeLink(link, safeLocation(node.location) ?? '', { role, index: 0, via: 'role' }, visit);
  return link;
}

/** @param {[string, NodeLink[]][]} roles @param {Visit} visit */
function moreRoles(roles, visit) {
  const button = menuButton(text('rolesMore'), () =>
    roles.map(([role, nodes]) => {
      const [entry] = entriesOf(role, nodes, visit);
      const name = roleName(role, nodes);
      const shown =
        nodes.length === 1 && entry
          ? entry
          : submenu(name, () => openMenu(button, name, entriesOf(role, nodes, visit)));
      shown.element.dataset.role = role;
      return shown;
    }),
  );
  button.className = 'role';
  button.setAttribute('aria-label', text('rolesMore'));
  button.append(icon('more'));
  return button;
}

/** @param {string} role @param {NodeLink[]} nodes @param {Visit} visit */
function entriesOf(role, nodes, visit) {
  return nodes.map((node, index) => ({
    label: nameOf(node),
    element: nodeLink(node, { role, index, via: 'role' }, visit),
  }));
}

/** @param {string} name @param {() => import('../shared/menu.js').MenuEntry[]} entries */
function menuButton(name, entries) {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = name;
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => openMenu(button, name, entries()));
  return button;
}

/**
 * The previous and next page. A reader who follows them by keyboard keeps the focus there while the next page loads.
 */
export class Sequence {
  /** @param {HTMLElement} nav  with two links, `#previous` and `#next` @param {Visit} visit */
  constructor(nav, visit) {
    this.nav = nav;
    this.visit = visit;
    /** Id of the link that had the focus when its page was left, '' for none. */
    this.focused = '';
  }

  /**
   * Draw the neighbours of the current page; null while they are unknown.
   * @param {{previous: NodeLink | null, next: NodeLink | null} | null} neighbours
   */
  draw(neighbours) {
    const { previous = null, next = null } = neighbours ?? {};
    if (!neighbours && this.nav.contains(document.activeElement)) this.focused = document.activeElement?.id ?? '';
    this.nav.hidden = !previous && !next;
    drawChanged(this.nav, [previous, next], () => {
      this.nav.replaceChildren(neighbour('previous', previous, this.visit), neighbour('next', next, this.visit));
    });
    if (neighbours) this.returnFocus();
  }

  /** Restore the focus if no other element has taken it. */
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
  link.title = `${label}: ${words.textContent}`;
  link.setAttribute('aria-label', link.title);
  const variant = node?.variant === undefined ? {} : { variant: node.variant };
  if (node && href) makeLink(link, href, { key: node.key, via: 'tree', ...variant }, visit);
  else link.setAttribute('aria-disabled', 'true');
  if (!link.href) {
    link.setAttribute('role', 'link');
    link.tabIndex = 0; // keeps the focus at the end of the sequence
  }
  link.append(...(id === 'previous' ? [icon('previous'), words] : [words, icon('next')]));
  return link;
}
