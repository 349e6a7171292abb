// @ts-check
/** The headings of the page, below its row where the reader wants them, and in the list of what the page has. Pure. */
import { isPageKey, step } from './state.js';

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/**
 * Shows the view on hand, with the headings of the page where they are wanted. It may replace a showing that has not been drawn
 * yet: as long as the current row is sought, each one reveals it.
 * @param {State} state
 * @returns {Extract<Effect, {type: 'show-tree'}>}
 */
export function showing(state) {
  const { session, view, scrollTo, tab, headings, filter, isSeeking, mapKey } = state;
  const { current } = /** @type {View} */ (view);
  const isAtTop = current === null && state.isUnlisted && Boolean(headings?.length);
  const isShown = wantsHeadings(state) && (current !== null || isAtTop) && !filter && !isPageKey(mapKey);
  const outline = isShown && headings ? { after: current ?? -1, url: tab?.url ?? '', headings } : null;
  return { type: 'show-tree', session, view: /** @type {View} */ (view), place: scrollTo, reveal: isSeeking ? current : null, outline };
}

/** @param {State} state @param {{offersOutline: boolean}} event @returns {Step} */
export function offerOutline(state, { offersOutline }) {
  if (offersOutline === state.offersOutline) return step(state);
  const next = { ...state, offersOutline };
  return offersOutline ? step(next, { type: 'offer-outline', isOpen: false }) : setOutlined(next, false);
}

/** @param {State} state @param {boolean} isOutlined @returns {Step} */
export function setOutlined(state, isOutlined) {
  const next = { ...state, isOutlined: isOutlined && state.offersOutline, headings: isPageKey(state.mapKey) || state.isUnlisted ? state.headings : null };
  /** @type {Effect[]} */
  const effects = [{ type: 'offer-outline', isOpen: state.offersOutline ? next.isOutlined : null }];
  if (wantsHeadings(next) !== wantsHeadings(state)) effects.push(...following(next));
  // Of another document that has not said its headings yet, those of the one before stand below its row.
  return step(next, ...effects, ...(next.view && (state.headings || wantsHeadings(state)) ? [showing(next)] : []));
}

/** Whether headings stand in the map: where the reader wants them, and where the page has no row of its own. @param {State} state */
export function wantsHeadings({ isOutlined, isUnlisted, offersOutline }) {
  return isOutlined || (isUnlisted && offersOutline);
}

/** Has the page in front report what is wanted of it. @param {State} state @returns {Effect[]} */
export function following(state) {
  const withMenus = isPageKey(state.mapKey);
  return [{ type: 'follow-outline', isWanted: wantsHeadings(state) || withMenus, withMenus, tabId: state.tab?.tabId ?? -1 }];
}

/** @param {State} state @param {Extract<Event, {type: 'outline-received'}>} event @returns {Step} */
export function receiveOutline(state, { tabId, contents, active }) {
  const isPage = isPageKey(state.mapKey);
  if ((!isPage && !wantsHeadings(state)) || tabId !== state.tab?.tabId) return step(state);
  /** @type {Effect} */
  const mark = { type: 'mark-heading', index: active };
  if (!contents) return step(state, mark);
  const { headings } = contents;
  const next = { ...state, headings };
  if (isPage) return step(next, { type: 'update-page', session: state.session, contents }, mark);
  if (JSON.stringify(headings) === JSON.stringify(state.headings)) return step(state, mark);
  return step(next, ...(next.view ? [showing(next)] : []), mark);
}
