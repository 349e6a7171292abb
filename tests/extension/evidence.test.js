import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedHeaders, cleanEvidence, documentOf } from '../../extension/background/evidence.js';

const URL = 'https://a.example/';
const LINK = { element: 'link', rel: 'standard-sitemap', href: '/map.xml', base: URL, xml_bases: [] };
const { LIMITS, bounded, signatureOf } = globalThis.sitemapEvidence;

test('the first links count, up to a number', () => {
  const links = Array.from({ length: 10_000 }, (_, number) => ({ ...LINK, href: `/${number}` }));
  assert.deepEqual(bounded(links), links.slice(0, LIMITS.links));
});

test('a link with a part that is too long goes, and no part is cut', () => {
  const long = 'x'.repeat(5_000);
  const many = Array(100).fill(URL);
  for (const part of [{ rel: long }, { href: long }, { base: long }, { xml_bases: [long] }, { xml_bases: many }]) {
    assert.deepEqual(bounded([{ ...LINK, ...part }, LINK]), [LINK], Object.keys(part)[0]);
  }
});

test('all together have a limit that fits into a message many times over', () => {
  const links = Array.from({ length: 64 }, (_, number) => ({ ...LINK, href: `/${number}${'x'.repeat(4_000)}` }));
  const sent = bounded(links);
  assert.deepEqual([sent.length, JSON.stringify(sent).length < 20_000], [4, true]);
});

test('what is no link is none, and nothing else of one goes along', () => {
  const odd = [null, undefined, 5, 'link', [], {}, { ...LINK, element: 'a' }, { ...LINK, href: 5 }, { ...LINK, xml_bases: 'x' }, { ...LINK, xml_bases: [5] }];
  assert.deepEqual(bounded([...odd, { ...LINK, more: 1 }]), [LINK]);
  for (const value of [null, undefined, 7, {}, 'x']) assert.deepEqual(bounded(value), []);
});

test('a signature depends on where links lead, not on how that is written', () => {
  assert.equal(signatureOf([LINK]), signatureOf([{ ...LINK, href: 'map.xml' }]));
  assert.notEqual(signatureOf([LINK]), signatureOf([{ ...LINK, base: 'https://b.example/' }]));
  assert.notEqual(signatureOf([LINK]), signatureOf([{ ...LINK, xml_bases: ['/x/'] }]));
  assert.equal(signatureOf([]), '');
});

test('evidence is of its shape, whatever was sent', () => {
  const none = { contentType: null, links: [], signature: '', referrer: null };
  for (const sent of [undefined, null, 5, 'x', {}, { links: {}, content_type: 'x'.repeat(500), referrer: ['origin'] }]) assert.deepEqual(cleanEvidence(sent), none);
  const own = cleanEvidence({ links: [LINK], content_type: 'text/html', referrer: 'origin', signature: 'forged' });
  assert.deepEqual(own, { contentType: 'text/html', links: [LINK], signature: signatureOf([LINK]), referrer: 'origin' });
});

test('headers are bounded in number and length', () => {
  const fields = Array.from({ length: 100 }, (_, number) => [`${number}-location`, '/']);
  assert.equal(boundedHeaders(fields).length, 40);
  assert.deepEqual(boundedHeaders([['opt', 'x'.repeat(5_000)], ['opt', 5], ['opt'], null, ['opt', 'y']]), [['opt', 'y']]);
  assert.deepEqual(boundedHeaders('x'), []);
});

test('a document is the sender\'s: in a tab, in its main frame, of the web, in view', () => {
  const sender = { tab: { id: 1 }, frameId: 0, url: URL, documentId: 'd1', documentLifecycle: 'active' };
  assert.deepEqual(documentOf(sender), { tabId: 1, url: URL, documentId: 'd1' });
  assert.equal(documentOf({ ...sender, documentId: undefined, documentLifecycle: undefined }).documentId, null);
  for (const change of [{ tab: undefined }, { frameId: 1 }, { frameId: undefined }, { url: 'data:text/html,x' }, { documentLifecycle: 'cached' }]) {
    assert.equal(documentOf({ ...sender, ...change }), null, JSON.stringify(change));
  }
});

const NAMESPACE = 'http://standard-sitemap.org/2007/ns';
const BASES = { document: 'https://a.example/late/', own: URL, isInBody: false };

/** A link of a page, as its script finds it. */
const candidate = (rel, href, more = {}) => ({ link: { element: 'link', rel, href, base: '' }, isInBody: false, isBeforeBase: false, ...more });
/** The addresses and bases of what decides. */
const decided = (all, progress = {}) => globalThis.sitemapEvidence.decide(all, { isHeadOver: true, isOver: true, bases: BASES, ...progress })
  .map(({ href, base }) => [href, base]);

test('a new link counts with what declares its prefix, which may come after it', () => {
  const [declaring, own] = [candidate('schema.s', NAMESPACE), candidate('S.LOCATION', '/new.xml')];
  for (const all of [[declaring, own], [own, declaring]]) {
    assert.deepEqual(decided(all, { isHeadOver: false, isOver: false }).map(([href]) => href), [NAMESPACE, '/new.xml']);
  }
  assert.deepEqual(decided([candidate('schema.other', NAMESPACE), own]), []);
  assert.deepEqual(decided([candidate('schema.s', 'http://other.example/ns'), own]), []);
});

test('of new links the one that is complete first counts, of one that declares itself that alone', () => {
  const all = [candidate('a.location', '/a.xml'), candidate('schema.b', NAMESPACE), candidate('b.location', '/b.xml'), candidate('schema.a', NAMESPACE)];
  assert.equal(decided(all)[1][0], '/b.xml');
  assert.equal(decided([all[3], all[0], all[1], all[2]])[1][0], '/a.xml');
  assert.deepEqual(decided([candidate(`schema.s s.location`, ` ${NAMESPACE}\n`)]).length, 1);
});

test('only a link leads to a sitemap; a meta element may declare', () => {
  const meta = (rel, href) => ({ ...candidate(rel, href), link: { element: 'meta', rel, href, base: '' } });
  assert.deepEqual(decided([meta('schema.s', NAMESPACE), candidate('s.location', '/new.xml')]).length, 2);
  assert.deepEqual(decided([candidate('schema.s', NAMESPACE), meta('s.location', '/new.xml')]), []);
  assert.deepEqual(decided([meta('standard-sitemap', '/old.xml')]), []);
});

test('a link whose address is none, or too long, does not hide the next', () => {
  const long = `/${'x'.repeat(LIMITS.address)}`;
  for (const href of ['http://[', long]) {
    assert.deepEqual(decided([candidate('standard-sitemap', href), candidate('standard-sitemap', '/old.xml')]).map(([found]) => found), ['/old.xml']);
    const declaring = candidate('schema.s', NAMESPACE);
    assert.equal(decided([declaring, candidate('s.location', href), candidate('s.location', '/new.xml')])[1]?.[0], '/new.xml');
  }
});

test('a base counts from where it stands: for a new link before it, and for none of the head where it is in the body', () => {
  const early = [candidate('schema.s', NAMESPACE, { isBeforeBase: true }), candidate('s.location', '/new.xml', { isBeforeBase: true })];
  assert.equal(decided(early)[1][1], BASES.own);
  assert.equal(decided([early[0], { ...early[1], isBeforeBase: false }])[1][1], BASES.document);
  assert.equal(decided([{ ...early[0], isBeforeBase: false }, early[1]])[1][1], BASES.document);
  const old = candidate('standard-sitemap', 'old.xml', { isBeforeBase: true });
  assert.equal(decided([old])[0][1], BASES.document);
  assert.equal(decided([old], { bases: { ...BASES, isInBody: true } })[0][1], BASES.own);
  assert.equal(decided([{ ...old, isInBody: true }], { bases: { ...BASES, isInBody: true } })[0][1], BASES.document);
});

test('in the body a new link goes before an old one, and neither counts before all is there', () => {
  const body = { isInBody: true };
  const all = [candidate('standard-sitemap', '/old.xml', body), candidate('schema.s', NAMESPACE, body), candidate('s.location', '/new.xml', body)];
  assert.deepEqual(decided(all, { isOver: false }), []);
  assert.equal(decided(all)[1][0], '/new.xml');
  assert.equal(decided(all.slice(0, 2))[0][0], '/old.xml');
});
