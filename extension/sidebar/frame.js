// @ts-check
/** Draws everything around the tree for a tab and a view: message, field, roles, neighbours and foot. */
import { drawMessage } from '../shared/message.js';
import { drawBesidePage } from './beside-page.js';
import { withoutFragment } from '../shared/locations.js';
import { byId, hide } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { drawFoot, isLoading } from './foot.js';
import { LoadingClock } from './loading-clock.js';
import { drawRoles, Sequence } from './navigation.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */
/**
 * @typedef {{
 *   retry(): void,
 *   visit: import('../shared/links.js').Visit,
 *   focusOrphaned(): void,
 *   always(isOn: boolean): void,
 *   isAlways(): boolean,
 *   open(address: string, disposition: import('../shared/types.js').Disposition): void,
 * }} FrameOwner
 */

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
    /** Whether the tree shows the page's own contents instead of a map. */
    this.isPage = false;
    /** The home page named by a page without a map. */
    this.home = { page: '', address: '' };
  }

  /**
   * Draw a tab. The order matters: a hidden element passes its focus to the message, which must already be visible.
   * @param {TabView} tab
   * @param {boolean} [isPage]  whether the tree shows the page's own contents
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
    if (isPage)
      this.drawHome(withoutFragment(tab.url), this.home.page === withoutFragment(tab.url) ? this.home.address : '');
    else drawRoles(byId('roles'), tab.site?.roles ?? {}, this.owner.visit);
    this.choice.drawButton(tab);
    drawFoot(tab);
    this.clock.follow(isLoading(tab) ? `${tab.tabId} ${tab.sitemap}` : '');
  }

  /** Name the list, which differs between a map and a page's own contents. */
  drawNames() {
    document.body.dataset.list = this.isPage ? 'page' : 'map';
    byId('map').setAttribute('aria-label', text(this.isPage ? 'pageLabel' : 'mapLabel'));
    byId('tree').setAttribute('aria-label', text(this.isPage ? 'pageTreeLabel' : 'treeLabel'));
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
    this.sequence.draw(view);
    byId('find-current').hidden = !view?.in_map && !view?.near;
    this.field.drawView(view, filter, this.isPage);
  }

  /**
   * Show a link to the home page that a page without a map names.
   * @param {string} page  its address
   * @param {string} address  '' for none
   */
  drawHome(page, address) {
    this.home = { page, address };
    const node = {
      name: null,
      description: null,
      location: address,
      key: '',
      language: null,
      content_type: null,
      variants: [],
    };
    drawRoles(byId('roles'), { home: address ? [node] : [] }, (_, disposition) =>
      this.owner.open(address, disposition),
    );
  }
}
