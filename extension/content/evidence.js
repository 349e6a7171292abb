// @ts-check
/**
 * How much of a page counts as evidence, and how two pages' evidence is told apart. Every page is a stranger: what it carries
 * is bounded here, where it is taken, and once more in the background, which runs this file too and trusts no message.
 * Pure; knows no document.
 *
 * A classic script, since content scripts cannot be modules; it leaves one frozen object on the global.
 */
(() => {
  const NAMESPACE = 'http://standard-sitemap.org/2007/ns';

  /**
   * Far more than any page needs to name a sitemap. The sum keeps all pages that the background remembers within its store
   * for the session (10 MB), and the host's answers to them cheap.
   */
  const LIMITS = Object.freeze({ links: 64, rel: 1_000, address: 4_096, bases: 32, characters: 16_384 });

  /** @typedef {import('../shared/types.js').EvidenceLink} Link */

  /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapEvidence ??= Object.freeze({ LIMITS, bounded, signatureOf });

  /**
   * Those that are links, of a permitted length and together not too long. What is too long goes altogether: an address cut
   * short is another address. The first count.
   * @param {unknown} found
   * @returns {Link[]}
   */
  function bounded(found) {
    const links = [];
    let left = LIMITS.characters;
    for (const link of Array.isArray(found) ? found.slice(0, LIMITS.links) : []) {
      const clean = cleaned(link);
      left -= clean ? length(clean) : 0;
      if (left < 0) break;
      if (clean) links.push(clean);
    }
    return links;
  }

  /** @param {any} link @returns {Link | null} */
  function cleaned(link) {
    const { element, rel, href, base, xml_bases: bases = [] } = link ?? {};
    const isLink = (element === 'link' || element === 'meta') && isText(rel, LIMITS.rel) && isAddress(href) && isAddress(base);
    const hasBases = Array.isArray(bases) && bases.length <= LIMITS.bases && bases.every(isAddress);
    return isLink && hasBases ? { element, rel, href, base, xml_bases: [...bases] } : null;
  }

  /** @param {Link} link */
  function length({ rel, href, base, xml_bases: bases = [] }) {
    return [rel, href, base, ...bases].reduce((sum, text) => sum + text.length, 0);
  }

  /** @param {unknown} value */
  function isAddress(value) {
    return isText(value, LIMITS.address);
  }

  /** @param {unknown} value @param {number} most characters */
  function isText(value, most) {
    return typeof value === 'string' && value.length <= most;
  }

  /** What the host's response depends on: the same signature on two pages of a site names the same sitemap. @param {Link[]} links */
  function signatureOf(links) {
    return links.length ? JSON.stringify(links.map(signatureOfLink)) : '';
  }

  /** @param {Link} link */
  function signatureOfLink({ element, rel, href, base, xml_bases: bases = [] }) {
    const target = bases.length === 0 && URL.canParse(href, base) ? new URL(href, base).href : [href, base, bases];
    return [element, rel, href.trim() === NAMESPACE, target];
  }
})();
