// @ts-check
/** Asks a yes-or-no question over the sidebar. */
import { byId } from '../shared/redraw.js';

/**
 * Ask a question and return the answer; Escape means no. The browser restores the focus.
 * @param {string} words
 * @returns {Promise<boolean>}
 */
export function confirm(words) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('question'));
  byId('question-text').textContent = words;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
