// @ts-check
/** A question over the sidebar that is answered by yes or no. */
import { byId } from '../shared/redraw.js';

/** The answer to a question; Escape is no. The browser gives the focus back to where it was. @param {string} words @returns {Promise<boolean>} */
export function confirm(words) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('question'));
  byId('question-text').textContent = words;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
