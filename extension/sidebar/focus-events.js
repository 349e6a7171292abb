// @ts-check
/** The filter, the current page, and where the keyboard goes. Pure. */
import { step, updating } from './state.js';

/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** @param {State} state @param {Effect[]} effects @returns {Step} */
export function applyFilter(state, effects) {
  if (!state.isOpen) return step(state, ...effects);
  const filter = state.typed.trim();
  return step({ ...state, filter }, ...effects, ...updating(state, { filter }, true));
}

/** Leads to the row of the current page; its branch may have been folded, or a filter hide it. @param {State} state @param {Effect[]} effects @returns {Step} */
export function focusCurrent(state, effects) {
  const { view } = state;
  if ((view?.in_map || view?.near) && view.current === null && state.isOpen) return revealCurrent({ ...state, isFocusPending: true }, effects);
  if (view && view.current !== null) effects.push({ type: 'activate-row', index: view.current });
  return step(state, ...effects, { type: 'focus-tree' });
}

/** Opens the branch of the current page, without a filter. @param {State} state @param {Effect[]} effects @returns {Step} */
export function revealCurrent(state, effects) {
  effects.push({ type: 'set-filter', text: '' }, ...updating(state, { filter: '', reveal: true }, true));
  return step({ ...state, typed: '', filter: '' }, ...effects);
}

/**
 * Puts the keyboard into the tree; a filter stays. Firefox leaves the keyboard in the page whatever an extension says: then
 * it goes to the tree when the reader moves on to the sidebar.
 * @param {State} state
 * @returns {Step}
 */
export function requestFocus(state) {
  /** @type {Effect[]} */
  const effects = [{ type: 'focus-window' }];
  return state.filter ? step(state, ...effects, { type: 'focus-tree' }) : focusCurrent(state, effects);
}
