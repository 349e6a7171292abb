// @ts-check
/**
 * Tells which elements of the page are menus, breadcrumb trails or pagers, and the place and title of each menu. Menus
 * are navigation landmarks, and lists of links that serve as menus. Changes nothing.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapMenuElements) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const { isNavigation, roleOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);

  /** Nodes examined to find out whether an element is a list of links. */
  const MOST_TEXTS = 200;
  /** Letters read of each of these nodes. */
  const MOST_LETTERS = 800;
  /** Minimum share of text in links for a list of links. */
  const LINK_SHARE = 0.6;
  /** Links of a breadcrumb trail or pager. */
  const MOST_PARENTS = 20;
  /** Elements examined to find links; some have no address. */
  const MOST_ANCHORS = 1_000;
  /** Links of a pager to the previous and next page, each perhaps twice. */
  const MOST_OF_PAGER = 4;
  /** Elements between a menu and its title. */
  const MOST_BETWEEN = 3;
  const BESIDE = 'header, footer, aside, [role~="banner" i], [role~="contentinfo" i], [role~="complementary" i]';
  const CONTENT = 'article, main, [role~="main" i], [role~="article" i]';
  /** Parts of the page by landmark, or by the names that authors give them. */
  const HEAD =
    'header, [role~="banner" i], .header, #header, .page-header, #page-header, .site-header, #site-header, ' +
    '#masthead, [data-elementor-type="header"]';
  const SIDE = 'aside, [role~="complementary" i], .sidebar, #sidebar';
  const FOOT =
    'footer, [role~="contentinfo" i], .footer, .page-footer, #page-footer, .site-footer, #site-footer, #colophon, ' +
    '[class^="footer" i]:not(body), [id^="footer" i]:not(body), [data-elementor-type="footer"]';
  const PLACES = [BESIDE, HEAD, SIDE, FOOT].join();
  /** Lists that their authors treat like landmarks. */
  const LABELLED = '[aria-label], [aria-labelledby]';
  /** Elements between a landmark and such a list. */
  const MOST_AFTER_NAV = 20;
  const LISTS = 'ul, ol, menu, [role~="menu" i], [role~="group" i], [role~="list" i], [role~="tree" i]';
  const SKIPPED = new Set('script style template noscript svg iframe form select textarea'.split(' '));
  /** Names that authors give to menus without marking them up as such. */
  const LIST_NAMES =
    /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topnav|sidenav|toc|toctree|(?:primary|secondary)-links)(?:$|[\s_-])/i;
  const BLOCK_NAMES = new RegExp(
    '(?:^|\\s)(?:navbar|navigation|topnav|nav-?tree|[a-z]navi|' +
      '(?:(?:[a-z]{1,5}[_-])?(?:main|site|side|top|primary|lang(?:uage)?)[_-]?)?(?:nav|menu)' +
      '(?:-?(?:nav|menu|container|wrapper|block|list|items|links|bar))?)(?:$|\\s)',
    'i',
  );
  const LABEL_CLASSES = /caption|title|heading|label|(?:accordion|collapsible|panel|card|widget|box)-header/i;
  /** Texts that may be titles: short, and no sentences or addresses of mail. */
  const TITLES = /^[^@]{0,40}[^@.!?:,;]$/u;
  const TRAIL_NAMES = /bread-?crumb|(?:nav|md)-?path|you are here/i;
  const PAGER_NAMES =
    /(?:^|[\s_-])(?:pager|pagination|paginator|prev-?next|(?:posts?|page|pagination)-nav(?:igation)?)(?:$|[\s_-])/i;
  /** Texts of a trail: links, here as null characters, with signs between them, and at its end the page. */
  const POINTED_TRAIL = /^\0(?:[–—|·-]\0)?(?:[›»>→❯]+\0)+/u;
  const SLASHED_TRAIL = /^\0(?:\/+\0)*\/+[^\0/]*$/u;
  const PREVIOUS = new RegExp(
    '(?:^|[\\s_-])prev(?:ious)?(?=$|[\\s:_-])|' +
      '^(?:older|zurück|vorherige[rs]?|précédente?|anterior|السابقة?)(?=$|[\\s:])|^(?:前|上一)',
    'iu',
  );
  const NEXT =
    /(?:^|[\s_-])next(?=$|[\s:_-])|^(?:newer|weiter|nächste[rs]?|suivante?|siguiente|التالية?)(?=$|[\s:])|^(?:次|下一)/iu;
  /** The text of a link to a page of results. */
  const NUMBER = /^[\s([]*\d{1,3}[\s\])]*$/;
  /** Parts of names for which an element is examined. */
  const PARTS = ['nav', 'menu', 'toc', 'crumb', 'pager', 'pagination'];
  const NAMED = PARTS.flatMap((part) => [`[class*="${part}" i]`, `[id*="${part}" i]`]).join();
  /** Links beside each other at the side or in the foot of the page, without a list. */
  const LINES = `:is(${SIDE}, ${FOOT}) :is(div, p):has(> a[href] ~ a[href])`;
  /** Lists that are menus if they stand in a column beside the content. */
  const PLAIN_LISTS = 'ul, ol';
  /** The number of columns is bounded, since each is read. */
  const MOST_COLUMNS = 100;
  /** Lists in columns that are examined. */
  const MOST_IN_COLUMNS = 500;
  /** Links whose picture may be in the style sheet; no icons, and no flags of a choice of languages. */
  const TITLED_LINKS =
    'a[href]:is([aria-label], [title]):not([hreflang], [lang], [class*="flag" i], :has(img, svg, i, [class]))';
  const TITLE_ELEMENTS = 'h1, h2, h3, h4, h5, h6';
  /** Matches every element that may be a menu, or link to a page with a relation to this one. */
  const CANDIDATES = [
    'nav, [role]:not(form), link[rel], a[rel], [itemtype*="BreadcrumbList"]',
    `:is(div, td):is(${NAMED}), span[class*="crumbs" i]`,
    LINES,
    PLAIN_LISTS,
  ].join();

  home.sitemapMenuElements = Object.freeze({
    CANDIDATES,
    CONTENT,
    FOOT,
    PLAIN_LISTS,
    columnsIn,
    directionOf,
    isLinkList,
    kindByClass,
    kindOf,
    labelOf,
    linksIn,
    ownLabelOf,
    placeOf,
  });

  // Behaviour: which elements are menus, breadcrumb trails or pagers. Also: breadcrumbs, landmarks, navigation bar.
  /**
   * Return whether an element is a menu, a breadcrumb trail or a pager; '' for none of them. A menu is a landmark, or a
   * list of links in a place for menus.
   * @param {Element} element
   * @param {boolean} [isRoot]
   * @returns {'' | 'menu' | 'pager' | 'trail'}
   */
  function kindOf(element, isRoot = isMenu(element)) {
    const named = namesOf(element);
    if (TRAIL_NAMES.test(named) && hasFewLinks(element)) return 'trail';
    if (!isRoot) return '';
    if (PAGER_NAMES.test(named) && hasFewLinks(element)) return 'pager';
    const links = linksIn(element);
    if (links.length > MOST_PARENTS) return 'menu';
    return isPager(links) ? 'pager' : isTrail(element, links) ? 'trail' : 'menu';
  }

  /** @param {Element} element */
  function namesOf(element) {
    return ['class', 'id', 'aria-label', 'itemtype'].map((name) => element.getAttribute(name) ?? '').join(' ');
  }

  /** Return whether an element is a trail or a pager by the names that authors give it. @param {Element} element */
  function kindByClass(element) {
    const named = `${element.getAttribute('class') ?? ''} ${element.id}`;
    const kind = TRAIL_NAMES.test(named) ? 'trail' : PAGER_NAMES.test(named) ? 'pager' : '';
    return kind && hasFewLinks(element) ? kind : '';
  }

  /** Return whether an element contains a few links, and no menu or content. @param {Element} element */
  function hasFewLinks(element) {
    return linksIn(element).length <= MOST_PARENTS && !element.querySelector(`nav, h1, ${CONTENT}`);
  }

  /** Return the first links in an element, one more than those of a trail at most. @param {Element} element */
  function linksIn(element) {
    /** @type {HTMLAnchorElement[]} */
    const links = [];
    // A live list is searched only as far as it is read, and without its length.
    const anchors = /** @type {HTMLCollectionOf<HTMLAnchorElement>} */ (element.getElementsByTagName('a'));
    for (let at = 0; at < MOST_ANCHORS && links.length <= MOST_PARENTS; at++) {
      const link = anchors.item(at);
      if (!link) break;
      if (link.hasAttribute('href')) links.push(link);
    }
    return links;
  }

  /**
   * Return whether an element is a navigation landmark, or a list of links in a place for menus.
   * @param {Element} element
   */
  function isMenu(element) {
    const role = roleOf(element);
    if (isNavigation(element) || role === 'menubar' || (role === 'tree' && element.localName === 'nav')) return true;
    const isList = element.localName === 'ul' || element.localName === 'ol';
    const isLine = !isList && tree.matches(element, LINES);
    if (!isList && !isLine && element.localName !== 'div' && element.localName !== 'td') return false;
    const named = `${element.id} ${element.getAttribute('class') ?? ''}`;
    if (!isList && BLOCK_NAMES.test(named) && isLinkList(element)) return true;
    if (!isList && !isLine) return false;
    const place = tree.closest(element, PLACES);
    const isNamed = LIST_NAMES.test(named);
    const isFrame = place !== null || tree.matches(element, LABELLED) || isAfterNav(element);
    if (!isNamed && (!isFrame || (!place && !element.hasAttribute('aria-label') && isOfPage(element)))) return false;
    const content = tree.closest(element, CONTENT);
    // A column may stand in the element for the content, and others at the start and end of an article.
    const isInContent = content !== null && !(place && content.localName === 'main' && isSideIn(place, content));
    const isBeside = isFrame && !isInContent;
    // Words beside the links are those of a sentence, as of a copyright.
    if (isLine) return isBeside && isLinkList(element, 2, true);
    return (
      (isBeside || (isNamed && tree.closest(element, 'article') === null)) &&
      isLinkList(element, isBeside && (isNamed || headingBefore(element)) ? 1 : 2)
    );
  }

  /**
   * Return whether an element follows a navigation landmark in the same parent. The selector `nav ~ *` would examine
   * all siblings before each list.
   * @param {Element} element
   */
  function isAfterNav(element) {
    let before = element.previousElementSibling;
    for (let count = 0; before && count < MOST_AFTER_NAV; count++) {
      if (before.localName === 'nav') return true;
      before = before.previousElementSibling;
    }
    return false;
  }

  /**
   * Return the lists of links that are menus because they stand in a column beside the content, the outermost ones.
   * @param {Element[]} roots
   * @param {ReadonlySet<Element>} lists
   * @param {(element: Element) => boolean} isInColumn
   * @returns {Generator<void, Set<Element>>}
   */
  function* columnsIn(roots, lists, isInColumn) {
    /** @type {Set<Element>} */
    const columns = new Set();
    /** @type {Element | null} */
    let last = null;
    let examined = 0;
    for (const [at, list] of roots.entries()) {
      yield;
      if (columns.size >= MOST_COLUMNS || examined >= MOST_IN_COLUMNS) break;
      const next = roots[at + 1];
      const isAround = next !== undefined && !lists.has(next) && list.contains(next);
      if (!lists.has(list) || last?.contains(list) || isAround || !isInColumn(list)) continue;
      examined += 1;
      if (isOfPage(list) || !isLinkList(list, headingBefore(list) ? 1 : 2)) continue;
      columns.add((last = list));
    }
    return columns;
  }

  /** Return whether a place is a side of the page, in an element. @param {Element} place @param {Element} around */
  function isSideIn(place, around) {
    return tree.matches(place, SIDE) && around.contains(place);
  }

  /** Return whether all links of a list lead to places in the page, as those of an index do. @param {Element} list */
  function isOfPage(list) {
    return linksIn(list).every((link) => link.getAttribute('href')?.startsWith('#'));
  }

  /**
   * Return whether most of an element's text is in links, at least two of them; of a single one, all.
   * @param {Element} element
   * @param {number} [fewest]
   * @param {boolean} [isStrict]  whether all text but that of headings must be in links
   */
  function isLinkList(element, fewest = 2, isStrict = false) {
    let all = 0,
      linked = 0,
      links = 0;
    /** @type {Element | null} */
    let last = null;
    for (const { text, parent } of textsOf(element)) {
      const letters = (text.match(/\p{L}/gu) ?? []).length;
      const link = parent && tree.closest(parent, 'a[href], area[href]');
      if (isStrict && !link && parent && tree.closest(parent, TITLE_ELEMENTS)) continue;
      all += letters;
      if (letters && link) linked += letters;
      if (letters && link && link !== last) links += 1;
      if (letters) last = link;
    }
    return links >= fewest && linked >= all * (links > 1 && !isStrict ? LINK_SHARE : 1);
  }

  /**
   * Yield the first texts of an element, and those of pictures, also of links whose picture is in the style sheet.
   * @param {Element} element
   * @returns {Generator<{text: string, parent: Element | null}, void>}
   */
  function* textsOf(element) {
    let node = tree.next(element, element, false, true);
    for (let count = 0; node && count < MOST_TEXTS; count++) {
      const inner = node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : null;
      const text = inner ? textOfPicture(inner) : /** @type {Text} */ (node).data;
      if (text) yield { text: text.slice(0, MOST_LETTERS), parent: inner ?? tree.parent(node) };
      node = tree.next(node, element, inner !== null && SKIPPED.has(inner.localName), true);
    }
  }

  /**
   * Return the text of a picture, of a part of one, or of a link to a page of the site whose picture is in the style
   * sheet.
   * @param {Element} element
   */
  function textOfPicture(element) {
    if (/^(?:img|area)$/.test(element.localName)) return element.getAttribute('alt');
    if (!tree.matches(element, TITLED_LINKS) || names.textOf(element) !== '') return null;
    // Signs of other sites are no pages of this one.
    const isOwn = /** @type {HTMLAnchorElement} */ (element).origin === location.origin;
    return isOwn ? names.accessibleNameOf(element) : null;
  }

  /**
   * Return whether links lead to the previous and next page, or to numbered pages, and to an index at most.
   * @param {HTMLAnchorElement[]} links
   */
  function isPager(links) {
    const numbers = links.filter((link) => NUMBER.test(link.textContent));
    const others = links.filter((link) => !numbers.includes(link) && directionOf(link) === null);
    const paged = links.length - others.length;
    return paged > 0 && paged - numbers.length <= MOST_OF_PAGER && others.length <= Number(paged > 1);
  }

  /**
   * Return the relation of a pager's link to the page; null for another one.
   * @param {HTMLAnchorElement} link
   * @returns {'previous' | 'next' | null}
   */
  function directionOf(link) {
    const texts = [link.rel, link.getAttribute('class') ?? '', names.nameOf(link)];
    if (texts.some((text) => PREVIOUS.test(text))) return 'previous';
    return texts.some((text) => NEXT.test(text)) ? 'next' : null;
  }

  /**
   * Return whether links are the breadcrumb trail of the page: with signs between them, or slashes if they lead to its
   * ancestors.
   * @param {Element} element
   * @param {HTMLAnchorElement[]} links
   */
  function isTrail(element, links) {
    let text = '';
    for (const part of textsOf(element)) {
      const isLinked = part.parent && tree.closest(part.parent, 'a[href]');
      text += isLinked ? (text.endsWith('\0') ? '' : '\0') : part.text.trim();
    }
    const page = element.ownerDocument.URL;
    const isAbove = (/** @type {HTMLAnchorElement} */ { href }) => page.startsWith(href.replace(/[^/]*$/, ''));
    return POINTED_TRAIL.test(text) || (SLASHED_TRAIL.test(text) && links.every(isAbove));
  }

  /**
   * Return the part of the page that a menu is in, used to describe a menu without a name; '' if it is in none.
   * @param {Element} menu
   * @returns {'footer' | 'header' | 'aside' | ''}
   */
  function placeOf(menu) {
    if (tree.closest(menu, FOOT)) return 'footer';
    if (tree.closest(menu, HEAD)) return 'header';
    return tree.closest(menu, SIDE) ? 'aside' : '';
  }

  /**
   * Return the author's name of a menu, or of the only named landmark in it; '' if there is none.
   * @param {Element} root
   */
  function labelOf(root) {
    const own = ownLabelOf(root);
    const [inner, ...others] = own
      ? []
      : root.querySelectorAll('[aria-label]:is(nav, [role~="navigation" i]:not(a, button))');
    return own || (others.length ? '' : names.plain(inner?.getAttribute('aria-label')));
  }

  /** @param {Element} root */
  function ownLabelOf(root) {
    return names.labelOf(root) || headingBefore(root) || headingIn(root) || names.plain(root.getAttribute('title'));
  }

  /** Return the heading with which a menu begins, if it has no other. @param {Element} root */
  function headingIn(root) {
    const [first, ...others] = root.querySelectorAll(TITLE_ELEMENTS);
    return first && first === root.firstElementChild && others.length === 0 ? titleOf(first) : '';
  }

  /** Return the heading or title before a menu, with no other text between. @param {Element} root */
  function headingBefore(root) {
    let before = aroundFirst(root).previousElementSibling;
    for (let count = 0; before && count < MOST_BETWEEN; count++) {
      if (isTitle(before, root)) return titleOf(before);
      if (names.isWord(names.textOf(before))) return '';
      before = before.previousElementSibling;
    }
    return '';
  }

  /**
   * Return the element that begins with a menu, and the blocks around it that contain nothing else.
   * @param {Element} root
   */
  function aroundFirst(root) {
    let around = root;
    for (let count = 0; count < MOST_BETWEEN && !around.previousElementSibling; count++) {
      const isAlone = count === 0 || (around.localName === 'div' && around.childElementCount === 1);
      if (!isAlone || !around.parentElement) break;
      around = around.parentElement;
    }
    return around;
  }

  /** Return whether an element may be the title of a menu. @param {Element} element @param {Element} root */
  function isTitle(element, root) {
    if (/^h[1-6]$/.test(element.localName)) return true;
    if (!tree.matches(root, `${LISTS}, ${LINES}`) || element.querySelector('a[href], ul, ol')) return false;
    if (LABEL_CLASSES.test(element.getAttribute('class') ?? '')) return true;
    // The columns of a foot are often named by paragraphs, and boxes at the side by blocks.
    const isBefore = root.previousElementSibling === element && tree.closest(root, `${FOOT}, ${SIDE}`) !== null;
    return isBefore && TITLES.test(names.textOf(element));
  }

  /** Return the text of a title; '' if it is not rendered, or is that of the site. @param {Element} title */
  function titleOf(title) {
    const link = /** @type {HTMLAnchorElement | null} */ (title.querySelector('a[href]') ?? title.closest('a[href]'));
    return link?.pathname === '/' || names.isUnseen(title, true) ? '' : names.textOf(title);
  }
})();
