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
import { forgetLookedUp, forgottenSites, isVisitedForgotten, readSettings, writeSettings } from '../shared/settings.js';
import { localise, text } from '../shared/strings.js';
import { followTheme } from '../shared/theme.js';
import { Announcer } from './announcer.js';
import { Appearance } from './appearance.js';
import { Choice } from './choice.js';
import { effectsOf } from './effects.js';
import { Field } from './field.js';
import { wireFoot } from './foot.js';
import { Frame } from './frame.js';
import { MoreMenu } from './more-menu.js';
import { Notice } from './notice.js';
import { OpenList } from './open-list.js';
import { PageHeadings } from './page-headings.js';
import { Problems } from './problems.js';
import { confirm } from './question.js';
import { RowCommands } from './row-commands.js';
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
const port = new BackgroundPort(
  'ui:sidebar',
  windowId,
  {
    tab: (tab) => {
      hostWatch.show(tab.state === 'no-host' ? tab.problem?.code : null);
      dispatch({ type: 'tab-received', tab });
    },
    view: (view) => {
      if (list.session?.viewId === view.view) dispatch({ type: 'view-received', session: list.session.number, view });
    },
    'focus-field': () => field.wantFocus(),
    close: () => window.close(),
    'row-command': ({ command }) => rowCommands.run(command),
    outline: (outline) => dispatch({ type: 'outline-received', ...outline }),
  },
  () => dispatch({ type: 'reconnected' }),
);
const hostWatch = new HostWatch(() => port.request('host.start', {}));

// The rows
const list = new OpenList(port, store);
const tree = new VirtualTree(byId('tree'), {
  rows: (from, count) => list.rows(from, count),
  toggle: (row, open) => dispatch({ type: 'branch-toggled', key: row.key, open }),
  openAll: (keys) => list.openAll(keys),
  visit: (target, disposition) => visits.visit(target, disposition),
  outline: () => dispatch({ type: 'outline-toggled' }),
  menu: (row, anchor) => rowCommands.openMenu(row, anchor),
  expand: ({ key }) => dispatch({ type: 'expand-requested', key }),
  sayCut,
  selected: (rows) => selectionBar.show(rows),
  countBelow: (keys) => list.countBelow(keys),
  find: (words, from) => list.find(words, from, tree.between),
  escape: () => field.clearFilter(),
  scrolled: () => dispatch({ type: 'tree-scrolled' }),
});
const headings = new PageHeadings(list, tree);
const notice = new Notice();
const visits = new Visits({
  port,
  store,
  list,
  notice,
  locationOf: (key) =>
    tree.between?.rows.find((row) => row.key === key)?.location ?? list.page?.row(key)?.location ?? null,
});
const rowCommands = new RowCommands(
  {
    port,
    windowId,
    visit: (target, disposition) => visits.visit(target, disposition),
    confirm,
    site: () => store.state.tab?.site?.site ?? '',
    sitemap: () => store.state.tab?.sitemap ?? '',
    below: (key) => list.page?.below(key) ?? [],
    hidden: () => store.state.hidden,
    isFiltered: () => store.state.filter !== '',
    select: (row) => tree.toggleSelected(row),
    dispatch,
  },
  notice,
);
const selectionBar = new SelectionBar({
  open: (rows) => {
    rowCommands.openSelected(rows);
    tree.selection.clear();
  },
  copy: (rows, form) => rowCommands.copySelected(rows, form),
  clear: () => tree.selection.clear(),
});
const visited = new VisitedPages((addresses) => tree.mark({ visited: addresses }));

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
  enterTree: () => tree.list.total > 0 && tree.focus(),
  stepToMatch: (step) => tree.stepToMatch(step),
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
  open: (url, disposition) => visits.request('page.visit', { url, disposition }),
});
const more = new MoreMenu({ port, store, list, notice, problems, choice, keysInView: () => tree.keysInView() });
choice.fetchNames = () => more.fetchNames();
const appearance = new Appearance(() => tree.measure());
wireFoot({
  reload: () => visits.request('site.reload', { site: store.state.tab?.site?.site ?? '' }),
  stop: () => visits.request('site.stop', {}),
  language: (tag) => visits.chooseLanguage(tag),
  more: () => more.open(),
});

store.connect(
  effectsOf({ port, store, list, tree, headings, frame, field, announcer, problems, rowCommands, visited, sayCut }),
);
followSettings();

// The reader, and what the reader changes elsewhere
byId('find-current').addEventListener('click', () => dispatch({ type: 'current-requested' }));
api.storage.onChanged.addListener((changes, area) => {
  if (area === 'sync') followSettings();
  if (area === 'local') dispatch({ type: 'sites-forgotten', sitemaps: forgottenSites(changes) });
  if (area === 'local' && isVisitedForgotten(changes, visited.sitemap)) visited.forget();
});
byId('tree').addEventListener('contextmenu', ({ target }) =>
  rowCommands.point(tree.rowOf(/** @type {Element} */ (target))),
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
  dispatch({ type: 'settings-read', offersOutline: settings.outline });
}
