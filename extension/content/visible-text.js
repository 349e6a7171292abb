// @ts-check
/**
 * Removes characters without a visible form from names. A content script that the extension's own pages import as well.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);

  /** Spaces without width, hyphens that only break words, direction controls, and letters that are blank. */
  const INVISIBLE = new RegExp(
    '\\u034f|[\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
      '\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    'g',
  );
  /** Joiners, except where they change the letter or picture before them. */
  const SCRIPTS = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ');
  const JOINERS = new RegExp(
    '(?<!\\ufe0f|[\\p{Extended_Pictographic}\\p{Emoji_Modifier}' +
      `${SCRIPTS.map((script) => `\\p{sc=${script}}`).join('')}])` +
      '[\\u200c\\u200d]',
    'gu',
  );
  /** Looks like a space. */
  const BLANK = /\u2800/g;
  const IS_PLAIN = /^[\x20-\x7e]*$/;
  const IS_EMPTY = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

  home.sitemapVisibleText ??= (text) => {
    if (IS_PLAIN.test(text)) return text;
    const visible = text.replace(INVISIBLE, '').replace(JOINERS, '').replace(BLANK, ' ');
    return IS_EMPTY.test(visible) ? '' : visible;
  };
})();
