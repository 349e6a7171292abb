// @ts-check
/**
 * Reads the menus of the page: its navigation landmarks, and lists of links that serve as menus; and its breadcrumbs
 * and pagers, which are none. Reads in small steps, so that the caller can pause between two frames; sends nothing and
 * changes nothing. Pages are untrusted: every loop is bounded.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapMenus) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const levels = /** @type {NonNullable<typeof home.sitemapMenuLevels>} */ (home.sitemapMenuLevels);
  const { isNavigation, roleOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);

  /** @typedef {import('../shared/types.js').PageMenu} PageMenu */
  /** @typedef {import('../shared/types.js').MenuEntry} MenuEntry */
  /** @typedef {import('../shared/types.js').MenuItem} Item */
  /** @typedef {import('../shared/types.js').PageLink} PageLink */
  /** @typedef {import('../shared/types.js').PageLinks} PageLinks */
  /**
   * A menu that has been read.
   * @typedef {{root: Element, name: string, place: PageMenu['place'], isHidden: boolean, items: Item[]}} Menu
   */
  /**
   * `page` is the page's address, `anchors` are the ids of its headings, `leads` the addresses that headings lead to,
   * and `left` and `links` count the nodes and links that may still be read.
   * @typedef {{
   *   page: string,
   *   anchors: ReadonlySet<string>,
   *   leads: ReadonlySet<string>,
   *   before: ReadonlySet<Element>,
   *   left: number,
   *   links: number,
   *   pages: PageLinks,
   * }} Progress
   */

  const MOST_LINKS = 2_000;
  const MOST_MENUS = 100;
  /** Nodes read in all menus. */
  const MOST_NODES = 100_000;
  /** Deeper links are moved up to this level; readers do not open branches further down. */
  const DEEPEST = 12;
  /** Longer addresses are not a menu's, and each is sent to the sidebar. */
  const LONGEST_ADDRESS = 2_000;
  /** Nodes examined to find out whether an element is a list of links. */
  const MOST_TEXTS = 200;
  const MOST_LETTERS = 800;
  /** Elements between a menu and its title. */
  const MOST_BETWEEN = 3;
  /** Minimum share of text in links for a list of links. */
  const LINK_SHARE = 0.6;
  const MOST_PARENTS = 20;
  /** Links of a pager to the previous and next page, each perhaps twice. */
  const MOST_OF_PAGER = 4;

  const LISTS = 'ul, ol, menu, [role~="menu" i], [role~="group" i], [role~="list" i], [role~="tree" i]';
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
  const LABELLED = '[aria-label], [aria-labelledby], nav ~ *';
  /** The menus of an open dialog concern only the dialog; a closed one may be the menu of small windows. */
  const DIALOGS = 'dialog, [role~="dialog" i], [role~="alertdialog" i]';
  const SKIPPED = new Set('script style template noscript svg iframe form select textarea'.split(' '));
  const LABEL_CLASSES = /caption|title|heading|label/i;
  /** Names that authors give to menus without marking them up as such. */
  const LIST_NAMES = /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topnav|sidenav|toc|toctree)(?:$|[\s_-])/i;
  const BLOCK_NAMES = new RegExp(
    '(?:^|\\s)(?:navbar|navigation|topnav|nav-?tree|[a-z]navi|(?:(?:main|site|side|top)-?)?(?:nav|menu)' +
      '(?:-?(?:nav|container|wrapper|list|items|links|bar))?)(?:$|\\s)',
    'i',
  );
  const TRAIL_NAMES = /bread-?crumb|(?:nav|md)-?path|you are here/i;
  /** Texts that may be titles: short, and no sentences. */
  const TITLES = /^.{0,40}[^.!?:,;]$/u;
  const SKIPS = /(?:^|[\s_-])skip/i;
  /** Addresses at which a page is edited. */
  const EDIT = /(?:[/?&=])_?edit(?:$|[/?&=#])/i;
  /** Addresses of the source of a page: its own, and those of code hosts. */
  const SOURCE = /\/_sources\//;
  const HOSTED_SOURCE = /\/(?:blob|raw|src|blame|tree|issues)\//;
  /** Names that authors give to what can be done with a page. */
  const ACTIONS = /(?:^|[\s_-])(?:edit|sources?|actions?|aside|share|print|github|gitlab)(?:$|[\s_-])/i;
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
  /** The words with which a link of a pager begins before the name of its page. */
  const DIRECTION = new RegExp(
    '^(?:[←«‹→»›\\s]|(?:prev(?:ious)?|next|older|newer|zurück|vorherige[rs]?|weiter|nächste[rs]?|précédente?|' +
      'suivante?|anterior|siguiente|السابقة?|التالية?)(?=$|[\\s:])|(?:page|post|chapter|topic)s?(?=$|[\\s:])|:)+',
    'iu',
  );
  /** Relations by which a link names the home page of its site. */
  const HOME = /(?:^|\s)(?:home|start)(?:\s|$)/i;
  const RELATIONS = /(?:^|\s)(prev|next)(?:\s|$)/i;

  /** Parts of names for which an element is examined. */
  const PARTS = ['nav', 'menu', 'toc', 'crumb', 'pager', 'pagination'];
  const NAMED = PARTS.flatMap((part) => [`[class*="${part}" i]`, `[id*="${part}" i]`]).join();
  /** Matches every element that may be a menu, or link to a page with a relation to this one. */
  const CANDIDATES = [
    'nav, [role]:not(form), link[rel], a[rel], [itemtype*="BreadcrumbList"]',
    `:is(ul, ol, div, td):is(${NAMED})`,
    `:is(${PLACES}) :is(ul, ol)`,
    `:is(ul, ol):is(${LABELLED})`,
  ].join();

  home.sitemapMenus = Object.freeze({ CANDIDATES, CONTENT, FOOT, isLinkList, kindOf, read, readLink });

  /**
   * Return what an element is: a menu (a landmark, or a list of links in a place for menus), a breadcrumb trail, a
   * pager, or '' for none of them.
   * @param {Element} element
   * @returns {'' | 'menu' | 'pager' | 'trail'}
   */
  function kindOf(element) {
    const isRoot = isMenu(element);
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

  /** Return whether an element contains a few links, and no menu or content. @param {Element} element */
  function hasFewLinks(element) {
    return linksIn(element).length <= MOST_PARENTS && !element.querySelector(`nav, h1, ${CONTENT}`);
  }

  /** @param {Element} element @returns {HTMLAnchorElement[]} */
  function linksIn(element) {
    const links = element.querySelectorAll('a[href]');
    return /** @type {HTMLAnchorElement[]} */ (Array.from(links).slice(0, MOST_PARENTS + 1));
  }

  /**
   * Return whether an element is a navigation landmark, or a list of links in a place for menus.
   * @param {Element} element
   */
  function isMenu(element) {
    const role = roleOf(element);
    if (isNavigation(element) || role === 'menubar' || (role === 'tree' && element.localName === 'nav')) return true;
    const isList = element.localName === 'ul' || element.localName === 'ol';
    if (!isList && element.localName !== 'div' && element.localName !== 'td') return false;
    const named = `${element.id} ${element.getAttribute('class') ?? ''}`;
    if (!isList) return BLOCK_NAMES.test(named) && isLinkList(element);
    const place = tree.closest(element, PLACES);
    if (!place && !element.hasAttribute('aria-label') && !LIST_NAMES.test(named) && isOfPage(element)) return false;
    const isFrame = tree.matches(element, LABELLED) || place !== null;
    const content = tree.closest(element, CONTENT);
    // A column may stand in the element for the content, and others at the start and end of an article.
    const isInContent = content !== null && !(place && content.localName === 'main' && isColumn(place, content));
    const isBeside = isFrame && !isInContent;
    const isNamed = LIST_NAMES.test(named);
    return (
      (isBeside || (isNamed && tree.closest(element, 'article') === null)) &&
      isLinkList(element, isBeside && (isNamed || headingBefore(element)) ? 1 : 2)
    );
  }

  /** Return whether a place is a column in an element. @param {Element} place @param {Element} around */
  function isColumn(place, around) {
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
   */
  function isLinkList(element, fewest = 2) {
    let all = 0,
      linked = 0,
      links = 0;
    /** @type {Element | null} */
    let last = null;
    for (const { text, parent } of textsOf(element)) {
      const letters = (text.match(/\p{L}/gu) ?? []).length;
      const link = parent && tree.closest(parent, 'a[href]');
      all += letters;
      if (letters && link) linked += letters;
      if (letters && link && link !== last) links += 1;
      if (letters) last = link;
    }
    return links >= fewest && linked >= all * (links > 1 ? LINK_SHARE : 1);
  }

  /**
   * Yield the first texts of an element, and those of pictures.
   * @param {Element} element
   * @returns {Generator<{text: string, parent: Element | null}, void>}
   */
  function* textsOf(element) {
    let node = tree.next(element, element, false, true);
    for (let count = 0; node && count < MOST_TEXTS; count++) {
      const inner = node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : null;
      const text = inner ? inner.localName === 'img' && inner.getAttribute('alt') : /** @type {Text} */ (node).data;
      if (text) yield { text: text.slice(0, MOST_LETTERS), parent: node.parentElement };
      node = tree.next(node, element, inner !== null && SKIPPED.has(inner.localName), true);
    }
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
    const isAbove = (/** @type {HTMLAnchorElement} */ { href }) => location.href.startsWith(href.replace(/[^/]*$/, ''));
    return POINTED_TRAIL.test(text) || (SLASHED_TRAIL.test(text) && links.every(isAbove));
  }

  /** Add what a link with a relation says of the page. @param {Element} element @param {PageLinks} links */
  function readLink(element, links) {
    const { rel, href, title } = /** @type {HTMLAnchorElement | HTMLLinkElement} */ (element);
    if (!isAddress(String(href))) return;
    const name = element.localName === 'a' ? nameInPager(element) : names.plain(title);
    const [, relation = ''] = RELATIONS.exec(rel) ?? [];
    if (HOME.test(rel)) links.home ||= href;
    if (relation.toLowerCase() === 'prev') links.previous = named(links.previous, { name, url: href });
    if (relation.toLowerCase() === 'next') links.next = named(links.next, { name, url: href });
  }

  /**
   * Return the first link to a neighbour, or another one that names it.
   * @param {PageLink | null} first
   * @param {PageLink} other
   */
  function named(first, other) {
    return first && (first.name || first.url !== other.url) ? first : other;
  }

  /** Return the name of the page that a pager's link leads to. @param {Element} link */
  function nameInPager(link) {
    const name = names.nameOf(link);
    const page = name.replace(DIRECTION, '');
    return names.isWord(page) ? page : names.plain(link.getAttribute('title')) || name;
  }

  /** Return whether a text is a web address that is sent to the sidebar. @param {string} url */
  function isAddress(url) {
    return url.length <= LONGEST_ADDRESS && /^https?:/.test(url) && URL.canParse(url) && url.isWellFormed();
  }

  // Behaviour: menus of a page. Also: navigation, landmarks, nav, list of links.
  /**
   * Read menus, and the pages that trails and pagers name.
   * @param {Element[]} roots  in document order
   * @param {{anchors: ReadonlySet<string>, leads: ReadonlySet<string>, before: number, links: PageLinks}} page  the ids
   *   of its headings and the addresses that they lead to, which are listed separately, the number of roots before its
   *   content, and the pages that its links name so far
   * @returns {Generator<void, PageMenu[]>}
   */
  function* read(roots, { anchors, leads, before, links }) {
    /** @type {Progress} */
    const progress = {
      page: location.href.split('#')[0] ?? '',
      anchors,
      leads,
      before: new Set(roots.slice(0, before)),
      left: MOST_NODES,
      links: MOST_LINKS,
      pages: links,
    };
    /** @type {Menu[]} */
    const menus = [];
    for (const root of roots.slice(0, MOST_MENUS)) {
      yield;
      const kind = kindOf(root);
      if (kind === 'menu' && repeatsHeadings(root, progress)) continue;
      if (kind === 'menu') menus.push(...(yield* readMenu(root, progress)));
      else readOther(kind, root, progress);
    }
    return yield* listed(menus, progress.page);
  }

  /**
   * Return whether a part of an article leads only where headings lead, as "Read more" does.
   * @param {Element} root
   * @param {Progress} progress
   */
  function repeatsHeadings(root, { leads }) {
    return tree.closest(root, 'article') !== null && linksIn(root).every(({ href }) => leads.has(href));
  }

  /**
   * Read a trail or a pager.
   * @param {'' | 'pager' | 'trail'} kind
   * @param {Element} element
   * @param {Progress} progress
   */
  function readOther(kind, element, { page, pages }) {
    const links = linksIn(element).filter(({ href }) => isAddress(href) && href.split('#')[0] !== page);
    if (kind === 'trail' && pages.parents.length === 0)
      pages.parents = links
        .slice(0, MOST_PARENTS)
        .filter((link, at) => !isAction(link, element) && !links.slice(at + 1).some(({ href }) => href === link.href))
        .map((link) => ({ name: names.nameOf(link), url: link.href }));
    for (const link of kind === 'pager' ? links : []) {
      const direction = directionOf(link);
      if (direction) pages[direction] = named(pages[direction], { name: nameInPager(link), url: link.href });
    }
  }

  /**
   * Return whether a link in a trail is none of its pages: it edits, shows or shares this one.
   * @param {HTMLAnchorElement} link
   * @param {Element} trail
   */
  function isAction(link, trail) {
    if (/\b(?:edit|vcs-\w+)\b/i.test(link.rel) || link.hasAttribute('download')) return true;
    if (EDIT.test(link.href) || SOURCE.test(link.href)) return true;
    if (link.host !== location.host && HOSTED_SOURCE.test(link.href)) return true;
    for (let at = /** @type {Element | null} */ (link); at && at !== trail; at = at.parentElement)
      if (ACTIONS.test(at.getAttribute('class') ?? '') || roleOf(at) === 'button') return true;
    return false;
  }

  /** @param {Element} root @param {Progress} progress @returns {Generator<void, Menu[]>} */
  function* readMenu(root, progress) {
    const isHidden = !isSeen(root);
    if (!isHidden && tree.closest(root, DIALOGS)) return [];
    const name = labelOf(root);
    const left = progress.links;
    const links = linksIn(root);
    const isOwn = 2 * links.filter(({ href }) => href.startsWith(`${progress.page}#`)).length > links.length;
    const items = yield* levels.read(root, {
      page: progress.page,
      isOwn,
      isRendered: !isHidden,
      hasLeft: () => progress.links > 0 && progress.left-- > 0,
      addressOf: (link) => addressOf(link, progress),
      isOver: (element) => isOver(element, progress),
      isTitle: (url) => progress.links === left - 1 && new URL(url).pathname === '/',
      labelOf: (landmark) => (ownLabelOf(landmark) === name ? '' : ownLabelOf(landmark)),
    });
    return [{ root, name, place: placeOf(root, progress), isHidden, items }];
  }

  /** Return whether an element in a menu is no part of it. @param {Element} element @param {Progress} progress */
  function isOver(element, progress) {
    if (!/^(?:ol|ul|nav|div)$/.test(element.localName)) return false;
    const named = `${element.getAttribute('class') ?? ''} ${element.id}`;
    const kind = TRAIL_NAMES.test(named) ? 'trail' : PAGER_NAMES.test(named) ? 'pager' : '';
    if (!kind || !hasFewLinks(element)) return false;
    readOther(kind, element, progress);
    return true;
  }

  /** Return whether a menu is visible: itself, or links that are placed elsewhere. @param {Element} root */
  function isSeen(root) {
    const isIn = (/** @type {Element} */ element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !names.isOutside(element.getBoundingClientRect());
    return isIn(root) || linksIn(root).some(isIn);
  }

  /**
   * Return the address of a link: '' if it leads nowhere, null if it is listed elsewhere.
   * @param {HTMLAnchorElement} link
   * @param {Progress} progress
   */
  function addressOf(link, progress) {
    const written = link.getAttribute('href') ?? '';
    const url = written.length > LONGEST_ADDRESS ? '' : String(link.href);
    if (written.trim() === '#' || !isAddress(url)) return '';
    if (link.rel) readLink(link, progress.pages);
    if (RELATIONS.test(link.rel) || EDIT.test(url) || isSkip(link, url, progress)) return null;
    const [address, fragment] = url.split('#');
    // Copies of sites write the page's own address before each `#`.
    if (address === progress.page && fragment === '') return '';
    if (address === progress.page && fragment !== undefined && progress.anchors.has(decoded(fragment))) return null;
    progress.links -= 1;
    return url;
  }

  /**
   * Return whether a link only skips a part of the page.
   * @param {HTMLAnchorElement} link
   * @param {string} url
   * @param {Progress} progress
   */
  function isSkip(link, url, { page }) {
    if (!url.startsWith(`${page}#`)) return false;
    const named = `${link.className} ${link.parentElement?.className}`;
    return SKIPS.test(named) || (link.checkVisibility() && names.isOutside(link.getBoundingClientRect()));
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
   * Return menus with each link once: in the deepest menu, but in a menu of the page's foot or a hidden one only if no
   * other has it. A logo gives way to an entry of any menu but the foot's.
   * @param {Menu[]} menus
   * @param {string} page
   * @returns {Generator<void, PageMenu[]>}
   */
  function* listed(menus, page) {
    /** @type {Set<string>} */
    const known = new Set();
    const open = menus.filter(({ isHidden }) => !isHidden).flatMap(({ items }) => [...entriesIn(items)]);
    const visible = new Set(open.flatMap(({ url, yields }) => (yields ? [] : url)));
    /** @type {Map<Menu, PageMenu>} */
    const shown = new Map();
    /** The logos that are shown, by their address. @type {Map<string, PageMenu>} */
    const logos = new Map();
    const ranked = menus
      .map((menu) => ({ menu, rank: rankOf(menu, page) }))
      .sort((left, right) => left.rank - right.rank);
    for (const { menu } of ranked) {
      yield;
      if (menu.place === 'footer') for (const url of logos.keys()) known.add(url);
      const own = ownLinks(menu, known, visible, page);
      const { name, items } = own ? unwrapped(menu.name, yield* kept(menu.items, own)) : { name: '', items: [] };
      /** @type {PageMenu} */
      const listed = { name, place: menu.place, entries: [] };
      const hasLogos = menu.place === 'header' && !menu.isHidden;
      for (const entry of flattened(items, 1)) {
        yield;
        listed.entries.push(entry);
        if (menu.place !== 'footer') replaceLogo(entry.url, logos);
        const item = hasLogos ? own?.get(entry.url) : null;
        if (item?.isPicture && item.children.length === 0) logos.set(entry.url, listed);
        else if (entry.url) known.add(entry.url);
      }
      if (listed.entries.length) shown.set(menu, listed);
    }
    const withEntries = menus.filter((menu) => shown.get(menu)?.entries.length);
    return withVisibleFirst(withEntries).flatMap((menu) => shown.get(menu) ?? []);
  }

  /** Return menus with the bar of the page's head before those that a button opens. @param {Menu[]} menus */
  function withVisibleFirst(menus) {
    const first = menus.findIndex(({ isHidden }) => !isHidden);
    if (menus[first]?.place !== 'header') return menus;
    return [...menus.slice(first, first + 1), ...menus.slice(0, first), ...menus.slice(first + 1)];
  }

  /**
   * Remove a logo that an entry with the same address replaces.
   * @param {string} url
   * @param {Map<string, PageMenu>} logos
   */
  function replaceLogo(url, logos) {
    const menu = logos.get(url);
    if (menu) menu.entries = menu.entries.filter((entry) => entry.url !== url);
    logos.delete(url);
  }

  /**
   * Return the place of a menu among those that may keep a link; the lowest keeps it. It is the deepest menu, and of
   * those the one with an entry for the current page that is marked so, and named like it.
   * @param {Menu} menu
   * @param {string} page
   */
  function rankOf({ isHidden, place, items }, page) {
    let [depth, current] = [0, 0];
    for (let at = items; at.length > 0 && depth < DEEPEST; at = at.flatMap(({ children }) => children)) {
      depth += 1;
      for (const item of at)
        if (item.url === page) current = Math.max(current, 2 * Number(item.isCurrent) + Number(isInTitle(item.name)));
    }
    return (isHidden ? 2 * DEEPEST : place === 'footer' ? DEEPEST : 0) - depth - current / 4;
  }

  /** Return whether a name is a part of the page's title. @param {string} name */
  function isInTitle(name) {
    return names.isWord(name) && names.plain(document.title).toLowerCase().includes(name.toLowerCase());
  }

  /**
   * Return the links that only this menu has, each with the item that keeps it; null if the menu repeats others.
   * @param {Menu} menu
   * @param {ReadonlySet<string>} known  links of the menus so far
   * @param {ReadonlySet<string>} visible  links of entries that do not yield, also of other menus
   * @param {string} page
   */
  function ownLinks({ items, isHidden }, known, visible, page) {
    /** @type {Map<string, Item>} */
    const own = new Map();
    const all = new Set();
    for (const item of entriesIn(items)) {
      // A branch with an empty fragment only opens its entries.
      if (!item.url || (item.children.length > 0 && item.url.endsWith('#'))) continue;
      all.add(item.url);
      const isFree = !known.has(item.url) && !(item.yields && visible.has(item.url));
      if (isFree && isKeeper(item, own.get(item.url), page)) own.set(item.url, item);
    }
    // Hidden menus repeat others for small windows, or only lead to places in the page.
    const isCopy = isHidden && (own.size * 2 < all.size || [...all].every((url) => url.startsWith(`${page}#`)));
    return own.size === 0 || isCopy ? null : own;
  }

  /**
   * Yield entries with their descendants, level by level; those of an entry that yields yield as well.
   * @param {Item[]} items
   * @returns {Generator<Item, void>}
   */
  function* entriesIn(items) {
    for (let at = items; at.length > 0; at = at.flatMap(({ children }) => children)) {
      for (const item of at) {
        yield item;
        if (item.yields) for (const child of item.children) child.yields = true;
      }
    }
  }

  /**
   * Return whether an entry keeps a link rather than an earlier one with the same address: if that is a picture,
   * the branch around it, or a branch that only repeats the home page.
   * @param {Item} item
   * @param {Item | undefined} earlier
   * @param {string} page
   */
  function isKeeper(item, earlier, page) {
    if (!earlier) return true;
    if (!names.isWord(item.name) || !names.isWord(earlier.name)) return names.isWord(item.name);
    if (earlier.isPicture !== item.isPicture) return earlier.isPicture;
    const isAround = earlier.children.includes(item) || new URL(item.url).pathname === '/';
    if (item.url.startsWith(`${page}#`)) return false;
    return isAround && earlier.children.length > 0 && item.children.length === 0 && !isSame(item.name, earlier.name);
  }

  /** @param {string} name @param {string} other */
  function isSame(name, other) {
    return name.toLowerCase() === other.toLowerCase();
  }

  /**
   * Return the entries that keep their links, and the branches around them.
   * @param {Item[]} items
   * @param {ReadonlyMap<string, Item>} own
   * @returns {Generator<void, Item[]>}
   */
  function* kept(items, own) {
    /** @type {Item[]} */
    const entries = [];
    for (const item of items) {
      yield;
      const isNamed = names.isWord(item.name);
      const isOwn = isNamed && own.get(item.url) === item;
      const children = yield* kept(item.children, own);
      const isCopy = item.url !== '' && isSame(own.get(item.url)?.name ?? '', item.name);
      if (!isOwn && (!isNamed || isCopy || children.length === 0)) entries.push(...children);
      else if (isOwn) entries.push({ ...item, children });
      else entries.push({ ...item, url: '', isCurrent: false, children: withoutTwin(item.name, children) });
    }
    return entries;
  }

  /**
   * Return entries without a single branch around them that has the same name.
   * @param {string} name
   * @param {Item[]} items
   */
  function withoutTwin(name, items) {
    const [only] = items;
    return only && items.length === 1 && only.url === '' && isSame(only.name, name) ? only.children : items;
  }

  /**
   * Return the name and the entries of a menu without branches around all of them.
   * @param {string} name
   * @param {Item[]} items
   */
  function unwrapped(name, items) {
    let entries = items;
    for (let [only] = entries; only && entries.length === 1 && only.url === ''; [only] = entries) {
      name ||= only.name;
      entries = only.children;
    }
    return { name, items: entries };
  }

  /** @param {Item[]} items @param {number} depth @returns {Generator<MenuEntry, void>} */
  function* flattened(items, depth) {
    for (const { name, url, isCurrent, children } of items) {
      yield { name, url, depth: Math.min(depth, DEEPEST), isCurrent };
      yield* flattened(children, depth + 1);
    }
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
    const [first, ...others] = root.querySelectorAll('h1, h2, h3, h4, h5, h6');
    return first && first === root.firstElementChild && others.length === 0 ? titleOf(first) : '';
  }

  /** Return the heading or title before a menu, with no other text between. @param {Element} root */
  function headingBefore(root) {
    const isFirst = root.parentElement?.firstElementChild === root;
    let before = isFirst ? root.parentElement.previousElementSibling : root.previousElementSibling;
    for (let count = 0; before && count < MOST_BETWEEN; count++) {
      if (isTitle(before, root)) return titleOf(before);
      if (names.isWord(names.textOf(before))) return '';
      before = before.previousElementSibling;
    }
    return '';
  }

  /** Return whether an element may be the title of a menu. @param {Element} element @param {Element} root */
  function isTitle(element, root) {
    if (/^h[1-6]$/.test(element.localName)) return true;
    if (!tree.matches(root, LISTS) || element.querySelector('a[href], ul, ol')) return false;
    if (LABEL_CLASSES.test(element.getAttribute('class') ?? '')) return true;
    // The columns of a foot are often named by paragraphs.
    const isBefore = root.previousElementSibling === element && tree.closest(root, FOOT) !== null;
    return isBefore && TITLES.test(names.textOf(element));
  }

  /** Return the text of a title; '' if it is not rendered, or is that of the site. @param {Element} title */
  function titleOf(title) {
    const link = /** @type {HTMLAnchorElement | null} */ (title.querySelector('a[href]') ?? title.closest('a[href]'));
    return link?.pathname === '/' || names.isUnseen(title, true) ? '' : names.textOf(title);
  }

  /**
   * Return the position of a menu, used to describe one without a name. A menu before the page's content is the main
   * menu.
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
