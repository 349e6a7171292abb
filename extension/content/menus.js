// @ts-check
/**
 * Reads the menus of the page: its navigation landmarks, and lists of links that serve as menus. Reads in small steps, so
 * that the caller can pause between two frames; sends nothing and changes nothing. Pages are untrusted: every loop is
 * bounded.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapMenus) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);

  /** @typedef {import('../shared/types.js').PageMenu} PageMenu */
  /** @typedef {import('../shared/types.js').MenuEntry} MenuEntry */
  /**
   * An entry of a menu that is being read; `url` is '' for a branch without a link.
   * @typedef {{name: string, url: string, isCurrent: boolean, element: Element, children: Item[]}} Item
   */
  /** @typedef {{seen: Set<string>, left: number, page: string, anchors: ReadonlySet<string>, before: ReadonlySet<Element>, home: string}} Progress */

  const MOST_LINKS = 2_000;
  const MOST_MENUS = 100;
  const MOST_LETTERS = 200;
  /** Deeper links are moved up to this level; readers do not open branches further down. */
  const DEEPEST = 12;
  /** Longer addresses are not a menu's, and each is sent to the sidebar. */
  const LONGEST_ADDRESS = 2_000;
  /** Nodes examined for one name. */
  const MOST_TEXTS = 200;
  /** Minimum share of text in links for a list of links. */
  const LINK_SHARE = 0.6;

  const LISTS = 'ul, ol, menu, [role="menu"], [role="group"], [role="list"], [role="tree"]';
  const ITEMS = 'li, details, [role="treeitem"]';
  const LANDMARKS = 'nav, [role="navigation"], [role="menubar"]';
  const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'form', 'select', 'textarea']);
  const BESIDE = 'header, footer, aside, [role="banner"], [role="contentinfo"], [role="complementary"]';
  const CONTENT = 'article, main, [role="main"], [role="article"]';
  /** Parts of the page by landmark, or by the names that authors give them. */
  const HEAD =
    'header, [role="banner"], .header, #header, .page-header, #page-header, .site-header, #site-header, #masthead';
  const SIDE = 'aside, [role="complementary"], .sidebar, #sidebar';
  const FOOT = 'footer, [role="contentinfo"], .footer, #footer, .page-footer, #page-footer, .site-footer, #site-footer';
  const LABELS = /^(?:h[1-6]|p|strong|b|dt|summary|legend)$/;
  const LABEL_CLASSES = /caption|title|heading|label/i;
  /** Names that authors give to menus without marking them up as such. */
  const LIST_NAMES = /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topnav|sidenav|toc|toctree)(?:$|[\s_-])/i;
  const BLOCK_NAMES = /(?:^|\s)(?:nav|navbar|navigation|menu|topnav|sidenav|main-?menu|main-?nav)(?:$|\s)/i;
  /** The menus of a closed dialog concern only the dialog. */
  const DIALOGS = 'dialog, [role="dialog"], [role="alertdialog"]';
  const BREADCRUMBS = /bread-?crumb/i;
  /** Relations by which a link names the home page of its site. */
  const HOME = /(?:^|\s)(?:home|start)(?:\s|$)/i;

  home.sitemapMenus = Object.freeze({ homeAddress, isContent, isMenu, nameOf, read, words });

  /** Return whether an element contains the page's content. @param {Element} element */
  function isContent(element) {
    return element.matches(CONTENT);
  }

  /** Return the address of a link that names the home page of its site; '' for other elements. @param {Element} element */
  function homeAddress(element) {
    if (element.localName !== 'link' && element.localName !== 'a') return '';
    const url = HOME.test(element.getAttribute('rel') ?? '')
      ? String(/** @type {HTMLAnchorElement} */ (element).href)
      : '';
    return isAddress(url) ? url : '';
  }

  /** Return whether a text is a web address that is sent to the sidebar. @param {string} url */
  function isAddress(url) {
    return url.length <= LONGEST_ADDRESS && /^https?:/.test(url) && URL.canParse(url) && url.isWellFormed();
  }

  /** Return whether an element is a menu: a landmark, or a list of links in a place for menus. @param {Element} element */
  function isMenu(element) {
    const role = element.getAttribute('role');
    if (role === 'navigation' || role === 'menubar' || (element.localName === 'nav' && !role)) return true;
    const isList = element.localName === 'ul' || element.localName === 'ol';
    if (!isList && element.localName !== 'div' && element.localName !== 'td') return false;
    const named = `${element.id} ${element.className}`;
    if (!isList) return BLOCK_NAMES.test(named) && isLinkList(element);
    const isBeside = tree.closest(element, BESIDE) !== null && tree.closest(element, CONTENT) === null;
    return (isBeside || LIST_NAMES.test(named)) && isLinkList(element);
  }

  /** Return whether most of an element's text is in links, at least two of them. @param {Element} element */
  function isLinkList(element) {
    let all = 0,
      linked = 0,
      links = 0;
    /** @type {Element | null} */
    let last = null;
    for (const node of textsOf(element)) {
      const letters = (node.data.slice(0, 4 * MOST_LETTERS).match(/\p{L}/gu) ?? []).length;
      const link = node.parentElement && tree.closest(node.parentElement, 'a[href]');
      all += letters;
      if (letters && link) linked += letters;
      if (letters && link && link !== last) links += 1;
      last = link;
    }
    return links > 1 && linked >= all * LINK_SHARE;
  }

  /**
   * Yield the first text nodes of an element.
   * @param {Element} element
   * @param {string} [end]  selector of elements at which the text ends
   * @returns {Generator<Text, void>}
   */
  function* textsOf(element, end = '') {
    let node = tree.next(element, element, false, true);
    for (let count = 0; node && count < MOST_TEXTS; count++) {
      const inner = node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : null;
      if (inner && end && inner.matches(end)) return;
      if (node.nodeType === Node.TEXT_NODE) yield/** @type {Text} */ (node);
      node = tree.next(node, element, inner !== null && SKIPPED.has(inner.localName), true);
    }
  }

  /**
   * Return the text of an element in one line, truncated to the length of a name.
   * @param {Element} element
   * @param {string} [end]
   */
  function words(element, end) {
    let text = '';
    for (const node of textsOf(element, end)) {
      text = (text + node.data.slice(0, 4 * MOST_LETTERS)).replace(/\s+/g, ' ');
      if (text.length > MOST_LETTERS + 1) break;
    }
    return text.trim().slice(0, MOST_LETTERS);
  }

  /**
   * Read menus, visible ones first. Hidden menus repeat them for small windows, so only their additional links count.
   * @param {Element[]} roots  in document order
   * @param {{anchors: ReadonlySet<string>, before: number}} page  the ids of its headings, which are listed separately, and the
   *   number of menus before its content
   * @returns {Generator<void, {menus: PageMenu[], home: string}>}  and the home page that a link in a menu names, '' for none
   */
  function* read(roots, { anchors, before }) {
    /** @type {Progress} */
    const progress = {
      seen: new Set(),
      left: MOST_LINKS,
      page: location.href.split('#')[0] ?? '',
      anchors,
      before: new Set(roots.slice(0, before)),
      home: '',
    };
    /** @type {[Element[], Element[], Element[]]} */
    const passes = [[], [], []];
    for (const root of roots.slice(0, MOST_MENUS)) {
      yield;
      const seen = isSeen(root);
      if (!seen || !tree.closest(root, DIALOGS)) passes[isTrail(root) ? 1 : seen ? 0 : 2].push(root);
    }
    /** @type {Map<Element, PageMenu>} */
    const menus = new Map();
    for (const [pass, some] of passes.entries()) {
      for (const root of some) {
        const menu = yield* readMenu(root, progress, pass === 2);
        if (menu) menus.set(root, menu);
      }
    }
    return { menus: roots.flatMap((root) => menus.get(root) ?? []), home: progress.home };
  }

  /**
   * Return whether a menu is the breadcrumb trail of the page, which repeats links of other menus.
   * @param {Element} element
   */
  function isTrail(element) {
    return BREADCRUMBS.test(
      `${element.getAttribute('aria-label')} ${element.className} ${element.id} ${element.getAttribute('itemtype')}`,
    );
  }

  /** Return whether an element is visible, and not only present for screen readers. @param {Element} element */
  function isSeen(element) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
  }

  /** @param {Element} root @param {Progress} progress @param {boolean} isHidden @returns {Generator<void, PageMenu | null>} */
  function* readMenu(root, progress, isHidden) {
    const top = item(root, labelOf(root), '');
    const links = yield* readItems(root, top, progress);
    const own = new Set([...links].filter((url) => !progress.seen.has(url)));
    if (own.size === 0 || (isHidden && own.size * 2 < links.size)) return null;
    const isJumps = isHidden && [...links].every((url) => url.startsWith(`${progress.page}#`));
    if (isJumps) return null;
    /** @type {MenuEntry[]} */
    const entries = [];
    const children = yield* pruned(top.children, own);
    const [only] = children;
    const isAlone = children.length === 1 && only && !only.url;
    for (const entry of flattened(isAlone ? only.children : children, 1)) {
      yield;
      entries.push(entry);
      if (!entry.url) continue;
      progress.seen.add(entry.url);
      progress.left -= 1;
    }
    if (entries.length === 0) return null;
    return { name: top.name || (isAlone ? only.name : ''), place: placeOf(root, progress), entries };
  }

  /** @param {Element} element @param {string} name @param {string} url @returns {Item} */
  function item(element, name, url) {
    return { name, url, isCurrent: false, element, children: [] };
  }

  /**
   * Read the links of a menu into a tree of items.
   * @param {Element} root
   * @param {Item} top
   * @param {Progress} progress
   * @returns {Generator<void, Set<string>>}
   */
  function* readItems(root, top, progress) {
    const links = new Set();
    const open = [top];
    let node = /** @type {Element | null} */ (tree.next(root, root, false, false));
    while (node && links.size <= progress.left) {
      yield;
      while (open.length > 1 && !tree.contains(/** @type {Item} */ (open.at(-1)).element, node)) open.pop();
      const isOver = SKIPPED.has(node.localName);
      if (!isOver) readElement(open, node, links, progress);
      node = /** @type {Element | null} */ (tree.next(node, root, isOver, false));
    }
    return links;
  }

  /**
   * Read an element of a menu.
   * @param {Item[]} open  items being read, outermost first
   * @param {Element} element
   * @param {Set<string>} links
   * @param {Progress} progress
   */
  function readElement(open, element, links, progress) {
    if (element.matches('a[href]')) {
      const url = addressOf(/** @type {HTMLAnchorElement} */ (element), progress);
      progress.home ||= homeAddress(element);
      if (url) links.add(url);
      if (url) addLink(open, element, url);
    } else if (element.matches(ITEMS)) openItem(open, item(element, '', ''));
    else if (element.matches(LANDMARKS)) openLandmark(open, element);
    else if (element.matches(LISTS)) openList(open, element);
  }

  /** @param {Item[]} open @param {Item} child */
  function openItem(open, child) {
    /** @type {Item} */ (open.at(-1)).children.push(child);
    if (open.length <= DEEPEST) open.push(child);
  }

  /** Open a landmark in a menu as a branch, unless it belongs to an item or has named the menu. @param {Item[]} open @param {Element} landmark */
  function openLandmark(open, landmark) {
    const isOfItem = open.length > 1 && /** @type {Item} */ (open.at(-1)).element.matches(ITEMS);
    const label = isOfItem ? '' : ownLabelOf(landmark);
    if (label && label !== open[0]?.name) openItem(open, item(landmark, label, ''));
  }

  /**
   * Open a list below its item, which is named by the text before it, or below its caption.
   * @param {Item[]} open
   * @param {Element} list
   */
  function openList(open, list) {
    const parent = /** @type {Item} */ (open.at(-1));
    if (open.length > 1 && parent.element.matches(ITEMS)) {
      parent.name ||= words(parent.element, `${LISTS}, nav`);
      return;
    }
    const label = captionOf(list);
    if (!label) return;
    const last = parent.children.at(-1);
    const linked = last && label.contains(last.element) ? parent.children.pop() : undefined;
    openItem(open, {
      ...item(list, linked?.name || words(label), linked?.url ?? ''),
      isCurrent: linked?.isCurrent ?? false,
    });
  }

  /** Return the element right before a list that names it. @param {Element} list @returns {Element | null} */
  function captionOf(list) {
    const outer = list.parentElement?.firstElementChild === list ? list.parentElement : list;
    const before = list.previousElementSibling ?? outer.previousElementSibling;
    const isLabel =
      before && (LABELS.test(before.localName) || LABEL_CLASSES.test(before.className)) && !before.querySelector(LISTS);
    return isLabel && words(before) ? before : null;
  }

  /** @param {Item[]} open @param {Element} link @param {string} url */
  function addLink(open, link, url) {
    const parent = /** @type {Item} */ (open.at(-1));
    const name = nameOf(link);
    const isCurrent = !['', 'false'].includes(link.getAttribute('aria-current') ?? '');
    const isItem = open.length > 1 && parent.element.matches(ITEMS);
    if (isItem && parent.url === url) parent.name ||= name;
    else if (isItem && !parent.url && parent.children.length === 0)
      Object.assign(parent, { name: name || parent.name, url, isCurrent });
    else
      (isItem && parent.children.length === 0 ? /** @type {Item} */ (open.at(-2)) : parent).children.push({
        ...item(link, name, url),
        isCurrent,
      });
  }

  /** Return the text of a link or heading; without any, its label or the text of its picture. @param {Element} element */
  function nameOf(element) {
    const image = element.querySelector('img[alt]')?.getAttribute('alt');
    return (
      words(element) ||
      [element.getAttribute('aria-label'), image, element.getAttribute('title')].map(plain).find(Boolean) ||
      ''
    );
  }

  /** @param {string | null | undefined} text */
  function plain(text) {
    return (text ?? '')
      .slice(0, 4 * MOST_LETTERS)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MOST_LETTERS);
  }

  /**
   * Return the address of a link; '' if it is not a page or is listed elsewhere.
   * @param {HTMLAnchorElement} link
   * @param {Progress} progress
   */
  function addressOf(link, { page, anchors }) {
    const written = link.getAttribute('href') ?? '';
    const url = written.length > LONGEST_ADDRESS ? '' : String(link.href);
    if (!isAddress(url)) return '';
    if (written.trim() === '#' || /^(?:prev|next)$/.test(link.getAttribute('rel') ?? '')) return '';
    const [address, fragment] = url.split('#');
    if (address !== page || fragment === undefined) return url;
    return fragment === '' || anchors.has(decoded(fragment)) ? '' : url;
  }

  /** @param {string} fragment */
  function decoded(fragment) {
    try {
      return decodeURIComponent(fragment);
    } catch {
      return fragment;
    }
  }

  /**
   * Return the items with an address that no earlier menu has, and the ancestors of these items.
   * @param {Item[]} items
   * @param {Set<string>} own  links that no other menu has; each is used once
   * @returns {Generator<void, Item[]>}
   */
  function* pruned(items, own) {
    /** @type {Item[]} */
    const kept = [];
    for (const entry of items) {
      yield;
      const isNamed = isName(entry.name);
      const isNew = own.delete(entry.url) && isNamed;
      const children = yield* pruned(entry.children, own);
      if (!isNew && (!isNamed || children.length === 0)) kept.push(...children);
      else kept.push({ ...entry, url: isNew ? entry.url : '', children });
    }
    return kept;
  }

  /** Return whether a name is meaningful; the numbers and arrows of paginated results are not. @param {string} name */
  function isName(name) {
    return /\p{L}|\d{4}/u.test(name);
  }

  /** @param {Item[]} items @param {number} depth @returns {Generator<MenuEntry, void>} */
  function* flattened(items, depth) {
    for (const { name, url, isCurrent, children } of items) {
      yield { name, url, depth, isCurrent };
      yield* flattened(children, depth + 1);
    }
  }

  /** Return the author's name of a menu, or of the only named landmark in it; '' if there is none. @param {Element} root */
  function labelOf(root) {
    const own = ownLabelOf(root);
    const [inner, ...others] = own ? [] : root.querySelectorAll(`[aria-label]:is(${LANDMARKS})`);
    return own || (others.length ? '' : plain(inner?.getAttribute('aria-label')));
  }

  /** @param {Element} root */
  function ownLabelOf(root) {
    const ids = (root.getAttribute('aria-labelledby') ?? '').split(/\s+/, 5).filter(Boolean);
    const labels = ids
      .map((id) => /** @type {Document} */ (root.getRootNode()).getElementById(id))
      .map((label) => (label ? words(label) : ''));
    return (
      plain(labels.join(' ')) ||
      plain(root.getAttribute('aria-label')) ||
      headingBefore(root) ||
      headingIn(root) ||
      plain(root.getAttribute('title'))
    );
  }

  /** Return the heading with which a menu begins, if it has no other. @param {Element} root */
  function headingIn(root) {
    const [first, ...others] = root.querySelectorAll('h1, h2, h3, h4, h5, h6');
    return first && first === root.firstElementChild && others.length === 0 ? words(first) : '';
  }

  /** Return the heading or title right before a menu. @param {Element} root */
  function headingBefore(root) {
    const before =
      root.previousElementSibling ??
      (root.parentElement?.firstElementChild === root ? root.parentElement.previousElementSibling : null);
    const isTitle =
      before &&
      (/^h[1-6]$/.test(before.localName) ||
        (root.matches(LISTS) && LABEL_CLASSES.test(before.className) && !before.querySelector(LISTS)));
    return isTitle ? words(before) : '';
  }

  /**
   * Return the position of a menu, used to describe one without a name. A menu before the page's content is the main menu.
   * @param {Element} root
   * @param {Progress} progress
   * @returns {PageMenu['place']}
   */
  function placeOf(root, { before }) {
    if (tree.closest(root, FOOT)) return 'footer';
    if (tree.closest(root, HEAD)) return 'header';
    if (tree.closest(root, SIDE)) return 'aside';
    return before.has(root) ? 'header' : '';
  }
})();
