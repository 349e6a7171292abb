// @ts-check
/**
 * What is read aloud of its own accord: one sentence at a change, from one place. A page that comes in changes the sidebar several
 * times (it is looked for, read, drawn); only what it comes to is said.
 */
import { nameOf } from '../shared/links.js';
import { problemText } from '../shared/message.js';
import { statusText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */

/** What follows within that replaces what was to be said. */
const SETTLED_MS = 250;
/** A page names its map a moment after it is there, and the map comes after that: what lasts longer is said. */
const SLOW_MS = 1_500;

// Behaviour: what is read aloud.
export class Announcer {
  /** @param {HTMLElement} place  a live region, which nobody sees: what is to be seen stands elsewhere */
  constructor(place) {
    this.place = place;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {TabView | null} */
    this.tab = null;
  }

  /** A tab is shown, whose map may still be to come. @param {TabView} tab */
  showTab(tab) {
    this.tab = tab;
    if (tab.state !== 'ready') this.sayAfter(['none', 'loading'].includes(tab.state) ? SLOW_MS : SETTLED_MS, sentenceOn(tab));
  }

  /** A view of its map is shown; `words` are what is said of a filter's matches, '' without a filter. @param {View | null} view @param {string} words */
  showView(view, words) {
    // A view that is still looked through says where the page is when it has found it.
    if (this.tab?.state === 'ready' && view && !view.pending) this.sayAfter(SETTLED_MS, words || whereIn(view, this.tab));
  }

  /** @param {number} ms @param {string} sentence */
  sayAfter(ms, sentence) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(sentence), ms);
  }

  /** Has a sentence read aloud, unless it was the last. @param {string} sentence */
  say(sentence) {
    clearTimeout(this.timer);
    if (this.place.textContent !== sentence) this.place.textContent = sentence;
  }
}

/** What is said of a tab without a map. @param {TabView} tab */
function sentenceOn(tab) {
  const { state, problem } = tab;
  return [statusText(tab), state === 'failed' && problem && problemText(problem)].filter(Boolean).join('. ');
}

/** Where the page on view stands in its map, and what is not as ever about that. @param {View} view @param {TabView} tab */
function whereIn({ trail, near }, tab) {
  const way = trail.map(nameOf).join(' › ');
  const where = way && `${text('trailLabel')}: ${[way, near && text('nearHere')].filter(Boolean).join(', ')}`;
  return [where, statusText(tab)].filter(Boolean).join('. ');
}
