import { document, window } from './page.js';
import { contentsNow, fill } from './content-page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const SITE = 'https://a.example';
const PAGE = `${SITE}/`;
const MENU =
  '<base target="main"><p><a href="/one">One</a></p><p><a href="/two">Two</a></p><p><a href="/three">Three</a></p>';
const CONTENT = '<h1>First</h1><p>Text</p><h2>Part</h2>';
const MENU_OF_PAGE = '<nav><a href="/a">One page</a> / <a href="/b">Other page</a></nav>';
/**
 * Return a document in a frame. `happy-dom` loads none.
 * @param {string} html
 * @param {string} path
 */
function documentOf(html, path) {
  const inner = new window.DOMParser().parseFromString(`<!doctype html><html>${html}</html>`, 'text/html');
  const address = new URL(path, PAGE);
  Object.defineProperty(inner, 'location', { value: address, configurable: true });
  Object.defineProperty(inner, 'URL', { value: address.href });
  for (const link of inner.querySelectorAll('a')) link.href = new URL(link.getAttribute('href'), PAGE).href;
  return inner;
}

/**
 * Show a document in a frame of a width, and 100 pixels high.
 * @param {Element} frame
 * @param {Document | null} inner
 * @param {number} width
 * @param {number} left
 */
function show(frame, inner, width = 100, left = 0) {
  Object.defineProperty(frame, 'contentDocument', { value: inner, configurable: true });
  const box = { left, top: 0, right: left + width, bottom: 100, width, height: 100 };
  Object.defineProperty(frame, 'getBoundingClientRect', { value: () => box, configurable: true });
  frame.checkVisibility ??= () => true;
}

/**
 * Make a document a frameset; return its frames. The parser of `happy-dom` makes none.
 * @param {Document} page
 * @param {Record<string, string>[]} attributes  of each frame
 */
function frameset(page, attributes) {
  const set = page.createElement('frameset');
  for (const each of attributes) {
    const frame = set.appendChild(page.createElement('frame'));
    for (const [name, value] of Object.entries(each)) frame.setAttribute(name, value);
    show(frame, null);
  }
  page.documentElement.replaceChildren(page.createElement('head'), set);
  Object.defineProperty(page, 'body', { get: () => page.querySelector('body, frameset'), configurable: true });
  return [...set.children];
}

/**
 * Return the contents of a frameset with these documents: a menu, and content.
 * @param {(Document | null)[]} documents
 * @param {{width?: number, title?: string}} [menu]
 */
function contentsOfSet(documents, { width = 100, title = 'Titled' } = {}) {
  fill('', PAGE);
  const frames = frameset(document, [{ name: 'menu', title }, { name: 'main' }]);
  for (const [at, inner] of documents.entries()) show(frames[at], inner, at ? 900 : width, at * 100);
  return contentsNow();
}

/** @param {import('../../extension/shared/types.js').PageContents} contents */
function names({ menus }) {
  return menus.flatMap(({ entries }) => entries.map(({ name }) => name));
}

test('a frame whose links open in another one is a menu, and the largest other one has the content', () => {
  const contents = contentsOfSet([documentOf(MENU, '/menu'), documentOf(CONTENT, '/one')]);
  assert.deepEqual(names(contents), ['One', 'Two', 'Three']);
  assert.equal(contents.menus[0].place, 'aside');
  assert.deepEqual(
    contents.headings.map(({ name, id }) => [name, id]),
    [
      ['First', ''],
      ['Part', ''],
    ],
  );
  assert.equal(contents.frame, `${SITE}/one`);
});

// Promise (page): Of a page's frames, only those of its own origin are read.
test('a frame of another origin is not read, even if the browser allows it', () => {
  const other = 'https://b.example/';
  const contents = contentsOfSet([documentOf(MENU, other), documentOf(CONTENT, other)]);
  assert.deepEqual([contents.headings, contents.menus], [[], []]);
  const external = contentsOfSet([documentOf(MENU, '/menu'), null]);
  assert.deepEqual([names(external), external.frame], [['One', 'Two', 'Three'], '']);
  const scripted = contentsOfSet([documentOf(MENU, '/menu'), documentOf(CONTENT, 'about:srcdoc')]);
  assert.deepEqual(scripted.headings, []);
});

test('a frame that shows another page while its links are read costs no reading', () => {
  const content = documentOf(`${CONTENT.replace('Part', '<a href="/part">Part</a>')}${MENU_OF_PAGE}`, '/one');
  const { getElementsByTagName } = content;
  content.getElementsByTagName = (name) => {
    if (name === '*') Object.defineProperty(content, 'location', { value: null });
    return getElementsByTagName.call(content, name);
  };
  const contents = contentsOfSet([documentOf(MENU, '/menu'), content]);
  assert.deepEqual(
    contents.headings.map(({ name }) => name),
    ['First', 'Part'],
  );
});

// Promise (page): Of a page's frames, only those in view are read.
test('a frame that readers do not see is not read', () => {
  const contents = contentsOfSet([documentOf(MENU, '/menu'), documentOf(CONTENT, '/one')], { width: 1 });
  assert.deepEqual(names(contents), []);
});

test('links that only change their menu are no entries', () => {
  const menu = MENU.replace('</p>', '</p><a target="_self" href="/menu?open=2">More</a>');
  assert.deepEqual(names(contentsOfSet([documentOf(menu, '/menu'), documentOf(CONTENT, '/one')])), [
    'One',
    'Two',
    'Three',
  ]);
});

test('a menu has the title of its frame, unless that only repeats the name of the frame', () => {
  const titled = (title) =>
    contentsOfSet([documentOf(MENU, '/menu'), documentOf(CONTENT, '/one')], { title }).menus[0].name;
  assert.deepEqual([titled('All classes'), titled('menu')], ['All classes', '']);
});

test('framesets in frames are read to a depth, and only the first frames', () => {
  fill('', PAGE);
  let read = 0;
  for (const frame of frameset(document, Array(2_000).fill({ name: 'main' })))
    Object.defineProperty(frame, 'contentDocument', {
      get() {
        read += 1;
        return null;
      },
    });
  contentsNow();
  assert.equal(read, 50);
  let deepest = 0;
  const nested = (depth) => {
    const inner = documentOf('', `/${depth}`);
    const [frame] = frameset(inner, [{}]);
    Object.defineProperty(frame, 'contentDocument', {
      get() {
        deepest = depth;
        return nested(depth + 1);
      },
    });
    return inner;
  };
  contentsOfSet([nested(1)]);
  assert.equal(deepest, 4);
});

test('in an ordinary page, an iframe is a menu if its links open around it, unless it is in an article', () => {
  const menusOf = (html) => {
    fill(`<body><h1>Top</h1>${html}</body>`, PAGE);
    show(document.querySelector('iframe'), documentOf(MENU.replace('"main"', '"_parent"'), '/list'));
    return contentsNow();
  };
  const contents = menusOf('<aside><iframe></iframe></aside>');
  assert.deepEqual([names(contents), contents.frame], [['One', 'Two', 'Three'], PAGE]);
  assert.equal(contents.menus[0].place, 'aside');
  assert.equal(contents.headings[0].name, 'Top');
  assert.deepEqual(names(menusOf('<article><iframe></iframe></article>')), []);
});

test('an iframe with a text or a single link is no menu, although its links open around it', () => {
  const namesIn = (html) => {
    fill('<body><h1>Top</h1><iframe></iframe></body>', PAGE);
    show(document.querySelector('iframe'), documentOf(`<base target="_top">${html}`, '/part'));
    return names(contentsNow());
  };
  for (const html of [
    '<p>We use cookies to make the site better.</p><a href="/privacy">Privacy</a> <a href="/imprint">Imprint</a>',
    '<a href="/weather">Sunny</a>',
    '<p><a href="/a">Ann</a>: Has anyone seen my boat?</p><p><a href="/b">Ben</a>: It is at the other quay, I think.</p>',
  ])
    assert.deepEqual(namesIn(html), []);
  const described = (name) => `<li><a href="/${name}">${name}</a> which is below the class of all ropes</li>`;
  assert.deepEqual(namesIn(`<ul>${described('Bend')}${described('Hitch')}</ul>`), ['Bend', 'Hitch']);
});

test('an iframe without a menu or the content is not observed', () => {
  const isObserved = (html) => {
    const inner = documentOf(html, '/list');
    let isListened = false;
    inner.addEventListener = () => {
      isListened = true;
    };
    fill('<body><h1>Top</h1><aside><iframe></iframe></aside></body>', PAGE);
    show(document.querySelector('iframe'), inner);
    contentsNow();
    return isListened;
  };
  assert.deepEqual([isObserved(MENU.replace('"main"', '"_top"')), isObserved(CONTENT)], [true, false]);
});

test('a large iframe in which links of the page open has its content', () => {
  const contents = (width) => {
    fill(
      '<body><h1>Site</h1><nav><a href="/one" target="main">One</a><a href="/two" target="main">Two</a></nav><iframe name="main"></iframe></body>',
      PAGE,
    );
    show(document.querySelector('iframe'), documentOf(CONTENT, '/two'), width, 0);
    return contentsNow();
  };
  globalThis.innerWidth = window.innerWidth;
  globalThis.innerHeight = 100;
  const { headings, frame } = contents(window.innerWidth);
  assert.deepEqual([headings.map(({ name }) => name), frame], [['First', 'Part'], `${SITE}/two`]);
  const small = contents(10);
  assert.deepEqual([small.headings.map(({ name }) => name), small.frame], [['Site'], null]);
});

test('a chosen link opens in the frame in which the page opens it', () => {
  const [menu, content] = [
    documentOf(`${MENU}<a target="_top" href="/all">All</a>`, '/menu'),
    documentOf(CONTENT, '/one'),
  ];
  const clicked = [];
  menu.createElement = () => ({
    click() {
      clicked.push([this.href, this.target, this.referrerPolicy]);
    },
  });
  contentsOfSet([menu, content]);
  const { open } = globalThis.sitemapOutline;
  assert.deepEqual([open(`${SITE}/two`), open(`${SITE}/all`), open(`${SITE}/other`)], [true, false, false]);
  assert.deepEqual(clicked, [[`${SITE}/two`, 'main', 'no-referrer']]);
});

test('a chosen link opens no window if its frame has no such name any more', () => {
  const menu = documentOf(MENU.replace('</p>', '</p><a target="_blank" href="/new">New</a>'), '/menu');
  const clicked = [];
  menu.createElement = () => ({
    click() {
      clicked.push(this.target);
    },
  });
  contentsOfSet([menu, documentOf(CONTENT, '/one')]);
  const [set, main] = document.querySelectorAll('frame');
  const { open } = globalThis.sitemapOutline;
  set.setAttribute('name', '_blank');
  contentsNow();
  assert.equal(open(`${SITE}/new`), false);
  main.setAttribute('name', 'other');
  assert.equal(open(`${SITE}/two`), false);
  main.setAttribute('name', 'main');
  assert.equal(open(`${SITE}/two`), true);
  main.remove();
  assert.equal(open(`${SITE}/two`), false);
  assert.deepEqual(clicked, ['main']);
});

test('a chosen link of the page opens around the content, also if the content has the same link', () => {
  fill(
    '<body><nav><a href="/one" target="main">One</a><a href="/two" target="main">Two</a><a href="/">Home</a></nav>' +
      '<iframe name="main"></iframe></body>',
    PAGE,
  );
  for (const link of document.querySelectorAll('a')) link.href = new URL(link.getAttribute('href'), PAGE).href;
  const content = documentOf(`${CONTENT}<a href="/">Home</a><a href="/three">Three</a>`, '/two');
  let clicks = 0;
  content.createElement = () => ({ click: () => clicks++ });
  globalThis.innerWidth = window.innerWidth;
  globalThis.innerHeight = 100;
  show(document.querySelector('iframe'), content, window.innerWidth, 0);
  contentsNow();
  const { open } = globalThis.sitemapOutline;
  assert.deepEqual([open(`${SITE}/`), clicks, open(`${SITE}/three`), clicks], [false, 0, true, 1]);
});
