// @ts-check
/**
 * The headings and menus of the page, for a sidebar that shows them: injected then, and not before. Reports them, and which
 * heading is being read as the page scrolls, and scrolls to one. What it reports goes to the extension's own pages only.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapOutline) return;
  const menus = /** @type {NonNullable<typeof home.sitemapMenus>} */ (home.sitemapMenus);

  /** @typedef {import('../shared/types.js').Heading} Heading */
  /** @typedef {import('../shared/types.js').PageContents} PageContents */

  const MOST_HEADINGS = 2_000;
  const MOST_LETTERS = 200;
  /** Pages of more elements are read as far as this. */
  const MOST_ELEMENTS = 300_000;
  /** While a page scrolls, the current heading is looked up so often. */
  const PAUSE_MS = 150;
  /** A page that has changed is read again so long after the change; one that keeps changing, once in that time. */
  const CHANGED_MS = 1_000;
  /** Reading stops after so long until the browser is idle again; a frame has 16 ms. */
  const SLICE_MS = 1.5;
  /** A busy page is read in the end, a slice at a time. */
  const IDLE_WITHIN_MS = 500;
  /** A heading is being read from where it stands in the upper part of the window. */
  const READ_AT = 0.25;

  const HEADINGS = 'h1, h2, h3, h4, h5, h6';
  const IS_HEADING = /^h[1-6]$/;
  const SKIPPED = new Set(['script', 'style', 'template', 'svg', 'iframe']);
  /** Headings of something else than the subject of the page. */
  const BESIDE = 'nav, aside, dialog, [role="navigation"], [role="complementary"], [role="dialog"]';
  const CONTENT = 'article, main, section, [role="main"]';
  /** Generators of documentation give these the address of their heading. */
  const SECTIONS = 'section, article, .section';
  /** By which links pages name the home of their site. */
  const HOME = ['link', 'a'].flatMap((name) => ['home', 'start'].map((rel) => `${name}[rel~="${rel}" i][href]`)).join(', ');
  const LONGEST_ADDRESS = 2_000;
  const EVENTS = ['scroll', 'resize', 'load'];

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let changed;
  let withMenus = false;
  /** The reading that is under way. @type {Generator<void, PageContents> | null} */
  let reading = null;
  /** The headings that were read last. @type {Element[]} */
  let shown = [];
  /** The contents that were sent last, or are about to be, as JSON. */
  let known = '';
  /** Contents that are still to be sent. @type {PageContents | null} */
  let unsent = null;
  let sentActive = -1;
  let sentAt = -Infinity;
  const observer = new MutationObserver(() => { changed ??= setTimeout(readAgain, CHANGED_MS); });

  home.sitemapOutline = Object.freeze({ follow, lead, stop });

  /** Begins to follow the page. @param {boolean} wantsMenus */
  function follow(wantsMenus) {
    stop();
    withMenus = wantsMenus;
    for (const name of EVENTS) addEventListener(name, soon, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisible);
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    [known, unsent, sentAt] = ['', null, -Infinity];
    read();
  }

  function stop() {
    reading = null;
    for (const waiting of [timer, changed]) clearTimeout(waiting);
    timer = changed = undefined;
    observer.disconnect();
    document.removeEventListener('visibilitychange', onVisible);
    for (const name of EVENTS) removeEventListener(name, soon, { capture: true });
  }

  function soon() {
    timer ??= setTimeout(() => { timer = undefined; send(); }, PAUSE_MS);
  }

  /** The page has changed: it is read when it is seen. */
  function readAgain() {
    if (document.visibilityState === 'hidden') return;
    changed = undefined;
    read();
  }

  function onVisible() {
    if (changed && document.visibilityState !== 'hidden') readAgain();
  }

  /** Reads the page from its beginning. */
  function read() {
    const isIdle = reading === null;
    reading = contents();
    if (isIdle) requestIdleCallback(readOn, { timeout: IDLE_WITHIN_MS });
  }

  /** Reads on for as long as a frame can spare. */
  function readOn() {
    const until = performance.now() + SLICE_MS;
    for (;;) {
      if (!reading) return;
      const { done, value } = reading.next();
      if (done) {
        reading = null;
        return take(/** @type {PageContents} */ (value));
      }
      if (performance.now() > until) break;
    }
    requestIdleCallback(readOn, { timeout: IDLE_WITHIN_MS });
  }

  /** Collects headings and menus, an element at a time. @returns {Generator<void, PageContents>} */
  function* contents() {
    /** @type {Element[]} */
    const elements = [];
    /** @type {Heading[]} */
    const headings = [];
    /** @type {Element[]} */
    const roots = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
    let node = /** @type {Element | null} */ (walker.nextNode());
    for (let count = 0; node && count < MOST_ELEMENTS; count++) {
      yield;
      const isRoot = withMenus && menus.isMenu(node);
      if (isRoot) roots.push(node);
      else if (IS_HEADING.test(node.localName) && headings.length < MOST_HEADINGS && isOfPage(node)) {
        const heading = headingOf(node);
        if (heading.name) {
          elements.push(node);
          headings.push(heading);
        }
      }
      node = /** @type {Element | null} */ (isRoot || SKIPPED.has(node.localName) ? after(walker) : walker.nextNode());
    }
    const read = yield* menus.read(roots, new Set(headings.map(({ id }) => id).filter(Boolean)));
    shown = elements;
    return { headings, menus: read, home: withMenus ? homeAddress() : '' };
  }

  /** What the page calls the home of its site; '' where it does not. */
  function homeAddress() {
    const link = /** @type {HTMLLinkElement | HTMLAnchorElement | null} */ (document.querySelector(HOME));
    const url = String(link?.href ?? '');
    return /^https?:/.test(url) && url.length <= LONGEST_ADDRESS && url.isWellFormed() ? url : '';
  }

  /** Moves a walker past the node it is at and all within. @param {TreeWalker} walker */
  function after(walker) {
    for (;;) {
      const next = walker.nextSibling();
      if (next) return next;
      if (!walker.parentNode() || walker.currentNode === walker.root) return null;
    }
  }

  /** Whether a heading is seen and belongs to the subject of the page. @param {Element} element */
  function isOfPage(element) {
    if (!element.checkVisibility() || element.closest(BESIDE)) return false;
    const footer = element.closest('footer, [role="contentinfo"]');
    return !footer || footer.closest(CONTENT) !== null;
  }

  /** Has contents sent that differ from those that were sent last. @param {PageContents} read */
  function take(read) {
    const text = JSON.stringify(read);
    if (text !== known) [known, unsent] = [text, read];
    if (performance.now() - sentAt < PAUSE_MS) soon(); // the background drops messages that come too fast
    else send();
  }

  /** Sends new contents, and which heading is being read. If nobody wants to know, the message was the last. */
  function send() {
    const active = activeNow();
    if (known === '' || (!unsent && active === sentActive)) return;
    const params = { contents: unsent, active };
    [unsent, sentActive, sentAt] = [null, active, performance.now()];
    const api = home.browser ?? home.chrome;
    api.runtime.sendMessage({ method: 'page.outline', params })
      .then((/** @type {any} */ response) => { if (!response?.result?.isWanted) stop(); }, stop);
  }

  /** The last heading above the line where one reads; they stand below each other, so few are measured. */
  function activeNow() {
    const line = innerHeight * READ_AT;
    let first = 0, end = shown.length;
    while (first < end) {
      const middle = (first + end) >> 1;
      if (/** @type {Element} */ (shown[middle]).getBoundingClientRect().top <= line) first = middle + 1;
      else end = middle;
    }
    return first - 1;
  }

  /** @param {Element} element @returns {Heading} */
  function headingOf(element) {
    return { name: wordsOf(element), level: Number(element.localName.slice(1)), id: idOf(element) };
  }

  /** Its own id, or that of the section that it begins. @param {Element} element */
  function idOf(element) {
    const section = element.parentElement;
    if (element.id || !section?.matches(SECTIONS)) return element.id;
    return section.querySelector(HEADINGS) === element ? section.id : '';
  }

  /** The text of a heading, without the sign at its end or before it by which many pages link to it. @param {Element} element */
  function wordsOf(element) {
    let words = menus.words(element);
    const links = element.getElementsByTagName('a');
    for (let at = 0; at < Math.min(links.length, 5); at++) {
      const sign = menus.words(/** @type {Element} */ (links[at]));
      if (!sign || /[\p{L}\p{N}]/u.test(sign)) continue;
      if (words.startsWith(sign)) words = words.slice(sign.length);
      else if (words.endsWith(sign)) words = words.slice(0, -sign.length);
    }
    return words.trim().slice(0, MOST_LETTERS);
  }

  /** Scrolls to a heading; the page may have others by now, so it is known by its words, too. @param {number} index @param {string} name */
  function lead(index, name) {
    const at = shown[index];
    const isSame = (/** @type {Element | undefined} */ element) => element?.isConnected && wordsOf(element) === name;
    const element = isSame(at) ? at : shown.find(isSame);
    if (!element) return;
    // By its address where it has one: the browser then leads back by its own button, and keeps clear of what covers the top.
    const id = idOf(element);
    if (id && id.isWellFormed()) location.hash = `#${encodeURIComponent(id)}`;
    else element.scrollIntoView({ block: 'start' });
  }
})();
