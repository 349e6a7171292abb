import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../extension/background/pages/documents.js';
import { boundedHeaders, cleanEvidence } from '../../extension/background/steps/evidence.js';

const URL = 'https://a.example/';
const LINK = { element: 'link', rel: 'standard-sitemap', href: '/map.xml', base: URL, xml_bases: [] };
const { LIMITS, bounded, signatureOf } = globalThis.sitemapEvidence;

test('only the first links count, up to a limit', () => {
  const links = Array.from({ length: 10_000 }, (_, number) => ({ ...LINK, href: `/${number}` }));
  assert.deepEqual(bounded(links), links.slice(0, LIMITS.links));
});

test('a link with an overlong part is dropped, never truncated', () => {
  const long = 'x'.repeat(5_000);
  const many = Array(100).fill(URL);
  for (const part of [{ rel: long }, { href: long }, { base: long }, { xml_bases: [long] }, { xml_bases: many }]) {
    assert.deepEqual(bounded([{ ...LINK, ...part }, LINK]), [LINK], Object.keys(part)[0]);
  }
});

// Promise (page): The links that a page offers as evidence of a sitemap are limited in number, length and total size.
test('all links together have a limit far below that of a message', () => {
  const links = Array.from({ length: 64 }, (_, number) => ({ ...LINK, href: `/${number}${'x'.repeat(4_000)}` }));
  const sent = bounded(links);
  assert.deepEqual([sent.length, JSON.stringify(sent).length < 20_000], [4, true]);
});

test('malformed links are dropped and unknown properties removed', () => {
  const odd = [
    null,
    undefined,
    5,
    'link',
    [],
    {},
    { ...LINK, element: 'a' },
    { ...LINK, href: 5 },
    { ...LINK, xml_bases: 'x' },
    { ...LINK, xml_bases: [5] },
  ];
  assert.deepEqual(bounded([...odd, { ...LINK, more: 1 }]), [LINK]);
  for (const value of [null, undefined, 7, {}, 'x']) assert.deepEqual(bounded(value), []);
});

test('a signature depends on a link’s target, not on its notation', () => {
  assert.equal(signatureOf([LINK]), signatureOf([{ ...LINK, href: 'map.xml' }]));
  assert.notEqual(signatureOf([LINK]), signatureOf([{ ...LINK, base: 'https://b.example/' }]));
  assert.notEqual(signatureOf([LINK]), signatureOf([{ ...LINK, xml_bases: ['/x/'] }]));
  assert.equal(signatureOf([]), '');
});

test('evidence has its declared shape whatever was sent', () => {
  const none = { contentType: null, links: [], signature: '', referrer: null };
  for (const sent of [undefined, null, 5, 'x', {}, { links: {}, content_type: 'x'.repeat(500), referrer: ['origin'] }])
    assert.deepEqual(cleanEvidence(sent), none);
  const own = cleanEvidence({ links: [LINK], content_type: 'text/html', referrer: 'origin', signature: 'forged' });
  assert.deepEqual(own, {
    contentType: 'text/html',
    links: [LINK],
    signature: signatureOf([LINK]),
    referrer: 'origin',
  });
});

test('headers are bounded in number and length', () => {
  const fields = Array.from({ length: 100 }, (_, number) => [`${number}-location`, '/']);
  assert.equal(boundedHeaders(fields).length, 40);
  assert.deepEqual(boundedHeaders([['opt', 'x'.repeat(5_000)], ['opt', 5], ['opt'], null, ['opt', 'y']]), [
    ['opt', 'y'],
  ]);
  assert.deepEqual(boundedHeaders('x'), []);
});

test('a document is the sender’s web page in the main frame of a visible tab', () => {
  /** @type {any} */
  const sender = { tab: { id: 1 }, frameId: 0, url: URL, documentId: 'd1', documentLifecycle: 'active' };
  assert.deepEqual(documentOf(sender), { tabId: 1, url: URL, documentId: 'd1' });
  assert.equal(documentOf({ ...sender, documentId: undefined, documentLifecycle: undefined }).documentId, null);
  for (const change of [
    { tab: undefined },
    { frameId: 1 },
    { frameId: undefined },
    { url: 'data:text/html,x' },
    { documentLifecycle: 'cached' },
  ]) {
    assert.equal(documentOf({ ...sender, ...change }), null, JSON.stringify(change));
  }
});

const NAMESPACE = 'http://standard-sitemap.org/2007/ns';
const BASES = { document: 'https://a.example/late/', own: URL, isInBody: false };

/** Return a link of a page, as its script reports it. */
const candidate = (rel, href, more = {}) => ({
  link: { element: 'link', rel, href, base: '' },
  isInBody: false,
  isBeforeBase: false,
  ...more,
});
/** Return the addresses and bases of the deciding links. */
const decided = (all, progress = {}) =>
  globalThis.sitemapEvidence
    .decide(all, { isHeadOver: true, isOver: true, bases: BASES, ...progress })
    .map(({ href, base }) => [href, base]);

test('a new-style link counts with its declaration, even a later one', () => {
  const [declaring, own] = [candidate('schema.s', NAMESPACE), candidate('S.LOCATION', '/new.xml')];
  for (const all of [
    [declaring, own],
    [own, declaring],
  ]) {
    assert.deepEqual(
      decided(all, { isHeadOver: false, isOver: false }).map(([href]) => href),
      [NAMESPACE, '/new.xml'],
    );
  }
  assert.deepEqual(decided([candidate('schema.other', NAMESPACE), own]), []);
  assert.deepEqual(decided([candidate('schema.s', 'http://other.example/ns'), own]), []);
});

test('the first complete new-style link counts', () => {
  const all = [
    candidate('a.location', '/a.xml'),
    candidate('schema.b', NAMESPACE),
    candidate('b.location', '/b.xml'),
    candidate('schema.a', NAMESPACE),
  ];
  assert.equal(decided(all)[1][0], '/b.xml');
  assert.equal(decided([all[3], all[0], all[1], all[2]])[1][0], '/a.xml');
});

test('a new-style link that declares its own prefix hides neither its declaration nor other links', () => {
  const both = candidate('schema.s s.location', ` ${NAMESPACE}\n`);
  assert.deepEqual(decided([both]), []);
  assert.equal(decided([both, candidate('standard-sitemap', '/old.xml')])[0][0], '/old.xml');
  assert.equal(decided([both, candidate('s.location', '/new.xml')])[1][0], '/new.xml');
  assert.equal(decided([both, candidate('schema.s', NAMESPACE)])[1][0], ` ${NAMESPACE}\n`);
});

test('only a link element names a sitemap, but a meta element may declare the prefix', () => {
  const meta = (rel, href) => ({ ...candidate(rel, href), link: { element: 'meta', rel, href, base: '' } });
  assert.deepEqual(decided([meta('schema.s', NAMESPACE), candidate('s.location', '/new.xml')]).length, 2);
  assert.deepEqual(decided([candidate('schema.s', NAMESPACE), meta('s.location', '/new.xml')]), []);
  assert.deepEqual(decided([meta('standard-sitemap', '/old.xml')]), []);
});

test('a link with an empty, invalid or overlong address does not hide the next one', () => {
  const long = `/${'x'.repeat(LIMITS.address)}`;
  for (const href of ['', ' \n', 'http://[', long]) {
    assert.deepEqual(
      decided([candidate('standard-sitemap', href), candidate('standard-sitemap', '/old.xml')]).map(([found]) => found),
      ['/old.xml'],
    );
    const declaring = candidate('schema.s', NAMESPACE);
    assert.equal(
      decided([declaring, candidate('s.location', href), candidate('s.location', '/new.xml')])[1]?.[0],
      '/new.xml',
    );
  }
});

test('a link below an unusable xml:base does not hide the next one', () => {
  const link = { element: 'link', rel: 'standard-sitemap', href: 'old.xml', base: '', xml_bases: ['/', 'urn:x'] };
  assert.equal(decided([candidate('', '', { link }), candidate('standard-sitemap', '/old.xml')])[0][0], '/old.xml');
  assert.equal(decided([candidate('', '', { link: { ...link, href: '//b.example/' } })]).length, 0);
  assert.equal(decided([candidate('', '', { link: { ...link, xml_bases: ['http://[', 'x/'] } })])[0][0], 'old.xml');
});

test('a base applies to new-style links after it, and not from the body to the head', () => {
  const early = [
    candidate('schema.s', NAMESPACE, { isBeforeBase: true }),
    candidate('s.location', '/new.xml', { isBeforeBase: true }),
  ];
  assert.equal(decided(early)[1][1], BASES.own);
  assert.equal(decided([early[0], { ...early[1], isBeforeBase: false }])[1][1], BASES.document);
  assert.equal(decided([{ ...early[0], isBeforeBase: false }, early[1]])[1][1], BASES.document);
  const old = candidate('standard-sitemap', 'old.xml', { isBeforeBase: true });
  assert.equal(decided([old])[0][1], BASES.document);
  assert.equal(decided([old], { bases: { ...BASES, isInBody: true } })[0][1], BASES.own);
  assert.equal(decided([{ ...old, isInBody: true }], { bases: { ...BASES, isInBody: true } })[0][1], BASES.document);
});

test('in the body a new-style link precedes an old-style one, once the page is complete', () => {
  const body = { isInBody: true };
  const all = [
    candidate('standard-sitemap', '/old.xml', body),
    candidate('schema.s', NAMESPACE, body),
    candidate('s.location', '/new.xml', body),
  ];
  assert.deepEqual(decided(all, { isOver: false }), []);
  assert.equal(decided(all)[1][0], '/new.xml');
  assert.equal(decided(all.slice(0, 2))[0][0], '/old.xml');
});
