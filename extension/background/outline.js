// @ts-check
/**
 * The outline of the page in front, for sidebars whose readers want it: asked of the page, and handed to them. It goes nowhere
 * else; the host is not told. What a page says is a stranger's, and is put right first.
 */
import { api } from '../shared/browser.js';
import { runInPage } from './page-scripts.js';
import { notify } from './publish.js';
import { frontTabs, uis } from './state.js';

/** @typedef {import('../shared/types.js').Outline} Outline */
/** @typedef {import('../shared/types.js').IsolatedWorld} IsolatedWorld */
/** @typedef {import('./state.js').Ui} Ui */

const MOST_HEADINGS = 200;
const MOST_LETTERS = 200;
/** Of a heading's id; a longer one is none, since an address cut short leads elsewhere. */
const LONGEST_ID = 1_000;
/** Half of what a page's script waits between two messages: one that says more than that is not ours any more. */
const PAUSE_MS = 75;

/** Has the page of a tab say its headings from now on, to this page of ours. @param {number} tabId @param {Ui} ui */
export async function followOutline(tabId, ui) {
  ui.outlineOf = tabId;
  ui.outlinedAt = 0;
  const files = ['extension/content/outline.js'];
  // Rejected where no script may run: such a page has no outline for us.
  await api.scripting.executeScript({ target: { tabId, frameIds: [0] }, files }).catch(() => {});
  await runInPage(tabId, follow, []);
}

/** Leads the page of a tab to one of its headings. @param {number} tabId @param {number} index @param {string} name */
export async function leadToHeading(tabId, index, name) {
  await runInPage(tabId, lead, [index, name]);
}

/** A page has said its headings: whether anybody still wants them. @param {unknown} said @param {{id?: number, windowId?: number} | undefined} tab */
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

/** What a page says of its headings, as far as it is of the right shape. @param {any} said @returns {Outline} */
export function cleanOutline(said) {
  const list = Array.isArray(said?.headings) ? said.headings.slice(0, MOST_HEADINGS) : [];
  const headings = list.filter((/** @type {any} */ one) => typeof one?.name === 'string' && one.name && typeof one.id === 'string')
    .map((/** @type {any} */ { name, level, id }) => ({ name: name.slice(0, MOST_LETTERS), level: Math.min(6, Math.max(1, Math.round(level) || 1)), id: idOf(id) }));
  const active = Number.isInteger(said?.active) && said.active < headings.length ? Math.max(-1, said.active) : -1;
  return { headings, active };
}

/** An id that an address can name, else ''. @param {string} id */
function idOf(id) {
  return id.length <= LONGEST_ID && id.isWellFormed() ? id : '';
}

/** Runs in the page. */
function follow() {
  /** @type {IsolatedWorld} */ (globalThis).sitemapOutline?.follow();
}

/** Runs in the page. @param {number} index @param {string} name */
function lead(index, name) {
  /** @type {IsolatedWorld} */ (globalThis).sitemapOutline?.lead(index, name);
}
