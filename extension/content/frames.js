// @ts-check
/**
 * Tells which frames of the page have menus, and which one has its content, as readers of framesets see them. Reads
 * only frames that are in view and of the page's own origin. Pages are untrusted: all work is bounded.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapFrames) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const menuElements = /** @type {NonNullable<typeof home.sitemapMenuElements>} */ (home.sitemapMenuElements);

  /** @typedef {import('../shared/types.js').PageFrames} PageFrames */
  /** @typedef {import('../shared/types.js').SeenFrame} Frame */
  /** Where the first links of a document open: how many do in a frame, by its name, and how many there are. */
  /** @typedef {{into: Map<string, number>, count: number}} Aims */

  const MOST_FRAMES = 50;
  /** Frames in each other. */
  const DEEPEST = 4;
  /** Links of a document examined to find out where they open. */
  const MOST_LINKS = 200;
  /** Links examined to find the one that the reader chose. */
  const MOST_CHOICES = 5_000;
  const OUTER = /^_(?:top|parent)$/;
  /** Links that open in an `iframe` with the content. */
  const FEWEST_LINKS = 2;

  home.sitemapFrames = Object.freeze({ open, read });

  // Behaviour: menus and content in frames of a page. Also: frameset, iframe, navigation frame, target, base target.
  /**
   * Return the frames with menus, whose links open in another frame or around them; the one with the content: the
   * largest other one of a frameset, or an `iframe` of half the window in which links open; and the framesets between.
   * @returns {Generator<void, PageFrames>}
   */
  function* read() {
    const all = yield* framesInView();
    if (all.length === 0) return { all, content: null, menus: new Map() };
    const known = namesOf(all);
    /** @type {Map<Document | null, Aims>} */
    const aims = new Map([[document, aimsOf(document)]]);
    for (const { document: own } of all) {
      yield;
      if (own) aims.set(own, aimsOf(own));
    }
    const leadsOut = (/** @type {Frame} */ frame, /** @type {(name: string) => boolean} */ isElsewhere) => {
      const { into, count } = aims.get(frame.document) ?? { into: new Map(), count: 0 };
      const out = [...into].filter(([name]) => name !== frame.name && isElsewhere(name));
      return 2 * sumOf(out.map(([, links]) => links)) > count;
    };
    const ends = all.filter(({ isSet }) => !isSet);
    const others = ends.filter((frame) => !leadsOut(frame, (name) => known.has(name)));
    const content =
      largest(others.filter(({ isInSet }) => isInSet)) ??
      largest(others.filter((frame) => isLarge(frame) && linksInto(frame, aims) >= FEWEST_LINKS));
    const menus = ends.filter(
      (frame) =>
        frame !== content &&
        leadsOut(frame, (name) => known.has(name) || OUTER.test(name)) &&
        (frame.isInSet || leadsOut(frame, (name) => known.has(name)) || isOfLinks(frame)) &&
        tree.closest(frame.element, menuElements.CONTENT) === null,
    );
    return { all, content, menus: new Map(menus.map((frame) => [frame.element, described(frame, content)])) };
  }

  /**
   * Return whether a frame of an ordinary page shows links, and not a notice or other text with some of them.
   * @param {Frame} frame
   */
  function isOfLinks({ document: own }) {
    if (!own?.body) return false;
    const links = [...linksIn(own, MOST_LINKS)];
    const items = links.filter((link) => link.closest('li'));
    return menuElements.isLinkList(own.body) || (items.length > 1 && 2 * items.length > links.length);
  }

  /**
   * Return the names by which links open in frames. Names such as `_blank` open no frame, and a frame may have lost its
   * name or place since it was read.
   * @param {Frame[]} frames
   */
  function namesOf(frames) {
    const isNamed = (/** @type {Frame} */ { element, name }) =>
      /^[^_]/.test(name) && element.isConnected && element.getAttribute('name') === name;
    return new Set(frames.filter(isNamed).map(({ name }) => name));
  }

  /** @param {number[]} numbers */
  function sumOf(numbers) {
    return numbers.reduce((sum, number) => sum + number, 0);
  }

  /** Return the frames that are in view, outer ones first. @returns {Generator<void, Frame[]>} */
  function* framesInView() {
    /** @type {Frame[]} */
    const frames = [];
    const around = [{ document, left: 0, top: 0, depth: 0, isSet: isSet(document) }];
    let count = 0;
    for (const outer of around) {
      for (const name of ['frame', 'iframe']) {
        const elements = outer.document.getElementsByTagName(name);
        for (let at = 0; count < MOST_FRAMES; at++, count++) {
          yield;
          const element = /** @type {HTMLFrameElement | null} */ (elements.item(at));
          if (!element) break;
          if (!isInView(element)) continue;
          const frame = frameOf(element, outer);
          frames.push(frame);
          if (frame.document && outer.depth < DEEPEST)
            around.push({
              ...frame,
              document: frame.document,
              depth: outer.depth + 1,
              isSet: frame.isSet && frame.isInSet,
            });
        }
      }
    }
    return frames;
  }

  /** Return whether readers see a frame. @param {HTMLFrameElement} frame */
  function isInView(frame) {
    return frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !names.isOutside(frame);
  }

  /**
   * Describe a frame, with its place in the window.
   * @param {HTMLFrameElement} element
   * @param {{left: number, top: number, isSet: boolean}} outer
   * @returns {Frame}
   */
  function frameOf(element, outer) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const inner = documentIn(element);
    return {
      element,
      document: inner,
      name: element.getAttribute('name') ?? '',
      isSet: inner !== null && isSet(inner),
      isInSet: outer.isSet,
      left: outer.left + left,
      top: outer.top + top,
      width,
      height,
    };
  }

  /**
   * Return the document in a frame; null for a document of another origin. That one must not become a part of this
   * page, even if its author lets scripts of this page read it (`document.domain`).
   * @param {HTMLFrameElement} frame
   */
  function documentIn(frame) {
    const inner = frame.contentDocument;
    return inner && /^https?:$/.test(inner.location?.protocol) && inner.location.origin === location.origin
      ? inner
      : null;
  }

  /** @param {Document} of */
  function isSet(of) {
    return of.body?.localName === 'frameset';
  }

  /** @param {Document} of @returns {Aims} */
  function aimsOf(of) {
    /** @type {Map<string, number>} */
    const into = new Map();
    let count = 0;
    const base = baseTargetOf(of);
    for (const link of linksIn(of, MOST_LINKS)) {
      const target = targetOf(link, base);
      into.set(target, (into.get(target) ?? 0) + 1);
      count += 1;
    }
    return { into, count };
  }

  /**
   * Yield the first links of a document.
   * @param {Document} of
   * @param {number} most  elements examined of each kind
   * @returns {Generator<HTMLAnchorElement | HTMLAreaElement, void>}
   */
  function* linksIn(of, most) {
    for (const name of ['a', 'area']) {
      // A live list is searched only as far as it is read.
      const elements = /** @type {HTMLCollectionOf<HTMLAnchorElement>} */ (of.getElementsByTagName(name));
      for (let at = 0; at < most; at++) {
        const link = elements.item(at);
        if (!link) break;
        if (link.hasAttribute('href')) yield link;
      }
    }
  }

  /** @param {Document} of */
  function baseTargetOf(of) {
    return of.querySelector('base[target]')?.getAttribute('target') ?? '';
  }

  /** Return the name of the frame in which a link opens, '' for its own. @param {Element} link @param {string} base */
  function targetOf(link, base) {
    const target = link.getAttribute('target') || base;
    return target.startsWith('_') ? target.toLowerCase().replace('_self', '') : target;
  }

  /**
   * Return the number of links in other documents that open in a frame.
   * @param {Frame} frame
   * @param {Map<Document | null, Aims>} aims
   */
  function linksInto({ name, document: own }, aims) {
    const others = [...aims].filter(([at]) => name !== '' && at !== own);
    return sumOf(others.map(([, { into }]) => into.get(name) ?? 0));
  }

  /** Return whether a frame has half of the window. @param {Frame} frame */
  function isLarge({ width, height }) {
    return 2 * width * height >= innerWidth * innerHeight;
  }

  /** @param {Frame[]} frames @returns {Frame | null} */
  function largest(frames) {
    const sizes = frames.map(({ width, height }) => width * height);
    return frames[sizes.indexOf(Math.max(...sizes))] ?? null;
  }

  /**
   * Return the menu in a frame, with its place and the name that its author gives it.
   * @param {Frame} frame
   * @param {Frame | null} content
   */
  function described(frame, content) {
    const title = names.plain(frame.element.getAttribute('title'));
    const base = frame.document ? baseTargetOf(frame.document) : '';
    const isInner = (/** @type {Element} */ link) => ['', frame.name].includes(targetOf(link, base));
    // Tools for framesets repeat the name of the frame.
    return { frame, name: title === frame.name ? '' : title, place: placeOf(frame, content), isInner };
  }

  /**
   * Return on which side of the content a frame is.
   * @param {Frame} frame
   * @param {Frame | null} content
   */
  function placeOf({ element, top, height }, content) {
    if (!content) return menuElements.placeOf(element);
    if (top + height <= content.top) return 'header';
    return top >= content.top + content.height ? 'footer' : 'aside';
  }

  /**
   * Open a link of a menu or the content in the frame in which it opens there; return whether it opens in a frame.
   * @param {string} url
   * @param {PageFrames} frames
   */
  function open(url, { all, content, menus }) {
    const known = namesOf(all);
    const around = all.filter(({ element }) => menus.has(element)).map(({ element }) => documentIn(element));
    // The content comes last: a link there opens within the frame, also one that a menu opens around it.
    for (const own of [document, ...around, content && documentIn(content.element)]) {
      const link = own && linkTo(url, own);
      if (!link) continue;
      const target = targetOf(link, baseTargetOf(own));
      if (target === '' ? own === document : !known.has(target)) return false;
      const copy = own.createElement('a');
      // As for visits of the whole tab: in no document, and without a referrer.
      Object.assign(copy, { href: url, target: target || '_self', referrerPolicy: 'no-referrer' });
      copy.click();
      return true;
    }
    return false;
  }

  /** Return the first link to an address in a document. @param {string} url @param {Document} of */
  function linkTo(url, of) {
    for (const link of linksIn(of, MOST_CHOICES)) if (link.href === url) return link;
    return null;
  }
})();
