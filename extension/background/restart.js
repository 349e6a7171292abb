// @ts-check
/** When a lost host is started again: at once the first time, then ever later, then given up for a while. Pure. */

const DELAYS_MS = [100, 1000, 3000, 8000];
/** What made a host die at every start may be over by then. */
export const HOPE_MS = 30_000;

/**
 * How long to wait before start number `attempt` (from 0), or null to give up.
 * @param {number} attempt
 */
export function restartDelay(attempt) {
  return DELAYS_MS[attempt] ?? null;
}

/** How many losses in a row there have been with this one: a host that was of use did not die of starting. @param {number} losses @param {boolean} wasOfUse */
export function countLosses(losses, wasOfUse) {
  return wasOfUse ? 1 : losses + 1;
}
