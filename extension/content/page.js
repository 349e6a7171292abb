// @ts-check
/**
 * Collects the elements that could name a sitemap while the page loads, sends them to the background if there are any, and shows
 * the display that comes back. A page that names no sitemap costs a few observed nodes and one query, and sends nothing.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  // Frames name no sitemap of the tab's; and a script that an update or `injectIntoOpenTabs` brings in once more
  // stops here.
  if (home.sitemapPage || window.top !== window) return;
  // By type, not by constructor: an XHTML document is an XMLDocument in Chrome and an HTMLDocument in Firefox.
  const isPage = document.contentType === 'text/html' || document.contentType === 'application/xhtml+xml';
  // Other documents with elements name nothing by links, yet their header may, and then they are marked as well (D35).
  if (!isPage && !/^(?:text|application)\/xml$|\+xml$/.test(document.contentType)) return;

  const XHTML = 'http://www.w3.org/1999/xhtml';
  const XML = 'http://www.w3.org/XML/1998/namespace';
  /** What a page that names a sitemap has in any case: to look for this alone is all that other pages pay for. */
  const NAMING = 'link[rel~="standard-sitemap" i], link[rel*=".location" i]';

  /** @typedef {import('../shared/types.js').EvidenceLink} Link */
  /** @typedef {import('../shared/types.js').PageEvidence} PageEvidence */
  /** @typedef {import('../shared/types.js').Response<import('../shared/types.js').ContentMethods['page.evidence']['result']>} EvidenceResponse */
  /** @typedef {import('../shared/types.js').EvidenceCandidate} Candidate */
  /** @typedef {import('../shared/types.js').PredictedDisplay} PredictedDisplay */

  /** How often a loading page is searched for links; a complete one is searched once more. */
  const LOOKS = 200;
  /** The elements that may count, and how many of them are examined. */
  const CANDIDATES = 'link[rel~="standard-sitemap" i][href], link[rel*="schema." i][href], link[rel*=".location" i][href], meta[name^="schema." i][content]';
  const MOST_CANDIDATES = 1_000;
  const { LIMITS, decide, signatureOf } = /** @type {NonNullable<typeof home.sitemapEvidence>} */ (home.sitemapEvidence);

  let looks = 0;
  let sent = '';
  /** What was reported: the page's one answer, whatever comes or its scripts make of its links later (D30, D41). @type {Link[] | null} */
  let reported = null;
  let isListening = false;
  /** Displays that hold if this page names what other pages of its site named. @type {PredictedDisplay[]} */
  let predictions = home.sitemapPredictions ?? prefetched();
  const bodies = document.getElementsByTagName('body');
  const parts = new MutationObserver(grow);

  home.sitemapPage = Object.freeze({ show, predict, evidence: ownEvidence, headers, reportFaults });
  predict(predictions);
  if (home.sitemapDisplay) show(home.sitemapDisplay);
  // Chrome runs content scripts in pages that it only prepares (speculation rules, the address bar's guesses).
  if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
  // Back from the back/forward cache: no request is made and this script is not run again, in either browser.
  addEventListener('pageshow', (event) => { if (event.persisted && reported) report(reported); });

  /** Begin once the page is shown; a prerendered page is not searched. */
  function begin() {
    if (document.readyState !== 'loading') return complete();
    parts.observe(document, { childList: true, subtree: true });
    grow();
    document.addEventListener('DOMContentLoaded', complete, { once: true });
  }

  /** Follows the page as it comes in until its body begins: never the whole of it. Few accesses, for each costs. */
  function grow() {
    // Links of discovery stand in the head. A live collection costs less to look at than a query, hundreds of times
    // a page.
    if (bodies.length > 0) parts.disconnect();
    if (looks++ < LOOKS) look();
    home.sitemapClassChanges?.retry();
  }

  function complete() {
    parts.disconnect();
    look();
    home.sitemapClassChanges?.retry();
  }

  /** Reports what names a sitemap as soon as that is final. */
  function look() {
    if (!isPage || reported || !document.querySelector(NAMING)) return;
    const found = deciding();
    if (found.length) report(found);
  }

  /** The links that decide; none as long as nothing does. @returns {Link[]} */
  function deciding() {
    const base = document.querySelector('base[href]'), body = bodies[0];
    const isOver = document.readyState !== 'loading';
    const bases = { own: document.URL, document: document.baseURI, isInBody: base !== null && isAfter(base, body) };
    return decide(candidates(base), { isHeadOver: body !== undefined || isOver, isOver, bases });
  }

  /** The elements of interest, in document order. @param {Element | null} base @returns {Candidate[]} */
  function candidates(base) {
    /** @type {Candidate[]} */
    const found = [];
    const elements = document.querySelectorAll(CANDIDATES);
    for (let at = 0; at < elements.length && at < MOST_CANDIDATES && found.length < LIMITS.links; at++) {
      const element = /** @type {Element} */ (elements[at]);
      // A selector knows no namespaces: an SVG or foreign <link> matches, too.
      if (element.namespaceURI !== XHTML || element.closest('noscript')) continue; // in XHTML it has elements
      const isLink = element.localName === 'link';
      const rel = element.getAttribute(isLink ? 'rel' : 'name') ?? '';
      if (!/(^|\s)(schema\.\S+|\S+\.location|standard-sitemap)(\s|$)/i.test(rel)) continue;
      const href = element.getAttribute(isLink ? 'href' : 'content') ?? '';
      const link = { element: /** @type {'link' | 'meta'} */ (isLink ? 'link' : 'meta'), rel, href, base: document.baseURI, xml_bases: xmlBases(element) };
      found.push({ link, isInBody: isAfter(element, bodies[0]), isBeforeBase: base !== null && isAfter(base, element) });
    }
    return found;
  }

  /** Whether an element begins after another, if that is there. @param {Element} one @param {Element | undefined} other */
  function isAfter(one, other) {
    return other !== undefined && (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  /** The xml:base values that hold for an element, outermost first; HTML has none. @param {Element} element */
  function xmlBases(element) {
    const bases = [];
    if (document.contentType === 'text/html') return [];
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      // `document.baseURI` knows no xml:base, which XHTML pages may use: the host resolves these.
      const base = at.getAttributeNS(XML, 'base');
      if (base !== null) bases.unshift(base);
    }
    return bases;
  }

  /** @param {Link[]} found */
  function report(found) {
    sent = signatureOf(found);
    reported = found;
    showPredicted();
    request('page.evidence', evidence(found)).then((/** @type {EvidenceResponse | undefined} */ response) => {
      if (response && 'result' in response) show(response.result.display);
    });
  }

  /** @param {import('../shared/types.js').ClassFault[]} faults */
  function reportFaults(faults) {
    request('page.faults', { faults });
  }

  /** @param {Link[]} found @returns {PageEvidence} */
  function evidence(found) {
    return { content_type: document.contentType, links: found, referrer: referrer() };
  }

  /** What the page says of referrers. */
  function referrer() {
    return [...document.querySelectorAll('meta[name="referrer" i][content]')].at(-1)?.getAttribute('content') ?? null;
  }

  /** What the page carries, if that could name a sitemap. */
  function ownEvidence() {
    return evidence(reported ?? (isPage ? deciding() : []));
  }

  /**
   * The browser's own object is touched only here: making it costs more than all else, and most pages name nothing.
   * @param {string} method @param {object} params
   */
  function request(method, params) {
    const api = home.browser ?? home.chrome;
    if (!isListening) api.runtime.onMessage.addListener(receive);
    isListening = true;
    // Nobody answers while the extension is updated.
    return api.runtime.sendMessage({ method, params }).catch(() => undefined);
  }

  /** @param {{event: string, params: {display: import('../shared/types.js').Display | null}}} message */
  function receive(message) {
    if (message.event === 'display') show(message.params.display);
  }

  /** @param {import('../shared/types.js').Display | null} display */
  function show(display) {
    home.sitemapClassChanges?.show(display);
  }

  /** Receives predictions, now or from now on. @param {PredictedDisplay[]} list */
  function predict(list) {
    predictions = list;
    showPredicted();
  }

  function showPredicted() {
    // Before any answer: on a page that is sent all at once, the first paint and the host's reply are a race.
    const known = predictions.find(({ signature }) => signature === sent);
    if (known) show(known.display);
  }

  /** What the background wrote into the page's own headers. @returns {PredictedDisplay[]} */
  function prefetched() {
    // Server-Timing is the only field of its own response that a page's script can read without a request.
    const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    const written = navigation?.serverTiming?.findLast(({ name }) => name === 'standard-sitemap');
    if (!written) return [];
    try {
      const list = JSON.parse(decodeURIComponent(written.description));
      return Array.isArray(list) ? list.filter(isPrediction) : [];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof URIError) return [];
      throw error;
    }
  }

  /** Whether it is what the background writes: a page may send such a header itself. @param {any} one */
  function isPrediction(one) {
    const changes = one?.display?.changes;
    return typeof one?.signature === 'string' && Number.isInteger(one.display?.level) && Array.isArray(changes)
      && changes.every((change) => ['elem', 'attr', 'prefix'].every((name) => typeof change?.[name] === 'string') && change.namespaces instanceof Object);
  }

  /** The response headers of the page that could name a sitemap, where the browser did not show them to the background. */
  async function headers() {
    try {
      // force-cache: the answer that the page was made of, without another request where it is still there.
      const response = await fetch(location.href, { cache: 'force-cache', credentials: 'include' });
      const named = [...response.headers].filter(([name]) => name === 'opt' || /^\d\d-location$|^x-standard-sitemap-location$/.test(name));
      // Only the headers are wanted; a body that nobody reads would keep the connection.
      await response.body?.cancel();
      return named;
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) return [];
      throw error;
    }
  }
})();
