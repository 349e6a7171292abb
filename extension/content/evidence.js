// @ts-check
/**
 * The bounds on a page's evidence, the links that decide, and the signature by which two pages' evidence is compared. No page is
 * trusted: its evidence is bounded here and again in the background, which runs this file too. Pure; knows no document.
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
  /** @typedef {import('../shared/types.js').EvidenceCandidate} Candidate */
  /** How far a page has come in, and its bases. @typedef {import('../shared/types.js').PageProgress} Progress */

  /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapEvidence ??= Object.freeze({ LIMITS, bounded, decide, signatureOf });

  /**
   * Return the first links of a permitted length, within a total length. A link that is too long is dropped, not truncated: a
   * truncated address is another address.
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

  /**
   * The links that decide, none as long as nothing does (D41): in the head a new link once it is complete, an old one once the
   * head is over; in the body only once all is there. However the page comes in, these are the same; and the host makes of
   * them what it makes of all links.
   * @param {Candidate[]} all  in document order
   * @param {Progress} progress
   * @returns {Link[]}
   */
  function decide(all, { isHeadOver, isOver, bases }) {
    const head = all.filter(({ isInBody }) => !isInBody);
    return firstComplete(head, bases) ?? (isHeadOver ? firstOld(head, bases) : null)
      ?? (isOver ? firstComplete(all, bases) ?? firstOld(all, bases) : null) ?? [];
  }

  /** Of new links the one that is complete first, with what declares its prefix. @param {Candidate[]} all @param {Progress['bases']} bases @returns {Link[] | null} */
  function firstComplete(all, bases) {
    /** @type {Map<string, number>} */
    const declared = new Map();
    /** @type {{at: number, links: Link[]} | null} */
    let first = null;
    all.forEach(({ link }, at) => {
      if (trimmed(link.href) !== NAMESPACE) return;
      for (const token of tokens(link)) if (/^schema\../.test(token) && !declared.has(token)) declared.set(token, at);
    });
    for (const [own, candidate] of all.entries()) {
      for (const token of candidate.link.element === 'link' ? tokens(candidate.link) : []) {
        const place = token.endsWith('.location') ? declared.get(`schema.${token.slice(0, -'.location'.length)}`) : undefined;
        const declaring = place === undefined ? undefined : all[place];
        const at = Math.max(own, place ?? 0);
        if (!declaring || (first && first.at <= at)) continue;
        const link = located(candidate, candidate.isBeforeBase && declaring.isBeforeBase, bases);
        if (link) first = { at, links: declaring === candidate ? [link] : [declaring.link, link] };
      }
    }
    return first?.links ?? null;
  }

  /** The first old link. @param {Candidate[]} all @param {Progress['bases']} bases @returns {Link[] | null} */
  function firstOld(all, bases) {
    for (const candidate of all) {
      const isOld = candidate.link.element === 'link' && tokens(candidate.link).includes('standard-sitemap');
      const link = isOld ? located(candidate, false, bases) : null;
      if (link) return [link];
    }
    return null;
  }

  /**
   * A link with the base that holds for it, null where its address is none: what comes after the link counts is too late, as
   * is what stands in the body for a link of the head.
   * @param {Candidate} candidate @param {boolean} isEarly @param {Progress['bases']} bases
   */
  function located({ link, isInBody }, isEarly, bases) {
    const base = !isInBody && (isEarly || bases.isInBody) ? bases.own : bases.document;
    return URL.canParse(trimmed(link.href), base) ? bounded([{ ...link, base }])[0] ?? null : null;
  }

  /** A text without HTML's white space around it. @param {string} text */
  function trimmed(text) {
    return text.replace(/^[ \t\r\n\f]+|[ \t\r\n\f]+$/g, '');
  }

  /** The words of a relation, in lower case as far as ASCII goes (D27). @param {Link} link */
  function tokens({ rel }) {
    return rel.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).split(/[ \t\r\n\f]+/).filter(Boolean);
  }

  /** @param {Partial<Record<keyof Link, unknown>> | null} link @returns {Link | null} */
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

  /** @param {unknown} value @returns {value is string} */
  function isAddress(value) {
    return isText(value, LIMITS.address);
  }

  /** @param {unknown} value @param {number} most characters @returns {value is string} */
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
    return [element, rel, trimmed(href) === NAMESPACE, target];
  }
})();
