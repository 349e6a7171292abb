// @ts-check
/** Shows a line above the foot that reports an action and offers to undo it. It disappears by itself. */
import { byId, hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { rowsInView } from './sections.js';

/** Long enough to read it, or to reach the button by keyboard. */
const SHOWN_MS = 12_000;

export class Notice {
  constructor() {
    this.place = byId('notice');
    this.button = /** @type {HTMLButtonElement} */ (byId('notice-undo'));
    this.offerButton = /** @type {HTMLButtonElement} */ (byId('notice-offer'));
    this.hint = byId('notice-hint');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Identifies the visible line. @type {symbol | null} */
    this.line = null;
    byId('notice-close').addEventListener('click', () => this.end());
  }

  /**
   * Show a line. Return a function that hides it, unless another line has replaced it.
   * @param {string} words
   * @param {() => void} [undo]
   * @param {boolean} [stays]  until it is ended
   * @param {string} [label]  of the button
   * @returns {() => void}
   */
  say(words, undo, stays = false, label = text('undoButton')) {
    this.button.textContent = label;
    this.place.hidden = false;
    byId('notice-text').textContent = words;
    this.hint.hidden = true;
    hide(this.offerButton, true, byId('notice-close'));
    hide(this.button, !undo, byId('notice-close'));
    this.button.onclick = undo
      ? () => {
          this.end();
          undo();
        }
      : null;
    if (stays) clearTimeout(this.timer);
    else this.wait();
    const line = Symbol(words);
    this.line = line;
    return () => {
      if (this.line === line) this.end();
    };
  }

  /**
   * Offer another action in the visible line.
   * @param {string} label  of its button
   * @param {string} hint  says what it does
   * @param {() => void} act
   */
  offer(label, hint, act) {
    this.offerButton.textContent = label;
    this.offerButton.hidden = this.hint.hidden = false;
    this.hint.textContent = hint;
    this.offerButton.onclick = act;
  }

  get isUsed() {
    return this.place.matches(':hover') || this.place.contains(document.activeElement);
  }

  /** Hide the line after a while, unless it is hovered or focused. */
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.isUsed ? this.wait() : this.end()), SHOWN_MS);
  }

  /** Hide the line; a focus in it moves to the tree. */
  end() {
    clearTimeout(this.timer);
    this.line = null;
    hide(this.place, true, rowsInView());
    byId('notice-text').textContent = '';
  }
}
