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
