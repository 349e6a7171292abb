// @ts-check
/** Owns the timers that the state starts and stops by name. */

/** @typedef {import('./state.js').Timer} Timer */

export class Timers {
  constructor() {
    /** @type {Map<Timer, ReturnType<typeof setTimeout>>} */
    this.running = new Map();
  }

  /**
   * Start a timer, in place of one of the same name: the state expects at most one.
   * @param {Timer} name
   * @param {number} ms
   * @param {() => void} act
   */
  start(name, ms, act) {
    this.stop(name);
    this.running.set(name, setTimeout(act, ms));
  }

  /** @param {Timer} name */
  stop(name) {
    clearTimeout(this.running.get(name));
  }
}
