// @ts-check
/** The keys and places of a page's headings among its rows. Pure. */

/** @typedef {import('../shared/types.js').Heading} Heading */

const PREFIX = 'heading ';
/** The titles above the headings and menus of a page, which can be closed; other groups cannot. */
export const TITLES = Object.freeze({ headings: 'menu headings', menus: 'menu menus' });

/** Return whether a key belongs to such a title. @param {string} key */
export function isTitle(key) {
  return key === TITLES.headings || key === TITLES.menus;
}

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
