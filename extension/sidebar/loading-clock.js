// @ts-check
/** Shows how long a map has been loading, once that takes unusually long. */
import { text } from '../shared/strings.js';

const SHOWN_AFTER_S = 3;

/** Return a time as text: seconds, or minutes and seconds; '' below the threshold. @param {number} seconds */
export function elapsedText(seconds) {
  if (seconds < SHOWN_AFTER_S) return '';
  if (seconds < 60) return text('elapsedSeconds', seconds);
  return text('elapsedMinutes', Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}

export class LoadingClock {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** The map that is loading, '' for none. */
    this.loading = '';
    this.since = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** Follow the loading of a map, identified by tab and address; '' for none. @param {string} loading */
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
