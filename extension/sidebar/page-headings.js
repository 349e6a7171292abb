// @ts-check
/** Owns the current heading of the page, and shows the page's headings between the rows of a map. */
import { text } from '../shared/strings.js';
import { headingKey, headingRows } from './outlined-rows.js';

/** @typedef {import('../shared/types.js').Row} Row */
/** @typedef {import('../shared/types.js').Heading} Heading */

export class PageHeadings {
  /** @param {import('./open-list.js').OpenList} list @param {import('./virtual-tree.js').VirtualTree} tree */
  constructor(list, tree) {
    this.list = list;
    this.tree = tree;
    /** The current heading, -1 for none, and whether it must still be scrolled to. */
    this.reading = { heading: -1, isNew: false };
  }

  /** @param {number} heading */
  read(heading) {
    this.reading = { heading, isNew: heading !== this.reading.heading };
    this.mark();
  }

  /** Mark the current heading, and scroll to it when it changes. */
  mark() {
    const { heading, isNew } = this.reading;
    const row = heading < 0 ? null : this.list.page ? this.list.page.rowOfHeading(heading) : this.rowBelow(heading);
    this.tree.mark({ heading: row?.key ?? '' });
    if (!row || !isNew) return;
    this.tree.keepInView(row.index);
    this.reading = { heading, isNew: false };
  }

  /** Return the row of a heading below its page's row. @param {number} heading */
  rowBelow(heading) {
    const { after = 0, rows = [] } = this.tree.between ?? {};
    const at = rows.findIndex(({ key }) => key === headingKey(heading));
    return at < 0 ? null : { key: headingKey(heading), index: after + 1 + at };
  }

  /**
   * Return the rows of the page's headings, which follow its own row.
   * @param {import('./state.js').Outline} outline
   * @returns {Promise<import('./virtual-tree.js').Between | null>}
   */
  async between({ after, url, headings }) {
    if (after < 0) return { after, rows: headingsAtTop(url, headings) };
    const [row] = (await this.list.rows(after, 1)).rows;
    if (!row) return null;
    const none = [{ name: text('outlineNone'), level: 1, id: '' }];
    const rows = headingRows(headings.length ? headings : none, url, row.level);
    return { after, rows: headings.length ? rows : rows.map((heading) => ({ ...heading, location: null })) };
  }
}

/**
 * Return the headings of a page without a row, below a title.
 * @param {string} url
 * @param {readonly Heading[]} headings
 */
function headingsAtTop(url, headings) {
  const [first] = headingRows([{ name: text('pageHeadings'), level: 1, id: '' }], url, 0);
  const title = {
    .../** @type {Row} */ (first),
    key: 'menu headings',
    location: null,
    kind: /** @type {const} */ ('group'),
    children: true,
    open: true,
  };
  return [title, ...headingRows(headings, url, 1)];
}
