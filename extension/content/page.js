// @ts-check
/**
 * Collects the elements that could name a sitemap while the page loads, and sends them to the background if there are
 * any. Shows the display in the response. A page that names no sitemap costs a few observed nodes and one query, and
 * sends nothing.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  // Frames do not name the tab's sitemap; and a script injected again by an update or by `injectIntoOpenTabs` stops
  // here.
  if (home.sitemapPage || window.top !== window) return;
  // By type, not by constructor: an XHTML document is an XMLDocument in Chrome and an HTMLDocument in Firefox.
  const isPage = document.contentType === 'text/html' || document.contentType === 'application/xhtml+xml';
  // Other XML documents name no sitemap by links, but their header may, and they then get class changes as well (D35).
  if (!isPage && !/^(?:text|application)\/xml$|\+xml$/.test(document.contentType)) return;

  const XHTML = 'http://www.w3.org/1999/xhtml';
  const XML = 'http://www.w3.org/XML/1998/namespace';
  /** A selector that every page naming a sitemap matches; other pages pay only for this query. */
  const NAMING = 'link[rel~="standard-sitemap" i], link[rel*=".location" i]';

  /** @typedef {import('../shared/types.js').EvidenceLink} Link */
  /** @typedef {import('../shared/types.js').PageEvidence} PageEvidence */
  /**
   * @typedef {import('../shared/types.js')
   *   .Response<import('../shared/types.js').ContentMethods['page.evidence']['result']>} EvidenceResponse
   */
  /** @typedef {import('../shared/types.js').EvidenceCandidate} Candidate */
  /** @typedef {import('../shared/types.js').PredictedDisplay} PredictedDisplay */

  /** Searches for links in a loading page; a complete page is searched once more. */
  const LOOKS = 200;
  /** The elements that may count, and the number of them that are examined. */
  const CANDIDATES =
    'link[rel~="standard-sitemap" i][href], link[rel*="schema." i][href], link[rel*=".location" i][href], ' +
    'meta[name^="schema." i][content]';
  const MOST_CANDIDATES = 1_000;
  const { LIMITS, decide, signatureOf } = /** @type {NonNullable<typeof home.sitemapEvidence>} */ (
    home.sitemapEvidence
  );

  let looks = 0;
  let sent = '';
  /**
   * The links that were reported. They are the page's only answer, even if it later adds or changes links (D30, D41).
   * @type {Link[] | null}
   */
  let reported = null;
  let isListening = false;
  /** Displays that apply if this page names the same sitemap as other pages of its site. @type {PredictedDisplay[]} */
  let predictions = home.sitemapPredictions ?? prefetched();
  const bodies = document.getElementsByTagName('body');
  const parts = new MutationObserver(grow);

  home.sitemapPage = Object.freeze({ show, predict, evidence: ownEvidence, headers, reportFaults });
  predict(predictions);
  if (home.sitemapDisplay) show(home.sitemapDisplay);
  // Chrome runs content scripts in prerendered pages (speculation rules, predictions of the address bar).
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
  // After a return from the back/forward cache, neither browser makes a request or runs this script again.
  addEventListener('pageshow', (event) => {
    if (event.persisted && reported) report(reported);
  });

  /** Begin once the page is shown; a prerendered page is not searched. */
  function begin() {
    if (document.readyState !== 'loading') return complete();
    parts.observe(document, { childList: true, subtree: true });
    grow();
    document.addEventListener('DOMContentLoaded', complete, { once: true });
  }

  /**
   * Follow the loading page until its body begins, never all of it. Accesses the document rarely, since each access is
   * slow.
   */
  function grow() {
    // Discovery links are in the head. Reading a live collection is cheaper than a query, hundreds of times a page.
    if (bodies.length > 0) parts.disconnect();
    if (looks++ < LOOKS) look();
    home.sitemapClassChanges?.retry();
  }

  function complete() {
    parts.disconnect();
    look();
    home.sitemapClassChanges?.retry();
  }

  /** Report the links that name a sitemap as soon as they are final. */
  function look() {
    if (!isPage || reported || !document.querySelector(NAMING)) return;
    const links = deciding();
    if (links.length) report(links);
  }

  /** Return the deciding links, or none while nothing is decided. @returns {Link[]} */
  function deciding() {
    const base = document.querySelector('base[href]'),
      body = bodies[0];
    const isOver = document.readyState !== 'loading';
    const bases = { own: document.URL, document: document.baseURI, isInBody: base !== null && isAfter(base, body) };
    return decide(candidates(base), { isHeadOver: body !== undefined || isOver, isOver, bases });
  }

  /** Return the elements of interest, in document order. @param {Element | null} base @returns {Candidate[]} */
  function candidates(base) {
    /** @type {Candidate[]} */
    const collected = [];
    const elements = document.querySelectorAll(CANDIDATES);
    for (let at = 0; at < elements.length && at < MOST_CANDIDATES && collected.length < LIMITS.links; at++) {
      const element = /** @type {Element} */ (elements[at]);
      // Selectors ignore namespaces: an SVG or foreign <link> matches too.
      if (element.namespaceURI !== XHTML || element.closest('noscript')) continue; // in XHTML it contains elements
      const isLink = element.localName === 'link';
      const rel = element.getAttribute(isLink ? 'rel' : 'name') ?? '';
      if (!/(^|\s)(schema\.\S+|\S+\.location|standard-sitemap)(\s|$)/i.test(rel)) continue;
      const href = element.getAttribute(isLink ? 'href' : 'content') ?? '';
      const link = {
        element: /** @type {'link' | 'meta'} */ (isLink ? 'link' : 'meta'),
        rel,
        href,
        base: document.baseURI,
        xml_bases: xmlBases(element),
      };
      collected.push({
        link,
        isInBody: isAfter(element, bodies[0]),
        isBeforeBase: base !== null && isAfter(base, element),
      });
    }
    return collected;
  }

  /**
   * Return whether an element begins after another, if that exists.
   * @param {Element} element
   * @param {Element | undefined} other
   */
  function isAfter(element, other) {
    return other !== undefined && (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  /** Return the xml:base values that apply to an element, outermost first; HTML has none. @param {Element} element */
  function xmlBases(element) {
    const bases = [];
    if (document.contentType === 'text/html') return [];
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      // `document.baseURI` ignores xml:base, which XHTML pages may use: the host resolves these.
      const base = at.getAttributeNS(XML, 'base');
      if (base !== null) bases.unshift(base);
    }
    return bases;
  }

  /** @param {Link[]} links */
  function report(links) {
    sent = signatureOf(links);
    reported = links;
    showPredicted();
    request('page.evidence', evidence(links)).then((/** @type {EvidenceResponse | undefined} */ response) => {
      if (response && 'result' in response) show(response.result.display);
    });
  }

  /** @param {import('../shared/types.js').ClassFault[]} faults */
  function reportFaults(faults) {
    request('page.faults', { faults });
  }

  /** @param {Link[]} links @returns {PageEvidence} */
  function evidence(links) {
    return { content_type: document.contentType, links, referrer: referrer() };
  }

  /** Return the page's referrer policy. */
  function referrer() {
    return [...document.querySelectorAll('meta[name="referrer" i][content]')].at(-1)?.getAttribute('content') ?? null;
  }

  /** Return the page's evidence, if it could name a sitemap. */
  function ownEvidence() {
    return evidence(reported ?? (isPage ? deciding() : []));
  }

  /**
   * Send a request. Only here is the browser's API object accessed: creating it costs more than everything else, and
   * most pages name nothing.
   * @param {string} method
   * @param {object} params
   */
  function request(method, params) {
    const api = home.browser ?? home.chrome;
    if (!isListening) api.runtime.onMessage.addListener(receive);
    isListening = true;
    // There is no response while the extension is updated.
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

  /**
   * Receive predictions and show the one that matches, now or once links are reported.
   * @param {PredictedDisplay[]} list
   */
  function predict(list) {
    predictions = list;
    showPredicted();
  }

  function showPredicted() {
    // Before the response: on a page that arrives all at once, the first paint and the host's reply race.
    const known = predictions.find(({ signature }) => signature === sent);
    if (known) show(known.display);
  }

  /** Return the predictions that the background added to the page's own headers. @returns {PredictedDisplay[]} */
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

  /** Return whether an item has the background's format: a page may send such a header itself. @param {any} item */
  function isPrediction(item) {
    const changes = item?.display?.changes;
    return (
      typeof item?.signature === 'string' &&
      Number.isInteger(item.display?.level) &&
      Array.isArray(changes) &&
      changes.every(
        (change) =>
          ['elem', 'attr', 'prefix'].every((name) => typeof change?.[name] === 'string') &&
          change.namespaces instanceof Object,
      )
    );
  }

  /** Return the page's naming headers if the browser did not report them to the background. */
  async function headers() {
    try {
      // force-cache: the response the page was made from, without another request if it is still cached.
      const response = await fetch(location.href, { cache: 'force-cache', credentials: 'include' });
      const named = [...response.headers].filter(
        ([name]) => name === 'opt' || /^\d\d-location$|^x-standard-sitemap-location$/.test(name),
      );
      // Only the headers are needed; an unread body would keep the connection open.
      await response.body?.cancel();
      return named;
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException) return [];
      throw error;
    }
  }
})();
