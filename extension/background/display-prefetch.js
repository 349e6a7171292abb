// @ts-check
/**
 * Predicts what a fresh page of a known site will show, if it names the sitemap as its siblings did, and sends that ahead of
 * the page in the one header of its own response that a script can read, `Server-Timing`: the content script has it before
 * there is any body, and no message can come late. Where the browser lets us change headers as they come, they are changed;
 * elsewhere a rule for the tab's next documents adds it. Only pages of known sites get one.
 */
import { api, answersHeaders } from '../shared/browser.js';
import { isWeb } from '../shared/locations.js';
import { displayIn } from './display.js';
import { resolvedHeaders } from './evidence.js';
import { pageOf, sessionKey, sessions, signatures } from './state.js';

/** @typedef {import('../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */

/** How many kinds of evidence are recorded for a site; more would cost more than they save. */
const MAX_SIGNATURES = 8;
const MAX_ORIGINS = 200;
const HEADER = 'server-timing';
const NAME = 'standard-sitemap';
/** Browsers and what stands between take longer headers badly. */
const MAX_HEADER_LENGTH = 6_000;
/** Keeps these rules apart from those whose number is a tab's, which `navigate.js` makes. */
const RULE_BIT = 2 ** 30;
const LOCATION_HEADER = 'x-standard-sitemap-location';

/** Records which sitemap pages with such evidence name. @param {Page} page */
export function recordSignature(page) {
  const byHeader = page.headers.length > 0;
  if (!page.sitemap || byHeader !== (page.rule?.endsWith('-header') ?? false) || (!byHeader && !page.signature)) return;
  const own = { signature: byHeader ? '' : page.signature, sitemap: page.sitemap, headers: headersKey(page) };
  const others = (signatures.get(originKey(page)) ?? []).filter(({ signature, headers }) => signature !== own.signature || headers !== own.headers);
  const key = originKey(page);
  signatures.delete(key);
  signatures.set(key, [...others, own].slice(-MAX_SIGNATURES));
  for (const oldest of signatures.keys()) {
    if (signatures.size <= MAX_ORIGINS) return;
    signatures.delete(oldest);
  }
}

/** What a page in a tab may be expected to show, by the headers it came with. @param {Tab} tab @param {Page} page @returns {PredictedDisplay[]} */
export function predictDisplays(tab, page) {
  if (!URL.canParse(page.url)) return [];
  const ownHeaders = headersKey(page);
  return (signatures.get(originKey(page)) ?? []).filter(({ headers }) => headers === ownHeaders).flatMap(({ signature, sitemap }) => {
    const session = sessions.get(sessionKey(sitemap, page));
    const display = session ? displayIn(tab, page.url, session) : null;
    return display ? [{ signature, display }] : [];
  });
}

/** @param {Page} page */
function headersKey({ headers, url }) {
  return JSON.stringify(resolvedHeaders(headers, url));
}

/** @param {Page} page */
function originKey(page) {
  return sessionKey(new URL(page.url).origin, page);
}

/**
 * What is to become of a page's headers, where there is a prediction to add or to take away.
 * @param {{responseHeaders?: chrome.webRequest.HttpHeader[]}} details
 * @param {Tab} tab
 * @param {Page} page
 * @returns {chrome.webRequest.BlockingResponse}
 */
export function withPredictions({ responseHeaders = [] }, tab, page) {
  if (!answersHeaders) return {};
  // A page out of the cache still has what was predicted when it was fetched.
  const own = responseHeaders.filter(({ name, value }) => name.toLowerCase() !== HEADER || !value?.startsWith(`${NAME};`));
  const value = headerFor(predictDisplays(tab, page));
  if (value === null) return own.length === responseHeaders.length ? {} : { responseHeaders: own };
  return { responseHeaders: [...own, { name: HEADER, value }] };
}

/** Has the tab's next documents of the same site come with the prediction, where the rule is not there already. @param {Tab} tab */
export function prefetchDisplay(tab) {
  const rule = answersHeaders ? null : ruleFor(tab);
  const text = JSON.stringify(rule);
  if (text === (tab.displayRule ?? 'null')) return;
  tab.displayRule = text;
  replaceRule(tab.tabId, rule);
}

/** @param {number} tabId */
export function dropPrefetch(tabId) {
  if (!answersHeaders) replaceRule(tabId, null);
}

/** @param {number} tabId @param {chrome.declarativeNetRequest.Rule | null} rule */
function replaceRule(tabId, rule) {
  // What cannot be sent ahead is sent later, as everywhere else.
  api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [tabId ^ RULE_BIT], addRules: rule ? [rule] : [] }).catch(() => {});
}

/** @param {Tab} tab @returns {chrome.declarativeNetRequest.Rule | null} */
function ruleFor(tab) {
  const page = pageOf(tab);
  const value = page && isWeb(page.url) ? headerFor(predictDisplays(tab, page)) : null;
  const condition = page && value !== null ? sameHeaders(page) : null;
  if (!page || value === null || !condition) return null;
  return {
    id: tab.tabId ^ RULE_BIT,
    priority: 1,
    action: { type: 'modifyHeaders', responseHeaders: [{ header: HEADER, operation: 'append', value }] },
    condition: { tabIds: [tab.tabId], resourceTypes: ['main_frame'], urlFilter: `|${new URL(page.url).origin}/`, ...condition },
  };
}

/** That a document comes with headers as this page did; null where that cannot be said. @param {Page} page */
function sameHeaders({ headers }) {
  if (!headers.length) return { excludedResponseHeaders: [LOCATION_HEADER, 'opt'].map((header) => ({ header })) };
  const [[name, value] = ['', ''], ...more] = headers;
  const isSameEverywhere = value.startsWith('/') || URL.canParse(value);
  return name === LOCATION_HEADER && isSameEverywhere && !more.length ? { responseHeaders: [{ header: name, values: [value] }] } : null;
}

/** @param {PredictedDisplay[]} list */
function headerFor(list) {
  const value = `${NAME};desc="${encodeURIComponent(JSON.stringify(list))}"`;
  return list.length && value.length <= MAX_HEADER_LENGTH ? value : null;
}
