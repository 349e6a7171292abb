import { fill } from './content-page.js';
import { document } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const STYLE = `<style>.clip{position:absolute;clip:rect(0px,0px,0px,0px);width:1px;height:1px;overflow:hidden}
  .b{display:block}.flex{display:flex}.gone{display:none}.unseen{visibility:hidden}.gap{margin-left:16px}
  .far{position:absolute;left:-9999px}.faint{opacity:0}[hidden]{display:none}</style>`;

/** Return the name of the first heading, or the element that matches. @param {string} html @param {string} [css] */
function nameOf(html, css = 'h2') {
  fill(`${STYLE}<body>${html}</body>`);
  return globalThis.sitemapNames.nameOf(document.querySelector(css));
}
const headings = (cases) => {
  for (const [html, name] of Object.entries(cases)) assert.equal(nameOf(`<h2 id="own">${html}</h2>`), name, html);
};

test('borders of blocks, line breaks and distances separate words', () => {
  headings({
    'First line<br>second line': 'First line second line',
    '<div>Chapter 1</div><div>The start</div>': 'Chapter 1 The start',
    '<span class="b">Products</span><span class="b">All our goods</span>': 'Products All our goods',
    'Docs<span class="flex"><b>New</b></span>': 'Docs New',
    'In defence of<span class="gap">Nature</span>': 'In defence of Nature',
    'H<b>yper</b>text': 'Hypertext',
    'One<wbr>Word': 'OneWord',
  });
});

test('text that sighted readers do not see is left out', () => {
  headings({
    '<span class="gone">Short</span><span>Long</span>': 'Long',
    '<span class="unseen">Unseen</span>Seen': 'Seen',
    '<span hidden>Secret</span>Shown': 'Shown',
    'Tides<span class="clip">Permalink</span>': 'Tides',
    'Boats <span class="far">(current)</span>': 'Boats',
    '<style>span{color:red}</style>Hello <span>World!</span>': 'Hello World!',
    '<details><summary>Shut</summary>Inside</details>': 'Shut',
    '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>': '漢',
    '<select><option>A</option></select>Choice': 'Choice',
  });
  assert.equal(nameOf('<nav class="gone"><a href="/x"><b class="gone">Short</b>Long</a></nav>', 'a'), 'Long');
  assert.equal(nameOf('<nav class="unseen"><a href="/x"><b>Closed</b> menu</a></nav>', 'a'), 'Closed menu');
});

test('buttons, marks, links to the heading itself, edit links and icons are no part of a name', () => {
  headings({
    'Copy me <button>Copy link</button>': 'Copy me',
    'Tides<sup><a href="#fn1">[1]</a></sup>': 'Tides',
    'Tides <a role="doc-noteref" href="#n">one</a>': 'Tides',
    'E = mc<sup>2</sup>': 'E = mc2',
    'Name<span class="mw-editsection">[<a href="/edit">edit</a>]</span>': 'Name',
    'Name [<a href="/w/?action=edit">edit</a>]': 'Name',
    'Two signs <a href="#x">#</a><a href="#x">🔗</a>': 'Two signs',
    'Screenshot<a href="#own">Permalink</a>': 'Screenshot',
    '<a class="anchor" aria-hidden="true" href="#y">link</a>Octicon': 'Octicon',
    'Zero<a href="#own">\u200b</a>': 'Zero',
    'Menu <i class="material-icons">menu</i>': 'Menu',
    'Ships \uf21a': 'Ships',
    'Goods <span class="caret">▾</span>': 'Goods',
  });
});

test('a part that is otherwise left out is the name if there is no other text', () => {
  headings({
    '<a href="#own">All of it</a><a href="#own">#</a>': 'All of it',
    '<button>Section</button>': 'Section',
    '<span class="faint">Fades</span> <span class="faint">in</span>': 'Fades in',
    'fn <a href="#own">tie</a>(rope)': 'fn tie(rope)',
    'See the <a href="#words">words</a>': 'See the words',
    'arr[]': 'arr[]',
  });
});

test('a formula counts once, whether its text or its picture is shown', () => {
  const math = '<math><semantics><mi>E</mi><annotation encoding="application/x-tex">E</annotation></semantics></math>';
  headings({
    [`Energy <span class="katex"><span class="katex-mathml">${math}</span><span aria-hidden="true">E</span></span>`]:
      'Energy E',
    [`Energy <span><span class="clip">${math}</span><span aria-hidden="true">E</span></span>`]: 'Energy E',
    '<math><mi>a</mi><mo>+</mo><mi>b</mi></math>': 'a+b',
  });
});

test('an element without text has its accessible name', () => {
  const links = {
    '<svg role="img"><title>Account</title></svg>': 'Account',
    '<svg aria-label="Cart"></svg>': 'Cart',
    '<i aria-label="Search"></i>': 'Search',
    '<img alt="Photographs">': 'Photographs',
    '<i title="Feed"></i>': 'Feed',
    '<svg aria-hidden="true"><title>Decoration</title></svg><span class="clip">Bag</span>': 'Bag',
    '\uf000': 'From its title',
  };
  for (const [html, name] of Object.entries(links))
    assert.equal(nameOf(`<a href="/x" title="From its title">${html}</a>`, 'a'), name, html);
  assert.equal(nameOf('<p id="l">Two <b>words</b></p><a href="/x" aria-labelledby="l m"></a>', 'a'), 'Two words');
  assert.equal(nameOf('<h2 aria-label="Pi">π</h2>'), 'π', 'a letter is text');
});

test('names are read within bounds', () => {
  assert.equal(nameOf(`<h2>${'<b>'.repeat(600)}deep${'</b>'.repeat(600)}</h2>`), '');
  assert.equal(nameOf(`<h2>${'<b>x</b>'.repeat(5_000)}</h2>`).length, 200);
  assert.equal(nameOf(`<h2>${'x'.repeat(199)}🚀</h2>`), 'x'.repeat(199), 'no half of a character');
});

test('an element without a visible character is named by its address', () => {
  const own = String(globalThis.location.href).split('#')[0];
  for (const blank of ['\u200b', '\u3164', '\u2800', '\u200b<a class="anchor" href="#h">#</a>']) {
    assert.equal(nameOf(`<h2 id="h">${blank}</h2>`, 'h2'), `${own}#h`, blank);
    assert.equal(
      nameOf(`<nav><a href="https://a.example/x">${blank}</a></nav>`, 'nav > a'),
      'https://a.example/x',
      blank,
    );
  }
  assert.equal(nameOf('<h2><a href="https://a.example/x">\u3164</a></h2>', 'h2'), 'https://a.example/x');
  for (const html of ['<h2 id="h"></h2>', '<h2 id="h"> </h2>', '<h2>\u3164</h2>'])
    assert.equal(nameOf(html, 'h2'), '', html);
  for (const sign of ['★', '==', '…']) assert.equal(nameOf(`<h2 id="h">${sign}</h2>`, 'h2'), sign);
});
