// @ts-check
/**
 * What is taken of a page's word: bounded, and each field what it should be. A content script's messages come from a process
 * that is the page's, and may be taken over; which document sends them is the browser's to say, in the sender. Pure.
 */
import '../content/evidence.js';
import { isWeb } from '../shared/locations.js';

/** @typedef {import('../shared/protocol.js').Header} Header */
/** @typedef {import('../shared/protocol.js').EvidenceLink} EvidenceLink */
/** @typedef {import('../shared/types.js').IsolatedWorld} IsolatedWorld */
/** What of it is used. @typedef {{contentType: string | null, links: EvidenceLink[], signature: string, referrer: string | null}} CleanEvidence */

const HEADERS = 40;
const HEADER_LENGTH = 4_096;
const CONTENT_TYPE_LENGTH = 200;
/** The longest list of policies that anybody would write. */
const POLICY_LENGTH = 500;

/** @param {any} evidence  whatever was sent @returns {CleanEvidence} */
export function cleanEvidence(evidence) {
  const { sitemapEvidence } = /** @type {IsolatedWorld} */ (globalThis);
  const links = sitemapEvidence?.bounded(evidence?.links) ?? [];
  return {
    contentType: textUpTo(evidence?.content_type, CONTENT_TYPE_LENGTH),
    links,
    signature: sitemapEvidence?.signatureOf(links) ?? '',
    referrer: textUpTo(evidence?.referrer, POLICY_LENGTH),
  };
}

/** Fields of a permitted length, the first of them: what is too long goes altogether. @param {unknown} headers @returns {Header[]} */
export function boundedHeaders(headers) {
  const fields = Array.isArray(headers) ? headers : [];
  return fields.filter((field) => Array.isArray(field) && field.length === 2 && field.every((part) => textUpTo(part, HEADER_LENGTH) !== null)).slice(0, HEADERS);
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
  if (tab?.id === undefined || frameId !== 0 || !url || !isWeb(url)) return null;
  if (documentLifecycle !== undefined && documentLifecycle !== 'active') return null;
  return { tabId: tab.id, url, documentId: documentId ?? null };
}
