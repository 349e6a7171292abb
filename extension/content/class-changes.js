// @ts-check
/**
 * Applies class changes to the page at a display level, keeps them while the page rewrites its attributes, and restores
 * the author's own value. Decides nothing: changes and level come from the background.
 *
 * Neither expressions nor pages are trusted. A search for an element is repeated until it has a match. It begins again
 * when the element has left the page, when the document has been parsed, and at each change of level (D57). Searches
 * run in the frame after a change of the page, for at most 2 ms a frame in all. They read the attributes that the page
 * wrote. The host sends an upper bound on the cost of each expression. An expression that may be too costly in this
 * page is not evaluated, and one that takes too long is abandoned. Both, and expressions without a match, are reported
 * as faults.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  /**
   * Created with the first display: most pages have none, and should not pay for observers and tables.
   * @type {ReturnType<typeof create> | undefined}
   */
  let changes;
  home.sitemapClassChanges ??= Object.freeze({
    show: (/** @type {Display | null} */ display) => {
      if (display || changes) (changes ??= create()).show(display);
    },
    retry: () => changes?.retry(),
  });

  /** @typedef {import('../shared/types.js').ClassChange} Change */
  /** @typedef {import('../shared/types.js').Display} Display */
  /**
   * @typedef {{
   *   element: Element,
   *   space: string | null,
   *   name: string,
   *   prefixes: string[],
   *   original: string | null,
   *   written: string | null,
   * }} Hold
   */

  function create() {
    /** Rewrites of a page's attributes before the page is left alone; two scripts must not fight forever. */
    const PATIENCE = 200;
    /** Time in a frame for evaluating expressions. */
    const FRAME_MS = 2;
    const FRAME_LENGTH_MS = 16;
    /** Slow evaluations of an expression before it is abandoned; a busy machine can slow down any of them. */
    const STRIKES = 3;
    /** Time of an evaluation that is slow even if it finds the element. */
    const SLOW_MS = 50;
    /** Bounds on the expressions searched for in a document, and on searches after a change of the page. */
    const CHANGES = 50;
    const SEARCHES = 500;
    const PREFIX_LENGTH = 200;
    /**
     * Node visits permitted for one evaluation, and characters of text that count as one visit; as in the host
     * (`expression_cost.py`).
     */
    const MOST_VISITS = 2_000_000;
    const CHARACTERS_A_VISIT = 32;
    /** Nesting depths of elements with a name that are tested. */
    const DEPTHS = [1, 2, 4, 8, 16, 32];
    /**
     * Visits that cost as much as comparing two nodes at one level of nesting, and siblings that are compared during
     * one visit.
     */
    const VISITS_A_LEVEL = 4;
    const SIBLINGS_A_VISIT = 20;
    /** Nodes of all kinds that are visited in the time of one element. */
    const NODES_AN_ELEMENT = 2;
    /** Matches an expression that depends on attributes or ids. */
    const READS_ATTRIBUTES = /@|attribute\s*::|\bid\s*\(/;
    /** An assertion: the host sends no other attributes (`page_attributes.py`). */
    const HARMLESS = /^(?!on)(?:[^\W\d_][^\W_]*:)?[^\W\d_][^\W_]*$|^aria-[a-z]+$/iu;
    const FORBIDDEN = new RegExp(
      '^(?:.*:)?(?:on.*|style|src.*|href|action|form.*|data|content|is|nonce|integrity|sandbox|target|ping|poster|' +
        'base|values|to|from|by|begin|attributename)$',
      'i',
    );
    const family = /** @type {any} */ (globalThis).sitemapClassFamily;
    /** @type {Hold[]} */
    let holds = [];
    /** @type {Display | null} */
    let shown = null;
    let rewrites = 0;
    let searches = 0;
    /** Whether a search is scheduled for the next frame. */
    let isDue = false;
    const frame = { last: -Infinity, spent: 0 };
    /** The element of each change, by `keyOf`. @type {Map<string, Element>} */
    const elements = new Map();
    /** Changes whose element is provisional, by `keyOf`: it stays until it has been searched for again. */
    const provisional = /** @type {Set<string>} */ (new Set());
    /** Number of slow evaluations, by `keyOf`. @type {Map<string, number>} */
    const strikes = new Map();
    /** Changes without a matching element in the whole page, by `keyOf`. @type {Set<string>} */
    const absent = new Set();
    /** The last reported faults, as JSON. */
    let reported = '[]';
    const watch = new MutationObserver(keep);
    const arrivals = new MutationObserver(searchSoon);
    // An interactive document may still wait for its deferred scripts. The event never comes again.
    if (document.readyState !== 'complete') document.addEventListener('DOMContentLoaded', settle, { once: true });

    return Object.freeze({ show, retry });

    /** Show a display, or null for none. @param {Display | null} display */
    function show(display) {
      // The same display may arrive by prediction, injection and message, so that it is never late.
      if (JSON.stringify(display) === JSON.stringify(shown)) return retry();
      if (display?.level !== shown?.level) searchAnew();
      apply(display);
    }

    /** @param {Display | null} display */
    function apply(display) {
      shown = display;
      const before = holds;
      const wanted = display ? find(display.changes) : [];
      for (const hold of before) if (!wanted.some((other) => isSame(other, hold))) restore(hold);
      holds = wanted.map((hold) => adopt(before, hold));
      if (display) for (const hold of holds) write(hold, display.level);
      observe();
      reportFaults();
    }

    /** Search for all elements again, as the document has been parsed. */
    function settle() {
      if (!isAlive()) return stop();
      // The results never depend on how the page arrived, so nor does whether an expression is abandoned.
      strikes.clear();
      searchAnew();
      retry();
    }

    function searchAnew() {
      searches = 0;
      for (const key of elements.keys()) provisional.add(key);
    }

    /** Report the changes without effect in this page, if they differ from the last report. */
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
        code: isCostly ? 'class-change-too-costly' : 'class-change-finds-nothing',
        elem: change.elem,
        elements: isCostly ? elementCount() : 0,
      };
    }

    /** Search again for missing elements, since the page is still loading. */
    function retry() {
      if (!shown || shown.changes.slice(0, CHANGES).every((change) => isSettled(keyOf(change)))) return;
      apply(shown);
    }

    /** Search for missing elements in the next frame, after a change of the page. */
    function searchSoon() {
      if (!isAlive()) return stop();
      if (isDue || searches > SEARCHES) return;
      isDue = true;
      // One search a frame for any number of mutations: a page that builds a table causes a record for each row.
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

    /** Return whether a change has its element or has been abandoned. @param {string} key */
    function isSettled(key) {
      const isHere = elements.get(key)?.isConnected === true && !provisional.has(key);
      return isHere || (strikes.get(key) ?? 0) >= STRIKES;
    }

    /** Return the attributes that the changes name, each once, in order. @param {Change[]} changes @returns {Hold[]} */
    function find(changes) {
      // Our own classes are no part of the page that an expression describes.
      const searched = changes.slice(0, CHANGES).filter((change) => !isSettled(keyOf(change)));
      if (searched.some(({ elem }) => READS_ATTRIBUTES.test(elem))) for (const hold of holds) restore(hold);
      /** @type {Hold[]} */
      const wanted = [];
      /** The measured quantities of the page, which stays the same meanwhile. @type {Map<string, number>} */
      const sizes = new Map();
      for (const change of changes.slice(0, CHANGES)) {
        const element = firstElement(change, sizes);
        const name = element && attributeName(change);
        if (!element || !name || change.prefix.length > PREFIX_LENGTH) continue;
        const hold = { element, ...name, prefixes: [change.prefix], original: null, written: null };
        const twin = wanted.find((other) => isSameAttribute(other, hold));
        if (!twin) wanted.push(hold);
        // Two paths to one element with the same prefix are one family: each of its classes appears once.
        else if (!twin.prefixes.includes(change.prefix)) twin.prefixes.push(change.prefix);
      }
      return wanted;
    }

    /** @param {Change} change @param {Map<string, number>} sizes @returns {Element | null} */
    function firstElement(change, sizes) {
      const key = keyOf(change);
      const known = elements.get(key)?.isConnected ? /** @type {Element} */ (elements.get(key)) : null;
      if (known && !provisional.has(key)) return known;
      if ((strikes.get(key) ?? 0) >= STRIKES) return forget(key);
      // An evaluation cannot be interrupted: its cost is known only afterwards, and counts against the next one.
      const start = performance.now();
      if (start - frame.last > FRAME_LENGTH_MS) frame.spent = 0;
      if (frame.spent > FRAME_MS) {
        searchSoon();
        return known;
      }
      const isCostly = isTooCostly(change, sizes);
      const begun = performance.now();
      const element = isCostly ? giveUp(key) : evaluated(change);
      frame.last = performance.now();
      frame.spent += frame.last - start;
      const cost = frame.last - begun;
      forget(key);
      // A match is searched for only at changes of level, which are rare.
      if (cost > (element ? SLOW_MS : FRAME_MS)) strikes.set(key, (strikes.get(key) ?? 0) + 1);
      if (element) elements.set(key, element);
      if (element) absent.delete(key);
      else if (document.readyState !== 'loading') absent.add(key);
      return element;
    }

    /** @param {string} key */
    function forget(key) {
      elements.delete(key);
      provisional.delete(key);
      return null;
    }

    /** @param {string} key */
    function giveUp(key) {
      strikes.set(key, STRIKES);
      return null;
    }

    /**
     * Return whether an evaluation may visit too many nodes of this page.
     * @param {Change} change
     * @param {Map<string, number>} sizes
     */
    function isTooCostly(change, sizes) {
      const { cost = [] } = change;
      /** Return a quantity of the page, by the host's name for it. @param {string} name */
      const sizeOf = (name) => {
        const key = name.startsWith('=') ? `${name} ${keyOf(change)}` : name;
        if (!sizes.has(key))
          sizes.set(key, Math.max(1, key === name ? measured(name, sizeOf) : selected(change, name)));
        return sizes.get(key) ?? 1;
      };
      // The nodes of a part are counted only if this cannot take too long, from the shortest part on.
      const parts = [...new Set(cost.flatMap(({ factors }) => factors.filter((name) => name.startsWith('='))))];
      const unknown = new Set(parts);
      for (const part of [null, ...parts.sort((a, b) => endOf(a) - endOf(b) || a.length - b.length)]) {
        if (part !== null) unknown.delete(part);
        const known = cost.filter(({ factors }) => !factors.some((name) => unknown.has(name)));
        if (isBeyond(known, sizeOf)) return true;
      }
      return false;
    }

    /** Return the end of a part of an expression. @param {string} part */
    function endOf(part) {
      return Number.parseInt(part.split(':')[1] ?? '', 10);
    }

    /**
     * Return whether products exceed the limit.
     * @param {Change['cost']} cost
     * @param {(name: string) => number} sizeOf
     */
    function isBeyond(cost = [], sizeOf) {
      // The nesting depth takes longer to measure than the number of elements, which is its upper bound.
      return visits(cost, (name) => sizeOf(name.replace('^', ''))) > MOST_VISITS && visits(cost, sizeOf) > MOST_VISITS;
    }

    /** Return the number of nodes that a part of an expression selects. @param {Change} change @param {string} name */
    function selected({ elem, namespaces }, name) {
      const start = Number.parseInt(name.slice(1), 10);
      const descendants = name.endsWith('/') ? '/descendant-or-self::node()' : '';
      const namespaceOf = (/** @type {string | null} */ prefix) => (prefix && namespaces[prefix]) || null;
      try {
        const part = [...elem].slice(start, endOf(name)).join('') + descendants;
        return document.evaluate(`count(${part})`, document, namespaceOf, XPathResult.NUMBER_TYPE).numberValue;
      } catch (error) {
        if (error instanceof DOMException || error instanceof TypeError) return 1;
        throw error;
      }
    }

    /** Return the upper bound on visits. @param {Change['cost']} cost @param {(name: string) => number} sizeOf */
    function visits(cost, sizeOf) {
      return cost.reduce(
        (sum, { count, factors }) => sum + factors.reduce((product, name) => product * sizeOf(name), count),
        0,
      );
    }

    /**
     * Return a quantity of the page, by the host's name for it (`expression_cost.py`).
     * @param {string} name
     * @param {(name: string) => number} sizeOf
     * @returns {number}
     */
    function measured(name, sizeOf) {
      if (name === '.')
        return document.evaluate('count(//node())', document, null, XPathResult.NUMBER_TYPE).numberValue;
      if (name === '@') return attributeVisits();
      if (name === '#') return sizeOf('*') + (document.documentElement?.textContent?.length ?? 0) / CHARACTERS_A_VISIT;
      if (name === '*') return Math.max(elementCount(), sizeOf('.') / NODES_AN_ELEMENT);
      if (name === '^*') return depth();
      if (name === '~') return mostSiblings();
      if (name.startsWith('^')) return depthOf(name.slice(1)) ?? sizeOf(name.slice(1));
      if (name.startsWith('<'))
        return VISITS_A_LEVEL * sizeOf('^*') + sizeOf(name === '<@' ? '@' : '~') / SIBLINGS_A_VISIT;
      return namesOf(name).reduce((sum, each) => sum + document.getElementsByTagNameNS('*', each).length, 0);
    }

    /** Return the nesting depth of all elements. */
    function depth() {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
      let deepest = 0,
        at = 0;
      for (;;) {
        if (walker.firstChild()) at += 1;
        else {
          while (!walker.nextSibling()) {
            if (!walker.parentNode()) return deepest;
            at -= 1;
          }
        }
        deepest = Math.max(deepest, at);
      }
    }

    /** Return the greatest number of nodes with one parent. */
    function mostSiblings() {
      let most = document.childNodes.length;
      for (const element of document.getElementsByTagName('*')) most = Math.max(most, element.childNodes.length);
      return most;
    }

    /** Return the visits for reading all attributes: browsers search those of an element for each of them. */
    function attributeVisits() {
      let sum = 0;
      for (const {
        attributes: { length },
      } of document.getElementsByTagName('*'))
        sum += length * (1 + length / SIBLINGS_A_VISIT);
      return sum;
    }

    function elementCount() {
      return document.getElementsByTagName('*').length;
    }

    /** Return the local names that a name in an expression matches: HTML ignores case. @param {string} name */
    function namesOf(name) {
      return document.contentType === 'text/html' ? [...new Set([name, name.toLowerCase()])] : [name];
    }

    /** Return the nesting depth of elements with a name, undefined beyond the tested depths. @param {string} name */
    function depthOf(name) {
      const all = `:is(${namesOf(name)
        .map((each) => `*|${CSS.escape(each)}`)
        .join()})`;
      return DEPTHS.find(
        (deep) =>
          document.querySelector(
            Array(deep + 1)
              .fill(all)
              .join(' '),
          ) === null,
      );
    }

    /** @param {Change} change @returns {Element | null} */
    function evaluated(change) {
      try {
        // An unprefixed /html/body matches text/html but never XHTML; with the prefix it matches both. An unknown
        // prefix throws.
        const namespaceOf = (/** @type {string | null} */ prefix) => (prefix && change.namespaces[prefix]) || null;
        const evaluate = (/** @type {number} */ type) => document.evaluate(change.elem, document, namespaceOf, type);
        const first = evaluate(XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
        if (first === null || first instanceof Element) return first;
        // The first node is none: the first element after it counts (D56). Sorting all nodes takes longer.
        const nodes = evaluate(XPathResult.ORDERED_NODE_ITERATOR_TYPE);
        for (let node = nodes.iterateNext(); node; node = nodes.iterateNext()) if (node instanceof Element) return node;
        return null;
      } catch (error) {
        if (error instanceof DOMException || error instanceof TypeError) return null;
        throw error;
      }
    }

    /** @param {Change} change @returns {{space: string | null, name: string} | null} */
    function attributeName(change) {
      // HTML stores attribute names in lower case.
      const attr =
        document.contentType === 'text/html' && !change.attr.includes(':') ? change.attr.toLowerCase() : change.attr;
      const [prefix, local] = attr.includes(':') ? attr.split(':', 2) : ['', attr];
      const space = prefix ? change.namespaces[prefix] : null;
      return local && space !== undefined && HARMLESS.test(attr) && !FORBIDDEN.test(attr)
        ? { space, name: attr }
        : null;
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

    /**
     * Return the author's value: the current one without the leftovers of an earlier run of the extension.
     * @param {Hold} hold
     */
    function authors(hold) {
      const value = read(hold);
      const own = value === null ? null : family.withoutLeftover(value, hold.prefixes);
      return own === '' && value !== '' ? null : own;
    }

    /** @param {Hold} hold */
    function read(hold) {
      return hold.space === null
        ? hold.element.getAttribute(hold.name)
        : hold.element.getAttributeNS(hold.space, localName(hold));
    }

    /** @param {Hold} hold @param {string | null} value */
    function put(hold, value) {
      if (value === null && hold.space === null) hold.element.removeAttribute(hold.name);
      else if (value === null) hold.element.removeAttributeNS(hold.space, localName(hold));
      // setAttributeNS with XHTML's namespace would create a second attribute beside `class`, which no style sheet
      // matches.
      else if (hold.space === null) hold.element.setAttribute(hold.name, value);
      else hold.element.setAttributeNS(hold.space, hold.name, value);
    }

    /** @param {Hold} hold */
    function localName(hold) {
      return hold.name.slice(hold.name.indexOf(':') + 1);
    }

    /** Update the author's value, which the page may have changed since (D58). @param {Hold} hold */
    function rebase(hold) {
      const current = read(hold);
      if (hold.written === null || current === hold.written) return;
      const own = family.authorsOwn(hold.original ?? '', hold.written, current ?? '', hold.prefixes);
      hold.original = own === '' && current === null ? null : own;
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
      if (hold.written !== null) put(hold, hold.original);
      hold.written = null;
    }

    function keep() {
      if (!isAlive()) return stop();
      if (!shown || rewrites > PATIENCE) return;
      const level = shown.level;
      // Frameworks write the whole attribute when they hydrate; their value is the author's from then on.
      const lost = holds.filter((hold) => read(hold) !== hold.written);
      rewrites += lost.length;
      for (const hold of lost) write(hold, level);
      // Our own writes would be reported as the page's changes.
      watch.takeRecords();
    }

    /** Return whether the extension that injected this script still runs: a newer one must not be contradicted. */
    function isAlive() {
      return (home.browser ?? home.chrome)?.runtime?.id !== undefined;
    }

    function observe() {
      watch.disconnect();
      arrivals.disconnect();
      if (shown) arrivals.observe(document, { childList: true, subtree: true, ...readByMissing(shown.changes) });
      for (const { element } of holds) watch.observe(element, { attributes: true });
    }

    /**
     * Return the other parts of the page, besides elements, that expressions with a missing element read.
     * @param {Change[]} changes
     * @returns {MutationObserverInit}
     */
    function readByMissing(changes) {
      const missing = changes.slice(0, CHANGES).filter((change) => !isSettled(keyOf(change)));
      const readsText = missing.some(({ cost = [] }) => cost.some(({ factors }) => factors.includes('#')));
      return { attributes: missing.some(({ elem }) => READS_ATTRIBUTES.test(elem)), characterData: readsText };
    }
  }
})();
