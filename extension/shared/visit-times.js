// @ts-check
/**
 * The times of a reader's visits to a site, and which of its new pages the reader has opened. Pure: reads no clock and
 * stores nothing. The previous visit does not change while the reader reads, so that new pages stay new until then.
 */

/**
 * When the present visit and the one before began, and when a page was last shown, in ms since 1970; 0 for never.
 * `opened` are the new pages that were opened, each with its date of change, the latest last. `isOn` if the reader
 * turned this on for the site alone.
 * @typedef {{previous: number, start: number, last: number, opened: [string, number][], isOn?: boolean}} Visits
 */
/** @typedef {Pick<import('./protocol.js').NewPage, 'location' | 'changed'>} ChangedPage */

/** Without a page of the site for so long, a visit is over. A meal or a meeting does not end it. */
export const VISIT_MS = 4 * 3_600_000;
/** Pages are shown more often than the time of the last one must be known. */
const EXACT_MS = 60_000;
/** A date by the day is its beginning, so that a page may have changed up to a day later. */
const DAY_MS = 86_400_000;
/** Pages remembered as opened, as many as the list has; longer addresses are not remembered. */
export const MOST_OPENED = 200;
const LONGEST_ADDRESS = 500;

/** @type {Readonly<Visits>} */
export const NO_VISITS = { previous: 0, start: 0, last: 0, opened: [] };

/**
 * Return the visits after a page of the site was shown; the same object if nothing must be stored.
 * @param {Visits} visits
 * @param {number} now
 * @returns {Visits}
 */
export function showPage(visits, now) {
  const { start, last } = visits;
  if (start === 0) return { ...visits, previous: 0, start: now, last: now };
  // The clock was set back: times that have not come yet would hide what changes until then.
  if (now < last)
    return { ...visits, previous: Math.min(visits.previous, now), start: Math.min(start, now), last: now };
  if (now - last < EXACT_MS) return visits;
  if (now - last < VISIT_MS) return { ...visits, last: now };
  const opened = visits.opened.filter(([, changed]) => changed + DAY_MS > start);
  return { ...visits, previous: start, start: now, last: now, opened };
}

/**
 * Return the visits after a new page was opened; the same object if that is known.
 * @param {Visits} visits
 * @param {ChangedPage} page
 * @returns {Visits}
 */
export function openPage(visits, page) {
  if (isOpened(visits, page) || page.location.length > LONGEST_ADDRESS) return visits;
  const others = visits.opened.filter(([location]) => location !== page.location);
  return {
    ...visits,
    opened: [...others, /** @type {[string, number]} */ ([page.location, page.changed])].slice(-MOST_OPENED),
  };
}

/** Return whether a page was opened since its last change. @param {Visits} visits @param {ChangedPage} page */
export function isOpened({ opened }, { location, changed }) {
  return opened.some(([address, time]) => address === location && time >= changed);
}

/** Return an address as it is compared with that of a page in view. @param {string} address */
export function comparable(address) {
  return address.split('#')[0]?.replace(/(?:\/(?:index|default)\.[a-z]{3,5}|\/|\.html?)$/, '') ?? '';
}
