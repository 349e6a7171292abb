// @ts-check
/**
 * Computes class families (D17): the classes of an attribute at a display level. Adds them to a value and removes them
 * without touching the author's own classes. Pure; accesses no document.
 *
 * A classic script, since content scripts cannot be modules; it leaves one frozen object on the global.
 */
(() => {
  /** @type {any} */ (globalThis).sitemapClassFamily ??= Object.freeze({
    atLevel,
    withoutFamily,
    withFamily,
    withoutLeftover,
    authorsOwn,
  });

  /** Separator of classes: ASCII white space, as in HTML. */
  const SPACE = '[ \\t\\n\\f\\r]';

  // Behaviour: class names of a display level (D17). Also: sitemap-over, sitemap-under, CSS class.
  /**
   * Return the hundred classes of a family at a level: over-0 … over-(N−1), under-(N+1) … under-100.
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
   * Return a value without the classes of these prefixes' families. The rest is unchanged, including white space.
   * @param {string} value
   * @param {string[]} prefixes
   */
  function withoutFamily(value, prefixes) {
    const names = prefixes.map(literal).join('|');
    // Numbers are decimal digits: `-1` makes no class of the family (D59).
    // White space before a class is removed with it, so that repeated removal and insertion leaves no growing gaps.
    return value.replace(new RegExp(`(?:^|${SPACE}+)(?:${names})-(?:over|under)-\\d+(?=${SPACE}|$)`, 'g'), '');
  }

  /**
   * Return a value with the families of these prefixes at a level, and without their other classes.
   * @param {string} value
   * @param {string[]} prefixes
   * @param {number} level
   */
  function withFamily(value, prefixes, level) {
    const own = withoutFamily(value, prefixes);
    const classes = prefixes.flatMap((prefix) => atLevel(prefix, level)).join(' ');
    return /[^ \t\n\f\r]$/.test(own) ? `${own} ${classes}` : own + classes;
  }

  /**
   * Return a value without complete families. No author writes a complete family: an earlier run of the extension left
   * it, perhaps twice.
   * @param {string} value
   * @param {string[]} prefixes
   */
  function withoutLeftover(value, prefixes) {
    const classes = new Set(value.split(new RegExp(SPACE)));
    const left = prefixes.filter((prefix) => isWhole(classes, prefix));
    return left.length ? withoutFamily(value, left) : value;
  }

  /**
   * Return whether classes contain a complete family at some level.
   * @param {Set<string>} classes
   * @param {string} prefix
   */
  function isWhole(classes, prefix) {
    let level = 0;
    while (classes.has(`${prefix}-over-${level}`)) level++;
    return level <= 100 && atLevel(prefix, level).every((name) => classes.has(name));
  }

  /**
   * Return the author's value after the page has changed a value that contained families (D58): the classes that the
   * page wrote, with the author's own classes of the families.
   * @param {string} original the author's value before
   * @param {string} written the value with families
   * @param {string} current the value that the page has made of it
   * @param {string[]} prefixes
   */
  function authorsOwn(original, written, current, prefixes) {
    const isOfFamily = (/** @type {string} */ name) => withoutFamily(name, prefixes) === '';
    const ours = new Set(classesOf(written).filter(isOfFamily));
    const kept = classesOf(current).filter((name) => ours.has(name));
    // A page that writes a whole value writes classes of the family on purpose, and not half of a hundred.
    const value = 2 * new Set(kept).size < ours.size ? current : without(current, ours);
    const before = classesOf(original);
    const lost = before.filter((name) => isOfFamily(name) && !classesOf(value).includes(name));
    return lost.reduce((result, name) => insertedAfter(result, name, before.slice(0, before.indexOf(name))), value);
  }

  /**
   * Return a value with a class after the last one of `before` that it contains, or at its beginning.
   * @param {string} value
   * @param {string} name
   * @param {string[]} before
   */
  function insertedAfter(value, name, before) {
    const last = before.findLast((other) => classesOf(value).includes(other));
    if (last === undefined) return value === '' ? name : `${name} ${value.trimStart()}`;
    const place = new RegExp(`(^|${SPACE})${literal(last)}(?=${SPACE}|$)`);
    return value.replace(place, (match) => `${match} ${name}`);
  }

  /** Return a value without some classes. @param {string} value @param {Set<string>} names */
  function without(value, names) {
    return value.replace(new RegExp(`${SPACE}*[^ \\t\\n\\f\\r]+`, 'g'), (match) =>
      names.has(match.trimStart()) ? '' : match,
    );
  }

  /** @param {string} value */
  function classesOf(value) {
    return value.split(new RegExp(SPACE)).filter((name) => name !== '');
  }

  /** @param {string} text */
  function literal(text) {
    return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  }
})();
