// @ts-check
/**
 * Turns the headings and menus of a page into rows of the tree, in the format of the host's rows. Selects the visible
 * ones while branches are closed or a filter is set. Pure.
 */
import { givenName } from '../shared/links.js';
import { pageAddress, safeLocation, webOrigin, withoutFragment, withoutLogin } from '../shared/locations.js';
import { folded, holdsNear, holdsWord } from '../shared/matched-letters.js';
import { TITLES, headingKey, placesOf } from './heading-rows.js';

/** @typedef {import('../shared/types.js').PageContents} PageContents */
/** @typedef {import('../shared/types.js').Row} Row */
/**
 * The names of parts of the list. `menu` names a menu whose author has not, by its place and its number among these.
 * @typedef {{headings: string, menus: string, menu(place: string, number: number): string}} Names
 */
/** Returns whether a text contains a word, both folded. @typedef {(text: string, word: string) => boolean} Compare */
/**
 * A row that a filter keeps, and the index of the first comparison by which it or a descendant matches.
 * @typedef {{row: ListRow, match: boolean, rank: number, below: Branch[]}} Branch
 */
/** A row with its children. @typedef {Row & {below: ListRow[], isShut: boolean}} ListRow */

/** With fewer matches, the filter also accepts typing errors, as in the host. */
const FEW_MATCHES = 20;
/** Matches words that look like a part of an address. */
const IS_ADDRESS = /[/._-]/;

/** Key prefixes of rows from a page's own menus; unlike the host's keys, they contain spaces. */
const LINK = 'link ';
const BRANCH = 'menu ';

/** Return whether a row is one of the page's own, not of a map. @param {string} key */
export function isOfPage(key) {
  return key.includes(' ');
}

/**
 * Return the rows of a page, as a tree.
 * @param {PageContents} contents
 * @param {string} url  of the page
 * @param {Names} names
 * @returns {ListRow[]}
 */
export function rowsOfPage({ headings, menus, frame = null }, url, names) {
  const page = frame || url;
  const top = headings.length ? [titled(names.headings, TITLES.headings, headingTree(headings, page))] : [];
  const trees = menus.map((menu, at) => menuTree(menu, `${BRANCH}${at}`, frame ?? url));
  /** @type {Record<string, number>} */
  const counts = {};
  const rows = trees.flatMap((tree, at) => {
    const { name = '', place = '' } = menus[at] ?? {};
    // The page's only menu, and a single link such as a logo's, need no name that the author has not given them.
    const isLink = tree.below.length === 1 && tree.below[0]?.below.length === 0;
    if (!givenName({ name }) && (trees.length === 1 || isLink)) return tree.below;
    if (!givenName({ name })) counts[place] = (counts[place] ?? 0) + 1;
    return [{ ...tree, name: givenName({ name }) || names.menu(place, counts[place] ?? 1) }];
  });
  if (rows.length) top.push(titled(names.menus, TITLES.menus, rows));
  return numbered(top, 1);
}

/** Return a link of the page as a node of the list. @param {import('../shared/types.js').PageLink} link */
export function linkTo({ name, url }) {
  return listRow(LINK + url, name, safeLocation(url));
}

/** Return the address that a key names, null for keys of other rows. @param {string} key */
export function locationOfKey(key) {
  return key.startsWith(LINK) ? key.slice(LINK.length) : null;
}

/**
 * Return a row of the list.
 * @param {string} key
 * @param {string} name
 * @param {string | null} location
 * @param {Partial<ListRow>} [more]
 * @returns {ListRow}
 */
function listRow(key, name, location, more = {}) {
  return {
    key,
    name,
    description: null,
    location,
    language: null,
    content_type: null,
    variants: [],
    kind: 'item',
    level: 1,
    children: false,
    open: false,
    loop: false,
    current: false,
    priority: 0.5,
    relation: 'none',
    below: [],
    isShut: false,
    ...more,
  };
}

/** Return a title above rows. @param {string} name @param {string} key @param {ListRow[]} below */
function titled(name, key, below) {
  return listRow(key, name, null, { kind: 'group', below });
}

/**
 * Return the headings, each below the nearest higher one before it.
 * @param {PageContents['headings']} headings
 * @param {string} url
 * @returns {ListRow[]}
 */
function headingTree(headings, url) {
  const page = withoutLogin(pageAddress(url));
  const places = placesOf(headings);
  /** @type {ListRow[]} */
  const top = [];
  /** @type {ListRow[][]} */
  const lists = [top];
  for (const [at, { name, id, url: target }] of headings.entries()) {
    const address = target || (id ? `${withoutFragment(page)}#${encodeURIComponent(id)}` : page);
    const row = listRow(headingKey(at), name, address, target ? { leads: true } : {});
    const { depth = 1 } = places[at] ?? {};
    lists.length = depth;
    lists.at(-1)?.push(row);
    lists.push(row.below);
  }
  return top;
}

/**
 * Return a menu with its links. Nested branches are closed, unless they contain the current page.
 * @param {import('../shared/types.js').PageMenu} menu
 * @param {string} key
 * @param {string} url  of the current page, '' if none of the site is
 * @returns {ListRow}
 */
function menuTree({ entries }, key, url) {
  const page = withoutLogin(pageAddress(url));
  const menu = listRow(key, '', null);
  const lists = [menu.below];
  const addresses = entries.map((entry) => linkOnPage(entry.url, page));
  const isNamed = page !== '' && addresses.some((address) => address === page || withoutFragment(address) === page);
  for (const [at, entry] of entries.entries()) {
    const address = addresses[at] ?? '';
    const location = safeLocation(address);
    // Of several links to places in the page, none is the current page.
    const current = isNamed ? address === page : entry.isCurrent;
    const row = listRow(location ? LINK + location : `${key} ${at}`, entry.name, location, { current, isShut: true });
    lists.length = Math.min(entry.depth, lists.length);
    lists.at(-1)?.push(row);
    lists.push(row.below);
  }
  openTo(menu);
  return menu;
}

/**
 * Return the address of a link: in its own site without a user name and password, which the page's address may have
 * added.
 * @param {string} url
 * @param {string} page
 */
export function linkOnPage(url, page) {
  // A menu may have thousands of links; parsing each address took most of the time for its rows.
  return url.includes('@') && webOrigin(url) === webOrigin(page) ? withoutLogin(url) : url;
}

/**
 * Open the branches that contain the current page.
 * @param {ListRow} row
 * @returns {boolean} whether it is this row or a descendant
 */
function openTo(row) {
  const leads = row.below.filter(openTo).length > 0;
  if (leads || row.current) row.isShut = false;
  return leads || row.current;
}

/** Set the levels and positions of rows. @param {ListRow[]} rows @param {number} level */
function numbered(rows, level) {
  for (const [at, row] of rows.entries()) {
    Object.assign(row, { level, position: at + 1, set_size: rows.length, children: row.below.length > 0 });
    numbered(row.below, level + 1);
  }
  return rows;
}

/**
 * Return the visible rows, in order.
 * @param {ListRow[]} top
 * @param {ReadonlyMap<string, boolean>} toggled  branches the reader has opened and closed, by key
 * @returns {Row[]}
 */
export function shownRows(top, toggled) {
  return top.flatMap((row) => {
    const open = row.children && (toggled.get(row.key) ?? !row.isShut);
    return [drawn(row, { open }), ...(open ? shownRows(row.below, toggled) : [])];
  });
}

/**
 * Return the rows that a filter matches, with their ancestors. Words may be in the names of a row and its ancestors, at
 * least one in the row's own. If few rows match, rows with a typing error follow.
 * @param {ListRow[]} top
 * @param {readonly string[]} words  folded
 * @returns {Row[]}
 */
export function matchingRows(top, words) {
  const exact = branchesMatching(top, words, '', [holdsWord]);
  if (countMatches(exact) >= FEW_MATCHES) return flat(exact);
  return flat(branchesMatching(top, words, '', [holdsWord, holdsNear]));
}

/**
 * Return the branches with a matching row. Branches that match by an earlier comparison come first.
 * @param {ListRow[]} rows
 * @param {readonly string[]} words
 * @param {string} above  the folded names of the ancestors
 * @param {Compare[]} ways
 * @returns {Branch[]}
 */
function branchesMatching(rows, words, above, ways) {
  const branches = rows.flatMap((row) => {
    const own = row.kind === 'group' ? '' : folded(givenName(row));
    const rank = ways.findIndex((holds) => matches(words, { own, address: addressOf(row), above }, holds));
    const below = branchesMatching(row.below, words, `${above}\n${own}`, ways);
    const ranks = [...(rank < 0 ? [] : [rank]), ...below.map((branch) => branch.rank)];
    return ranks.length ? [{ row, match: rank >= 0, rank: Math.min(...ranks), below }] : [];
  });
  return branches.sort((left, right) => left.rank - right.rank);
}

/**
 * Return whether all words are in the names of a row and its ancestors, one of them in its own. One word may match by
 * `holds`, the others must match exactly.
 * @param {readonly string[]} words
 * @param {{own: string, address: string, above: string}} text
 * @param {Compare} holds
 */
function matches(words, { own, address, above }, holds) {
  const isOwn = (/** @type {string} */ word) =>
    holdsWord(own, word) || (IS_ADDRESS.test(word) && address.includes(word));
  const missing = words.filter((word) => !isOwn(word) && !holdsWord(above, word));
  const [first] = missing;
  if (missing.length > 1) return false;
  return first === undefined ? words.some(isOwn) : holds(own, first);
}

/** Return the folded address without its host. @param {ListRow} row */
function addressOf({ location }) {
  const url = location === null ? null : new URL(location);
  return url ? folded(url.pathname + url.search + url.hash) : '';
}

/** @param {Branch[]} branches @returns {number} */
function countMatches(branches) {
  return branches.reduce((sum, { match, below }) => sum + Number(match) + countMatches(below), 0);
}

/**
 * Return the rows of branches in order, each with its position among the remaining ones.
 * @param {Branch[]} branches
 * @returns {Row[]}
 */
function flat(branches) {
  return branches.flatMap(({ row, match, below }, at) => {
    const hasBelow = below.length > 0;
    return [
      drawn(row, { open: hasBelow, children: hasBelow, match, position: at + 1, set_size: branches.length }),
      ...flat(below),
    ];
  });
}

/** Return a row in the format of the tree. @param {ListRow} row @param {Partial<Row>} more @returns {Row} */
function drawn({ below: _, isShut: __, ...row }, more) {
  return { ...row, ...more };
}

/** Return the keys of all branches in a tree of rows. @param {ListRow[]} rows @returns {string[]} */
export function branchesIn(rows) {
  return rows.flatMap((row) => [...(row.children ? [row.key] : []), ...branchesIn(row.below)]);
}

/**
 * Return the rows from the top to the one with a key; empty if there is none.
 * @param {ListRow[]} rows
 * @param {string} key
 * @returns {ListRow[]}
 */
export function wayTo(rows, key) {
  for (const row of rows) {
    const way = row.key === key ? [row] : [row, ...wayTo(row.below, key)];
    if (way.at(-1)?.key === key) return way;
  }
  return [];
}

/** Return the row with a key. @param {ListRow[]} rows @param {string} key @returns {ListRow | null} */
export function rowOf(rows, key) {
  return wayTo(rows, key).at(-1) ?? null;
}
