import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayReach, scopeOfHost } from '../../extension/background/addresses.js';

const scopeOf = (address) => scopeOfHost(new URL(address).hostname);

test('IPv4 addresses are told apart', () => {
  const scopes = ['93.184.216.34', '10.1.2.3', '172.31.0.1', '172.32.0.1', '192.168.1.1', '100.64.0.1', '127.9.9.9', '169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255'];
  assert.deepEqual(scopes.map(scopeOfHost), [
    'public', 'private', 'private', 'public', 'private', 'private', 'loopback', 'link-local', 'nowhere', 'nowhere', 'nowhere']);
});

test('IPv6 addresses are told apart', () => {
  const hosts = ['[2606:2800:220:1::1]', '[::1]', '[::]', '[fe80::1]', '[fd00::1]', '[ff02::1]', '[fec0::1]'];
  assert.deepEqual(hosts.map(scopeOfHost), ['public', 'loopback', 'nowhere', 'link-local', 'private', 'nowhere', 'nowhere']);
});

test('an IPv6 address that carries an IPv4 one is as good as that', () => {
  const hosts = ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::10.0.0.1]', '[2002:c0a8:101::]', '[2001:0:4136:e378:8000:63bf:f5ff:fffe]', '[::ffff:93.184.216.34]'];
  assert.deepEqual(hosts.map(scopeOfHost), ['loopback', 'loopback', 'private', 'private', 'private', 'public']);
});

test('odd notations are read as URLs read them', () => {
  const odd = ['http://0x7f.1/', 'http://2130706433/', 'http://017700000001/', 'http://127.1/', 'http://１２７.0.0.1/', 'http://[0:0:0:0:0:ffff:127.0.0.1]/'];
  assert.deepEqual(odd.map(scopeOf), Array(odd.length).fill('loopback'));
});

test('localhost is loopback, with a dot at its end and with names before it too', () => {
  assert.deepEqual(['localhost', 'LOCALHOST.', 'shop.localhost', 'localhost.example', 'example.com'].map(scopeOfHost), [
    'loopback', 'loopback', 'loopback', 'public', 'public']);
});

test('a page reaches public addresses, and its own kind', () => {
  assert.ok(mayReach('https://example.com/', null, 'https://93.184.216.34/map.xml'));
  assert.ok(mayReach('http://127.0.0.1:8000/', null, 'http://localhost/map.xml'));
  assert.ok(mayReach('http://intranet/', '10.0.0.7', 'http://10.0.0.8/map.xml'));
  assert.ok(mayReach('http://10.0.0.7/', null, 'https://example.com/map.xml'));
});

test('a public page reaches nothing in the reader’s own network', () => {
  const forbidden = ['http://127.0.0.1/', 'http://localhost/', 'http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/', 'http://[fd00::1]/', 'http://0/'];
  assert.deepEqual(forbidden.filter((uri) => mayReach('https://example.com/', null, uri)), []);
  assert.deepEqual(forbidden.filter((uri) => mayReach('http://localhost/', '93.184.216.34', uri)), []);
});

test('a page of one kind of network does not reach another kind', () => {
  assert.ok(!mayReach('http://10.0.0.1/', null, 'http://127.0.0.1/'));
  assert.ok(!mayReach('http://127.0.0.1/', null, 'http://169.254.169.254/'));
  assert.ok(!mayReach('http://0.0.0.0/', null, 'http://0.0.0.0/'));
});
