// @ts-check
/**
 * Maps each event to its handler: `reduce(state, event)` returns the next state and the effects to run. Pure: draws
 * nothing, sends nothing, reads no clock. The handlers are in `*-events.js`.
 */
import {
  closeBranches,
  forgetSites,
  openBranches,
  receiveExpansion,
  receiveHidden,
  requestExpansion,
  requestHiding,
  toggleBranch,
} from './branch-events.js';
import { applyFilter, clearFilter, focusCurrent, requestFocus } from './focus-events.js';
import { endRebuilding, handleFailure, receiveView, requestMap, settle } from './map-events.js';
import { endOfVisit, remembering, step, timer } from './state.js';
import { openMap, receiveTab, recallTabs, showTab } from './tab-events.js';

/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

const FILTER_AFTER_MS = 120;
/** After this time a page is no longer shown as loading: it may have been a download, or the reader has stopped it. */
const VISIT_MS = 15_000;

/**
 * Return the state after an event, and the effects to run, in order.
 * @param {State} state
 * @param {Event} event
 * @returns {Step}
 */
export function reduce(state, event) {
  const handle = /** @type {(state: State, event: any) => Step} */ (HANDLERS[event.type]);
  return handle(state, event);
}

/** @type {{[T in Event['type']]: (state: State, event: Extract<Event, {type: T}>) => Step}} */
const HANDLERS = {
  'tab-received': receiveTab,
  'patience-over': (state) => (state.pendingTab ? showTab(state, state.pendingTab, []) : step(state)),
  'tabs-recalled': recallTabs,
  'memory-read': requestMap,
  'view-received': receiveView,
  'request-failed': handleFailure,
  'reopen-due': (state) => (state.tab && state.mapKey === '' ? openMap(state, state.tab, []) : step(state)),
  'rebuilding-over': endRebuilding,
  'tree-shown': settle,
  'tree-scrolled': (state) => step({ ...state, isSeeking: false, isFollowed: false }, ...remembering(state)),
  'branch-toggled': toggleBranch,
  'branches-opened': (state, { keys }) => openBranches(state, keys),
  'branches-closed': closeBranches,
  'expand-requested': requestExpansion,
  'branches-expanded': receiveExpansion,
  'hide-requested': requestHiding,
  'branches-hidden': receiveHidden,
  'filter-typed': (state, { text }) =>
    step({ ...state, typed: text, isFilterOld: false }, timer('filter', FILTER_AFTER_MS, { type: 'filter-due' })),
  'filter-due': (state) => applyFilter(state, []),
  'filter-cleared': clearFilter,
  'current-requested': (state) => focusCurrent(state, []),
  'focus-orphaned': (state) => step({ ...state, isFocusPending: true }),
  'tree-focused': (state, { isFocused }) => step({ ...state, isFocusPending: !isFocused }),
  'visit-started': (state, { key }) =>
    step(
      { ...state, isVisiting: true },
      { type: 'mark-coming', key },
      timer('visit', VISIT_MS, { type: 'visit-ended' }),
    ),
  'visit-ended': (state) => step({ ...state, isVisiting: false }, ...endOfVisit(state)),
  'pointer-pressed': (state) => step({ ...state, isFocusPending: false }),
  'window-focused': (state, { isElsewhere }) =>
    state.isFocusPending && !isElsewhere ? requestFocus(state) : step({ ...state, isFocusPending: false }),
  'sites-forgotten': forgetSites,
};
