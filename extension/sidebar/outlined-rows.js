// @ts-check
/**
 * Turns the headings of the page into rows of the tree, below the row of the page, and inserts rows into a list of
 * others. Pure, apart from the function that fetches rows.
 */

import { withoutFragment, withoutLogin } from '../shared/locations.js';

/** @typedef {import('../shared/types.js').Heading} Heading */
/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').RowPage} RowPage */
/** @typedef {(from: number, count: number) => Promise<RowPage>} FetchRows */

const PREFIX = 'heading ';

/** Return the key of a heading by its number. @param {number} index */
export function headingKey(index) {
  return PREFIX + index;
}

/**
 * Return the number of the heading that a key names; null for keys of the map, which contain no spaces.
 * @param {string} key
 * @returns {number | null}
 */
export function headingOfKey(key) {
  return key.startsWith(PREFIX) ? Number(key.slice(PREFIX.length)) : null;
}

/**
 * Return the depth of each heading below the page, from 1, and its position among its siblings; skipped levels do not
 * count.
 * @param {readonly Heading[]} headings
 * @returns {{depth: number, position: number, size: number}[]}
 */
export function placesOf(headings) {
  /** The open lists, outermost first. @type {{level: number, depth: number, size: number}[]} */
  let open = [];
  const listed = headings.map(({ level }) => {
    open = open.filter((list) => list.level <= level);
    const last = open.at(-1);
    const list = last?.level === level ? last : { level, depth: open.length + 1, size: 0 };
    if (list !== last) open.push(list);
    list.size += 1;
    return { list, position: list.size };
  });
  return listed.map(({ list, position }) => ({ depth: list.depth, position, size: list.size }));
}

/**
 * Return the rows of the headings, for a page with this address whose row is at this level.
 * @param {readonly Heading[]} headings
 * @param {string} url
 * @param {number} level
 * @returns {Row[]}
 */
export function headingRows(headings, url, level) {
  const places = placesOf(headings);
  const page = withoutLogin(withoutFragment(url));
  return headings.map(({ name, id, url: target }, at) => {
    const { depth, position, size } = /** @type {(typeof places)[number]} */ (places[at]);
    return {
      key: headingKey(at),
      name,
      description: null,
      location: target || (id ? `${page}#${encodeURIComponent(id)}` : page),
      language: null,
      content_type: null,
      variants: [],
      kind: 'item',
      level: level + depth,
      children: false,
      open: false,
      loop: false,
      current: false,
      priority: 0.5,
      relation: 'none',
      position,
      set_size: size,
    };
  });
}

/**
 * Return a function that fetches rows of a list with the rows `between` after the row `after`; -1 puts them first.
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
    rows.push(...(head?.rows ?? []));
    // A message holds as many rows as fit; the following ones are requested separately.
    const isCut = head !== null && head.rows.length < Math.min(end, first) - from;
    if (!isCut) rows.push(...between.slice(Math.max(0, from - first), Math.max(0, end - first)));
    const tail =
      !isCut && end > last ? await fetchRows(Math.max(from, last) - between.length, end - Math.max(from, last)) : null;
    rows.push(...(tail?.rows ?? []));
    // For the revision, if only headings are requested.
    const page = tail ?? head ?? (await fetchRows(Math.max(0, after), 1));
    const isOther = head && tail && head.revision !== tail.revision;
    return { revision: isOther ? -1 : page.revision, from, total: page.total + between.length, rows };
  };
}

/**
 * Return the index of a row after headings were inserted.
 * @param {number | null} index
 * @param {number} after
 * @param {number} length
 * @returns {number | null}
 */
export function shifted(index, after, length) {
  return index === null || index <= after ? index : index + length;
}

/**
 * Return the index, without headings, of the row at or above a row of the list with them.
 * @param {number} index
 * @param {number} after
 * @param {number} length
 */
export function unshifted(index, after, length) {
  return index <= after ? index : Math.max(after, index - length);
}
