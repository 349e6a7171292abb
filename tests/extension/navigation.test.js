import { document, loadPage, one, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aNode } from './samples.js';

const { Sequence, drawRoles, drawTrail } = await import('../../extension/sidebar/navigation.js');
const { text } = await import('../../extension/shared/strings.js');

let visits = [];
const visit = (target, where) => { visits.push([target, where]); };
beforeEach(() => { visits = []; loadPage('sidebar/sidebar.html'); });
const node = (name, more = {}) => aNode({ key: name, name, location: `https://a.example/${name}`, ...more });

test('home, contact and contentinfo have their places, used or not; others follow by the name of their page, search and tree do not', () => {
  drawRoles(one('#roles'), { home: [node('start')], tree: [node('t')], searchpage: [node('s')], jobs: [node('work')], gone: [] }, visit);
  assert.deepEqual([...document.querySelectorAll('.role')].map((button) => button.dataset.role), ['home', 'contact', 'contentinfo', 'jobs']);
  assert.deepEqual(texts('.role'), [text('roleHome'), text('roleContact'), text('roleContentinfo'), 'work']);
  assert.deepEqual([one('[data-role=contact]').disabled, one('[data-role=contact]').title], [true, text('roleAbsent', text('roleContact'))]);
});

test('a role of one page is a link to it', () => {
  drawRoles(one('#roles'), { home: [node('start', { description: 'Begin here' })] }, visit);
  const home = one('[data-role=home]');
  assert.deepEqual([home.href, home.title], ['https://a.example/start', 'start\nBegin here']);
  home.click();
  assert.deepEqual(visits, [[{ role: 'home', index: 0, via: 'role' }, 'current']]);
});

test('roles without an address that may be visited are not there, and leave their places free', () => {
  const nowhere = { location: 'javascript:alert(1)' };
  drawRoles(one('#roles'), { home: [node('start', nowhere)], jobs: [node('work', nowhere)], press: [node('a'), node('b', nowhere)] }, visit);
  assert.deepEqual([...document.querySelectorAll('.role')].map((button) => button.dataset.role), ['home', 'contact', 'contentinfo', 'press']);
  assert.equal(one('[data-role=home]').disabled, true);
});

test('a role that is called by its page is written in the language of that, the usual ones in ours', () => {
  drawRoles(one('#roles'), { home: [node('start', { language: 'ja' })], jobs: [node('عمل', { language: 'ar' })] }, visit);
  const words = (role) => one(`[data-role=${role}] span`);
  assert.deepEqual([words('jobs').lang, words('jobs').dir, words('home').lang], ['ar', 'rtl', '']);
});

test('a role of several pages is called by itself, and has no sign', () => {
  drawRoles(one('#roles'), { press: [node('a'), node('b')] }, visit);
  assert.deepEqual([one('[data-role=press]').textContent, one('[data-role=press] .icon')], ['press', null]);
});

test('a role of several pages is a menu of them', () => {
  drawRoles(one('#roles'), { contact: [node('a'), node('b')] }, visit);
  one('[data-role=contact]').click();
  assert.deepEqual(texts('.drop-menu [role=menuitem]'), ['a', 'b']);
  document.querySelectorAll('.drop-menu a')[1].click();
  assert.deepEqual(visits, [[{ role: 'contact', index: 1, via: 'role' }, 'current']]);
});

test('the trail ends at the current page, and is there where it has two crumbs or more', () => {
  drawTrail(one('#trail'), [node('a')], visit);
  assert.ok(one('#trail').hidden);
  drawTrail(one('#trail'), [node('a'), node('b')], visit);
  assert.ok(!one('#trail').hidden);
  assert.deepEqual(texts('#trail a'), ['a', 'b']);
  assert.equal(one('#trail [aria-current=page]').textContent, 'b');
});

test('a long trail has its middle in a menu', () => {
  drawTrail(one('#trail'), ['a', 'b', 'c', 'd', 'e'].map((name) => node(name)), visit);
  assert.deepEqual(texts('#trail a'), ['a', 'd', 'e']);
  one('#trail button').click();
  assert.deepEqual(texts('.drop-menu a'), ['b', 'c']);
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
