// @ts-check
/** What a key means in a tree, after the W3C tree pattern. Pure: no event is handled, no row is moved to. */

/** @typedef {{key: string, altKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean}} Key */
/** @typedef {{children: boolean, open: boolean, loop: boolean, kind: string}} RowState */
/** @typedef {'next' | 'previous' | 'first' | 'last' | 'page-down' | 'page-up' | 'open' | 'close' | 'into' | 'parent' | 'activate' | 'activate-in-tab' | 'variants' | 'open-siblings' | 'link' | 'type'} TreeAction */

/** @type {Record<string, TreeAction>} */
const MOVES = {
  ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last', PageDown: 'page-down', PageUp: 'page-up',
};

/** Whether a row can be folded. @param {RowState} row */
export function isFoldable(row) {
  return row.children && !row.loop && row.kind !== 'group';
}

/**
 * The action of a key on the active row, or null for none of ours.
 * @param {Key} key
 * @param {RowState | null} row
 * @param {boolean} isRtl
 * @param {boolean} isTyping  a name is being typed, of which a space is a part
 * @returns {TreeAction | null}
 */
export function treeAction(key, row, isRtl, isTyping = false) {
  if (key.altKey) return key.key === 'ArrowDown' ? 'variants' : null;
  if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shiftKey)) return 'link';
  if (key.key === 'Enter') return key.ctrlKey || key.metaKey ? 'activate-in-tab' : 'activate';
  if (key.ctrlKey || key.metaKey) return null;
  if (MOVES[key.key]) return MOVES[key.key] ?? null;
  if (key.key === ' ') return isTyping ? 'type' : 'activate';
  if (key.key === '*') return 'open-siblings';
  if (key.key === 'ArrowRight' || key.key === 'ArrowLeft') return sideways((key.key === 'ArrowRight') !== isRtl, row);
  return [...key.key].length === 1 ? 'type' : null;
}

/** @param {boolean} isInward @param {RowState | null} row @returns {TreeAction | null} */
function sideways(isInward, row) {
  if (!row) return null;
  if (!isInward) return isFoldable(row) && row.open ? 'close' : 'parent';
  if (isFoldable(row) && !row.open) return 'open';
  return row.children && !row.loop ? 'into' : null;
}
