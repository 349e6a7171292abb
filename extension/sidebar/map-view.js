// @ts-check
/**
 * A view of a sitemap in the host, as the sidebar needs it: opened with what is remembered, told of navigation, folding
 * and the filter, closed in the end. What is done to it before the host has answered waits, and is never lost: the keys of
 * open branches are kept here, whatever becomes of the host. It draws nothing.
 */

import { RequestError } from '../shared/background-port.js';
import { PAGE_ROWS } from './row-cache.js';

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/background-port.js').BackgroundPort} BackgroundPort */

/** More open branches than anyone opened by hand. */
const KEYS_KEPT = 500;

export class MapView {
  /**
   * @param {BackgroundPort} port
   * @param {string} site  the host's id
   * @param {string[]} openKeys
   * @param {string} filter
   */
  constructor(port, site, openKeys, filter) {
    this.port = port;
    this.site = site;
    this.openKeys = new Set(openKeys.slice(-KEYS_KEPT));
    this.filter = filter;
    this.pageUrl = '';
    this.id = '';
    /** @type {Promise<View> | null} */
    this.opening = null;
  }

  /** Opens the view; rows come along: those about the page, else from `row` on. @param {string} pageUrl @param {number} row @returns {Promise<View>} */
  open(pageUrl, row) {
    this.pageUrl = pageUrl;
    const wanted = { page_url: pageUrl, open: [...this.openKeys], filter: this.filter, from: row - row % PAGE_ROWS, count: PAGE_ROWS };
    this.opening = this.port.ask('view.open', { site: this.site, ...wanted })
      .then((view) => { this.id = view.view; return view; });
    return this.opening;
  }

  /** The host's answer, asked once the view is open. @param {string} method @param {object} [params] @returns {Promise<any>} */
  async ask(method, params) {
    await this.opening;
    return this.port.ask(method, { view: this.id, ...params });
  }

  /** Closes the view; nobody waits for it. */
  close() {
    if (this.id) this.port.ask('view.close', { view: this.id }).catch(() => {});
  }

  /** The map changed, or the page did. @param {{pageUrl?: string, filter?: string}} [changes] @returns {Promise<View>} */
  update({ pageUrl, filter } = {}) {
    /** @type {Record<string, unknown>} */
    const params = {};
    if (pageUrl !== undefined) params['page_url'] = this.pageUrl = pageUrl;
    if (filter !== undefined) params['filter'] = this.filter = filter;
    return this.ask('view.update', params);
  }

  /** Opens the branch of the current page once more, whatever a filter hides. @returns {Promise<View>} */
  reveal() {
    this.filter = '';
    return this.ask('view.update', { filter: '', reveal: true });
  }

  /** Has just these branches open. @param {string[]} keys @returns {Promise<View>} */
  openOnly(keys) {
    this.openKeys = new Set(keys);
    return this.ask('view.update', { open: keys });
  }

  /** Folds a branch or unfolds it. @param {string} key @param {boolean} open @returns {Promise<View>} */
  toggle(key, open) {
    this.openKeys.delete(key);
    if (open) this.openKeys.add(key);
    return this.ask('view.toggle', { key, open }).catch((error) => this.openLater(error));
  }

  /** A branch that has not come in yet is open when it comes. @param {unknown} error @returns {Promise<View>} */
  openLater(error) {
    if (!(error instanceof RequestError) || error.code !== 'bad-params') throw error;
    return this.ask('view.update', { open: [...this.openKeys] });
  }

  /** Unfolds branches; answers are in their order. @param {string[]} keys @returns {Promise<View[]>} */
  async openAll(keys) {
    return Promise.all(keys.map((key) => this.toggle(key, true)));
  }

  /** @param {number} from @param {number} count @returns {Promise<import('../shared/types.js').RowPage>} */
  rows(from, count) {
    return this.ask('view.rows', { from, count });
  }

  /** @param {string} text @param {number} from @returns {Promise<number | null>} */
  async find(text, from) {
    return (await this.ask('view.find', { text, from })).index ?? null;
  }
}
