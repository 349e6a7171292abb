// @ts-check
/**
 * Leads a tab to an address: with the referrer that a node asks for, in the place the reader wants, by GET or by POST.
 * Never to anything but a plain web address.
 */
import { api, containerOf, cookieRules, hasPagesInPrivateTabs, inContainer, registrableDomain } from '../shared/browser.js';
import { isWeb, safeLocation, safeReferrer } from '../shared/locations.js';
import { HostError } from './host-port.js';
import { runInPage } from './page-scripts.js';
import { isSameSite } from './request-rules.js';

/** @typedef {import('../shared/protocol.js').Referrer} Referrer */
/** @typedef {import('../shared/protocol.js').SearchQuery} SearchQuery */
/** @typedef {import('../shared/types.js').Disposition} Disposition */

const POST_PAGE = 'extension/post/post.html';
const POST_PREFIX = 'post ';

/**
 * Leads somewhere. Tabs that extensions lead send no referrer of their own; one is set where a node asks for it.
 * @param {number} tabId
 * @param {string} location
 * @param {Referrer} referrer
 * @param {Disposition} disposition
 */
export async function go(tabId, location, referrer, disposition) {
  const url = safeLocation(location);
  if (url === null) throw new HostError('bad-url', { uri: location });
  const sent = referrer.mode === 'uri' ? safeReferrer(referrer.uri, url) : null;
  if (sent === null) return void await show(tabId, url, disposition);
  const target = disposition === 'current' ? tabId : await show(tabId, 'about:blank', disposition);
  await setReferrer(target, sent);
  await api.tabs.update(target, { url });
}

/**
 * Opens an address where it is wanted.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @returns {Promise<number>} the tab that shows it
 */
async function show(tabId, url, disposition) {
  if (disposition === 'current') {
    await api.tabs.update(tabId, { url });
    return tabId;
  }
  const opener = await api.tabs.get(tabId);
  if (disposition === 'window') {
    const created = await api.windows.create({ url, incognito: opener.incognito, ...inContainer(containerOf(opener)) });
    return created?.tabs?.[0]?.id ?? tabId;
  }
  const active = disposition === 'tab';
  const index = await placeBeside(opener);
  const created = await api.tabs.create({ url, active, windowId: opener.windowId, index, openerTabId: tabId, ...inContainer(containerOf(opener)) });
  return created.id ?? tabId;
}

/** Behind a tab, and behind those it has opened before: several opened in a row stand in that order. @param {chrome.tabs.Tab} opener */
async function placeBeside(opener) {
  const tabs = await api.tabs.query({ windowId: opener.windowId });
  let index = opener.index + 1;
  while (tabs[index] && tabs[index]?.openerTabId === opener.id) index++;
  return index;
}

/** Rules of one tab's next document; the tab's id is the rule's. @param {number} tabId @param {string} referrer */
function setReferrer(tabId, referrer) {
  /** @type {chrome.declarativeNetRequest.Rule} */
  const rule = {
    id: tabId,
    priority: 1,
    action: { type: 'modifyHeaders', requestHeaders: [{ header: 'Referer', operation: 'set', value: referrer }] },
    condition: { tabIds: [tabId], resourceTypes: ['main_frame'] },
  };
  return api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [tabId], addRules: [rule] });
}

/** The document is there, or will not come: the tab's referrer is its own business again. @param {{tabId: number, frameId: number, url: string}} details */
export async function endReferrer({ tabId, frameId, url }) {
  if (frameId !== 0 || url === 'about:blank') return;
  const rules = await api.declarativeNetRequest.getSessionRules();
  if (rules.some(({ id }) => id === tabId)) await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [tabId] });
}

/**
 * The host that a search leads to where that is of another site than the sitemap, which nobody expects of a search field; null
 * where it is of the same. @param {SearchQuery} query @param {string} sitemap
 */
export function otherSiteOf({ url }, sitemap) {
  if (!isWeb(url)) return null; // and led nowhere
  const isSame = isWeb(sitemap) && isSameSite(sitemap, url, { isSchemeful: cookieRules.isSchemeful, registrableDomain });
  return isSame ? null : new URL(url).host;
}

/**
 * Visits the results of a search.
 * @param {number} tabId
 * @param {SearchQuery} query
 * @param {Disposition} disposition
 */
export async function search(tabId, { method, url, body }, disposition) {
  if (!isWeb(url)) throw new HostError('bad-url', { uri: url });
  if (method !== 'post') return void await show(tabId, url, disposition);
  const { incognito } = await api.tabs.get(tabId);
  if (incognito && !hasPagesInPrivateTabs) return void await postFromPage(tabId, url, body ?? '');
  const name = POST_PREFIX + crypto.randomUUID();
  await api.storage.session.set({ [name]: { url, body: body ?? '' } });
  await show(tabId, `${api.runtime.getURL(POST_PAGE)}#${name.slice(POST_PREFIX.length)}`, disposition);
}

/** What such a page is to post; it can be had once. @param {string} id @returns {Promise<{url: string, body: string} | null>} */
export async function consumePost(id) {
  const name = POST_PREFIX + id;
  const { [name]: post } = /** @type {Record<string, {url: string, body: string}>} */ (await api.storage.session.get(name));
  await api.storage.session.remove(name);
  return post ?? null;
}

/** @param {number} tabId @param {string} url @param {string} body */
function postFromPage(tabId, url, body) {
  return runInPage(tabId, postForm, [url, [...new URLSearchParams(body)]]);
}

/** Runs in the page. A field may be called `submit`, too. @param {string} url @param {[string, string][]} fields */
function postForm(url, fields) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.documentElement.append(form);
  HTMLFormElement.prototype.submit.call(form);
}
