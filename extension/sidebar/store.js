// @ts-check
/** Owns the sidebar's state: `reduce.js` decides on each event, and the effects of that decision run here. */
import { reduce } from './reduce.js';
import { INITIAL } from './state.js';

/** @typedef {import('./state.js').Effect} Effect */
/** @typedef {import('./state.js').Event} Event */
/**
 * The function that runs each type of effect.
 * @typedef {{[T in Effect['type']]: (effect: Extract<Effect, {type: T}>) => unknown}} Effects
 */

export class Store {
  constructor() {
    this.state = INITIAL;
    /** @type {Partial<Effects>} */
    this.effects = {};
  }

  /** Set the functions that run effects, before the first event. @param {Effects} effects */
  connect(effects) {
    this.effects = effects;
  }

  /**
   * Dispatch an event. Resolves when all its effects have ended, including the host's responses and their drawing.
   * @param {Event} event
   */
  async dispatch(event) {
    const { state, effects } = reduce(this.state, event);
    this.state = state;
    await Promise.all(effects.map((effect) => this.run(effect)));
  }

  /** @param {Effect} effect */
  run(effect) {
    return /** @type {(effect: Effect) => unknown} */ (this.effects[effect.type])(effect);
  }
}
