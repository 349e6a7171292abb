import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieField, inReach, isSameSite, siteOf, thatGoAlong } from '../../extension/background/cookie-rules.js';

/** As the browser would say, for the suffixes `com` and `co.uk`. */
const registrableDomain = (host) => /[^.]+\.(co\.uk|com)$/.exec(host)?.[0] ?? host;
const sites = { isSchemeful: true, registrableDomain };
const schemeless = { ...sites, isSchemeful: false };
const untold = { isSchemeful: true, registrableDomain: () => null };

test('hosts of one registrable domain are one site', () => {
  assert.ok(isSameSite('https://www.shop.co.uk/a', 'https://maps.shop.co.uk:8443/map.xml', sites));
  assert.ok(!isSameSite('https://shop.co.uk/', 'https://other.co.uk/', sites));
  assert.ok(!isSameSite('https://shop.com/', 'https://shop.com.evil.com/', sites));
});

test('schemes make sites where the browser says so', () => {
  assert.ok(!isSameSite('http://shop.com/', 'https://shop.com/', sites));
  assert.ok(isSameSite('http://shop.com/', 'https://www.shop.com/', schemeless));
});

test('a browser that does not tell what a site is leaves only the very host', () => {
  assert.ok(isSameSite('https://shop.com/', 'https://shop.com/map.xml', untold));
  assert.ok(!isSameSite('https://www.shop.com/', 'https://shop.com/map.xml', untold));
  assert.equal(siteOf('https://shop.com/', untold), null);
});

test('a site is scheme and registrable domain, without port and path', () => {
  assert.equal(siteOf('http://www.shop.co.uk:8000/a?b', sites), 'http://shop.co.uk');
  assert.equal(siteOf('http://127.0.0.1:8000/', sites), 'http://127.0.0.1');
});

const cookie = (name, more = {}) => ({ name, value: '1', path: '/', sameSite: 'lax', ...more });

const partitioned = (topLevelSite, hasCrossSiteAncestor) => cookie('p', { partitionKey: { topLevelSite, hasCrossSiteAncestor } });

test('a page gets at its own partition, and at what is in none only within its site', () => {
  const own = partitioned('https://shop.com', true);
  const all = [cookie('plain'), own, partitioned('https://other.com', true)];
  assert.deepEqual(inReach(all, { isSameSite: false, site: 'https://shop.com' }), [own]);
  assert.deepEqual(inReach(all, { isSameSite: false, site: null }), []);
  assert.deepEqual(inReach(all, { isSameSite: true, site: null }), [all[0]]);
});

test('what was set below another site’s frame does not go along within the site', () => {
  const [own, framed] = [partitioned('https://shop.com', false), partitioned('https://shop.com', true)];
  assert.deepEqual(inReach([own, framed], { isSameSite: true, site: 'https://shop.com' }), [own]);
});

test('cookies of another first party stay apart', () => {
  const [own, other] = ['shop.com', 'other.com'].map((firstPartyDomain) => cookie('c', { firstPartyDomain }));
  assert.deepEqual(inReach([own, other], { isSameSite: true, site: 'https://shop.com' }), [own]);
});

test('all go along within a site', () => {
  const all = ['strict', 'lax', 'no_restriction', 'unspecified'].map((sameSite) => cookie(sameSite, { sameSite }));
  assert.equal(thatGoAlong(all, { isSameSite: true, isLaxByDefault: true }).length, 4);
});

test('to another site go those that are meant to', () => {
  const all = ['strict', 'lax', 'no_restriction', 'unspecified'].map((sameSite) => cookie(sameSite, { sameSite }));
  const names = (isLaxByDefault) => thatGoAlong(all, { isSameSite: false, isLaxByDefault }).map(({ name }) => name);
  assert.deepEqual(names(true), ['no_restriction']);
  assert.deepEqual(names(false), ['no_restriction', 'unspecified']);
});

test('longer paths come first, else the order stays', () => {
  const field = cookieField([cookie('a'), cookie('b', { path: '/deep/er' }), cookie('c'), cookie('d', { path: '/deep' })]);
  assert.equal(field, 'b=1; d=1; a=1; c=1');
});

test('a cookie without a name is its value', () => {
  assert.equal(cookieField([cookie('', { value: 'bare' })]), 'bare');
  assert.equal(cookieField([]), '');
});
