import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  cookieField,
  cookiesInReach,
  cookiesThatGoAlong,
  isSameSite,
  mayBeLedTo,
  mayReach,
  scopeOfHost,
  topLevelSite,
} from '../../extension/background/host/request-rules.js';

const scopeOf = (address) => scopeOfHost(new URL(address).hostname);

// The cases of the host's test, too: both have a table of ranges.
const scopes = JSON.parse(readFileSync(new URL('../address-scopes.json', import.meta.url), 'utf8'));

for (const [scope, addresses] of Object.entries(scopes)) {
  test(`addresses have the scope ${scope} as in the host`, () => {
    const written = addresses.map((address) => (address.includes(':') ? `[${address}]` : address));
    assert.deepEqual(
      written.filter((host) => scopeOfHost(host) !== scope),
      [],
    );
  });
}

test('unusual notations are read as URLs read them', () => {
  const odd = [
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.1/',
    'http://１２７.0.0.1/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
  ];
  assert.deepEqual(odd.map(scopeOf), Array(odd.length).fill('loopback'));
});

test('localhost is loopback with a trailing dot or a prefix too', () => {
  assert.deepEqual(['localhost', 'LOCALHOST.', 'shop.localhost', 'localhost.example', 'example.com'].map(scopeOfHost), [
    'loopback',
    'loopback',
    'loopback',
    'public',
    'public',
  ]);
});

test('a page reaches public addresses and its own scope', () => {
  assert.ok(mayReach('https://example.com/', null, 'https://93.184.216.34/map.xml'));
  assert.ok(mayReach('http://127.0.0.1:8000/', null, 'http://localhost/map.xml'));
  assert.ok(mayReach('http://intranet/', '10.0.0.7', 'http://10.0.0.8/map.xml'));
  assert.ok(mayReach('http://10.0.0.7/', null, 'https://example.com/map.xml'));
});

test('a public page reaches nothing in the reader’s network', () => {
  const forbidden = [
    'http://127.0.0.1/',
    'http://localhost/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://[fd00::1]/',
    'http://0/',
  ];
  assert.deepEqual(
    forbidden.filter((uri) => mayReach('https://example.com/', null, uri)),
    [],
  );
  assert.deepEqual(
    forbidden.filter((uri) => mayReach('http://localhost/', '93.184.216.34', uri)),
    [],
  );
});

test('https does not redirect to http except on the same machine', () => {
  assert.ok(!mayBeLedTo('https://a.example/', 'http://a.example/map.xml', false));
  assert.ok(mayBeLedTo('https://a.example/', 'https://b.example/map.xml', false));
  assert.ok(mayBeLedTo('https://localhost/', 'http://localhost:8000/map.xml', false));
  assert.ok(mayBeLedTo('http://a.example/', 'http://b.example/map.xml', false));
});

test('behind a proxy a page is not redirected to a local name, which browsers reach directly', () => {
  const names = ['http://router/', 'http://printer.local/', 'http://a.home.arpa./', 'http://x.corp/'];
  assert.deepEqual(
    names.filter((uri) => mayBeLedTo('http://a.example/', uri, true)),
    [],
  );
  assert.deepEqual(
    names.filter((uri) => mayBeLedTo('http://a.example/', uri, false)),
    names,
  );
  assert.ok(mayBeLedTo('http://intranet/', 'http://intranet/map.xml', true));
  assert.ok(mayBeLedTo('http://[2606:2800::1]/', 'http://[2606:2800::2]/', true));
});

test('no page of a network reaches the addresses at which clouds serve secrets', () => {
  const metadata = [
    '168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[::ffff:169.254.169.254]',
  ];
  const pages = [
    'https://example.com/',
    'http://10.0.0.1/',
    'http://169.254.1.1/',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://127.0.0.1/',
  ];
  assert.deepEqual(
    metadata.filter((host) => pages.some((page) => mayReach(page, null, `http://${host}/`))),
    [],
  );
});

test('a page of one local scope does not reach another', () => {
  assert.ok(!mayReach('http://10.0.0.1/', null, 'http://127.0.0.1/'));
  assert.ok(!mayReach('http://127.0.0.1/', null, 'http://169.254.169.254/'));
  assert.ok(!mayReach('http://0.0.0.0/', null, 'http://0.0.0.0/'));
});

/** Answers like a browser, for the suffixes `com` and `co.uk`. */
const registrableDomain = (host) => /[^.]+\.(co\.uk|com)$/.exec(host)?.[0] ?? host;
const sites = { isSchemeful: true, registrableDomain };
const schemeless = { ...sites, isSchemeful: false };
const unknown = { isSchemeful: true, registrableDomain: () => null };

test('hosts with one registrable domain are one site', () => {
  assert.ok(isSameSite('https://www.shop.co.uk/a', 'https://maps.shop.co.uk:8443/map.xml', sites));
  assert.ok(!isSameSite('https://shop.co.uk/', 'https://other.co.uk/', sites));
  assert.ok(!isSameSite('https://shop.com/', 'https://shop.com.evil.com/', sites));
});

test('schemes separate sites if the browser says so', () => {
  assert.ok(!isSameSite('http://shop.com/', 'https://shop.com/', sites));
  assert.ok(isSameSite('http://shop.com/', 'https://www.shop.com/', schemeless));
});

test('a browser that does not define sites permits only the same host', () => {
  assert.ok(isSameSite('https://shop.com/', 'https://shop.com/map.xml', unknown));
  assert.ok(!isSameSite('https://www.shop.com/', 'https://shop.com/map.xml', unknown));
  assert.equal(topLevelSite('https://shop.com/', unknown), null);
});

test('a site is scheme and registrable domain without port and path', () => {
  assert.equal(topLevelSite('http://www.shop.co.uk:8000/a?b', sites), 'http://shop.co.uk');
  assert.equal(topLevelSite('http://127.0.0.1:8000/', sites), 'http://127.0.0.1');
});

const cookie = (name, more = {}) => ({ name, value: '1', path: '/', sameSite: 'lax', ...more });

const partitioned = (topLevelSite, hasCrossSiteAncestor) =>
  cookie('p', { partitionKey: { topLevelSite, hasCrossSiteAncestor } });

test('a page accesses its own partition, and unpartitioned cookies only within its site', () => {
  const own = partitioned('https://shop.com', true);
  const all = [cookie('plain'), own, partitioned('https://other.com', true)];
  assert.deepEqual(cookiesInReach(all, { isSameSite: false, site: 'https://shop.com' }), [own]);
  assert.deepEqual(cookiesInReach(all, { isSameSite: false, site: null }), []);
  assert.deepEqual(cookiesInReach(all, { isSameSite: true, site: null }), [all[0]]);
});

test('a cookie set below another site’s frame is not sent within the site', () => {
  const [own, framed] = [partitioned('https://shop.com', false), partitioned('https://shop.com', true)];
  assert.deepEqual(cookiesInReach([own, framed], { isSameSite: true, site: 'https://shop.com' }), [own]);
});

test('cookies of another first party are separate', () => {
  const [own, other] = ['shop.com', 'other.com'].map((firstPartyDomain) => cookie('c', { firstPartyDomain }));
  assert.deepEqual(cookiesInReach([own, other], { isSameSite: true, site: 'https://shop.com' }), [own]);
});

test('all cookies are sent within a site', () => {
  const all = ['strict', 'lax', 'no_restriction', 'unspecified'].map((sameSite) => cookie(sameSite, { sameSite }));
  assert.equal(cookiesThatGoAlong(all, { isSameSite: true, isLaxByDefault: true }).length, 4);
});

// Promise (server): The same-site rules for cookies are followed.
test('another site gets only cross-site cookies', () => {
  const all = ['strict', 'lax', 'no_restriction', 'unspecified'].map((sameSite) => cookie(sameSite, { sameSite }));
  const names = (isLaxByDefault) =>
    cookiesThatGoAlong(all, { isSameSite: false, isLaxByDefault }).map(({ name }) => name);
  assert.deepEqual(names(true), ['no_restriction']);
  assert.deepEqual(names(false), ['no_restriction', 'unspecified']);
});

test('longer paths come first and equal ones keep their order', () => {
  const field = cookieField([
    cookie('a'),
    cookie('b', { path: '/deep/er' }),
    cookie('c'),
    cookie('d', { path: '/deep' }),
  ]);
  assert.equal(field, 'b=1; d=1; a=1; c=1');
});

test('a cookie without a name is its value', () => {
  assert.equal(cookieField([cookie('', { value: 'bare' })]), 'bare');
  assert.equal(cookieField([]), '');
});
