// @ts-check
/** Looks for a host that is to be installed or updated, as long as a page that says so is looked at. */

/** A look costs the browser a glance into a folder. */
const LOOK_EVERY_MS = 3_000;
/** Problems that are over as soon as another host is installed. */
const MENDED_BY_INSTALLING = new Set(['host-missing', 'protocol-mismatch']);

export class HostWatch {
  /** @param {() => Promise<unknown>} look  has the background try once more */
  constructor(look) {
    this.look = look;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
  }

  /** The problem that there is with the host now, null for none. @param {string | null | undefined} code */
  show(code) {
    const isWaiting = MENDED_BY_INSTALLING.has(code ?? '');
    if (isWaiting === (this.timer !== null)) return;
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = isWaiting ? setInterval(() => this.tick(), LOOK_EVERY_MS) : null;
  }

  tick() {
    if (document.visibilityState === 'visible') this.look().catch(() => {}); // what came of it is published to all pages
  }
}
