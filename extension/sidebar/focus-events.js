// @ts-check
/** Handles the filter, the current page, and the focus. Pure. */
import { step, updating } from './state.js';

/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** @param {State} state @param {Effect[]} effects @returns {Step} */
export function applyFilter(state, effects) {
  const filter = state.typed.trim();
  effects.push({ type: 'filter-page', filter });
  if (!state.isOpen) return step(state, ...effects);
  return step({ ...state, filter }, ...effects, ...updating(state, { filter }, true));
}

/**
 * Clear the filter, of the current tab or of one that the reader has left meanwhile.
 * @param {State} state
 * @param {{tabId?: number | null}} event
 * @returns {Step}
 */
export function clearFilter(state, { tabId }) {
  if (tabId !== undefined && tabId !== state.tab?.tabId) {
    const tabs = state.tabs.map((memory) => (memory.tabId === tabId ? { ...memory, typed: '' } : memory));
    return step({ ...state, tabs }, { type: 'keep-tabs', tabs });
  }
  return applyFilter({ ...state, typed: '' }, [
    { type: 'stop-timer', timer: 'filter' },
    { type: 'set-filter', text: '' },
  ]);
}

/**
 * Focus the row of the current page; its branch may be closed, or a filter may hide it.
 * @param {State} state
 * @param {Effect[]} effects
 * @returns {Step}
 */
export function focusCurrent(state, effects) {
  const { view } = state;
  if ((view?.in_map || view?.near) && view.current === null && state.isOpen)
    return revealCurrent({ ...state, isFocusPending: true }, effects);
  if (view && view.current !== null) effects.push({ type: 'activate-row', index: view.current });
  return step(state, ...effects, { type: 'focus-tree' });
}

/**
 * Open the branch of the current page and clear the filter.
 * @param {State} state
 * @param {Effect[]} effects
 * @returns {Step}
 */
export function revealCurrent(state, effects) {
  effects.push({ type: 'set-filter', text: '' }, { type: 'filter-page', filter: '' });
  effects.push(...updating(state, { filter: '', reveal: true }, true));
  return step({ ...state, typed: '', filter: '' }, ...effects);
}

/**
 * Focus the tree; a filter stays. Firefox leaves the focus in the page regardless; then the tree gets it when the
 * reader moves on to the sidebar.
 * @param {State} state
 * @returns {Step}
 */
export function requestFocus(state) {
  /** @type {Effect[]} */
  const effects = [{ type: 'focus-window' }];
  return state.filter ? step(state, ...effects, { type: 'focus-tree' }) : focusCurrent(state, effects);
}
