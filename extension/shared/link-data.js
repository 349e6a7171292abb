// @ts-check
/**
 * A link as other programs take it: as text, Markdown or HTML, and as what is dragged. Names and addresses are a stranger's, so
 * that each form escapes what would be markup in it. Pure, but for `copy`.
 */

/** @typedef {{name: string, url: string}} Link */
/** @typedef {'address' | 'text' | 'markdown' | 'html'} Form */

/** What begins something in Markdown wherever it stands. */
const MARKDOWN = /[\\`*_{}[\]<>()#+\-.!|~&$:@^="']/g;
/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that join the letters of Persian, of Indic scripts and of emoji; elsewhere they only hide something. */
const SCRIPT = '[\\u00a9\\u00ae\\u0300-\\u1fff\\u203c-\\u{1faff}]';
const LONE_JOINER = `(?<!${SCRIPT})[\\u200c\\u200d\\ufe00-\\ufe0f]|[\\u200c\\u200d](?!${SCRIPT})`;
/** Characters without a shape: bidi controls, zero-width characters, fillers, tags; as `display_text.py` has them. */
const HIDDEN = new RegExp(`(?![\\u200c\\u200d\\ufe00-\\ufe0f])\\p{DI}|[\\ufff9-\\ufffb\\p{Cs}]|${LONE_JOINER}`, 'gu');

/** The name in one line, without hidden characters. @param {string} name */
function inOneLine(name) {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').replace(HIDDEN, '').trim();
}

/** @param {Link} link */
export function asText({ name, url }) {
  return `${inOneLine(name)}\n${url}`;
}

/** A link whose name is nothing but text: an HTML block, an image or another link in it would be a stranger's. @param {Link} link */
export function asMarkdown({ name, url }) {
  // In angle brackets only those two, a backslash and the end of the line mean something.
  const address = url.replace(/[<>\\\s]/g, (letter) => encodeURIComponent(letter));
  return `[${inOneLine(name).replace(MARKDOWN, '\\$&')}](<${address}>)`;
}

/** @param {Link} link */
export function asHtml({ name, url }) {
  return `<a href="${escaped(url)}">${escaped(inOneLine(name))}</a>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
}

/** @type {Record<Form, (link: Link) => string>} */
const FORMS = { address: ({ url }) => url, text: asText, markdown: asMarkdown, html: asHtml };

/** Puts links into the clipboard, each on a line; as HTML they are links where that is pasted as such, and their source elsewhere. @param {Form} form @param {...Link} links */
export async function copy(form, ...links) {
  const words = links.map(FORMS[form]).join(form === 'html' ? '<br>\n' : '\n');
  if (form !== 'html') return navigator.clipboard.writeText(words);
  const parts = ['text/html', 'text/plain'].map((type) => [type, new Blob([words], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
}

/**
 * Adds to what is dragged what the browser has not put there for a link: a name for the tab bar and for bookmarks, and HTML
 * without the marks of a filter. What is there stays: set anew, Chromium's own would lose its name.
 * @param {DataTransfer} data
 * @param {Link} link
 */
export function addToDrag(data, link) {
  /** @type {[string, string][]} */
  const parts = [['text/x-moz-url', `${link.url}\n${inOneLine(link.name)}`], ['text/uri-list', link.url], ['text/plain', link.url]];
  for (const [type, words] of parts) if (!data.types.includes(type)) data.setData(type, words);
  data.setData('text/html', asHtml(link));
  data.effectAllowed = 'copyLink';
}
