// @ts-check
/**
 * Bounds a page's evidence, selects the deciding links, and computes the signature that compares two pages' evidence.
 * Pages are untrusted: their evidence is bounded here and again in the background, which runs this file too. Pure;
 * accesses no document.
 *
 * A classic script, since content scripts cannot be modules; it leaves one frozen object on the global.
 */
(() => {
  const NAMESPACE = 'http://standard-sitemap.org/2007/ns';

  /**
   * Far more than any page needs to name a sitemap. The total keeps all pages that the background stores within the
   * session store (10 MB), and the host's responses to them cheap.
   */
  const LIMITS = Object.freeze({ links: 64, rel: 1_000, address: 4_096, bases: 32, characters: 16_384 });

  /** @typedef {import('../shared/types.js').EvidenceLink} Link */
  /** @typedef {import('../shared/types.js').EvidenceCandidate} Candidate */
  /**
   * How much of a page has been parsed, and its base addresses.
   * @typedef {import('../shared/types.js').PageProgress} Progress
   */

  /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapEvidence ??= Object.freeze({
    LIMITS,
    bounded,
    decide,
    signatureOf,
  });

  /**
   * Return the first links of a permitted length, within a total length. A link that is too long is dropped, not
   * truncated: a truncated address is another address.
   * @param {unknown} candidates
   * @returns {Link[]}
   */
  function bounded(candidates) {
    const links = [];
    let left = LIMITS.characters;
    for (const link of Array.isArray(candidates) ? candidates.slice(0, LIMITS.links) : []) {
      const clean = cleaned(link);
      left -= clean ? length(clean) : 0;
      if (left < 0) break;
      if (clean) links.push(clean);
    }
    return links;
  }

  /**
   * Return the deciding links, or none while nothing is decided (D41). In the head, a new-style link decides once it is
   * complete, and an old-style link once the head has ended. In the body, a link decides only once the page is
   * complete. The result does not depend on how the page arrives. From it, the host derives the same sitemap as from
   * all links.
   * @param {Candidate[]} all  in document order
   * @param {Progress} progress
   * @returns {Link[]}
   */
  function decide(all, { isHeadOver, isOver, bases }) {
    const head = all.filter(({ isInBody }) => !isInBody);
    return (
      firstComplete(head, bases) ??
      (isHeadOver ? firstOld(head, bases) : null) ??
      (isOver ? (firstComplete(all, bases) ?? firstOld(all, bases)) : null) ??
      []
    );
  }

  /**
   * Return the new-style link that is complete first, and the link that declares its prefix. A link cannot declare its
   * own prefix (D64).
   * @param {Candidate[]} all
   * @param {Progress['bases']} bases
   * @returns {Link[] | null}
   */
  function firstComplete(all, bases) {
    /** @type {Map<string, number[]>} */
    const declared = new Map();
    /** @type {{at: number, links: Link[]} | null} */
    let first = null;
    all.forEach(({ link }, at) => {
      if (trimmed(link.href) !== NAMESPACE) return;
      for (const token of new Set(tokens(link))) {
        if (/^schema\../.test(token)) declared.set(token, [...(declared.get(token) ?? []), at]);
      }
    });
    for (const [own, candidate] of all.entries()) {
      for (const token of candidate.link.element === 'link' ? tokens(candidate.link) : []) {
        const places = token.endsWith('.location') ? declared.get(`schema.${token.slice(0, -'.location'.length)}`) : [];
        const place = places?.find((other) => other !== own);
        const declaring = place === undefined ? undefined : all[place];
        const at = Math.max(own, place ?? 0);
        if (!declaring || (first && first.at <= at)) continue;
        const link = located(candidate, candidate.isBeforeBase && declaring.isBeforeBase, bases);
        if (link) first = { at, links: [declaring.link, link] };
      }
    }
    return first?.links ?? null;
  }

  /**
   * Return the first old-style link.
   * @param {Candidate[]} all
   * @param {Progress['bases']} bases
   * @returns {Link[] | null}
   */
  function firstOld(all, bases) {
    for (const candidate of all) {
      const isOld = candidate.link.element === 'link' && tokens(candidate.link).includes('standard-sitemap');
      const link = isOld ? located(candidate, false, bases) : null;
      if (link) return [link];
    }
    return null;
  }

  /**
   * Return a link with the base that applies to it, or null if its address is empty or does not resolve (D63). A base
   * after the end of the link does not apply. A base in the body does not apply to a link in the head.
   * @param {Candidate} candidate
   * @param {boolean} isEarly
   * @param {Progress['bases']} bases
   */
  function located({ link, isInBody }, isEarly, bases) {
    const base = !isInBody && (isEarly || bases.isInBody) ? bases.own : bases.document;
    const around = (link.xml_bases ?? []).reduce(
      (outer, inner) => (URL.canParse(inner, outer) ? new URL(inner, outer).href : outer),
      base,
    );
    const href = trimmed(link.href);
    return href && URL.canParse(href, around) ? (bounded([{ ...link, base }])[0] ?? null) : null;
  }

  /** Return a text without HTML white space around it. @param {string} text */
  function trimmed(text) {
    return text.replace(/^[ \t\r\n\f]+|[ \t\r\n\f]+$/g, '');
  }

  /** Return the words of a relation, with ASCII letters in lower case (D27). @param {Link} link */
  function tokens({ rel }) {
    return rel
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      .split(/[ \t\r\n\f]+/)
      .filter(Boolean);
  }

  /** @param {Partial<Record<keyof Link, unknown>> | null} link @returns {Link | null} */
  function cleaned(link) {
    const { element, rel, href, base, xml_bases: bases = [] } = link ?? {};
    const isLink =
      (element === 'link' || element === 'meta') && isText(rel, LIMITS.rel) && isAddress(href) && isAddress(base);
    const hasBases = Array.isArray(bases) && bases.length <= LIMITS.bases && bases.every(isAddress);
    return isLink && hasBases ? { element, rel, href, base, xml_bases: [...bases] } : null;
  }

  /** @param {Link} link */
  function length({ rel, href, base, xml_bases: bases = [] }) {
    return [rel, href, base, ...bases].reduce((sum, text) => sum + text.length, 0);
  }

  /** @param {unknown} value @returns {value is string} */
  function isAddress(value) {
    return isText(value, LIMITS.address);
  }

  /** @param {unknown} value @param {number} most characters @returns {value is string} */
  function isText(value, most) {
    return typeof value === 'string' && value.length <= most;
  }

  /**
   * Return everything that the host's response depends on: on two pages of a site, the same signature names the same
   * sitemap.
   * @param {Link[]} links
   */
  function signatureOf(links) {
    return links.length ? JSON.stringify(links.map(signatureOfLink)) : '';
  }

  /** @param {Link} link */
  function signatureOfLink({ element, rel, href, base, xml_bases: bases = [] }) {
    const target = bases.length === 0 && URL.canParse(href, base) ? new URL(href, base).href : [href, base, bases];
    return [element, rel, trimmed(href) === NAMESPACE, target];
  }
})();
