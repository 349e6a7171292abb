import { INITIAL } from '../../extension/sidebar/state.js';
import { reduce } from '../../extension/sidebar/reduce.js';
import { aSite, aTab, aView, noMap } from './samples.js';

/** Runs events of the sidebar for tests of its state. */

/** Return the state after events, and the effects of the last one. @param {any[]} events @returns {any} */
export function after(events, from = INITIAL) {
  return events.reduce(({ state }, event) => reduce(state, event), { state: from, effects: [] });
}

/** @returns {any} */
export const tab = (more) => ({ type: 'tab-received', tab: aTab(more) });
/** @returns {any} */
export const gone = (state, more) => ({ type: 'tab-received', tab: noMap(state, more) });
/** @returns {any} */
export const memory = (more = {}, session = 1) => ({ type: 'memory-read', session, memory: more, place: 0 });
/** @returns {any} */
export const view = (more = {}, about = {}) => ({ type: 'view-received', session: 1, view: aView(more), ...about });
/** @returns {any} */
export const shown = (more = {}, session = 1, isTyping = false) => ({
  type: 'tree-shown',
  session,
  view: aView(more),
  isTyping,
});
export const OPEN = [tab(), memory()];
export const SHOWN = [...OPEN, view({}, { isReveal: true, place: 0 }), shown()];
export const types = ({ effects }) => effects.map(({ type }) => type);
export const only = (step, type) => step.effects.filter((effect) => effect.type === type);
export const first = (step, type) => only(step, type)[0];

/** A map whose host was lost and that is read again, and its earlier state. */
export const AGAIN = tab({ generation: 2, site: aSite({ state: 'loading' }) });
export const LOST = [
  ...SHOWN,
  { type: 'branch-toggled', key: 'a', open: true },
  AGAIN,
  { ...memory({ open: ['a'], top: 1 }, 2), place: 33 },
];
