// @ts-check
/**
 * Defines the sidebar's state, events and effects, all plain values, and functions that several handlers share.
 * `reduce.js` maps events to handlers. Pure.
 *
 * A *session* is one opening of a map. Responses carry its number, so that responses for a closed map have no effect.
 */
import { isPageFailure } from '../shared/failed-pages.js';
import { webOrigin } from '../shared/locations.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/settings.js').SiteMemory} SiteMemory */

/** The limit of hidden branches in a view (Hidden in `protocol/requests.py`). */
export const MOST_HIDDEN = 200;
/** More tabs than a reader returns to. */
export const MOST_TABS = 50;
/** More open branches than readers open by hand. */
export const MOST_OPEN_KEYS = 500;

/**
 * @typedef {object} State
 * @property {TabView | null} tab  the current one
 * @property {TabView | null} pendingTab  a page that has not declared a sitemap yet
 * @property {number} session
 * @property {boolean} isOpen  whether the session's map has been requested
 * @property {string} mapKey  identifies the open map and its host; '' for none or if it must be reopened
 * @property {string} source  identifies the sitemap and its tab, whichever host reads it
 * @property {string} website  identifies the tab and the origin of its page
 * @property {string} filterSource  the source that the filter belongs to, even while none is shown; '' for the page
 * @property {string} typed  the text in the filter field
 * @property {string} filter  the text by which the host filters
 * @property {boolean} isNew  whether no state of the map is stored, and no view of it has arrived
 * @property {boolean} isShown  whether a view of the source has arrived
 * @property {boolean} isFilterOld  whether the page has changed since the filter was typed
 * @property {readonly string[]} openKeys  branches opened by hand, the latest last; they outlive the host
 * @property {readonly Toggle[]} toggles  made on rows of a lost host's map, for the next one, in order
 * @property {readonly string[]} hidden  branches that the reader has hidden
 * @property {View | null} view
 * @property {boolean} isRebuilding  whether the map replaces the same map of a lost host
 * @property {number | null} scrollTo  the row to scroll to once rows are drawn
 * @property {boolean} isSeeking  whether to scroll to the current page once the host has found it
 * @property {boolean} isFollowed  whether the current row was scrolled to, and the reader has not scrolled since
 * @property {boolean} isElsewhere  whether the map being read again is for another page than before
 * @property {readonly TabMemory[]} tabs  what other tabs showed, the latest last
 * @property {TabMemory | null} recalled  what the tab showed before, until its map opens
 * @property {boolean} isVisiting  whether a row's page is loading
 * @property {boolean} isFocusPending  whether the tree should get the focus once it has rows and the browser permits it
 */

/** @typedef {import('../shared/tab-memory.js').TabMemory} TabMemory */

/**
 * @typedef {{type: 'tab-received', tab: TabView, place?: number}
 *   | {type: 'tabs-recalled', tabs: readonly TabMemory[]}
 *   | {type: 'patience-over'}
 *   | {type: 'memory-read', session: number, memory: SiteMemory, place: number}
 *   | {type: 'view-received', session: number, view: View, isReveal?: boolean, place?: number}
 *   | {type: 'request-failed', session: number, code: string, hasView: boolean}
 *   | {type: 'reopen-due'}
 *   | {type: 'rebuilding-over', session: number}
 *   | {type: 'tree-shown', session: number, view: View, isTyping: boolean}
 *   | {type: 'tree-scrolled'}
 *   | {type: 'branch-toggled', key: string, open: boolean}
 *   | {type: 'branches-opened', keys: string[]}
 *   | {type: 'branches-closed'}
 *   | {type: 'expand-requested', key: string | null}
 *   | {type: 'branches-expanded', session: number, keys: string[], view: View, isAll: boolean, isWhole: boolean}
 *   | {type: 'hide-requested', hidden: readonly string[]}
 *   | {type: 'branches-hidden', session: number, hidden: string[], view: View}
 *   | {type: 'filter-typed', text: string}
 *   | {type: 'filter-due'}
 *   | {type: 'filter-cleared', tabId?: number | null}
 *   | {type: 'current-requested'}
 *   | {type: 'focus-orphaned'}
 *   | {type: 'tree-focused', isFocused: boolean}
 *   | {type: 'pointer-pressed'}
 *   | {type: 'visit-started', key: string}
 *   | {type: 'visit-ended'}
 *   | {type: 'window-focused', isElsewhere: boolean}
 *   | {type: 'sites-forgotten', sitemaps: string[]}} Event
 */

/** @typedef {{filter?: string, page_url?: string, open?: string[], reveal?: true}} ViewChanges */
/** @typedef {'patience' | 'filter' | 'rebuilding' | 'reopen' | 'visit'} Timer */
/**
 * @typedef {{type: 'draw-frame', tab: TabView, isPage: boolean}
 *   | {type: 'draw-view', view: View | null, filter: string}
 *   | {type: 'draw-languages', languages: string[], chosen: string, expected: string}
 *   | {type: 'refresh-problems'}
 *   | {type: 'set-filter', text: string}
 *   | {type: 'prefetch-memory', sitemap: string, jar: string}
 *   | {type: 'read-memory', session: number, sitemap: string, jar: string}
 *   | {type: 'expand-branch', key: string | null}
 *   | {type: 'hide-branches', hidden: readonly string[]}
 *   | {type: 'remember-hidden', sitemap: string, jar: string, hidden: readonly string[]}
 *   | {type: 'say-cut', opened: number}
 *   | {type: 'remember', sitemap: string, jar: string, open: readonly string[]}
 *   | {type: 'forget-memory', sitemaps: string[]}
 *   | {
 *     type: 'open-map',
 *     session: number,
 *     site: string,
 *     pageUrl: string,
 *     filter: string,
 *     open: readonly string[],
 *     hidden: readonly string[],
 *     place: number,
 *     isReveal: boolean,
 *   }
 *   | {type: 'update-map', changes: ViewChanges, isReveal: boolean}
 *   | {type: 'toggle-branch', key: string, open: boolean}
 *   | {type: 'close-map'}
 *   | {type: 'filter-page', filter: string}
 *   | {type: 'keep-tabs', tabs: readonly TabMemory[]}
 *   | {type: 'freeze-tree'}
 *   | {type: 'clear-tree'}
 *   | {type: 'show-tree', session: number, view: View, place: number | null, reveal: number | null}
 *   | {type: 'activate-row', index: number}
 *   | {type: 'mark-coming', key: string}
 *   | {type: 'focus-window'}
 *   | {type: 'focus-tree'}
 *   | {type: 'start-timer', timer: Timer, ms: number, event: Event}
 *   | {type: 'stop-timer', timer: Timer}} Effect
 */
/** A branch that the reader opens or closes. @typedef {{key: string, open: boolean}} Toggle */
/** @typedef {{state: State, effects: Effect[]}} Step */

/** @type {State} */
export const INITIAL = Object.freeze({
  tab: null,
  pendingTab: null,
  session: 0,
  isOpen: false,
  mapKey: '',
  source: '',
  website: '',
  filterSource: '',
  typed: '',
  filter: '',
  isNew: false,
  isShown: false,
  isFilterOld: false,
  openKeys: [],
  toggles: [],
  hidden: [],
  view: null,
  isRebuilding: false,
  scrollTo: null,
  isSeeking: false,
  isFollowed: false,
  isElsewhere: false,
  tabs: [],
  recalled: null,
  isVisiting: false,
  isFocusPending: false,
});

/**
 * Return whether the headings and menus of a tab's page can be shown.
 * @param {Pick<TabView, 'tabId' | 'url' | 'problem'>} tab
 */
export function isReadable({ tabId, url, problem }) {
  return tabId !== null && webOrigin(url) !== null && !isPageFailure(problem);
}

/** Return the identity of a tab and the origin of its page. @param {TabView} tab */
export function websiteOf({ tabId, url }) {
  return `${tabId} ${webOrigin(url)}`;
}

/** @param {State} state @param {...Effect} effects @returns {Step} */
export function step(state, ...effects) {
  return { state, effects };
}

/** @param {Timer} name @param {number} ms @param {Event} event @returns {Effect} */
export function timer(name, ms, event) {
  return { type: 'start-timer', timer: name, ms, event };
}

/**
 * Return the effects that end a visit, because the page has arrived or will not.
 * @param {State} state
 * @returns {Effect[]}
 */
export function endOfVisit({ isVisiting }) {
  return isVisiting
    ? [
        { type: 'stop-timer', timer: 'visit' },
        { type: 'mark-coming', key: '' },
      ]
    : [];
}

/**
 * Return the effect that draws the languages, which are known once the host has read the map.
 * @param {TabView} tab
 * @returns {Effect}
 */
export function languagesOf(tab) {
  return {
    type: 'draw-languages',
    languages: tab.site?.languages ?? [],
    chosen: tab.language,
    expected: tab.language || tab.pageLanguage,
  };
}

/** @param {State} state @param {ViewChanges} changes @param {boolean} isReveal @returns {Effect[]} */
export function updating(state, changes, isReveal) {
  return state.isOpen ? [{ type: 'update-map', changes, isReveal }] : [];
}

/**
 * Return the keys of open branches, the latest last, after one was opened or closed.
 * @param {readonly string[]} openKeys
 * @param {Toggle} toggle
 */
export function toggled(openKeys, { key, open }) {
  // Branches below a closed branch are closed too, and stay closed when it reopens; the host does the same.
  const others = openKeys.filter((other) => other !== key && (open || !other.startsWith(`${key}.`)));
  return open ? [...others, key] : others;
}

/**
 * Return the effect that stores the open branches. Branches that a filter opens are not stored.
 * @param {State} state
 * @returns {Effect[]}
 */
export function remembering({ tab, isOpen, filter, openKeys }) {
  return tab?.sitemap && isOpen && !filter
    ? [{ type: 'remember', sitemap: tab.sitemap, jar: tab.jar, open: openKeys }]
    : [];
}
