// @ts-check
/** Draws everything around the tree for a tab and a view: message, field, roles, neighbours and foot. */
import { drawMessage } from '../shared/message.js';
import { drawBesidePage } from './beside-page.js';
import { nodeLink } from '../shared/links.js';
import { byId, drawChanged, hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { drawFoot, isLoading } from './foot.js';
import { LoadingClock } from './loading-clock.js';
import { wordsAbout } from './field.js';
import { linkTo } from './page-contents.js';
import { drawRoles, Sequence } from './navigation.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/types.js').PageLinks} PageLinks */
/**
 * @typedef {{
 *   retry(): void,
 *   visit: import('../shared/links.js').Visit,
 *   focusOrphaned(): void,
 *   always(isOn: boolean): void,
 *   isAlways(): boolean,
 * }} FrameOwner
 */

/** @type {PageLinks} */
const NO_LINKS = { home: '', parents: [], previous: null, next: null };

export class Frame {
  /**
   * @param {import('./choice.js').Choice} choice
   * @param {import('./field.js').Field} field
   * @param {FrameOwner} owner
   */
  constructor(choice, field, owner) {
    this.choice = choice;
    this.field = field;
    this.owner = owner;
    this.clock = new LoadingClock(byId('elapsed'));
    this.sequence = new Sequence(byId('sequence'), owner.visit);
    /** Whether the page's own contents are shown without a map. */
    this.isPage = false;
    /** The view of the map and its filter, and the view of the page's own contents. */
    this.map = { view: /** @type {View | null} */ (null), filter: '' };
    this.page = { view: /** @type {View | null} */ (null), filter: '' };
    this.links = NO_LINKS;
  }

  /**
   * Draw a tab. The order matters: a hidden element passes its focus to the message, which must already be visible.
   * @param {TabView} tab
   * @param {boolean} [isPage]  whether the page's own contents are shown without a map
   */
  drawTab(tab, isPage = false) {
    const isReady = tab.state === 'ready';
    document.body.dataset.state = tab.state;
    this.isPage = isPage;
    this.drawNames();
    this.choice.show(tab);
    this.drawMessage(tab);
    hide(byId('map'), !isReady && !isPage, byId('message'));
    this.field.drawTab(tab, isPage);
    if (!isPage) drawRoles(byId('roles'), tab.site?.roles ?? {}, this.owner.visit);
    this.drawLinks();
    this.choice.drawButton(tab);
    drawFoot(tab);
    this.clock.follow(isLoading(tab) ? `${tab.tabId} ${tab.sitemap}` : '');
  }

  /** Name the list, which differs between a map and a page's own contents. */
  drawNames() {
    document.body.dataset.list = this.isPage ? 'page' : 'map';
    byId('map').setAttribute('aria-label', text(this.isPage ? 'pageLabel' : 'mapLabel'));
  }

  /**
   * Draw the message in place of the map. A focus in it stays, or moves to the tree that replaces it.
   * @param {TabView} tab
   */
  drawMessage(tab) {
    const place = byId('message');
    const hadFocus = place.contains(document.activeElement);
    const { choice } = this;
    const actions = {
      retry: this.owner.retry,
      choose: () => choice.open(),
      typeAddress: () => choice.open(true),
      always: this.owner.always,
      forgotten: choice.forgotten,
      missing: choice.missing?.words,
    };
    place.classList.toggle('beside', this.isPage);
    if (this.isPage) drawBesidePage(place, tab, this.owner.isAlways(), actions);
    else drawMessage(place, tab, actions);
    if (!hadFocus || place.querySelector(':focus')) return;
    if (place.hidden) this.owner.focusOrphaned();
    else (place.querySelector('button') ?? place).focus();
  }

  /** @param {View | null} view  null if unknown @param {string} filter */
  drawView(view, filter) {
    this.map = { view, filter };
    if (!this.isPage) this.sequence.draw(view);
    byId('find-current').hidden = !view?.in_map && !view?.near;
    this.drawRows();
  }

  /**
   * Draw what depends on the page's own contents.
   * @param {View | null} view  null if unknown
   * @param {string} filter
   * @param {PageLinks} links
   */
  drawPage(view, filter, links) {
    this.page = { view, filter };
    this.links = links;
    this.drawLinks();
    this.drawRows();
  }

  /** Draw the result of the filter, in both sections. */
  drawRows() {
    this.field.drawResult(this.view, this.isPage ? this.page.filter : this.map.filter, this.words);
  }

  /** The view that the field describes: with a map, the matches of both sections. @returns {View | null} */
  get view() {
    const { map, page } = this;
    if (this.isPage) return page.view;
    if (!map.view || !map.filter || page.filter !== map.filter) return map.view;
    const { total = 0, matches = 0 } = page.view ?? {};
    return { ...map.view, total: map.view.total + total, matches: (map.view.matches ?? 0) + matches };
  }

  /** A description of the rows: the number of matches, or that there are none; '' for nothing to say. */
  get words() {
    const { view } = this;
    return view ? wordsAbout(view, this.isPage ? this.page.filter : this.map.filter, this.isPage) : '';
  }

  /** Without a map, show the page's home, its parents, and the pages before and after it. */
  drawLinks() {
    const { visit } = this.owner;
    const { home, parents, previous, next, direction = '' } = this.isPage ? this.links : NO_LINKS;
    const path = byId('path');
    path.dir = direction;
    hide(path, parents.length === 0, byId('filter'));
    drawChanged(path, parents, () => {
      const nodes = parents.map(linkTo);
      path.replaceChildren(...nodes.map((node) => nodeLink(node, { key: node.key, via: 'tree' }, visit)));
    });
    if (!this.isPage) return;
    const [node] = home ? [linkTo({ name: '', url: home })] : [];
    drawRoles(byId('roles'), node ? { home: [node] } : {}, (_, disposition) =>
      visit({ key: node?.key ?? '', via: 'tree' }, disposition),
    );
    this.sequence.draw(this.page.view && { previous: previous && linkTo(previous), next: next && linkTo(next) });
  }
}
