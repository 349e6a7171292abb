// @ts-check
/**
 * Runs the toolbar popup. It shows the map as a menu, a field that finds pages, the sitemap with its source, and a
 * button for the sidebar.
 */
import { BackgroundPort, RequestError } from '../shared/background-port.js';
import { api, openOptions, openSidebar } from '../shared/browser.js';
import { placeIcons } from '../shared/icons.js';
import { itemsOf, moveFocus, moveInMenu } from '../shared/menu.js';
import { detailsOf, drawMessage, problemText } from '../shared/message.js';
import { byId } from '../shared/redraw.js';
import { readSettings } from '../shared/settings.js';
import { drawField, drawSuggestion, wireSuggestion } from '../shared/site-search.js';
import { SitemapPicker } from '../shared/sitemap-picker.js';
import { countText, localise, statusText, text } from '../shared/strings.js';
import { followTheme } from '../shared/theme.js';
import { drawLevel, drawMatches, markPage, placeLevel, setTabStop } from './menu-level.js';
import { fetchOnWay } from './menu-pages.js';
import { INITIAL, reduce } from './state.js';

/** @typedef {import('../shared/types.js').UiMethods} UiMethods */
/** @typedef {import('../shared/types.js').TabView} TabView */

const menu = byId('menu');
const filter = /** @type {HTMLInputElement} */ (byId('filter'));
/** More than readers look through in a menu. */
const MOST_MATCHES = 50;
/** As in the sidebar. */
const FILTER_AFTER_MS = 120;

localise();
placeIcons();
followTheme('popup');
readSettings().then(({ textSize }) => {
  document.documentElement.dataset.textSize = textSize;
});

let state = INITIAL;
/** Why the last action failed; shown until the next one. */
let failure = '';

const { id: windowId = -1 } = await api.windows.getCurrent();
const port = new BackgroundPort('ui:popup', windowId, {
  tab: (tab) => {
    dispatch({ type: 'tab-received', tab });
  },
});

// First in the handler, before any await: Firefox drops the user gesture after one.
byId('open-sidebar').addEventListener('click', () => {
  openSidebar(windowId);
  window.close();
});
byId('options').addEventListener('click', async () => {
  await openOptions();
  window.close();
});
wireSuggestion(byId('search'), filter, (term, disposition) => {
  requestAndClose('search', { term, disposition });
});
document.addEventListener('keydown', onKey);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
filter.addEventListener('input', () => {
  drawSuggestion(byId('search'), siteSearch(), filter.value);
  clearTimeout(typing);
  typing = setTimeout(() => dispatch({ type: 'filter-typed', text: filter.value }), FILTER_AFTER_MS);
});
filter.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !filter.value) return;
  event.preventDefault(); // the default closes the popup
  filter.value = '';
  drawSuggestion(byId('search'), null, '');
  dispatch({ type: 'filter-typed', text: '' });
});
menu.addEventListener('focusin', (event) => setTabStop(menu, /** @type {HTMLElement} */ (event.target), false));
// Firefox does not focus an entry in a popup that it has not yet shown.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body)
    itemsOf(menu)
      .find((item) => item.tabIndex === 0)
      ?.focus();
});

const picker = new SitemapPicker(byId('picker'), {
  suggest: () => port.request('suggest', {}),
  choose: (origin, sitemap) => port.request('choose', { origin, sitemap }),
  made: (origin) => {
    byId('notice').hidden = false;
    byId('notice-undo').onclick = () => {
      byId('notice').hidden = true;
      port.request('choose', { origin, sitemap: null }).catch(() => {});
    };
  },
  closed: () => {
    byId('message').hidden = state.tab?.state === 'ready';
    (byId('message').querySelector('button') ?? byId('open-sidebar')).focus();
  },
});

/** Open the picker in place of the message. */
function choose() {
  byId('message').hidden = true;
  if (state.tab) picker.open(state.tab);
}

/** @type {import('./menu-level.js').LevelOwner} */
const owner = {
  menu,
  fetchMenu: (key, from, count) => port.request('menu', { site: state.tab?.site?.site ?? '', key, from, count }),
  enter: (row) => dispatch({ type: 'submenu-entered', row }),
  leave: () => dispatch({ type: 'submenu-left' }),
  visit: (target, disposition) => {
    requestAndClose('visit', { ...target, disposition });
  },
};

/** @param {import('./state.js').Event} event */
async function dispatch(event) {
  const step = reduce(state, event);
  state = step.state;
  for (const effect of step.effects) {
    switch (effect.type) {
      case 'draw-frame':
        drawFrame(effect.tab);
        break;
      case 'find-page':
        await findPage(effect);
        break;
      case 'draw-matches':
        await drawFound(effect);
        break;
      default:
        await drawMenu(effect);
    }
  }
}

/** @param {Extract<import('./state.js').Effect, {type: 'find-page'}>} effect */
async function findPage({ site, source, url }) {
  await dispatch({ type: 'page-found', source, trail: await trailTo(site, url) });
}

/** Return the path to a page; empty if the host does not find it at once. @param {string} site @param {string} url */
async function trailTo(site, url) {
  try {
    const { view, trail } = await port.request('view.open', {
      site,
      page_url: url,
      open: [],
      filter: '',
      from: 0,
      count: 0,
    });
    port.request('view.close', { view }).catch(() => {});
    return trail;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [];
  }
}

/** @param {Extract<import('./state.js').Effect, {type: 'draw-matches'}>} effect */
async function drawFound({ drawing, filter: words }) {
  const { matches } = await port
    .request('find', { site: state.tab?.site?.site ?? '', text: words, limit: MOST_MATCHES })
    .catch(() => ({ matches: [] }));
  if (drawing !== state.drawing) return;
  placeLevel(menu, drawMatches(matches, words, owner.visit), { at: 'start' }, false);
  byId('found-count').textContent = foundText(matches.length, words);
}

/** @param {TabView} tab */
function drawFrame(tab) {
  document.body.dataset.state = tab.state;
  picker.follow(tab);
  drawMessage(byId('message'), tab, { retry: () => port.request('host.retry', {}).catch(() => {}), choose });
  byId('message').hidden ||= picker.isOpen;
  drawField(filter, siteSearch());
  drawSuggestion(byId('search'), siteSearch(), filter.value);
  byId('status').textContent = failure || statusText(tab);
  byId('status').title = detailsOf(tab);
  menu.hidden = filter.hidden = tab.state !== 'ready';
}

/** Return the search of the current site. */
function siteSearch() {
  return state.tab?.state === 'ready' ? state.tab.site?.search : null;
}

/**
 * Return the text for a number of matches. For none it is empty if the site can be searched, since that line says
 * enough.
 * @param {number} count
 * @param {string} words
 */
function foundText(count, words) {
  if (count === 0) return siteSearch() ? '' : text('filterNone', words);
  return count < MOST_MATCHES ? countText('filterFound', count) : text('filterFound', `${MOST_MATCHES}+`);
}

/**
 * Draw the menu. A growing map moves the focus only within the menu, or if nothing has it.
 * @param {Extract<import('./state.js').Effect, {type: 'draw-menu'}>} effect
 */
async function drawMenu({ drawing, row, parent, page, focus }) {
  const isFocused =
    focus.at !== 'place' || document.activeElement === document.body || menu.contains(document.activeElement);
  const { level, isEmpty } = await drawLevel(row, parent, state.tab?.site?.roles.searchpage ?? [], owner);
  if (drawing !== state.drawing) return;
  byId('found-count').textContent = isEmpty && !row && state.tab?.site?.state !== 'loading' ? text('mapEmpty') : '';
  markPage(level, page);
  placeLevel(menu, level, focus, isFocused);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const isInMenu = menu.contains(document.activeElement);
  if (!isInMenu) return enterMenu(event);
  const isRtl = document.documentElement.dir === 'rtl';
  const inward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const outward = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (event.key === inward) wayInward()?.click();
  else if ((event.key === outward || event.key === 'Escape') && state.path.length) owner.leave();
  else return moveOn(event);
  event.preventDefault();
}

/** Move the focus by a key, also to entries that are not fetched yet. @param {KeyboardEvent} event */
function moveOn(event) {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const fetched = isPlain ? fetchOnWay(menu, event.key) : null;
  if (!fetched) return void moveInMenu(menu, event);
  event.preventDefault();
  const { key } = event;
  fetched.then(() => moveFocus(menu, { key }));
}

/** @param {KeyboardEvent} event */
function enterMenu(event) {
  if (event.key !== 'ArrowDown' || menu.hidden) return;
  event.preventDefault();
  itemsOf(menu)[0]?.focus();
}

/** Return the button that opens the submenu of the focused entry. @returns {HTMLElement | null | undefined} */
function wayInward() {
  return document.activeElement?.closest('.entry')?.querySelector('.into');
}

/**
 * Send a request and close the popup, unless the request is refused.
 * @template {keyof UiMethods} M
 * @param {M} method
 * @param {UiMethods[M]['params']} params
 */
async function requestAndClose(method, params) {
  failure = '';
  try {
    await port.request(method, params);
    window.close();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    failure = text('requestFailed', problemText(error));
    byId('status').textContent = failure;
  }
}
