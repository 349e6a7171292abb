// @ts-check
/** The sidebar page: wires its parts to what the background tells of the tab in front. */
import { BackgroundPort, RequestError } from '../shared/background-port.js';
import { api } from '../shared/browser.js';
import { placeIcons } from '../shared/icons.js';
import { drawMessage, problemText } from '../shared/message.js';
import { drawSearch, wireSearch } from '../shared/search-form.js';
import { forgottenSites, writeSite } from '../shared/settings.js';
import { hide } from '../shared/redraw.js';
import { localise, text } from '../shared/strings.js';
import { Choice } from './choice.js';
import { drawFoot, wireFoot } from './foot.js';
import { drawLanguages, isIn, openVariants } from './languages.js';
import { MapView } from './map-view.js';
import { forget, prepare, recall, remember } from './memory.js';
import { drawProblems } from './problems.js';
import { drawRoles } from './roles.js';
import { drawSequence, drawTrail } from './trail.js';
import { VirtualTree } from './virtual-tree.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('../shared/types.js').View} View */

const FILTER_AFTER_MS = 120;
/** A page says what it has a moment after it is there: so long the map of the page before stays. */
const PATIENCE_MS = 300;
/** So long the rows of a lost host's map stand, while another host reads the map. */
const REBUILDING_MS = 5000;
/** Before a map that could not be opened is tried again. */
const AGAIN_MS = 1000;

localise();
placeIcons();

/** @type {<T extends HTMLElement>(id: string) => T} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('search'));
const filter = /** @type {HTMLInputElement} */ (byId('filter'));
const sequence = { nav: byId('sequence'), previous: /** @type {any} */ (byId('previous')), next: /** @type {any} */ (byId('next')) };

/**
 * @typedef {object} Shown
 * @property {TabView | null} tab
 * @property {MapView | null} map
 * @property {View | null} view
 * @property {string} mark  which map of which host it is
 * @property {string} source  the sitemap in its tab
 * @property {string} filtered  the one that the filter belongs to, though it may be away for a while
 * @property {boolean} isRebuilt  whether it takes the place of the same map in a host that was lost
 * @property {number} [place]  where to scroll to at the next chance
 * @property {ReturnType<typeof setTimeout>} [waiting]  before a page is taken for one without a map
 * @property {boolean} isSeeking  the current page is to be scrolled to as soon as the host has found it
 * @property {string} left  which neighbour had the keyboard when a page came that has not said yet what map it has
 * @property {boolean} isAwaited  the keyboard is to be put into the tree as soon as there is one and the browser lets it in
 */

/** @type {Shown} */
const shown = { tab: null, map: null, view: null, mark: '', source: '', filtered: '', isRebuilt: false, isSeeking: false, left: '', isAwaited: false };

const tree = new VirtualTree(byId('tree'), {
  rows: (from, count) => shown.map?.rows(from, count) ?? Promise.resolve({ revision: -1, from, total: 0, rows: [] }),
  toggle,
  openAll,
  visit,
  variants: (row, anchor) => openVariants(row, anchor, visit),
  find: (words, from) => shown.map?.find(words, from) ?? Promise.resolve(null),
  scrolled: () => { shown.isSeeking = false; keep(); },
});

const window_ = await api.windows.getCurrent();
const port = new BackgroundPort('ui:sidebar', window_.id ?? -1, (event, params) => EVENTS[event]?.(params));

/** @type {Record<string, (params: any) => void>} */
const EVENTS = { tab: hear, view: showView, 'focus-tree': focusTree };

const choice = new Choice((method, params) => port.ask(method, params), () => { if (shown.tab) drawState(shown.tab); });
wireSearch(form, (term, disposition) => ask('search', { term, disposition }));
wireFoot({
  reload: () => ask('site.reload', { site: shown.tab?.site?.site }),
  stop: () => ask('site.stop'),
  language: chooseLanguage,
  problems: showProblems,
});
byId('find-current').addEventListener('click', async () => { await reveal(); tree.focus(); });
wireFilter();
api.storage.onChanged.addListener((changes, area) => { if (area === 'local') forgetSites(forgottenSites(changes)); });
window.addEventListener('pointerdown', () => { shown.isAwaited = false; }, { capture: true });
window.addEventListener('focus', () => { if (shown.isAwaited) focusTree(); });

/** @param {TabView} tab */
function hear(tab) {
  clearTimeout(shown.waiting);
  if (tab.state === 'loading' && tab.sitemap) prepare(tab.sitemap, tab.isPrivate);
  const isBetweenPages = shown.tab?.state === 'ready' && tab.tabId === shown.tab.tabId && ['none', 'loading'].includes(tab.state);
  if (isBetweenPages) shown.waiting = setTimeout(() => showTab(tab), PATIENCE_MS);
  else showTab(tab);
}

/** @param {TabView} tab */
async function showTab(tab) {
  const before = shown.tab;
  shown.tab = tab;
  document.body.dataset['state'] = tab.state;
  drawFrame(tab);
  const mark = markOf(tab);
  if (mark !== shown.mark) return openMap(tab, mark);
  if (!mark || !before) return;
  if (before.language !== tab.language || `${before.site?.languages}` !== `${tab.site?.languages}`) showLanguages(tab);
  if (tab.url !== before.url) await change((map) => map.update({ pageUrl: tab.url }), true);
  else if (isChanged(before, tab)) await change((map) => map.update());
  if (!byId('problems').hidden && isChanged(before, tab)) await showProblems();
}

/** Whether the tree may be another: progress alone changes nothing in it. @param {TabView} a @param {TabView} b */
function isChanged(a, b) {
  return JSON.stringify({ ...a.site, progress: null }) !== JSON.stringify({ ...b.site, progress: null });
}

/** @param {TabView} tab */
function drawFrame(tab) {
  choice.show(tab);
  drawState(tab);
  hide(byId('map'), tab.state !== 'ready', byId('message'));
  drawSearch(form, tab.state === 'ready' ? tab.site?.search : null);
  hide(byId('roles'), tab.state !== 'ready', byId('message'));
  drawRoles(byId('roles'), tab.site?.roles ?? {}, visit);
  choice.drawButton(tab);
  drawFoot(tab);
  if (tab.state === 'ready') return;
  if (sequence.nav.contains(document.activeElement)) shown.left = document.activeElement?.id ?? '';
  drawView(null);
}

/** What is said in place of the map; a focus in it stays in it, or goes to the tree that takes its place. @param {TabView} tab */
function drawState(tab) {
  const place = byId('message');
  const hadFocus = place.contains(document.activeElement);
  drawMessage(place, tab, { retry: () => ask('host.retry'), choose: () => choice.open(), forgotten: choice.forgotten });
  if (!hadFocus || place.querySelector(':focus')) return;
  if (place.hidden) shown.isAwaited = true;
  else (place.querySelector('button') ?? place).focus();
}

/** Opens the map of a tab in place of the one before. @param {TabView} tab @param {string} mark */
async function openMap(tab, mark) {
  shown.map?.close();
  tree.freeze();
  const source = mark && `${tab.tabId} ${tab.sitemap}`;
  const isRebuilt = source !== '' && source === shown.source;
  Object.assign(shown, { map: null, view: null, mark, source, isRebuilt, place: undefined });
  if (!mark || !tab.site) return tree.clear();
  if (source !== shown.filtered) filter.value = '';
  shown.filtered = source;
  const { place } = tree;
  const memory = await recall(tab.site.sitemap, tab.isPrivate);
  if (shown.mark !== mark) return;
  const map = new MapView(port, tab.site.site, memory.open ?? [], filter.value.trim());
  shown.map = map;
  showLanguages(shown.tab ?? tab);
  if (isRebuilt) setTimeout(() => endRebuilding(map), REBUILDING_MS);
  const top = isRebuilt ? place : memory.top ?? 0;
  await settle(map, () => map.open(shown.tab?.url ?? tab.url, Math.floor(top)), { place: top, isReveal: !isRebuilt });
}

/** The reader need not see how a map that was there comes in again, file by file: unless that takes long. @param {MapView} map */
function endRebuilding(map) {
  if (shown.map !== map || !isRebuilding()) return;
  shown.isRebuilt = false;
  change(() => map.update());
}

function isRebuilding() {
  shown.isRebuilt &&= shown.tab?.site?.state === 'loading';
  return shown.isRebuilt;
}

/** The host tells the languages once it has been through the map. @param {TabView} tab */
function showLanguages(tab) {
  drawLanguages(byId('language'), tab.site?.languages ?? [], tab.language);
}

/** Has the view changed, and shows what it became. @param {(map: MapView) => Promise<View>} how @param {boolean} [isReveal] */
async function change(how, isReveal = false) {
  const { map } = shown;
  if (map) await settle(map, () => how(map), { isReveal });
}

/** Folds or unfolds. It is kept at once: where the host is lost meanwhile, the map is opened anew in that state. @param {import('../shared/types.js').Row} row @param {boolean} open */
function toggle(row, open) {
  change((map) => map.toggle(row.key, open));
  keep();
}

/**
 * @param {MapView} map
 * @param {() => Promise<View>} how
 * @param {{place?: number, isReveal: boolean}} options
 */
async function settle(map, how, { place, isReveal }) {
  try {
    const view = await how();
    if (shown.map !== map) return;
    shown.isSeeking ||= isReveal;
    shown.place = place ?? shown.place;
    if (isRebuilding()) return;
    drawView(view);
    const isShown = await tree.show(view, { place: shown.place, reveal: shown.isSeeking ? view.current : null });
    if (!isShown || shown.map !== map) return;
    shown.isSeeking &&= view.pending === true;
    shown.place = undefined;
    if (shown.isAwaited) focusTree();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (shown.map === map && (error.code === 'unknown-view' || error.code === 'unknown-site' || !map.id)) openSoon();
  }
}

/** The view is none that the host knows: another is opened, at the latest when the host has had time to come to itself. */
function openSoon() {
  shown.mark = '';
  setTimeout(() => {
    const { tab } = shown;
    if (tab && shown.mark === '') openMap(tab, markOf(tab));
  }, AGAIN_MS);
}

/** Which map of which host a tab shows, '' for none. @param {TabView} tab */
function markOf(tab) {
  return tab.state === 'ready' && tab.site ? `${tab.generation} ${tab.site.site}` : '';
}

/** The host found more, or the page it was looking for. @param {View} view */
async function showView(view) {
  const { map } = shown;
  if (map?.id !== view.view) return;
  await settle(map, async () => view, { isReveal: false });
}

/** @param {View | null} view */
function drawView(view) {
  shown.view = view;
  drawTrail(byId('trail'), view?.trail ?? [], visit);
  drawSequence(sequence, view?.previous ?? null, view?.next ?? null, visit);
  if (view) giveBack();
  byId('find-current').hidden = !view?.in_map;
  const matches = byId('matches');
  matches.hidden = !shown.map?.filter;
  matches.textContent = view && shown.map?.filter ? text(view.total ? 'filterSome' : 'filterNone', shown.map.filter) : '';
}

/** Gives the keyboard back to the neighbour that had it, where nothing else has it. */
function giveBack() {
  if (shown.left && document.activeElement === document.body) byId(shown.left).focus();
  shown.left = '';
}

/** Leads to the row of the current page; its branch may have been folded, or a filter hide it. */
async function reveal() {
  const { view } = shown;
  if (view?.in_map && view.current === null) {
    filter.value = '';
    await change((map) => map.reveal(), true);
  } else if (view && view.current !== null) {
    tree.activate(view.current);
  }
}

/** Firefox keeps the keyboard in the page whatever we say; when the reader moves on to the sidebar, it goes to the tree. */
async function focusTree() {
  window.focus();
  if (!shown.map?.filter) await reveal();
  shown.isAwaited = !tree.focus() || !document.hasFocus();
}

/** @param {string[]} keys @returns {Promise<number[]>} */
async function openAll(keys) {
  let total = shown.view?.total ?? 0;
  /** @type {number[]} */
  const grown = [];
  const done = change(async (map) => {
    const views = await map.openAll(keys);
    for (const view of views) {
      grown.push(view.total - total);
      total = view.total;
    }
    return /** @type {View} */ (views.at(-1));
  });
  keep();
  await done;
  return grown;
}

function showProblems() {
  return drawProblems(byId('faults'), (from, count) => port.ask('site.faults', { site: shown.tab?.site?.site, from, count }));
}

function keep() {
  const { tab, map } = shown;
  if (!tab?.sitemap || !map || map.filter) return;
  remember(tab.sitemap, tab.isPrivate, { open: [...map.openKeys], top: tree.place });
}

/** The reader has had what is remembered forgotten. @param {string[]} sitemaps */
function forgetSites(sitemaps) {
  forget(sitemaps);
  if (shown.tab?.sitemap && !shown.tab.isPrivate && sitemaps.includes(shown.tab.sitemap)) change((map) => map.openOnly([]));
}

function wireFilter() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const apply = () => change((map) => map.update({ filter: filter.value.trim() }), true);
  filter.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(apply, FILTER_AFTER_MS); });
  filter.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') { event.preventDefault(); tree.focus(); }
    if (event.key === 'Escape' && filter.value) { event.preventDefault(); filter.value = ''; apply(); }
  });
}

/** Keeps a language for the site, and goes to the same page in it. @param {string} tag */
async function chooseLanguage(tag) {
  const { tab, map } = shown;
  if (!tab?.site || !map) return;
  remember(tab.site.sitemap, tab.isPrivate, { language: tag });
  if (!tab.isPrivate) await writeSite(tab.site.sitemap, { language: tag });
  await ask('site.configure', { site: map.site, language: tag });
  const page = (await map.update()).trail.at(-1);
  if (!page?.location || !isIn(page.language, tag) || withoutFragment(page.location) === withoutFragment(tab.url)) return;
  visit({ key: page.key, via: 'tree' }, 'current');
}

/** @param {string} url */
function withoutFragment(url) {
  return url.split('#')[0];
}

/** @type {import('../shared/links.js').Visit} */
function visit(target, disposition) {
  ask('visit', { ...target, disposition });
}

/** Asks for something whose outcome comes as an event. @param {string} method @param {object} [params] */
async function ask(method, params) {
  try {
    await port.ask(method, params);
    if (shown.tab) drawFoot(shown.tab);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    byId('status').textContent = text('requestFailed', problemText(error));
  }
}
