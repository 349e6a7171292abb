// @ts-check
/**
 * Manages the browser's rules for a tab's next document: its referrer, and the cookies that are withheld. A rule exists
 * from before the navigation until that document arrives or fails, and affects nothing else in the tab. Late reports of
 * the previous document must not end it.
 */
import { api } from '../../shared/browser.js';
import { wasBrokenOff } from '../../shared/failed-pages.js';
import { withoutFragment } from '../../shared/locations.js';
import { cookieRuleIds } from './link-cookies.js';
import { incomingPages, leadOf, recordLead } from '../stores/tabs.js';

/** @typedef {chrome.declarativeNetRequest.Rule} Rule */
/** @typedef {{tabId: number, frameId: number, url: string, timeStamp?: number, error?: string}} NavigationDetails */

/** The extension page that posts a search before its results are shown. */
export const POST_PAGE = 'extension/post/post.html';
/** A page may first ask its reader whether to leave it. */
const TO_SET_OUT_MS = 30_000;
/** Longer than browsers wait for a server. */
const TO_BE_THERE_MS = 330_000;
/** A navigation that replaces another begins right after that one is aborted. */
const REPLACED_MS = 500;

/**
 * Return the rule that sets the referrer of a tab's next document; its id is the tab's.
 * @param {number} tabId
 * @param {string} referrer
 * @returns {Rule}
 */
export function referrerRule(tabId, referrer) {
  return {
    id: tabId,
    priority: 1,
    action: { type: 'modifyHeaders', requestHeaders: [{ header: 'Referer', operation: 'set', value: referrer }] },
    condition: { tabIds: [tabId], resourceTypes: ['main_frame'] },
  };
}

// Behaviour: rules for one navigation. Also: session rules, declarativeNetRequest.
/**
 * Add rules for the next document of a tab, before its navigation.
 * @param {number} tabId
 * @param {string} url
 * @param {Rule[]} rules
 */
export async function addRules(tabId, url, rules) {
  // A rule for one navigation of one tab: browsers let an extension set Referer in no other way, and tabs.update sends
  // none.
  if (rules.length === 0) return;
  const others = new Set(incomingPages(tabId).map((page) => withoutFragment(page.url)));
  // The tab may be on its way to this address already: a reader clicks twice.
  others.delete(withoutFragment(url));
  recordLead(tabId, {
    url: withoutFragment(url),
    since: Date.now(),
    isOut: false,
    others,
    timer: endAfter(tabId, TO_SET_OUT_MS),
  });
  await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: rules.map(({ id }) => id), addRules: rules });
}

/** Record that a tab's navigation has started. @param {NavigationDetails} details */
export function onSettingOut({ tabId, frameId, timeStamp = Date.now() }) {
  const lead = leadOf(tabId);
  if (!lead || frameId !== 0 || timeStamp < lead.since) return;
  recordLead(tabId, { ...lead, isOut: true, timer: endAfter(tabId, TO_BE_THERE_MS) });
}

/** End the rules of a tab whose document has arrived. @param {NavigationDetails} details */
export async function onThere(details) {
  const lead = leadOf(details.tabId);
  if (isOnTheWay(details) || (lead && isOther(lead, details))) return;
  // If the navigation has not started yet, this is the late commit of the previous document.
  if (!lead || lead.isOut || withoutFragment(details.url) === lead.url) await endRules(details.tabId);
}

/**
 * End the rules after an address change within the document: the navigation may have been one.
 * @param {NavigationDetails} details
 */
export async function onWithin(details) {
  const lead = leadOf(details.tabId);
  if (details.frameId !== 0 || lead?.isOut) return;
  // Any other change is the page's own, which would remove the rules just before the navigation.
  if (!lead || withoutFragment(details.url) === lead.url) await endRules(details.tabId);
}

/** Handle a failed document. @param {NavigationDetails} details */
export async function onNotThere(details) {
  const lead = leadOf(details.tabId);
  if (isOnTheWay(details) || (lead && isOther(lead, details))) return;
  if (!lead || !wasBrokenOff(details.error ?? '')) return endRules(details.tabId);
  // It may be the document that the navigation replaces; then the navigation starts now.
  recordLead(details.tabId, { ...lead, isOut: false, timer: endAfter(details.tabId, REPLACED_MS) });
}

/**
 * Return whether an event concerns a frame, or one of our intermediate documents.
 * @param {NavigationDetails} details
 */
function isOnTheWay({ frameId, url }) {
  return frameId !== 0 || url === 'about:blank' || url.startsWith(api.runtime.getURL(POST_PAGE));
}

/**
 * Return whether a document was on its way before the navigation.
 * @param {import('../stores/tabs.js').Lead} lead
 * @param {NavigationDetails} details
 */
function isOther({ since, others }, { url, timeStamp = Date.now() }) {
  return timeStamp < since || others.has(withoutFragment(url));
}

/** @param {number} tabId @param {number} ms */
function endAfter(tabId, ms) {
  return setTimeout(() => endRules(tabId), ms);
}

/** Remove all rules of a tab. @param {number} tabId */
export async function endRules(tabId) {
  recordLead(tabId, null);
  const own = new Set([tabId, ...cookieRuleIds(tabId)]);
  const there = (await api.declarativeNetRequest.getSessionRules()).filter(({ id }) => own.has(id));
  // The tab may have been navigated again during the query. The rules of that navigation belong to the next document.
  if (there.length && !leadOf(tabId))
    await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: there.map(({ id }) => id) });
}
