// @ts-check
/**
 * The sidebar page: hands events of the background and the reader to the state, and runs the effects that come of them. What
 * is to be done is decided in `reduce.js`; this file does it.
 */
import { BackgroundPort, RequestError } from '../shared/background-port.js';
import { api, siteOf } from '../shared/browser.js';
import { directionOfMap } from '../shared/directions.js';
import { HostWatch } from '../shared/host-watch.js';
import { placeIcons } from '../shared/icons.js';
import { clearSearch, wireSearch } from '../shared/links.js';
import { LINE, command, openMenu, submenu } from '../shared/menu.js';
import { problemText } from '../shared/message.js';
import { byId } from '../shared/redraw.js';
import { DIVISIONS, forgottenSites, isVisitedForgotten, readSettings, writeSettings, writeSite } from '../shared/settings.js';
import { countText, localise, text } from '../shared/strings.js';
import { followTheme } from '../shared/theme.js';
import { Announcer } from './announcer.js';
import { Choice } from './choice.js';
import { drawFoot, drawLanguages, pageInLanguage, wireFoot } from './foot.js';
import { Frame, wordsAbout } from './frame.js';
import { forget, MapSession, prefetchMemory, readMemory, remember } from './map-session.js';
import { headingKey, headingOfKey, headingRows, shifted, unshifted } from './outlined-rows.js';
import { problemCount, Problems } from './problems.js';
import { Notice } from './notice.js';
import { confirm } from './question.js';
import { reduce } from './reduce.js';
import { RowCommands } from './row-commands.js';
import { INITIAL } from './state.js';
import { VirtualTree } from './virtual-tree.js';
import { VisitedPages } from './visited-pages.js';

/** @typedef {import('../shared/types.js').UiMethods} UiMethods */
/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} StateEvent */
/** @typedef {import('./state.js').Timer} Timer */

const filter = /** @type {HTMLInputElement} */ (byId('filter'));

localise();
placeIcons();
followTheme('sidebar');

/** @type {Record<import('../shared/settings.js').Division, string>} */
const DIVISION_NAMES = { order: 'divisionOrder', name: 'divisionName', address: 'divisionAddress' };
/** Pages are asked for one after the other, two a second. */
const MOST_NAMED = 50;

let state = INITIAL;
/** The line to the host for the session that is open. @type {MapSession | null} */
let map = null;
/** @type {Map<Timer, ReturnType<typeof setTimeout>>} */
const timers = new Map();

const tree = new VirtualTree(byId('tree'), {
  rows: (from, count) => map?.rows(from, count) ?? Promise.resolve({ revision: -1, from, total: 0, rows: [] }),
  toggle: (row, open) => dispatch({ type: 'branch-toggled', key: row.key, open }),
  openAll,
  visit,
  outline: () => dispatch({ type: 'outline-toggled' }),
  menu: (row, anchor) => { rowCommands.openMenu(row, anchor); },
  expand: ({ key }) => dispatch({ type: 'expand-requested', key }),
  sayCut,
  countBelow: (keys) => map?.countBelow(keys) ?? Promise.resolve({ counts: [], most: 0 }),
  find,
  escape,
  scrolled: () => dispatch({ type: 'tree-scrolled' }),
});

// Asked here, since `runtime.getContexts` gives -1 for a side panel; each window has a page of its own in both
// browsers.
const { id: windowId = -1 } = await api.windows.getCurrent();
const port = new BackgroundPort('ui:sidebar', windowId, {
  tab: (tab) => {
    hostWatch.show(tab.state === 'no-host' ? tab.problem?.code : null);
    dispatch({ type: 'tab-received', tab });
  },
  view: (view) => { if (map && map.viewId === view.view) dispatch({ type: 'view-received', session: map.number, view }); },
  'focus-tree': () => { dispatch({ type: 'focus-requested' }); },
  close: () => window.close(),
  outline: (outline) => { dispatch({ type: 'outline-received', ...outline }); },
});

const hostWatch = new HostWatch(() => port.request('host.start', {}));

const notice = new Notice();
const choice = new Choice((method, params) => port.request(method, params), () => { if (state.tab) frame.drawMessage(state.tab); }, notice);
const problems = new Problems((from, count) => port.request('site.faults', { site: state.tab?.site?.site ?? '', from, count }), byId('more'));
const announcer = new Announcer(byId('said'));
const rowCommands = new RowCommands({
  port, windowId, visit, confirm,
  site: () => state.tab?.site?.site ?? '',
  hidden: () => state.hidden,
  isFiltered: () => state.filter !== '',
  dispatch: (event) => { dispatch(event); },
}, notice);
const visited = new VisitedPages((addresses) => tree.mark({ visited: addresses }));
const frame = new Frame(choice, {
  retry: () => request('host.retry', {}),
  visit,
  focusOrphaned: () => dispatch({ type: 'focus-orphaned' }),
});

/** @type {{[T in Effect['type']]: (effect: Extract<Effect, {type: T}>) => unknown}} */
const EFFECTS = {
  'draw-frame': ({ tab }) => {
    if (!tab.site) problems.close();
    frame.drawTab(tab);
    announcer.showTab(tab);
    visited.follow(tab);
    rowCommands.follow(tab);
    tree.mark({ site: tab.site ? siteOf(new URL(tab.site.sitemap).hostname) : '' });
  },
  'draw-view': ({ view, filter }) => {
    frame.drawView(view, filter);
    announcer.showView(view, view ? wordsAbout(view, filter) : '');
  },
  'draw-languages': ({ languages, chosen, expected }) => {
    drawLanguages(byId('language'), languages, chosen);
    tree.mark({ language: expected || (languages.length === 1 ? languages[0] : undefined) });
    for (const id of ['tree', 'trail', 'sequence']) byId(id).dir = directionOfMap(languages, chosen, expected);
  },
  'refresh-problems': () => problems.refresh(),
  'set-filter': (effect) => { filter.value = effect.text; byId('filter-clear').hidden = effect.text === ''; },
  'clear-search': () => clearSearch(byId('search')),
  'prefetch-memory': ({ sitemap, isPrivate }) => prefetchMemory(sitemap, isPrivate),
  'read-memory': async ({ session, sitemap, isPrivate }) => {
    const { place } = tree; // where the reader is now, not when storage has answered
    await dispatch({ type: 'memory-read', session, memory: await readMemory(sitemap, isPrivate), place });
  },
  'expand-branch': ({ key }) => expand(key),
  'hide-branches': ({ hidden }) => hideBranches(hidden),
  'remember-hidden': ({ sitemap, isPrivate, hidden }) => {
    remember(sitemap, isPrivate, { hidden: [...hidden] });
    if (!isPrivate) writeSite(sitemap, { hidden: [...hidden] }); // at once: the sidebar may be closed by then
  },
  'say-cut': ({ opened }) => sayCut(opened),
  remember: ({ sitemap, isPrivate, open }) => remember(sitemap, isPrivate, { open: [...open], top: tree.place }),
  'forget-memory': ({ sitemaps }) => forget(sitemaps),
  'open-map': ({ session, site, place, isReveal, ...wanted }) => {
    map = new MapSession(port, session, site, () => state.openKeys);
    return receive((opened) => opened.open({ ...wanted, row: Math.floor(place) }), { isReveal, place });
  },
  'update-map': ({ changes, isReveal }) => receive((opened) => opened.update(changes), { isReveal }),
  'toggle-branch': ({ key, open }) => receive((opened) => opened.toggle(key, open)),
  'close-map': () => { map?.close(); map = null; },
  'freeze-tree': () => tree.freeze(),
  'clear-tree': () => tree.clear(),
  'show-tree': ({ session, view, place, reveal, outline }) => watched(session, async () => {
    const between = outline && await headingsBelow(outline);
    if (!await tree.show(view, { place, reveal, filter: state.filter, between })) return;
    await dispatch({ type: 'tree-shown', session, view, isTyping: document.activeElement?.localName === 'input' });
  }),
  'activate-row': ({ index }) => tree.showAt(index),
  'offer-outline': ({ isOpen }) => tree.mark({ outline: isOpen }),
  'follow-outline': ({ isWanted }) => port.request('outline.follow', { isWanted }),
  'mark-heading': ({ index }) => tree.mark({ heading: index < 0 ? '' : headingKey(index) }),
  'mark-coming': ({ key }) => tree.mark({ coming: key }),
  'focus-window': () => window.focus(),
  'focus-tree': () => {
    const isFocused = tree.focus() && document.hasFocus();
    // Not before: of a page that ends meanwhile the next one is to have the keyboard.
    if (isFocused) port.request('ui.focus', {}).catch(() => {});
    return dispatch({ type: 'tree-focused', isFocused });
  },
  'start-timer': ({ timer, ms, event }) => {
    // A timer of the same name is replaced: the state counts on one at most.
    clearTimeout(timers.get(timer));
    timers.set(timer, setTimeout(() => dispatch(event), ms));
  },
  'stop-timer': ({ timer }) => clearTimeout(timers.get(timer)),
};

/** Ends when all effects of the event are done, responses of the host and what they drew included. @param {StateEvent} event */
async function dispatch(event) {
  const step = reduce(state, event);
  state = step.state;
  await Promise.all(step.effects.map((effect) => /** @type {(effect: Effect) => unknown} */ (EFFECTS[effect.type])(effect)));
}

/** Dispatches the view that a request to the open map is answered with. @param {(opened: MapSession) => Promise<View>} how @param {{isReveal?: boolean, place?: number}} [about] */
async function receive(how, about) {
  const opened = map;
  if (!opened) return;
  await watched(opened.number, async () => dispatch({ type: 'view-received', session: opened.number, view: await how(opened), ...about }));
}

/** Dispatches a refusal of what is done for a session; its map may be gone. @param {number} session @param {() => Promise<void>} action */
async function watched(session, action) {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    await dispatch({ type: 'request-failed', session, code: error.code, hasView: map !== null && map.viewId !== '' });
  }
}

/** The rows of the page's headings, which stand below its own. @param {import('./state.js').Outline} outline @returns {Promise<import('./virtual-tree.js').Between | null>} */
async function headingsBelow({ after, url, headings }) {
  const [row] = (await map?.rows(after, 1))?.rows ?? [];
  if (!row) return null;
  const none = [{ name: text('outlineNone'), level: 1, id: '' }];
  const rows = headingRows(headings.length ? headings : none, url, row.level);
  return { after, rows: headings.length ? rows : rows.map((one) => ({ ...one, location: null })) };
}

/** The next row that begins so, as the tree counts rows. @param {string} words @param {number} from @returns {Promise<number | null>} */
async function find(words, from) {
  const { after = 0, rows = [] } = tree.between ?? {};
  const found = await map?.find(words, unshifted(from, after, rows.length));
  return shifted(found ?? null, after, rows.length);
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

/** Opens a branch with all below it, or the whole map. @param {string | null} key */
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

/** Shows the whole map again; false where that is on view. */
function escape() {
  const isFiltered = filter.value !== '';
  if (isFiltered) dispatch({ type: 'filter-cleared' });
  return isFiltered;
}

/** Says whether the reader has the keyboard here, or words that would be lost with the page. */
function reportUse() {
  const hasWords = [...document.querySelectorAll('input')].some(({ value }) => value !== '');
  port.request('ui.use', { isInUse: document.hasFocus() || hasWords }).catch(() => {});
}

/** The menu of what is rarely wanted. */
function openMore() {
  const site = state.tab?.site ?? null;
  const count = problemCount(site);
  const forAuthors = command(count ? countText('problemsOpen', count) : text('problemsNone'), () => { problems.open(site?.sitemap ?? ''); });
  forAuthors.element.id = 'problems-open';
  const fold = command(text('collapseAll'), () => dispatch({ type: 'branches-closed' }));
  const unfold = command(text('expandAll'), () => dispatch({ type: 'expand-requested', key: null }));
  const { hidden } = state;
  const show = command(text('hiddenShow', hidden.length), () => dispatch({ type: 'hide-requested', hidden: [] }));
  const dividing = submenu(text('divisionLabel'), () => { chooseDivision(); });
  const naming = site?.format === 'sitemaps-org' ? [command(text('namesFetch'), () => { fetchNames(); })] : [];
  const folding = state.view ? [...(state.filter ? [] : [unfold]), fold, ...(hidden.length ? [show] : []), dividing, ...naming, LINE] : [];
  openMenu(byId('more'), text('moreButton'), [...folding, forAuthors]);
}

/** The menu of ways to divide long lists. */
async function chooseDivision() {
  const { division: current } = await readSettings();
  const ways = DIVISIONS.map((division) => ({ ...command(text(DIVISION_NAMES[division]), () => { writeSettings({ division }); }), isCurrent: division === current }));
  openMenu(byId('more'), text('divisionLabel'), ways);
}

/** Has the pages in view named by their titles, and says how it goes; ended with the map, or by the reader. */
async function fetchNames() {
  const opened = map;
  if (!opened) return;
  const { viewId: view } = opened;
  notice.say(text('namesFetching'), () => { port.request('titles.stop', { view }).catch(ignoreRefusal); }, true, text('namesStop'));
  try {
    const { count, wanted } = await port.request('titles.fetch', { view, keys: tree.keysInView().slice(0, MOST_NAMED) });
    if (map === opened) notice.say(wanted ? countText('namesFetched', count) : text('namesNone'));
  } catch (error) {
    ignoreRefusal(error);
    if (map === opened) notice.say(text('requestFailed', problemText(/** @type {RequestError} */ (error))));
    else notice.end();
  }
}

/** What was requested of a map that is gone is refused, and nobody waits for it. @param {unknown} error */
function ignoreRefusal(error) {
  if (!(error instanceof RequestError)) throw error;
}

/** Stores a language for the site, and goes to the same page in it. @param {string} tag */
async function chooseLanguage(tag) {
  const { tab } = state;
  const opened = map;
  if (!tab?.site || !opened) return;
  remember(tab.site.sitemap, tab.isPrivate, { language: tag });
  if (!tab.isPrivate) await writeSite(tab.site.sitemap, { language: tag });
  await request('site.configure', { site: opened.site, language: tag });
  const page = pageInLanguage(await opened.update(), tag, tab.url);
  if (page) visit({ key: page.key, via: 'tree' }, 'current');
}

/** @type {import('../shared/links.js').Visit} */
async function visit(target, disposition) {
  const heading = headingOfKey(target.key ?? '');
  if (heading !== null) return void port.request('outline.lead', { index: heading, name: state.headings?.[heading]?.name ?? '' });
  if (target.key && disposition === 'current') dispatch({ type: 'visit-started', key: target.key });
  if (!await request('visit', { ...target, disposition })) dispatch({ type: 'visit-ended' });
}

/**
 * Sends a request whose outcome comes as an event, and resolves to whether it was granted; a refusal is shown in the foot.
 * @template {keyof UiMethods} M
 * @param {M} method
 * @param {UiMethods[M]['params']} params
 */
async function request(method, params) {
  try {
    await port.request(method, params);
    if (state.tab) drawFoot(state.tab);
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    byId('status').textContent = text('requestFailed', problemText(error));
    announcer.say(text('requestFailed', problemText(error)));
    return false;
  }
}

/** What the reader has set of the sidebar. */
async function followSettings() {
  const { outline, density, visited: marksVisited } = await readSettings();
  document.body.dataset['density'] = density;
  document.body.classList.toggle('marks-visited', marksVisited);
  visited.want(marksVisited);
  tree.measure();
  dispatch({ type: 'settings-read', offersOutline: outline });
}

followSettings();
wireSearch(byId('search'), (term, disposition) => request('search', { term, disposition }));
wireFoot({
  reload: () => request('site.reload', { site: state.tab?.site?.site ?? '' }),
  stop: () => request('site.stop', {}),
  language: chooseLanguage,
  more: openMore,
});
filter.addEventListener('input', () => {
  byId('filter-clear').hidden = filter.value === '';
  dispatch({ type: 'filter-typed', text: filter.value });
});
filter.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') { event.preventDefault(); tree.focus(); }
  if (event.key === 'Enter' && !event.isComposing) { event.preventDefault(); tree.stepToMatch(event.shiftKey ? -1 : 1); }
  if (event.key === 'Escape' && escape()) event.preventDefault();
});
byId('filter-clear').addEventListener('click', () => { escape(); filter.focus(); });
byId('match-previous').addEventListener('click', () => tree.stepToMatch(-1));
byId('match-next').addEventListener('click', () => tree.stepToMatch(1));
byId('find-current').addEventListener('click', () => dispatch({ type: 'current-requested' }));
api.storage.onChanged.addListener((changes, area) => {
  if (area === 'sync') followSettings();
  if (area === 'local') dispatch({ type: 'sites-forgotten', sitemaps: forgottenSites(changes) });
  if (area === 'local' && isVisitedForgotten(changes, visited.sitemap)) visited.forget();
});
window.addEventListener('pointerdown', () => dispatch({ type: 'pointer-pressed' }), { capture: true });
window.addEventListener('focus', () => dispatch({ type: 'window-focused' }));
for (const type of ['focus', 'blur']) window.addEventListener(type, reportUse);
