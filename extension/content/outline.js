// @ts-check
/**
 * The headings of the page, for a reader who wants to see them in the sidebar: brought in then, and not before. Says which one
 * is being read as the page is scrolled, and leads to one. What it says goes to the extension's own pages, to nobody else.
 */
(() => {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  if (home.sitemapOutline) return;

  /** @typedef {import('../shared/types.js').Heading} Heading */

  /** An outline that is longer is none. */
  const MOST_HEADINGS = 200;
  const MOST_LETTERS = 200;
  /** While a page is being scrolled it is looked at so often: each look measures all headings. */
  const PAUSE_MS = 150;
  /** A heading is being read from where it stands in the upper part of the window. */
  const READ_AT = 0.25;

  const HEADINGS = 'h1, h2, h3, h4, h5, h6';
  /** Where headings are of something else than of what the page is about. */
  const BESIDE = 'nav, aside, dialog, [role="navigation"], [role="complementary"], [role="dialog"]';
  /** What generators of documentation give the address of a heading to. */
  const SECTIONS = 'section, article, .section';

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let sent = '';

  home.sitemapOutline = Object.freeze({ follow, lead, stop });

  /** Begins to follow the page. */
  function follow() {
    const options = { capture: true, passive: true };
    for (const name of ['scroll', 'resize', 'load']) addEventListener(name, soon, options);
    sent = '';
    send();
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    for (const name of ['scroll', 'resize', 'load']) removeEventListener(name, soon, { capture: true });
  }

  function soon() {
    timer ??= setTimeout(() => { timer = undefined; send(); }, PAUSE_MS);
  }

  /** Says what has changed, if anything; where nobody wants to know it any more, that was the last time. */
  function send() {
    const outline = read();
    const words = JSON.stringify(outline);
    if (words === sent) return;
    sent = words;
    const api = home.browser ?? home.chrome;
    api.runtime.sendMessage({ method: 'page.outline', params: outline })
      .then((/** @type {any} */ response) => { if (!response?.result?.isWanted) stop(); }, stop);
  }

  /** @returns {{headings: Heading[], active: number}} */
  function read() {
    const found = elements();
    const line = innerHeight * READ_AT;
    const active = found.findLastIndex((element) => element.getBoundingClientRect().top <= line);
    return { headings: found.map(headingOf), active };
  }

  /** The headings that are seen and say something, in their order. @returns {Element[]} */
  function elements() {
    const all = document.querySelectorAll(HEADINGS);
    const found = [];
    for (let at = 0; at < all.length && found.length < MOST_HEADINGS; at++) {
      const element = /** @type {Element} */ (all[at]);
      if (element.checkVisibility() && wordsOf(element) && !element.closest(BESIDE)) found.push(element);
    }
    return found;
  }

  /** @param {Element} element @returns {Heading} */
  function headingOf(element) {
    return { name: wordsOf(element), level: Number(element.localName.slice(1)), id: idOf(element) };
  }

  /** Its own, or that of the section that it begins. @param {Element} element */
  function idOf(element) {
    const section = element.parentElement;
    if (element.id || !section?.matches(SECTIONS)) return element.id;
    return section.querySelector(HEADINGS) === element ? section.id : '';
  }

  /** Without the sign at its end, or before it, by which many pages link to the heading. @param {Element} element */
  function wordsOf(element) {
    let words = plain(element);
    for (const link of element.querySelectorAll('a[href]')) {
      const sign = plain(link);
      if (!sign || /[\p{L}\p{N}]/u.test(sign)) continue;
      if (words.startsWith(sign)) words = words.slice(sign.length);
      else if (words.endsWith(sign)) words = words.slice(0, -sign.length);
    }
    return words.trim().slice(0, MOST_LETTERS);
  }

  /** @param {Element} element */
  function plain(element) {
    return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  /** Leads to a heading; the page may have others by now, so it is known by its words, too. @param {number} index @param {string} name */
  function lead(index, name) {
    const found = elements();
    const at = found[index];
    const element = at && wordsOf(at) === name ? at : found.find((other) => wordsOf(other) === name);
    if (!element) return;
    // By its address where it has one: the browser then leads back by its own button, and keeps clear of what covers the top.
    const id = idOf(element);
    if (id && id.isWellFormed()) location.hash = `#${encodeURIComponent(id)}`;
    else element.scrollIntoView({ block: 'start' });
  }
})();
