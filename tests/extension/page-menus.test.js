import { document } from './page.js';
import { contentsNow, contentsOf } from './content-page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/**
 * Return the menus of a page as indented lines.
 * @param {{menus: import('../../extension/shared/types.js').PageMenu[]}} contents
 */
function lines({ menus }) {
  return menus.flatMap(({ name, place: where, entries }) => [
    `${name || `(${where})`}:`,
    ...entries.map(
      ({ name: own, url, depth, isCurrent }) => `${'  '.repeat(depth)}${own}${url ? '' : ' –'}${isCurrent ? ' *' : ''}`,
    ),
  ]);
}

test('the home page is named by a link of either kind', () => {
  const homeOf = (html) => contentsOf(`<body>${html}</body>`).home;
  assert.equal(
    homeOf('<a href="/x">X</a><a rel="HOME nofollow" href="https://a.example/en/">Home</a>'),
    'https://a.example/en/',
  );
  assert.equal(homeOf('<link rel="start" href="https://a.example/start"><h1>A</h1>'), 'https://a.example/start');
  assert.deepEqual(
    [
      '<a rel="homely" href="https://a.example/">X</a>',
      '<a rel="home" href="javascript:x">X</a>',
      '<a rel="home">X</a>',
    ].map(homeOf),
    ['', '', ''],
  );
});

test('a hidden menu that copies no other is read', () => {
  const html =
    '<body><header><nav style="display:none" aria-label="Drawer"><a href="/a">A one</a><a href="/b">B two</a>' +
    '</nav></header></body>';
  assert.deepEqual(lines(contentsOf(html)), ['Drawer:', '  A one', '  B two']);
});

test('links that skip to places in the page are not a menu', () => {
  const html =
    '<body><nav style="position:absolute;left:-9999px"><ul><li><a href="#main">Skip to content</a></li><li>' +
    '<a href="#foot">Skip to foot</a></li></ul></nav></body>';
  assert.deepEqual(contentsOf(html).menus, []);
});

test('a menu is named by its label, the elements it refers to or the heading before it', () => {
  const link = '<a href="/x$">Some link</a>';
  const html =
    `<body><span id="l">Two</span><span id="m">words</span>` +
    `<nav aria-labelledby="l m">${link.replace('$', '1')}</nav>` +
    `<nav aria-label=" One  ">${link.replace('$', '2')}</nav><div><h3>Before</h3>` +
    `<nav>${link.replace('$', '3')}</nav></div></body>`;
  assert.deepEqual(
    contentsOf(html).menus.map(({ name }) => name),
    ['Two words', 'One', 'Before'],
  );
});

test('a menu is named by a heading with which it begins, and by no heading of a part', () => {
  const part = (name) => `<h3>${name}</h3><ul><li><a href="/${name}">To ${name}</a></li></ul>`;
  const menusOf = (body) => lines(contentsOf(`<body>${body}</body>`));
  assert.deepEqual(menusOf('<div role="navigation"><h2>Topics</h2><a href="/a">A</a> <a href="/b">B</a></div>'), [
    'Topics:',
    '  A',
    '  B',
  ]);
  assert.deepEqual(menusOf(`<nav>${part('x')}</nav>`), ['x:', '  To x']);
  assert.deepEqual(menusOf(`<nav>${part('x')}${part('y')}</nav>`), ['():', '  x –', '    To x', '  y –', '    To y']);
});

test('a landmark in a menu is a branch, unless its item or the menu has its name', () => {
  const inner = '<nav aria-label="Inner"><a href="/i">I</a><a href="/j">J</a></nav>';
  const menusOf = (body) => lines(contentsOf(`<body>${body}</body>`));
  assert.deepEqual(menusOf(`<nav aria-label="Outer"><a href="/o">O</a>${inner}</nav>`), [
    'Outer:',
    '  O',
    '  Inner –',
    '    I',
    '    J',
  ]);
  assert.deepEqual(menusOf(`<nav><a href="/o">O</a>${inner}</nav>`), ['Inner:', '  O', '  I', '  J']);
  assert.deepEqual(menusOf(`<nav><a href="/o">O</a>${inner}<nav title="More"><a href="/k">K</a></nav></nav>`), [
    'Inner:',
    '  O',
    '  I',
    '  J',
    '  More –',
    '    K',
  ]);
  assert.deepEqual(
    menusOf(
      `<nav aria-label="Outer"><a href="/o">O</a><ul><li>Part<nav aria-label="Other"><ul><li><a href="/i">I</a>` +
        `</li></ul></nav></li></ul></nav>`,
    ),
    ['Outer:', '  O', '  Part –', '    I'],
  );
});

test('a menu without a name has the place of its landmark, of a part named by its author, or before the content', () => {
  const menu = (at) => `<nav><a href="/x${at}">Some link</a></nav>`;
  const placesOf = (...parts) =>
    contentsOf(`<body>${parts.map((part, at) => part.replace('$', menu(at))).join('')}</body>`).menus.map(
      ({ place: where }) => where,
    );
  assert.deepEqual(
    placesOf(
      '<div class="page-header">$</div>',
      '<div id="sidebar">$</div>',
      '<aside>$</aside>',
      '<div class="footer">$</div>',
      '<footer>$</footer>',
    ),
    ['header', 'aside', 'aside', 'footer', 'footer'],
  );
  assert.deepEqual(placesOf('$', '<div class="with-sidebar">$</div>', '<main>Text$</main>', '$'), [
    'header',
    'header',
    '',
    '',
  ]);
  assert.deepEqual(placesOf('$', '<p>Text</p>$'), ['', '']);
});

test('overlong and non-web addresses are left out', () => {
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    `https://a.example/${'x'.repeat(3_000)}`,
    '#',
    'file:///etc/passwd',
    'http://[',
    ' JaVaScRiPt:x',
  ];
  const html = `<body><nav>${bad.map((url) => `<a href="${url}">Bad link</a>`).join('')}<a href="https://b.example/">Good link</a></nav></body>`;
  assert.deepEqual(
    contentsOf(html).menus.flatMap(({ entries }) => entries.map(({ url }) => url)),
    ['https://b.example/'],
  );
});

test('no step of reading a menu handles more than one link', () => {
  const html = `<nav>${Array.from({ length: 500 }, (_, at) => `<a href="/p${at}">Page ${at}</a>`).join('')}</nav>`;
  document.body.innerHTML = html;
  const reading = globalThis.sitemapMenus.read([document.querySelector('nav')], {
    page: 'https://a.example/',
    anchors: new Set(),
    lists: new Set(),
    frames: new Map(),
  });
  let steps = 0;
  while (!reading.next().done) steps += 1;
  assert.ok(steps >= 3 * 500, `${steps} steps to read the links, to drop repeated ones, and to list the others`);
});

test('a page of any size and depth is read within bounds', () => {
  const many = contentsOf(
    `<body><nav>${Array.from({ length: 3_000 }, (_, at) => `<a href="/p${at}">Page ${at}</a>`).join('')}</nav></body>`,
  );
  assert.ok(many.menus[0].entries.length <= 2_001);
  const deep = contentsOf(
    `<body><nav>${'<ul><li><a href="/top">Top</a>'.repeat(60)}<ul><li><a href="/deep">Deep one</a></li></ul>` +
      `</nav></body>`,
  );
  assert.ok(deep.menus.flatMap(({ entries }) => entries).every(({ depth }) => depth <= 14));
  const deepest = contentsOf(
    `<body><nav>${'<div>'.repeat(3_000)}<a href="/x">X</a>${'</div>'.repeat(3_000)}<a href="/y">Y</a></nav></body>`,
  );
  assert.deepEqual(
    deepest.menus.flatMap(({ entries }) => entries.map(({ name }) => name)),
    ['Y'],
  );
  const [long] = contentsOf(
    `<body><nav><a href="/l">${'word '.repeat(9_000)}</a></nav><h1>${'x'.repeat(100_000)}</h1></body>`,
  ).menus;
  assert.equal(long.entries[0].name.length, 200);
  const crowd = contentsOf(
    `<body>${Array.from({ length: 300 }, (_, at) => `<nav><a href="/n${at}">Menu ${at}</a></nav>`).join('')}</body>`,
  );
  assert.ok(crowd.menus.length <= 100);
});

test('a list after a landmark is a menu, with a bounded number of elements between', () => {
  const list = '<ul><li><a href="/a">Some page</a></li><li><a href="/b">Other page</a></li></ul>';
  const menusAfter = (/** @type {number} */ count) =>
    lines(contentsOf(`<body><nav><a href="/n">Nav</a></nav>${'<p>x</p>'.repeat(count)}${list}</body>`));
  assert.ok(menusAfter(0).includes('  Some page') && menusAfter(10).includes('  Some page'));
  assert.ok(!menusAfter(30).includes('  Some page'));
});

test('no more links of an element are examined than a trail may have', () => {
  const examined = (/** @type {string} */ anchors) => {
    document.body.innerHTML = anchors;
    const all = Array.from(document.querySelectorAll('a'));
    let count = 0;
    const item = (/** @type {number} */ at) => {
      count += 1;
      return all[at] ?? null;
    };
    const { length } = globalThis.sitemapMenuElements.linksIn({ getElementsByTagName: () => ({ item }) });
    return [length, count];
  };
  assert.deepEqual(examined('<a name="x">X</a><a href="/x">X</a>'.repeat(300)), [21, 42]);
  assert.deepEqual(examined('<a name="x">X</a>'.repeat(3_000)), [0, 1_000]);
});

test('a bounded number of lists in columns is examined', () => {
  document.body.innerHTML = `${'<ul><li>Text</li></ul>'.repeat(600)}<ul><li><a href="/x">X</a><a href="/y">Y</a></ul>`;
  const lists = Array.from(document.querySelectorAll('ul'));
  const columnsOf = (/** @type {Element[]} */ roots) => {
    const reading = globalThis.sitemapMenuElements.columnsIn(roots, new Set(roots), () => true);
    for (;;) {
      const { done, value } = reading.next();
      if (done) return value.size;
    }
  };
  assert.deepEqual([columnsOf(lists.slice(-400)), columnsOf(lists)], [1, 0]);
});

/** Attach a shadow tree to an element. @param {string} css @param {string} html */
function attach(css, html) {
  const root = document.querySelector(css).attachShadow({ mode: 'open' });
  root.innerHTML = html;
  return root;
}

test('headings and menus in open shadow trees are read, with slotted ones in their place', () => {
  contentsOf(`<body><site-head><a href="/log" slot="end">Log</a><a href="/deck">Deck</a></site-head>
    <main><h1>Ropes</h1><doc-part><h3>Slotted</h3><em slot="name">of rope</em></doc-part></main></body>`);
  attach(
    'site-head',
    `<nav aria-label="Site"><ul><li><a href="/">Quay</a></li><li><slot></slot></li></ul>
    <site-more></site-more><slot name="end"></slot></nav>`,
  );
  attach(
    'doc-part',
    '<h2 id="kinds">Kinds <slot name="name"></slot></h2><slot></slot><slot name="other"><h4>Default</h4></slot>',
  );
  document.querySelector('site-head').shadowRoot.querySelector('site-more').attachShadow({ mode: 'open' }).innerHTML =
    '<a href="/more">More</a>';
  const contents = contentsNow();
  assert.deepEqual(
    contents.headings.map(({ name, level, id }) => [name, level, id]),
    [
      ['Ropes', 1, ''],
      ['Kinds of rope', 2, ''],
      ['Slotted', 3, ''],
      ['Default', 4, ''],
    ],
  );
  assert.deepEqual(lines(contents), ['Site:', '  Quay', '  Deck', '  More', '  Log']);
  assert.equal(contents.menus[0].place, 'header');
});

test('links and headings that a shadow tree does not show are left out', () => {
  contentsOf(
    '<body><site-foot><a href="/lost">Lost</a><a href="/gone">Gone</a><h2>Lost</h2></site-foot><a-side>' +
      '<h2>Beside</h2></a-side><h1>Page</h1></body>',
  );
  attach('site-foot', '<footer><nav><a href="/a">A</a><a href="/b">B</a></nav></footer>');
  attach('a-side', '<aside><slot></slot></aside>');
  const contents = contentsNow();
  assert.deepEqual(lines(contents), ['(footer):', '  A', '  B']);
  assert.deepEqual(
    contents.headings.map(({ name }) => name),
    ['Page'],
  );
});

test('breadcrumbs give the parents of the page, and a pager its neighbours', () => {
  const crumbs = [
    '<nav class="breadcrumbs"><a href="/">Home</a> / <a href="/docs/">Docs</a> / Page</nav>',
    '<nav><a href="/">Home</a> › <a href="/docs/">Docs</a> › <span>Page</span></nav>',
    '<ol itemtype="https://schema.org/BreadcrumbList"><li><a href="/">Home</a></li><li>' +
      '<a href="/docs/">Docs</a></li></ol>',
    '<nav><a href="/">Home</a> / <a href="/docs/">Docs</a> / Page</nav>',
    '<div class="btn-group breadcrumb"><a class="btn" href="/">Home</a><a class="btn" rel="nofollow" ' +
      'href="/docs/">Docs</a></div>',
    '<nav><a href="/docs/">Up</a> – <a href="/">Home</a> » <a href="/docs/">Docs</a> » Page</nav>',
    '<ul class="crumbs breadcrumbs"><li><a href="/">Home</a></li><li><a href="/docs/">Docs</a></li><li>Page</li><li ' +
      'class="crumbs-aside"><a href="/_sources/page.txt" rel="nofollow">View source</a></li></ul>',
    '<nav class="breadcrumb"><a href="/">Home</a> / <a href="/docs/">Docs</a> / Page <a class="icon-edit" ' +
      'href="https://code.example/deck/blob/main/page.md">Edit online</a> <a role="button" href="/p">Print</a></nav>',
  ];
  const pagers = [
    '<nav class="pagination"><a href="/a">Previous</a><a href="/b">Next</a></nav>',
    '<nav aria-label="Docs pages"><a href="/a"><div>Previous</div><div>Tide tables</div></a> <a href="/b">' +
      '<div>Next</div><div>Mooring</div></a></nav>',
    '<nav><a rel="prev" href="/a">«</a><a rel="next" href="/b">»</a></nav>',
    '<nav><span>1</span> <a href="/b">2</a> <a href="/c">3</a></nav>',
  ];
  for (const html of crumbs) {
    const { menus, parents } = contentsOf(`<body>${html}<main><h1>Page</h1></main></body>`);
    assert.deepEqual(
      [menus, parents],
      [
        [],
        [
          { name: 'Home', url: 'https://a.example/' },
          { name: 'Docs', url: 'https://a.example/docs/' },
        ],
      ],
      html,
    );
  }
  const neighbours = pagers.map((html) => contentsOf(`<body>${html}<main><h1>Page</h1></main></body>`));
  assert.deepEqual(
    neighbours.map(({ menus, previous, next }) => [menus.length, previous?.name, next?.name]),
    [
      [0, 'Previous', 'Next'],
      [0, 'Tide tables', 'Mooring'],
      [0, '«', '»'],
      [0, undefined, undefined],
    ],
  );
  const { previous, next } = contentsOf(
    `<head><link rel="next" href="/z" title="Zenith"></head><body>${pagers[0]}<h1>Page</h1></body>`,
  );
  assert.deepEqual(
    [previous, next],
    [
      { name: 'Previous', url: 'https://a.example/a' },
      { name: 'Zenith', url: 'https://a.example/z' },
    ],
  );
  assert.equal(contentsOf('<body><nav><a href="/a">A</a> / <a href="/b">B</a></nav></body>').menus.length, 1);
});

test('a label or link before a block of links is a branch, whatever their elements', () => {
  const links = '<a href="/1">One</a><a href="/2">Two</a>';
  const list = '<ul><li><a href="/1">One</a></li><li><a href="/2">Two</a></li></ul>';
  const other = '<a href="/o">Other</a><a href="/p">Pier</a>';
  for (const html of [
    `<ul><li>Part${list}</li><li>${other}</li></ul>`,
    `<ul><li><span>Part</span></li>${list}<li>${other}</li></ul>`,
    `<ul><li class="part-title">Part</li><li><a href="/1">One</a></li><li><a href="/2">Two</a></li>` +
      `<li class="divider"></li><li>${other}</li></ul>`,
    `<section><div class="item"><h2>Part</h2></div><div class="items">${links}</div></section><div>${other}</div>`,
    `<div><button aria-expanded="false">Part</button><div>${links}</div></div><div>${other}</div>`,
    `<details><summary>Part</summary>${links}</details><div>${other}</div>`,
    `<dl><dt>Part</dt><dd><a href="/1">One</a></dd><dd><a href="/2">Two</a></dd></dl><div>${other}</div>`,
    `<h3>Part</h3>${list}${other}`,
    `<div><a href="#">Part</a><div>${links}</div></div><div>${other}</div>`,
    `<div><a href="/o">Part</a><div>${links}</div></div><div>${other}</div>`,
  ]) {
    const rows = ['Menu:', '  Part –', '    One', '    Two', '  Other', '  Pier'];
    assert.deepEqual(lines(contentsOf(`<body><nav aria-label="Menu">${html}</nav></body>`)), rows, html);
  }
});

test('the page itself stays in its menu, linked or not', () => {
  for (const html of [
    '<a href="#" class="current">Here</a>',
    '<a aria-current="page">Here</a>',
    '<a href="">Here</a>',
  ]) {
    const menu = `<nav aria-label="Menu"><ul><li><a href="/a">A</a></li><li>${html}</li></ul></nav>`;
    assert.deepEqual(
      contentsOf(`<body>${menu}</body>`).menus[0].entries.map(({ name, url }) => [name, url]),
      [
        ['A', 'https://a.example/a'],
        ['Here', 'https://a.example/docs/page.html'],
      ],
      html,
    );
  }
});

test('each link stands once, in the deepest menu, and those of the foot and of hidden menus come last', () => {
  const top = '<header><nav aria-label="Top"><a href="/a">A</a><a href="/b">B</a></nav></header>';
  const side =
    '<nav aria-label="Side"><ul><li>Part<ul><li><a href="/b">Bee</a></li></ul></li><li><a href="/e">E</a></li>' +
    '</ul></nav>';
  const deep = '<ul><li>Deep<ul><li><a href="/a">A</a></li><li><a href="/d">D</a></li></ul></li></ul>';
  const foot = `<footer><nav aria-label="Foot">${deep}<a href="/f">F</a></nav></footer>`;
  const drawer = '<nav aria-label="Drawer" style="display:none"><a href="/a">A</a><a href="/c">C</a></nav>';
  assert.deepEqual(lines(contentsOf(`<body>${top}${side}${drawer}${foot}</body>`)), [
    'Top:',
    '  A',
    'Side:',
    '  Part –',
    '    Bee',
    '  E',
    'Drawer:',
    '  C',
    'Foot:',
    '  Deep –',
    '    D',
    '  F',
  ]);
});

test('pictures of a menu without texts have the names of the files they lead to, if most of its links are such', () => {
  const picture = (href) => `<a href="${href}"><img src="x.gif"></a>`;
  const namesOf = (html) =>
    contentsOf(`<body><nav>${html}</nav></body>`).menus.flatMap(({ entries }) => entries.map(({ name }) => name));
  const pages = ['/our-boats.html', '/press/index.php', '/boote_und_%C3%A4pfel/'].map(picture).join('');
  assert.deepEqual(namesOf(pages), ['Our boats', 'Press', 'Boote und äpfel']);
  const others = ['/', '/7.html', '/plan.jpg', '/x.php?page=2', 'https://b.example/shop.html'].map(picture).join('');
  assert.deepEqual(namesOf(pages + others), ['Our boats', 'Press', 'Boote und äpfel']);
  assert.deepEqual(namesOf(others), []);
  assert.deepEqual(namesOf(`<a href="/a">A</a><a href="/b">B</a><a href="/c">C</a>${picture('/cart.html')}`), [
    'A',
    'B',
    'C',
  ]);
});

test('parts of a picture in a menu are named by their alternatives', () => {
  const map = '<img src="m.gif" usemap="#m"><map name="m"><area href="/a" alt="One"><area href="/b" alt="Two"></map>';
  assert.deepEqual(lines(contentsOf(`<body><div id="menu">${map}</div></body>`)), ['():', '  One', '  Two']);
  assert.deepEqual(contentsOf(`<body><p>${map}</p></body>`).menus, []);
});

test('links with pictures of the style sheet are a menu by their titles, but no icons, flags or other sites', () => {
  const list = (link) =>
    contentsOf(`<body><header><ul class="nav"><li>${link('/a')}</li><li>${link('/b')}</li></ul></header></body>`).menus;
  assert.equal(list((href) => `<a href="${href}" title="To ${href}"></a>`)[0].entries.length, 2);
  for (const link of [
    (href) => `<a href="${href}" aria-label="To ${href}"><svg></svg></a>`,
    (href) => `<a href="${href}" title="To ${href}"><i></i></a>`,
    (href) => `<a href="${href}" title="To ${href}"><span class="icon-cart"></span></a>`,
    (href) => `<a href="${href}" title="To ${href}" hreflang="de"></a>`,
    (href) => `<a href="${href}" title="To ${href}" class="flag-de"></a>`,
    (href) => `<a href="https://b.example${href}" title="To ${href}"></a>`,
  ])
    assert.deepEqual(list(link), []);
});

test('the first link is the heading of others if its class names it so, unless it is the title of the site or menu', () => {
  const depthsOf = (html) =>
    contentsOf(`<body><nav>${html}</nav></body>`)
      .menus[0].entries.map(({ depth }) => depth)
      .join('');
  const links = (head) =>
    `<a class="${head}" href="/docs/">Rope</a><a class="link" href="/a">Hemp</a><a class="link" href="/b">Jute</a>`;
  const others = '<div><a href="/c">Log in</a><a href="/d">Join</a></div>';
  assert.equal(depthsOf(`<div>${links('menu-heading')}</div>${others}`), '12211');
  assert.equal(depthsOf(`<div>${links('site-title')}</div>${others}`), '11111');
  assert.equal(depthsOf(links('header-title')), '111');
  assert.equal(depthsOf(`${links('header-title')}<a class="header-title" href="/e">Wire</a>`), '1221');
});
