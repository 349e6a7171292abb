// @ts-check
/**
 * Formats a link for other programs: as text, Markdown or HTML, and as dragged data. Names and addresses are untrusted,
 * so each format escapes its markup. Pure, except for `copy`.
 */

/** @typedef {{name: string, url: string}} Link */
/** @typedef {'address' | 'text' | 'markdown' | 'html'} Form */

/** Characters with a meaning in Markdown, anywhere in a text. */
const MARKDOWN = /[\\`*_{}[\]<>()#+\-.!|~&$:@^="']/g;
/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Scripts whose letters are joined by zero-width characters (Persian, Indic scripts, emoji); elsewhere these only hide
 * something.
 */
const SCRIPT = '[\\u00a9\\u00ae\\u0300-\\u1fff\\u203c-\\u{1faff}]';
const LONE_JOINER = `(?<!${SCRIPT})[\\u200c\\u200d\\ufe00-\\ufe0f]|[\\u200c\\u200d](?!${SCRIPT})`;
/** Invisible characters: bidi controls, zero-width characters, fillers, tags; the same as in `display_text.py`. */
const HIDDEN = new RegExp(`(?![\\u200c\\u200d\\ufe00-\\ufe0f])\\p{DI}|[\\ufff9-\\ufffb\\p{Cs}]|${LONE_JOINER}`, 'gu');

/** Return the name in one line, without hidden characters. @param {string} name */
function inOneLine(name) {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(HIDDEN, '')
    .trim();
}

/** @param {Link} link */
export function asText({ name, url }) {
  return `${inOneLine(name)}\n${url}`;
}

/**
 * Return a link as Markdown. Its name is plain text, since an HTML block, an image or another link in it would be
 * untrusted.
 * @param {Link} link
 */
export function asMarkdown({ name, url }) {
  // In angle brackets only these, a backslash and a line end have a meaning.
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

/**
 * Copy links to the clipboard, one a line. HTML is pasted as links where supported, else as source.
 * @param {Form} form
 * @param {...Link} links
 */
export async function copy(form, ...links) {
  const words = links.map(FORMS[form]).join(form === 'html' ? '<br>\n' : '\n');
  if (form !== 'html') return navigator.clipboard.writeText(words);
  const parts = ['text/html', 'text/plain'].map((type) => [type, new Blob([words], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
}

/**
 * Add the formats that the browser does not provide for a dragged link. They are a name for the tab bar and bookmarks,
 * and HTML without a filter's marks. Existing formats stay: setting Chromium's own again would lose its name.
 * @param {DataTransfer} data
 * @param {Link} link
 */
export function addToDrag(data, link) {
  /** @type {[string, string][]} */
  const parts = [
    ['text/x-moz-url', `${link.url}\n${inOneLine(link.name)}`],
    ['text/uri-list', link.url],
    ['text/plain', link.url],
  ];
  for (const [type, words] of parts) if (!data.types.includes(type)) data.setData(type, words);
  data.setData('text/html', asHtml(link));
  data.effectAllowed = 'copyLink';
}
