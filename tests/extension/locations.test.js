import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isWeb,
  pageAddress,
  safeLocation,
  safeReferrer,
  typedAddress,
  webOrigin,
  withoutFragment,
  withoutLogin,
} from '../../extension/shared/locations.js';

test('only web, mail and telephone addresses are ever opened', () => {
  for (const good of ['https://a.example/', 'http://a.example/x', 'mailto:a@example.org', 'tel:+49301'])
    assert.equal(safeLocation(good), good);
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://settings',
    'about:blank',
    'x',
    '',
    null,
  ]) {
    assert.equal(safeLocation(bad), null);
  }
});

test('a referrer has no credentials and no fragment', () => {
  assert.equal(safeReferrer('https://u:p@a.example/x#y', 'https://b.example/'), 'https://a.example/x');
});

test('a secure page sends no referrer to an insecure one', () => {
  assert.equal(safeReferrer('https://a.example/x', 'http://b.example/'), null);
  assert.equal(safeReferrer('http://a.example/x', 'https://b.example/'), 'http://a.example/x');
  assert.equal(safeReferrer('javascript:1', 'http://b.example/'), null);
});

test('addresses lose their fragments and give their origins', () => {
  assert.equal(withoutFragment('http://a.example/x#y#z'), 'http://a.example/x');
  assert.equal(webOrigin('https://a.example:8443/x'), 'https://a.example:8443');
  assert.equal(webOrigin('about:blank'), null);
  assert.ok(isWeb('HTTP://a.example') && !isWeb('ftp://a.example'));
});

test('a page is named by its address with the fragment of an application, and without a place in it', () => {
  for (const [address, page] of [
    ['https://a.example/x?y#z', 'https://a.example/x?y'],
    ['https://a.example/x#z?y', 'https://a.example/x'],
    ['https://a.example/?y#/guide', 'https://a.example/?y#/guide'],
    ['https://a.example/#/guide?id=install', 'https://a.example/#/guide'],
    ['https://a.example/#!/guide?id=a?b', 'https://a.example/#!/guide'],
  ])
    assert.equal(pageAddress(address), page);
});

test('only a user name and password are taken from an address', () => {
  assert.equal(withoutLogin('https://u:p@a.example:81/x?y@z#w'), 'https://a.example:81/x?y@z#w');
  assert.equal(withoutLogin('http://u@a.example/'), 'http://a.example/');
  for (const same of ['https://a.example/~u@b', 'mailto:u@a.example', 'about:blank#@', ''])
    assert.equal(withoutLogin(same), same);
});

test('an address may be typed completely, from the host or from the site', () => {
  const typed = (/** @type {string} */ words) => typedAddress(words, 'http://www.a.example:8000');
  assert.equal(typed(' https://b.example/map.xml '), 'https://b.example/map.xml');
  assert.equal(typed('b.example/map.xml'), 'http://b.example/map.xml');
  assert.equal(typed('A.example:8000'), 'http://a.example:8000/');
  assert.equal(typed('/maps/all.txt'), 'http://www.a.example:8000/maps/all.txt');
  assert.equal(typed('sitemap.xml'), 'http://www.a.example:8000/sitemap.xml');
  for (const none of [
    '',
    '  ',
    'two words',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://',
  ])
    assert.equal(typed(none), null);
});
