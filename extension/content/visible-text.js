// @ts-check
/**
 * Removes characters without a visible form from names. A content script that the extension's own pages import as well.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);

  /** Spaces without width, hyphens that only break words, direction controls, and letters that are blank. */
  const INVISIBLE =
    /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g;
  /** Joiners, except where they change the letter or picture before them. */
  const JOINERS =
    /(?<!\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}])[\u200c\u200d]/gu;
  /** Looks like a space. */
  const BLANK = /\u2800/g;
  const IS_PLAIN = /^[\x20-\x7e]*$/;

  home.sitemapVisibleText ??= (text) =>
    IS_PLAIN.test(text) ? text : text.replace(INVISIBLE, '').replace(JOINERS, '').replace(BLANK, ' ');
})();
