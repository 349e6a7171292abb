// @ts-check
/**
 * The headings and menus of a page as rows of the tree, in the shape of the host's rows: which rows there are, and which are
 * shown while branches are closed or a filter is on. Pure.
 */
import { givenName } from '../shared/links.js';
import { safeLocation, withoutFragment } from '../shared/locations.js';
import { folded, holdsNear, holdsWord } from '../shared/matched-letters.js';
import { placesOf, headingKey } from './outlined-rows.js';

/** @typedef {import('../shared/types.js').PageContents} PageContents */
/** @typedef {import('../shared/types.js').Row} Row */
/** What parts of the list are called. @typedef {{headings: string, menus: string, menu(menu: import('../shared/types.js').PageMenu, number: number): string}} Names */
/** Whether a text holds a word, both folded. @typedef {(text: string, word: string) => boolean} Compare */
/** A row that a filter leaves, and the first way to compare by which it or one below it matches. @typedef {{row: ListRow, match: boolean, rank: number, below: Branch[]}} Branch */
/** A row with what stands below it. @typedef {Row & {below: ListRow[], isShut: boolean}} ListRow */

/** With fewer matches, names with a typing error are looked for, as in the host. */
const FEW_MATCHES = 20;
/** Words that look like a part of an address. */
const IS_ADDRESS = /[/._-]/;

/** Rows of a page's own menus: unlike those of the host, their keys have spaces. */
const LINK = 'link ';
const BRANCH = 'menu ';

/** Whether a row is one of the page's own, not of a map. @param {string} key */
export function isOfPage(key) {
  return key.includes(' ');
}

/**
 * The rows of a page, as a tree.
 * @param {PageContents} contents
 * @param {string} url  of the page
 * @param {Names} names
 * @returns {ListRow[]}
 */
export function rowsOfPage({ headings, menus }, url, names) {
  const top = headings.length ? [titled(names.headings, `${BRANCH}headings`, headingTree(headings, url))] : [];
  const trees = menus.map((menu, at) => menuTree(menu, `${BRANCH}${at}`, names.menu(menu, at + 1), url));
  const [only] = trees;
  const isOne = trees.length === 1 && only && !menus[0]?.name;
  if (trees.length) top.push(titled(names.menus, `${BRANCH}menus`, isOne ? only.below : trees));
  return numbered(top, 1);
}

/** A row of the list. @param {string} key @param {string} name @param {string | null} location @param {Partial<ListRow>} [more] @returns {ListRow} */
function listRow(key, name, location, more = {}) {
  return {
    key, name, description: null, location, language: null, content_type: null, variants: [], kind: 'item', level: 1, children: false,
    open: false, loop: false, current: false, priority: 0.5, relation: 'none', below: [], isShut: false, ...more,
  };
}

/** A title above rows. @param {string} name @param {string} key @param {ListRow[]} below */
function titled(name, key, below) {
  return listRow(key, name, null, { kind: 'group', below });
}

/** The headings, each below the next higher one before it. @param {PageContents['headings']} headings @param {string} url @returns {ListRow[]} */
function headingTree(headings, url) {
  const page = withoutFragment(url);
  const places = placesOf(headings);
  /** @type {ListRow[]} */
  const top = [];
  /** @type {ListRow[][]} */
  const lists = [top];
  for (const [at, { name, id }] of headings.entries()) {
    const row = listRow(headingKey(at), name, id ? `${page}#${encodeURIComponent(id)}` : page);
    const { depth = 1 } = places[at] ?? {};
    lists.length = depth;
    lists.at(-1)?.push(row);
    lists.push(row.below);
  }
  return top;
}

/** A menu with its links; branches below its own are shut, unless they lead to the page. @param {import('../shared/types.js').PageMenu} menu @param {string} key @param {string} name @param {string} url @returns {ListRow} */
function menuTree({ entries }, key, name, url) {
  const page = withoutFragment(url);
  const menu = listRow(key, name, null);
  const lists = [menu.below];
  const isNamed = entries.some((entry) => withoutFragment(entry.url) === page);
  for (const [at, entry] of entries.entries()) {
    const location = entry.url ? safeLocation(entry.url) : null;
    // Of several links to places in the page none is the page on view.
    const current = isNamed ? entry.url === page : entry.isCurrent;
    const row = listRow(location ? LINK + location : `${key} ${at}`, entry.name, location, { current, isShut: true });
    lists.length = Math.min(entry.depth, lists.length);
    lists.at(-1)?.push(row);
    lists.push(row.below);
  }
  openTo(menu);
  return menu;
}

/** Opens the branches that lead to the current page. @param {ListRow} row @returns {boolean} whether it is there, or below */
function openTo(row) {
  const leads = row.below.filter(openTo).length > 0;
  if (leads || row.current) row.isShut = false;
  return leads || row.current;
}

/** Gives rows their levels and places. @param {ListRow[]} rows @param {number} level */
function numbered(rows, level) {
  for (const [at, row] of rows.entries()) {
    Object.assign(row, { level, position: at + 1, set_size: rows.length, children: row.below.length > 0 });
    numbered(row.below, level + 1);
  }
  return rows;
}

/**
 * The rows that are shown, in order.
 * @param {ListRow[]} top
 * @param {ReadonlyMap<string, boolean>} toggled  what the reader has opened and closed, by keys
 * @returns {Row[]}
 */
export function shownRows(top, toggled) {
  return top.flatMap((row) => {
    const open = row.children && (row.kind === 'group' || (toggled.get(row.key) ?? !row.isShut));
    return [drawn(row, { open }), ...(open ? shownRows(row.below, toggled) : [])];
  });
}

/**
 * The rows that a filter matches, with those that lead to them. Its words may be in the names of a row and of those above it;
 * one of them is in the row's own. Where few match, rows with a typing error come after them.
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
 * The branches with a row that matches; those that match by an earlier way to compare come first.
 * @param {ListRow[]} rows
 * @param {readonly string[]} words
 * @param {string} above  the folded names of the rows above
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
  return branches.sort((one, other) => one.rank - other.rank);
}

/** Whether all words are in the names on the way to a row, one of them in its own; at most one as `holds` compares, the others as they are. @param {readonly string[]} words @param {{own: string, address: string, above: string}} text @param {Compare} holds */
function matches(words, { own, address, above }, holds) {
  const isOwn = (/** @type {string} */ word) => holdsWord(own, word) || (IS_ADDRESS.test(word) && address.includes(word));
  const missing = words.filter((word) => !isOwn(word) && !holdsWord(above, word));
  const [first] = missing;
  if (missing.length > 1) return false;
  return first === undefined ? words.some(isOwn) : holds(own, first);
}

/** What an address says beside its host, folded. @param {ListRow} row */
function addressOf({ location }) {
  const url = location === null ? null : new URL(location);
  return url ? folded(url.pathname + url.search + url.hash) : '';
}

/** @param {Branch[]} branches @returns {number} */
function countMatches(branches) {
  return branches.reduce((sum, { match, below }) => sum + Number(match) + countMatches(below), 0);
}

/** The rows of branches in order, each with its place among those that are left. @param {Branch[]} branches @returns {Row[]} */
function flat(branches) {
  return branches.flatMap(({ row, match, below }, at) => {
    const hasBelow = below.length > 0;
    return [drawn(row, { open: hasBelow, children: hasBelow, match, position: at + 1, set_size: branches.length }), ...flat(below)];
  });
}

/** A row as it is sent to the tree. @param {ListRow} row @param {Partial<Row>} more @returns {Row} */
function drawn({ below: _, isShut: __, ...row }, more) {
  return { ...row, ...more };
}

/** The keys of the branches at and below rows. @param {ListRow[]} rows @returns {string[]} */
export function branchesIn(rows) {
  return rows.flatMap((row) => [...(row.children ? [row.key] : []), ...branchesIn(row.below)]);
}

/** The rows from the top to the one with a key; none where there is no such row. @param {ListRow[]} rows @param {string} key @returns {ListRow[]} */
export function wayTo(rows, key) {
  for (const row of rows) {
    const way = row.key === key ? [row] : [row, ...wayTo(row.below, key)];
    if (way.at(-1)?.key === key) return way;
  }
  return [];
}

/** The row with a key. @param {ListRow[]} rows @param {string} key @returns {ListRow | null} */
export function rowOf(rows, key) {
  return wayTo(rows, key).at(-1) ?? null;
}
