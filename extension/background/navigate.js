// @ts-check
/**
 * Leads a tab to an address: with the referrer that a node asks for, in the tab or window that the reader wants, by GET or by
 * POST. Only web addresses are opened.
 */
import { api, canRelaxReferrers, containerOf, cookieRules, hasPagesInPrivateTabs, inContainer, mayOpenPrivately, registrableDomain } from '../shared/browser.js';
import { isWeb, safeLocation, safeReferrer, withoutFragment } from '../shared/locations.js';
import { postForm } from '../shared/post-form.js';
import { DEFAULT_POLICY, cleanEvidence, policyInForce, referrerPolicyOfMeta } from './evidence.js';
import { HostError } from './host-port.js';
import { cookieRulesFor, isAny, withheldFrom } from './link-cookies.js';
import { evidenceInPage, runInPage } from './page-scripts.js';
import { isSameSite } from './request-rules.js';
import { pageOf } from './state.js';
import { POST_PAGE, addRules, referrerRule } from './tab-rules.js';

/** @typedef {import('../shared/protocol.js').Referrer} Referrer */
/** @typedef {import('../shared/protocol.js').SearchQuery} SearchQuery */
/** @typedef {import('../shared/types.js').Disposition} Disposition */

const POST_PREFIX = 'post ';
/** The cookie jar that a page is opened in. @typedef {{isPrivate: boolean, container: string}} Jar */
/** @type {Referrer} */
const NO_REFERRER = { mode: 'none', uri: null };
/** Time for a page to ask its reader whether to leave it; a page that hangs gets no more. */
const PAGE_MS = 10_000;
/** The longest delay of a click by a page that does not answer. */
const POLICY_MS = 300;
/** From its click on a page has to set out within that. On a busy machine more than 3 s were seen; led by us as well, the next page is requested twice. */
const SETTING_OUT_MS = 10_000;
/** A place in the page itself is there within that, or was on view already. */
const WITHIN_MS = 1_000;

/**
 * Leads somewhere. In the tab itself the page follows a link, so that the browser sends what it does with links; elsewhere, and
 * where no script may run in the page, it is led by us, and rules see to that. Neither sends a referrer of its own; one is set
 * where a node asks for it.
 * @param {number} tabId
 * @param {string} location
 * @param {Referrer} referrer
 * @param {Disposition} disposition
 * @param {string | null} [container]  the one to open it in, '' for none; the tab's own with null
 */
export async function go(tabId, location, referrer, disposition, container = null) {
  const url = safeLocation(location);
  if (url === null) throw new HostError('bad-url', { uri: location });
  if (disposition === 'private-window' || container !== null) return leadElsewhere(tabId, url, disposition, container);
  const sent = referrer.mode === 'uri' ? safeReferrer(referrer.uri, url) : null;
  if (disposition === 'current') {
    const isWithin = url.includes('#') && withoutFragment((await api.tabs.get(tabId)).url ?? '') === withoutFragment(url);
    if (sent !== null && !isWithin) await addRules(tabId, url, [referrerRule(tabId, sent)]);
    if (await followLink(tabId, url, isWithin ? WITHIN_MS : SETTING_OUT_MS)) return;
    // Nothing is requested on the way to a place in the page, and Firefox reports nothing of one where it is already.
    if (isWithin) return void await api.tabs.update(tabId, { url });
  }
  await lead(tabId, url, disposition, { sent });
}

/**
 * Has the page of a tab follow a link to an address; whether it has set out. A page may refuse, or be one where no script may run.
 * @param {number} tabId
 * @param {string} url
 * @param {number} withinMs  from its click on
 * @returns {Promise<boolean>}
 */
function followLink(tabId, url, withinMs) {
  const { onBeforeNavigate, onHistoryStateUpdated, onReferenceFragmentUpdated } = api.webNavigation;
  const events = [onBeforeNavigate, onHistoryStateUpdated, onReferenceFragmentUpdated];
  return new Promise((resolve) => {
    let timer = setTimeout(() => end(false), PAGE_MS);
    // A navigation, a change of the fragment, or `pushState`: each shows that the page has followed the link.
    const note = (/** @type {{tabId: number, frameId: number}} */ details) => { if (details.tabId === tabId && details.frameId === 0) end(true); };
    const end = (/** @type {boolean} */ isFollowed) => {
      clearTimeout(timer);
      for (const event of events) event.removeListener(note);
      resolve(isFollowed);
    };
    for (const event of events) event.addListener(note);
    runInPage(tabId, clickLink, [url]).then((ran) => {
      clearTimeout(timer);
      if (ran === null) end(false);
      else timer = setTimeout(() => end(false), withinMs);
    });
  });
}

/** Runs in the page, whose scripts do not see the click: the link is in no document. @param {string} url */
function clickLink(url) {
  const link = document.createElement('a');
  Object.assign(link, { href: url, target: '_self', referrerPolicy: 'no-referrer' });
  // By the page's own link the browser sends what it sends with links: SameSite cookies, Sec-Fetch-Site, the page's
  // user activation.
  link.click();
  return true;
}

/**
 * Leads to a web address among other cookies than the tab's: in a private window, or in another container. What the reader has
 * there shall not hear of the page that the reader is on: no referrer goes along, whatever a node asks for.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @param {string | null} container
 */
async function leadElsewhere(tabId, url, disposition, container) {
  const { incognito } = await api.tabs.get(tabId);
  // Out of a private window into a container the page would be among cookies that last.
  if (!isWeb(url) || disposition === 'current' || (incognito && container !== null)) throw new HostError('bad-url', { uri: url });
  if (disposition === 'private-window' && !await mayOpenPrivately()) throw new HostError('private-refused');
  const jar = disposition === 'private-window' ? { isPrivate: true, container: '' } : { isPrivate: false, container: container ?? '' };
  await lead(tabId, url, disposition, { jar });
}

/**
 * Leads to an address with the cookies of a link.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @param {{sent?: string | null, method?: 'get' | 'post', by?: string, jar?: Jar}} [how]  the referrer, if any; `by` a page of ours that posts to it; a jar other than the tab's
 */
async function lead(tabId, url, disposition, { sent = null, method = 'get', by, jar } = {}) {
  const opener = await api.tabs.get(tabId);
  const target = jar ?? { isPrivate: opener.incognito, container: containerOf(opener) };
  const withheld = await withheldFrom({ url, method, ...target, from: opener.url ?? '' });
  if (sent === null && !isAny(withheld)) return void await show(tabId, by ?? url, disposition, target);
  // Rules are a tab's, so the tab has to be there before its first request.
  const shown = disposition === 'current' ? tabId : await show(tabId, 'about:blank', disposition, target);
  await addRules(shown, url, [...(sent === null ? [] : [referrerRule(shown, sent)]), ...cookieRulesFor(shown, url, withheld)]);
  await api.tabs.update(shown, { url: by ?? url });
}

/**
 * Opens an address where it is wanted.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @param {Jar} jar
 * @returns {Promise<number>} the tab that shows it
 */
async function show(tabId, url, disposition, { isPrivate, container }) {
  if (disposition === 'current') {
    await api.tabs.update(tabId, { url });
    return tabId;
  }
  if (disposition === 'window' || disposition === 'private-window') {
    const created = await api.windows.create({ url, incognito: isPrivate, ...inContainer(container) });
    return created?.tabs?.[0]?.id ?? tabId;
  }
  const opener = await api.tabs.get(tabId);
  const active = disposition === 'tab';
  const index = await placeBeside(opener);
  const created = await api.tabs.create({ url, active, windowId: opener.windowId, index, openerTabId: tabId, ...inContainer(container) });
  return created.id ?? tabId;
}

/**
 * The policy by which links of a tab's page send referrers: what the page says by now, else what it came with, else the
 * browsers' own. A page that hangs has said nothing new.
 * @param {import('./state.js').Tab} tab
 */
export async function policyOf(tab) {
  const silent = new Promise((/** @type {(value: null) => void} */ resolve) => { setTimeout(resolve, POLICY_MS, null); });
  const evidence = isWeb(tab.url) ? await Promise.race([evidenceInPage(tab.tabId), silent]) : null;
  const said = referrerPolicyOfMeta(cleanEvidence(evidence).referrer) ?? pageOf(tab)?.referrerPolicy ?? null;
  return policyInForce(said, canRelaxReferrers) ?? DEFAULT_POLICY;
}

/** Behind a tab, and behind those it has opened before: several opened in a row stand in that order. @param {chrome.tabs.Tab} opener */
async function placeBeside(opener) {
  const tabs = await api.tabs.query({ windowId: opener.windowId });
  let index = opener.index + 1;
  // As browsers place the tabs that a page's links open.
  while (tabs[index] && tabs[index]?.openerTabId === opener.id) index++;
  return index;
}

/**
 * The host that a search leads to where that is of another site than the sitemap; null where it is of the same.
 * @param {SearchQuery} query @param {string} sitemap
 */
export function otherSiteOf({ url }, sitemap) {
  if (!isWeb(url)) return null; // and led nowhere
  const isSame = isWeb(sitemap) && isSameSite(sitemap, url, { isSchemeful: cookieRules.isSchemeful, registrableDomain });
  return isSame ? null : new URL(url).host;
}

/** What a reader agrees to who lets a search leave the site: its address, its method and the names of its fields. @param {SearchQuery} query */
export function consentKey({ method, url, body }) {
  const { origin, pathname, search: sent } = new URL(url);
  // A part without "=" is all value.
  const names = (method === 'post' ? body ?? '' : sent.slice(1)).split('&').map((part) => (part.includes('=') ? part.slice(0, part.indexOf('=')) : ''));
  return JSON.stringify([method, origin + pathname, method === 'post' ? sent : '', names]);
}

/**
 * Visits the results of a search.
 * @param {number} tabId
 * @param {SearchQuery} query
 * @param {Disposition} disposition
 */
export async function search(tabId, { method, url, body, referrer = NO_REFERRER }, disposition) {
  if (!isWeb(url)) throw new HostError('bad-url', { uri: url });
  if (method !== 'post') return go(tabId, url, referrer, disposition);
  const { incognito } = await api.tabs.get(tabId);
  if (incognito && !hasPagesInPrivateTabs) return void await postFromPage(tabId, url, body ?? '');
  const name = POST_PREFIX + crypto.randomUUID();
  await api.storage.session.set({ [name]: { url, body: body ?? '' } });
  await lead(tabId, url, disposition, { method, by: `${api.runtime.getURL(POST_PAGE)}#${name.slice(POST_PREFIX.length)}` });
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
  // Without the first question mark, one of the body would be taken away.
  return runInPage(tabId, postForm, [url, [...new URLSearchParams(`?${body}`)]]);
}
