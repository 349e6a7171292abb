import { document, window } from './page.js';
import { loadOutlineScripts } from './outline-scripts.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

mock.timers.enable({ apis: ['setTimeout'] });
let said = [];
let isWanted = true;
let place = { hash: '' };
let changed;
/** The observed nodes. @type {Node[]} */
let observed = [];
let visibility = 'visible';
Object.assign(globalThis, {
  chrome: {
    runtime: {
      sendMessage: async (message) => {
        receive(message);
        return { result: { isWanted } };
      },
    },
  },
});
/** Collect the parts of a report, as the background does. */
let text = '';
let parts = 0;
function receive({ method, params: { part, isFirst, isLast, active } }) {
  text = (isFirst ? '' : text) + (part ?? '');
  parts += 1;
  if (isLast) said.push({ method, params: { contents: JSON.parse(text || 'null'), active } });
  if (isLast) text = '';
}
for (const name of ['addEventListener', 'removeEventListener']) globalThis[name] = window[name].bind(window);
Object.defineProperty(globalThis, 'location', { get: () => place });
Object.assign(globalThis, {
  NodeFilter: window.NodeFilter,
  MutationObserver: class {
    constructor(react) {
      changed = react;
    }
    observe(node) {
      observed.push(node);
    }
    disconnect() {}
  },
  scrollX: 0,
  scrollY: 0,
});
Object.defineProperty(document, 'visibilityState', { get: () => visibility });
mock.method(performance, 'now', () => 0); // each page is read in one step
await loadOutlineScripts();
const { lead, stop } = globalThis.sitemapOutline;
const follow = () => {
  globalThis.sitemapOutline.follow();
  mock.timers.tick(16);
};

let scrolled;
beforeEach(() => {
  stop();
  delete document.scrollingElement;
  [said, isWanted, place, scrolled, visibility] = [[], true, { hash: '', href: 'https://a.example/' }, [], 'visible'];
  document.body.innerHTML =
    `<h1 id="top">The  <b>page</b></h1><h2>One</h2><h2 hidden>Gone</h2>` + `<h3 id="ä b">Deep</h3><h2> </h2>`;
  measured();
});
const boxAt = (top) => ({ top, bottom: top + 20, left: 0, right: 100, width: 100, height: 20 });
function measured() {
  [...document.querySelectorAll('h1, h2, h3')].forEach((element, at) => {
    element.y = at * 200;
    element.getBoundingClientRect = () => boxAt(element.y);
    element.scrollIntoView = () => scrolled.push(element.textContent);
  });
}
const settle = () =>
  new Promise((done) => {
    setImmediate(done);
  });
const change = (html) => {
  document.body.innerHTML = html;
  measured();
  changed();
  for (const ms of [1_000, 16, 150]) mock.timers.tick(ms);
};
const scroll = () => {
  window.dispatchEvent(new window.Event('scroll'));
  mock.timers.tick(150);
};

test('visible headings are reported with the current one', () => {
  follow();
  assert.deepEqual(said, [
    {
      method: 'page.outline',
      params: {
        contents: {
          headings: [
            { name: 'The page', level: 1, id: 'top', url: '' },
            { name: 'One', level: 2, id: '', url: '' },
            { name: 'Deep', level: 3, id: 'ä b', url: '' },
          ],
          menus: [],
          home: '',
          parents: [],
          previous: null,
          next: null,
          frame: null,
          direction: 'ltr',
        },
        active: 0,
      },
    },
  ]);
});

test('headings by role are reported at their level, and elements with another role are not', () => {
  document.body.innerHTML =
    `<div role="heading" aria-level="1">One</div><span role="heading">Two</span>` +
    `<h2 aria-level="4">Four</h2>
    <h3 aria-level="x">Three</h3><h2 role="presentation">None</h2><h1 role="button">Button</h1>`;
  for (const element of document.querySelectorAll('*')) element.getBoundingClientRect = () => boxAt(0);
  follow();
  assert.deepEqual(
    said[0].params.contents.headings.map(({ name, level }) => [name, level]),
    [
      ['One', 1],
      ['Two', 2],
      ['Four', 4],
      ['Three', 3],
    ],
  );
});

test('headings that screen readers skip are left out', () => {
  document.body.innerHTML =
    `<h1>Page</h1><h2 aria-hidden="true">Ornament</h2><div aria-hidden="true">` +
    `<h2>In ornament</h2></div><div inert><h2>Inert</h2></div>
    <h2 aria-hidden="false">Shown</h2><h2 hidden>Not rendered</h2>`;
  measured();
  follow();
  assert.deepEqual(
    said[0].params.contents.headings.map(({ name }) => name),
    ['Page', 'Shown'],
  );
});

test('changes in shadow trees are observed, each of them once', () => {
  document.body.innerHTML = '<x-part></x-part>';
  const root = document.querySelector('x-part').attachShadow({ mode: 'open' });
  root.innerHTML = '<h2>One</h2>';
  root.querySelector('h2').getBoundingClientRect = () => boxAt(0);
  observed = [];
  follow();
  changed();
  for (const ms of [1_000, 16, 150]) mock.timers.tick(ms);
  assert.deepEqual(observed, [document, root]);
});

test('a heading without text has the name of its picture', () => {
  document.body.innerHTML = '<h1><a href="/"><img alt="Harbour Gazette"></a></h1><h2><img alt=""></h2>';
  for (const element of document.querySelectorAll('*')) element.getBoundingClientRect = () => boxAt(0);
  follow();
  assert.deepEqual(
    said[0].params.contents.headings.map(({ name }) => name),
    ['Harbour Gazette'],
  );
});

test('signs that link to a heading are removed, and its section’s id is used', () => {
  document.body.innerHTML = `<section id="errors"><h1>8. Errors<a class="headerlink" href="#errors">¶</a></h1>
    <section id="c"><span></span><h2><a href="#c">#</a> About C#</h2><h3>Deep <a href="/x">into C#</a></h3></section></section>
    <nav><h4>Table of Contents</h4></nav><div role="navigation"><h4>Next topic</h4></div>`;
  for (const element of document.querySelectorAll('h1, h2, h3, h4')) element.getBoundingClientRect = () => boxAt(0);
  follow();
  assert.deepEqual(
    said[0].params.contents.headings.map(({ name, id }) => [name, id]),
    [
      ['8. Errors', 'errors'],
      ['About C#', 'c'],
      ['Deep into C#', ''],
    ],
  );
  lead(1, 'About C#');
  assert.equal(place.hash, '#c');
});

test('a long page is read in short steps, whatever the clock says', () => {
  document.body.innerHTML = '<h2>Part</h2>'.repeat(2_000) + '<p></p>'.repeat(2_000);
  measured();
  for (const elapsed of [0.1, 0]) {
    let now = 0;
    const clock = mock.method(performance, 'now', () => (now += elapsed)); // at each part of a step
    const queue = [];
    const timers = mock.method(globalThis, 'setTimeout', (run) => queue.push(run));
    said = [];
    follow();
    follow(); // which must not start a second reading beside the first
    const steps = [];
    while (!said.length) {
      const begun = now;
      queue.shift()();
      steps.push(now - begun);
      assert.ok(queue.length <= 1 || said.length, 'one step is scheduled');
    }
    for (const { mock: replaced } of [clock, timers]) replaced.mockImplementation(() => 0);
    timers.mock.restore();
    assert.equal(said[0].params.contents.headings.length, 2_000);
    assert.ok(steps.length > 3 && Math.max(...steps) < 10, `${steps.length} steps of ${Math.max(...steps)} ms at most`);
  }
});

test('a long report is sent in parts, one in a frame, and begins again if the page changes', () => {
  document.body.innerHTML = Array.from(
    { length: 1_500 },
    (_, at) => `<h2 id="${'a-long-name-of-a-heading-'.repeat(5)}${at}">Heading ${at} 🚀</h2>`,
  ).join('');
  measured();
  parts = 0;
  globalThis.sitemapOutline.follow();
  for (let step = 0; step < 30 && !parts; step++) mock.timers.tick(0);
  assert.deepEqual([parts, said.length], [1, 0]);
  mock.timers.tick(16);
  assert.deepEqual([parts, said.length], [2, 0]);
  change('<h1>Other</h1>');
  assert.deepEqual(
    said.map(({ params }) => params.contents.headings.length),
    [1_500, 1],
  );
  follow();
  assert.equal(said.length, 3);
});

test('scrolling reports a change of the current heading only', async () => {
  follow();
  scroll();
  assert.equal(said.length, 1);
  for (const element of document.querySelectorAll('h1, h2, h3')) element.y -= 500;
  scroll();
  assert.deepEqual(
    said.map(({ params }) => params.active),
    [0, 2],
  );
  assert.equal(said[1].params.contents, null);
});

test('a page is left alone if no sidebar wants reports', async () => {
  isWanted = false;
  follow();
  await settle();
  for (const element of document.querySelectorAll('h1, h2, h3')) element.y -= 500;
  scroll();
  assert.equal(said.length, 1);
});

test('a heading is scrolled to by its address or directly', () => {
  follow();
  lead(2, 'Deep');
  assert.equal(place.hash, '#%C3%A4%20b');
  lead(1, 'One');
  assert.deepEqual(scrolled, ['One']);
});

test('a moved heading is found by its text and a removed one is not', () => {
  follow();
  lead(0, 'One');
  lead(9, 'One');
  lead(0, 'Nobody');
  assert.deepEqual([scrolled, place.hash], [['One', 'One'], '']);
});

test('a changed page is read once for many changes and reported if different', () => {
  follow();
  change('<h1>Other</h1>');
  assert.deepEqual(
    said.map(({ params }) => params.contents?.headings.map(({ name }) => name)),
    [['The page', 'One', 'Deep'], ['Other']],
  );
  change('<h1>Other</h1><p>More text</p>');
  assert.equal(said.length, 2);
});

test('a page is read again when a part of it is opened', () => {
  follow();
  document.querySelector('[hidden]').hidden = false;
  window.dispatchEvent(new window.Event('toggle'));
  for (const ms of [1_000, 16, 150]) mock.timers.tick(ms);
  assert.deepEqual(
    said.map(({ params }) => params.contents.headings.length),
    [3, 4],
  );
});

test('a hidden page is read when it becomes visible', () => {
  follow();
  visibility = 'hidden';
  change('<h1>Other</h1>');
  assert.equal(said.length, 1);
  visibility = 'visible';
  document.dispatchEvent(new window.Event('visibilitychange'));
  for (const ms of [16, 150]) mock.timers.tick(ms);
  assert.equal(said.length, 2);
});

test('scrolling finds each of many headings', () => {
  document.body.innerHTML = Array.from({ length: 1_500 }, (_, at) => `<h2>Heading ${at}</h2>`).join('');
  measured();
  follow();
  for (const ms of [16, 16]) mock.timers.tick(ms); // three parts
  for (const element of document.querySelectorAll('h2')) element.y -= 1_200 * 200;
  scroll();
  assert.deepEqual(
    said.map(({ params }) => params.active),
    [0, 1_200],
  );
});

/** Scroll the page to a position, of a page of 1,000 pixels in a window of 600. @param {number} top */
function scrollTo(top) {
  const box = { scrollTop: top, scrollHeight: 1_000, clientHeight: 600 };
  Object.defineProperty(document, 'scrollingElement', { configurable: true, get: () => box });
  for (const [at, element] of [...document.querySelectorAll('h1, h2, h3')].entries()) element.y = at * 200 - top;
  scroll();
}
const actives = () => said.map(({ params }) => params.active);

test('the last visible heading is current at the end of the page', () => {
  follow();
  scrollTo(200);
  scrollTo(400);
  assert.deepEqual(actives(), [0, 1, 2]);
});

test('the heading that the reader has gone to is current until the reader scrolls', () => {
  follow();
  lead(1, 'One');
  scrollTo(400); // the page scrolls there
  assert.deepEqual(actives(), [0, 1]);
  scrollTo(400);
  assert.deepEqual(actives(), [0, 1, 2]);
  place = { hash: '#top', href: 'https://a.example/#top' };
  window.dispatchEvent(new window.Event('hashchange'));
  mock.timers.tick(150);
  assert.deepEqual(actives(), [0, 1, 2, 0], 'also by a link of the page');
});

test('a heading that is a link, stands in one or is covered by one has the address of its page', () => {
  document.body.innerHTML = `<h1><a href="#top">Top</a></h1><h2><a href="/rope">A rope</a></h2>
    <a href="/tide"><h2>Tide</h2></a><h2><a href="/part">Part</a> of a line</h2><h2><a href="/">Itself</a></h2>
    <article><h2>Dunes</h2><a href="/dunes" aria-label="Read Dunes"></a></article>`;
  measured();
  for (const link of document.querySelectorAll('a')) link.getBoundingClientRect = () => boxAt(0);
  window.happyDOM.setURL('https://a.example/');
  follow();
  assert.deepEqual(
    said[0].params.contents.headings.map(({ name, url }) => [name, url]),
    [
      ['Top', ''],
      ['A rope', 'https://a.example/rope'],
      ['Tide', 'https://a.example/tide'],
      ['Part of a line', ''],
      ['Itself', ''],
      ['Dunes', 'https://a.example/dunes'],
    ],
  );
});

test('headings in columns beside the content are left out, by their names or their boxes', () => {
  document.body.innerHTML =
    `<div class="row"><div id="main"><h1>Page</h1><div class="cards"><div><h2>Card</h2>` +
    `</div></div></div>
    <div id="narrow"><h2>Narrow</h2></div><div id="wide"><h2>Wide</h2></div></div>
    <div class="col-sidebar"><h3>Named</h3></div><details><summary><h3>Menu</h3></summary><a href="/a">First page</a> <a href="/b">Second page</a></details>
    <details open><summary><h2>Question</h2></summary><p>Answer</p></details>`;
  measured();
  const box = (css, left, width, height = 500) => {
    for (const element of document.querySelectorAll(`${css}, ${css} *`))
      element.getBoundingClientRect = () => ({ left, width, right: left + width, top: 0, bottom: height, height });
  };
  box('#main', 0, 200);
  box('h1', 0, 200, 30);
  box('#narrow', 210, 60);
  box('#wide', 280, 150);
  follow();
  assert.deepEqual(
    said[0].params.contents.headings.map(({ name }) => name),
    ['Page', 'Card', 'Wide', 'Question'],
  );
});

test('a page that is still loading is read once it has been parsed', () => {
  let state = 'loading';
  Object.defineProperty(document, 'readyState', { configurable: true, get: () => state });
  globalThis.sitemapOutline.follow();
  mock.timers.tick(16);
  assert.equal(said.length, 0);
  state = 'interactive';
  document.dispatchEvent(new window.Event('DOMContentLoaded'));
  mock.timers.tick(16);
  assert.equal(said.length, 1);
  delete document.readyState;
});

test('a page that navigates by itself is read once it has changed', () => {
  follow();
  place = { hash: '', href: 'https://a.example/other' };
  globalThis.sitemapOutline.follow();
  mock.timers.tick(150);
  assert.equal(said.length, 1);
  change('<h1>Other</h1>');
  assert.deepEqual(
    said.map(({ params }) => params.contents.headings[0].name),
    ['The page', 'Other'],
  );
});

test('a list in the content of a page wider than the window is no column', () => {
  document.body.innerHTML = '<main><ul><li>X</ul><h1>Title</h1></main><ul><li>Y</ul>';
  const [html, body, main, title, inner, outer] = [
    ...[document.documentElement, document.body],
    ...['main', 'h1', 'main ul', 'body > ul'].map((css) => document.querySelector(css)),
  ];
  const box =
    (/** @type {number} */ left, /** @type {number} */ right, height = 400) =>
    () => {
      return { left, right, top: 0, bottom: height, width: right - left, height };
    };
  const boxes = [
    ...[box(0, 700), box(0, 700), box(0, 1_000), box(0, 1_000, 30)],
    ...[box(800, 1_000), box(1_000, 1_200)],
  ];
  const elements = [html, body, main, title, inner, outer];
  for (const [at, element] of elements.entries()) element.getBoundingClientRect = boxes[at];
  const reading = globalThis.sitemapHeadings.read([title]);
  let step = reading.next();
  while (!step.done) step = reading.next();
  delete html.getBoundingClientRect;
  delete body.getBoundingClientRect;
  assert.deepEqual([inner, outer].map(step.value.isColumn), [false, true]);
});
