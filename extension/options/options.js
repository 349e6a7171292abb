// @ts-check
/** Runs the options page: shows the settings, stores each change at once, and can reset them all. */
import { api } from '../shared/browser.js';
import { ownLines } from '../shared/host-lines.js';
import { placeIcons } from '../shared/icons.js';
import {
  forgetLookedUp,
  forgetVisited,
  forgetVisits,
  readEverything,
  readSettings,
  resetAll,
  writeEverything,
  writeSettings,
} from '../shared/settings.js';
import { byId, hide } from '../shared/redraw.js';
import { localise, text } from '../shared/strings.js';
import { drawLevels, LimitList, wireLevels } from './figures.js';
import { AddressList, LanguageList, VisitList } from './lists.js';
import { Shortcuts } from './shortcuts.js';

const includeUser = /** @type {HTMLInputElement} */ (byId('include-user'));
const keepOpen = /** @type {HTMLInputElement} */ (byId('keep-open'));
const visited = /** @type {HTMLInputElement} */ (byId('visited'));
const newPages = /** @type {HTMLInputElement} */ (byId('new-pages'));
const lookByItself = /** @type {HTMLInputElement} */ (byId('look-by-itself'));
const division = /** @type {HTMLSelectElement} */ (byId('division'));
const density = /** @type {HTMLSelectElement} */ (byId('density'));
const wrap = /** @type {HTMLSelectElement} */ (byId('wrap'));
const textSize = /** @type {HTMLSelectElement} */ (byId('text-size'));
const groupSize = /** @type {HTMLInputElement} */ (byId('group-size'));

localise();
placeIcons();
wireLevels(store);
const limits = new LimitList(store);
const languages = new LanguageList(store, notify);
const addresses = new AddressList(notify);
const visits = new VisitList(notify);
const shortcuts = new Shortcuts(notify);
includeUser.addEventListener('change', () => store({ includeUser: includeUser.checked }));
keepOpen.addEventListener('change', () => store({ keepOpen: keepOpen.checked }));
visited.addEventListener('change', markVisited);
newPages.addEventListener('change', showNewPages);
lookByItself.addEventListener('change', lookOrNot);
division.addEventListener('change', () =>
  store({ division: /** @type {import('../shared/settings.js').Division} */ (division.value) }),
);
density.addEventListener('change', () =>
  store({ density: /** @type {import('../shared/settings.js').Density} */ (density.value) }),
);
wrap.addEventListener('change', () =>
  store({ wrap: /** @type {import('../shared/settings.js').Wrap} */ (wrap.value) }),
);
textSize.addEventListener('change', () =>
  store({ textSize: /** @type {import('../shared/settings.js').TextSize} */ (textSize.value) }),
);
groupSize.addEventListener('change', () => store({ groupSize: groupSize.valueAsNumber }));
byId('reset').addEventListener('click', reset);
await draw();
document.body.dataset.state = 'ready';

async function draw() {
  const settings = await readSettings();
  drawLevels(settings.levels);
  includeUser.checked = settings.includeUser;
  keepOpen.checked = settings.keepOpen;
  visited.checked = settings.visited;
  newPages.checked = settings.newPages;
  lookByItself.checked = settings.lookByItself;
  division.value = settings.division;
  density.value = settings.density;
  wrap.value = settings.wrap;
  textSize.value = settings.textSize;
  groupSize.valueAsNumber = settings.groupSize;
  limits.draw(settings.limits);
  await languages.draw(settings.languages);
  await addresses.draw();
  await visits.draw();
  await shortcuts.draw();
}

/** Store changes and confirm that. @param {Partial<import('../shared/settings.js').Settings>} changes */
async function store(changes) {
  await writeSettings(changes);
  notify(text('savedText'));
}

/** Store whether visited pages are marked; delete the record when that is turned off. */
async function markVisited() {
  await store({ visited: visited.checked });
  if (!visited.checked) await forgetVisited();
}

/** Store whether new pages are shown on all sites; delete the visits when that is turned off. */
async function showNewPages() {
  await store({ newPages: newPages.checked });
  if (!newPages.checked) await forgetVisits();
  await visits.draw();
}

/** Store whether sites are looked up automatically; delete the record of looked-up sites when that is turned off. */
async function lookOrNot() {
  await store({ lookByItself: lookByItself.checked });
  if (!lookByItself.checked) await forgetLookedUp();
}

/**
 * Report an action, and offer to undo it if it could do harm.
 * @param {string} words
 * @param {() => Promise<unknown>} [undo]
 */
function notify(words, undo) {
  const button = byId('undo');
  hide(button, !undo, byId('title'));
  byId('status').textContent = words;
  button.onclick = undo ? () => undoChange(undo) : null;
}

/** @param {() => Promise<unknown>} undo */
async function undoChange(undo) {
  await undo();
  await draw();
  notify(text('undoneText'));
}

async function reset() {
  const before = await readEverything();
  await resetAll();
  await draw();
  const response = await api.runtime.sendMessage({ method: 'cache.clear' });
  const { clear } = await ownLines();
  const isCleared = response?.result?.isCleared;
  notify(isCleared ? text('resetDone') : text('resetButCache', clear), () => writeEverything(before));
}
