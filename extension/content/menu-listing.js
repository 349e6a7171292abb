// @ts-check
/**
 * Lists the menus of the page with each link once. Decides which of several menus keeps a link.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapMenuListing) return;
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);

  /** @typedef {import('../shared/types.js').PageMenu} PageMenu */
  /** @typedef {import('../shared/types.js').MenuEntry} MenuEntry */
  /** @typedef {import('../shared/types.js').MenuItem} Item */
  /** @typedef {import('../shared/types.js').ReadMenu} Menu */

  /** Deeper links are moved up to this level; readers do not open branches further down. */
  const DEEPEST = 12;

  home.sitemapMenuListing = Object.freeze({ listed });

  // Behaviour: which menu keeps a link. Also: repeated links, logo, menus for small windows.
  /**
   * Return menus with each link once, in the deepest menu. A menu in the page's foot and a hidden menu keep only links
   * that no other menu has. A logo gives way to an entry of any menu but the foot's.
   * @param {Menu[]} menus
   * @param {string} page
   * @returns {Generator<void, PageMenu[]>}
   */
  function* listed(menus, page) {
    /** @type {Set<string>} */
    const known = new Set();
    const seen = seenLinks(menus.filter(({ isHidden }) => !isHidden));
    const seenAbove = seenLinks(menus.filter(({ isHidden, place }) => !isHidden && place !== 'footer'));
    /** @type {Map<Menu, PageMenu>} */
    const shown = new Map();
    /** The logos that are shown, by their address. @type {Map<string, PageMenu>} */
    const logos = new Map();
    const ranked = menus
      .map((menu) => ({ menu, rank: rankOf(menu, page, seenAbove) }))
      .sort((left, right) => left.rank - right.rank);
    for (const { menu } of ranked) {
      yield;
      if (menu.place === 'footer') for (const url of logos.keys()) known.add(url);
      const own = ownLinks(menu, known, isShut(menu) ? seenAbove : seen, page);
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

  /** Return the links of entries that do not yield. @param {Menu[]} menus */
  function seenLinks(menus) {
    const entries = menus.flatMap(({ items }) => [...entriesIn(items)]);
    return new Set(entries.flatMap(({ url, yields }) => (yields ? [] : url)));
  }

  /** Return whether most of a menu is behind a button. @param {Menu} menu */
  function isShut({ items }) {
    const links = [...entriesIn(items)].filter(({ url }) => url !== '');
    return 2 * links.filter((item) => item.yields).length > links.length;
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
   * those the one with an entry for the current page that is marked so, and named like it. The menu behind a button
   * comes before the foot, unless it is that of another width, whose links are seen above.
   * @param {Menu} menu
   * @param {string} page
   * @param {ReadonlySet<string>} seenAbove  links of the menus that are seen above the foot
   */
  function rankOf({ isHidden, place, items }, page, seenAbove) {
    let [depth, current] = [0, 0];
    for (let at = items; at.length > 0 && depth < DEEPEST; at = at.flatMap(({ children }) => children)) {
      depth += 1;
      for (const item of at)
        if (item.url === page) current = Math.max(current, 2 * Number(item.isCurrent) + Number(isInTitle(item.name)));
    }
    const isFoot = place === 'footer';
    const shared = isHidden ? [...entriesIn(items)].filter(({ url }) => seenAbove.has(url)).length : 0;
    const last = isHidden && (isFoot || shared > 1);
    return (last ? 3 : isFoot ? 2 : Number(isHidden)) * DEEPEST - depth - current / 4;
  }

  /** Return whether a name is a part of the page's title. @param {string} name */
  function isInTitle(name) {
    return names.isWord(name) && names.plain(document.title).toLowerCase().includes(name.toLowerCase());
  }

  /**
   * Return the links that only this menu has, each with the item that keeps it; null if the menu repeats others.
   * @param {Menu} menu
   * @param {ReadonlySet<string>} known  links of the menus so far
   * @param {ReadonlySet<string>} visible  links before which entries yield
   * @param {string} page
   */
  function ownLinks({ items, isHidden }, known, visible, page) {
    /** @type {Map<string, Item>} */
    const own = new Map();
    const all = new Set();
    let hasLink = false;
    for (const item of entriesIn(items)) {
      // A branch with an empty fragment only opens its entries.
      if (!item.url || (item.children.length > 0 && item.url.endsWith('#'))) continue;
      all.add(item.url);
      hasLink ||= !isImplied(item);
      const isFree = !known.has(item.url) && !(item.yields && visible.has(item.url));
      if (isFree && isKeeper(item, own.get(item.url), page)) own.set(item.url, item);
    }
    // Hidden menus repeat others for small windows, or only lead to places in the page.
    const isCopy = isHidden && (own.size * 2 < all.size || [...all].every((url) => url.startsWith(`${page}#`)));
    return own.size === 0 || isCopy || !hasLink ? null : own;
  }

  /** Return whether an entry has no address of its own, and stands for the page. @param {Item} item */
  function isImplied({ link }) {
    return /^\s*#?\s*$/.test(link?.getAttribute('href') ?? '');
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
   * Return whether an entry keeps its link although an earlier entry has the same address: the earlier one is a
   * picture, the branch around it, or a branch that only repeats the home page.
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
    // Authors mark the branches around the current page, too.
    if (earlier.children.length > 0 && isImplied(earlier) && !isImplied(item)) return true;
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
})();
