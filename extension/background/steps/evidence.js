// @ts-check
/**
 * Validates and limits the evidence of a sitemap. This is the header fields of a response, in a form common to both
 * browsers, and the links that a content script sends. A content script runs in the page's process and may be
 * compromised, so only the browser, through `sender`, says which document sends a message. Pure.
 */
import '../../content/evidence.js';

/** @typedef {import('../../shared/protocol.js').Header} Header */
/** @typedef {import('../../shared/protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../../shared/types.js').IsolatedWorld} IsolatedWorld */
/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../../shared/types.js').PageEvidence} PageEvidence */
/**
 * The fields of the evidence that are used.
 * @typedef {{
 *   contentType: string | null,
 *   links: EvidenceLink[],
 *   signature: string,
 *   referrer: string | null,
 * }} CleanEvidence
 */

const NAMESPACE = 'http://standard-sitemap.org/2007/ns';

/**
 * Return the fields with lower-case names, each once, with the values of a repeated field joined by ", " in order.
 * Firefox reports them this way; Chrome does not.
 * @param {{name: string, value?: string}[] | undefined} fields
 * @returns {Header[]}
 */
export function normaliseHeaders(fields) {
  /** @type {Map<string, string>} */
  const joined = new Map();
  for (const { name, value } of fields ?? []) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? (value ?? '') : `${before}, ${value ?? ''}`);
  }
  return [...joined];
}

/** Return the value of a field, or null. @param {Header[]} headers @param {string} name */
export function headerValue(headers, name) {
  return headers.find(([key]) => key === name)?.[1] ?? null;
}

const REFERRER_POLICIES = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'origin',
  'origin-when-cross-origin',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
]);
/** Values of `<meta name="referrer">` from before the specification. @type {Record<string, string>} */
const OLD_POLICIES = {
  never: 'no-referrer',
  default: 'strict-origin-when-cross-origin',
  always: 'unsafe-url',
  'origin-when-crossorigin': 'origin-when-cross-origin',
};

/** The browsers' policy for pages that state none. */
export const DEFAULT_POLICY = 'strict-origin-when-cross-origin';

/** Return the last valid policy in a `Referrer-Policy` field, or null. @param {string | null} value */
export function referrerPolicy(value) {
  return (
    (value ?? '')
      .toLowerCase()
      .split(',')
      .map((token) => token.trim())
      // Unknown tokens are skipped: sites list a policy that all browsers know, then a newer one (Referrer Policy,
      // "parse a referrer policy").
      .findLast((token) => REFERRER_POLICIES.has(token)) ?? null
  );
}

/**
 * Return the policy in a `<meta name="referrer">`, which may use the old keywords, or null.
 * @param {string | null} content
 */
export function referrerPolicyOfMeta(content) {
  return referrerPolicy(OLD_POLICIES[(content ?? '').trim().toLowerCase()] ?? content);
}

/**
 * Return the fields that could name a sitemap, and no others, for privacy.
 * @param {Header[]} headers normalised
 * @returns {Header[]}
 */
export function namingHeaders(headers) {
  // `Opt: "namespace"; ns=15` declares that fields named `15-…` belong to the namespace (RFC 2774, HTTP extension
  // framework). A site may use any two digits, so only a page with the declaration may name its sitemap by such a
  // field. A quoted string may have a backslash before any character.
  const declares = headerValue(headers, 'opt')?.replaceAll('\\', '').includes(NAMESPACE) ?? false;
  return headers.filter(
    ([name]) =>
      name === 'x-standard-sitemap-location' || (declares && (name === 'opt' || /^\d\d-location$/.test(name))),
  );
}

/**
 * Return naming headers with absolute addresses: equal on all pages of a site that name the same map.
 * @param {Header[]} headers
 * @param {string} url
 * @returns {Header[]}
 */
function resolvedHeaders(headers, url) {
  return headers.map(([name, value]) => [
    name,
    // A relative address names another sitemap on each page of a folder, an absolute one the same everywhere.
    name !== 'opt' && URL.canParse(value, url) ? new URL(value, url).href : value,
  ]);
}

/** Return a key that is equal on two pages with the same naming headers. @param {Page} page */
export function headersKey({ headers, url }) {
  return JSON.stringify(resolvedHeaders(headers, url));
}

/**
 * Return a page's evidence as it is sent to the host.
 * @param {Page} page
 * @returns {import('../../shared/protocol.js').Evidence}
 */
export function evidenceOf({ url, contentType, headers, links }) {
  return { url, content_type: contentType, headers, links };
}

/**
 * Return the evidence by which a page named its sitemap, null if it named none. Another page of its site with the same
 * evidence will name the same one.
 * @param {Page} page
 */
export function namingEvidence(page) {
  const isByHeader = page.headers.length > 0;
  const isNamed = isByHeader
    ? page.rule?.endsWith('-header')
    : page.signature !== '' && !page.rule?.endsWith('-header');
  if (!page.sitemap || !isNamed) return null;
  // Headers win, so the links beside them may differ.
  return { signature: isByHeader ? '' : page.signature, sitemap: page.sitemap, headers: headersKey(page) };
}

const HEADERS = 40;
/**
 * As much as nginx buffers for all headers of a response (`proxy_buffer_size`); a longer value is an attempt to fill
 * the store.
 */
const HEADER_LENGTH = 4_096;
/** Length of all recorded headers of a page together: the background stores hundreds of pages. */
const HEADERS_LENGTH = 4 * HEADER_LENGTH;
const CONTENT_TYPE_LENGTH = 200;
/** Longer than any list of policies in use. */
const POLICY_LENGTH = 500;

/** No language tag in use is longer. */
const LONGEST_TAG = 35;

/**
 * Return a single language tag; '' for none or several, since the reader reads only one of them.
 * @param {unknown} value  from a page or its response, of any type
 */
export function languageTag(value) {
  return typeof value === 'string' && value.length <= LONGEST_TAG && /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(value)
    ? value
    : '';
}

/** @param {unknown} evidence  as sent, of any type @returns {CleanEvidence} */
export function cleanEvidence(evidence) {
  const sent = /** @type {Partial<Record<keyof PageEvidence, unknown>> | null | undefined} */ (evidence);
  const { sitemapEvidence } = /** @type {IsolatedWorld} */ (globalThis);
  const links = sitemapEvidence?.bounded(sent?.links) ?? [];
  return {
    contentType: textUpTo(sent?.content_type, CONTENT_TYPE_LENGTH),
    links,
    signature: sitemapEvidence?.signatureOf(links) ?? '',
    referrer: textUpTo(sent?.referrer, POLICY_LENGTH),
  };
}

/**
 * Return the first well-formed fields whose total length is within the bound. A field that is too long is dropped,
 * never truncated.
 * @param {unknown} headers
 * @returns {Header[]}
 */
export function boundedHeaders(headers) {
  const fields = (Array.isArray(headers) ? headers : []).filter(isField).slice(0, HEADERS);
  let left = HEADERS_LENGTH;
  const end = fields.findIndex(([name, value]) => (left -= name.length + value.length) < 0);
  return end < 0 ? fields : fields.slice(0, end);
}

/** @param {unknown} field @returns {field is Header} */
function isField(field) {
  return Array.isArray(field) && field.length === 2 && field.every((part) => textUpTo(part, HEADER_LENGTH) !== null);
}

/** @param {unknown} value @param {number} most  characters @returns {string | null} */
function textUpTo(value, most) {
  return typeof value === 'string' && value.length <= most ? value : null;
}
