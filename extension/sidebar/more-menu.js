// @ts-check
/** The menu of rare commands: branches, the division of long lists, names from pages, problems, a sitemap's address. */
import { RequestError } from '../shared/background-port.js';
import { LINE, command, openMenu, submenu } from '../shared/menu.js';
import { problemText } from '../shared/message.js';
import { byId } from '../shared/redraw.js';
import { DIVISIONS, readSettings, writeSettings } from '../shared/settings.js';
import { countText, text } from '../shared/strings.js';
import { problemCount } from './problems.js';

/** @typedef {import('../shared/menu.js').MenuEntry} MenuEntry */
/**
 * @typedef {object} MoreOwner
 * @property {Pick<import('../shared/background-port.js').BackgroundPort, 'request'>} port
 * @property {import('./store.js').Store} store
 * @property {import('./open-list.js').OpenList} list
 * @property {import('./notice.js').Notice} notice
 * @property {import('./problems.js').Problems} problems
 * @property {import('./choice.js').Choice} choice
 * @property {import('./new-pages.js').NewPages} newPages
 * @property {() => string[]} keysInView
 * @property {() => boolean} hasRows  whether there are branches to open or to close
 * @property {() => void} expandAll
 * @property {() => void} collapseAll
 */

/** @type {Record<import('../shared/settings.js').Division, string>} */
const DIVISION_NAMES = { order: 'divisionOrder', name: 'divisionName', address: 'divisionAddress' };
/** Pages whose titles are fetched, one after the other, two a second. */
const MOST_NAMED = 50;

export class MoreMenu {
  /** @param {MoreOwner} owner */
  constructor(owner) {
    this.owner = owner;
  }

  open() {
    const { tab } = this.owner.store.state;
    const folding = this.foldingEntries();
    const address = command(text('addressOpen'), () => this.owner.choice.open(true));
    const none = tab && this.owner.choice.refusal(tab);
    const last = [tab?.site ? this.problemsEntry(tab.site) : address, ...(none ? [none] : [])];
    const entries = tab?.site
      ? [...folding, ...(folding.length ? [...this.listEntries(tab.site), LINE] : []), ...last]
      : [...folding, ...(folding.length ? [LINE] : []), ...last];
    openMenu(byId('more'), text('moreButton'), entries);
  }

  /** Return the commands for all branches; under a filter, the remaining ones are open. */
  foldingEntries() {
    const { hasRows, expandAll, collapseAll, store } = this.owner;
    const { state } = store;
    if (!hasRows()) return [];
    const fold = command(text('collapseAll'), collapseAll);
    const unfold = command(text('expandAll'), expandAll);
    return state.typed.trim() ? (state.tab?.site ? [fold] : []) : [unfold, fold];
  }

  /** Return the commands for a map's list. @param {import('../shared/types.js').Site} site */
  listEntries({ format }) {
    const { hidden } = this.owner.store.state;
    const show = command(text('hiddenShow', hidden.length), () =>
      this.dispatch({ type: 'hide-requested', hidden: [] }),
    );
    const dividing = submenu(text('divisionLabel'), () => this.chooseDivision());
    const naming = command(text('namesFetch'), () => this.fetchNames());
    return [
      ...(hidden.length ? [show] : []),
      this.newEntry(),
      dividing,
      ...(format === 'sitemaps-org' ? [naming] : []),
    ];
  }

  /** Return the command that opens the list of new pages. @returns {MenuEntry} */
  newEntry() {
    const { choice, newPages, problems } = this.owner;
    const count = newPages.unopened.length;
    return command(count ? text('newOpenSome', count.toLocaleString(text('languageTag'))) : text('newOpen'), () => {
      choice.picker.close();
      problems.close();
      newPages.open(byId('more'));
    });
  }

  /** @param {import('../shared/types.js').Site} site @returns {MenuEntry} */
  problemsEntry(site) {
    const { choice, newPages, problems } = this.owner;
    const count = problemCount(site);
    const entry = command(count ? countText('problemsOpen', count) : text('problemsNone'), () => {
      choice.picker.close();
      newPages.close();
      problems.open(site.sitemap);
    });
    entry.element.id = 'problems-open';
    return entry;
  }

  /** @param {import('./state.js').Event} event */
  dispatch(event) {
    this.owner.store.dispatch(event);
  }

  /** Open the menu of ways to divide long lists. */
  async chooseDivision() {
    const { division: current } = await readSettings();
    const ways = DIVISIONS.map((division) => ({
      ...command(text(DIVISION_NAMES[division]), () => writeSettings({ division })),
      isCurrent: division === current,
    }));
    openMenu(byId('more'), text('divisionLabel'), ways);
  }

  /**
   * Fetch the titles of visible pages to name their rows, and report the progress. Ends with the map, or when the
   * reader stops it.
   */
  async fetchNames() {
    const { list, notice, port, keysInView } = this.owner;
    const { session } = list;
    if (!session) return;
    const { viewId: view } = session;
    const stop = () => port.request('titles.stop', { view }).catch(ignoreRefusal);
    notice.say(text('namesFetching'), stop, true, text('namesStop'));
    try {
      const { count, wanted } = await port.request('titles.fetch', { view, keys: keysInView().slice(0, MOST_NAMED) });
      if (list.session === session) notice.say(wanted ? countText('namesFetched', count) : text('namesNone'));
    } catch (error) {
      ignoreRefusal(error);
      if (list.session !== session) notice.end();
      else notice.say(text('requestFailed', problemText(/** @type {RequestError} */ (error))));
    }
  }
}

/** Ignore a refusal: the map is gone, and so is its request. @param {unknown} error */
function ignoreRefusal(error) {
  if (!(error instanceof RequestError)) throw error;
}
