// @ts-check
/**
 * A view of a sitemap in the host, as the sidebar needs it: opened with what is remembered, told of navigation, folding
 * and the filter, closed in the end. It keeps the keys of open branches; it draws nothing.
 */

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('../shared/background-port.js').BackgroundPort} BackgroundPort */

/** More open branches than anyone opened by hand. */
const KEYS_KEPT = 500;

export class MapView {
  /**
   * @param {BackgroundPort} port
   * @param {string} site  the host's id
   * @param {string[]} openKeys
   */
  constructor(port, site, openKeys) {
    this.port = port;
    this.site = site;
    this.openKeys = new Set(openKeys.slice(-KEYS_KEPT));
    this.filter = '';
    this.pageUrl = '';
    this.id = '';
  }

  /** Opens the view. @param {string} pageUrl @returns {Promise<View>} */
  async open(pageUrl) {
    this.pageUrl = pageUrl;
    const view = await this.port.ask('view.open', { site: this.site, page_url: pageUrl, open: [...this.openKeys], filter: this.filter });
    this.id = view.view;
    return view;
  }

  /** Closes the view; nobody waits for it. */
  close() {
    if (this.id) this.port.ask('view.close', { view: this.id }).catch(() => {});
  }

  /** The map changed, or the page did. @param {{pageUrl?: string, filter?: string}} [changes] @returns {Promise<View>} */
  update({ pageUrl, filter } = {}) {
    /** @type {Record<string, unknown>} */
    const params = { view: this.id };
    if (pageUrl !== undefined) params['page_url'] = this.pageUrl = pageUrl;
    if (filter !== undefined) params['filter'] = this.filter = filter;
    return this.port.ask('view.update', params);
  }

  /** Folds a branch or unfolds it. @param {string} key @param {boolean} open @returns {Promise<View>} */
  toggle(key, open) {
    this.openKeys.delete(key);
    if (open) this.openKeys.add(key);
    return this.port.ask('view.toggle', { view: this.id, key, open });
  }

  /** Unfolds branches; answers are in their order. @param {string[]} keys @returns {Promise<View[]>} */
  async openAll(keys) {
    return Promise.all(keys.map((key) => this.toggle(key, true)));
  }

  /** @param {number} from @param {number} count @returns {Promise<import('../shared/types.js').RowPage>} */
  rows(from, count) {
    return this.port.ask('view.rows', { view: this.id, from, count });
  }

  /** @param {string} text @param {number} from @returns {Promise<number | null>} */
  async find(text, from) {
    return (await this.port.ask('view.find', { view: this.id, text, from })).index ?? null;
  }
}
