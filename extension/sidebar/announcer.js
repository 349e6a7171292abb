// @ts-check
/**
 * Announces changes to screen readers: one sentence for each, from one place. A new page changes the sidebar several
 * times (searching, reading, drawn); only the final state is announced.
 */
import { nameOf } from '../shared/links.js';
import { problemText } from '../shared/message.js';
import { statusText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */

/** A sentence that follows within this time replaces the pending one. */
const SETTLED_MS = 250;
/** Finding and opening a page's map takes a moment; a longer wait is announced. */
const SLOW_MS = 1_500;

// Behaviour: what is read aloud. Also: screen reader, aria-live, announcement.
export class Announcer {
  /** @param {HTMLElement} place  an invisible live region: visible texts are elsewhere */
  constructor(place) {
    this.place = place;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {TabView | null} */
    this.tab = null;
  }

  /** Announce a tab, whose map may still be loading. @param {TabView} tab */
  showTab(tab) {
    this.tab = tab;
    if (tab.state !== 'ready')
      this.sayAfter(['none', 'loading'].includes(tab.state) ? SLOW_MS : SETTLED_MS, sentenceOn(tab));
  }

  /**
   * Announce a view of the tab's map; `words` describe a filter's matches, '' without a filter.
   * @param {View | null} view
   * @param {string} words
   */
  showView(view, words) {
    // A view that is still being searched announces the page's place once it is found.
    if (this.tab?.state === 'ready' && view && !view.pending)
      this.sayAfter(SETTLED_MS, words || whereIn(view, this.tab));
  }

  /** @param {number} ms @param {string} sentence */
  sayAfter(ms, sentence) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(sentence), ms);
  }

  /** Announce a sentence, unless it was the last. @param {string} sentence */
  say(sentence) {
    clearTimeout(this.timer);
    if (this.place.textContent !== sentence) this.place.textContent = sentence;
  }
}

/** Return the announcement of a tab without a map. @param {TabView} tab */
function sentenceOn(tab) {
  const { state, problem } = tab;
  return [statusText(tab), state === 'failed' && problem && problemText(problem)].filter(Boolean).join('. ');
}

/**
 * Return the place of the current page in its map, and the map's unusual properties.
 * @param {View} view
 * @param {TabView} tab
 */
function whereIn({ trail, near }, tab) {
  const way = trail.map(nameOf).join(' › ');
  const where = way && `${text('trailLabel')}: ${[way, near && text('nearHere')].filter(Boolean).join(', ')}`;
  return [where, statusText(tab)].filter(Boolean).join('. ');
}
