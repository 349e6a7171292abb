// @ts-check
/** Closes the maps that no tab shows any more, and stops an idle host. */
import { host } from '../host/host-port.js';
import { connectedUis } from '../stores/connected-pages.js';
import { allSessions, scheduleSweep, unusedSessions } from '../stores/sessions.js';
import { close } from './opening.js';

/** @typedef {import('../stores/sessions.js').Session} Session */

// Behaviour: how long a map stays open after its tab closed. Also: keep open, idle, grace period, timeout.
/** Going back and forth must not parse the map each time. */
const LINGER_MS = 60_000;

/** Close unused sitemaps after a while, and the host once it is idle. */
export function sweepSoon() {
  if (host.isReady) scheduleSweep(sweep, LINGER_MS);
}

function sweep() {
  // A site that is being opened has no id yet by which the host could close it.
  closeUnused(({ opening }) => !opening);
  // An open native port keeps the background alive (seen for 85 s); an open sidebar does not (30 s).
  if (allSessions().length === 0 && connectedUis().length === 0 && host.isIdle) host.stop();
}

/** Close sessions that no tab shows and that match a condition. @param {(session: Session) => boolean} isOfKind */
export function closeUnused(isOfKind) {
  for (const session of unusedSessions()) if (isOfKind(session)) close(session);
}
