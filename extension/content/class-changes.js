// @ts-check
/**
 * Applies class changes to the page at a display level, keeps them in place while the page rewrites its attributes, and
 * restores the author's own value. It decides nothing: changes and level come from the background.
 *
 * Neither expressions nor pages are trusted. An element is looked for until it is found, and again once it has left the page:
 * in the frame after a change of the page, for 2 ms a frame in all. The host sends an upper bound on the cost of each
 * expression; one that may cost too much in this page is not evaluated, and one that takes too long is given up. Both, and
 * expressions that find nothing, are reported as faults.
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
    /** Visits that one evaluation may take, and characters of text that count as one: those of the host (`expression_cost.py`). */
    const MOST_VISITS = 1_000_000;
    const CHARACTERS_A_VISIT = 32;
    /** How deep the nesting of elements is measured. */
    const DEPTHS = [1, 2, 4, 8, 16, 32];
    /** An expression that depends on attributes, or on ids. */
    const READS_ATTRIBUTES = /@|attribute\s*::|\bid\s*\(/;
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
    /** The changes whose element was looked for in the whole page, and not found. @type {Set<string>} */
    const absent = new Set();
    /** The faults that were reported last, as JSON. */
    let reported = '[]';
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
      reportFaults();
    }

    /** Reports the changes that come to nothing in this page, each time they are others. */
    function reportFaults() {
      const faults = (shown?.changes ?? []).slice(0, CHANGES).flatMap((change) => faultOf(change) ?? []);
      const text = JSON.stringify(faults.map(({ code, elem }) => [code, elem]));
      if (text === reported) return;
      reported = text;
      home.sitemapPage?.reportFaults(faults);
    }

    /** @param {Change} change @returns {import('../shared/types.js').ClassFault | null} */
    function faultOf(change) {
      const key = keyOf(change);
      if (elements.get(key)?.isConnected) return null;
      const isCostly = (strikes.get(key) ?? 0) >= STRIKES;
      if (!isCostly && !absent.has(key)) return null;
      return {
        code: isCostly ? 'class-change-too-costly' : 'class-change-finds-nothing', elem: change.elem,
        elements: isCostly ? document.getElementsByTagName('*').length : 0,
      };
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
        const twin = found.find((other) => isSameAttribute(other, hold));
        if (!twin) found.push(hold);
        // Two paths to one element with one prefix are one family: each of its classes stands once.
        else if (!twin.prefixes.includes(change.prefix)) twin.prefixes.push(change.prefix);
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
      const found = isTooCostly(change) ? giveUp(key) : evaluated(change);
      frame.last = performance.now();
      const cost = frame.last - start;
      frame.spent += cost;
      if (cost > FRAME_MS) strikes.set(key, (strikes.get(key) ?? 0) + 1);
      if (found) elements.set(key, found);
      if (found) absent.delete(key);
      else if (document.readyState !== 'loading') absent.add(key);
      return found;
    }

    /** @param {string} key */
    function giveUp(key) {
      strikes.set(key, STRIKES);
      return null;
    }

    /** Whether an evaluation may visit too many nodes of this page. @param {Change} change */
    function isTooCostly({ cost = [] }) {
      if (cost.length === 0) return false;
      /** @type {Map<string, number>} */
      const sizes = new Map();
      // How elements nest takes longer to measure than their number, which it does not exceed.
      return visits(cost, sizes, false) > MOST_VISITS && visits(cost, sizes, true) > MOST_VISITS;
    }

    /** The upper bound on visits. @param {Change['cost']} cost @param {Map<string, number>} sizes @param {boolean} isExact */
    function visits(cost, sizes, isExact) {
      const sizeOf = (/** @type {string} */ factor) => {
        const name = isExact ? factor : factor.replace('^', '');
        if (!sizes.has(name)) sizes.set(name, Math.max(1, measured(name)));
        return sizes.get(name) ?? 1;
      };
      return cost.reduce((sum, { count, factors }) => sum + factors.reduce((product, factor) => product * sizeOf(factor), count), 0);
    }

    /** A quantity of the page, by the host's name for it. @param {string} factor @returns {number} */
    function measured(factor) {
      if (factor === '#') return measured('*') + (document.documentElement?.textContent?.length ?? 0) / CHARACTERS_A_VISIT;
      if (factor.startsWith('^')) return depthOf(factor.slice(1));
      if (factor === '*') return document.getElementsByTagName('*').length;
      return namesOf(factor).reduce((sum, name) => sum + document.getElementsByTagNameNS('*', name).length, 0);
    }

    /** The local names that a name in an expression stands for: in HTML it is compared without regard to case. @param {string} name */
    function namesOf(name) {
      return document.contentType === 'text/html' ? [...new Set([name, name.toLowerCase()])] : [name];
    }

    /** How deep elements of a name are nested, at least 1; no less than that where it is very deep. @param {string} name @returns {number} */
    function depthOf(name) {
      const all = `:is(${namesOf(name).map((each) => (each === '*' ? '*' : `*|${CSS.escape(each)}`)).join()})`;
      const depth = DEPTHS.find((deep) => document.querySelector(Array(deep + 1).fill(all).join(' ')) === null);
      return depth ?? measured(name);
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
      // In HTML the attribute is written in lower case, whatever it is called here.
      const attr = document.contentType === 'text/html' && !change.attr.includes(':') ? change.attr.toLowerCase() : change.attr;
      const [prefix, local] = attr.includes(':') ? attr.split(':', 2) : ['', attr];
      const space = prefix ? change.namespaces[prefix] : null;
      return local && space !== undefined && HARMLESS.test(attr) && !FORBIDDEN.test(attr) ? { space, name: attr } : null;
    }

    /** @param {Hold} a @param {Hold} b */
    function isSameAttribute(a, b) {
      return a.element === b.element && a.space === b.space && localName(a) === localName(b);
    }

    /** @param {Hold} a @param {Hold} b */
    function isSame(a, b) {
      return isSameAttribute(a, b) && a.prefixes.join(' ') === b.prefixes.join(' ');
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
      arrivals.disconnect();
      if (shown) arrivals.observe(document, { childList: true, subtree: true, ...readByMissing(shown.changes) });
      for (const { element } of holds) watch.observe(element, { attributes: true });
    }

    /** What else than elements the expressions read whose element is missing. @param {Change[]} changes @returns {MutationObserverInit} */
    function readByMissing(changes) {
      const missing = changes.slice(0, CHANGES).filter((change) => !isSettled(keyOf(change)));
      const readsText = missing.some(({ cost = [] }) => cost.some(({ factors }) => factors.includes('#')));
      return { attributes: missing.some(({ elem }) => READS_ATTRIBUTES.test(elem)), characterData: readsText };
    }
  }
})();
