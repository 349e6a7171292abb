// @ts-check
/**
 * Predicts the display of a new page on a known site. The prediction travels in `Server-Timing`, the only header of its
 * own response that a script can read. The content script thus has it before the page has a body, and no message can
 * arrive late. Firefox lets a listener change the headers; in Chromium a rule adds the field to the tab's next
 * documents.
 */
import { answersHeaders, api } from '../../shared/browser.js';
import { isWeb } from '../../shared/locations.js';
import { plant } from '../pages/page-scripts.js';
import { sessionByKey, sessionKey, signaturesFor } from '../stores/sessions.js';
import { changeTab, isInFront, pageOf } from '../stores/tabs.js';
import { displayIn } from './display.js';
import { headersKey } from './evidence.js';

/** @typedef {import('../../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('../stores/tabs.js').Page} Page */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

const HEADER = 'server-timing';
const NAME = 'standard-sitemap';
/** Browsers and proxies may refuse longer headers. */
const MAX_HEADER_LENGTH = 6_000;
/** Separates the ids of these rules from the ids of the rules in `tab-rules.js`, which are tab ids. */
const RULE_BIT = 2 ** 30;
const LOCATION_HEADER = 'x-standard-sitemap-location';

/** Send a new page the displays of similar pages; it applies the one that matches its evidence. @param {Tab} tab */
export function sendPredictions(tab) {
  const page = pageOf(tab);
  // A page that names its sitemap by headers needs no prediction here: it is looked up before it arrives.
  const list = page && !page.headers.length ? predictDisplays(tab, page) : [];
  if (list.length) plant(tab, 'sitemapPredictions', list);
}

/**
 * Return the displays to predict for a page in a tab, by its naming headers; none for a background tab.
 * @param {Tab} tab
 * @param {Page} page
 * @returns {PredictedDisplay[]}
 */
export function predictDisplays(tab, page) {
  if (!URL.canParse(page.url) || !isInFront(tab)) return [];
  const ownHeaders = headersKey(page);
  return signaturesFor(page)
    .filter(({ headers }) => headers === ownHeaders)
    .flatMap(({ signature, sitemap }) => {
      const session = sessionByKey(sessionKey(sitemap, page));
      const display = session ? displayIn(tab, page.url, session) : null;
      return display ? [{ signature, display }] : [];
    });
}

/**
 * Return changed response headers if there is a prediction to add or remove.
 * @param {{responseHeaders?: chrome.webRequest.HttpHeader[]}} details
 * @param {Tab} tab
 * @param {Page} page
 * @returns {chrome.webRequest.BlockingResponse}
 */
export function withPredictions({ responseHeaders = [] }, tab, page) {
  // Chrome offers blocking listeners only to extensions installed by policy; there `prefetchDisplay` adds a rule
  // instead.
  if (!answersHeaders) return {};
  // A page from the cache still carries the prediction from when it was fetched.
  const own = responseHeaders.filter(
    ({ name, value }) => name.toLowerCase() !== HEADER || !value?.startsWith(`${NAME};`),
  );
  const value = headerFor(predictDisplays(tab, page));
  if (value === null) return own.length === responseHeaders.length ? {} : { responseHeaders: own };
  return { responseHeaders: [...own, { name: HEADER, value }] };
}

/**
 * Add the prediction to the tab's next documents from the same site, unless the current rule already does.
 * @param {Tab} tab
 */
export function prefetchDisplay(tab) {
  const rule = answersHeaders ? null : ruleFor(tab);
  const text = JSON.stringify(rule);
  // This runs at every change of a tab, and most change nothing here.
  if (text === (tab.displayRule ?? 'null')) return;
  changeTab(tab, { displayRule: text });
  replaceRule(tab.tabId, rule);
}

/** @param {number} tabId */
export function dropPrefetch(tabId) {
  if (!answersHeaders) replaceRule(tabId, null);
}

/** @param {number} tabId @param {chrome.declarativeNetRequest.Rule | null} rule */
async function replaceRule(tabId, rule) {
  try {
    await api.declarativeNetRequest.updateSessionRules({
      removeRuleIds: [tabId ^ RULE_BIT],
      addRules: rule ? [rule] : [],
    });
  } catch {
    // Without the rule, the display is sent after the page has loaded, as elsewhere. Chromium before 128 has no
    // condition on response headers, and throws synchronously instead of rejecting.
  }
}

/** @param {Tab} tab @returns {chrome.declarativeNetRequest.Rule | null} */
function ruleFor(tab) {
  const page = pageOf(tab);
  const value = page && isWeb(page.url) ? headerFor(predictDisplays(tab, page)) : null;
  const condition = page && value !== null ? sameHeaders(page) : null;
  if (!page || value === null || !condition) return null;
  return {
    // One rule for each tab, with an id derived from the tab's: a later rule replaces it, and no id has to be stored.
    id: tab.tabId ^ RULE_BIT,
    priority: 1,
    action: { type: 'modifyHeaders', responseHeaders: [{ header: HEADER, operation: 'append', value }] },
    condition: {
      tabIds: [tab.tabId],
      resourceTypes: ['main_frame'],
      urlFilter: `|${new URL(page.url).origin}/`,
      ...condition,
    },
  };
}

/**
 * Return a rule condition that matches documents with the same naming headers as this page; null if none can be
 * written.
 * @param {Page} page
 */
function sameHeaders({ headers }) {
  // The browser evaluates conditions on response headers before the page exists.
  if (!headers.length) return { excludedResponseHeaders: [LOCATION_HEADER, 'opt'].map((header) => ({ header })) };
  const [[name, value] = ['', ''], ...more] = headers;
  // A value relative to the page's folder is the same text on pages that name different sitemaps.
  const isSameEverywhere = value.startsWith('/') || URL.canParse(value);
  return name === LOCATION_HEADER && isSameEverywhere && !more.length
    ? { responseHeaders: [{ header: name, values: [value] }] }
    : null;
}

/** @param {PredictedDisplay[]} list */
function headerFor(list) {
  // Encoded, since a Server-Timing description cannot contain quotes or non-ASCII characters.
  const value = `${NAME};desc="${encodeURIComponent(JSON.stringify(list))}"`;
  return list.length && value.length <= MAX_HEADER_LENGTH ? value : null;
}
