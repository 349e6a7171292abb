import { document, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';

mock.timers.enable({ apis: ['setTimeout'] });
let said = [];
let isWanted = true;
let place = { hash: '' };
globalThis.chrome = { runtime: { sendMessage: async (message) => { said.push(message); return { result: { isWanted } }; } } };
for (const name of ['addEventListener', 'removeEventListener']) globalThis[name] = window[name].bind(window);
Object.defineProperty(globalThis, 'location', { get: () => place });
await import('../../extension/content/outline.js');
const { follow, lead, stop } = globalThis.sitemapOutline;

let scrolled;
beforeEach(() => {
  stop();
  [said, isWanted, place, scrolled] = [[], true, { hash: '' }, []];
  document.body.innerHTML = `<h1 id="top">The  <b>page</b></h1><h2>One</h2><h2 hidden>Gone</h2><h3 id="ä b">Deep</h3><h2> </h2>`;
  [...document.querySelectorAll('h1, h2, h3')].forEach((element, at) => {
    element.y = at * 200;
    element.getBoundingClientRect = () => ({ top: element.y });
    element.scrollIntoView = () => scrolled.push(element.textContent);
  });
});
const settle = () => new Promise((done) => { setImmediate(done); });
const scroll = () => { window.dispatchEvent(new window.Event('scroll')); mock.timers.tick(150); };

test('the headings that are seen are said, with the one that is being read', () => {
  follow();
  assert.deepEqual(said, [{ method: 'page.outline', params: {
    headings: [{ name: 'The page', level: 1, id: 'top' }, { name: 'One', level: 2, id: '' }, { name: 'Deep', level: 3, id: 'ä b' }], active: 0,
  } }]);
});

test('signs that link to a heading are none of its words, and it has the address of the section that it begins', () => {
  document.body.innerHTML = `<section id="errors"><h1>8. Errors<a class="headerlink" href="#errors">¶</a></h1>
    <section id="c"><span></span><h2><a href="#c">#</a> About C#</h2><h3>Deep <a href="/x">into C#</a></h3></section></section>
    <nav><h4>Table of Contents</h4></nav><div role="navigation"><h4>Next topic</h4></div>`;
  for (const element of document.querySelectorAll('h1, h2, h3, h4')) element.getBoundingClientRect = () => ({ top: 0 });
  follow();
  assert.deepEqual(said[0].params.headings.map(({ name, id }) => [name, id]), [['8. Errors', 'errors'], ['About C#', 'c'], ['Deep into C#', '']]);
  lead(1, 'About C#');
  assert.equal(place.hash, '#c');
});

test('scrolling says which one is read now, and nothing where that is as before', async () => {
  follow();
  scroll();
  assert.equal(said.length, 1);
  for (const element of document.querySelectorAll('h1, h2, h3')) element.y -= 500;
  scroll();
  assert.deepEqual(said.map(({ params }) => params.active), [0, 2]);
});

test('where nobody wants to know, the page is left alone', async () => {
  isWanted = false;
  follow();
  await settle();
  document.querySelector('h1').textContent = 'Other';
  scroll();
  assert.equal(said.length, 1);
});

test('a heading is led to by its address, or by itself where it has none', () => {
  lead(2, 'Deep');
  assert.equal(place.hash, '#%C3%A4%20b');
  lead(1, 'One');
  assert.deepEqual(scrolled, ['One']);
});

test('one that stands elsewhere by now is known by its words, and one that is gone is nowhere', () => {
  lead(0, 'One');
  lead(9, 'One');
  lead(0, 'Nobody');
  assert.deepEqual([scrolled, place.hash], [['One', 'One'], '']);
});
