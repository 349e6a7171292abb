// @ts-check
/**
 * Counts the pages below visible branches: requested once the tree is at rest, and cached by row key. Draws nothing.
 */
import { RequestError } from '../shared/background-port.js';

/** @typedef {import('../shared/protocol.js').BranchCounts} BranchCounts */
/** A number of pages; `isMore` if counting stopped there. @typedef {{count: number, isMore: boolean}} Count */

/** The host counts only when nothing moves: a reader who scrolls on reads no numbers. */
const REST_MS = 200;
/** More than a sidebar shows at once, and the limit of one request (ViewBranchCounts in `protocol/requests.py`). */
const AT_ONCE = 100;
/** More than a reader scrolls past before returning; above it, the cache is cleared. */
const MOST_CACHED = 5_000;

export class PageCounts {
  /** @param {(keys: string[]) => Promise<BranchCounts>} request @param {() => void} onCounts */
  constructor(request, onCounts) {
    this.request = request;
    this.onCounts = onCounts;
    /** @type {Map<string, Count>} */
    this.counts = new Map();
    /** Keys whose numbers are up to date. @type {Set<string>} */
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

  /** Mark all numbers as outdated, since the map may have changed; they stay until they are counted again. */
  expire() {
    this.settled.clear();
    if (this.counts.size > MOST_CACHED) this.counts.clear();
  }

  /** Count the pages below these rows, once the selection of rows is stable. @param {string[]} keys */
  want(keys) {
    this.wanted = keys.filter((key) => !this.settled.has(key)).slice(0, AT_ONCE);
    clearTimeout(this.timer);
    if (this.wanted.length) this.timer = setTimeout(() => this.fetch(), REST_MS);
  }

  async fetch() {
    const keys = this.wanted;
    try {
      const { counts, most } = await this.request(keys);
      for (const [at, count] of counts.entries()) this.store(/** @type {string} */ (keys[at]), count, most);
      // The host counts as many as it has time for; an empty response stays empty.
      if (counts.length) this.onCounts();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error; // a missing number is not worth a message
    }
  }

  /** @param {string} key @param {number | null} count @param {number} most */
  store(key, count, most) {
    this.settled.add(key);
    if (count === null) this.counts.delete(key);
    else this.counts.set(key, { count: Math.min(count, most - 1), isMore: count >= most });
  }
}

/** Return a number as text, '' for none. @param {Count | null} count */
export function shownCount(count) {
  if (!count?.count) return '';
  return count.count.toLocaleString(document.documentElement.lang) + (count.isMore ? '+' : '');
}
