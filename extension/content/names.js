// @ts-check
/**
 * Names elements as their readers see them: by their rendered text, without marks and controls; an element without text
 * by its accessible name. Pages are untrusted: the work for a name is bounded.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapNames) return;
  const tree = /** @type {NonNullable<typeof home.sitemapFlatTree>} */ (home.sitemapFlatTree);
  const { roleOf } = /** @type {NonNullable<typeof home.sitemapRoles>} */ (home.sitemapRoles);
  const visibleText = /** @type {NonNullable<typeof home.sitemapVisibleText>} */ (home.sitemapVisibleText);

  /** A border of an element in a name. @typedef {{element: Element, style: CSSStyleDeclaration | null}} Border */
  /**
   * A name being read: of an element, which is rendered or in a closed menu. `parts` has its text by rank, the part
   * that is being read at `rank`. `borders` are those since the last text, and `left` counts the nodes that may be
   * examined.
   * @typedef {{
   *   root: Element,
   *   isRendered: boolean,
   *   parts: string[],
   *   rank: number,
   *   borders: Border[],
   *   left: number,
   * }} Draft
   */

  const MOST_LETTERS = 200;
  const MOST_NODES = 500;
  const DEEPEST = 50;
  /** Characters read of one text node. */
  const MOST_OF_TEXT = 4 * MOST_LETTERS;
  /** Elements that an attribute may refer to. */
  const MOST_REFERENCES = 5;
  /** The smallest distance between inline elements that separates words, in pixels. */
  const GAP = 3;
  /** Further to the left or above than this, in pixels, text is outside the canvas. */
  const FAR = -500;

  const MATHML = 'http://www.w3.org/1998/Math/MathML';
  const SKIPPED = new Set(
    `script style template noscript iframe object svg canvas audio video select textarea input datalist embed img form
    rp rt annotation annotation-xml title`.split(/\s+/),
  );
  /** Their padding frames a part of a word. */
  const CODE = new Set(['code', 'kbd', 'samp', 'tt', 'var']);
  const IS_BLOCK = /^(?:block|flow-root|flex|grid|table|list-item)/;
  /** Fonts whose letters are pictures, and elements in them. */
  const ICON_FONTS = /^[^,]*(?:icon|material symbols|awesome|glyph)/i;
  const ICON_CLASSES = /(?:^|[\s_-])(?:material-(?:icons|symbols)|octicon|glyphicon|codicon)/i;
  /** Names that authors give to signs of entries that open. */
  const SIGN_CLASSES = /arrow|caret|chevron|toggle|expand/i;
  /** Names that authors give to links from a heading to itself, and to those for editing it. */
  const PERMALINKS = /anchor|perma-?link|header-?link|heading-?link|hash-?link/i;
  const EDIT_CLASSES = /(?:^|[\s_-])edit-?(?:section|link|page|button)(?:$|[\s_-])/i;
  const EDIT_ADDRESSES = /(?:^|[/?&=])_?edit(?:$|[/?&=#])/i;
  const NOTE_ROLES = /^doc-(?:noteref|backlink)$/;
  const NOTE_SIGNS = /^[[(]?(?:\d{1,3}|[a-z]|[*†‡§]+|note \d+)[\])]?$/i;
  /** Links to the code that a heading describes. */
  const SOURCE_SIGNS = /^[[(](?:src|source|code)[\])]$/i;
  const IS_WORD = /[\p{L}\p{N}]/u;
  /** The letters of icon fonts. */
  const ICONS = /\p{Co}+/gu;
  /** Signs at the end of a name that only show that it opens or leads somewhere. */
  const ARROWS = /\s+[\u2303\u2304\u2335\u25b2-\u25c5\u276c-\u2771»›]+\ufe0f?$/u;
  /** Such signs, and bullets, at its beginning. */
  const OPENING_SIGNS = /^(?:[\u25b2-\u25c5\u276c-\u2771]\ufe0f?\s*|[»›•]\s+)+/u;
  /** The alternative that some editors give to every picture. */
  const FILE_NAME = /^\S+\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i;
  /** The text of a counter. */
  const COUNT = /^\d{1,3}\+?$/;

  /** Brackets that remain around links for editing. */
  const BRACKETS = /\s*\[[\s|]*\]$/;

  /** Ranks of text: the name itself, and parts that are the name only if there is nothing of a better rank. */
  const RANKS = Object.freeze({ text: 0, faint: 1, ownLink: 2, button: 3, mark: 4 });

  home.sitemapNames = Object.freeze({ accessibleNameOf, isOutside, isUnseen, isWord, labelOf, nameOf, plain, textOf });

  /**
   * Return the name of an element: its rendered text, or else its accessible name, or its address if all of its
   * characters are invisible.
   * @param {Element} element
   */
  function nameOf(element) {
    const text = textOf(element);
    if (isWord(text)) return text;
    const name = accessibleNameOf(element);
    return isWord(name) ? name : text || (isBlank(element) ? addressOf(element) : name);
  }

  /** Return whether an element has text without any visible character. @param {Element} element */
  function isBlank(element) {
    const [text = ''] = partsOf(element);
    return /\S/.test(text) && plain(text) === '';
  }

  /** Return the address that an element leads to, or that leads to it; '' if there is none. @param {Element} element */
  function addressOf(element) {
    const link = tree.closest(element, 'a[href]') ?? element.querySelector('a[href]');
    const id = element.id && encodeURIComponent(element.id.toWellFormed());
    return plain(link ? String(/** @type {HTMLAnchorElement} */ (link).href) : id && `${pageOf(element)}#${id}`);
  }

  /** Return the address of the document that an element is in, also if that is in a frame. @param {Element} element */
  function pageOf(element) {
    return element.ownerDocument.URL.split('#')[0]; // a document that has left its frame has no location
  }

  /** Return whether a name has a letter or a digit. @param {string} name */
  function isWord(name) {
    return IS_WORD.test(name);
  }

  /**
   * Return a text in one line, without invisible characters and icons, truncated.
   * @param {string | null | undefined} text
   */
  function plain(text) {
    const line = visibleText((text ?? '').slice(0, MOST_OF_TEXT).replace(ICONS, ' '))
      .replace(/\s+/g, ' ')
      .trim();
    return line.length > MOST_LETTERS
      ? line
          .slice(0, MOST_LETTERS)
          .toWellFormed()
          .replace(/\ufffd$/, '')
      : line;
  }

  /** Return the text of an element as it is rendered, or would be if its menu were open. @param {Element} element */
  function textOf(element) {
    const parts = element.childElementCount || element.shadowRoot ? partsOf(element) : [element.textContent];
    const lines = parts.map(plain);
    const line = lines.find(isWord) ?? lines.slice(0, RANKS.ownLink).find(Boolean) ?? '';
    const bare = line.replace(OPENING_SIGNS, '').replace(lines[RANKS.mark] ? BRACKETS : ARROWS, '');
    return isWord(bare) ? bare : line;
  }

  /** Return the text of an element by rank. @param {Element} root @returns {string[]} */
  function partsOf(root) {
    const isRendered = root.checkVisibility({ visibilityProperty: true });
    /** @type {Draft} */
    const draft = { root, isRendered, parts: ['', '', '', '', ''], rank: RANKS.text, borders: [], left: MOST_NODES };
    readChildren(root, null, draft, 0);
    return draft.parts;
  }

  /**
   * @param {Element} element
   * @param {CSSStyleDeclaration | null} style  null for the root
   * @param {Draft} draft
   * @param {number} depth
   */
  function readChildren(element, style, draft, depth) {
    const isClosed = element.localName === 'details' && !element.hasAttribute('open');
    const summary = isClosed ? element.querySelector('summary') : null;
    for (const node of isClosed ? (summary ? [summary] : []) : tree.children(element)) {
      if (draft.left-- <= 0) return;
      if (node.nodeType === Node.TEXT_NODE) {
        if (!style || isLegible(style, draft)) add(draft, /** @type {Text} */ (node).data.slice(0, MOST_OF_TEXT));
      } else if (node.nodeType === Node.ELEMENT_NODE && depth < DEEPEST)
        readElement(/** @type {Element} */ (node), draft, depth + 1);
    }
  }

  /**
   * Add a text, with a space if a border between it and the text before separates words.
   * @param {Draft} draft
   * @param {string} text
   */
  function add(draft, text) {
    if (!/\S/.test(text)) return void draft.borders.push({ element: draft.root, style: null });
    const before = draft.parts[draft.rank] ?? '';
    const isGlued = before !== '' && !/\s$/.test(before) && !/^\s/.test(text);
    draft.parts[draft.rank] = before + (isGlued && draft.borders.some(separatesWords) ? ' ' : '') + text;
    draft.borders = [];
  }

  /** @param {Element} element @param {Draft} draft @param {number} depth */
  function readElement(element, draft, depth) {
    if (element.localName === 'br' || element.localName === 'hr') draft.borders.push({ element, style: null });
    if (SKIPPED.has(element.localName)) return;
    const style = getComputedStyle(element);
    const isFormula = element.localName === 'math'; // often hidden beside its picture
    if (
      !isFormula &&
      (isIcon(element, style) || isPicture(element) || (isHidden(style, draft) && !element.querySelector('math')))
    )
      return;
    const outer = draft.rank;
    const rank = isFormula ? outer : Math.max(outer, rankOf(element, style, draft.root));
    draft.borders.push({ element, style });
    draft.rank = rank;
    // Of several such links and buttons, the first may be the name.
    if (rank === outer || rank === RANKS.faint || !isWord(draft.parts[rank] ?? ''))
      readChildren(element, style, draft, depth);
    draft.rank = outer;
    draft.borders.push({ element, style });
  }

  /**
   * Return whether the text of an element is large enough, and on the canvas.
   * @param {CSSStyleDeclaration} style
   * @param {Draft} draft
   */
  function isLegible(style, { root }) {
    if (style.fontSize === '0px') return getComputedStyle(root).fontSize === '0px';
    if (style.display === 'inline' || !(Number.parseFloat(style.textIndent) < FAR)) return true;
    return getComputedStyle(root).textIndent === style.textIndent;
  }

  /**
   * Return whether sighted readers do not see an element of a name.
   * @param {CSSStyleDeclaration} style
   * @param {Draft} draft
   */
  function isHidden(style, { isRendered }) {
    if (style.display === 'none' || isClipped(style)) return true;
    return isRendered && /^(?:hidden|collapse)$/.test(style.visibility);
  }

  /**
   * Return whether a style leaves nothing of an element in view, as that of text for screen readers.
   * @param {CSSStyleDeclaration} style
   */
  function isClipped(style) {
    const { position, overflow } = style;
    const isPlaced = position === 'absolute' || position === 'fixed';
    const isCut = /hidden|clip/.test(overflow) && style.display !== 'inline';
    if (isCut && (isTiny(style.width) || isTiny(style.height))) return true;
    if (!isPlaced) return false;
    if (/^inset\((?:[5-9]\d|100)%|^circle\(0/.test(style.clipPath)) return true;
    const [top = 0, right = 0, bottom = 0, left = 0] = style.clip.match(/[\d.]+(?=px)/g)?.map(Number) ?? [0, 9, 9, 0];
    const offsets = [style.left, style.right, style.top, style.bottom, style.marginLeft, style.marginTop];
    return right - left <= 1 || bottom - top <= 1 || offsets.some((offset) => Number.parseFloat(offset) < FAR);
  }

  /** @param {string} length */
  function isTiny(length) {
    return Number.parseFloat(length) <= 1;
  }

  /**
   * Return whether the letters of an element are shown as a picture.
   * @param {Element} element
   * @param {CSSStyleDeclaration} style
   */
  function isIcon(element, style) {
    const named = element.getAttribute('class') ?? '';
    return ICON_CLASSES.test(named) || (element.localName === 'i' && ICON_FONTS.test(style.fontFamily));
  }

  /** Return whether an element is the picture of a formula that stands beside it. @param {Element} element */
  function isPicture(element) {
    if (element.getAttribute('aria-hidden') !== 'true') return false;
    const around = element.parentElement;
    return around !== null && !element.querySelector('math') && around.querySelector('math') !== null;
  }

  /**
   * Return the rank of an element's text.
   * @param {Element} element
   * @param {CSSStyleDeclaration} style
   * @param {Element} root
   */
  function rankOf(element, style, root) {
    const role = roleOf(element);
    const named = element.getAttribute('class') ?? '';
    if (isButton(element, role)) return RANKS.button;
    if (NOTE_ROLES.test(role) || EDIT_CLASSES.test(named)) return RANKS.mark;
    if (SIGN_CLASSES.test(named) && !isWord(element.textContent)) return RANKS.mark;
    if (element.localName === 'sup' && element.querySelector('a[href*="#"]')) return RANKS.mark;
    if (element.localName === 'a') return rankOfLink(element, named, root);
    // A counter upon an entry, as that of a cart.
    if (style.position === 'absolute' && COUNT.test(plain(element.textContent))) return RANKS.mark;
    return style.opacity === '0' ? RANKS.faint : RANKS.text;
  }

  /**
   * Return whether an element is a button. Terms that open a list of their uses are words.
   * @param {Element} element
   * @param {string} role
   */
  function isButton({ localName }, role) {
    return role === 'button' ? localName !== 'dfn' : localName === 'button' && !role;
  }

  /**
   * Return the rank of a link in a name that is not the link's.
   * @param {Element} link
   * @param {string} named
   * @param {Element} root
   */
  function rankOfLink(link, named, root) {
    const href = link.getAttribute('href');
    if (href === null) return RANKS.text;
    if (EDIT_ADDRESSES.test(href) || SOURCE_SIGNS.test(plain(link.textContent))) return RANKS.mark;
    const fragment = fragmentOf(link, href);
    if (fragment === null) return RANKS.text;
    const text = plain(link.textContent);
    if (NOTE_SIGNS.test(text)) return RANKS.mark;
    const isMarkedUp = PERMALINKS.test(named) || link.getAttribute('aria-hidden') === 'true';
    if (isMarkedUp || !isWord(text)) return RANKS.ownLink;
    // Within the words of a heading, it is a part of them.
    return isOwn(root, fragment) && plain(root.textContent).endsWith(text) ? RANKS.ownLink : RANKS.text;
  }

  /** Return the fragment of a link within the page; null for others. @param {Element} link @param {string} href */
  function fragmentOf(link, href) {
    if (href.startsWith('#')) return href.slice(1);
    const [page, fragment] = String(/** @type {HTMLAnchorElement} */ (link).href).split('#');
    return fragment !== undefined && page === pageOf(link) ? fragment : null;
  }

  /**
   * Return whether a fragment leads to a heading: to it, its section, or an element in or right before it.
   * @param {Element} root
   * @param {string} fragment
   */
  function isOwn(root, fragment) {
    const id = decoded(fragment);
    const places = [root, root.parentElement, root.parentElement?.parentElement, root.previousElementSibling];
    const inner = [...root.querySelectorAll('[id], a[name]')].slice(0, MOST_REFERENCES);
    return (
      [...places, ...inner].some((place) => place?.id === id) ||
      inner.some((place) => place.getAttribute('name') === id)
    );
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
   * Return whether a border separates words: a line break, or one of a block, or one with a distance.
   * @param {Border} border
   */
  function separatesWords({ element, style }) {
    // Browsers lay out formulas in different ways.
    if (element.namespaceURI === MATHML && element.localName !== 'math') return false;
    if (!style || IS_BLOCK.test(style.display)) return true; // also floats, and children of flex and grid boxes
    const lengths = [style.marginLeft, style.marginRight];
    if (!CODE.has(element.localName)) lengths.push(style.paddingLeft, style.paddingRight);
    return lengths.some((length) => Number.parseFloat(length) >= GAP);
  }

  /**
   * Return the accessible name of an element without text: its label, the text and alternatives in it, or its title.
   * @param {Element} element
   */
  function accessibleNameOf(element) {
    const label = labelOf(element) || (element.localName === 'area' ? plain(element.getAttribute('alt')) : '');
    return label || plain(alternativesIn(element)) || plain(element.getAttribute('title'));
  }

  /** Return the name of an element by the elements it refers to, or its label. @param {Element} element */
  function labelOf(element) {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/, MOST_REFERENCES).filter(Boolean);
    const root = /** @type {Document} */ (element.getRootNode());
    const labels = ids
      .map((id) => root.getElementById?.(id))
      .map((label) => (label ? textOf(label) || own(label) : ''));
    return plain(labels.join(' ')) || plain(element.getAttribute('aria-label'));
  }

  /** @param {Element} element */
  function own(element) {
    return plain(element.getAttribute('aria-label')) || plain(alternativesIn(element));
  }

  /**
   * Return the texts for screen readers and the alternatives of pictures in an element, each alternative once. Two
   * pictures with the same alternative are for two colour schemes, and a hidden text may repeat a picture's
   * alternative.
   * @param {Element} root
   */
  function alternativesIn(root) {
    let text = '';
    let node = tree.next(root, root, false, true);
    for (let count = 0; node && count < MOST_NODES && text.length < MOST_OF_TEXT; count++) {
      const isElement = node.nodeType === Node.ELEMENT_NODE;
      const alternative = isElement ? alternativeOf(/** @type {Element} */ (node)) : null;
      if (node.nodeType === Node.TEXT_NODE) text += /** @type {Text} */ (node).data.slice(0, MOST_OF_TEXT);
      if (alternative && !plain(text).endsWith(alternative)) text += ` ${alternative} `;
      node = tree.next(node, root, alternative !== null, true);
    }
    return text;
  }

  /** Return what names an element instead of its content; null if its content does. @param {Element} element */
  function alternativeOf(element) {
    const hidden = element.getAttribute('aria-hidden') === 'true' || getComputedStyle(element).display === 'none';
    if (hidden) return '';
    const alternative = plain(element.getAttribute('alt'));
    const label = plain(element.getAttribute('aria-label')) || (FILE_NAME.test(alternative) ? '' : alternative);
    if (label) return label;
    if (element.localName === 'svg') return plain(element.querySelector('title')?.textContent);
    if (SKIPPED.has(element.localName)) return plain(element.getAttribute('title'));
    return element.hasChildNodes() ? null : plain(element.getAttribute('title'));
  }

  /**
   * Return whether an element alone is not rendered or is clipped, whatever is around it.
   * @param {Element} element
   * @param {boolean} [isForAll]  whether it counts if it is clipped, so that only screen readers have it
   */
  function isUnseen(element, isForAll = false) {
    const style = getComputedStyle(element);
    return style.display === 'none' || (!isForAll && isClipped(style));
  }

  /** Return whether an element is too small to be seen, or outside its document's canvas. @param {Element} element */
  function isOutside(element) {
    const { width, height, left, right, bottom } = element.getBoundingClientRect();
    const { documentElement, defaultView } = element.ownerDocument;
    const { scrollX, scrollY, innerWidth } = defaultView ?? globalThis;
    if (width <= 1 || height <= 1 || right + scrollX <= 0 || bottom + scrollY <= 0) return true;
    return left + scrollX >= Math.max(documentElement.scrollWidth, innerWidth);
  }
})();
