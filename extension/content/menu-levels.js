// @ts-check
/**
 * Reads the levels of one menu: a label or link followed by a block of links is a branch, whatever their elements.
 * Reads one node a step, within the caller's bounds.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapMenuLevels) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const names = /** @type {NonNullable<typeof home.sitemapNames>} */ (home.sitemapNames);
  const { isNavigation, levelOf, roleOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);

  /** @typedef {import('../shared/types.js').MenuItem} Item */
  /** @typedef {import('../shared/types.js').MenuRules} Rules */
  /**
   * A part of an element's content: a label for the parts after it, an entry, entries without a common name, or a
   * border. `level` is the level of a caption, which names all parts after it; 0 for other labels. A control is a
   * button, or a link that leads nowhere. A nested list belongs to the entry before it; a landmark does so only in an
   * item. `hasTitle` tells that a group has a title of its own, `isHinted` that it looks like a branch.
   * @typedef {{kind: 'label', label: string, level: number, isControl: boolean}} Label
   * @typedef {{kind: 'entry', item: Item, level: number, isHinted: boolean}} Entry
   * @typedef {Record<'isNested' | 'isLandmark' | 'hasTitle' | 'isHinted', boolean>} Kind
   * @typedef {{kind: 'group', items: Item[]} & Kind} Group
   * @typedef {Label | Entry | Group | {kind: 'border'}} Part
   */
  /**
   * An element being read.
   * @typedef {{element: Element, kind: 'list' | 'item' | 'block', nodes: Generator<Node, void>, parts: Part[]}} Frame
   */

  const LISTS = /^(?:ul|ol|menu)$/;
  const LIST_ROLES = /^(?:menu|group|list|tree)$/;
  const ITEMS = /^(?:li|details)$/;
  const CAPTIONS = /^(?:dt|summary|legend|caption|strong|b)$/;
  const CAPTION_CLASSES = /caption|title|heading|label|header|(?:^|[\s_-])group(?:$|\s)/i;
  const TITLE_CLASSES = /title|heading/i;
  /** The class of a link that is the heading of the next ones. */
  const HEADS = /(?:^|[_-])(?:title|heading|caption)$/i;
  /** Names that authors give to the title of the site in its menu. */
  const TITLE_LINKS = /(?:^|[\s_-])brand(?:$|[\s_-])|(?:site|sidebar|nav|navbar)-?(?:title|logo)/i;
  const BORDER_CLASSES = /spacer|divider|separator/i;
  /** Elements around each other that are read; menus have about twenty. */
  const MOST_NESTED = 200;
  /** The level of captions that are no headings. */
  const DEEPEST = 7;
  /** Their labels name their links. */
  const PANELS = /^(?:tabpanel|region|group)$/;
  const SUBMENU_CLASSES =
    /(?:^|[\s_-])(?:sub|submenu|subnav|children|items(?!-)|dropdown(?![_-]toggle)|panel|collapse|nested)(?:$|[\s_-])/i;
  /** Names that authors give to the entry of the page, and none of those around it. */
  const CURRENT_CLASSES =
    /(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])(?!(?:menu[_-]|page[_-])?(?:ancestor|parent|trail))/i;
  const SKIPPED = new Set(
    'script style template noscript svg iframe form select textarea input object video audio canvas'.split(' '),
  );
  /** Longer texts, those that end like sentences, and those that lead back name nothing. */
  const LONGEST_LABEL = 80;
  const NO_LABEL = /^[←‹«]|[.!?]$/;
  /** The text of a control that consists of a picture and a counter, as the bell of new messages. */
  const COUNTER = /^\d{1,3}\+?$/;
  const TOGGLES = '[aria-haspopup], [aria-controls], [role~="button" i], [data-toggle], [data-bs-toggle]';
  const OPENERS = `[aria-expanded], ${TOGGLES}`;
  /** Names that authors give to the button that closes a menu. */
  const CLOSERS = /(?:^|[\s_-])close(?:$|[\s_-])/i;
  /** Panels of one menu that stand apart from their buttons. */
  const MOST_PANELS = 50;

  home.sitemapMenuLevels = Object.freeze({ read });

  /**
   * Read the entries of a menu.
   * @param {Element} root
   * @param {Rules} given
   * @returns {Generator<void, Item[]>}
   */
  function* read(root, given) {
    const panels = panelsIn(root);
    const apart = new Set(panels.values());
    const rules = { ...given, isOver: (/** @type {Element} */ element) => apart.has(element) || given.isOver(element) };
    const stack = [frameOf(root)];
    for (;;) {
      yield;
      const frame = /** @type {Frame} */ (stack.at(-1));
      const node = rules.hasLeft() ? frame.nodes.next().value : undefined;
      if (node) {
        const panel = panels.get(/** @type {Element} */ (node));
        const inner = enter(node, frame, rules) ?? (panel ? frameOf(panel) : null);
        if (inner && stack.length < MOST_NESTED) stack.push(inner);
        continue;
      }
      stack.pop();
      const outer = stack.at(-1);
      if (!outer) return entriesOf(frame, frame.kind === 'block', rules);
      const part = closed(frame, stack, rules);
      if (part) push(outer, part);
    }
  }

  /**
   * Return the panels of a menu that stand apart from their buttons, each by its button.
   * @param {Element} root
   * @returns {Map<Element, Element>}
   */
  function panelsIn(root) {
    /** @type {Map<Element, Element>} */
    const panels = new Map();
    const known = new Set();
    const openers = Array.from(root.querySelectorAll(':is(button, a)[aria-controls]')).slice(0, MOST_PANELS);
    for (const opener of openers) {
      const id = opener.getAttribute('aria-controls') ?? '';
      const panel = /** @type {Document} */ (root.getRootNode()).getElementById?.(id);
      if (!panel || known.has(panel) || !root.contains(panel) || !standsApart(panel, opener)) continue;
      panels.set(opener, panel);
      known.add(panel);
    }
    return panels;
  }

  /**
   * Return whether a panel follows its button, in another entry or after all of them.
   * @param {Element} panel
   * @param {Element} opener
   */
  function standsApart(panel, opener) {
    const entry = opener.closest('li');
    const isAfter = (opener.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return (
      isAfter && entry !== null && !entry.contains(panel) && entry.querySelector('a[href]:not([href^="#"])') === null
    );
  }

  /** @param {Element} element @returns {Frame} */
  function frameOf(element) {
    const role = roleOf(element);
    const isList = role ? LIST_ROLES.test(role) : LISTS.test(element.localName);
    const isItem = ITEMS.test(element.localName) || role === 'treeitem';
    return { element, kind: isList ? 'list' : isItem ? 'item' : 'block', nodes: tree.children(element), parts: [] };
  }

  /**
   * Read a node; return a frame for an element with further parts.
   * @param {Node} node
   * @param {Frame} frame
   * @param {Rules} rules
   */
  function enter(node, frame, rules) {
    if (node.nodeType === Node.TEXT_NODE) {
      const label = names.plain(/** @type {Text} */ (node).data);
      if (names.isWord(label)) push(frame, { kind: 'label', label, level: 0, isControl: false });
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    const element = /** @type {Element} */ (node);
    if (SKIPPED.has(element.localName) || rules.isOver(element)) return null;
    if (/^a(?:rea)?$/.test(element.localName) && element.hasAttribute('href'))
      readLink(/** @type {HTMLAnchorElement} */ (element), frame, rules);
    else if (element.localName === 'button') pushLabel(frame, element);
    else return frameOf(element);
    return null;
  }

  /** @param {Frame} frame @param {Element} element */
  function pushLabel(frame, element) {
    const label = labelOf(element);
    // A menu that this control opens is no part of the entry before it.
    if (label?.isControl && COUNTER.test(label.label)) push(frame, { kind: 'border' });
    else if (label) push(frame, label);
  }

  /** @param {HTMLAnchorElement} link @param {Frame} frame @param {Rules} rules */
  function readLink(link, frame, rules) {
    const isOpener = tree.matches(link, OPENERS);
    const written = link.getAttribute('href')?.trim() ?? '';
    const isInPage = written.startsWith('#');
    const leadsHere = isInPage || written === '' || (link.dataset.bsToggle && link.href === rules.page);
    const isLocal = isOpener && leadsHere;
    const url = isLocal ? '' : rules.addressOf(link);
    // An entry for the page may lead to its first heading. Those within it are the page's own contents.
    const isHere =
      (url === '' || (url === null && !isInPage && !rules.isOwn)) && !tree.matches(link, TOGGLES) && isCurrent(link);
    if (url === null && !isHere && !captionLevelOf(frame.element)) return;
    if (!url && !isHere) return pushLabel(frame, link);
    const text = names.textOf(titleIn(link) ?? link);
    const name = names.isWord(text) ? text : names.nameOf(link) || rules.nameOfFile(link);
    const isPicture = name !== text;
    const isTitle = url
      ? rules.isTitle(url) || TITLE_LINKS.test(`${classOf(link)} ${classOf(link.parentElement)}`)
      : false;
    const isCurrentPage = isHere || isMarked(link);
    const item = { ...branch(name, []), url: url || rules.page, isCurrent: isCurrentPage, isPicture, isTitle, link };
    push(frame, { kind: 'entry', item, level: 0, isHinted: isOpener });
  }

  /** @param {Element | null} element */
  function classOf(element) {
    return element?.getAttribute('class') ?? '';
  }

  /** Return the title of a link that is a card with more text; null for other links. @param {Element} link */
  function titleIn(link) {
    const [title, ...others] = link.querySelectorAll('h1, h2, h3, h4, h5, h6, [role="heading"]');
    return title && others.length === 0 && names.isWord(names.textOf(title)) ? title : null;
  }

  /** Return whether a link or text stands for the page itself. @param {Element} element */
  function isCurrent(element) {
    if (isMarked(element)) return true;
    const isNamed = (/** @type {Element | null} */ at) => CURRENT_CLASSES.test(at?.getAttribute('class') ?? '');
    return isNamed(element) || (element.parentElement?.localName === 'li' && isNamed(element.parentElement));
  }

  /** @param {Element} element */
  function isMarked(element) {
    return !['', 'false'].includes(element.getAttribute('aria-current') ?? '');
  }

  /**
   * Add a part to a frame; a link that repeats the one before it only adds its name.
   * @param {Frame} frame
   * @param {Part} part
   */
  function push({ parts }, part) {
    const last = parts.at(-1);
    const isTwin =
      last?.kind === 'entry' && part.kind === 'entry' && last.item.url === part.item.url && part.item.url !== '';
    if (!isTwin || part.item.children.length > 0 || last.item.children.length > 0) parts.push(part);
    else if (last.item.isPicture && names.isWord(part.item.name)) last.item = part.item;
  }

  /**
   * Return an element without links as a label; null if it names nothing.
   * @param {Element} element
   * @returns {Label | null}
   */
  function labelOf(element) {
    const isUnseen = names.isUnseen(element, levelOf(element) > 0);
    const label = isUnseen || CLOSERS.test(classOf(element)) ? '' : names.textOf(element);
    if (!names.isWord(label) || label.length > LONGEST_LABEL || NO_LABEL.test(label)) return null;
    const isControl = element.localName === 'button' || element.localName === 'a';
    return { kind: 'label', label, level: isControl ? 0 : captionLevelOf(element), isControl };
  }

  /** Return the level of an element that names all that follows it; 0 for others. @param {Element} element */
  function captionLevelOf(element) {
    const level = levelOf(element);
    if (level) return level;
    const isCaption = CAPTIONS.test(element.localName) || CAPTION_CLASSES.test(element.getAttribute('class') ?? '');
    return isCaption ? DEEPEST : 0;
  }

  /**
   * Return what an element is to its parent.
   * @param {Frame} frame
   * @param {Frame[]} outer
   * @param {Rules} rules
   * @returns {Part | null}
   */
  function closed(frame, outer, rules) {
    const { element, kind, parts } = frame;
    const [part] = parts;
    if (kind === 'item' && parts.length === 1 && part?.kind === 'entry' && part.item.children.length === 0) return part;
    if (isTitled(frame, outer)) parts[0] = /** @type {Label} */ ({ ...part, level: DEEPEST });
    const items = entriesOf(frame, isChain(frame, outer), rules);
    if (items.length === 0) return withoutEntries(frame, rules);
    const isLandmark = isNavigation(element);
    const label = outer.some((each) => each.kind === 'item') ? '' : nameOf(frame, rules);
    if (label) return entry(branch(label, unwrapped(label, items)));
    const isHinted = SUBMENU_CLASSES.test(element.getAttribute('class') ?? '');
    const isNested = kind === 'list' || parts.every((part) => part.kind === 'group' && part.isNested);
    const [first] = items;
    const isSubmenu = isHinted && kind === 'block' && first?.children.length === 0;
    if (!first || items.length > 1 || isNested || isLandmark || isSubmenu)
      return { kind: 'group', items, isNested, isLandmark, hasTitle: hasTitle(frame, items), isHinted };
    const own = levelOf(element);
    // The first level is the site's title.
    const level = own > 1 || CAPTIONS.test(element.localName) ? own || DEEPEST : 0;
    return { ...entry(first), level, isHinted: parts.some(isHint) };
  }

  /**
   * Return whether the only text of a list without a link is its title: the first one of a list that is alone in an
   * item. Elsewhere it may be the entry of the current page.
   * @param {Frame} frame
   * @param {Frame[]} outer
   */
  function isTitled({ kind, parts: [first, ...others] }, outer) {
    const around = outer.at(-1);
    const isAlone = kind === 'list' && around?.kind === 'item' && around.parts.length === 0;
    return isAlone && first?.kind === 'label' && !others.some((part) => part.kind === 'label');
  }

  /**
   * Return whether the only entry of a list, or of one alone in an item, is its title, or each of them has entries
   * without leading anywhere itself: then the entry before names none of them.
   * @param {Frame} frame
   * @param {Item[]} items
   */
  function hasTitle({ element, kind, parts }, items) {
    const [first] = element.children;
    const [part] = parts;
    const areTitled = items.length > 1 && items.every(({ link, children }) => link === null && children.length > 0);
    if (kind === 'item') return parts.length === 1 && part?.kind === 'group' && (part.hasTitle || areTitled);
    const isMarked = part?.kind === 'label' && part.level > 0;
    return kind === 'list' && items.length === 1 && (isMarked || TITLE_CLASSES.test(classOf(first ?? null)));
  }

  /** Return the name that its author gives a part of a menu. @param {Frame} frame @param {Rules} rules */
  function nameOf({ element, kind }, rules) {
    if (isNavigation(element)) return rules.labelOf(element);
    return kind === 'list' || PANELS.test(roleOf(element)) ? names.labelOf(element) : '';
  }

  /** @param {Item} item @returns {Entry} */
  function entry(item) {
    return { kind: 'entry', item, level: 0, isHinted: false };
  }

  /** @param {Part} part */
  function isHint(part) {
    return 'isHinted' in part && part.isHinted;
  }

  /**
   * Return an element without links: the current page, a label, or a border.
   * @param {Frame} frame
   * @param {Rules} rules
   * @returns {Part | null}
   */
  function withoutEntries({ element, parts }, rules) {
    const labels = parts.filter((part) => part.kind === 'label');
    if (labels.length === 0) return isBorder(element) ? { kind: 'border' } : null;
    const label = labelOf(element);
    const isHere = isMarked(element) || (/^(?:li|a)$/.test(element.localName) && isCurrent(element));
    if (label && isHere) return entry({ ...branch(label.label, []), url: rules.page, isCurrent: true });
    const isControl = levelOf(element) === 0 && labels.every((inner) => inner.isControl);
    if (!label) return null;
    const { label: title = '', level = 0 } = labels[0] ?? {};
    // Text after a heading describes it, or is for a search.
    const name = level > 0 && level < DEEPEST ? title : label.label;
    return { ...label, label: name, level: isControl ? 0 : label.level || level, isControl };
  }

  /** @param {Element} element */
  function isBorder(element) {
    const named = BORDER_CLASSES.test(element.getAttribute('class') ?? '');
    return element.localName === 'hr' || named || roleOf(element) === 'separator';
  }

  /** @param {string} name @param {Item[]} children @returns {Item} */
  function branch(name, children) {
    return { name, url: '', isCurrent: false, isPicture: false, isTitle: false, yields: false, link: null, children };
  }

  /**
   * Return whether an element has all of the menu, alone in the elements around it.
   * @param {Frame} frame
   * @param {Frame[]} outer
   */
  function isChain({ kind }, outer) {
    return (
      kind === 'block' &&
      outer.every(({ element, kind: around }) => around === 'block' && element.childElementCount === 1)
    );
  }

  /**
   * Return the entries of an element, each with the block that belongs to it.
   * @param {Frame} frame
   * @param {boolean} isWhole  whether the element has all of the menu
   * @param {Rules} rules
   * @returns {Item[]}
   */
  function entriesOf(frame, isWhole, rules) {
    markHeads(frame.parts, isWhole);
    const list = new EntryList(frame, isWhole, rules);
    for (const part of frame.parts) list.add(part);
    return list.items;
  }

  /**
   * Mark links as headings of those after them, if their author names the first one so, and not the next. The only one
   * of a whole menu is its title.
   * @param {Part[]} parts
   * @param {boolean} isWhole
   */
  function markHeads(parts, isWhole) {
    const [first = [], second = []] = parts.slice(0, 2).map(classesOf);
    const others = new Set(second);
    const name = first.find((each) => HEADS.test(each) && !others.has(each));
    if (name === undefined || others.size === 0) return;
    const heads = parts.filter((part) => part.kind === 'entry' && part.item.link?.classList.contains(name));
    if (isWhole && heads.length === 1) return;
    for (const head of heads) /** @type {Entry} */ (head).level = DEEPEST;
  }

  /** Return the class names of an entry's link, none for the title of the site. @param {Part} part */
  function classesOf(part) {
    return part.kind === 'entry' && part.item.link && !part.item.isTitle ? classOf(part.item.link).split(/\s+/) : [];
  }

  /** The entries of an element while its parts are added one after another. */
  class EntryList {
    /** @param {Frame} frame @param {boolean} isWhole @param {Rules} rules */
    constructor({ element, kind, parts }, isWhole, { isRendered }) {
      this.kind = kind;
      /** Whether a part that is not rendered is hidden by itself, and not with a closed branch. */
      this.isOpen = isRendered && parts.length > 1 && element.checkVisibility();
      /** Whether a caption names entries even after a block. */
      this.coversAll = kind !== 'block' || element.localName === 'dl';
      const count = (/** @type {Part['kind']} */ name) => parts.filter((part) => part.kind === name).length;
      this.isOnlyGroup = count('group') === 1;
      const titles = parts.filter((part) => 'level' in part && part.level > 0);
      /** Whether bold entries are titles: several are, and one with which a list begins; any other is only stressed. */
      this.hasTitles = titles.length > 1 || titles[0] === parts[0];
      /** Whether the only entry beside blocks is the title of the menu, rather than that of the next block. */
      this.isTitled = isWhole && count('group') > 0 && count('entry') <= 1;
      this.isWhole = isWhole;
      const around = element.parentElement;
      /** Whether the element has all of an item, so that its parts are those of the item. */
      this.isAloneInItem = around?.childElementCount === 1 && ITEMS.test(around.localName);
      /** @type {Item[]} */
      this.items = [];
      /** The captions that name what follows, outermost first. @type {{level: number, item: Item}[]} */
      this.captions = [];
      /** The labels since the last entry or block. @type {Label[]} */
      this.labels = [];
      /** The last entry, while only labels follow it. @type {Entry | null} */
      this.entry = null;
      /** Entries since the last block. */
      this.run = 0;
      /** The branch that the last block belongs to. @type {Item | null} */
      this.head = null;
    }

    /** @param {Part} part */
    add(part) {
      // Beside a logo, the name of the site names nothing.
      if (part.kind === 'label' && part.label === this.entry?.item.name) return;
      if (part.kind === 'label') return void this.labels.push(part);
      if (part.kind === 'border') this.captions = [];
      else if (part.kind === 'group') this.addBlock(part, part.items);
      else if (part.item.url === '' && this.kind === 'item' && !this.entry?.item.children.length)
        this.addBlock({ ...part, isNested: true, isLandmark: false, hasTitle: false }, [part.item]);
      else this.addEntry(part);
      this.labels = [];
    }

    /** @param {Entry} entry */
    addEntry(entry) {
      this.beginCaptions();
      if (!names.isWord(entry.item.name) && this.kind === 'item') entry.item.name = this.labels[0]?.label ?? '';
      this.markHidden([entry.item]);
      const isTitle = entry.level > 0 && this.hasTitles;
      if (isTitle) this.captions = this.captions.filter(({ level }) => level < entry.level);
      this.put(entry.item);
      if (isTitle && !this.isTitled) this.captions.push({ level: entry.level, item: entry.item });
      this.entry = entry;
      this.head = null;
      this.run += 1;
    }

    /** @param {Kind} group @param {Item[]} items */
    addBlock(group, items) {
      const label = this.labels.at(-1);
      if (this.entry && this.isHeadOf(group)) this.head = this.entry.item;
      else if (this.labels.some(({ level }) => level)) this.head = this.beginCaptions();
      else if (label && !(this.isWhole && this.isOnlyGroup)) this.put((this.head = branch(label.label, [])));
      else if (this.entry) this.head = this.unheaded(this.entry);
      else if (this.kind === 'list' && !group.isNested) this.head = null;
      if (this.head) this.head.children.push(...unwrapped(this.head.name, items));
      else for (const item of this.markHidden(items)) this.put(item);
      const caption = this.captions.at(-1);
      if (caption && caption.item === this.head && !this.coversAll) this.captions.pop();
      this.entry = null;
      this.run = 0;
    }

    /** Mark the title beside the blocks, which is none of the entries. @param {Entry} entry @returns {null} */
    unheaded(entry) {
      if (this.isTitled) entry.item.yields = true;
      return null;
    }

    /** Begin the branches of captions since the last entry; return the innermost. @returns {Item | null} */
    beginCaptions() {
      const chain = this.labels.filter(({ level }) => level);
      for (const [at, { label, level }] of chain.entries()) {
        if ((chain[at + 1]?.level ?? Infinity) <= level) continue; // names nothing
        this.captions = this.captions.filter((caption) => caption.level < level);
        const item = branch(label, []);
        this.put(item);
        this.captions.push({ level, item });
      }
      return this.captions.at(-1)?.item ?? null;
    }

    /** @param {Item} item */
    put(item) {
      (this.captions.at(-1)?.item.children ?? this.items).push(item);
    }

    /** Mark entries without a head that are not shown, beside others that are. @param {Item[]} items */
    markHidden(items) {
      const link = items.find((item) => item.link)?.link;
      if (this.isOpen && link && !link.checkVisibility()) for (const item of items) item.yields = true;
      return items;
    }

    /**
     * Return whether a block belongs to the entry before it.
     * @param {Kind} group
     */
    isHeadOf({ isNested, isLandmark, hasTitle, isHinted }) {
      const label = this.labels.at(-1);
      if (this.kind === 'item') return !hasTitle;
      if (this.kind === 'list') return isNested && !label && !hasTitle;
      if (
        (isLandmark && !this.isAloneInItem) ||
        this.isTitled ||
        this.entry?.item.isTitle ||
        (this.entry?.item.isPicture && !this.entry.isHinted && !isHinted) ||
        (label && (this.isWhole || this.run > 1 || label.level > 0))
      )
        return false;
      const { isHinted: isOpener = false, level = 0 } = this.entry ?? {};
      return this.run === 1 || !this.isOnlyGroup || isHinted || isOpener || level > 0;
    }
  }

  /**
   * Return entries without a single branch around them that has the same name.
   * @param {string} name
   * @param {Item[]} items
   */
  function unwrapped(name, items) {
    const [only] = items;
    const isWrapper = only && items.length === 1 && only.url === '' && only.name.toLowerCase() === name.toLowerCase();
    return isWrapper ? only.children : items;
  }
})();
