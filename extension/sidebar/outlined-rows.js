// @ts-check
/**
 * The headings of the page as rows of the tree, below the row of the page: a list of rows with others put between. Pure but for
 * the rows it is given.
 */

import { withoutFragment } from '../shared/locations.js';

/** @typedef {import('../shared/types.js').Heading} Heading */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').RowPage} RowPage */
/** @typedef {(from: number, count: number) => Promise<RowPage>} FetchRows */

const PREFIX = 'heading ';

/** The key of a heading by its number. @param {number} index */
export function headingKey(index) {
  return PREFIX + index;
}

/** The number of the heading that a key names; null for keys of the map, which have no spaces. @param {string} key @returns {number | null} */
export function headingOfKey(key) {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}

/**
 * How deep each heading stands below the page, from 1, and its place among those beside it: levels that an author has left out
 * are none.
 * @param {readonly Heading[]} headings
 * @returns {{depth: number, position: number, size: number}[]}
 */
export function placesOf(headings) {
  /** The lists that are open, the outermost first. @type {{level: number, depth: number, size: number}[]} */
  let open = [];
  const found = headings.map(({ level }) => {
    open = open.filter((list) => list.level <= level);
    const last = open.at(-1);
    const list = last?.level === level ? last : { level, depth: open.length + 1, size: 0 };
    if (list !== last) open.push(list);
    list.size += 1;
    return { list, position: list.size };
  });
  return found.map(({ list, position }) => ({ depth: list.depth, position, size: list.size }));
}

/**
 * The rows of the headings, for a page at that address whose row stands on that level.
 * @param {readonly Heading[]} headings
 * @param {string} url
 * @param {number} level
 * @returns {Row[]}
 */
export function headingRows(headings, url, level) {
  const places = placesOf(headings);
  const page = withoutFragment(url);
  return headings.map(({ name, id }, at) => {
    const { depth, position, size } = /** @type {(typeof places)[number]} */ (places[at]);
    return {
      key: headingKey(at), name, description: null, location: id ? `${page}#${encodeURIComponent(id)}` : page, language: null, content_type: null,
      variants: [], kind: 'item', level: level + depth, children: false, open: false, loop: false, current: false, priority: 0.5,
      relation: 'none', position, set_size: size,
    };
  });
}

/**
 * Fetches rows of a list in which `between` stand after the row `after`, or first with -1.
 * @param {FetchRows} fetchRows  of the list without them
 * @param {number} after
 * @param {readonly Row[]} between
 * @returns {FetchRows}
 */
export function outlined(fetchRows, after, between) {
  return async (from, count) => {
    const end = from + count;
    const [first, last] = [after + 1, after + 1 + between.length];
    /** @type {Row[]} */
    const rows = [];
    const head = from < first ? await fetchRows(from, Math.min(end, first) - from) : null;
    rows.push(...head?.rows ?? []);
    // A message holds as many rows as fit: what follows those is requested by itself.
    const isCut = head !== null && head.rows.length < Math.min(end, first) - from;
    if (!isCut) rows.push(...between.slice(Math.max(0, from - first), Math.max(0, end - first)));
    const tail = !isCut && end > last ? await fetchRows(Math.max(from, last) - between.length, end - Math.max(from, last)) : null;
    rows.push(...tail?.rows ?? []);
    const page = tail ?? head ?? await fetchRows(Math.max(0, after), 1); // for its revision, where there are headings alone
    const isOther = head && tail && head.revision !== tail.revision;
    return { revision: isOther ? -1 : page.revision, from, total: page.total + between.length, rows };
  };
}

/** The row of the list with headings that shows a row of the list without them. @param {number | null} index @param {number} after @param {number} length @returns {number | null} */
export function shifted(index, after, length) {
  return index === null || index <= after ? index : index + length;
}

/** The row of the list without headings at, or above, a row of the list with them. @param {number} index @param {number} after @param {number} length */
export function unshifted(index, after, length) {
  return index <= after ? index : Math.max(after, index - length);
}
