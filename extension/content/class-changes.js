// @ts-check
/**
 * Applies class changes to the page at a display level, keeps them in place while the page rewrites its attributes, and
 * takes them back to the author's own value. It decides nothing: changes and level come from the background.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  home.sitemapClassChanges ??= create();

  /** @typedef {import('../shared/types.js').ClassChange} Change */
  /** @typedef {import('../shared/types.js').Display} Display */
  /** @typedef {{element: Element, space: string | null, name: string, prefixes: string[], original: string | null, written: string | null}} Hold */

  function create() {
    /** How often a page may be contradicted before it is left alone; two scripts must not fight for ever. */
    const PATIENCE = 200;
    /**
     * Deviation: attributes that run scripts or load things are left alone. A sitemap may come from another server than
     * the page, and what an extension writes is not held back by the page's own content policy.
     */
    const FORBIDDEN = /^(?:on.*|style|src|srcset|srcdoc|href|action|formaction|data|content|http-equiv|is|nonce|integrity|sandbox|target)$/i;
    const family = /** @type {any} */ (globalThis).sitemapClassFamily;
    /** @type {Hold[]} */
    let holds = [];
    /** @type {Display | null} */
    let shown = null;
    let rewrites = 0;
    const watch = new MutationObserver(keep);

    return Object.freeze({ show, retry });

    /** Shows a display, or nothing. @param {Display | null} display */
    function show(display) {
      if (JSON.stringify(display) === JSON.stringify(shown)) return retry();
      shown = display;
      const before = holds;
      const wanted = display ? find(display.changes) : [];
      for (const hold of before) if (!wanted.some((other) => isSame(other, hold))) restore(hold);
      holds = wanted.map((hold) => adopt(before, hold));
      if (display) for (const hold of holds) write(hold, display.level);
      observe();
    }

    /** Looks again for elements that were not there yet: the page is still coming in. */
    function retry() {
      if (!shown || holds.length === shown.changes.length) return;
      const display = shown;
      shown = null;
      show(display);
    }

    /** The attributes that the changes name, each once, in order. @param {Change[]} changes @returns {Hold[]} */
    function find(changes) {
      /** @type {Hold[]} */
      const found = [];
      for (const change of changes) {
        const element = firstElement(change);
        const name = element && attributeName(change);
        if (!element || !name) continue;
        const hold = { element, ...name, prefixes: [change.prefix], original: null, written: null };
        const twin = found.find((other) => other.element === element && other.space === hold.space && other.name === hold.name);
        if (twin) twin.prefixes.push(change.prefix);
        else found.push(hold);
      }
      return found;
    }

    /** @param {Change} change @returns {Element | null} */
    function firstElement(change) {
      try {
        const node = document.evaluate(change.elem, document, (prefix) => (prefix && change.namespaces[prefix]) || null,
          XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
        return node instanceof Element ? node : null;
      } catch (error) {
        if (error instanceof DOMException || error instanceof TypeError) return null;
        throw error;
      }
    }

    /** @param {Change} change @returns {{space: string | null, name: string} | null} */
    function attributeName(change) {
      const [prefix, local] = change.attr.includes(':') ? change.attr.split(':', 2) : ['', change.attr];
      const space = prefix ? change.namespaces[prefix] : null;
      return local && space !== undefined && !FORBIDDEN.test(local) ? { space, name: change.attr } : null;
    }

    /** @param {Hold} a @param {Hold} b */
    function isSame(a, b) {
      return a.element === b.element && a.space === b.space && a.name === b.name && a.prefixes.join() === b.prefixes.join();
    }

    /** @param {Hold[]} before @param {Hold} hold */
    function adopt(before, hold) {
      const known = before.find((other) => isSame(other, hold));
      return known ?? { ...hold, original: authors(hold) };
    }

    /** The author's value: what is there, less what an earlier run of the extension left. @param {Hold} hold */
    function authors(hold) {
      const value = read(hold);
      const own = value === null ? null : family.withoutLeftover(value, hold.prefixes);
      return own === '' && value !== '' ? null : own;
    }

    /** @param {Hold} hold */
    function read(hold) {
      return hold.space === null ? hold.element.getAttribute(hold.name)
        : hold.element.getAttributeNS(hold.space, localName(hold));
    }

    /** @param {Hold} hold @param {string | null} value */
    function put(hold, value) {
      if (value === null && hold.space === null) hold.element.removeAttribute(hold.name);
      else if (value === null) hold.element.removeAttributeNS(hold.space, localName(hold));
      else if (hold.space === null) hold.element.setAttribute(hold.name, value);
      else hold.element.setAttributeNS(hold.space, hold.name, value);
    }

    /** @param {Hold} hold */
    function localName(hold) {
      return hold.name.slice(hold.name.indexOf(':') + 1);
    }

    /** What the author's value is by now: the page may have changed it since. @param {Hold} hold */
    function rebase(hold) {
      const current = read(hold);
      if (hold.written === null || current === hold.written) return;
      hold.original = current === null ? null : family.withoutFamily(current, hold.prefixes);
    }

    /** @param {Hold} hold @param {number} level */
    function write(hold, level) {
      rebase(hold);
      hold.written = family.withFamily(hold.original ?? '', hold.prefixes, level);
      put(hold, hold.written);
    }

    /** @param {Hold} hold */
    function restore(hold) {
      rebase(hold);
      put(hold, hold.original);
    }

    function keep() {
      if (!isAlive()) return watch.disconnect();
      if (!shown || rewrites > PATIENCE) return;
      const level = shown.level;
      const lost = holds.filter((hold) => read(hold) !== hold.written);
      rewrites += lost.length;
      for (const hold of lost) write(hold, level);
      watch.takeRecords();
    }

    /** Whether the extension that put us here still runs: a later one is not to be contradicted. */
    function isAlive() {
      return (home.browser ?? home.chrome)?.runtime?.id !== undefined;
    }

    function observe() {
      watch.disconnect();
      for (const { element } of holds) watch.observe(element, { attributes: true });
    }
  }
})();
