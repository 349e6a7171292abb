// @ts-check
/**
 * The headings and menus of the page in front, for the sidebars that show them: requested of the page, and passed on. They go
 * nowhere else; the host is not told. A page is a stranger's: its reports are checked first.
 */
import { api } from '../shared/browser.js';
import { isWeb } from '../shared/locations.js';
import { runInPage } from './page-scripts.js';
import { notify } from './publish.js';
import { frontTabs, uis } from './state.js';

/** @typedef {import('../shared/types.js').Outline} Outline */
/** @typedef {import('../shared/types.js').PageContents} PageContents */
/** @typedef {import('../shared/types.js').IsolatedWorld} IsolatedWorld */
/** @typedef {import('./state.js').Ui} Ui */

const FILES = ['extension/content/menus.js', 'extension/content/outline.js'];
const MOST_HEADINGS = 2_000;
const MOST_MENUS = 100;
const MOST_LINKS = 2_000;
/** Branches without a link come on top of the links. */
const MOST_ENTRIES = 2 * MOST_LINKS;
const MOST_LETTERS = 200;
const DEEPEST = 20;
/** Of a heading's id, or a menu's address; a longer one is dropped, since an address cut short leads elsewhere. */
const LONGEST_ID = 1_000;
const LONGEST_ADDRESS = 2_000;
const PLACES = ['header', 'aside', 'footer'];
/** Half the time between two messages of a page's script: more frequent ones are not ours. */
const PAUSE_MS = 75;

/** Has the page of a tab report to this page of ours from now on; whether a script may run there. @param {number} tabId @param {Ui} ui @param {boolean} withMenus */
export async function followOutline(tabId, ui, withMenus) {
  ui.outlineOf = tabId;
  ui.outlinedAt = 0;
  // Rejected where no script may run: such a page has no outline for us.
  await api.scripting.executeScript({ target: { tabId, frameIds: [0] }, files: FILES }).catch(() => {});
  return (await runInPage(tabId, follow, [withMenus]))?.result === true;
}

/** Leads the page of a tab to one of its headings. @param {number} tabId @param {number} index @param {string} name */
export async function leadToHeading(tabId, index, name) {
  await runInPage(tabId, lead, [index, name]);
}

/** A page has reported: whether anybody still wants that. @param {unknown} said @param {{id?: number, windowId?: number} | undefined} tab */
export function receiveOutline(said, tab) {
  const outline = cleanOutline(said);
  const tabId = tab?.id ?? -1;
  const wanted = [...uis.values()].filter((ui) => ui.outlineOf === tabId && frontTabs.get(ui.windowId) === tabId);
  const now = Date.now();
  for (const ui of wanted) {
    if (now - (ui.outlinedAt ?? 0) < PAUSE_MS) continue;
    ui.outlinedAt = now;
    notify(ui, 'outline', { tabId, ...outline });
  }
  return { isWanted: wanted.length > 0 };
}

/** A report of a page, as far as it has the right shape. @param {any} said @returns {Outline} */
export function cleanOutline(said) {
  const contents = said?.contents ? cleanContents(said.contents) : null;
  const most = contents ? contents.headings.length : MOST_HEADINGS;
  const active = Number.isInteger(said?.active) && said.active < most ? Math.max(-1, said.active) : -1;
  return { contents, active };
}

/** @param {any} said @returns {PageContents} */
function cleanContents(said) {
  const headings = listOf(said.headings, MOST_HEADINGS).filter((one) => isNamed(one) && typeof one.id === 'string')
    .map(({ name, level, id }) => ({ name: name.slice(0, MOST_LETTERS), level: within(level, 6), id: idOf(id) }));
  let left = MOST_ENTRIES;
  const menus = listOf(said.menus, MOST_MENUS).map((menu) => {
    const entries = listOf(menu?.entries, left).filter((one) => isNamed(one) && isEntryAddress(one.url))
      .map(({ name, url, depth, isCurrent }) => ({ name: name.slice(0, MOST_LETTERS), url, depth: within(depth, DEEPEST), isCurrent: isCurrent === true }));
    left -= entries.length;
    return { name: String(menu?.name ?? '').slice(0, MOST_LETTERS), place: PLACES.includes(menu?.place) ? menu.place : '', entries };
  });
  const home = isEntryAddress(said.home) ? said.home : '';
  return { headings, menus: menus.filter(({ entries }) => entries.length), home };
}

/** @param {unknown} value @param {number} most @returns {any[]} */
function listOf(value, most) {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** @param {any} one */
function isNamed(one) {
  return typeof one?.name === 'string' && one.name !== '';
}

/** Whether it is a web address, or '' of a branch without one. @param {unknown} url */
function isEntryAddress(url) {
  return typeof url === 'string' && url.length <= LONGEST_ADDRESS && url.isWellFormed() && (url === '' || isWeb(url));
}

/** A whole number from 1. @param {unknown} value @param {number} most */
function within(value, most) {
  return Math.min(most, Math.max(1, Math.round(Number(value)) || 1));
}

/** An id that an address can name, else ''. @param {string} id */
function idOf(id) {
  return id.length <= LONGEST_ID && id.isWellFormed() ? id : '';
}

/** Runs in the page. @param {boolean} withMenus */
function follow(withMenus) {
  const { sitemapOutline } = /** @type {IsolatedWorld} */ (globalThis);
  sitemapOutline?.follow(withMenus);
  return sitemapOutline !== undefined;
}

/** Runs in the page. @param {number} index @param {string} name */
function lead(index, name) {
  /** @type {IsolatedWorld} */ (globalThis).sitemapOutline?.lead(index, name);
}
