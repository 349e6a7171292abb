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

/** The name in one line, without what cannot be seen. @param {string} name */
function inOneLine(name) {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
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

/** Puts a link into the clipboard; as HTML it is a link where that is pasted as one, and its source elsewhere. @param {Form} form @param {Link} link */
export async function copy(form, link) {
  const words = FORMS[form](link);
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
