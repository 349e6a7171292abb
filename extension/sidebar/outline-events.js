// @ts-check
/** The headings of the page, below its row where the reader wants them. Pure. */
import { step } from './state.js';

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/** Shows the view on hand, with the headings of the page where they are wanted. @param {State} state @returns {Extract<Effect, {type: 'show-tree'}>} */
export function showing({ session, view, scrollTo, tab, isOutlined, headings, filter }) {
  const { current } = /** @type {View} */ (view);
  const outline = isOutlined && headings && current !== null && !filter ? { after: current, url: tab?.url ?? '', headings } : null;
  return { type: 'show-tree', session, view: /** @type {View} */ (view), place: scrollTo, reveal: null, outline };
}

/** @param {State} state @param {{offersOutline: boolean}} event @returns {Step} */
export function offerOutline(state, { offersOutline }) {
  if (offersOutline === state.offersOutline) return step(state);
  const next = { ...state, offersOutline };
  return offersOutline ? step(next, { type: 'offer-outline', isOpen: false }) : setOutlined(next, false);
}

/** @param {State} state @param {boolean} isOutlined @returns {Step} */
export function setOutlined(state, isOutlined) {
  const next = { ...state, isOutlined: isOutlined && state.offersOutline, headings: null };
  /** @type {Effect[]} */
  const effects = [{ type: 'offer-outline', isOpen: state.offersOutline ? next.isOutlined : null }];
  if (next.isOutlined !== state.isOutlined) effects.push({ type: 'follow-outline', isWanted: next.isOutlined });
  return step(next, ...effects, ...(next.view && state.headings ? [showing(next)] : []));
}

/** @param {State} state @param {Extract<Event, {type: 'outline-received'}>} event @returns {Step} */
export function receiveOutline(state, { tabId, headings, active }) {
  if (!state.isOutlined || tabId !== state.tab?.tabId) return step(state);
  /** @type {Effect} */
  const mark = { type: 'mark-heading', index: active };
  if (JSON.stringify(headings) === JSON.stringify(state.headings)) return step(state, mark);
  const next = { ...state, headings };
  return step(next, ...(next.view ? [showing(next)] : []), mark);
}
