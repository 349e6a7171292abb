// @ts-check
/**
 * How many pages are below the branches in view: requested when the tree has come to rest, and cached by the keys of rows. It
 * draws nothing.
 */
import { RequestError } from '../shared/background-port.js';

/** @typedef {import('../shared/protocol.js').Below} Below */
/** A number of pages; `isMore` where they were counted no further. @typedef {{count: number, isMore: boolean}} Count */

/** The host counts when nothing moves: a reader who scrolls on reads no numbers. */
const REST_MS = 200;
/** More than a sidebar shows at once, and what one request may ask for (ViewBelow in `protocol/requests.py`). */
const AT_ONCE = 100;
/** More than one has scrolled by when one comes back; then all are counted anew. */
const MOST_CACHED = 5_000;

export class PageCounts {
  /** @param {(keys: string[]) => Promise<Below>} request @param {() => void} onCounts */
  constructor(request, onCounts) {
    this.request = request;
    this.onCounts = onCounts;
    /** @type {Map<string, Count>} */
    this.counts = new Map();
    /** Keys whose numbers stand as they are. @type {Set<string>} */
    this.settled = new Set();
    /** @type {string[]} */
    this.wanted = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} key @returns {Count | null} */
  get(key) {
    return this.counts.get(key) ?? null;
  }

  /** The map may be another one by now: numbers stay until they are counted again. */
  expire() {
    this.settled.clear();
    if (this.counts.size > MOST_CACHED) this.counts.clear();
  }

  /** Has the pages below these rows counted, once nobody wants others. @param {string[]} keys */
  want(keys) {
    this.wanted = keys.filter((key) => !this.settled.has(key)).slice(0, AT_ONCE);
    clearTimeout(this.timer);
    if (this.wanted.length) this.timer = setTimeout(() => this.fetch(), REST_MS);
  }

  async fetch() {
    const keys = this.wanted;
    try {
      const { counts, most } = await this.request(keys);
      counts.forEach((count, at) => this.store(/** @type {string} */ (keys[at]), count, most));
      // As many as there was time for; of none, none will be.
      if (counts.length) this.onCounts();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error; // a number less is nothing to complain of
    }
  }

  /** @param {string} key @param {number | null} count @param {number} most */
  store(key, count, most) {
    this.settled.add(key);
    if (count === null) this.counts.delete(key);
    else this.counts.set(key, { count: Math.min(count, most - 1), isMore: count >= most });
  }
}

/** A number as it is shown, '' for none. @param {Count | null} count */
export function shownCount(count) {
  if (!count?.count) return '';
  return count.count.toLocaleString(document.documentElement.lang) + (count.isMore ? '+' : '');
}
