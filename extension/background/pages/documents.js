// @ts-check
/**
 * Names the documents that events and messages belong to. Only the browser says which document sends a message. Pure.
 */
import { isWeb, withinLength } from '../../shared/locations.js';

/**
 * Return the document that sent a message, as the browser reports it. Null if no tab shows it: a frame, a prerendered
 * page, a page in the back/forward cache, or not a web page.
 * @param {chrome.runtime.MessageSender} sender
 * @returns {{tabId: number, url: string, documentId: string | null} | null}
 */
export function documentOf({ tab, frameId, url, documentId, documentLifecycle }) {
  if (tab?.id === undefined || frameId !== 0 || !url || !isWeb(withinLength(url))) return null;
  if (documentLifecycle !== undefined && documentLifecycle !== 'active') return null;
  return { tabId: tab.id, url, documentId: documentId ?? null };
}

/**
 * Return the id of a document; by its tab and address if the browser reports none.
 * @param {{tabId: number, url: string, documentId?: string | null}} details
 */
export function documentIdOf({ tabId, url, documentId }) {
  // webRequest events have no document id in any browser; navigation events and messages do, except in Firefox 140.
  return documentId || `${tabId} ${withinLength(url)}`;
}
