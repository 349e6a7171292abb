// @ts-check
/** When a lost host is started again: at once the first time, then ever later, then only when asked. Pure. */

const DELAYS_MS = [100, 1000, 3000, 8000];
/** A host that lived so long did not die of starting. */
const STABLE_MS = 60_000;

/**
 * How long to wait before start number `attempt` (from 0), or null to give up.
 * @param {number} attempt
 */
export function restartDelay(attempt) {
  return DELAYS_MS[attempt] ?? null;
}

/** How many losses in a row there have been, given that the host just lost lived so long. @param {number} losses @param {number} lived_ms */
export function countLosses(losses, lived_ms) {
  return lived_ms >= STABLE_MS ? 0 : losses;
}
