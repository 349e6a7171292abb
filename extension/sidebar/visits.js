// @ts-check
/**
 * Leads the reader to pages: to rows of the map or of the page itself, to headings, to search results, to another
 * language.
 */
import { RequestError } from '../shared/background-port.js';
import { problemText } from '../shared/message.js';
import { text } from '../shared/strings.js';
import { pageInLanguage } from './foot.js';
import { remember } from './map-session.js';
import { headingOfKey } from './heading-rows.js';
import { isOfPage } from './page-contents.js';

/** @typedef {import('../shared/types.js').UiMethods} UiMethods */
/** @typedef {import('../shared/types.js').Disposition} Disposition */
/**
 * @typedef {object} VisitOwner
 * @property {Pick<import('../shared/background-port.js').BackgroundPort, 'request'>} port
 * @property {import('./store.js').Store} store
 * @property {import('./open-list.js').OpenList} list
 * @property {import('./notice.js').Notice} notice
 * @property {(key: string) => string | null} locationOf  returns the address of one of the page's own rows
 * @property {(index: number) => {name: string, url?: string}} heading  one of the page's
 * @property {() => boolean} isFramed  whether links of the page may open in frames
 */

export class Visits {
  /** @param {VisitOwner} owner */
  constructor(owner) {
    this.owner = owner;
  }

  /** @type {import('../shared/links.js').Visit} */
  async visit(target, disposition) {
    const { port, store } = this.owner;
    const index = headingOfKey(target.key ?? '');
    const { name = '', url = '' } = index === null ? {} : this.owner.heading(index);
    if (index !== null && !url && disposition === 'current') return void port.request('outline.lead', { index, name });
    if (target.key && disposition === 'current') store.dispatch({ type: 'visit-started', key: target.key });
    if (!(await this.navigate(target, disposition))) store.dispatch({ type: 'visit-ended' });
  }

  /**
   * Navigate to a row's page; the host resolves rows of a map, and a page's own rows have addresses.
   * @param {import('../shared/links.js').Target} target
   * @param {Disposition} disposition
   */
  async navigate(target, disposition) {
    if (!isOfPage(target.key ?? '')) return this.request('visit', { ...target, disposition });
    const url = this.owner.locationOf(target.key ?? '');
    const inFrame = this.owner.isFramed() ? { isFramed: true } : {};
    return url !== null && this.request('page.visit', { url, disposition, ...inFrame });
  }

  /**
   * Search the site, and clear the filter: the results are in the page.
   * @param {string} term
   * @param {Disposition} disposition
   */
  async search(term, disposition) {
    const { store } = this.owner;
    const { tabId = null } = store.state.tab ?? {}; // the results may be in a tab that is in front by then
    if (await this.request('search', { term, disposition })) store.dispatch({ type: 'filter-cleared', tabId });
  }

  /** Store a language for the site, and go to the same page in it. @param {string} tag */
  async chooseLanguage(tag) {
    const { tab } = this.owner.store.state;
    const { session } = this.owner.list;
    if (!tab?.site || !session) return;
    await remember(tab.site.sitemap, tab.jar, { language: tag }, true);
    await this.request('site.configure', { site: session.site, language: tag });
    const page = pageInLanguage(await session.update(), tag, tab.url);
    if (page) this.visit({ key: page.key, via: 'tree' }, 'current');
  }

  /**
   * Send a request whose result arrives as an event; resolve to whether it was granted and the tab navigates. A refusal
   * is shown as a notice: the foot is drawn again whenever the map's state changes.
   * @template {keyof UiMethods} M
   * @param {M} method
   * @param {UiMethods[M]['params']} params
   */
  async request(method, params) {
    try {
      return (await this.owner.port.request(method, params)) !== false;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.owner.notice.say(text('requestFailed', problemText(error)));
      return false;
    }
  }
}
