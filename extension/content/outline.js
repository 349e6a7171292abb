// @ts-check
/**
 * Reads the headings and menus of the page for a sidebar that shows them; injected only then. Reports them, and the current
 * heading as the page scrolls, and scrolls to a heading on request. Reports go only to the extension's own pages.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapOutline) return;
  const menus = /** @type {NonNullable<typeof home.sitemapMenus>} */ (home.sitemapMenus);
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);

  /** @typedef {import('../shared/types.js').Heading} Heading */
  /** @typedef {import('../shared/types.js').PageContents} PageContents */

  const MOST_HEADINGS = 2_000;
  const MOST_LETTERS = 200;
  /** Longer pages are read up to this element. */
  const MOST_ELEMENTS = 300_000;
  /** Interval for updating the current heading while the page scrolls. */
  const PAUSE_MS = 150;
  /** Delay after a change before the page is read again; the interval for a page that keeps changing. */
  const CHANGED_MS = 1_000;
  /** Length of one reading step. Below a millisecond, since clocks may be no finer, and a step ends late. */
  const SLICE_MS = 0.9;
  /** Minimum length of a part of a report, in characters. Copying one to the background takes less than a millisecond. */
  const PART = 30_000;
  /** Pause between two steps: a frame. Browsers grant one idle callback in 20 to 70 ms, which is too long for each step. */
  const FRAME_MS = 16;
  /** On a busy page, the longest wait for the first step. */
  const IDLE_WITHIN_MS = 500;
  /** A heading is current once it has reached the upper part of the window, this share of its height. */
  const READ_AT = 0.25;

  const HEADINGS = 'h1, h2, h3, h4, h5, h6';
  const IS_HEADING = /^h([1-6])$/;
  /** Of an element with the role alone, by WAI-ARIA. */
  const DEFAULT_LEVEL = '2';
  const SKIPPED = new Set(['script', 'style', 'template', 'svg', 'iframe']);
  /** Contains headings that do not belong to the page's subject. */
  const BESIDE = 'nav, aside, dialog, [role="navigation"], [role="complementary"], [role="dialog"]';
  const CONTENT = 'article, main, section, [role="main"]';
  /** Documentation generators put the id of a heading on these. */
  const SECTIONS = 'section, article, .section';
  const HIDDEN = '[aria-hidden="true"], [inert]';
  const EVENTS = ['scroll', 'resize', 'load'];
  const CHANGES = { childList: true, characterData: true, subtree: true };
  /** Shadow trees whose changes are observed. */
  const MOST_SHADOWS = 2_000;

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let changed;
  let withMenus = false;
  /** The reading in progress. @type {Generator<boolean | void, string[]> | null} */
  let reading = null;
  /** Whether the next step is scheduled. */
  let isAwaited = false;
  /** The headings of the last reading. @type {Element[]} */
  let shown = [];
  /** The parts of the contents last sent, or about to be sent. @type {string[]} */
  let known = [];
  /** Number of parts that have been sent. */
  let sent = 0;
  /** @type {WeakSet<ShadowRoot>} */
  let observed = new WeakSet();
  let shadows = 0;
  let sentActive = -1;
  let sentAt = -Infinity;
  const observer = new MutationObserver(onChange);

  home.sitemapOutline = Object.freeze({ follow, lead, stop });

  /** Start following the page. @param {boolean} wantsMenus */
  function follow(wantsMenus) {
    stop();
    withMenus = wantsMenus;
    for (const name of EVENTS) addEventListener(name, soon, { capture: true, passive: true });
    addEventListener('toggle', onChange, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisible);
    observer.observe(document, CHANGES);
    tree.onShadow(observe);
    [observed, shadows] = [new WeakSet(), 0];
    [known, sent, sentAt] = [[], 0, -Infinity];
    read();
  }

  function stop() {
    reading = null;
    for (const waiting of [timer, changed]) clearTimeout(waiting);
    timer = changed = undefined;
    observer.disconnect();
    tree.onShadow(() => {});
    removeEventListener('toggle', onChange, { capture: true });
    document.removeEventListener('visibilitychange', onVisible);
    for (const name of EVENTS) removeEventListener(name, soon, { capture: true });
  }

  function soon() {
    sendIn(PAUSE_MS);
  }

  /** @param {number} ms */
  function sendIn(ms) {
    timer ??= setTimeout(() => {
      timer = undefined;
      send();
    }, ms);
  }

  /** Observe a shadow tree, whose changes are no changes of the document. @param {ShadowRoot} root */
  function observe(root) {
    if (observed.has(root) || shadows >= MOST_SHADOWS) return;
    observed.add(root);
    shadows += 1;
    observer.observe(root, CHANGES);
  }

  /** Read the page again soon: it has changed, or the reader has opened or closed a part of it. */
  function onChange() {
    changed ??= setTimeout(readAgain, CHANGED_MS);
  }

  /** Read a changed page again, once it is visible. */
  function readAgain() {
    if (document.visibilityState === 'hidden') return;
    changed = undefined;
    read();
  }

  function onVisible() {
    if (changed && document.visibilityState !== 'hidden') readAgain();
  }

  /** Read the page from the start, once the browser is idle. */
  function read() {
    reading = contents();
    if (isAwaited) return;
    isAwaited = true;
    requestIdleCallback(readOn, { timeout: IDLE_WITHIN_MS });
  }

  /** Continue reading within the time that a frame can spare. */
  function readOn() {
    const until = performance.now() + SLICE_MS;
    isAwaited = false;
    for (;;) {
      if (!reading) return;
      const { done, value } = reading.next();
      if (done) {
        reading = null;
        return take(/** @type {string[]} */ (value));
      }
      if (value || performance.now() > until) break;
    }
    isAwaited = true;
    setTimeout(readOn, FRAME_MS);
  }

  /** Collect headings and menus, one element at a time; true ends a step. @returns {Generator<boolean | void, string[]>} */
  function* contents() {
    /** @type {Element[]} */
    const elements = [];
    /** @type {Heading[]} */
    const headings = [];
    /** @type {Element[]} */
    const roots = [];
    let address = '';
    /** Number of menus before the page's content. @type {number | null} */
    let before = null;
    const root = document.documentElement;
    let node = /** @type {Element | null} */ (tree.next(root, root, false, false));
    for (let count = 0; node && count < MOST_ELEMENTS; count++) {
      yield;
      const isRoot = withMenus && menus.isMenu(node);
      address ||= withMenus ? menus.homeAddress(node) : '';
      if (menus.isContent(node)) before ??= roots.length;
      if (isRoot) roots.push(node);
      const level = isRoot || headings.length >= MOST_HEADINGS ? 0 : levelOf(node);
      const name = level && isOfPage(node) ? wordsOf(node) : '';
      if (name) {
        elements.push(node);
        headings.push({ name, level, id: idOf(node) });
      }
      node = /** @type {Element | null} */ (tree.next(node, root, isRoot || SKIPPED.has(node.localName), false));
    }
    const read = yield* menus.read(roots, {
      before: before ?? 0,
      anchors: new Set(headings.map(({ id }) => id).filter(Boolean)),
    });
    const parts = yield* written({ ...read, headings, home: address || read.home });
    yield true; // sending them takes a step of its own
    shown = elements;
    return parts;
  }

  /** Write contents as JSON, in parts. @param {PageContents} read @returns {Generator<void, string[]>} */
  function* written(read) {
    const parts = [''];
    for (const piece of pieces(read)) {
      yield;
      parts.push(`${parts.pop()}${piece}`);
      if (/** @type {string} */ (parts.at(-1)).length > PART) parts.push('');
    }
    return parts;
  }

  /** Yield the JSON of contents, one row at a time. @param {PageContents} read @returns {Generator<string, void>} */
  function* pieces({ headings, menus: read, home: address }) {
    yield `{"home":${JSON.stringify(address)},"headings":[`;
    yield* rows(headings);
    yield '],"menus":[';
    for (const [at, { entries, ...menu }] of read.entries()) {
      yield `${at ? ',' : ''}${JSON.stringify(menu).slice(0, -1)},"entries":[`;
      yield* rows(entries);
      yield ']}';
    }
    yield ']}';
  }

  /** @param {object[]} list @returns {Generator<string, void>} */
  function* rows(list) {
    for (const [at, row] of list.entries()) yield (at ? ',' : '') + JSON.stringify(row);
  }

  /** Return the level of a heading, as its author declares it; 0 for other elements. @param {Element} element */
  function levelOf(element) {
    const role = element.getAttribute('role');
    if (role ? role !== 'heading' : !IS_HEADING.test(element.localName)) return 0;
    const [, digit = DEFAULT_LEVEL] = IS_HEADING.exec(element.localName) ?? [];
    return Number(element.getAttribute('aria-level')) || Number(digit);
  }

  /**
   * Return whether a heading belongs to the page's subject, and is presented by screen readers.
   * @param {Element} element
   */
  function isOfPage(element) {
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      tree.closest(element, HIDDEN) ||
      tree.closest(element, BESIDE)
    )
      return false;
    const footer = tree.closest(element, 'footer, [role="contentinfo"]');
    return !footer || tree.closest(footer, CONTENT) !== null;
  }

  /** Send contents if they differ from the last ones. @param {string[]} parts */
  function take(parts) {
    if (parts.length !== known.length || parts.some((part, at) => part !== known[at])) [known, sent] = [parts, 0];
    if (performance.now() - sentAt < PAUSE_MS)
      soon(); // the background drops reports that arrive too fast
    else send();
  }

  /** Send the next part of new contents, the last one with the current heading. Stops if no sidebar wants them any more. */
  function send() {
    const active = activeNow();
    const part = known[sent] ?? null;
    if (part === null && (known.length === 0 || active === sentActive)) return;
    const params = { part, isFirst: sent === 0, isLast: sent + 1 >= known.length, active };
    if (part !== null) sent += 1;
    const api = home.browser ?? home.chrome;
    api.runtime.sendMessage({ method: 'page.outline', params }).then((/** @type {any} */ response) => {
      if (!response?.result?.isWanted) stop();
    }, stop);
    if (params.isLast) [sentActive, sentAt] = [active, performance.now()];
    else sendIn(FRAME_MS);
  }

  /**
   * Return the index of the last heading above the reading line. Headings are in vertical order, so a binary search
   * measures only a few.
   */
  function activeNow() {
    const line = innerHeight * READ_AT;
    let first = 0,
      end = shown.length;
    while (first < end) {
      const middle = (first + end) >> 1;
      if (/** @type {Element} */ (shown[middle]).getBoundingClientRect().top <= line) first = middle + 1;
      else end = middle;
    }
    return first - 1;
  }

  /** Return a heading's own id, or the id of the section that it begins. @param {Element} element */
  function idOf(element) {
    const section = element.parentElement;
    if (element.getRootNode() !== document) return ''; // addresses cannot name it
    if (element.id || !section?.matches(SECTIONS)) return element.id;
    return section.querySelector(HEADINGS) === element ? section.id : '';
  }

  /**
   * Return the text of a heading, or of its picture, without the sign at its start or end that links to it on many pages.
   * @param {Element} element
   */
  function wordsOf(element) {
    let words = menus.nameOf(element);
    const links = element.getElementsByTagName('a');
    for (let at = 0; at < Math.min(links.length, 5); at++) {
      const sign = menus.words(/** @type {Element} */ (links[at]));
      if (!sign || /[\p{L}\p{N}]/u.test(sign)) continue;
      if (words.startsWith(sign)) words = words.slice(sign.length);
      else if (words.endsWith(sign)) words = words.slice(0, -sign.length);
    }
    return words.trim().slice(0, MOST_LETTERS);
  }

  /** Scroll to a heading. Compares its text too, since the page may have changed. @param {number} index @param {string} name */
  function lead(index, name) {
    const at = shown[index];
    const isSame = (/** @type {Element | undefined} */ element) => element?.isConnected && wordsOf(element) === name;
    const element = isSame(at) ? at : shown.find(isSame);
    if (!element) return;
    // By its address, if it has one: the browser's back button then works, and fixed bars at the top do not cover the
    // heading.
    const id = idOf(element);
    if (id !== '' && id.isWellFormed()) location.hash = `#${encodeURIComponent(id)}`;
    else element.scrollIntoView({ block: 'start' });
  }
})();
