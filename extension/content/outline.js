// @ts-check
/**
 * Reads the headings and menus of the page for a sidebar that shows them; injected only then. Reports them, and the
 * current heading as the page scrolls, and scrolls to a heading on request. Reports go only to the extension's own
 * pages.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapOutline) return;
  const headings = /** @type {NonNullable<typeof home.sitemapHeadings>} */ (home.sitemapHeadings);
  const menuElements = /** @type {NonNullable<typeof home.sitemapMenuElements>} */ (home.sitemapMenuElements);
  const pageFrames = /** @type {NonNullable<typeof home.sitemapFrames>} */ (home.sitemapFrames);
  const menus = /** @type {NonNullable<typeof home.sitemapMenus>} */ (home.sitemapMenus);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const { levelOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);

  /** Headings that are examined; some are not of the content. */
  const MOST_HEADINGS = 5_000;
  /** Longer pages are read up to this element. */
  const MOST_ELEMENTS = 300_000;
  /** Interval for updating the current heading while the page scrolls. */
  const PAUSE_MS = 150;
  /** Delay after a change before the page is read again; and the interval for a page that keeps changing. */
  const CHANGED_MS = 200;
  const CHANGING_MS = 1_000;
  /** Length of one reading step, in time and in parts, since clocks may be coarse. */
  const SLICE_MS = 8;
  const MOST_PARTS = 1_000;
  /** Parts between two looks at the clock. */
  const CLOCKED = 8;
  /** Maximum length of a part of a report, in characters. Copying one to the background takes about a millisecond. */
  const PARTS = /[\s\S]{1,100000}(?<![\ud800-\udbff])/g;
  /** Pause between two parts of a report: a frame. */
  const FRAME_MS = 16;
  /** A heading is current once it has reached the upper part of the window, this share of its height. */
  const READ_AT = 0.25;
  /** Distance from the end of the page at which it is reached, in pixels. */
  const NEAR_END = 2;

  const CANDIDATES = `${headings.CANDIDATES}, ${menuElements.CONTENT}, ${menuElements.CANDIDATES}, iframe`;

  const EVENTS = ['scroll', 'resize', 'load'];
  const CHANGES = { childList: true, characterData: true, subtree: true };
  /** Shadow trees whose changes are observed. */
  const MOST_SHADOWS = 2_000;

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let changed;
  /** The reading in progress. @type {Generator<void, string[]> | null} */
  let reading = null;
  /** The time of the last reading, and the page's address then. */
  let readAt = -Infinity;
  let address = '';
  /** Whether the next step is scheduled. */
  let isAwaited = false;
  /** The headings of the last reading. @type {Element[]} */
  let shown = [];
  /** The frames of the last reading. @type {import('../shared/types.js').PageFrames} */
  let frames = { all: [], content: null, menus: new Map() };
  /** Ends the observation of frames. */
  let inFrames = new AbortController();
  /** The parts of the contents last sent, or about to be sent. @type {string[]} */
  let known = [];
  /** Number of parts that have been sent. */
  let sent = 0;
  /** @type {WeakSet<ShadowRoot>} */
  let observed = new WeakSet();
  let shadows = 0;
  let sentActive = -1;
  let sentAt = -Infinity;
  /** The heading that the reader has gone to, until scrolling. @type {Element | null} */
  let target = null;
  /** Whether the page still scrolls to it, until this timer. @type {ReturnType<typeof setTimeout> | undefined} */
  let arrival;
  /** The element that scrolls the headings. @type {Element | null} */
  let scroller = null;
  const observer = new MutationObserver(onChange);

  home.sitemapOutline = Object.freeze({ follow, lead, open, stop });

  /** Start following the page. */
  function follow() {
    const chosen = target;
    stop();
    target = chosen; // sidebars follow again after each change of the address
    for (const name of EVENTS) addEventListener(name, onMove, { capture: true, passive: true });
    addEventListener('toggle', onChange, { capture: true, passive: true });
    addEventListener('hashchange', onTarget);
    document.addEventListener('visibilitychange', onVisible);
    document.addEventListener('DOMContentLoaded', read);
    document.addEventListener('load', onLoad, { capture: true });
    observer.observe(document, CHANGES);
    tree.onShadow(observe);
    [observed, shadows] = [new WeakSet(), 0];
    [known, sent, sentAt, readAt] = [[], 0, -Infinity, -Infinity];
    // A page that navigates by itself changes its address before its contents.
    const isOther = address !== '' && address !== addressNow();
    if (isOther || document.readyState === 'loading') onChange();
    else read();
  }

  function stop() {
    reading = null;
    for (const waiting of [timer, changed, arrival]) clearTimeout(waiting);
    timer = changed = arrival = undefined;
    target = scroller = null;
    observer.disconnect();
    inFrames.abort();
    tree.onShadow(() => {});
    removeEventListener('toggle', onChange, { capture: true });
    removeEventListener('hashchange', onTarget);
    document.removeEventListener('visibilitychange', onVisible);
    document.removeEventListener('DOMContentLoaded', read);
    document.removeEventListener('load', onLoad, { capture: true });
    for (const name of EVENTS) removeEventListener(name, onMove, { capture: true });
  }

  /** Find the current heading again. @param {Event} event */
  function onMove({ type, target: moved }) {
    if (type === 'scroll' && moved instanceof Element) scroller = moved;
    if (type === 'scroll' && arrival) arriveAt(target);
    else if (type === 'scroll') target = null;
    soon();
  }

  /** The reader follows a link within the page. */
  function onTarget() {
    const [, fragment = ''] = location.href.split('#');
    arriveAt(
      shown.find((element) => fragment && `#${encodeURIComponent(headings.idOf(element))}` === location.hash) ?? null,
    );
    soon();
  }

  /** Regard a heading as the current one, also while the page scrolls there. @param {Element | null} element */
  function arriveAt(element) {
    target = element;
    clearTimeout(arrival);
    arrival = setTimeout(() => {
      arrival = undefined;
    }, PAUSE_MS);
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

  /** Observe a document in a frame, whose changes and events are none of the page's. @param {Document} inner */
  function observeFrame(inner) {
    const { signal } = inFrames;
    observer.observe(inner, CHANGES);
    inner.addEventListener('load', onLoad, { capture: true, signal });
    inner.addEventListener('scroll', onMove, { capture: true, passive: true, signal });
    inner.defaultView?.addEventListener('hashchange', onChange, { signal });
  }

  /** Read the page again once a frame shows another one. @param {Event} event */
  function onLoad({ target: loaded }) {
    if (/^i?frame$/.test(/** @type {Element} */ (loaded).localName)) onChange();
  }

  /** Read the page again soon: it has changed, or the reader has opened or closed a part of it. */
  function onChange() {
    changed ??= setTimeout(readAgain, Math.max(CHANGED_MS, readAt + CHANGING_MS - performance.now()));
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

  /** Read the page from the start. */
  function read() {
    reading = contents();
    [readAt, address] = [performance.now(), addressNow()];
    if (isAwaited) return;
    isAwaited = true;
    setTimeout(readOn, 0);
  }

  function addressNow() {
    return location.href.split('#')[0] ?? '';
  }

  /** Continue reading for the time that a frame can spare. */
  function readOn() {
    const until = performance.now() + SLICE_MS;
    isAwaited = false;
    for (let count = 0; reading && count < MOST_PARTS; count++) {
      if (count % CLOCKED === 0 && performance.now() > until) break;
      const { done, value } = reading.next();
      if (!done) continue;
      reading = null;
      return take(/** @type {string[]} */ (value));
    }
    if (!reading) return;
    isAwaited = true;
    setTimeout(readOn, 0);
  }

  /** Read headings and menus, in small steps; return the report in parts. @returns {Generator<void, string[]>} */
  function* contents() {
    /** @type {import('../shared/types.js').PageLinks} */
    const links = { home: '', parents: [], previous: null, next: null };
    frames = yield* pageFrames.read();
    inFrames.abort();
    inFrames = new AbortController();
    for (const frame of frames.all) if (frame.document && matters(frame)) observeFrame(frame.document);
    const { elements, roots, lists, before, framed } = yield* candidates(links);
    const content = yield* headings.read(elements);
    const anchors = new Set(content.headings.map(({ id }) => id).filter(Boolean));
    const leads = new Set(content.headings.map(({ url = '' }) => url).filter(Boolean));
    const framedPage = frames.content ? (frames.content.document?.URL ?? '') : location.href;
    const frame = frames.content || framed.size ? framedPage : null;
    const page = frame || location.href;
    // Around a frame with the content, lists of links are beside it.
    const isColumn = (/** @type {Element} */ element) => !isInContent(element) || content.isColumn(element);
    const around = { page, anchors, leads, lists, before, frames: framed, links, isColumn };
    const listed = yield* menus.read(roots, around);
    shown = content.elements;
    const text = shown[0] ?? document.body;
    const direction = text ? getComputedStyle(text).direction : 'ltr';
    const report = { headings: content.headings, menus: listed, ...links, frame, direction };
    return JSON.stringify(report).match(PARTS) ?? [];
  }

  /**
   * Return whether a frame has a part of the contents, or may have one soon.
   * @param {import('../shared/types.js').SeenFrame} frame
   */
  function matters(frame) {
    return frame.isSet || frame.isInSet || frame === frames.content || frames.menus.has(frame.element);
  }

  /** Return whether an element is in the document that has the content. @param {Element} element */
  function isInContent(element) {
    const main = frames.content?.document;
    return !main || element.ownerDocument === main;
  }

  /**
   * Yield the elements of a document, and of those in its frames for content, that may be headings or menus. Ends a
   * step of work with null.
   * @param {Document} page
   * @returns {Generator<Element | null, void>}
   */
  function* elementsIn(page) {
    const own = frames.all.filter(({ element }) => element.ownerDocument === page);
    const isSet = page.body?.localName === 'frameset';
    for (const at of isSet ? own.map(({ element }) => element) : tree.matching(CANDIDATES, MOST_ELEMENTS, page)) {
      yield at;
      const inner = own.find(({ element }) => element === at);
      if (inner?.document && (inner.isSet || inner === frames.content)) yield* elementsIn(inner.document);
    }
  }

  /**
   * Collect the headings and menus of the page, with lists that are menus only in a column, and the number of both
   * before its content, and those that fill a frame.
   * @param {import('../shared/types.js').PageLinks} links  to add to
   */
  function* candidates(links) {
    /** @type {Element[]} */
    const elements = [];
    /** @type {Element[]} */
    const roots = [];
    /** @type {Set<Element>} */
    const lists = new Set();
    /** @type {Element | null} */
    let root = null;
    /** @type {number | null} */
    let before = null;
    /** @type {Map<Element, import('../shared/types.js').FramedMenu>} */
    const framed = new Map();
    for (const element of elementsIn(document)) {
      yield;
      if (!element || (root && tree.contains(root, element))) continue;
      if (tree.matches(element, menuElements.CONTENT)) before ??= roots.length;
      const menu = frames.menus.get(element);
      const body = menu?.frame.document?.body;
      if (menu && body) {
        roots.push(body);
        framed.set(body, menu);
      } else if (levelOf(element) && isInContent(element) && elements.length < MOST_HEADINGS) elements.push(element);
      else if (tree.matches(element, '[rel]')) menus.readLink(element, links);
      else if (menuElements.kindOf(element)) roots.push((root = element));
      else if (tree.matches(element, menuElements.PLAIN_LISTS)) {
        lists.add(element);
        roots.push(element);
      }
    }
    return { elements, roots, lists, before: before ?? 0, framed };
  }

  /** Send contents if they differ from the last ones. @param {string[]} parts */
  function take(parts) {
    if (parts.length !== known.length || parts.some((part, at) => part !== known[at])) [known, sent] = [parts, 0];
    if (performance.now() - sentAt < PAUSE_MS)
      soon(); // the background drops reports that arrive too fast
    else send();
  }

  /**
   * Send the next part of new contents, the last one with the current heading. Stops if no sidebar wants them any more.
   */
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

  /** Return the index of the current heading: the one the reader has gone to, or the last one that has been reached. */
  function activeNow() {
    const chosen = target ? shown.indexOf(target) : -1;
    if (chosen >= 0) return chosen;
    const { scrollingElement, defaultView } = shown.at(-1)?.ownerDocument ?? document;
    const { innerHeight: height } = defaultView ?? globalThis;
    const box = scroller?.isConnected && scroller.contains(shown.at(-1) ?? null) ? scroller : scrollingElement;
    const isAtEnd = box && box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR_END;
    return lastAbove(isAtEnd ? height - NEAR_END : height * READ_AT);
  }

  /**
   * Return the index of the last heading above a line. Headings are in vertical order, so a binary search measures only
   * a few.
   * @param {number} line
   */
  function lastAbove(line) {
    let first = 0,
      end = shown.length;
    while (first < end) {
      const middle = (first + end) >> 1;
      if (/** @type {Element} */ (shown[middle]).getBoundingClientRect().top <= line) first = middle + 1;
      else end = middle;
    }
    return first - 1;
  }

  /**
   * Open a link in the frame in which the page opens it; return whether it does.
   * @param {string} url
   */
  function open(url) {
    return pageFrames.open(url, frames);
  }

  /**
   * Scroll to a heading. Compares its text too, since the page may have changed.
   * @param {number} index
   * @param {string} name
   */
  function lead(index, name) {
    const at = shown[index];
    const isSame = (/** @type {Element | undefined} */ element) =>
      element?.isConnected && names.nameOf(element) === name;
    const element = isSame(at) ? at : shown.find(isSame);
    if (!element) return;
    arriveAt(element);
    // By its address, if it has one: the browser's back button then works, and fixed bars at the top do not cover the
    // heading.
    const id = headings.idOf(element);
    if (id !== '' && id.isWellFormed()) location.hash = `#${encodeURIComponent(id)}`;
    else element.scrollIntoView({ block: 'start' });
    soon();
  }
})();
