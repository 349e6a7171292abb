// @ts-check
/** The toolbar popup: the map as a menu, a search box, what was found and where, and the way to the sidebar. */
import { BackgroundPort, RequestError } from '../shared/background-port.js';
import { Asking } from '../shared/asking.js';
import { api, openOptions, openSidebar } from '../shared/browser.js';
import { icon, placeIcons } from '../shared/icons.js';
import { bidi, nodeLink, nameOf } from '../shared/links.js';
import { itemsOf, moveFocus, moveInMenu } from '../shared/menu.js';
import { drawMessage, problemText } from '../shared/message.js';
import { drawSearch, wireSearch } from '../shared/search-form.js';
import { statusText } from '../shared/status-text.js';
import { localise, text } from '../shared/strings.js';
import { drawEntries, fetchOnWay, separator } from './menu-pages.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').Row} Row */

localise();
placeIcons();

/** @type {<T extends HTMLElement>(id: string) => T} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('search'));
const menu = byId('menu');

/** What is shown: the tab, and the entries on the way to the open submenu. @type {{tab: TabView | null, mark: string, path: Row[], turn: number}} */
const shown = { tab: null, mark: '', path: [], turn: 0 };

const { id: windowId = -1 } = await api.windows.getCurrent();
const port = new BackgroundPort('ui:popup', windowId, (event, params) => { if (event === 'tab') showTab(params); });

// First thing in the handler, before any await: the browser wants to see the gesture.
byId('open-sidebar').addEventListener('click', () => {
  openSidebar(windowId);
  window.close();
});
byId('options').addEventListener('click', leaveForOptions);
wireSearch(form, (term, disposition) => leave('search', { term, disposition }));
document.addEventListener('keydown', onKey);
menu.addEventListener('focusin', (event) => setTabStop(/** @type {HTMLElement} */ (event.target), false));

const asking = new Asking(byId('asking'), {
  suggest: () => port.ask('suggest'),
  choose: (site, sitemap) => port.ask('choose', { site, sitemap }),
  closed: () => {
    byId('message').hidden = shown.tab?.state === 'ready';
    (byId('message').querySelector('button') ?? byId('open-sidebar')).focus();
  },
});

/** Looks for what the site has, in place of the message. */
function choose() {
  byId('message').hidden = true;
  if (shown.tab) asking.open(shown.tab);
}

const owner = {
  menu,
  /** @type {import('./menu-pages.js').FetchMenu} */
  fetchMenu: (key, from, count) => port.ask('menu', { site: shown.tab?.site?.site, key, from, count }),
  enter,
  visit,
};

/** @param {TabView} tab */
async function showTab(tab) {
  shown.tab = tab;
  document.body.dataset['state'] = tab.state;
  asking.follow(tab);
  drawMessage(byId('message'), tab, { retry: () => port.ask('host.retry').catch(() => {}), choose });
  byId('message').hidden ||= asking.isOpen;
  drawSearch(form, tab.state === 'ready' ? tab.site?.search : null);
  byId('status').textContent = statusText(tab);
  byId('where').textContent = tab.sitemap ?? '';
  menu.hidden = tab.state !== 'ready';
  const mark = tab.site ? `${tab.generation} ${tab.site.site} ${tab.site.state} ${tab.site.counts.elements}` : '';
  if (mark === shown.mark) return;
  shown.mark = mark;
  const isFocused = document.activeElement === document.body || menu.contains(document.activeElement);
  if (mark) await drawMenu(isFocused, { isSame: true });
}

/**
 * Draws the open level. The focus goes to the way into a submenu that was left, by its key; where the level is the same,
 * it stays in its place.
 * @param {boolean} isFocused
 * @param {{left?: string | undefined, isSame?: boolean}} how
 */
async function drawMenu(isFocused, { left, isSame = false }) {
  const turn = ++shown.turn;
  const at = shown.path.at(-1);
  const level = document.createElement('div');
  if (at) level.append(back(at), ...ownEntry(at), separator());
  try {
    await drawEntries(level, at?.key ?? null, owner);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
  if (turn !== shown.turn) return;
  if (!at) appendSearchPages(level);
  const before = isSame ? itemsOf(menu).indexOf(/** @type {HTMLElement} */ (document.activeElement)) : -1;
  menu.replaceChildren(...level.childNodes);
  menu.scrollTop = 0;
  setTabStop(entered(left) ?? itemsOf(menu)[Math.max(before, at ? 1 : 0)] ?? itemsOf(menu)[0], isFocused);
}

/** The way into the submenu of a key. @param {string | undefined} key @returns {HTMLElement | undefined} */
function entered(key) {
  const lines = [...menu.querySelectorAll('.entry')].map((line) => /** @type {HTMLElement} */ (line));
  const line = lines.find((one) => key !== undefined && one.dataset['key'] === key);
  return line?.querySelector('.into') ?? undefined;
}

/** The menu is one stop on the way of the Tab key. @param {HTMLElement | undefined} item @param {boolean} isFocused */
function setTabStop(item, isFocused) {
  for (const other of itemsOf(menu)) other.tabIndex = other === item ? 0 : -1;
  if (isFocused) item?.focus();
}

/** @param {Row} row */
function back(row) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'back';
  button.setAttribute('role', 'menuitem');
  button.tabIndex = -1;
  button.setAttribute('aria-label', text('backFrom', nameOf(row)));
  button.append(icon('previous'), bidi(nameOf(row)));
  button.addEventListener('click', leaveSubmenu);
  return button;
}

/** The entry whose submenu is open, to be visited itself. @param {Row} row */
function ownEntry(row) {
  const link = nodeLink(row, { key: row.key, via: 'tree' }, visit);
  if (link.localName !== 'a') return [];
  link.setAttribute('role', 'menuitem');
  link.tabIndex = -1;
  return [link];
}

/** Search pages stand last, apart: they are no part of the map. @param {HTMLElement} level */
function appendSearchPages(level) {
  const nodes = shown.tab?.site?.roles['searchpage'] ?? [];
  if (nodes.length === 0) return;
  level.append(separator());
  for (const [index, node] of nodes.entries()) {
    const link = nodeLink(node, { role: 'searchpage', index, via: 'role' }, visit);
    link.setAttribute('role', 'menuitem');
    link.tabIndex = -1;
    link.dataset['role'] = 'searchpage';
    link.dir = '';
    link.replaceChildren(icon('search'), bidi(nameOf(node)));
    level.append(link);
  }
}

/** @param {Row} row */
function enter(row) {
  shown.path.push(row);
  drawMenu(true, {});
}

function leaveSubmenu() {
  const left = shown.path.pop();
  drawMenu(true, { left: left?.key });
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const isInMenu = menu.contains(document.activeElement);
  if (!isInMenu) return enterMenu(event);
  const isRtl = document.documentElement.dir === 'rtl';
  const inward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const outward = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === inward) into()?.click();
  else if ((event.key === outward || event.key === 'Escape') && shown.path.length) leaveSubmenu();
  else return moveOn(event);
  event.preventDefault();
}

/** Moves the focus by a key, to entries yet to be fetched too. @param {KeyboardEvent} event */
function moveOn(event) {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const fetched = isPlain ? fetchOnWay(menu, event.key) : null;
  if (!fetched) return void moveInMenu(menu, event);
  event.preventDefault();
  const { key } = event;
  fetched.then(() => moveFocus(menu, { key }));
}

/** @param {KeyboardEvent} event */
function enterMenu(event) {
  if (event.key !== 'ArrowDown' || menu.hidden) return;
  event.preventDefault();
  itemsOf(menu)[0]?.focus();
}

/** The way into the submenu of the focused entry. @returns {HTMLElement | null | undefined} */
function into() {
  return document.activeElement?.closest('.entry')?.querySelector('.into');
}

/** @type {import('../shared/links.js').Visit} */
function visit(target, disposition) {
  leave('visit', { ...target, disposition });
}

async function leaveForOptions() {
  await openOptions();
  window.close();
}

/** Asks for something that ends the popup. @param {string} method @param {object} params */
async function leave(method, params) {
  try {
    await port.ask(method, params);
    window.close();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    byId('status').textContent = text('requestFailed', problemText(error));
  }
}
