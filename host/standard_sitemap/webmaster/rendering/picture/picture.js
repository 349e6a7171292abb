// @ts-check
import { rectangles } from './treemap.js';

/**
 * @typedef {{name: string, location?: string, children: Page[], above?: Page, size: number, item?: HTMLElement}} Page
 */

// More at once is neither readable nor quick.
const MOST_FOUND = 200;
const MOST_RECTANGLES = 300;
const STEP = 500;

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Array<[number, string, string?]>} rows
 *  @returns {Page} */
function grown(rows) {
  /** @type {Page} */
  const root = { name: 'The whole site', children: [], size: 0 };
  /** @type {Page[]} */
  const open = [root];
  for (const [level, name, location] of rows) {
    open.length = level;
    const above = open[level - 1] ?? root;
    /** @type {Page} */
    const page = { name, location, children: [], above, size: 1 };
    above.children.push(page);
    open.push(page);
  }
  return root;
}

/** Sizes from the leaves on, without recursion: a tree may be deep.
 *  @param {Page[]} pages */
function measure(pages) {
  for (const { above, size } of pages.toReversed()) {
    if (above) {
      above.size += size;
    }
  }
}

/** @param {Page} root
 *  @returns {Page[]} */
function all(root) {
  const descendants = [];
  const waiting = [...root.children].reverse();
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    descendants.push(page);
    for (const child of page.children.toReversed()) {
      waiting.push(child);
    }
  }
  return descendants;
}

const root = grown(JSON.parse(element('data').textContent ?? '[]'));
const pages = all(root);
measure(pages);
const tree = element('tree');
const map = element('map');
let current = root;

/** @param {string} tag
 *  @param {string} text
 *  @param {string} [kind] */
function made(tag, text, kind) {
  const node = document.createElement(tag);
  node.textContent = text;
  if (kind) {
    node.className = kind;
  }
  return node;
}

/** @param {Page} page */
function named(page) {
  if (!page.location) {
    return made('span', page.name, 'name');
  }
  const link = /** @type {HTMLAnchorElement} */ (made('a', page.name, 'name'));
  link.href = page.location;
  link.tabIndex = -1;
  return link;
}

/** @param {Page} page
 *  @param {number} level */
function item(page, level) {
  const node = document.createElement('li');
  node.setAttribute('role', 'treeitem');
  node.setAttribute('aria-level', String(level));
  node.setAttribute('aria-label', page.children.length ? `${page.name}, ${page.size - 1} below` : page.name);
  node.setAttribute('aria-selected', 'false');
  node.tabIndex = -1;
  const row = made('div', '', 'row');
  row.append(named(page));
  if (page.children.length) {
    node.setAttribute('aria-expanded', 'false');
    row.append(made('span', (page.size - 1).toLocaleString(), 'size'));
  }
  node.append(row);
  page.item = node;
  pageOf.set(node, page);
  return node;
}

/** @type {WeakMap<Element, Page>} */
const pageOf = new WeakMap();

/** Shows some of the children of a page, and a button for more.
 *  @param {Page} page
 *  @param {HTMLElement} list
 *  @param {number} level
 *  @param {number} upTo */
function fill(page, list, level, upTo) {
  list.querySelector(':scope > .more')?.remove();
  const start = list.children.length;
  list.append(...page.children.slice(start, upTo).map((child) => item(child, level)));
  if (upTo < page.children.length) {
    const more = made('li', '', 'more');
    more.setAttribute('role', 'none');
    const button = made('button', `${(page.children.length - upTo).toLocaleString()} more`);
    button.addEventListener('click', () => fill(page, list, level, upTo + STEP));
    more.append(button);
    list.append(more);
  }
}

/** @param {Page} page
 *  @param {boolean} isOpen */
function expand(page, isOpen) {
  const node = page.item;
  if (!node || !page.children.length) {
    return;
  }
  node.setAttribute('aria-expanded', String(isOpen));
  let list = /** @type {HTMLElement | null} */ (node.querySelector(':scope > ul'));
  if (isOpen && !list) {
    list = document.createElement('ul');
    list.setAttribute('role', 'group');
    node.append(list);
    fill(page, list, Number(node.getAttribute('aria-level')) + 1, STEP);
  }
  if (list) {
    list.hidden = !isOpen;
  }
}

/** Makes a page the one that the keyboard is at.
 *  @param {Page} page
 *  @param {boolean} withFocus */
function choose(page, withFocus) {
  for (const other of tree.querySelectorAll('[tabindex="0"]')) {
    /** @type {HTMLElement} */ (other).tabIndex = -1;
    other.setAttribute('aria-selected', 'false');
  }
  const node = page.item;
  if (!node) {
    return;
  }
  node.tabIndex = 0;
  node.setAttribute('aria-selected', 'true');
  if (withFocus) {
    node.focus();
  }
  /** @type {HTMLElement} */ (node.firstElementChild).scrollIntoView({ block: 'nearest' });
}

/** @param {Page} page
 *  @returns {Page[]} */
function above(page) {
  const ancestors = [];
  for (let ancestor = page.above; ancestor && ancestor !== root; ancestor = ancestor.above) {
    ancestors.unshift(ancestor);
  }
  return ancestors;
}

/** Opens all that is above a page and shows it in both parts.
 *  @param {Page} page
 *  @param {boolean} withFocus */
function reveal(page, withFocus) {
  for (const step of [...above(page), page]) {
    const parent = step.above ?? root;
    if (!step.item) {
      const list = /** @type {HTMLElement} */ (parent === root ? tree : parent.item?.querySelector(':scope > ul'));
      fill(
        parent,
        list,
        Number(parent.item?.getAttribute('aria-level') ?? 0) + 1,
        parent.children.indexOf(step) + STEP,
      );
    }
    if (step !== page) {
      expand(step, true);
    }
  }
  choose(page, withFocus);
  show(page.children.length ? page : (page.above ?? root));
}

/** Draws the branches of a page.
 *  @param {Page} page */
function show(page) {
  current = page;
  const way = [root, ...(page === root ? [] : [...above(page), page])];
  element('way').replaceChildren(
    ...way.flatMap((step, place) => {
      const button = made(step === page ? 'strong' : 'button', step.name);
      button.addEventListener('click', () => show(step));
      return place ? [document.createTextNode(' / '), button] : [button];
    }),
  );
  const sorted = [...page.children].sort((left, right) => right.size - left.size);
  const shown = sorted.slice(0, MOST_RECTANGLES);
  const rest = sorted.slice(MOST_RECTANGLES).reduce((sum, child) => sum + child.size, 0);
  const around = { x: 0, y: 0, width: map.clientWidth, height: map.clientHeight };
  const sizes = shown.map((child) => child.size);
  if (rest) {
    sizes.push(rest);
  }
  const places = rectangles(sizes, around);
  map.replaceChildren(...places.map((place, at) => drawn(shown[at], rest, place, at)));
}

/** @param {Page | undefined} page
 *  @param {number} rest
 *  @param {import("./treemap.js").Rectangle} place
 *  @param {number} at */
function drawn(page, rest, place, at) {
  const isBranch = page !== undefined && page.children.length > 0;
  const node = made(isBranch ? 'button' : page?.location ? 'a' : 'div', '', isBranch ? 'branch' : 'leaf');
  const name = page ? page.name : `${rest.toLocaleString()} in smaller branches`;
  const size = page && isBranch ? `${(page.size - 1).toLocaleString()} below` : '';
  node.append(made('span', name), made('span', size, 'size'));
  node.title = size ? `${name}: ${size}` : name;
  node.setAttribute('aria-label', node.title);
  if (node instanceof HTMLAnchorElement && page?.location) {
    node.href = page.location;
  }
  if (page && isBranch) {
    node.addEventListener('click', () => {
      reveal(page, false);
      /** @type {HTMLElement | null} */ (map.querySelector('button, a'))?.focus();
    });
  }
  Object.assign(node.style, {
    left: `${place.x}px`,
    top: `${place.y}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
  // The golden angle: neighbours differ. How light they are is for the style to say, by the reader's scheme.
  node.style.setProperty('--hue', `${(at * 137.5) % 360}`);
  return node;
}

/** @param {KeyboardEvent} event */
function press(event) {
  const page = pageOf.get(/** @type {Element} */ (event.target));
  if (!page?.item || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const rows = /** @type {HTMLElement[]} */ ([...tree.querySelectorAll('[role="treeitem"]')]).filter(
    (one) => !one.closest('ul[hidden]'),
  );
  const at = rows.indexOf(page.item);
  const isOpen = page.item.getAttribute('aria-expanded') === 'true';
  /** @type {Record<string, () => unknown>} */
  const keys = {
    ArrowDown: () => rows[at + 1],
    ArrowUp: () => rows[at - 1],
    Home: () => rows[0],
    End: () => rows[rows.length - 1],
    ArrowRight: () => (isOpen ? rows[at + 1] : expand(page, true)),
    ArrowLeft: () => (isOpen ? expand(page, false) : page.above?.item),
    Enter: () => /** @type {HTMLElement | null} */ (page.item?.querySelector(':scope > .row a'))?.click(),
    ' ': () => page.children.length && show(page),
  };
  const action = keys[event.key];
  if (!action) {
    return;
  }
  event.preventDefault();
  const next = action();
  const wanted = next instanceof Element ? pageOf.get(next) : undefined;
  if (wanted) {
    choose(wanted, true);
  }
}

function search() {
  const words = /** @type {HTMLInputElement} */ (element('query')).value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = words.length
    ? pages.filter((page) => words.every((word) => `${page.name} ${page.location ?? ''}`.toLowerCase().includes(word)))
    : [];
  element('results').hidden = !words.length;
  tree.hidden = words.length > 0;
  element('found').textContent = words.length
    ? `${matches.length.toLocaleString()} found`
    : `${pages.filter((page) => page.location).length.toLocaleString()} pages`;
  element('results').replaceChildren(
    ...matches.slice(0, MOST_FOUND).map((page) => {
      const line = document.createElement('li');
      const button = made('button', page.name);
      button.addEventListener('click', () => {
        /** @type {HTMLInputElement} */ (element('query')).value = '';
        search();
        reveal(page, true);
      });
      line.append(
        button,
        made(
          'div',
          above(page)
            .map((one) => one.name)
            .join(' / '),
          'above',
        ),
      );
      return line;
    }),
  );
}

fill(root, tree, 1, STEP);
if (root.children[0]) {
  choose(root.children[0], false);
}
tree.addEventListener('keydown', press);
tree.addEventListener('click', (event) => {
  const clicked = /** @type {Element} */ (event.target);
  const node = clicked.closest('[role="treeitem"]');
  const page = node && pageOf.get(node);
  if (page && !clicked.closest('a, button')) {
    choose(page, true);
    expand(page, page.item?.getAttribute('aria-expanded') !== 'true');
    show(page.children.length ? page : (page.above ?? root));
  }
});
element('query').addEventListener('input', search);
new ResizeObserver(() => show(current)).observe(map);
search();
