// @ts-check
/**
 * Computes the sitemap faults that only a page reveals (D46): class changes that are not allowed there, take too long,
 * or match no element. The sidebar lists them before the host's faults. Pure. A content script's report is validated
 * against the class changes sent to its page.
 */
import { webOrigin } from '../shared/locations.js';

/** @typedef {import('../shared/protocol.js').ClassChange} ClassChange */
/** @typedef {import('../shared/protocol.js').Site} Site */
/** @typedef {import('../shared/types.js').Fault} Fault */
/** @typedef {import('../shared/types.js').ClassFault} ClassFault */
/** @typedef {{url: string, classFaults?: ClassFault[]}} ReportingPage */

/** The host sends no more class changes (`MOST_FOLLOWED`). */
const MOST_FAULTS = 50;

const OF_OTHER_ORIGIN = 'class-change-of-other-origin';
/**
 * Parameters of a fault, by the codes that a content script may report.
 * @type {Record<ClassFault['code'], (fault: ClassFault) => Record<string, string>>}
 */
const PARAMS = {
  'class-change-too-costly': ({ elem, elements }) => ({ elem, elements: String(elements) }),
  'class-change-finds-nothing': ({ elem }) => ({ elem }),
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
        Object.hasOwn(PARAMS, fault?.code) &&
        typeof fault.elem === 'string' &&
        fault.elem.length <= 2_000 &&
        Number.isSafeInteger(fault.elements),
    )
    .map(({ code, elem, elements }) => ({ code, elem, elements }));
}

/** Return the faults of a site in a page. @param {ReportingPage} page @param {Site} site @returns {Fault[]} */
export function pageFaults({ url, classFaults = [] }, { sitemap, class_changes: changes }) {
  const refused = changes.filter((change) => !isGiven(url, sitemap, change));
  const given = new Set(changes.filter((change) => isGiven(url, sitemap, change)).map(({ elem }) => elem));
  return [
    ...refused.map(({ attr }) => asFault(url, OF_OTHER_ORIGIN, { attr })),
    ...classFaults
      .filter(({ elem }) => given.has(elem))
      .map((fault) => asFault(url, fault.code, PARAMS[fault.code](fault))),
  ];
}

/** @param {string} url @param {string} code @param {Record<string, string>} params @returns {Fault} */
function asFault(url, code, params) {
  return { code, severity: 'warning', message: code, document: url, line: 0, clause: 'D46', params };
}

/** Return the site with a page's faults added to its counts. @param {Site} site @param {Fault[]} faults @returns {Site} */
export function withPageFaults(site, faults) {
  if (faults.length === 0) return site;
  const { warning = 0, ...others } = site.counts.faults;
  return { ...site, counts: { ...site.counts, faults: { ...others, warning: warning + faults.length } } };
}

/**
 * Return a slice of a site's faults, with the page's own first.
 * @param {import('../shared/protocol.js').SiteFaults} params
 * @param {Fault[]} own  the page's
 * @param {(params: import('../shared/protocol.js').SiteFaults) => Promise<{total: number, faults: Fault[]}>} request
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
