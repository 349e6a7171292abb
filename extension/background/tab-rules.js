// @ts-check
/**
 * The browser's rules for a tab's next document: which referrer it is requested with, and which cookies are withheld. Each is
 * there from before the tab is led until that document is there, or will not come; what the tab sends otherwise is its own
 * business. Reports of the document before may come in between, and must not end them.
 */
import { api } from '../shared/browser.js';
import { wasBrokenOff } from '../shared/failed-pages.js';
import { withoutFragment } from '../shared/locations.js';
import { incomingPages } from './incoming-pages.js';
import { cookieRuleIds } from './link-cookies.js';
import { leads } from './state.js';

/** @typedef {chrome.declarativeNetRequest.Rule} Rule */
/** @typedef {{tabId: number, frameId: number, url: string, timeStamp?: number, error?: string}} NavigationDetails */

/** The page of ours that posts a search, on the way to its results. */
export const POST_PAGE = 'extension/post/post.html';
/** A page may first have to ask its reader whether it may be left. */
const TO_SET_OUT_MS = 30_000;
/** Longer than browsers wait for a server. */
const TO_BE_THERE_MS = 330_000;
/** A navigation that takes the place of another begins right after that is broken off. */
const REPLACED_MS = 500;

/** The rule by which a tab's next document is requested with that referrer; the tab's id is the rule's. @param {number} tabId @param {string} referrer @returns {Rule} */
export function referrerRule(tabId, referrer) {
  return {
    id: tabId,
    priority: 1,
    action: { type: 'modifyHeaders', requestHeaders: [{ header: 'Referer', operation: 'set', value: referrer }] },
    condition: { tabIds: [tabId], resourceTypes: ['main_frame'] },
  };
}

// Behaviour: rules for one navigation.
/** Adds rules for the document that a tab is about to be led to. @param {number} tabId @param {string} url @param {Rule[]} rules */
export async function addRules(tabId, url, rules) {
  // A rule for one navigation of one tab: neither browser lets an extension set Referer otherwise, and tabs.update
  // sends none.
  if (rules.length === 0) return;
  const others = new Set(incomingPages(tabId).map((page) => withoutFragment(page.url)));
  others.delete(withoutFragment(url));
  clearTimeout(leads.get(tabId)?.timer);
  leads.set(tabId, { url: withoutFragment(url), since: Date.now(), isOut: false, others, timer: endAfter(tabId, TO_SET_OUT_MS) });
  await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: rules.map(({ id }) => id), addRules: rules });
}

/** A tab sets out for another document. @param {NavigationDetails} details */
export function onSettingOut({ tabId, frameId, timeStamp = Date.now() }) {
  const lead = leads.get(tabId);
  if (!lead || frameId !== 0 || timeStamp < lead.since) return;
  lead.isOut = true;
  clearTimeout(lead.timer);
  lead.timer = endAfter(tabId, TO_BE_THERE_MS);
}

/** A document is there. @param {NavigationDetails} details */
export async function onThere(details) {
  const lead = leads.get(details.tabId);
  if (isOnTheWay(details) || (lead && isOther(lead, details))) return;
  // Where the browser has not said that the tab has set out, it is the document before that comes in late.
  if (!lead || lead.isOut || withoutFragment(details.url) === lead.url) await endRules(details.tabId);
}

/** The address has changed within the document on view, to which a page may have been led so. @param {NavigationDetails} details */
export async function onWithin(details) {
  if (details.frameId === 0 && !leads.get(details.tabId)?.isOut) await endRules(details.tabId);
}

/** A document will not come. @param {NavigationDetails} details */
export async function onNotThere(details) {
  const lead = leads.get(details.tabId);
  if (isOnTheWay(details) || (lead && isOther(lead, details))) return;
  if (!lead || !wasBrokenOff(details.error ?? '')) return endRules(details.tabId);
  // It may be what the tab was led away from: then it sets out now.
  clearTimeout(lead.timer);
  Object.assign(lead, { isOut: false, timer: endAfter(details.tabId, REPLACED_MS) });
}

/** Whether it is no document of a tab's own, or one of ours that leads on. @param {NavigationDetails} details */
function isOnTheWay({ frameId, url }) {
  return frameId !== 0 || url === 'about:blank' || url.startsWith(api.runtime.getURL(POST_PAGE));
}

/** Whether it is a document that was on its way before. @param {import('./state.js').Lead} lead @param {NavigationDetails} details */
function isOther({ since, others }, { url, timeStamp = Date.now() }) {
  return timeStamp < since || others.has(withoutFragment(url));
}

/** @param {number} tabId @param {number} ms */
function endAfter(tabId, ms) {
  return setTimeout(() => endRules(tabId), ms);
}

/** What the tab sends is its own business again. @param {number} tabId */
export async function endRules(tabId) {
  clearTimeout(leads.get(tabId)?.timer);
  leads.delete(tabId);
  const own = new Set([tabId, ...cookieRuleIds(tabId)]);
  const there = (await api.declarativeNetRequest.getSessionRules()).filter(({ id }) => own.has(id));
  // The tab may have been led on while the browser was asked: those are the next document's.
  if (there.length && !leads.has(tabId)) await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: there.map(({ id }) => id) });
}
