// @ts-check
/**
 * Tells a page what it will show in the one header of its own answer that a script can read, `Server-Timing`: the
 * content script knows it before there is any body, and no message can come late. Where the browser lets us answer for
 * headers, they are answered; elsewhere a rule for the tab's next documents adds it. Only pages of known sites get one.
 */
import { api, answersHeaders } from '../shared/browser.js';
import { isWeb } from '../shared/locations.js';
import { expectedOf } from './expected.js';
import { pageOf } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {import('./state.js').Tab} Tab */
/** @typedef {import('./expected.js').Expected} Expected */

const HEADER = 'server-timing';
const NAME = 'standard-sitemap';
/** Browsers and what stands between take longer headers badly. */
const LONGEST = 6_000;
/** Keeps these rules apart from those whose number is a tab's. */
const RULE_BIT = 2 ** 30;
const LOCATION_HEADER = 'x-standard-sitemap-location';

/**
 * The answer to a page's headers, where there is something to foretell or to take away.
 * @param {any} details
 * @param {Tab} tab
 * @param {Page} page
 */
export function withForetold(details, tab, page) {
  if (!answersHeaders) return {};
  /** @type {chrome.webRequest.HttpHeader[]} */
  const given = details.responseHeaders ?? [];
  // A page out of the cache still has what was foretold when it was fetched.
  const own = given.filter(({ name, value }) => name.toLowerCase() !== HEADER || !value?.startsWith(`${NAME};`));
  const value = written(expectedOf(tab, page));
  if (value === null) return own.length === given.length ? {} : { responseHeaders: own };
  return { responseHeaders: [...own, { name: HEADER, value }] };
}

/** Has the tab's next documents of the same site told, where the rule is not there already. @param {Tab} tab */
export function foretell(tab) {
  const rule = answersHeaders ? null : ruleFor(tab);
  const text = JSON.stringify(rule);
  if (text === (tab.foretold ?? 'null')) return;
  tab.foretold = text;
  replaceRule(tab.tabId, rule);
}

/** @param {number} tabId */
export function forgetForetold(tabId) {
  if (!answersHeaders) replaceRule(tabId, null);
}

/** @param {number} tabId @param {object | null} rule */
function replaceRule(tabId, rule) {
  const addRules = /** @type {any} */ (rule ? [rule] : []);
  // What cannot be foretold is told later, as everywhere else.
  api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [tabId ^ RULE_BIT], addRules }).catch(() => {});
}

/** @param {Tab} tab */
function ruleFor(tab) {
  const page = pageOf(tab);
  const value = page && isWeb(page.url) ? written(expectedOf(tab, page)) : null;
  const condition = page && value !== null ? headersAs(page) : null;
  if (!page || !condition) return null;
  return {
    id: tab.tabId ^ RULE_BIT,
    priority: 1,
    action: { type: 'modifyHeaders', responseHeaders: [{ header: HEADER, operation: 'append', value }] },
    condition: { tabIds: [tab.tabId], resourceTypes: ['main_frame'], urlFilter: `|${new URL(page.url).origin}/`, ...condition },
  };
}

/** That a document came with headers as this page did; null where that cannot be said. @param {Page} page */
function headersAs({ headers }) {
  if (!headers.length) return { excludedResponseHeaders: [LOCATION_HEADER, 'opt'].map((header) => ({ header })) };
  const [[name, value] = ['', ''], ...more] = headers;
  const isSameEverywhere = value.startsWith('/') || URL.canParse(value);
  return name === LOCATION_HEADER && isSameEverywhere && !more.length ? { responseHeaders: [{ header: name, values: [value] }] } : null;
}

/** @param {Expected[]} list */
function written(list) {
  const value = `${NAME};desc="${encodeURIComponent(JSON.stringify(list))}"`;
  return list.length && value.length <= LONGEST ? value : null;
}
