// @ts-check
/** How long a map has been on its way, shown where that takes longer than one waits without wondering. */
import { text } from '../shared/strings.js';

const SHOWN_AFTER_S = 3;

/** A time as it is shown: seconds, then minutes and seconds; '' where nobody wonders yet. @param {number} seconds */
export function elapsedText(seconds) {
  if (seconds < SHOWN_AFTER_S) return '';
  if (seconds < 60) return text('elapsedSeconds', seconds);
  return text('elapsedMinutes', Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}

export class LoadingClock {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** What is on its way, '' for nothing. */
    this.loading = '';
    this.since = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** A map is on its way, by its address in its tab, or none with ''. @param {string} loading */
  follow(loading) {
    if (loading === this.loading) return;
    this.loading = loading;
    this.since = Date.now();
    clearInterval(this.timer);
    if (loading) this.timer = setInterval(() => this.draw(), 1_000);
    this.draw();
  }

  draw() {
    const words = this.loading ? elapsedText(Math.round((Date.now() - this.since) / 1_000)) : '';
    this.place.hidden = words === '';
    this.place.textContent = words;
  }
}
