// @ts-check
/** The role buttons: home, contact and contentinfo always in their places, others by name after them. */
import { icon } from '../shared/icons.js';
import { makeLink, nameOf, nodeLink } from '../shared/links.js';
import { safeLocation } from '../shared/locations.js';
import { openMenu } from '../shared/menu.js';
import { drawChanged } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').NodeLink} NodeLink */
/** @typedef {import('../shared/links.js').Visit} Visit */

const PLACES = ['home', 'contact', 'contentinfo'];
/** Shown elsewhere, or in the popup only. */
const NOT_HERE = new Set(['search', 'searchpage', 'tree', ...PLACES]);
/** @type {Record<string, string>} */
const NAMES = { home: 'roleHome', contact: 'roleContact', contentinfo: 'roleContentinfo' };

/**
 * Draws the buttons.
 * @param {HTMLElement} place
 * @param {Record<string, NodeLink[]>} roles
 * @param {Visit} visit
 */
export function drawRoles(place, roles, visit) {
  const others = Object.keys(roles).filter((role) => !NOT_HERE.has(role) && roles[role]?.length);
  const wanted = [...PLACES, ...others];
  drawChanged(place, roles, () => place.replaceChildren(...wanted.map((role) => roleButton(role, roles[role] ?? [], visit))));
}

/** The name of a role, its own where we have none. @param {string} role */
function roleName(role) {
  const string = NAMES[role];
  return string ? text(string) : role;
}

/** @param {string} role @param {NodeLink[]} nodes @param {Visit} visit */
function roleButton(role, nodes, visit) {
  const [only] = nodes;
  const element = nodes.length === 1 && only ? roleLink(role, only, visit) : roleMenu(role, nodes, visit);
  element.dataset['role'] = role;
  element.classList.add('role');
  const words = document.createElement('span');
  words.textContent = roleName(role);
  words.dir = 'auto';
  element.append(icon(PLACES.includes(role) ? role : 'role'), words);
  return element;
}

/** @param {string} role @param {NodeLink} node @param {Visit} visit */
function roleLink(role, node, visit) {
  const href = safeLocation(node.location);
  const link = document.createElement('a');
  link.title = [nameOf(node), node.description].filter(Boolean).join('\n');
  if (href === null) {
    link.setAttribute('role', 'link');
    link.setAttribute('aria-disabled', 'true');
  } else makeLink(link, href, { role, index: 0, via: 'role' }, visit);
  return link;
}

/** @param {string} role @param {NodeLink[]} nodes @param {Visit} visit */
function roleMenu(role, nodes, visit) {
  const button = document.createElement('button');
  button.type = 'button';
  if (nodes.length === 0) {
    button.disabled = true;
    button.title = text('roleAbsent', roleName(role));
    return button;
  }
  button.title = roleName(role);
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => openMenu(button, roleName(role), nodes.map((node, index) => ({
    label: nameOf(node), element: nodeLink(node, { role, index, via: 'role' }, visit),
  }))));
  return button;
}
