// @ts-check
/** Shows a line above the foot that reports an action and offers to undo it. It disappears by itself. */
import { byId, hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';

/** Long enough to read it, or to reach the button by keyboard. */
const SHOWN_MS = 12_000;

export class Notice {
  constructor() {
    this.place = byId('notice');
    this.button = /** @type {HTMLButtonElement} */ (byId('notice-undo'));
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
    hide(this.place, true, byId('tree'));
    byId('notice-text').textContent = '';
  }
}
