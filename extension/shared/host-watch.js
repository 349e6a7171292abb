// @ts-check
/** Looks for a host to be installed or updated, while a page that asks for it is visible. */

/** Each look only reads a folder. */
const LOOK_EVERY_MS = 3_000;
/** Problems that installing another host solves. */
const MENDED_BY_INSTALLING = new Set(['host-missing', 'protocol-mismatch']);

export class HostWatch {
  /** @param {() => Promise<unknown>} look  makes the background try again */
  constructor(look) {
    this.look = look;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
  }

  /** Follow the current problem with the host, null for none. @param {string | null | undefined} code */
  show(code) {
    const isWaiting = MENDED_BY_INSTALLING.has(code ?? '');
    if (isWaiting === (this.timer !== null)) return;
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = isWaiting ? setInterval(() => this.tick(), LOOK_EVERY_MS) : null;
  }

  tick() {
    if (document.visibilityState === 'visible') this.look().catch(() => {}); // the result is published to all pages
  }
}
