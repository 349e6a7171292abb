// @ts-check
/**
 * Computes the sitemap faults that only a page reveals (D46): class changes that are not allowed there, take too long,
 * or match no element. The sidebar lists them before the host's faults. Pure. A content script's report is validated
 * against the class changes sent to its page.
 */
import { webOrigin } from '../../shared/locations.js';

/** @typedef {import('../../shared/protocol.js').ClassChange} ClassChange */
/** @typedef {import('../../shared/protocol.js').Site} Site */
/** @typedef {import('../../shared/types.js').Fault} Fault */
/** @typedef {import('../../shared/types.js').ClassFault} ClassFault */
/** @typedef {{url: string, classFaults?: ClassFault[]}} ReportingPage */

/** The host sends no more class changes (`MOST_FOLLOWED`). */
const MOST_FAULTS = 50;

const OF_OTHER_ORIGIN = 'class-change-of-other-origin';
/**
 * Words for the codes that a content script may report: problem and remedy, in English like those of the host's faults.
 * @type {Record<ClassFault['code'], (fault: ClassFault) => string>}
 */
const WORDS = {
  'class-change-too-costly': ({ elem, elements }) =>
    `“${elem}” takes too long in a page of ${elements} elements, so browsers skip this change there. Write a path ` +
    'from the root, such as /html:html/html:body, without a path or “/” in its conditions.',
  'class-change-finds-nothing': ({ elem }) =>
    `“${elem}” finds no element in this page, so this change does nothing here. Compare it with the page’s markup; ` +
    'in XPath, names need a prefix, such as html: for the XHTML namespace.',
};

/**
 * Return whether a page may receive a class change. Attributes other than `class` need a map of the page's own origin.
 * @param {string} url
 * @param {string} sitemap
 * @param {ClassChange} change
 */
export function isGiven(url, sitemap, { attr }) {
  return attr === 'class' || (webOrigin(url) !== null && webOrigin(url) === webOrigin(sitemap));
}

/** Return the well-formed faults in a content script's report. @param {unknown} report @returns {ClassFault[]} */
export function cleanClassFaults(report) {
  return (Array.isArray(report) ? report : [])
    .slice(0, MOST_FAULTS)
    .filter(
      (fault) =>
        Object.hasOwn(WORDS, fault?.code) &&
        typeof fault.elem === 'string' &&
        fault.elem.length <= 2_000 &&
        Number.isSafeInteger(fault.elements),
    )
    .map(({ code, elem, elements }) => ({ code, elem, elements }));
}

/** Return the faults of a site in a page. @param {ReportingPage} page @param {Site} site @returns {Fault[]} */
export function pageFaults({ url, classFaults = [] }, { sitemap, class_changes: changes }) {
  const refused = changes.filter((change) => !isGiven(url, sitemap, change));
  // A page's process may be compromised: it can report only about changes that it was given.
  const elements = new Set(changes.filter((change) => isGiven(url, sitemap, change)).map(({ elem }) => elem));
  return [
    ...refused.map(({ attr }) => asFault(url, OF_OTHER_ORIGIN, ofOtherOrigin(attr))),
    ...classFaults
      .filter(({ elem }) => elements.has(elem))
      .map((fault) => asFault(url, fault.code, WORDS[fault.code](fault))),
  ];
}

/** @param {string} attr */
function ofOtherOrigin(attr) {
  return (
    `“${attr}” is changed only in pages of the sitemap’s own origin; in others this change is skipped. Drop attr to ` +
    'change all pages: it is class by default.'
  );
}

/** @param {string} url @param {string} code @param {string} message @returns {Fault} */
function asFault(url, code, message) {
  return { code, severity: 'warning', message, document: url, line: 0, clause: 'D46' };
}

/**
 * Return the site with a page's faults added to its counts.
 * @param {Site} site
 * @param {Fault[]} faults
 * @returns {Site}
 */
export function withPageFaults(site, faults) {
  if (faults.length === 0) return site;
  const { warning = 0, ...others } = site.counts.faults;
  return { ...site, counts: { ...site.counts, faults: { ...others, warning: warning + faults.length } } };
}

/**
 * Return a slice of a site's faults, with the page's own first.
 * @param {import('../../shared/protocol.js').SiteFaults} params
 * @param {Fault[]} own  the page's
 * @param {(params: import('../../shared/protocol.js').SiteFaults) => Promise<{total: number, faults: Fault[]}>} request
 */
export async function listFaults({ site, from = 0, count = 0 }, own, request) {
  const first = own.slice(from, from + count);
  // At least one of the host's faults is requested, to learn the total.
  const { total, faults } = await request({
    site,
    from: Math.max(0, from - own.length),
    count: Math.max(1, count - first.length),
  });
  return { total: own.length + total, faults: [...first, ...faults].slice(0, count) };
}
