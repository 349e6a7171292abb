// @ts-check
/**
 * Requests the headings and menus of the page in front for the sidebars that show them. The links of menus also name
 * the rows of a list that the reader chose for the site; otherwise nothing goes to the host. Pages are untrusted: their
 * reports are validated first.
 */
import { api } from '../../shared/browser.js';
import { isWeb, webOrigin, withoutFragment } from '../../shared/locations.js';
import { runInPage } from './page-scripts.js';
import { changeUi, connectedUis, notify } from '../stores/connected-pages.js';
import { announce, isInFront, pageById, pageOf, recordSeenLinks, tabById } from '../stores/tabs.js';
import { documentIdOf, documentOf } from './documents.js';

/** @typedef {import('../../shared/types.js').Outline} Outline */
/** @typedef {import('../../shared/types.js').OutlinePart} OutlinePart */
/** @typedef {import('../../shared/types.js').PageContents} PageContents */
/** @typedef {import('../../shared/types.js').IsolatedWorld} IsolatedWorld */
/** @typedef {import('../stores/connected-pages.js').Ui} Ui */

const FILES = [
  'visible-text',
  'flat-tree',
  'roles',
  'names',
  'menu-elements',
  'frames',
  'menu-levels',
  'menu-listing',
  'menus',
  'headings',
  'outline',
].map((name) => `extension/content/${name}.js`);
const MOST_HEADINGS = 2_000;
const MOST_MENUS = 100;
const MOST_LINKS = 2_000;
/** Entries include branches without a link. */
const MOST_ENTRIES = 2 * MOST_LINKS;
const MOST_PARENTS = 20;
const MOST_LETTERS = 200;
const DEEPEST = 20;
/**
 * Bounds for a heading's id and a menu's address; a longer one is dropped, since a truncated address leads elsewhere.
 */
const LONGEST_ID = 1_000;
const LONGEST_ADDRESS = 2_000;
/** The text alternative of a logo or picture, which names no page. */
const OF_PICTURE = /\b(?:logo|image|icon)$/i;
const PLACES = ['header', 'aside', 'footer'];
/** More characters than a report within these bounds has; a longer one is dropped. */
const MOST_CHARACTERS = 20_000_000;
/**
 * Half the interval between two reports of our script in a page, and half the time in which it sends a character. More
 * frequent reports are forged.
 */
const PAUSE_MS = 75;
const CHARACTER_MS = 8 / 100_000;

/**
 * Make the page of a tab report to a connected page; return whether a script may run there.
 * @param {number} tabId
 * @param {Ui} ui
 */
export async function followOutline(tabId, ui) {
  changeUi(ui, { outlineOf: tabId, outlineText: '', outlinedAt: 0 });
  // Rejected where no script may run: such a page has no outline for us.
  const when = { injectImmediately: true }; // the page itself waits until it has been parsed
  await api.scripting.executeScript({ target: { tabId, frameIds: [0] }, files: FILES, ...when }).catch(() => {});
  return (await runInPage(tabId, follow, [], when))?.result === true;
}

/** Scroll the page of a tab to one of its headings. @param {number} tabId @param {number} index @param {string} name */
export async function leadToHeading(tabId, index, name) {
  await runInPage(tabId, lead, [index, name]);
}

/**
 * Open a link of a page in the frame in which it opens there; return whether it does.
 * @param {number} tabId
 * @param {string} url
 */
export async function openInFrame(tabId, url) {
  return (await runInPage(tabId, open, [url]))?.result === true;
}

/**
 * Collect the parts of a page's report and pass it on; return whether any sidebar still wants its reports.
 * @param {unknown} said
 * @param {Partial<chrome.runtime.MessageSender>} sender
 */
export function receiveOutline(said, sender) {
  const { part, isFirst, isLast, active } = /** @type {Partial<Record<keyof OutlinePart, unknown>>} */ (said ?? {});
  const document = documentOf(sender);
  const { tabId, id } = document ? { ...document, id: documentIdOf(document) } : { tabId: -1, id: '' };
  // A page that the tab has left must not speak for the next one, whose rows it would name.
  if (pageById(id) && tabById(tabId)?.documentId !== id) return { isWanted: false };
  const wanted = connectedUis().filter(
    ({ outlineOf, windowId }) => outlineOf === tabId && isInFront({ tabId, windowId }),
  );
  const now = Date.now();
  for (const ui of wanted) {
    const text = (isFirst ? '' : (ui.outlineText ?? '')) + (typeof part === 'string' ? part : '');
    changeUi(ui, { outlineText: isLast || text.length > MOST_CHARACTERS ? '' : text });
    if (!isLast || now - (ui.outlinedAt ?? 0) < PAUSE_MS + text.length * CHARACTER_MS) continue;
    changeUi(ui, { outlinedAt: now });
    const outline = cleanOutline(text, active);
    notify(ui, 'outline', { tabId, ...outline });
    if (outline.contents && tabById(tabId)?.documentId === id) recordLinks(tabId, outline.contents);
  }
  return { isWanted: wanted.length > 0 };
}

/** Record the links of a page's menus and headings. @param {number} tabId @param {PageContents} contents */
function recordLinks(tabId, { menus, headings }) {
  const tab = tabById(tabId);
  const page = tab && pageOf(tab);
  if (!page) return;
  // The headings of a list of articles lead to these; they come last, since menus decide the order.
  const articles = headings.map(({ name, url = '' }) => ({ name, url, depth: 1, isCurrent: false }));
  const links = linksOfMenus([...menus, { name: '', place: '', entries: articles }], page.url);
  if (links.length === 0) return;
  recordSeenLinks(tab, links);
  announce('outlined', page);
}

/**
 * Return the links of menus to pages of a site, each address once, in their order. Siblings with equal names have none
 * here: "Read more" names no page. Each has the name of its first branch, except in the foot of the page, whose columns
 * repeat links of all kinds.
 * @param {import('../../shared/types.js').PageMenu[]} menus
 * @param {string} page
 * @returns {import('../stores/tabs.js').SeenLink[]}
 */
export function linksOfMenus(menus, page) {
  const origin = webOrigin(page);
  /** @type {Map<string, import('../stores/tabs.js').SeenLink>} */
  const links = new Map();
  for (const { entries, place } of menus) {
    const shared = sharedNames(entries);
    const branches = place === 'footer' ? [] : branchesOf(entries);
    for (const [number, { url, name }] of entries.entries()) {
      if (links.size === MOST_LINKS) return [...links.values()];
      // A link to a fragment names a part of the page.
      if (webOrigin(url) !== origin || withoutFragment(url) !== url) continue;
      const [, known, branch] = links.get(url) ?? [];
      const own = shared.has(number) || OF_PICTURE.test(name) ? '' : name;
      links.set(url, [url, known ?? own, branch || (branches[number] ?? '')]);
    }
  }
  return [...links.values()];
}

/**
 * Return for each entry of a menu the name of the outermost branch that it begins or is in. A branch with the whole
 * menu in it is none.
 * @param {import('../../shared/types.js').MenuEntry[]} entries
 */
function branchesOf(entries) {
  const depths = entries.map(({ depth }) => depth);
  // A menu may have one title, with everything below it.
  const outermost = [...depths].sort((left, right) => left - right)[1] ?? 0;
  let branch = '';
  return entries.map(({ depth, name }, number) => {
    if (depth <= outermost) branch = depth === outermost && (depths[number + 1] ?? 0) > depth ? name : '';
    return branch;
  });
}

/**
 * Return the numbers of a menu's entries whose names siblings with other addresses share.
 * @param {import('../../shared/types.js').MenuEntry[]} entries
 */
function sharedNames(entries) {
  /** The entry above at each depth. @type {number[]} */
  const above = [];
  /** @type {Map<string, number[]>} */
  const alike = new Map();
  for (const [number, { depth, name }] of entries.entries()) {
    above[depth] = number;
    const key = JSON.stringify([above[depth - 1] ?? -1, depth, name]);
    const numbers = alike.get(key);
    if (numbers) numbers.push(number);
    else alike.set(key, [number]);
  }
  const shared = [...alike.values()].filter((numbers) => new Set(numbers.map((at) => entries[at]?.url)).size > 1);
  return new Set(shared.flat());
}

/**
 * Return the valid parts of a page's report. Its contents are null if they are unchanged or no JSON.
 * @param {string} text
 * @param {any} said  the index of the current heading
 * @returns {Outline}
 */
export function cleanOutline(text, said) {
  const contents = parsed(text);
  const most = contents ? contents.headings.length : MOST_HEADINGS;
  const active = Number.isInteger(said) && said < most ? Math.max(-1, said) : -1;
  return { contents, active };
}

/** @param {string} json */
function parsed(json) {
  try {
    return cleanContents(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param {any} said @returns {PageContents} */
function cleanContents(said) {
  const headings = listOf(said?.headings, MOST_HEADINGS)
    .filter((heading) => isNamed(heading) && typeof heading.id === 'string')
    .map(({ name, level, id, url }) => ({
      name: name.slice(0, MOST_LETTERS),
      level: within(level, 6),
      id: idOf(id),
      url: isEntryAddress(url) ? url : '',
    }));
  // One bound for all menus together, since a page may have many.
  let left = MOST_ENTRIES;
  const menus = listOf(said?.menus, MOST_MENUS).map((menu) => {
    const entries = listOf(menu?.entries, left)
      .filter((entry) => isNamed(entry) && isEntryAddress(entry.url))
      .map(({ name, url, depth, isCurrent }) => ({
        name: name.slice(0, MOST_LETTERS),
        url,
        depth: within(depth, DEEPEST),
        isCurrent: isCurrent === true,
      }));
    left -= entries.length;
    return {
      name: String(menu?.name ?? '').slice(0, MOST_LETTERS),
      place: PLACES.includes(menu?.place) ? menu.place : '',
      entries,
    };
  });
  return {
    headings,
    menus: menus.filter(({ entries }) => entries.length),
    home: isEntryAddress(said?.home) ? said.home : '',
    parents: listOf(said?.parents, MOST_PARENTS).flatMap((link) => linkOf(link) ?? []),
    previous: linkOf(said?.previous),
    next: linkOf(said?.next),
    frame: isEntryAddress(said?.frame) ? said.frame : null,
    direction: said?.direction === 'rtl' ? 'rtl' : 'ltr',
  };
}

/**
 * Return a link to a page; null if it is none.
 * @param {any} link
 * @returns {import('../../shared/types.js').PageLink | null}
 */
function linkOf(link) {
  if (!link?.url || !isEntryAddress(link.url)) return null;
  return { name: String(link.name ?? '').slice(0, MOST_LETTERS), url: link.url };
}

/** @param {unknown} value @param {number} most @returns {any[]} */
function listOf(value, most) {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** @param {any} item */
function isNamed(item) {
  return typeof item?.name === 'string' && item.name !== '';
}

/** Return whether an entry's address is a web address, or '' for a branch without one. @param {unknown} url */
function isEntryAddress(url) {
  return typeof url === 'string' && url.length <= LONGEST_ADDRESS && url.isWellFormed() && (url === '' || isWeb(url));
}

/** Return a value as an integer from 1 to `most`. @param {unknown} value @param {number} most */
function within(value, most) {
  return Math.min(most, Math.max(1, Math.round(Number(value)) || 1));
}

/** Return an id if an address can contain it, else ''. @param {string} id */
function idOf(id) {
  return id.length <= LONGEST_ID && id.isWellFormed() ? id : '';
}

/** Start reporting, inside the page; return whether the content script is there. */
function follow() {
  const { sitemapOutline } = /** @type {IsolatedWorld} */ (globalThis);
  sitemapOutline?.follow();
  return sitemapOutline !== undefined;
}

/** Scroll to a heading, inside the page. @param {number} index @param {string} name */
function lead(index, name) {
  /** @type {IsolatedWorld} */ (globalThis).sitemapOutline?.lead(index, name);
}

/** Open a link in a frame, inside the page. @param {string} url */
function open(url) {
  return /** @type {IsolatedWorld} */ (globalThis).sitemapOutline?.open(url) ?? false;
}
