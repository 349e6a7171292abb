// @ts-check
/**
 * Applies class changes to the page at a display level, keeps them in place while the page rewrites its attributes, and
 * restores the author's own value. It decides nothing: changes and level come from the background.
 *
 * Expressions are a stranger's, and so are pages: an element that was found is not looked for again while it stands in the
 * page; what is missing is looked for once a frame after the page has changed, for 2 ms in all; an expression that costs more
 * is given up for this document, and one that would search a large page again and again is not begun.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  /** Made with the first display: most pages have none, and each would pay for observers and tables. @type {ReturnType<typeof create> | undefined} */
  let changes;
  home.sitemapClassChanges ??= Object.freeze({
    show: (/** @type {Display | null} */ display) => { if (display || changes) (changes ??= create()).show(display); },
    retry: () => changes?.retry(),
  });

  /** @typedef {import('../shared/types.js').ClassChange} Change */
  /** @typedef {import('../shared/types.js').Display} Display */
  /** @typedef {{element: Element, space: string | null, name: string, prefixes: string[], original: string | null, written: string | null}} Hold */

  function create() {
    /** How often a page may be contradicted before it is left alone; two scripts must not fight for ever. */
    const PATIENCE = 200;
    /** So much of a frame may go into expressions. */
    const FRAME_MS = 2;
    const FRAME_LENGTH_MS = 16;
    /** How often one may cost more before it is given up: a machine that is busy elsewhere makes any of them slow. */
    const STRIKES = 3;
    /** Expressions that are looked for in a document, and how often what is missing is looked for after the page has loaded. */
    const CHANGES = 50;
    const SEARCHES = 500;
    const PREFIX_LENGTH = 200;
    /** Looks at elements from others that one expression may take: no browser can be stopped in the middle of it. */
    const LOOKS = 4_000_000;
    /** Where an expression searches, and where what is done for each element found begins and ends. */
    const SEARCHING = /\[|\]|\/\/|(?:ancestor|descendant|following|preceding)[\w-]*\s*::/g;
    /** Asserted: the host sends no other attributes (`page_attributes.py`). */
    const HARMLESS = /^(?!on)(?:[^\W\d_][^\W_]*:)?[^\W\d_][^\W_]*$|^aria-[a-z]+$/iu;
    const FORBIDDEN = /^(?:.*:)?(?:on.*|style|src.*|href|action|form.*|data|content|is|nonce|integrity|sandbox|target|ping|poster|base|values|to|from|by|begin|attributename)$/i;
    const family = /** @type {any} */ (globalThis).sitemapClassFamily;
    /** @type {Hold[]} */
    let holds = [];
    /** @type {Display | null} */
    let shown = null;
    let rewrites = 0;
    let searches = 0;
    /** Whether a search is due in the next frame. */
    let isDue = false;
    const frame = { last: -Infinity, spent: 0 };
    /** The element of each change, by `keyOf`. @type {Map<string, Element>} */
    const elements = new Map();
    /** How often each cost too much. @type {Map<string, number>} */
    const strikes = new Map();
    const watch = new MutationObserver(keep);
    const arrivals = new MutationObserver(searchSoon);

    return Object.freeze({ show, retry });

    /** Shows a display, or nothing. @param {Display | null} display */
    function show(display) {
      // The same display comes from prediction, planted value, and message: three ways, so that none can be late.
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
      if (!shown || shown.changes.slice(0, CHANGES).every((change) => isSettled(keyOf(change)))) return;
      const display = shown;
      shown = null;
      show(display);
    }

    /** The page has changed: looks for what is missing once it has settled, in the next frame. */
    function searchSoon() {
      if (!isAlive()) return stop();
      if (isDue || searches > SEARCHES) return;
      isDue = true;
      // One search a frame, whatever the number of mutations: a page that builds a table sends a record for each
      // row.
      requestAnimationFrame(() => {
        isDue = false;
        searches++;
        retry();
      });
    }

    function stop() {
      watch.disconnect();
      arrivals.disconnect();
    }

    /** @param {Change} change */
    function keyOf({ elem, namespaces }) {
      return JSON.stringify([elem, namespaces]);
    }

    /** Whether a change has its element, or is given up. @param {string} key */
    function isSettled(key) {
      return elements.get(key)?.isConnected === true || (strikes.get(key) ?? 0) >= STRIKES;
    }

    /** The attributes that the changes name, each once, in order. @param {Change[]} changes @returns {Hold[]} */
    function find(changes) {
      /** @type {Hold[]} */
      const found = [];
      for (const change of changes.slice(0, CHANGES)) {
        const element = firstElement(change);
        const name = element && attributeName(change);
        if (!element || !name || change.prefix.length > PREFIX_LENGTH) continue;
        const hold = { element, ...name, prefixes: [change.prefix], original: null, written: null };
        const twin = found.find((other) => other.element === element && other.space === hold.space && other.name === hold.name);
        if (twin) twin.prefixes.push(change.prefix);
        else found.push(hold);
      }
      return found;
    }

    /** @param {Change} change @returns {Element | null} */
    function firstElement(change) {
      const key = keyOf(change);
      const known = elements.get(key);
      if (known?.isConnected) return known;
      elements.delete(key);
      if ((strikes.get(key) ?? 0) >= STRIKES) return null;
      // An expression cannot be interrupted: what it costs is known only afterwards, and counts against the next.
      const start = performance.now();
      if (start - frame.last > FRAME_LENGTH_MS) frame.spent = 0;
      if (frame.spent > FRAME_MS) {
        searchSoon();
        return null;
      }
      const found = isTooMuch(change.elem) ? giveUp(key) : evaluated(change);
      frame.last = performance.now();
      const cost = frame.last - start;
      frame.spent += cost;
      if (cost > FRAME_MS) strikes.set(key, (strikes.get(key) ?? 0) + 1);
      if (found) elements.set(key, found);
      return found;
    }

    /** @param {string} key */
    function giveUp(key) {
      strikes.set(key, STRIKES);
      return null;
    }

    /**
     * Whether an expression searches the page anew for each element that it has found, within that again, and so on, and the
     * page is too large for that: it would take time in its square, or worse.
     * @param {string} elem
     */
    function isTooMuch(elem) {
      let depth = 0;
      let deepest = 0;
      for (const [token] of elem.replace(/"[^"]*"|'[^']*'/g, "''").matchAll(SEARCHING)) {
        if (token === '[') depth++;
        else if (token === ']') depth--;
        else deepest = Math.max(deepest, depth);
      }
      return deepest > 0 && document.getElementsByTagName('*').length ** (deepest + 1) > LOOKS;
    }

    /** @param {Change} change @returns {Element | null} */
    function evaluated(change) {
      try {
        // An unprefixed /html/body matches text/html only, never XHTML; with the prefix it matches both (and an
        // unknown prefix throws).
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
      return local && space !== undefined && HARMLESS.test(change.attr) && !FORBIDDEN.test(change.attr) ? { space, name: change.attr } : null;
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
      // setAttributeNS with XHTML's namespace would make a second attribute beside `class`, which no style sheet
      // sees.
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
      if (!isAlive()) return stop();
      if (!shown || rewrites > PATIENCE) return;
      const level = shown.level;
      // Frameworks write the whole attribute when they hydrate: what they wrote is the author's value from then
      // on.
      const lost = holds.filter((hold) => read(hold) !== hold.written);
      rewrites += lost.length;
      for (const hold of lost) write(hold, level);
      // What was written just now would be reported as the page's own change.
      watch.takeRecords();
    }

    /** Whether the extension that put us here still runs: a later one is not to be contradicted. */
    function isAlive() {
      return (home.browser ?? home.chrome)?.runtime?.id !== undefined;
    }

    function observe() {
      watch.disconnect();
      if (shown) arrivals.observe(document, { childList: true, subtree: true });
      else arrivals.disconnect();
      for (const { element } of holds) watch.observe(element, { attributes: true });
    }
  }
})();
