// @ts-check
/**
 * Walks the page as it is rendered: an open shadow tree replaces the children of its host, and slotted nodes replace
 * those of their slot. Changes nothing.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);

  /** Whether a shadow tree was met. Before that, the browser's own methods suffice, which are faster. */
  let hasShadows = false;
  /** Reports shadow trees. @type {(root: ShadowRoot) => void} */
  let report = () => {};

  const firstChild = reader(Node, 'firstChild');
  const firstElement = reader(Element, 'firstElementChild');
  const nextSibling = reader(Node, 'nextSibling');
  const nextElement = reader(Element, 'nextElementSibling');
  const parentNode = reader(Node, 'parentNode');
  const shadowOf = reader(Element, 'shadowRoot');
  const slotOfElement = reader(Element, 'assignedSlot');
  const nameOf = reader(Element, 'localName');
  /** Elements between two steps of work. */
  const STEP = 500;
  /** Their descendants are never shown. */
  const SKIPPED = new Set(['script', 'style', 'template', 'svg', 'iframe']);

  home.sitemapFlatTree ??= Object.freeze({
    attribute,
    children,
    closest,
    contains,
    matches,
    matching,
    next,
    onShadow,
    parent: parentOf,
  });

  /**
   * Return a function that reads a property of nodes, even of a form with a field of that name.
   * @param {{prototype: Node}} type
   * @param {string} name
   * @returns {(node: Node) => any}
   */
  function reader(type, name) {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name)?.get;
    return (node) => get?.call(node);
  }

  /** Report each shadow tree that is walked from now on. @param {(root: ShadowRoot) => void} listener */
  function onShadow(listener) {
    report = listener;
  }

  /**
   * Return the next element below a root, in order, or the next node of any kind.
   * @param {Node} node
   * @param {Node} root
   * @param {boolean} isOver  whether to leave out the descendants of `node`
   * @param {boolean} ofAnyKind  whether to return nodes of any kind
   * @returns {Node | null}
   */
  function next(node, root, isOver, ofAnyKind) {
    let at = isOver ? null : firstIn(node, ofAnyKind);
    for (let outer = node; !at && outer !== root; ) {
      at = nextTo(outer, ofAnyKind);
      const parent = parentOf(outer);
      if (!parent) break;
      outer = parent;
    }
    return at;
  }

  /** Yield the nodes right below an element. @param {Node} element @returns {Generator<Node, void>} */
  function* children(element) {
    for (let at = firstIn(element, true); at; at = nextTo(at, true)) yield at;
  }

  /**
   * Yield the elements of the page that match a selector, in order. Ends a step of work with null.
   * @param {string} selector
   * @param {number} most  elements of the page that are examined
   * @param {Document} [page]
   * @returns {Generator<Element | null, void>}
   */
  function* matching(selector, most, page = document) {
    const all = page.getElementsByTagName('*');
    for (let at = 0; at < all.length && at < most && !hasShadows; at++) {
      if (at % STEP === 0) yield null;
      hasShadows = shadowOf(/** @type {Element} */ (all[at])) !== null;
    }
    if (hasShadows) return yield* walked(selector, most, page);
    for (const element of page.querySelectorAll(selector)) yield element;
  }

  /** @param {string} selector @param {number} most @param {Document} page @returns {Generator<Element | null, void>} */
  function* walked(selector, most, page) {
    const root = page.documentElement;
    let node = /** @type {Element | null} */ (root);
    for (let count = 0; node && count < most; count++) {
      if (count % STEP === 0) yield null;
      if (matches(node, selector)) yield node;
      node = /** @type {Element | null} */ (next(node, root, SKIPPED.has(nameOf(node)), false));
    }
  }

  /** @param {Node} node @param {boolean} ofAnyKind @returns {Node | null} */
  function firstIn(node, ofAnyKind) {
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    const shadow = shadowOf(node);
    if (shadow) {
      hasShadows = true;
      report(shadow);
      return ofAnyKind ? shadow.firstChild : shadow.firstElementChild;
    }
    const slot = /** @type {HTMLSlotElement | null} */ (hasShadows && nameOf(node) === 'slot' ? node : null);
    const [slotted] = slot ? (ofAnyKind ? slot.assignedNodes() : slot.assignedElements()) : [];
    return slotted ?? (ofAnyKind ? firstChild(node) : firstElement(node));
  }

  /** @param {Node} node @param {boolean} ofAnyKind @returns {Node | null} */
  function nextTo(node, ofAnyKind) {
    const slot = hasShadows ? slotOf(node) : null;
    let at = node;
    do at = ofAnyKind ? nextSibling(at) : nextElement(at);
    while (at && slot && slotOf(at) !== slot);
    return at;
  }

  /** @param {Node} node @returns {Element | null} */
  function slotOf(node) {
    return (
      (node.nodeType === Node.ELEMENT_NODE ? slotOfElement(node) : /** @type {Text} */ (node).assignedSlot) ?? null
    );
  }

  /** @param {Node} node @returns {Element | null} */
  function parentOf(node) {
    const parent = (hasShadows ? slotOf(node) : null) ?? parentNode(node);
    return parent?.nodeType === Node.ELEMENT_NODE ? parent : (parent?.host ?? null);
  }

  /** Return an attribute, '' if there is none. @param {Element} element @param {string} name */
  function attribute(element, name) {
    return Element.prototype.getAttribute.call(element, name) ?? '';
  }

  /**
   * Return whether an element matches, even if it is a form with a field of that name.
   * @param {Element} element
   * @param {string} selector
   */
  function matches(element, selector) {
    return Element.prototype.matches.call(element, selector);
  }

  /**
   * Return the nearest element that matches, from an element on upwards.
   * @param {Element} element
   * @param {string} selector
   */
  function closest(element, selector) {
    if (!hasShadows) return element.closest(selector);
    /** @type {Element | null} */
    let at = element;
    while (at && !matches(at, selector)) at = parentOf(at);
    return at;
  }

  /** @param {Element} outer @param {Element} element @returns {boolean} */
  function contains(outer, element) {
    if (!hasShadows || outer.contains(element)) return outer.contains(element);
    /** @type {Element | null} */
    let at = element;
    while (at && at !== outer) at = parentOf(at);
    return at !== null;
  }
})();
