import { document, loadPage, one, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aNode } from './samples.js';

const { Sequence, drawRoles } = await import('../../extension/sidebar/navigation.js');
const { text } = await import('../../extension/shared/strings.js');

let visits = [];
const visit = (target, where) => { visits.push([target, where]); };
beforeEach(() => { visits = []; loadPage('sidebar/sidebar.html'); });
const node = (name, more = {}) => aNode({ key: name, name, location: `https://a.example/${name}`, ...more });

const roles = () => [...document.querySelectorAll('.role')].map((button) => button.dataset.role ?? 'more');
const more = () => { document.querySelector('.role:last-child').click(); return texts('.drop-menu [role=menuitem]'); };

test('home, contact and contentinfo are signs in their places, used or not; others are in a menu, by the name of their page', () => {
  drawRoles(one('#roles'), { home: [node('start')], tree: [node('t')], searchpage: [node('s')], jobs: [node('work')], gone: [] }, visit);
  assert.deepEqual(roles(), ['home', 'contact', 'contentinfo', 'more']);
  assert.deepEqual([...document.querySelectorAll('.role')].map((button) => [button.textContent, button.getAttribute('aria-label')]), ['roleHome', 'roleContact', 'roleContentinfo', 'rolesMore'].map((name) => ['', text(name)]));
  assert.deepEqual([one('[data-role=contact]').disabled, one('[data-role=contact]').title], [true, text('roleAbsent', text('roleContact'))]);
  assert.deepEqual(more(), ['work']);
});

test('where no role has a page, there is no line', () => {
  drawRoles(one('#roles'), { home: [node('start')] }, visit);
  assert.deepEqual([one('#roles').hidden, roles()], [false, ['home', 'contact', 'contentinfo']]);
  for (const none of [{}, { home: [node('start', { location: null })], search: [node('s')], tree: [node('t')] }]) {
    drawRoles(one('#roles'), none, visit);
    assert.ok(one('#roles').hidden);
  }
});

test('a role of one page is a link to it', () => {
  drawRoles(one('#roles'), { home: [node('start', { description: 'Begin here' })] }, visit);
  const home = one('[data-role=home]');
  assert.deepEqual([home.href, home.title], ['https://a.example/start', `${text('roleHome')}\nstart\nBegin here`]);
  home.click();
  assert.deepEqual(visits, [[{ role: 'home', index: 0, via: 'role' }, 'current']]);
});

test('roles without an address that may be visited are not there, and leave their places free', () => {
  const nowhere = { location: 'javascript:alert(1)' };
  drawRoles(one('#roles'), { home: [node('start', nowhere)], jobs: [node('work', nowhere)], press: [node('a'), node('b', nowhere)] }, visit);
  assert.deepEqual([roles(), one('[data-role=home]').disabled, more()], [['home', 'contact', 'contentinfo', 'more'], true, ['press']]);
});

test('a role that is called by its page is written in the language of that', () => {
  drawRoles(one('#roles'), { jobs: [node('عمل', { language: 'ar' })] }, visit);
  more();
  assert.deepEqual([one('.drop-menu a').lang, one('.drop-menu a').dir], ['ar', 'rtl']);
});

test('a role of several pages is a menu of them, by its own name among the others', () => {
  drawRoles(one('#roles'), { contact: [node('a'), node('b')], press: [node('c'), node('d')] }, visit);
  one('[data-role=contact]').click();
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), ['a', 'b']);
  document.querySelectorAll('.drop-menu a')[1].click();
  assert.deepEqual(visits, [[{ role: 'contact', index: 1, via: 'role' }, 'current']]);
  assert.deepEqual(more(), ['press']);
  one('.drop-menu [role=menuitem]').click();
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), ['c', 'd']);
});

test('previous and next are links; without a neighbour they say so, and can have the focus', () => {
  const sequence = new Sequence(one('#sequence'), visit);
  sequence.draw({ previous: null, next: node('b') });
  assert.ok(!one('#sequence').hidden);
  assert.deepEqual([one('#previous').textContent, one('#previous').getAttribute('aria-disabled'), one('#previous').tabIndex], [text('noPrevious'), 'true', 0]);
  assert.equal(one('#next').getAttribute('aria-label'), `${text('next')}: b`);
  one('#next').click();
  assert.deepEqual(visits, [[{ key: 'b', via: 'tree' }, 'current']]);
});

test('a page in no sequence has neither', () => {
  const sequence = new Sequence(one('#sequence'), visit);
  sequence.draw({ previous: null, next: null });
  assert.ok(one('#sequence').hidden);
});

test('who walks on by keyboard keeps it on the same link', () => {
  const sequence = new Sequence(one('#sequence'), visit);
  sequence.draw({ previous: null, next: node('b') });
  one('#next').focus();
  sequence.draw(null);
  document.activeElement.blur();
  sequence.draw(null);
  sequence.draw({ previous: node('a'), next: node('c') });
  assert.equal(document.activeElement.id, 'next');
});

test('unless something else has it by then', () => {
  const sequence = new Sequence(one('#sequence'), visit);
  sequence.draw({ previous: null, next: node('b') });
  one('#next').focus();
  sequence.draw(null);
  one('#filter').focus();
  sequence.draw({ previous: node('a'), next: node('c') });
  assert.equal(document.activeElement.id, 'filter');
});
