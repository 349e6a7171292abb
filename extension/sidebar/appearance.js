// @ts-check
/** Applies the reader's settings that concern how rows look: spacing, text size, long names, visited pages. */

/** @typedef {import('../shared/settings.js').Settings} Settings */

export class Appearance {
  /** @param {() => void} measure  called when rows may have another height */
  constructor(measure) {
    this.measure = measure;
    /** When long names take two lines. @type {import('../shared/settings.js').Wrap} */
    this.wrap = 'narrow';
    this.narrow = matchMedia('(width < 300px)');
    this.narrow.addEventListener('change', () => this.wrapNames());
  }

  /** @param {Pick<Settings, 'density' | 'textSize' | 'wrap' | 'visited'>} settings */
  apply({ density, textSize, wrap, visited }) {
    document.body.dataset.density = density;
    document.documentElement.dataset.textSize = textSize;
    document.body.classList.toggle('marks-visited', visited);
    this.wrap = wrap;
    this.wrapNames();
  }

  /** Give names a second line if the reader wants that in a sidebar of this width. */
  wrapNames() {
    const isWrapped = this.wrap === 'always' || (this.wrap === 'narrow' && this.narrow.matches);
    document.body.classList.toggle('wrapped', isWrapped);
    this.measure();
  }
}
