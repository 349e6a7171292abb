// @ts-check
/**
 * What a response and a page say of a sitemap: header fields as both browsers can agree on them, and what a content script found,
 * bounded, and each field what it should be. A content script's messages come from a process that is the page's, and may be
 * taken over; which document sends them is the browser's to say, in the sender. Pure.
 */
import '../content/evidence.js';
import { isWeb, withinLength } from '../shared/locations.js';

/** @typedef {import('../shared/protocol.js').Header} Header */
/** @typedef {import('../shared/protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../shared/types.js').IsolatedWorld} IsolatedWorld */
/** @typedef {import('../shared/types.js').PageEvidence} PageEvidence */
/** What of it is used. @typedef {{contentType: string | null, links: EvidenceLink[], signature: string, referrer: string | null}} CleanEvidence */

const NAMESPACE = 'http://standard-sitemap.org/2007/ns';

/**
 * Fields with lower-case names, each once, the values of a repeated field joined by ", " in order: what Firefox shows
 * anyway, and Chrome does not.
 * @param {{name: string, value?: string}[] | undefined} fields
 * @returns {Header[]}
 */
export function normaliseHeaders(fields) {
  /** @type {Map<string, string>} */
  const joined = new Map();
  for (const { name, value } of fields ?? []) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? value ?? '' : `${before}, ${value ?? ''}`);
  }
  return [...joined];
}

/** The value of a field, or null. @param {Header[]} headers @param {string} name */
export function headerValue(headers, name) {
  return headers.find(([key]) => key === name)?.[1] ?? null;
}

/** Never sent with a page: the host requests cookies when it needs them. */
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Those that the host may see. @param {Header[]} headers normalised */
export function withoutSecrets(headers) {
  return headers.filter(([name]) => !SECRETS.has(name));
}

const REFERRER_POLICIES = new Set([
  'no-referrer', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin', 'same-origin', 'strict-origin',
  'strict-origin-when-cross-origin', 'unsafe-url',
]);
/** What `<meta name="referrer">` could say before there was a specification. @type {Record<string, string>} */
const OLD_POLICIES = {
  never: 'no-referrer', default: 'strict-origin-when-cross-origin', always: 'unsafe-url', 'origin-when-crossorigin': 'origin-when-cross-origin',
};

/** That of browsers, where a page says nothing. */
export const DEFAULT_POLICY = 'strict-origin-when-cross-origin';

/** Those that send other origins more than the default does. */
const RELAXED_POLICIES = new Set(['no-referrer-when-downgrade', 'origin-when-cross-origin', 'unsafe-url']);

/** The policy in force where the browser may not let pages send more than by default. @param {string | null} policy @param {boolean} canRelax */
export function policyInForce(policy, canRelax) {
  return policy !== null && RELAXED_POLICIES.has(policy) && !canRelax ? null : policy;
}

/** What a `Referrer-Policy` field says: the last policy that is one, null for none. @param {string | null} value */
export function referrerPolicy(value) {
  return (value ?? '').toLowerCase().split(',').map((token) => token.trim()).findLast((token) => REFERRER_POLICIES.has(token)) ?? null;
}

/** What a `<meta name="referrer">` says, which may be put in old words. @param {string | null} content */
export function referrerPolicyOfMeta(content) {
  return referrerPolicy(OLD_POLICIES[(content ?? '').trim().toLowerCase()] ?? content);
}

/**
 * The fields that could name a sitemap, or none at all: a page's other headers are nobody's business.
 * @param {Header[]} headers normalised
 * @returns {Header[]}
 */
export function namingHeaders(headers) {
  const declares = headerValue(headers, 'opt')?.includes(NAMESPACE) ?? false;
  return headers.filter(([name]) => name === 'x-standard-sitemap-location'
    || (declares && (name === 'opt' || /^\d\d-location$/.test(name))));
}

/** Naming headers with their addresses resolved: the same on every page of a site that names one map. @param {Header[]} headers @param {string} url @returns {Header[]} */
export function resolvedHeaders(headers, url) {
  return headers.map(([name, value]) => [name, name !== 'opt' && URL.canParse(value, url) ? new URL(value, url).href : value]);
}

const HEADERS = 40;
/** As much as nginx buffers of all headers of a response together (`proxy_buffer_size`); a longer one was made to fill the store. */
const HEADER_LENGTH = 4_096;
/** Of all that are recorded of a page together: the background remembers hundreds of pages. */
const HEADERS_LENGTH = 4 * HEADER_LENGTH;
const CONTENT_TYPE_LENGTH = 200;
/** The longest list of policies that anybody would write. */
const POLICY_LENGTH = 500;

/** Longer tags are none that a page is written in. */
const LONGEST_TAG = 35;

/** The tag of one language; '' for none, and for several: whoever reads the page reads one of them. @param {unknown} said  by a page or its response, whatever that is */
export function languageTag(said) {
  return typeof said === 'string' && said.length <= LONGEST_TAG && /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(said) ? said : '';
}

/** @param {unknown} evidence  whatever was sent @returns {CleanEvidence} */
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

/** Fields of a permitted length, the first of them, together not too long: what is too long goes altogether. @param {unknown} headers @returns {Header[]} */
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

/** @param {unknown} value @param {number} most characters @returns {string | null} */
function textUpTo(value, most) {
  return typeof value === 'string' && value.length <= most ? value : null;
}

/**
 * The document that a message comes from, as the browser says; null where it is none that a tab shows: a frame, a page that
 * is only prepared or lies in the back/forward cache, no page of the web.
 * @param {chrome.runtime.MessageSender} sender
 * @returns {{tabId: number, url: string, documentId: string | null} | null}
 */
export function documentOf({ tab, frameId, url, documentId, documentLifecycle }) {
  if (tab?.id === undefined || frameId !== 0 || !url || !isWeb(withinLength(url))) return null;
  if (documentLifecycle !== undefined && documentLifecycle !== 'active') return null;
  return { tabId: tab.id, url, documentId: documentId ?? null };
}
