// @ts-check
/**
 * Reads the menus of the page, and the pages that its breadcrumb trails and pagers name. Reads in small steps, so that
 * the caller can pause between two frames; sends nothing and changes nothing. Pages are untrusted: every loop is
 * bounded.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapMenus) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const levels = /** @type {NonNullable<typeof home.sitemapMenuLevels>} */ (home.sitemapMenuLevels);
  const menuElements = /** @type {NonNullable<typeof home.sitemapMenuElements>} */ (home.sitemapMenuElements);
  const { listed } = /** @type {NonNullable<typeof home.sitemapMenuListing>} */ (home.sitemapMenuListing);
  const { roleOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);

  /** @typedef {import('../shared/types.js').PageMenu} PageMenu */
  /** @typedef {import('../shared/types.js').PageLink} PageLink */
  /** @typedef {import('../shared/types.js').PageLinks} PageLinks */
  /** @typedef {import('../shared/types.js').MenuSurroundings} MenuSurroundings */
  /** @typedef {import('../shared/types.js').ReadMenu} Menu */
  /**
   * The reading of one page's menus. `page` is the page's address, `anchors` are the ids of its headings, and `leads`
   * the addresses that headings lead to. `columns` are the lists that stand in a column, and `frames` describes
   * the menus that fill a frame. `left` and `links` count the nodes and links that may still be read.
   * @typedef {{
   *   page: string,
   *   frames: MenuSurroundings['frames'],
   *   anchors: ReadonlySet<string>,
   *   leads: ReadonlySet<string>,
   *   columns: ReadonlySet<Element>,
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
  /** Longer addresses are not a menu's, and each is sent to the sidebar. */
  const LONGEST_ADDRESS = 2_000;

  /** The menus of an open dialog concern only the dialog; a closed one may be the menu of small windows. */
  const DIALOGS = 'dialog, [role~="dialog" i], [role~="alertdialog" i]';
  const SKIPS = /(?:^|[\s_-])skip/i;
  /** Addresses at which a page is edited. */
  const EDIT = /(?:[/?&=])_?edit(?:$|[/?&=#])/i;
  /** Addresses of the source of a page: its own, and those of code hosts. */
  const SOURCE = /\/_sources\//;
  const HOSTED_SOURCE = /\/(?:blob|raw|src|blame|tree|issues)\//;
  /** Names that authors give to what can be done with a page. */
  const ACTIONS = /(?:^|[\s_-])(?:edit|sources?|actions?|aside|share|print|github|gitlab)(?:$|[\s_-])/i;
  /** The words with which a link of a pager begins before the name of its page. */
  const DIRECTION = new RegExp(
    '^(?:[←«‹→»›\\s]|(?:prev(?:ious)?|next|older|newer|zurück|vorherige[rs]?|weiter|nächste[rs]?|précédente?|' +
      'suivante?|anterior|siguiente|السابقة?|التالية?)(?=$|[\\s:])|(?:page|post|chapter|topic)s?(?=$|[\\s:])|:)+',
    'iu',
  );
  /** Relations by which a link names the home page of its site. */
  const HOME = /(?:^|\s)(?:home|start)(?:\s|$)/i;
  const RELATIONS = /(?:^|\s)(prev|next)(?:\s|$)/i;

  /** The last part of the path of a page, which pictures and documents are not. */
  const FILE_NAME = /\/([^/.]+)(?:\.(?:html?|xhtml|shtml|php\d?|aspx?|jspx?|cgi|cfm|pl))?\/?$/i;
  const INDEX = /\/(?:index|default)\.\w+$/i;

  home.sitemapMenus = Object.freeze({ read, readLink });

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
   * @param {MenuSurroundings} around
   * @returns {Generator<void, PageMenu[]>}
   */
  function* read(roots, { page, anchors, leads, lists, before, frames, links, isColumn }) {
    /** @type {Progress} */
    const progress = {
      page: page.split('#')[0] ?? '',
      frames,
      anchors,
      leads,
      columns: yield* menuElements.columnsIn(roots, lists, isColumn),
      before: new Set(roots.slice(0, before)),
      left: MOST_NODES,
      links: MOST_LINKS,
      pages: links,
    };
    /** @type {Menu[]} */
    const menus = [];
    const isRoot = (/** @type {Element} */ root) => !lists.has(root) || progress.columns.has(root);
    for (const root of roots.filter(isRoot).slice(0, MOST_MENUS)) {
      yield;
      const kind = menuElements.kindOf(root, lists.has(root) || frames.has(root) || undefined);
      if (kind === 'menu' && (repeatsHeadings(root, progress) || isContents(root, progress))) continue;
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
    return tree.closest(root, 'article') !== null && menuElements.linksIn(root).every(({ href }) => leads.has(href));
  }

  /**
   * Return whether a menu is the page's own contents: it leads only to places in the page, most of them headings.
   * @param {Element} root
   * @param {Progress} progress
   */
  function isContents(root, { page, anchors }) {
    const links = menuElements.linksIn(root).filter((link) => link.getAttribute('href')?.trim() !== '#');
    const fragments = links.flatMap(({ href }) => (href.startsWith(`${page}#`) ? href.slice(page.length + 1) : []));
    const isOfPage = links.length > 1 && fragments.length === links.length;
    return isOfPage && 2 * fragments.filter((fragment) => anchors.has(decoded(fragment))).length >= links.length;
  }

  /**
   * Read a trail or a pager.
   * @param {'' | 'pager' | 'trail'} kind
   * @param {Element} element
   * @param {Progress} progress
   */
  function readOther(kind, element, { page, pages }) {
    const links = menuElements.linksIn(element).filter(({ href }) => isAddress(href) && href.split('#')[0] !== page);
    if (kind === 'trail' && pages.parents.length === 0) {
      const parents = links
        .filter((link, at) => !isAction(link, element) && !links.slice(at + 1).some(({ href }) => href === link.href))
        .map((link) => ({ name: names.nameOf(link), url: link.href }));
      // A trail often begins with the picture of a house.
      if (parents[0]?.name === '') pages.home ||= parents[0].url;
      pages.parents = parents.filter(({ name }) => name !== '');
    }
    for (const link of kind === 'pager' ? links : []) {
      const direction = menuElements.directionOf(link);
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
    const frame = progress.frames.get(root);
    const name = menuElements.labelOf(root) || (frame?.name ?? '');
    const left = progress.links;
    const links = menuElements.linksIn(root);
    const isOwn = 2 * links.filter(({ href }) => href.startsWith(`${progress.page}#`)).length > links.length;
    const items = yield* levels.read(root, {
      page: progress.page,
      isOwn,
      isRendered: !isHidden,
      hasLeft: () => progress.links > 0 && progress.left-- > 0,
      // As in maps that `make` makes: the file of a menu is no page.
      addressOf: (link) => (frame?.isInner(link) ? null : addressOf(link, progress)),
      isOver: (element) => isOver(element, progress),
      isTitle: (url) => progress.links === left - 1 && new URL(url).pathname === '/',
      nameOfFile: areBare(links) ? nameOfFile : () => '',
      labelOf: (landmark) => (menuElements.ownLabelOf(landmark) === name ? '' : menuElements.ownLabelOf(landmark)),
    });
    const otherPlace = progress.columns.has(root) ? 'aside' : progress.before.has(root) ? 'header' : '';
    const place = frame?.place ?? (menuElements.placeOf(root) || otherPlace);
    return [{ root, name, place, isHidden, items }];
  }

  /** Return whether most links are pictures to which their author gave no text. @param {HTMLAnchorElement[]} links */
  function areBare(links) {
    const bare = links.filter((link) => link.querySelector('img') && names.nameOf(link) === '');
    return bare.length > 1 && 2 * bare.length > links.length;
  }

  /**
   * Return a name made from the file that a picture leads to, as `make` names pages without a title; '' for other
   * links, and for what is no page of the site.
   * @param {HTMLAnchorElement} link
   */
  function nameOfFile(link) {
    if (link.origin !== location.origin || link.search || !link.querySelector('img')) return '';
    const [stem = ''] = FILE_NAME.exec(link.pathname.replace(INDEX, '/'))?.slice(1) ?? [];
    const words = names.plain(decoded(stem).replace(/[-_+]+/g, ' '));
    return /\p{L}/u.test(words) ? words.replace(/^./u, (letter) => letter.toUpperCase()) : '';
  }

  /** Return whether an element in a menu is no part of it. @param {Element} element @param {Progress} progress */
  function isOver(element, progress) {
    if (!/^(?:ol|ul|nav|div)$/.test(element.localName)) return false;
    const kind = menuElements.kindByClass(element);
    if (!kind) return false;
    readOther(kind, element, progress);
    return true;
  }

  /** Return whether a menu is visible: itself, or links that are placed elsewhere. @param {Element} root */
  function isSeen(root) {
    const isIn = (/** @type {Element} */ element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !names.isOutside(element);
    return isIn(root) || menuElements.linksIn(root).some(isIn);
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
    return SKIPS.test(named) || (link.checkVisibility() && names.isOutside(link));
  }

  /** @param {string} fragment */
  function decoded(fragment) {
    try {
      return decodeURIComponent(fragment);
    } catch {
      return fragment;
    }
  }
})();
