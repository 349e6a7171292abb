// @ts-check
/**
 * Reads the headings of the page's content, without those of the frame around it. Reads in small steps; changes
 * nothing.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapHeadings) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const menuElements = /** @type {NonNullable<typeof home.sitemapMenuElements>} */ (home.sitemapMenuElements);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const { levelOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);

  /** @typedef {import('../shared/types.js').Heading} Heading */
  /**
   * A page whose headings are read: a heading of its content, the boxes around that, and whether elements are beside
   * it.
   * @typedef {{content: Element | undefined, boxes: DOMRect[], verdicts: Map<Element, boolean>}} Page
   */

  const CANDIDATES = 'h1, h2, h3, h4, h5, h6, [role~="heading" i]:not(form)';
  const MOST_HEADINGS = 2_000;
  /** Headings among which the one of the content is looked for. */
  const MOST_TITLES = 100;
  /** Links in a heading that are examined. */
  const MOST_LINKS = 5;
  const LONGEST_ADDRESS = 2_000;
  /** Documentation generators put the id of a heading on these. */
  const SECTIONS = 'section, article, .section, [class^="sect"], [class^="refsect"], [class^="refsyn"]';
  /** Fragments that name a page of an application rather than a part of the page. */
  const IS_ROUTE = /^#!?\//;
  /** Contain the title of a section alone. */
  const TITLE_PAGES = '.titlepage, .titlepage *';
  /** Contains headings that do not belong to the page's subject, or that screen readers skip. */
  const BESIDE = `nav, aside, dialog, [aria-hidden="true"], [inert], [role~="navigation" i], [role~="doc-toc" i],
    [role~="complementary" i], [role~="dialog" i], [role~="search" i]`;
  /** A column that may also have the content. */
  const ASIDE = 'aside, [role~="complementary" i]';
  const CONTENT_OR_ASIDE = `${menuElements.CONTENT}, ${ASIDE}`;
  const HEAD = 'header, [role~="banner" i]';
  /** Contain a heading and a link to its page. */
  const CARDS = 'article, li, [class*="card" i]';
  const PARTS = 'article, main, section, [role~="main" i]';
  /** Names that authors give to columns and panels beside the content. */
  const BESIDE_NAMES = new RegExp(
    'side-?bar|side-?nav|off-?canvas|table-?of-?contents|' +
      '(?:^|[\\s_-])(?:toc|drawer|navigation|page-menu|breadcrumbs?)(?:$|[\\s_-])',
    'i',
  );
  /** Elements between a heading and its section. */
  const MOST_AROUND = 3;
  /** A column beside the content is narrower than this share of it. */
  const NARROW = 0.6;

  /** Boxes around a heading of the content to which columns are compared. */
  const MOST_BOXES = 50;

  home.sitemapHeadings = Object.freeze({ CANDIDATES, idOf, read });

  // Behaviour: headings of a page. Also: outline, table of contents, h1, section titles.
  /**
   * Return the headings of the page's content and their elements. `isColumn` returns whether an element is, or stands
   * in, a narrow column beside the content.
   * @param {Element[]} elements  all headings, in order
   * @returns {Generator<void, {elements: Element[], headings: Heading[], isColumn: (element: Element) => boolean}>}
   */
  function* read(elements) {
    const content = contentOf(elements);
    const page = { content, boxes: boxesAround(content), verdicts: new Map() };
    const kept = {
      elements: /** @type {Element[]} */ ([]),
      headings: /** @type {Heading[]} */ ([]),
      isColumn: (/** @type {Element} */ element) => isColumn(element, page.boxes),
    };
    for (const element of elements) {
      yield;
      if (kept.headings.length >= MOST_HEADINGS) break;
      const name = isShown(element) && !isBeside(element, page) ? names.nameOf(element) : '';
      if (!name) continue;
      kept.elements.push(element);
      kept.headings.push({ name, level: levelOf(element), id: idOf(element), url: addressOf(element, name) });
    }
    return kept;
  }

  /**
   * Return the heading that most likely stands in the content: the first one of the highest level.
   * @param {Element[]} elements
   */
  function contentOf(elements) {
    const titles = elements.slice(0, MOST_TITLES).filter((element) => levelOf(element) === 1);
    const first = titles.filter(isShown);
    const isIn = (/** @type {string} */ places) => (/** @type {Element} */ at) => tree.closest(at, places) !== null;
    const isInHead = isIn(HEAD);
    const isInContent = isIn(menuElements.CONTENT);
    const isInColumn = (/** @type {Element} */ at) => tree.closest(at, CONTENT_OR_ASIDE)?.matches(ASIDE);
    return (
      first.find((at) => isInContent(at) && !isInColumn(at)) ??
      first.find(isInContent) ??
      first.find((at) => !isInHead(at)) ??
      elements.find(isInContent) ??
      widest(elements.slice(0, MOST_TITLES).filter(isShown))
    );
  }

  /** Return the first of the widest elements, which stands in the main column. @param {Element[]} elements */
  function widest(elements) {
    const widths = elements.map((element) => element.getBoundingClientRect().width);
    return elements[widths.indexOf(Math.max(...widths))];
  }

  /** Return whether an element is rendered within the canvas. @param {Element} element */
  function isShown(element) {
    return element.checkVisibility({ visibilityProperty: true }) && !names.isOutside(element);
  }

  /**
   * Return whether an element is beside the content, or in such an element.
   * @param {Element} element
   * @param {Page} page
   * @returns {boolean}
   */
  function isBeside(element, page) {
    const way = [];
    let verdict = false;
    for (let at = /** @type {Element | null} */ (element); at; at = tree.parent(at)) {
      const known = page.verdicts.get(at);
      if (known === undefined) way.push(at);
      verdict = known ?? isFrame(at, page);
      if (known !== undefined || verdict) break;
    }
    for (const at of way) page.verdicts.set(at, verdict);
    return verdict;
  }

  /**
   * Return whether an element itself is a part of the frame around the content.
   * @param {Element} element
   * @param {Page} page
   */
  function isFrame(element, { content, boxes }) {
    if (tree.matches(element, BESIDE)) return !content || !element.contains(content) || !tree.matches(element, ASIDE);
    if (tree.matches(element, 'summary')) return isOfMenu(element);
    if (tree.matches(element, menuElements.FOOT))
      return tree.closest(element, PARTS) === null && !hasTitle(element, content);
    if (!content || element.contains(content) || tree.matches(element, CANDIDATES)) return false;
    if (isShut(element) || isFloating(element)) return true;
    const named = `${tree.attribute(element, 'class')} ${tree.attribute(element, 'id')}`;
    return BESIDE_NAMES.test(named) || isColumn(element, boxes);
  }

  /** Return whether the title of the page stands in an element. @param {Element} element @param {Element} [content] */
  function hasTitle(element, content) {
    return content !== undefined && levelOf(content) === 1 && element.contains(content);
  }

  /** Return whether a summary is that of a list of links, and no section of the page. @param {Element} summary */
  function isOfMenu(summary) {
    const heading = summary.querySelector(CANDIDATES);
    return (
      summary.parentElement !== null && menuElements.isLinkList(summary.parentElement) && !(heading && idOf(heading))
    );
  }

  /** Return whether an element hides what is in it by its size. @param {Element} element */
  function isShut(element) {
    const { width, height } = element.getBoundingClientRect();
    return (width <= 1 || height <= 1) && /hidden|clip/.test(getComputedStyle(element).overflow);
  }

  /**
   * Return whether an element stays in view while the page scrolls, as a request for consent does.
   * @param {Element} element
   */
  function isFloating(element) {
    return getComputedStyle(element).position === 'fixed';
  }

  /**
   * Return the boxes around a heading that contain more than it, the smallest first. Those of `body` and `html` are as
   * wide as the window, and a wider page goes on beside them.
   * @param {Element | undefined} content
   */
  function boxesAround(content) {
    const boxes = [];
    for (
      let at = content ?? null;
      at && at !== content?.ownerDocument.body && boxes.length < MOST_BOXES;
      at = tree.parent(at)
    )
      boxes.push(at.getBoundingClientRect());
    const [title, ...others] = boxes;
    return others.filter(({ height }) => title && height > 2 * title.height);
  }

  /**
   * Return whether an element is a narrow column beside one of the boxes around the content, or stands in such a
   * column. Frameworks place columns by margins, so that the elements around both may overlap.
   * @param {Element} element
   * @param {DOMRect[]} boxes
   */
  function isColumn(element, boxes) {
    const column = element.getBoundingClientRect();
    return boxes.some((main) => {
      const isAside = column.right <= main.left || column.left >= main.right;
      return isAside && column.top < main.bottom && column.bottom > main.top && column.width < main.width * NARROW;
    });
  }

  /**
   * Return the address of the page that a heading leads to; '' if it leads to none.
   * @param {Element} element
   * @param {string} name
   */
  function addressOf(element, name) {
    const inner = Array.from(element.querySelectorAll('a[href]')).slice(0, MOST_LINKS);
    const link =
      tree.closest(element, 'a[href]') ?? inner.find((each) => names.nameOf(each) === name) ?? coverOf(element, name);
    const url = link ? String(/** @type {HTMLAnchorElement} */ (link).href) : '';
    const isPage = url.length <= LONGEST_ADDRESS && /^https?:/.test(url) && url.isWellFormed();
    return isPage && url.split('#')[0] !== element.ownerDocument.URL.split('#')[0] ? url : '';
  }

  /**
   * Return the link without text that covers the card of a heading, and has its name.
   * @param {Element} element
   * @param {string} name
   */
  function coverOf(element, name) {
    const card = tree.closest(element, CARDS);
    const links = card && !card.contains(element.querySelector('a[href]')) ? card.querySelectorAll('a[href]') : [];
    const covers = Array.from(links)
      .slice(0, MOST_LINKS)
      .filter((link) => !link.textContent.trim());
    return covers.find((link) => names.accessibleNameOf(link).includes(name));
  }

  /**
   * Return the id that an address can name a heading by: its own, or that of its place or section.
   * @param {Element} element
   */
  function idOf(element) {
    // Addresses cannot name it.
    if (element.getRootNode() !== document || IS_ROUTE.test(location.hash)) return '';
    const [inner, before] = [element.firstElementChild, element.previousElementSibling].map(idOfAnchor);
    return element.id || inner || idAround(element) || before || idOfTarget(element);
  }

  /** Return the id of an empty anchor in or before a heading. @param {Element | null} anchor */
  function idOfAnchor(anchor) {
    if (!anchor?.matches('a:not([href]), a[href^="#"], span') || anchor.textContent) return '';
    return anchor.id || (anchor.getAttribute('name') ?? '');
  }

  /**
   * Return the id of the section that a heading begins: right around it, or with a link to itself.
   * @param {Element} element
   */
  function idAround(element) {
    let section = element.parentElement;
    while (section && tree.matches(section, TITLE_PAGES)) section = section.parentElement;
    for (let count = 0; section && count < MOST_AROUND; count++) {
      const id = tree.attribute(section, 'id');
      const isSection = count === 0 && tree.matches(section, SECTIONS);
      if (id && (isSection || section.querySelector('a[href^="#"]')?.getAttribute('href') === `#${id}`))
        return section.querySelector(CANDIDATES) === element ? id : '';
      section = section.parentElement;
    }
    return '';
  }

  /** Return the id of the place in the page that a heading links to. @param {Element} element */
  function idOfTarget(element) {
    const hash = element.querySelector('a[href^="#"]')?.getAttribute('href')?.slice(1) ?? '';
    return hash && document.getElementById(hash) ? hash : '';
  }
})();
