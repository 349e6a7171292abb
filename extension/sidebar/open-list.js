// @ts-check
/** Owns the open map. Sends the tree's requests to it, and dispatches the views that it returns. */
import { RequestError } from '../shared/background-port.js';
import { MapSession } from './map-session.js';

/** @typedef {import('../shared/types.js').View} View */
/** @typedef {import('./store.js').Store} Store */

export class OpenList {
  /** @param {Pick<import('../shared/background-port.js').BackgroundPort, 'request'>} port @param {Store} store */
  constructor(port, store) {
    this.port = port;
    this.store = store;
    /** @type {MapSession | null} */
    this.session = null;
  }

  /** @param {number} number @param {string} site  the host's id */
  openMap(number, site) {
    this.session = new MapSession(this.port, number, site, () => this.store.state.openKeys);
    return this.session;
  }

  close() {
    this.session?.close();
    this.session = null;
  }

  /** @param {number} from @param {number} count @returns {Promise<import('../shared/types.js').RowPage>} */
  async rows(from, count) {
    return (await this.session?.rows(from, count)) ?? { revision: -1, from, total: 0, rows: [] };
  }

  /** @param {string[]} keys @returns {Promise<import('../shared/protocol.js').BranchCounts>} */
  async countBelow(keys) {
    return (await this.session?.countBelow(keys)) ?? { counts: [], most: 0 };
  }

  /**
   * Return the index of the next row whose name begins with some words.
   * @param {string} words
   * @param {number} from
   * @returns {Promise<number | null>}
   */
  async find(words, from) {
    return (await this.session?.find(words, from)) ?? null;
  }

  /**
   * Send a request to the open list, and dispatch the view in the response.
   * @param {(session: MapSession) => Promise<View>} how
   * @param {{isReveal?: boolean, place?: number}} [about]
   */
  async receive(how, about) {
    const { session } = this;
    if (!session) return;
    await this.watched(session.number, async () =>
      this.store.dispatch({ type: 'view-received', session: session.number, view: await how(session), ...about }),
    );
  }

  /**
   * Run an action of a session and dispatch its refusal; the session's map may be gone.
   * @param {number} number
   * @param {() => Promise<void>} action
   */
  async watched(number, action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const hasView = this.session !== null && this.session.viewId !== '';
      await this.store.dispatch({ type: 'request-failed', session: number, code: error.code, hasView });
    }
  }

  /**
   * Open branches together; return by how many rows each has grown.
   * @param {string[]} keys
   * @returns {Promise<number[]>}
   */
  async openAll(keys) {
    let total = this.store.state.view?.total ?? 0;
    /** @type {number[]} */
    const grown = [];
    this.store.dispatch({ type: 'branches-opened', keys });
    await this.receive(async (session) => {
      const views = await session.openAll(keys);
      for (const view of views) {
        grown.push(view.total - total);
        total = view.total;
      }
      return /** @type {View} */ (views.at(-1));
    });
    return grown;
  }

  /** Open a branch with all its descendants, or the whole map. @param {string | null} key */
  async expand(key) {
    const { session } = this;
    if (!session) return;
    await this.watched(session.number, async () => {
      const { view, opened, is_all: isAll } = await session.expand(key);
      await this.store.dispatch({
        type: 'branches-expanded',
        session: session.number,
        keys: opened,
        view,
        isAll,
        isWhole: key === null,
      });
    });
  }

  /** @param {readonly string[]} hidden */
  async hide(hidden) {
    const { session } = this;
    if (!session) return;
    await this.watched(session.number, async () => {
      const reply = await session.hide(hidden);
      await this.store.dispatch({ type: 'branches-hidden', session: session.number, ...reply });
    });
  }
}
