// @ts-check
/**
 * Tests the reports of the page's script while a page loads, and afterwards, with a fake page that has only the
 * properties the script reads.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const SOURCES = ['evidence', 'page'].map((name) =>
  readFileSync(new URL(`../../extension/content/${name}.js`, import.meta.url), 'utf8'),
);
const XHTML = 'http://www.w3.org/1999/xhtml';
const NAMESPACE = 'http://standard-sitemap.org/2007/ns';

/** Return a link at a position in document order. @param {string} rel @param {string} href @param {number} [place] */
const link = (rel, href, place = 0) => ({
  place,
  compareDocumentPosition: follows(place),
  namespaceURI: XHTML,
  localName: 'link',
  parentElement: null,
  closest: () => null,
  getAttributeNS: () => null,
  getAttribute: (/** @type {string} */ name) => ({ rel, href })[name] ?? null,
});

/**
 * Return the only comparison that is used: whether another element begins later.
 * @param {number} place
 * @returns {(other: {place: number}) => number}
 */
function follows(place) {
  return (other) => (other.place > place ? 4 : 2);
}

/** Return the body, beginning at a position. @param {number} place */
const body = (place) => ({ place, compareDocumentPosition: follows(place) });

/** Open a page of a type that is still loading. @param {string} contentType */
function open(contentType = 'text/html') {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {any[]} */
  const elements = [],
    bodies = [],
    reports = [],
    shown = [];
  let grow = () => {};
  const document = {
    contentType,
    readyState: 'loading',
    URL: 'http://site.example/',
    baseURI: 'http://site.example/',
    elements,
    bodies,
    getElementsByTagName: () => bodies,
    querySelector: (/** @type {string} */ selector) => (selector.startsWith('base') ? null : (elements[0] ?? null)),
    querySelectorAll: (/** @type {string} */ selector) => (selector.startsWith('link') ? elements : []),
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) => {
      listeners[name] = listener;
    },
  };
  /** @type {any} */
  const home = {
    document,
    URL,
    Node: { DOCUMENT_POSITION_FOLLOWING: 4 },
    location: { href: 'http://site.example/' },
    performance: { getEntriesByType: () => [] },
    MutationObserver: class {
      constructor(/** @type {() => void} */ callback) {
        grow = callback;
      }
      observe() {}
      disconnect() {}
    },
    addEventListener: (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) => {
      listeners[name] = listener;
    },
    sitemapClassChanges: { show: (/** @type {any} */ display) => shown.push(display), retry() {} },
    chrome: {
      runtime: {
        onMessage: { addListener() {} },
        sendMessage: async (/** @type {any} */ message) => {
          reports.push(message.params.links.map((/** @type {any} */ one) => one.href));
        },
      },
    },
  };
  home.window = home.top = home;
  const context = createContext(home);
  for (const source of SOURCES) runInContext(source, context);
  return { document, listeners, reports, shown, home, grow: () => grow() };
}

test('an old-style link counts only once the head is complete', () => {
  const page = open();
  page.document.elements.push(link('standard-sitemap', '/old.xml'));
  page.grow();
  assert.deepEqual(page.reports, []);
  page.document.elements.push(link('schema.s', NAMESPACE), link('s.location', '/new.xml'));
  page.grow();
  assert.equal(page.reports.length, 1);
});

test('an old-style link counts when the body begins', () => {
  const page = open();
  page.document.elements.push(link('standard-sitemap', '/old.xml'));
  page.document.bodies.push(body(9));
  page.grow();
  assert.equal(JSON.stringify(page.reports), '[["/old.xml"]]');
});

test('the first report of a page is its answer whatever comes later', () => {
  const page = open();
  page.document.elements.push(link('schema.s', NAMESPACE), link('s.location', '/map.xml'));
  page.grow();
  page.document.elements.unshift(link('schema.a', NAMESPACE), link('a.location', '/other.xml'));
  page.document.bodies.push(body(9));
  page.grow();
  page.document.readyState = 'interactive';
  page.listeners.DOMContentLoaded?.({});
  assert.equal(JSON.stringify(page.reports), JSON.stringify([[NAMESPACE, '/map.xml']]));
});

test('an old-style link in the head wins over a new-style one in the body', () => {
  const page = open();
  page.document.elements.push(
    link('standard-sitemap', '/old.xml', 1),
    link('schema.s', NAMESPACE, 5),
    link('s.location', '/new.xml', 6),
  );
  page.document.bodies.push(body(3));
  page.grow();
  assert.equal(JSON.stringify(page.reports), '[["/old.xml"]]');
});

test('links in the body count once the page is complete', () => {
  const page = open();
  page.document.bodies.push(body(3));
  page.document.elements.push(link('schema.s', NAMESPACE, 5), link('s.location', '/new.xml', 6));
  page.grow();
  assert.deepEqual(page.reports, []);
  page.document.readyState = 'interactive';
  page.listeners.DOMContentLoaded?.({});
  assert.equal(JSON.stringify(page.reports), JSON.stringify([[NAMESPACE, '/new.xml']]));
});

test('a returning page repeats its report whatever its scripts have changed', () => {
  const page = open();
  page.document.elements.push(link('standard-sitemap', '/map.xml'));
  page.document.readyState = 'interactive';
  page.listeners.DOMContentLoaded?.({});
  page.document.elements.splice(0, 1, link('standard-sitemap', '/other.xml'));
  page.listeners.pageshow?.({ persisted: true });
  assert.equal(JSON.stringify(page.reports), '[["/map.xml"],["/map.xml"]]');
  assert.equal(page.home.sitemapPage.evidence().links[0].href, '/map.xml');
});

for (const type of ['image/svg+xml', 'application/xml', 'text/xml']) {
  test(`other XML documents get class changes and name nothing: ${type}`, () => {
    const page = open(type);
    page.document.elements.push(link('standard-sitemap', '/map.xml'));
    page.document.readyState = 'complete';
    page.listeners.DOMContentLoaded?.({});
    assert.deepEqual(page.reports, []);
    page.home.sitemapPage.show({ level: 50, changes: [] });
    assert.equal(page.shown.length, 1);
  });
}

test('text and pictures are left alone', () => {
  for (const type of ['text/plain', 'image/png']) assert.equal(open(type).home.sitemapPage, undefined);
});
