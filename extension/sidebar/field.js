// @ts-check
/**
 * Runs the field above the tree: it filters as the reader types, shows the number of matching rows, and offers the
 * site's own search.
 */
import { byId, hide } from '../shared/redraw.js';
import { writeAttribute } from './row-element.js';
import { drawField, drawSuggestion, wireSuggestion } from '../shared/site-search.js';
import { countText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/**
 * @typedef {object} FieldOwner
 * @property {(text: string) => void} type
 * @property {() => void} clear
 * @property {() => void} focused  called when the field has got a wanted focus
 * @property {() => boolean} enterTree  returns false if it has no rows
 * @property {(step: 1 | -1) => void} stepToMatch
 * @property {import('../shared/site-search.js').Search} search
 */

export class Field {
  /** @param {FieldOwner} owner */
  constructor(owner) {
    this.owner = owner;
    this.input = /** @type {HTMLInputElement} */ (byId('filter'));
    this.suggestion = byId('search');
    /** @type {import('../shared/protocol.js').Site['search']} */
    this.siteSearch = null;
    /** Whether the field should get the focus once it is visible and the browser permits it. */
    this.isFocusWanted = false;
    this.input.addEventListener('input', () => {
      this.drawTyped();
      owner.type(this.input.value);
    });
    this.input.addEventListener('keydown', (event) => this.onKey(event));
    this.suggestion.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowUp') this.input.focus();
      if (event.key === 'ArrowDown') owner.enterTree();
      if (event.key.startsWith('Arrow')) event.preventDefault();
    });
    byId('filter-clear').addEventListener('click', () => {
      this.clearFilter();
      this.input.focus();
    });
    wireSuggestion(this.suggestion, this.input, owner.search);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { key, isComposing, shiftKey, ctrlKey, metaKey } = event;
    if (key === 'ArrowDown' && !this.owner.enterTree() && !this.suggestion.hidden) this.suggestion.focus();
    if (key === 'Enter' && !isComposing && !ctrlKey && !metaKey) this.owner.stepToMatch(shiftKey ? -1 : 1);
    if (key === 'ArrowDown' || (key === 'Enter' && !isComposing) || (key === 'Escape' && this.clearFilter()))
      event.preventDefault();
  }

  /** Clear the filter; return false if there is none. */
  clearFilter() {
    const isFiltered = this.input.value !== '';
    if (isFiltered) this.owner.clear();
    return isFiltered;
  }

  /** Focus the field as soon as possible. */
  wantFocus() {
    this.isFocusWanted = true;
    this.focusIfWanted();
  }

  /** Focus the field if that is wanted. An open sidebar gets it from the page once the reader moves on. */
  focusIfWanted() {
    if (!this.isFocusWanted || !this.input.checkVisibility()) return;
    window.focus();
    this.input.focus();
    if (document.activeElement !== this.input || !document.hasFocus()) return;
    this.isFocusWanted = false;
    this.input.select();
    this.owner.focused();
  }

  /** @param {TabView} tab @param {boolean} isPage  whether the tree shows the page's own contents */
  drawTab({ state, site }, isPage) {
    this.siteSearch = state === 'ready' ? (site?.search ?? null) : null;
    drawField(this.input, this.siteSearch, isPage);
    this.drawTyped();
  }

  /** @param {string} words */
  write(words) {
    this.input.value = words;
    this.drawTyped();
  }

  /** Draw the parts that depend only on the typed words. */
  drawTyped() {
    const { input, suggestion } = this;
    byId('filter-clear').hidden = input.value === '';
    if (document.activeElement === suggestion && input.value.trim() === '') input.focus();
    drawSuggestion(suggestion, this.siteSearch, input.value);
  }

  /**
   * Show the result of the filter: a number in the field, or a line that nothing matches. While words across levels and
   * typing errors are still sought, the number is marked as provisional, and the tree as busy.
   * @param {View | null} view
   * @param {string} filter
   * @param {string} words  on the rows
   */
  drawResult(view, filter, words) {
    const { total = 0, matches = 0, provisional = false } = view ?? {};
    const isFound = filter !== '' && total > 0;
    const count = byId('matches');
    count.hidden = !isFound;
    count.textContent = isFound ? matches.toLocaleString(text('languageTag')) + (provisional ? '+' : '') : '';
    count.title = isFound ? words : '';
    const isSearching = filter !== '' && provisional;
    count.classList.toggle('provisional', isSearching);
    writeAttribute(byId('tree'), 'aria-busy', isSearching ? 'true' : null);
    const nothing = byId('nothing');
    // If the site can be searched, the line that offers it suffices.
    const isOffered = filter !== '' && !provisional && this.siteSearch !== null;
    nothing.textContent = isFound || isOffered ? '' : words;
    hide(nothing, nothing.textContent === '', this.input);
  }
}

/**
 * Return a description of the rows: the number of matches, or that there are none.
 * @param {View} view
 * @param {string} filter
 * @param {boolean} [isPage]  whether they are the page's own contents
 */
export function wordsAbout({ total, pending, matches = 0, provisional = false }, filter, isPage = false) {
  if (filter && provisional) return total ? text('filterSoFar', matches) : text('filterLooking');
  if (filter)
    return total ? countText('filterFound', matches) : text(isPage ? 'filterNoneOfPage' : 'filterNone', filter);
  return total || pending ? '' : text(isPage ? 'pageEmpty' : 'mapEmpty');
}
