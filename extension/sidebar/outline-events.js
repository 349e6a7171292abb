// @ts-check
/** Handles the headings of the page, below its row or in the list of its own contents. Pure. */
import { isPageKey, step } from './state.js';

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Step} Step */

/**
 * Return the effect that shows the current view, with the page's headings if wanted. It may replace one that has not
 * been drawn yet: while the current row is searched, each of them reveals it.
 * @param {State} state
 * @returns {Extract<Effect, {type: 'show-tree'}>}
 */
export function showing(state) {
  const { session, view, scrollTo, tab, headings, filter, isSeeking, mapKey } = state;
  const { current } = /** @type {View} */ (view);
  const isAtTop = current === null && state.isUnlisted && Boolean(headings?.length);
  const isShown = wantsHeadings(state) && (current !== null || isAtTop) && !filter && !isPageKey(mapKey);
  const outline = isShown && headings ? { after: current ?? -1, url: tab?.url ?? '', headings } : null;
  return {
    type: 'show-tree',
    session,
    view: /** @type {View} */ (view),
    place: scrollTo,
    reveal: isSeeking ? current : null,
    outline,
  };
}

/** @param {State} state @param {{offersOutline: boolean}} event @returns {Step} */
export function offerOutline(state, { offersOutline }) {
  if (offersOutline === state.offersOutline) return step(state);
  const next = { ...state, offersOutline };
  return offersOutline ? step(next, { type: 'offer-outline', isOpen: false }) : setOutlined(next, false);
}

/** @param {State} state @param {boolean} isOutlined @returns {Step} */
export function setOutlined(state, isOutlined) {
  const next = {
    ...state,
    isOutlined: isOutlined && state.offersOutline,
    headings: isPageKey(state.mapKey) || state.isUnlisted ? state.headings : null,
  };
  /** @type {Effect[]} */
  const effects = [{ type: 'offer-outline', isOpen: state.offersOutline ? next.isOutlined : null }];
  if (wantsHeadings(next) !== wantsHeadings(state)) effects.push(...following(next));
  // Until a new document has reported its headings, the headings of the previous one stay below its row.
  return step(next, ...effects, ...(next.view && (state.headings || wantsHeadings(state)) ? [showing(next)] : []));
}

/**
 * Return whether headings are shown in the map: if the reader wants them, or if the page has no row of its own.
 * @param {State} state
 */
export function wantsHeadings({ isOutlined, isUnlisted, offersOutline }) {
  return isOutlined || (isUnlisted && offersOutline);
}

/** Return the effect that tells the page in front which reports are wanted. @param {State} state @returns {Effect[]} */
export function following(state) {
  const withMenus = isPageKey(state.mapKey) || isList(state);
  return [
    { type: 'follow-outline', isWanted: wantsHeadings(state) || withMenus, withMenus, tabId: state.tab?.tabId ?? -1 },
  ];
}

/** Return whether the map is a list of pages, whose rows are named by menus. @param {State} state */
export function isList({ mapKey, tab }) {
  return mapKey !== '' && !isPageKey(mapKey) && tab?.site?.format === 'sitemaps-org';
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
