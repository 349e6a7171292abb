// @ts-check
/** Handles keyboard shortcuts and the address bar's keyword. */
import { api, canCloseSidebar, omniboxText, openSidebar, toggleSidebar } from '../../shared/browser.js';
import { safeLocation } from '../../shared/locations.js';
import { HostError, host } from '../host/host-port.js';
import { goFromMap, otherSiteOf, queryFor, search, targetOf } from '../navigation/navigate.js';
import { open } from '../steps/opening.js';
import { isUiOpen, notifySidebar, wantFocus } from '../stores/connected-pages.js';
import { ready } from '../stores/ready.js';
import { sessionOfTab } from '../stores/sessions.js';
import { activeTab, allTabs } from '../stores/tabs.js';

/** @typedef {import('../../shared/protocol.js').NodeNamed} NodeNamed */
/** @typedef {import('../stores/tabs.js').Tab} Tab */
/** @typedef {(suggestions: chrome.omnibox.SuggestResult[]) => void} Suggest */

/** As many suggestions as the address bar has room for. */
const SUGGESTIONS = 8;

/** @type {NodeNamed} */
const HOME = { role: 'home', index: 0, via: 'role' };

// Behaviour: the keyboard shortcuts. Also: commands, hotkeys; manifest.json has the usual keys.
/**
 * Run a keyboard shortcut. The sidebar opens before any `await`, because the user gesture expires.
 * @param {string} command
 * @param {chrome.tabs.Tab} [tab]
 */
export function onCommand(command, tab) {
  const windowId = tab?.windowId ?? lastWindow();
  if (command === 'toggle-sidebar') toggle(windowId);
  else if (command === 'focus-field') focusField(windowId);
  else unlessRefused(() => goTo(command, windowId));
}

/** @param {number} windowId */
function toggle(windowId) {
  const isOpen = isUiOpen('sidebar', windowId);
  if (isOpen && !canCloseSidebar()) notifySidebar(windowId, 'close');
  else toggleSidebar(windowId, isOpen);
}

/**
 * Run an action of a shortcut or the address bar and swallow refusals, which have no place to be shown.
 * @param {() => Promise<void>} act
 */
async function unlessRefused(act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

function lastWindow() {
  return allTabs().at(-1)?.windowId ?? -1;
}

/**
 * Open the sidebar at its field. An open sidebar selects the field, but neither browser lets it take the focus from the
 * page: Shift+F6 moves it there.
 * @param {number} windowId
 */
function focusField(windowId) {
  openSidebar(windowId)?.catch?.(() => {});
  // Kept until a page has the focus: a sidebar that was just closed may still be connected, and its successor connects
  // about 100 ms later.
  wantFocus(windowId);
  notifySidebar(windowId, 'focus-field');
}

/** Go to the previous or next page of the sequence, or home. @param {string} command @param {number} windowId */
async function goTo(command, windowId) {
  const at = await siteInWindow(windowId);
  if (!at) return;
  const link = command === 'go-home' ? null : await neighbour(at, command);
  if (!link && command !== 'go-home') return;
  const { url, referrer } = await targetOf(at, link ? { key: link.key, via: 'tree' } : HOME, link?.variant);
  if (url !== null) await goFromMap(at.tab, url, referrer, 'current');
}

/**
 * @param {{site: string, tab: Tab}} at
 * @param {string} command
 * @returns {Promise<import('../../shared/protocol.js').NodeLink | null>}
 */
async function neighbour({ site, tab }, command) {
  const view = await host.request('view.open', { site, page_url: tab.url, open: [], filter: '' });
  // A temporary view, only for its neighbours: no sidebar may be open.
  await host.request('view.close', { view: view.view });
  return command === 'go-next' ? view.next : view.previous;
}

/** @param {number} windowId */
async function siteInWindow(windowId) {
  await ready;
  const tab = await activeTab(windowId);
  const session = tab && sessionOfTab(tab);
  if (session) await open(session);
  return tab && session?.site ? { tab, site: session.site.site } : null;
}

async function siteInFront() {
  // The address bar does not report its window; it is the focused one.
  const { id } = await api.windows.getLastFocused();
  return id === undefined ? null : siteInWindow(id);
}

/** Suggest nodes that match the typed text. @param {string} typed @param {Suggest} suggest */
export function onTyped(typed, suggest) {
  return unlessRefused(() => suggestNodes(typed, suggest));
}

/** @param {string} typed @param {Suggest} suggest */
async function suggestNodes(typed, suggest) {
  const at = await siteInFront();
  if (!at) return;
  const matches = (await matchesOf(at.site, typed)).filter(({ location }) => location);
  suggest(
    matches.map(({ name, location, trail }) => ({
      content: location,
      description: omniboxText([...trail, name].filter(Boolean).join(' › ')),
    })),
  );
}

/** Go to the chosen node, or search the site for the typed text. @param {string} typed @param {string} wanted */
export function onEntered(typed, wanted) {
  return unlessRefused(() => enter(typed, wanted));
}

/** @param {string} typed @param {string} wanted */
async function enter(typed, wanted) {
  const at = await siteInFront();
  if (!at) return;
  const disposition =
    wanted === 'newForegroundTab' ? 'tab' : wanted === 'newBackgroundTab' ? 'background-tab' : 'current';
  if (safeLocation(typed) !== null) return goFromMap(at.tab, typed, { mode: 'user', uri: null }, disposition);
  try {
    const query = await queryFor(at, typed);
    // The address bar cannot ask for the reader's consent to a search on another site.
    const other = otherSiteOf(query, sessionOfTab(at.tab)?.sitemap ?? '');
    if (other !== null) throw new HostError('other-site', { host: other });
    await search(at.tab.tabId, query, disposition);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const [first] = await matchesOf(at.site, typed);
    if (first?.location) await goFromMap(at.tab, first.location, { mode: 'user', uri: null }, disposition);
  }
}

/** @param {string} site @param {string} text @returns {Promise<import('../../shared/protocol.js').Match[]>} */
async function matchesOf(site, text) {
  if (!text.trim()) return [];
  return (await host.request('find', { site, text, limit: SUGGESTIONS })).matches;
}
