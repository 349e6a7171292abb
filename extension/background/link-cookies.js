// @ts-check
/**
 * Which cookies go along where the extension leads a tab and no link of a page can: those of such a link. Browsers take such
 * navigation for the reader's own, and send `SameSite=Strict` cookies to anybody; rules for the tab's next document withhold
 * them. Jars are read for that moment, and only domains of them are used beyond it.
 */
import { api, cookieRules, jarOf, registrableDomain } from '../shared/browser.js';
import { isWeb, withoutFragment } from '../shared/locations.js';
import { asSecure, cookieField, cookiesInReach, isSameSite, topLevelSite } from './request-rules.js';

/** @typedef {import('./request-rules.js').Cookie & {domain: string}} Cookie */
/** @typedef {chrome.declarativeNetRequest.Rule} Rule */
/** Where a tab is to be led, from which page, in which jar, and how. @typedef {{url: string, from: string, isPrivate: boolean, container: string, method: 'get' | 'post'}} Leading */

const SITE_RULES = { isSchemeful: cookieRules.isSchemeful, registrableDomain };
/** What the address itself is sent instead of all, null for all; and to which domains nothing is sent. @typedef {{cookie: string | null, domains: string[]}} Withheld */

/** Keep these rules apart from others of a tab, whose number is its id or has another bit turned. */
const TARGET_BIT = 2 ** 29, REDIRECT_BIT = 2 ** 28;

/** The rules that a tab may have on this account, by number. @param {number} tabId */
export function cookieRuleIds(tabId) {
  return [tabId ^ TARGET_BIT, tabId ^ REDIRECT_BIT];
}

/** What is to be withheld that a link would not send; often nothing. @param {Leading} leading @returns {Promise<Withheld>} */
export async function withheldFrom({ url, from, isPrivate, container, method }) {
  const jar = { ...jarOf({ isPrivate, container }), partitionKey: {} };
  const [atTarget, all] = await Promise.all([
    isOfSite(from, url) ? [] : api.cookies.getAll({ url: asSecure(url), ...jar }).catch(() => []),
    api.cookies.getAll(jar).catch(() => []),
  ]);
  const inReach = cookiesInReach(atTarget, { isSameSite: true, site: topLevelSite(url, SITE_RULES) });
  const sent = inReach.filter((cookie) => goesWithLink(cookie, method));
  return { cookie: sent.length === inReach.length ? null : cookieField(sent), domains: strictDomains(all, from) };
}

/** Domains of other sites than a page's that have cookies which no link there sends. @param {Cookie[]} cookies @param {string} from */
function strictDomains(cookies, from) {
  const scheme = isWeb(from) ? new URL(from).protocol : 'https:';
  const domains = new Set(cookies.filter(({ sameSite }) => sameSite === 'strict').map(({ domain }) => domain.replace(/^\./, '')));
  return [...domains].filter((domain) => !isOfSite(from, `${scheme}//${domain}/`));
}

/** @param {Withheld} withheld */
export function isAny({ cookie, domains }) {
  return cookie !== null || domains.length > 0;
}

/** The rules for a tab that is led to an address: what that is sent, and that other sites are sent none where it leads on. @param {number} tabId @param {string} url @param {Withheld} withheld @returns {Rule[]} */
export function cookieRulesFor(tabId, url, { cookie, domains }) {
  const [target = 0, redirects = 0] = cookieRuleIds(tabId);
  const exactly = { urlFilter: `|${withoutFragment(url)}|`, isUrlFilterCaseSensitive: true };
  return [
    ...(cookie === null ? [] : [rule(tabId, target, 2, exactly, cookie)]),
    ...(domains.length ? [rule(tabId, redirects, 1, { requestDomains: domains }, '')] : []),
  ];
}

/** @param {string} from @param {string} url */
function isOfSite(from, url) {
  return isWeb(from) && URL.canParse(url) && isSameSite(from, url, SITE_RULES);
}

/** Whether a link to another site sends it. @param {Cookie} cookie @param {'get' | 'post'} method */
function goesWithLink({ sameSite }, method) {
  if (sameSite === 'strict') return false;
  return method === 'get' || sameSite === 'no_restriction' || (sameSite === 'unspecified' && !cookieRules.isLaxByDefault);
}

/** @param {number} tabId @param {number} id @param {number} priority @param {chrome.declarativeNetRequest.RuleCondition} where @param {string} value @returns {Rule} */
function rule(tabId, id, priority, where, value) {
  /** @type {chrome.declarativeNetRequest.ModifyHeaderInfo} */
  const header = value ? { header: 'Cookie', operation: 'set', value } : { header: 'Cookie', operation: 'remove' };
  return { id, priority, action: { type: 'modifyHeaders', requestHeaders: [header] }, condition: { tabIds: [tabId], resourceTypes: ['main_frame'], ...where } };
}
