// @ts-check
/**
 * Restricts cookies where the extension navigates a tab instead of a link in its page. Browsers treat such a navigation
 * as the reader's own and send `SameSite=Strict` cookies to any site. Rules for the tab's next document withhold the
 * cookies that a link would not send. Jars are read at that moment, and only their domains are used beyond it.
 */
import { api, isLaxByDefault, jarOf, siteRules } from '../../shared/browser.js';
import { isWeb, withoutFragment } from '../../shared/locations.js';
import { asSecure, cookieField, cookiesInReach, isSameSite, topLevelSite } from '../host/request-rules.js';

/** @typedef {import('../host/request-rules.js').Cookie & {domain: string}} Cookie */
/** @typedef {chrome.declarativeNetRequest.Rule} Rule */
/**
 * A navigation: target address, page of origin, cookie jar, and method.
 * @typedef {{url: string, from: string, isPrivate: boolean, container: string, method: 'get' | 'post'}} LinkVisit
 */
/**
 * The cookie field to send to the target address, null for no change; and the domains that are sent no cookies.
 * @typedef {{cookie: string | null, domains: string[]}} CookieChanges
 */

/** Separates these rules from other rules of a tab, whose id is the tab's or has another bit flipped. */
const TARGET_BIT = 2 ** 29,
  REDIRECT_BIT = 2 ** 28;

/** Return the ids of the cookie rules a tab may have. @param {number} tabId */
export function cookieRuleIds(tabId) {
  return [tabId ^ TARGET_BIT, tabId ^ REDIRECT_BIT];
}

/**
 * Return the cookies to withhold because a link would not send them; often none.
 * @param {LinkVisit} leading
 * @returns {Promise<CookieChanges>}
 */
export async function withheldFrom({ url, from, isPrivate, container, method }) {
  const jar = { ...jarOf({ isPrivate, container }), partitionKey: {} };
  const [atTarget, all] = await Promise.all([
    isOfSite(from, url) ? [] : api.cookies.getAll({ url: asSecure(url), ...jar }).catch(() => []),
    api.cookies.getAll(jar).catch(() => []),
  ]);
  const inReach = cookiesInReach(atTarget, { isSameSite: true, site: topLevelSite(url, siteRules) });
  const sent = inReach.filter((cookie) => goesWithLink(cookie, method));
  return { cookie: sent.length === inReach.length ? null : cookieField(sent), domains: strictDomains(all, from) };
}

/**
 * Return the domains of other sites that have cookies which links from this page never send.
 * @param {Cookie[]} cookies
 * @param {string} from
 */
function strictDomains(cookies, from) {
  // A cookie's domain has no scheme. The page's own lets a schemeful browser compare sites by their names alone.
  const scheme = isWeb(from) ? new URL(from).protocol : 'https:';
  const domains = new Set(
    cookies.filter(({ sameSite }) => sameSite === 'strict').map(({ domain }) => domain.replace(/^\./, '')),
  );
  return [...domains].filter((domain) => !isOfSite(from, `${scheme}//${domain}/`));
}

/** @param {CookieChanges} withheld */
export function isAny({ cookie, domains }) {
  return cookie !== null || domains.length > 0;
}

/**
 * Return the rules for a navigation: the target gets its permitted cookies, and other sites to which it redirects get
 * none.
 * @param {number} tabId
 * @param {string} url
 * @param {CookieChanges} withheld
 * @returns {Rule[]}
 */
export function cookieRulesFor(tabId, url, { cookie, domains }) {
  const [target = 0, redirects = 0] = cookieRuleIds(tabId);
  const exactly = { urlFilter: `|${withoutFragment(url)}|`, isUrlFilterCaseSensitive: true };
  return [
    // The target's own rule is stronger: its domain may be on the other rule's list.
    ...(cookie === null ? [] : [rule(tabId, target, 2, exactly, cookie)]),
    ...(domains.length ? [rule(tabId, redirects, 1, { requestDomains: domains }, '')] : []),
  ];
}

/** @param {string} from @param {string} url */
function isOfSite(from, url) {
  return isWeb(from) && URL.canParse(url) && isSameSite(from, url, siteRules);
}

/** Return whether a link to another site sends a cookie. @param {Cookie} cookie @param {'get' | 'post'} method */
function goesWithLink({ sameSite }, method) {
  if (sameSite === 'strict') return false;
  // Lax cookies go along with safe methods only (RFC 6265bis, "SameSite"). Chrome treats a cookie without the attribute
  // as lax.
  return method === 'get' || sameSite === 'no_restriction' || (sameSite === 'unspecified' && !isLaxByDefault);
}

/**
 * @param {number} tabId
 * @param {number} id
 * @param {number} priority
 * @param {chrome.declarativeNetRequest.RuleCondition} where
 * @param {string} value
 * @returns {Rule}
 */
function rule(tabId, id, priority, where, value) {
  /** @type {chrome.declarativeNetRequest.ModifyHeaderInfo} */
  const header = value ? { header: 'Cookie', operation: 'set', value } : { header: 'Cookie', operation: 'remove' };
  return {
    id,
    priority,
    action: { type: 'modifyHeaders', requestHeaders: [header] },
    condition: { tabIds: [tabId], resourceTypes: ['main_frame'], ...where },
  };
}
