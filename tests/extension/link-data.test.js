import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToDrag, asHtml, asMarkdown, asText, copy } from '../../extension/shared/link-data.js';

const LINK = { name: 'A page', url: 'https://a.example/p?x=1&y=2' };

test('a link is formatted as text, Markdown and HTML', () => {
  assert.equal(asText(LINK), 'A page\nhttps://a.example/p?x=1&y=2');
  assert.equal(asMarkdown(LINK), '[A page](<https://a.example/p?x=1&y=2>)');
  assert.equal(asHtml(LINK), '<a href="https://a.example/p?x=1&amp;y=2">A page</a>');
});

// Promise (author): A copied name is plain text without markup.
test('a name is plain text in Markdown without links, images, tags or addresses', () => {
  const markdown = (name) => asMarkdown({ name, url: 'https://a.example/' });
  assert.equal(
    markdown('x](javascript:alert(1)) ![y'),
    '[x\\]\\(javascript\\:alert\\(1\\)\\) \\!\\[y](<https://a.example/>)',
  );
  assert.equal(
    markdown('<img src=x> &amp; `c` https://b.example'),
    '[\\<img src\\=x\\> \\&amp; \\`c\\` https\\://b\\.example](<https://a.example/>)',
  );
  assert.equal(markdown('a\\'), '[a\\\\](<https://a.example/>)');
});

// Promise (author): A copied address cannot break out of its delimiters.
test('an address cannot break out of its delimiters', () => {
  assert.equal(
    asMarkdown({ name: 'n', url: 'https://a.example/#>) <b>\\\n' }),
    '[n](<https://a.example/#%3E)%20%3Cb%3E%5C%0A>)',
  );
  assert.equal(
    asHtml({ name: 'n', url: 'https://a.example/#"><script>' }),
    '<a href="https://a.example/#&quot;&gt;&lt;script&gt;">n</a>',
  );
});

test('a name is one line without markup in HTML', () => {
  assert.equal(asText({ name: ' a\n\tb\u2028c\0 ', url: 'u' }), 'a b c\nu');
  assert.equal(
    asHtml({ name: "<b onclick='x'>\"&", url: 'u' }),
    '<a href="u">&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</a>',
  );
});

// Promise (author): Names that are copied or dragged lose bidi controls, zero-width and tag characters.
test('a copied or dragged name has no bidi control, zero-width or tag character', () => {
  const hidden =
    '\u202e\u2066\u2069\u200e\u061c\u200b\u200c\u200d\u2060\ufeff\u00ad\u3164\ufe0f\u{e0041}\u{e0001}\u{e0101}\ufff9';
  for (const letter of hidden) {
    const link = { name: `a${letter}b`, url: 'u' };
    assert.match(asText(link), /^a ?b\n/u);
    assert.match(asMarkdown(link), /^\[a ?b\]/u);
    const data = aDrag({});
    addToDrag(data, link);
    assert.match(data.parts['text/x-moz-url'], /^u\na ?b$/u);
    assert.match(data.parts['text/html'], />a ?b</u);
  }
  for (const name of ['👨\u200d👩\u200d👧', 'می\u200cخواهم', '❤\ufe0f', 'क्\u200dष'])
    assert.equal(asText({ name, url: 'u' }), `${name}\nu`);
});

/** Return the data of a drag, with the browser's own formats. @returns {any} */
function aDrag(parts) {
  return {
    parts,
    get types() {
      return Object.keys(parts);
    },
    setData: (type, words) => {
      parts[type] = words;
    },
  };
}

test('a dragged link gains a name for tab bars and bookmarks and keeps the browser’s formats', () => {
  const data = aDrag({ 'text/uri-list': 'own', 'text/html': '<a><mark>A</mark></a>' });
  addToDrag(data, LINK);
  assert.deepEqual(data.parts, {
    'text/uri-list': 'own',
    'text/x-moz-url': `${LINK.url}\nA page`,
    'text/plain': LINK.url,
    'text/html': asHtml(LINK),
  });
});

test('the clipboard gets text, and HTML that pastes as a link', async () => {
  const written = [];
  class Item {
    constructor(parts) {
      this.parts = parts;
    }
  }
  Object.assign(globalThis, { ClipboardItem: Item });
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: {
      clipboard: {
        writeText: async (words) => {
          written.push(words);
        },
        write: async ([item]) => {
          written.push(await Promise.all(['text/html', 'text/plain'].map((type) => item.parts[type].text())));
        },
      },
    },
  });
  await copy('address', LINK);
  await copy('markdown', LINK);
  await copy('html', LINK);
  assert.deepEqual(written, [LINK.url, asMarkdown(LINK), [asHtml(LINK), asHtml(LINK)]]);
});
