// @ts-check
/** Draws what stands around the tree for a tab and a view: message, search, roles, trail, neighbours, tools and foot. */
import { drawMessage } from '../shared/message.js';
import { drawSearch, languageOf } from '../shared/links.js';
import { byId, hide } from '../shared/redraw.js';
import { countText, text } from '../shared/strings.js';
import { drawFoot, isLoading } from './foot.js';
import { LoadingClock } from './loading-clock.js';
import { drawRoles, drawTrail, Sequence } from './navigation.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {{retry(): void, visit: import('../shared/links.js').Visit, focusOrphaned(): void}} FrameOwner */


export class Frame {
  /** @param {import('./choice.js').Choice} choice @param {FrameOwner} owner */
  constructor(choice, owner) {
    this.choice = choice;
    this.owner = owner;
    this.clock = new LoadingClock(byId('elapsed'));
    this.sequence = new Sequence(byId('sequence'), owner.visit);
  }

  /** The order matters: what is hidden gives its focus to the message, which must be there by then. @param {TabView} tab */
  drawTab(tab) {
    const isReady = tab.state === 'ready';
    document.body.dataset['state'] = tab.state;
    this.choice.show(tab);
    this.drawMessage(tab);
    hide(byId('map'), !isReady, byId('message'));
    drawSearch(byId('search'), isReady ? tab.site?.search : null, languageOf(tab));
    hide(byId('roles'), !isReady, byId('message'));
    drawRoles(byId('roles'), tab.site?.roles ?? {}, this.owner.visit);
    this.choice.drawButton(tab);
    drawFoot(tab);
    this.clock.follow(isLoading(tab) ? `${tab.tabId} ${tab.sitemap}` : '');
  }

  /** What is said in place of the map; a focus in it stays in it, or goes to the tree that replaces it. @param {TabView} tab */
  drawMessage(tab) {
    const place = byId('message');
    const hadFocus = place.contains(document.activeElement);
    const { choice } = this;
    drawMessage(place, tab, { retry: this.owner.retry, choose: () => choice.open(), forgotten: choice.forgotten });
    if (!hadFocus || place.querySelector(':focus')) return;
    if (place.hidden) this.owner.focusOrphaned();
    else (place.querySelector('button') ?? place).focus();
  }

  /** @param {View | null} view  null while it is not known @param {string} filter */
  drawView(view, filter) {
    drawTrail(byId('trail'), view?.trail ?? [], this.owner.visit, view?.near);
    this.sequence.draw(view);
    byId('find-current').hidden = !view?.in_map && !view?.near;
    const matches = byId('matches');
    matches.textContent = view ? wordsAbout(view, filter) : '';
    matches.hidden = !matches.textContent && !filter;
    const isFound = filter !== '' && (view?.total ?? 0) > 0;
    matches.classList.toggle('count', isFound);
    hide(byId('steps'), !isFound, byId('filter'));
  }
}

/** What is said of the rows: how many a filter finds, or that there are none. @param {View} view @param {string} filter */
export function wordsAbout({ total, pending, matches = 0 }, filter) {
  if (filter) return total ? countText('filterFound', matches) : text('filterNone', filter);
  return total || pending ? '' : text('mapEmpty');
}
