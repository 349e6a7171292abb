// @ts-check
/** Reads the roles of elements as assistive technology does: by WAI-ARIA and the elements' own semantics. */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);

  /**
   * The roles that browsers know; of several tokens, the first of these applies. Those of DPUB-ARIA begin with `doc-`.
   */
  const KNOWN = new Set(
    `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
    complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
    gridcell group heading img image insertion link list listbox listitem log main marquee math menu menubar menuitem
    menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup
    region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
    superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem`.split(
      /\s+/,
    ),
  );
  /** Roles derived from `navigation`. */
  const NAVIGATION = new Set(['navigation', 'doc-toc', 'doc-index', 'doc-pagelist']);
  const MOST_TOKENS = 10;
  const IS_HEADING = /^h([1-6])$/;
  /** Of an element with the role alone. */
  const DEFAULT_LEVEL = 2;

  home.sitemapRoles ??= Object.freeze({ isNavigation, levelOf, roleOf });

  /** Return the role that an element's author gives it; '' if there is none. @param {Element} element */
  function roleOf(element) {
    const tokens = element.getAttribute('role')?.toLowerCase().trim().split(/\s+/, MOST_TOKENS);
    return tokens?.find((token) => KNOWN.has(token) || token.startsWith('doc-')) ?? '';
  }

  /** Return whether an element is a navigation landmark. @param {Element} element */
  function isNavigation(element) {
    const role = roleOf(element);
    return role ? NAVIGATION.has(role) : element.localName === 'nav';
  }

  /** Return the level of a heading, as its author declares it; 0 for other elements. @param {Element} element */
  function levelOf(element) {
    const role = roleOf(element);
    const [, digit] = IS_HEADING.exec(element.localName) ?? [];
    if (role ? role !== 'heading' : digit === undefined) return 0;
    const level = element.getAttribute('aria-level')?.trim() ?? '';
    return (/^\d+$/.test(level) && Number(level)) || Number(digit ?? DEFAULT_LEVEL);
  }
})();
