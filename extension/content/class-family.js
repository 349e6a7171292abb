// @ts-check
/**
 * The arithmetic of class families (D17): which classes an attribute carries at a display level, and how they are put
 * into and taken out of a value without touching the author's other classes. Pure; knows no document.
 *
 * A classic script, since content scripts cannot be modules; it leaves one frozen object on the global.
 */
(() => {
  /** @type {any} */ (globalThis).sitemapClassFamily ??= Object.freeze({ atLevel, withoutFamily, withFamily, withoutLeftover });

  /**
   * The hundred classes of a family at a level: over-0 … over-(N−1), under-(N+1) … under-100.
   * @param {string} prefix
   * @param {number} level 0 to 100
   */
  function atLevel(prefix, level) {
    const classes = [];
    for (let n = 0; n < level; n++) classes.push(`${prefix}-over-${n}`);
    for (let n = level + 1; n <= 100; n++) classes.push(`${prefix}-under-${n}`);
    return classes;
  }

  /**
   * A value without the classes of the families of these prefixes; all else stays as it was, white space too.
   * @param {string} value
   * @param {string[]} prefixes
   */
  function withoutFamily(value, prefixes) {
    const names = prefixes.map(literal).join('|');
    // The white space before goes with the class: taking a family out and putting it in again leaves no growing
    // gaps.
    return value.replace(new RegExp(`(^|\\s+)(?:${names})-(?:over|under)-\\d+(?=\\s|$)`, 'g'), '');
  }

  /**
   * A value with the families of these prefixes at a level, and no other class of theirs.
   * @param {string} value
   * @param {string[]} prefixes
   * @param {number} level
   */
  function withFamily(value, prefixes, level) {
    const own = withoutFamily(value, prefixes);
    const classes = prefixes.flatMap((prefix) => atLevel(prefix, level)).join(' ');
    return /\S$/.test(own) ? `${own} ${classes}` : own + classes;
  }

  /**
   * A value without whole families of a hundred: no author writes those, an earlier run of the extension left them.
   * @param {string} value
   * @param {string[]} prefixes
   */
  function withoutLeftover(value, prefixes) {
    const left = prefixes.filter((prefix) => value.match(wholeNames(prefix))?.length === 100);
    return left.length ? withoutFamily(value, left) : value;
  }

  /** @param {string} prefix */
  function wholeNames(prefix) {
    return new RegExp(`(?<=^|\\s)${literal(prefix)}-(?:over|under)-\\d+(?=\\s|$)`, 'g');
  }

  /** @param {string} text */
  function literal(text) {
    return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  }
})();
