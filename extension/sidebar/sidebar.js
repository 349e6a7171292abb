// @ts-check
/**
 * Runs the sidebar page: passes events of the background and the reader to the state, and runs the resulting effects.
 * `reduce.js` makes the decisions; this file carries them out.
 */
import { BackgroundPort, RequestError } from '../shared/background-port.js';
import { api, siteOf } from '../shared/browser.js';
import { directionOfMap } from '../shared/directions.js';
import { HostWatch } from '../shared/host-watch.js';
import { placeIcons } from '../shared/icons.js';
import { withoutFragment } from '../shared/locations.js';
import { LINE, command, openMenu, submenu } from '../shared/menu.js';
import { problemText } from '../shared/message.js';
import { byId } from '../shared/redraw.js';
import {
  DIVISIONS,
  forgetLookedUp,
  forgottenSites,
  isVisitedForgotten,
  readSettings,
  writeSettings,
} from '../shared/settings.js';
import { countText, localise, text } from '../shared/strings.js';
import { followTheme } from '../shared/theme.js';
import { Announcer } from './announcer.js';
import { Choice } from './choice.js';
import { drawLanguages, pageInLanguage, wireFoot } from './foot.js';
import { Field, wordsAbout } from './field.js';
import { Frame } from './frame.js';
import { forget, MapSession, prefetchMemory, readMemory, remember } from './map-session.js';
import { headingKey, headingOfKey, headingRows, shifted, unshifted } from './outlined-rows.js';
import { isOfPage, linkOnPage } from './page-contents.js';
import { PageSession } from './page-session.js';
import { problemCount, Problems } from './problems.js';
import { Notice } from './notice.js';
import { confirm } from './question.js';
import { reduce } from './reduce.js';
import { RowCommands } from './row-commands.js';
import { SelectionBar } from './selection-bar.js';
import { INITIAL } from './state.js';
import { VirtualTree } from './virtual-tree.js';
import { VisitedPages } from './visited-pages.js';

/** @typedef {import('../shared/types.js').UiMethods} UiMethods */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} StateEvent */
/** @typedef {import('./state.js').Timer} Timer */

localise();
placeIcons();
followTheme('sidebar');

/** @type {Record<import('../shared/settings.js').Division, string>} */
const DIVISION_NAMES = { order: 'divisionOrder', name: 'divisionName', address: 'divisionAddress' };
/** @type {Record<string, string>} */
const PLACE_NAMES = { header: 'menuMain', aside: 'menuSide', footer: 'menuFoot' };
/** Pages whose titles are fetched, one after the other, two a second. */
const MOST_NAMED = 50;

let state = INITIAL;
/** The list of the open session: a map or a page's own contents. @type {MapSession | PageSession | null} */
let map = null;
/** Whether the field should get the focus once it is visible and the browser permits it. */
let isFieldWanted = false;
/** Whether sites are looked up automatically. */
let looksAlways = false;
/** When long names take two lines. @type {import('../shared/settings.js').Wrap} */
let wrapping = 'narrow';
const narrow = matchMedia('(width < 300px)');
/** The current heading, -1 for none, and whether it must still be scrolled to. */
let reading = { heading: -1, isNew: false };
/** @type {Map<Timer, ReturnType<typeof setTimeout>>} */
const timers = new Map();

const tree = new VirtualTree(byId('tree'), {
  rows: (from, count) => map?.rows(from, count) ?? Promise.resolve({ revision: -1, from, total: 0, rows: [] }),
  toggle: (row, open) => dispatch({ type: 'branch-toggled', key: row.key, open }),
  openAll,
  visit,
  outline: () => dispatch({ type: 'outline-toggled' }),
  menu: (row, anchor) => {
    rowCommands.openMenu(row, anchor);
  },
  expand: ({ key }) => dispatch({ type: 'expand-requested', key }),
  sayCut,
  selected: (rows) => selectionBar.show(rows),
  countBelow: (keys) => map?.countBelow(keys) ?? Promise.resolve({ counts: [], most: 0 }),
  find,
  escape: clearFilter,
  scrolled: () => dispatch({ type: 'tree-scrolled' }),
});

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
      if (map && map.viewId === view.view) dispatch({ type: 'view-received', session: map.number, view });
    },
    'focus-field': () => {
      isFieldWanted = true;
      focusField();
    },
    close: () => window.close(),
    'row-command': ({ command: name }) => {
      rowCommands.run(name);
    },
    outline: (outline) => {
      dispatch({ type: 'outline-received', ...outline });
    },
  },
  () => {
    dispatch({ type: 'reconnected' });
  },
);

const hostWatch = new HostWatch(() => port.request('host.start', {}));

const notice = new Notice();
const problems = new Problems(
  (from, count) => port.request('site.faults', { site: state.tab?.site?.site ?? '', from, count }),
  byId('more'),
);
const choice = new Choice(
  (method, params) => port.request(method, params),
  () => {
    if (state.tab) frame.drawMessage(state.tab);
  },
  notice,
  problems,
);
const announcer = new Announcer(byId('said'));
const rowCommands = new RowCommands(
  {
    port,
    windowId,
    visit,
    confirm,
    site: () => state.tab?.site?.site ?? '',
    sitemap: () => state.tab?.sitemap ?? '',
    below: (key) => (map instanceof PageSession ? map.below(key) : []),
    hidden: () => state.hidden,
    isFiltered: () => state.filter !== '',
    select: (row) => tree.toggleSelected(row),
    dispatch: (event) => {
      dispatch(event);
    },
  },
  notice,
);
const selectionBar = new SelectionBar({
  open: (rows) => {
    rowCommands.openSelected(rows);
    tree.selection.clear();
  },
  copy: (rows, form) => {
    rowCommands.copySelected(rows, form);
  },
  clear: () => tree.selection.clear(),
});
const visited = new VisitedPages((addresses) => tree.mark({ visited: addresses }));
const field = new Field({
  type: (words) => {
    dispatch({ type: 'filter-typed', text: words });
  },
  clear: clearFilter,
  enterTree: () => tree.list.total > 0 && tree.focus(),
  stepToMatch: (step) => {
    tree.stepToMatch(step);
  },
  search: (term, disposition) => {
    search(term, disposition);
  },
});
const frame = new Frame(choice, field, {
  retry: () => request('host.retry', {}),
  visit,
  focusOrphaned: () => dispatch({ type: 'focus-orphaned' }),
  always: (isOn) => {
    lookAlways(isOn);
  },
  isAlways: () => looksAlways,
  open: (url, disposition) => {
    request('page.visit', { url, disposition });
  },
});

/** @type {{[T in Effect['type']]: (effect: Extract<Effect, {type: T}>) => unknown}} */
const EFFECTS = {
  'draw-frame': ({ tab, isPage }) => {
    if (tab.site?.sitemap !== problems.sitemap) problems.close();
    frame.drawTab(tab, isPage);
    announcer.showTab(tab);
    visited.follow(tab);
    rowCommands.follow(tab);
    focusField(); // it may have been hidden
    tree.mark({ site: tab.site ? siteOf(new URL(tab.site.sitemap).hostname) : '' });
  },
  'draw-view': ({ view, filter }) => {
    frame.drawView(view, filter);
    if (!view?.provisional) announcer.showView(view, view ? wordsAbout(view, filter, frame.isPage) : '');
  },
  'draw-languages': ({ languages, chosen, expected }) => {
    drawLanguages(byId('language'), languages, chosen);
    tree.mark({ language: expected || (languages.length === 1 ? languages[0] : undefined) });
    for (const id of ['tree', 'sequence']) byId(id).dir = directionOfMap(languages, chosen, expected);
  },
  'refresh-problems': () => problems.refresh(),
  'set-filter': (effect) => field.write(effect.text),
  'prefetch-memory': ({ sitemap, isPrivate }) => prefetchMemory(sitemap, isPrivate),
  'read-memory': async ({ session, sitemap, isPrivate }) => {
    const { place } = tree; // the place at this moment, not after storage has answered
    await dispatch({ type: 'memory-read', session, memory: await readMemory(sitemap, isPrivate), place });
  },
  'expand-branch': ({ key }) => expand(key),
  'hide-branches': ({ hidden }) => {
    if (hidden.length === 0) rowCommands.hiding.end();
    return hideBranches(hidden);
  },
  'remember-hidden': ({ sitemap, isPrivate, hidden }) => remember(sitemap, isPrivate, { hidden: [...hidden] }, true),
  'say-cut': ({ opened }) => sayCut(opened),
  remember: ({ sitemap, isPrivate, open }) => remember(sitemap, isPrivate, { open: [...open], top: tree.place }),
  'forget-memory': ({ sitemaps }) => forget(sitemaps),
  'open-map': ({ session, site, place, isReveal, ...wanted }) => {
    const opened = new MapSession(port, session, site, () => state.openKeys);
    map = opened;
    return receive(() => opened.open({ ...wanted, row: Math.floor(place) }), { isReveal, place });
  },
  'update-map': ({ changes, isReveal }) => receive((opened) => opened.update(changes), { isReveal }),
  'toggle-branch': ({ key, open }) => receive((opened) => opened.toggle(key, open)),
  'open-page': ({ session, url }) => {
    map = new PageSession(session, url, { headings: text('pageHeadings'), menus: text('pageMenus'), menu: nameOfMenu });
    return map.update({ filter: state.filter }).then(() => {});
  },
  'update-page': async ({ session, contents }) => {
    if (!(map instanceof PageSession) || map.number !== session) return;
    frame.drawHome(withoutFragment(map.url), linkOnPage(contents.home, map.url));
    await dispatch({ type: 'view-received', session, view: map.show(contents) });
  },
  'close-map': () => {
    map?.close();
    map = null;
    tree.selection.clear();
  },
  'freeze-tree': () => tree.freeze(),
  'clear-tree': () => tree.clear(),
  'show-tree': ({ session, view, place, reveal, outline }) =>
    watched(session, async () => {
      const requestBetween = async () => (outline ? headingsBelow(outline) : null);
      if (!(await tree.show(view, { place, reveal, filter: state.filter, requestBetween }))) return;
      markHeading();
      await dispatch({ type: 'tree-shown', session, view, isTyping: document.activeElement?.localName === 'input' });
    }),
  'activate-row': ({ index }) => tree.showAt(index),
  'offer-outline': ({ isOpen }) => tree.mark({ outline: isOpen }),
  'follow-outline': async ({ isWanted, withMenus, tabId }) => {
    const { isReadable } = (await port.request('outline.follow', { isWanted, withMenus })) ?? {};
    if (withMenus && !isReadable)
      await dispatch({ type: 'outline-received', tabId, contents: { headings: [], menus: [], home: '' }, active: -1 });
  },
  'mark-heading': ({ index }) => {
    reading = { heading: index, isNew: index !== reading.heading };
    markHeading();
  },
  'mark-coming': ({ key }) => tree.mark({ coming: key }),
  'focus-window': () => window.focus(),
  'focus-tree': () => {
    const isFocused = tree.focus() && document.hasFocus();
    return dispatch({ type: 'tree-focused', isFocused });
  },
  'start-timer': ({ timer, ms, event }) => {
    // Replace a timer of the same name: the state expects at most one.
    clearTimeout(timers.get(timer));
    timers.set(
      timer,
      setTimeout(() => dispatch(event), ms),
    );
  },
  'stop-timer': ({ timer }) => clearTimeout(timers.get(timer)),
};

/**
 * Dispatch an event. Resolves when all its effects have ended, including the host's responses and their drawing.
 * @param {StateEvent} event
 */
async function dispatch(event) {
  const step = reduce(state, event);
  state = step.state;
  await Promise.all(
    step.effects.map((effect) => /** @type {(effect: Effect) => unknown} */ (EFFECTS[effect.type])(effect)),
  );
}

/**
 * Send a request to the open list, and dispatch the view in the response.
 * @param {(opened: MapSession | PageSession) => Promise<View>} how
 * @param {{isReveal?: boolean, place?: number}} [about]
 */
async function receive(how, about) {
  const opened = map;
  if (!opened) return;
  await watched(opened.number, async () =>
    dispatch({ type: 'view-received', session: opened.number, view: await how(opened), ...about }),
  );
}

/**
 * Run an action of a session and dispatch its refusal; the session's map may be gone.
 * @param {number} session
 * @param {() => Promise<void>} action
 */
async function watched(session, action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    await dispatch({ type: 'request-failed', session, code: error.code, hasView: map !== null && map.viewId !== '' });
  }
}

/** Mark the current heading, and scroll to it when it changes. */
function markHeading() {
  const { heading, isNew } = reading;
  const row = heading < 0 ? null : map instanceof PageSession ? map.rowOfHeading(heading) : rowBelow(heading);
  tree.mark({ heading: row?.key ?? '' });
  if (!row || !isNew) return;
  tree.keepInView(row.index);
  reading = { heading, isNew: false };
}

/** Return the row of a heading below its page's row. @param {number} heading */
function rowBelow(heading) {
  const { after = 0, rows = [] } = tree.between ?? {};
  const at = rows.findIndex(({ key }) => key === headingKey(heading));
  return at < 0 ? null : { key: headingKey(heading), index: after + 1 + at };
}

/** Return the name of a menu to which the page gives none. @param {string} place @param {number} number  among those there */
function nameOfMenu(place, number) {
  const name = text(PLACE_NAMES[place] ?? 'menuOther');
  return number === 1 ? name : `${name} ${number.toLocaleString(text('languageTag'))}`;
}

/**
 * Return the rows of the page's headings, which follow its own row.
 * @param {import('./state.js').Outline} outline
 * @returns {Promise<import('./virtual-tree.js').Between | null>}
 */
async function headingsBelow({ after, url, headings }) {
  if (after < 0) return { after, rows: headingsAtTop(url, headings) };
  const [row] = (await map?.rows(after, 1))?.rows ?? [];
  if (!row) return null;
  const none = [{ name: text('outlineNone'), level: 1, id: '' }];
  const rows = headingRows(headings.length ? headings : none, url, row.level);
  return { after, rows: headings.length ? rows : rows.map((heading) => ({ ...heading, location: null })) };
}

/**
 * Return the headings of a page without a row, below a title.
 * @param {string} url
 * @param {readonly import('../shared/types.js').Heading[]} headings
 */
function headingsAtTop(url, headings) {
  const [first] = headingRows([{ name: text('pageHeadings'), level: 1, id: '' }], url, 0);
  const title = {
    .../** @type {import('../shared/types.js').Row} */ (first),
    key: 'menu headings',
    location: null,
    kind: /** @type {const} */ ('group'),
    children: true,
    open: true,
  };
  return [title, ...headingRows(headings, url, 1)];
}

/**
 * Return the tree's index of the next row whose name begins with some words.
 * @param {string} words
 * @param {number} from
 * @returns {Promise<number | null>}
 */
async function find(words, from) {
  const { after = 0, rows = [] } = tree.between ?? {};
  const index = await map?.find(words, Math.max(0, unshifted(from, after, rows.length)));
  return shifted(index ?? null, after, rows.length);
}

/** @param {string[]} keys @returns {Promise<number[]>} */
async function openAll(keys) {
  let total = state.view?.total ?? 0;
  /** @type {number[]} */
  const grown = [];
  dispatch({ type: 'branches-opened', keys });
  await receive(async (opened) => {
    const views = await opened.openAll(keys);
    for (const view of views) {
      grown.push(view.total - total);
      total = view.total;
    }
    return /** @type {View} */ (views.at(-1));
  });
  return grown;
}

/** @param {number} opened */
function sayCut(opened) {
  notice.say(text('expandedSome', opened));
}

/** Open a branch with all its descendants, or the whole map. @param {string | null} key */
async function expand(key) {
  const opened = map;
  if (!opened) return;
  await watched(opened.number, async () => {
    const { view, opened: keys, is_all: isAll } = await opened.expand(key);
    await dispatch({ type: 'branches-expanded', session: opened.number, keys, view, isAll, isWhole: key === null });
  });
}

/** @param {readonly string[]} hidden */
async function hideBranches(hidden) {
  const opened = map;
  if (!opened) return;
  await watched(opened.number, async () => {
    const reply = await opened.hide(hidden);
    await dispatch({ type: 'branches-hidden', session: opened.number, ...reply });
  });
}

/** Clear the filter; return false if there is none. */
function clearFilter() {
  const isFiltered = field.input.value !== '';
  if (isFiltered) dispatch({ type: 'filter-cleared' });
  return isFiltered;
}

/** Focus the field if that is wanted. An open sidebar gets it from the page once the reader moves on. */
function focusField() {
  if (!isFieldWanted || byId('map').hidden) return;
  window.focus();
  field.input.focus();
  if (document.activeElement !== field.input || !document.hasFocus()) return;
  isFieldWanted = false;
  field.input.select();
  // Only now: if this page closes earlier, the next one must get the focus.
  port.request('ui.focus', {}).catch(() => {});
}

/** Open the menu of rare commands. */
function openMore() {
  const site = state.tab?.site ?? null;
  const count = problemCount(site);
  const forAuthors = command(count ? countText('problemsOpen', count) : text('problemsNone'), () => {
    choice.picker.close();
    problems.open(site?.sitemap ?? '');
  });
  forAuthors.element.id = 'problems-open';
  const fold = command(text('collapseAll'), () => dispatch({ type: 'branches-closed' }));
  const unfold = command(text('expandAll'), () => dispatch({ type: 'expand-requested', key: null }));
  const { hidden } = state;
  const show = command(text('hiddenShow', hidden.length), () => dispatch({ type: 'hide-requested', hidden: [] }));
  const address = command(text('addressOpen'), () => {
    choice.open(true);
  });
  if (!site)
    return openMenu(
      byId('more'),
      text('moreButton'),
      state.view && !state.filter ? [unfold, fold, LINE, address] : [address],
    );
  const dividing = submenu(text('divisionLabel'), () => {
    chooseDivision();
  });
  const naming =
    site?.format === 'sitemaps-org'
      ? [
          command(text('namesFetch'), () => {
            fetchNames();
          }),
        ]
      : [];
  const folding = state.view
    ? [...(state.filter ? [] : [unfold]), fold, ...(hidden.length ? [show] : []), dividing, ...naming, LINE]
    : [];
  openMenu(byId('more'), text('moreButton'), [...folding, forAuthors]);
}

/** Open the menu of ways to divide long lists. */
async function chooseDivision() {
  const { division: current } = await readSettings();
  const ways = DIVISIONS.map((division) => ({
    ...command(text(DIVISION_NAMES[division]), () => {
      writeSettings({ division });
    }),
    isCurrent: division === current,
  }));
  openMenu(byId('more'), text('divisionLabel'), ways);
}

/**
 * Fetch the titles of visible pages to name their rows, and report the progress. Ends with the map, or when the reader
 * stops it.
 */
async function fetchNames() {
  const opened = map;
  if (!opened) return;
  const { viewId: view } = opened;
  notice.say(
    text('namesFetching'),
    () => {
      port.request('titles.stop', { view }).catch(ignoreRefusal);
    },
    true,
    text('namesStop'),
  );
  try {
    const { count, wanted } = await port.request('titles.fetch', {
      view,
      keys: tree.keysInView().slice(0, MOST_NAMED),
    });
    if (map === opened) notice.say(wanted ? countText('namesFetched', count) : text('namesNone'));
  } catch (error) {
    ignoreRefusal(error);
    if (map === opened) notice.say(text('requestFailed', problemText(/** @type {RequestError} */ (error))));
    else notice.end();
  }
}

/** Ignore a refusal: the map is gone, and so is its request. @param {unknown} error */
function ignoreRefusal(error) {
  if (!(error instanceof RequestError)) throw error;
}

/** Store a language for the site, and go to the same page in it. @param {string} tag */
async function chooseLanguage(tag) {
  const { tab } = state;
  const opened = map;
  if (!tab?.site || !opened) return;
  await remember(tab.site.sitemap, tab.isPrivate, { language: tag }, true);
  await request('site.configure', { site: opened.site, language: tag });
  const page = pageInLanguage(await opened.update(), tag, tab.url);
  if (page) visit({ key: page.key, via: 'tree' }, 'current');
}

/** @type {import('../shared/links.js').Visit} */
async function visit(target, disposition) {
  const heading = headingOfKey(target.key ?? '');
  if (heading !== null && disposition === 'current')
    return void port.request('outline.lead', { index: heading, name: state.headings?.[heading]?.name ?? '' });
  if (target.key && disposition === 'current') dispatch({ type: 'visit-started', key: target.key });
  if (!(await requestVisit(target, disposition))) dispatch({ type: 'visit-ended' });
}

/**
 * Search the site, and clear the filter: the results are in the page.
 * @param {string} term
 * @param {import('../shared/types.js').Disposition} disposition
 */
async function search(term, disposition) {
  if (await request('search', { term, disposition })) dispatch({ type: 'filter-cleared' });
}

/**
 * Navigate to a row's page; the host resolves rows of a map, and a page's own rows have addresses.
 * @param {import('../shared/links.js').Target} target
 * @param {import('../shared/types.js').Disposition} disposition
 */
async function requestVisit(target, disposition) {
  if (!isOfPage(target.key ?? '')) return request('visit', { ...target, disposition });
  const url = locationOf(target.key ?? '');
  return url !== null && request('page.visit', { url, disposition });
}

/** Return the address of one of the page's own rows. @param {string} key */
function locationOf(key) {
  const row =
    tree.between?.rows.find((candidate) => candidate.key === key) ?? (map instanceof PageSession ? map.row(key) : null);
  return row?.location ?? null;
}

/**
 * Send a request whose result arrives as an event; resolve to whether it was granted. A refusal is shown as a notice: the
 * foot is drawn again whenever the map's state changes.
 * @template {keyof UiMethods} M
 * @param {M} method
 * @param {UiMethods[M]['params']} params
 */
async function request(method, params) {
  try {
    await port.request(method, params);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    notice.say(text('requestFailed', problemText(error)));
    return false;
  }
}

/** Start or stop looking up sites automatically; stopping deletes the results. @param {boolean} isOn */
async function lookAlways(isOn) {
  await writeSettings({ lookByItself: isOn });
  if (!isOn) await forgetLookedUp();
}

/** Apply the reader's settings to the sidebar. */
async function followSettings() {
  const { outline, density, textSize, wrap, visited: marksVisited, lookByItself } = await readSettings();
  looksAlways = lookByItself;
  if (state.tab) frame.drawMessage(state.tab);
  document.body.dataset.density = density;
  document.documentElement.dataset.textSize = textSize;
  wrapping = wrap;
  wrapNames();
  document.body.classList.toggle('marks-visited', marksVisited);
  visited.want(marksVisited);
  dispatch({ type: 'settings-read', offersOutline: outline });
}

/** Give names a second line if the reader wants that in a sidebar of this width. */
function wrapNames() {
  document.body.classList.toggle('wrapped', wrapping === 'always' || (wrapping === 'narrow' && narrow.matches));
  tree.measure();
}

followSettings();
narrow.addEventListener('change', wrapNames);
wireFoot({
  reload: () => request('site.reload', { site: state.tab?.site?.site ?? '' }),
  stop: () => request('site.stop', {}),
  language: chooseLanguage,
  more: openMore,
});
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
    isFieldWanted = false;
    dispatch({ type: 'pointer-pressed' });
  },
  { capture: true },
);
window.addEventListener('focus', () => {
  focusField();
  // A field with the focus keeps it, regardless of pending requests.
  dispatch({ type: 'window-focused', isElsewhere: document.activeElement !== document.body && !tree.hasFocus });
});
