// @ts-check
/**
 * Shows the full text of a truncated name over its row and those beside, while it is hovered. Moves no row. The row
 * with the focus grows instead, since its name would cover others for as long as the focus stays.
 */
import { byId } from '../shared/redraw.js';

/** Distance from the window's edge. */
const MARGIN = 4;

export class FullName {
  /** @param {HTMLElement} tree */
  constructor(tree) {
    this.tree = tree;
    this.place = byId('full-name');
    /** The requested animation frame, 0 for none. */
    this.frame = 0;
    for (const type of ['mouseover', 'mouseleave']) tree.addEventListener(type, () => this.update());
  }

  /** Show, move or hide it in the next frame: rows are drawn many times between two frames. */
  update() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw() {
    const row = this.tree.querySelector('.row:hover');
    const words = row?.querySelector('.words');
    this.place.hidden =
      !row || !words || !isCut(words) || row.querySelector('[aria-expanded="true"][aria-haspopup]') !== null;
    if (row && words && !this.place.hidden) this.show(row, words);
  }

  /** @param {Element} row @param {Element} words */
  show(row, words) {
    const { style } = this.place;
    const [rowBox, box] = [row.getBoundingClientRect(), words.getBoundingClientRect()];
    const { font, letterSpacing, textTransform, direction, textAlign } = getComputedStyle(words);
    Object.assign(style, { font, letterSpacing, textTransform, direction, textAlign });
    this.place.replaceChildren(...[...words.childNodes].map((node) => node.cloneNode(true)));
    this.place.classList.toggle('current', row.getAttribute('aria-current') === 'page');
    style.left = `${box.left}px`;
    style.width = `${box.width}px`;
    style.paddingBlock = `${box.top - rowBox.top}px`;
    // At the end of the tree it goes up, so that previous and next below stay visible.
    const lowest = this.tree.getBoundingClientRect().bottom - this.place.offsetHeight;
    style.top = `${Math.max(MARGIN, Math.min(rowBox.top, lowest))}px`;
  }
}

/** Return whether a name is truncated. @param {Element} words */
function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }) {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
}
