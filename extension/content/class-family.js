// @ts-check
/**
 * The arithmetic of class families (D17): which classes an attribute carries at a display level, and how they are put
 * into and taken out of a value without touching the author's other classes. Pure; knows no document.
 *
 * A classic script, since content scripts cannot be modules; it leaves one frozen object on the global.
 */
(() => {
  /** @type {any} */ (globalThis).sitemapClassFamily ??= Object.freeze({ atLevel, withoutFamily, withFamily, withoutLeftover });

  /** What separates classes: ASCII white space, as in HTML. */
  const SPACE = '[ \\t\\n\\f\\r]';

  // Behaviour: class names of a display level (D17).
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
    return value.replace(new RegExp(`(?:^|${SPACE}+)(?:${names})-(?:over|under)-\\d+(?=${SPACE}|$)`, 'g'), '');
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
    return new RegExp(`[^ \\t\\n\\f\\r]$`).test(own) ? `${own} ${classes}` : own + classes;
  }

  /**
   * A value without whole families: no author writes those, an earlier run of the extension left them. It may have written
   * one twice.
   * @param {string} value
   * @param {string[]} prefixes
   */
  function withoutLeftover(value, prefixes) {
    const classes = new Set(value.split(new RegExp(SPACE)));
    const left = prefixes.filter((prefix) => isWhole(classes, prefix));
    return left.length ? withoutFamily(value, left) : value;
  }

  /** Whether classes hold a family at some level. @param {Set<string>} classes @param {string} prefix */
  function isWhole(classes, prefix) {
    let level = 0;
    while (classes.has(`${prefix}-over-${level}`)) level++;
    return level <= 100 && atLevel(prefix, level).every((name) => classes.has(name));
  }

  /** @param {string} text */
  function literal(text) {
    return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  }
})();
