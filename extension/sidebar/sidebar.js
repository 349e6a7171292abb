// @ts-check
/**
 * Wires the sidebar page: creates its parts and connects them to each other, to the background and to the reader. Every
 * part owns its own state; `store.js` owns the state that `reduce.js` decides on.
 */
import { BackgroundPort } from '../shared/background-port.js';
import { api } from '../shared/browser.js';
import { HostWatch } from '../shared/host-watch.js';
import { placeIcons } from '../shared/icons.js';
import { byId } from '../shared/redraw.js';
import {
  areSectionsForgotten,
  forgetLookedUp,
  forgottenSites,
  isOfVisits,
  isVisitedForgotten,
  readSettings,
  writeSettings,
} from '../shared/settings.js';
import { localise, text } from '../shared/strings.js';
import { readTabs } from '../shared/tab-memory.js';
import { followTheme } from '../shared/theme.js';
import { Announcer } from './announcer.js';
import { Appearance } from './appearance.js';
import { Choice } from './choice.js';
import { effectsOf } from './effects.js';
import { Field } from './field.js';
import { wireFoot } from './foot.js';
import { Frame } from './frame.js';
import { MoreMenu } from './more-menu.js';
import { NewPages } from './new-pages.js';
import { Notice } from './notice.js';
import { OpenList } from './open-list.js';
import { isOfPage, locationOfKey } from './page-contents.js';
import { PageSection } from './page-section.js';
import { Problems } from './problems.js';
import { confirm } from './question.js';
import { RowCommands } from './row-commands.js';
import { Sections } from './sections.js';
import { SelectionBar } from './selection-bar.js';
import { Store } from './store.js';
import { VirtualTree } from './virtual-tree.js';
import { VisitedPages } from './visited-pages.js';
import { Visits } from './visits.js';

localise();
placeIcons();
followTheme('sidebar');

const store = new Store();
/** @param {import('./state.js').Event} event */
const dispatch = (event) => store.dispatch(event);

// Queried here, since `runtime.getContexts` gives -1 for a side panel; each window has its own sidebar page in both
// browsers.
const { id: windowId = -1 } = await api.windows.getCurrent();
dispatch({ type: 'tabs-recalled', tabs: await readTabs(windowId) });
const port = new BackgroundPort(
  'ui:sidebar',
  windowId,
  {
    tab: (tab) => {
      hostWatch.show(tab.state === 'no-host' ? tab.problem?.code : null);
      page.follow(tab); // at once: its headings must not outlive the page
      dispatch({ type: 'tab-received', tab, place: tree.place });
    },
    view: (view) => {
      if (list.session?.viewId === view.view) dispatch({ type: 'view-received', session: list.session.number, view });
    },
    'focus-field': () => field.wantFocus(),
    close: () => window.close(),
    'row-command': ({ command }) => rowCommands.run(command),
    outline: (outline) => page.receive(outline),
  },
  // Only the background that has ended knew which page was to report.
  () => page.request(),
);
const hostWatch = new HostWatch(() => port.request('host.start', {}));

// The rows
const list = new OpenList(port, store);
const tree = new VirtualTree(byId('tree'), {
  rows: (from, count) => list.rows(from, count),
  toggle: (row, open) => dispatch({ type: 'branch-toggled', key: row.key, open }),
  openAll: (keys) => list.openAll(keys),
  visit: (target, disposition) => visits.visit(target, disposition),
  menu: (row, anchor) => rowCommands.openMenu(row, anchor),
  expand: ({ key }) => dispatch({ type: 'expand-requested', key }),
  sayCut,
  selected: (rows) => showSelected(rows, page.tree),
  countBelow: (keys) => list.countBelow(keys),
  find: (words, from) => list.find(words, from),
  escape: () => field.clearFilter(),
  scrolled: () => dispatch({ type: 'tree-scrolled' }),
});
const page = new PageSection(byId('page-tree'), {
  port,
  visit: (target, disposition) => visits.visit(target, disposition),
  menu: (row, anchor) => rowCommands.openMenu(row, anchor),
  selected: (rows) => showSelected(rows, tree),
  escape: () => field.clearFilter(),
  titleToggled: (title, isOpen) => sections.close(title, !isOpen),
  isTitleOpen: (title) => !sections.isClosed(title),
  drawn: (view) => {
    if (view) sections.showPage(page.session.top.length === 0);
    frame.drawPage(view, page.session.filter, page.links);
  },
});
const sections = new Sections({
  wantPage: (isOpen) => page.want(isOpen),
  restored: () => page.show(),
  focus: (name) => (name === 'site' ? tree : page.tree).focus(),
});
const notice = new Notice();
const visits = new Visits({
  port,
  store,
  list,
  notice,
  locationOf: (key) => page.session.row(key)?.location ?? locationOfKey(key),
  heading: (index) => page.heading(index),
  isFramed: () => page.isFramed,
});
const rowCommands = new RowCommands(
  {
    port,
    windowId,
    visit: (target, disposition) => visits.visit(target, disposition),
    confirm,
    site: () => store.state.tab?.site?.site ?? '',
    sitemap: () => store.state.tab?.sitemap ?? '',
    below: (key) => page.session.below(key),
    hidden: () => store.state.hidden,
    isFiltered: () => store.state.filter !== '',
    select: (row) => (isOfPage(row.key) ? page.tree : tree).toggleSelected(row),
    dispatch,
    expand,
    collapse,
  },
  notice,
);
const selectionBar = new SelectionBar({
  open: (rows) => {
    rowCommands.openSelected(rows);
    clearSelections();
  },
  copy: (rows, form) => rowCommands.copySelected(rows, form),
  clear: clearSelections,
});
const visited = new VisitedPages((addresses) => {
  for (const each of [tree, page.tree]) each.mark({ visited: addresses });
});
const newPages = new NewPages({
  port,
  visit: (target, disposition) => visits.visit(target, disposition),
  mark: (addresses) => tree.mark({ fresh: addresses }),
  now: Date.now,
});

// The parts around the rows
const announcer = new Announcer(byId('said'));
const problems = new Problems(
  (from, count) => port.request('site.faults', { site: store.state.tab?.site?.site ?? '', from, count }),
  byId('more'),
);
const choice = new Choice((method, params) => port.request(method, params), redrawMessage, notice, problems);
const field = new Field({
  type: (words) => dispatch({ type: 'filter-typed', text: words }),
  clear: () => dispatch({ type: 'filter-cleared' }),
  // Only now: if this page closes earlier, the next one must get the focus.
  focused: () => port.request('ui.focus', {}).catch(() => {}),
  enterTree: () => treeWithRows().focus(),
  stepToMatch: (step) => treeWithRows().stepToMatch(step),
  search: (term, disposition) => visits.search(term, disposition),
});
/** Whether sites are looked up automatically. */
let looksAlways = false;
const frame = new Frame(choice, field, {
  retry: () => visits.request('host.retry', {}),
  visit: (target, disposition) => visits.visit(target, disposition),
  focusOrphaned: () => dispatch({ type: 'focus-orphaned' }),
  always: lookAlways,
  isAlways: () => looksAlways,
});
const more = new MoreMenu({
  port,
  store,
  list,
  notice,
  problems,
  choice,
  newPages,
  keysInView: () => tree.keysInView(),
  hasRows: () => store.state.view !== null || (!store.state.isOpen && page.session.top.length > 0),
  expandAll: () => expand(null),
  collapseAll: () => collapse(null),
});
choice.fetchNames = () => more.fetchNames();
const appearance = new Appearance(() => {
  for (const each of [tree, page.tree]) each.measure();
});
wireFoot({
  reload: () => visits.request('site.reload', { site: store.state.tab?.site?.site ?? '' }),
  stop: () => visits.request('site.stop', {}),
  language: (tag) => visits.chooseLanguage(tag),
  more: () => more.open(),
});

store.connect(
  effectsOf({
    port,
    store,
    list,
    tree,
    page,
    sections,
    frame,
    field,
    announcer,
    problems,
    rowCommands,
    visited,
    newPages,
    sayCut,
    windowId,
  }),
);
followSettings();

// The reader, and what the reader changes elsewhere
byId('find-current').addEventListener('click', () => dispatch({ type: 'current-requested' }));
api.storage.onChanged.addListener((changes, area) => {
  if (area === 'sync') followSettings();
  if (area === 'local') dispatch({ type: 'sites-forgotten', sitemaps: forgottenSites(changes) });
  if (area === 'local' && areSectionsForgotten(changes, sections.origin)) sections.forget();
  if (area === 'local' && Object.keys(changes).some(isOfVisits)) newPages.refresh();
  if (area === 'local' && isVisitedForgotten(changes, visited.sitemap)) visited.forget();
});
for (const each of [tree, page.tree])
  each.element.addEventListener('contextmenu', ({ target }) =>
    rowCommands.point(each.rowOf(/** @type {Element} */ (target))),
  );
window.addEventListener(
  'pointerdown',
  () => {
    field.isFocusWanted = false;
    dispatch({ type: 'pointer-pressed' });
  },
  { capture: true },
);
window.addEventListener('focus', () => {
  field.focusIfWanted();
  // A field with the focus keeps it, regardless of pending requests.
  dispatch({ type: 'window-focused', isElsewhere: document.activeElement !== document.body && !tree.hasFocus });
});

/** Return the tree to enter from the field: that of the map, or that of the page if it has no rows. */
function treeWithRows() {
  return tree.list.total > 0 && !sections.isClosed('site') ? tree : page.tree;
}

/** Open a branch with all its descendants; with null, all branches of the map, or of a page without one.
 * @param {string | null} key
 */
function expand(key) {
  if (key === null ? !store.state.isOpen : isOfPage(key)) page.expand(key);
  else dispatch({ type: 'expand-requested', key });
}

/** Close a branch, or with null all of them. @param {string | null} key */
function collapse(key) {
  if (key === null) return store.state.isOpen ? dispatch({ type: 'branches-closed' }) : page.collapse();
  return isOfPage(key) ? page.toggle(key, false) : dispatch({ type: 'branch-toggled', key, open: false });
}

/**
 * Show the selected rows of one tree; the other has none then.
 * @param {import('../shared/types.js').Row[]} rows
 * @param {VirtualTree} other
 */
function showSelected(rows, other) {
  if (rows.length) other.selection.clear();
  selectionBar.show(rows);
}

function clearSelections() {
  for (const each of [tree, page.tree]) each.selection.clear();
}

/** @param {number} opened */
function sayCut(opened) {
  notice.say(text('expandedSome', opened));
}

function redrawMessage() {
  if (store.state.tab) frame.drawMessage(store.state.tab);
}

/** Start or stop looking up sites automatically; stopping deletes the results. @param {boolean} isOn */
async function lookAlways(isOn) {
  await writeSettings({ lookByItself: isOn });
  if (!isOn) await forgetLookedUp();
}

/** Apply the reader's settings to the sidebar. */
async function followSettings() {
  const settings = await readSettings();
  looksAlways = settings.lookByItself;
  redrawMessage();
  appearance.apply(settings);
  visited.want(settings.visited);
  newPages.want(settings.newPages);
}
