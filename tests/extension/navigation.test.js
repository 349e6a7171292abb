import { document, loadPage, query, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aNode } from './samples.js';

const { Sequence, drawRoles } = await import('../../extension/sidebar/navigation.js');
const { text } = await import('../../extension/shared/strings.js');

let visits = [];
const visit = (target, where) => {
  visits.push([target, where]);
};
beforeEach(() => {
  visits = [];
  loadPage('sidebar/sidebar.html');
});
const node = (name, more = {}) => aNode({ key: name, name, location: `https://a.example/${name}`, ...more });

const roles = () => [...document.querySelectorAll('.role')].map((button) => button.dataset.role ?? 'more');
const more = () => {
  document.querySelector('.role:last-child').click();
  return texts('.drop-menu [role=menuitem]');
};

test('home, contact and contentinfo have fixed icons, and other roles are in a menu by page name', () => {
  drawRoles(
    query('#roles'),
    { home: [node('start')], tree: [node('t')], searchpage: [node('s')], jobs: [node('work')], gone: [] },
    visit,
  );
  assert.deepEqual(roles(), ['home', 'contact', 'contentinfo', 'more']);
  assert.deepEqual(
    [...document.querySelectorAll('.role')].map((button) => [button.textContent, button.getAttribute('aria-label')]),
    ['roleHome', 'roleContact', 'roleContentinfo', 'rolesMore'].map((name) => ['', text(name)]),
  );
  assert.deepEqual(
    [query('[data-role=contact]').disabled, query('[data-role=contact]').title],
    [true, text('roleAbsent', text('roleContact'))],
  );
  assert.deepEqual(more(), ['work']);
});

test('a site without usable roles has no line', () => {
  drawRoles(query('#roles'), { home: [node('start')] }, visit);
  assert.deepEqual([query('#roles').hidden, roles()], [false, ['home', 'contact', 'contentinfo']]);
  for (const none of [{}, { home: [node('start', { location: null })], search: [node('s')], tree: [node('t')] }]) {
    drawRoles(query('#roles'), none, visit);
    assert.ok(query('#roles').hidden);
  }
});

test('a role with one page is a link', () => {
  drawRoles(query('#roles'), { home: [node('start', { description: 'Begin here' })] }, visit);
  const home = query('[data-role=home]');
  assert.deepEqual([home.href, home.title], ['https://a.example/start', `${text('roleHome')}\nstart\nBegin here`]);
  home.click();
  assert.deepEqual(visits, [[{ role: 'home', index: 0, via: 'role' }, 'current']]);
});

// holds: F47
test('a role without a usable address is missing', () => {
  const nowhere = { location: 'javascript:alert(1)' };
  drawRoles(
    query('#roles'),
    {
      home: [node('start', nowhere)],
      contact: [node('write', { location: null })],
      jobs: [node('work', nowhere)],
      press: [node('a'), node('b', nowhere)],
    },
    visit,
  );
  assert.deepEqual(
    [roles(), query('[data-role=contentinfo]').disabled, more()],
    [['contentinfo', 'more'], true, ['press']],
  );
});

test('a role named by its page is in the page’s language', () => {
  drawRoles(query('#roles'), { jobs: [node('عمل', { language: 'ar' })] }, visit);
  more();
  assert.deepEqual([query('.drop-menu a').lang, query('.drop-menu a').dir], ['ar', 'rtl']);
});

test('a role with several pages is a menu under its own name', () => {
  drawRoles(query('#roles'), { contact: [node('a'), node('b')], press: [node('c'), node('d')] }, visit);
  query('[data-role=contact]').click();
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), ['a', 'b']);
  document.querySelectorAll('.drop-menu a')[1].click();
  assert.deepEqual(visits, [[{ role: 'contact', index: 1, via: 'role' }, 'current']]);
  assert.deepEqual(more(), ['press']);
  query('.drop-menu [role=menuitem]').click();
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), ['c', 'd']);
});

test('previous and next are links, and a missing neighbour is focusable text', () => {
  const sequence = new Sequence(query('#sequence'), visit);
  sequence.draw({ previous: null, next: node('b') });
  assert.ok(!query('#sequence').hidden);
  assert.deepEqual(
    [query('#previous').textContent, query('#previous').getAttribute('aria-disabled'), query('#previous').tabIndex],
    [text('noPrevious'), 'true', 0],
  );
  assert.equal(query('#next').getAttribute('aria-label'), `${text('next')}: b`);
  query('#next').click();
  assert.deepEqual(visits, [[{ key: 'b', via: 'tree' }, 'current']]);
});

test('a page outside a sequence has no neighbours', () => {
  const sequence = new Sequence(query('#sequence'), visit);
  sequence.draw({ previous: null, next: null });
  assert.ok(query('#sequence').hidden);
});

test('a reader who steps by keyboard keeps the focus on the same link', () => {
  const sequence = new Sequence(query('#sequence'), visit);
  sequence.draw({ previous: null, next: node('b') });
  query('#next').focus();
  sequence.draw(null);
  document.activeElement.blur();
  sequence.draw(null);
  sequence.draw({ previous: node('a'), next: node('c') });
  assert.equal(document.activeElement.id, 'next');
});

test('a lost focus is not returned if another element has taken it', () => {
  const sequence = new Sequence(query('#sequence'), visit);
  sequence.draw({ previous: null, next: node('b') });
  query('#next').focus();
  sequence.draw(null);
  query('#filter').focus();
  sequence.draw({ previous: node('a'), next: node('c') });
  assert.equal(document.activeElement.id, 'filter');
});
