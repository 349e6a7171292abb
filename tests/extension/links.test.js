import { window } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aNode } from './samples.js';

const { bidi, clickDisposition, isolated, nameOf, nodeLink, openerOf, tipOf } = await import(
  '../../extension/shared/links.js'
);
const { text } = await import('../../extension/shared/strings.js');

test('a click opens a link where both browsers would', () => {
  assert.equal(clickDisposition({ button: 0 }), 'current');
  assert.equal(clickDisposition({ button: 1 }), 'background-tab');
  assert.equal(clickDisposition({ button: 0, ctrlKey: true }), 'background-tab');
  assert.equal(clickDisposition({ button: 0, metaKey: true }), 'background-tab');
  assert.equal(clickDisposition({ button: 1, shiftKey: true }), 'tab');
  assert.equal(clickDisposition({ button: 0, ctrlKey: true, shiftKey: true }), 'tab');
  assert.equal(clickDisposition({ button: 0, shiftKey: true }), 'window');
});

test('other uses of a link stay with the browser', () => {
  assert.equal(clickDisposition({ button: 2 }), null);
  assert.equal(clickDisposition({ button: 0, altKey: true }), null);
});

test('a node without a name is named by its address or a placeholder', () => {
  assert.equal(nameOf(aNode({ name: '  ' })), 'https://a.example/p');
  assert.equal(nameOf({ name: null, location: null }), text('unnamed'));
  assert.equal(nameOf(aNode({ name: ' Moss ' })), 'Moss');
  assert.equal(
    nameOf(aNode({ name: '\u202eexe.fdp\u202c \u2066x\u2069' })),
    'exe.fdp x',
    'characters that turn the direction are left out',
  );
  assert.equal(nameOf(aNode({ name: 'A\nB\x85\u2028C' })), 'A B C', 'a name has one line');
});

test('a name has no invisible characters, and one of nothing else is missing', () => {
  assert.equal(nameOf(aNode({ name: 'Ha\u00adven\u200b\u200d of\u2060 \ufeffJoy\u200e' })), 'Haven of Joy');
  for (const name of ['\u200b\u200d', '\u3164', '\u2800\u2800', '\u00ad\ufeff', '\u{e0020}\ufe0f', '\ue000'])
    assert.equal(nameOf(aNode({ name })), 'https://a.example/p', `U+${name.codePointAt(0)?.toString(16)}`);
});

test('joiners stay where they change the letter or the picture before them', () => {
  for (const name of ['می\u200cخواهم', 'क्\u200dष', '👩\u200d🚀', '🏳️\u200d🌈'])
    assert.equal(nameOf(aNode({ name })), name);
});

// Promise (author): Names and descriptions cannot add lines to a tooltip.
test('a tooltip has the description but not the name, which is shown elsewhere', () => {
  assert.equal(tipOf(aNode({ description: 'About' })), 'About');
  assert.equal(tipOf(aNode()), '');
  assert.equal(tipOf(aNode({ description: 'a\nLeads to bank.example\u2028\x85\u202ex' })), 'a Leads to bank.example x');
});

test('a node without a link says where it would lead and why it does not', () => {
  assert.equal(
    tipOf(aNode({ location: null, refused: 'javascript:alert(1)' })),
    text('refusedScheme', isolated('javascript:alert(1)'), isolated('javascript:')),
  );
  assert.equal(tipOf(aNode({ location: null, refused: 'https://a.example/long' })), text('refusedLong'));
  assert.equal(tipOf(aNode({ location: null, refused: 'x:\u202eexe' })).includes('\u202e'), false);
  assert.equal(tipOf(aNode({ location: null })), '');
});

test('mail and telephone addresses are distinguished from pages', () => {
  assert.deepEqual(['mailto:a@b.example', 'TEL:+1', 'https://a.example/mailto:', null].map(openerOf), [
    'mail',
    'phone',
    null,
    null,
  ]);
});

test('a name has the direction of its language, or of its letters if that is unknown', () => {
  const directions = ['ar', 'he', 'en', 'az-Arab', 'x', null].map(
    (language) => nodeLink(aNode({ language }), { via: 'tree' }, () => {}).dir,
  );
  assert.deepEqual(directions, ['rtl', 'rtl', 'ltr', 'rtl', 'auto', 'auto']);
});

test('names are isolated from the direction of adjacent text', () => {
  assert.equal(bidi('Name').localName, 'bdi');
  assert.equal(isolated('Name').length, 'Name'.length + 2);
});

/** Click an element; true if the browser handles the click. */
const click = (element, more = {}) =>
  element.dispatchEvent(
    new window.MouseEvent(more.type ?? 'click', { bubbles: true, cancelable: true, button: 0, ...more }),
  );

test('a node’s link is a real link whose clicks are handled', () => {
  const visits = [];
  /** @type {any} */
  const link = nodeLink(aNode({ language: 'de' }), { key: 'k', via: 'tree' }, (...visit) => visits.push(visit));
  assert.deepEqual([link.localName, link.href, link.lang, link.dir], ['a', 'https://a.example/p', 'de', 'ltr']);
  assert.ok(!click(link));
  assert.ok(!click(link, { type: 'auxclick', button: 1 }));
  assert.ok(click(link, { type: 'auxclick', button: 2 }));
  assert.deepEqual(visits, [
    [{ key: 'k', via: 'tree' }, 'current'],
    [{ key: 'k', via: 'tree' }, 'background-tab'],
  ]);
});

test('a location that must not be followed is not a link', () => {
  for (const location of [null, 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    assert.equal(nodeLink(aNode({ location }), { via: 'tree' }, () => {}).localName, 'span');
  }
});

test('known groups are named in the reader’s language whatever the map calls them', () => {
  const names = {
    pages: 'groupPages',
    posts: 'groupPosts',
    products: 'groupProducts',
    collections: 'groupCollections',
    categories: 'groupCategories',
    tags: 'groupTags',
    authors: 'groupAuthors',
    lists: 'groupLists',
  };
  for (const [meaning, name] of Object.entries(names))
    assert.equal(nameOf(aNode({ name: 'Its own', meaning })), text(name));
  assert.equal(nameOf(aNode({ name: 'Its own', meaning: 'toString' })), 'Its own');
});
