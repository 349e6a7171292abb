// @ts-check
/**
 * Navigates a tab to an address: with the referrer of a node, in the tab or window that the reader wants, by GET or
 * POST. Opens only web addresses.
 */
import {
  api,
  canRelaxReferrers,
  containerOf,
  hasPagesInPrivateTabs,
  inContainer,
  mayOpenPrivately,
  siteRules,
} from '../../shared/browser.js';
import { isWeb, safeLocation, safeReferrer, withoutFragment } from '../../shared/locations.js';
import { fieldsOf, postForm } from '../../shared/post-form.js';
import { policyInForce } from '../steps/description.js';
import { DEFAULT_POLICY, cleanEvidence, referrerPolicyOfMeta } from '../steps/evidence.js';
import { HostError, host } from '../host/host-port.js';
import { cookieRulesFor, isAny, withheldFrom } from './link-cookies.js';
import { evidenceInPage, runInPage } from '../pages/page-scripts.js';
import { isSameSite } from '../host/request-rules.js';
import { changeTab, pageOf } from '../stores/tabs.js';
import { POST_PAGE, addRules, referrerRule } from './tab-rules.js';

/** @typedef {import('../../shared/protocol.js').Referrer} Referrer */
/** @typedef {import('../../shared/protocol.js').SearchQuery} SearchQuery */
/** @typedef {import('../../shared/types.js').Disposition} Disposition */
/**
 * A tab, and the host's id of the site whose map it shows.
 * @typedef {{tab: import('../stores/tabs.js').Tab, site: string}} AtSite
 */

const POST_PREFIX = 'post ';
/** The cookie jar in which a page is opened. @typedef {{isPrivate: boolean, container: string}} Jar */
/** @type {Referrer} */
const NO_REFERRER = { mode: 'none', uri: null };
/** Time for a page to ask its reader whether to leave it; a page that hangs gets no more. */
const PAGE_MS = 10_000;
/** Maximum delay of a click by a page that does not answer. */
const POLICY_MS = 300;
/**
 * Time limit for a page's navigation after its click. Over 3 s were seen on a busy machine; navigating the tab as well
 * would request the next page twice.
 */
const SETTING_OUT_MS = 10_000;
/**
 * Time limit for the event that announces a page's navigation. A page that hides the event from others may have
 * cancelled it, and must not delay the reader for longer.
 */
const ANNOUNCED_MS = 800;
/** Time limit for scrolling to a place in the same page; the page may also be there already. */
const WITHIN_MS = 1_000;

/**
 * Navigate to an address. In the tab itself the page follows a link, so that the browser treats the request as a
 * link's. Otherwise, and where no script may run in the page, the extension navigates under rules with the same effect.
 * Neither sends a referrer by default; one is set if the node asks for it.
 * @param {number} tabId
 * @param {string} location
 * @param {Referrer} referrer
 * @param {Disposition} disposition
 * @param {string | null} [container]  to open it in, '' for none; null for the tab's own
 */
export async function go(tabId, location, referrer, disposition, container = null) {
  const url = safeLocation(location);
  if (url === null) throw new HostError('bad-url', { uri: location });
  if (disposition === 'private-window' || container !== null) return leadElsewhere(tabId, url, disposition, container);
  const sent = referrer.mode === 'uri' ? safeReferrer(referrer.uri, url) : null;
  if (disposition === 'current') {
    const isWithin =
      url.includes('#') && withoutFragment((await api.tabs.get(tabId)).url ?? '') === withoutFragment(url);
    if (sent !== null && !isWithin) await addRules(tabId, url, [referrerRule(tabId, sent)]);
    if (await followLink(tabId, url, isWithin ? WITHIN_MS : SETTING_OUT_MS)) return;
    // Going to a place in the page makes no request, and Firefox reports no event if the page is already there.
    if (isWithin) return void (await api.tabs.update(tabId, { url }));
  }
  await lead(tabId, url, disposition, { sent });
}

/**
 * Return the address of a node of the map that a tab shows, and the referrer to send.
 * @param {AtSite} at
 * @param {import('../../shared/protocol.js').NodeNamed} node
 * @param {number | null} [variant]
 */
export async function targetOf({ tab, site }, node, variant = null) {
  return host.request('visit', {
    site,
    variant,
    page_url: pageInMap(tab),
    ...node,
    referrer_policy: await policyOf(tab),
  });
}

/** Return the request that searches the site of the map that a tab shows. @param {AtSite} at @param {string} term */
export async function queryFor({ tab, site }, term) {
  return host.request('search', { site, term, page_url: pageInMap(tab), referrer_policy: await policyOf(tab) });
}

/**
 * Return the page that a map's author may name as the referrer (`refer="page"`, D38); null if the map is that of an
 * earlier page, since its author must not learn about this one.
 * @param {import('../stores/tabs.js').Tab} tab
 */
function pageInMap(tab) {
  return pageOf(tab)?.sitemap ? tab.url : null;
}

/**
 * Go to a page of the map that a tab shows. In the tab itself the map stays in view there (`pinned-map.js`).
 * @param {import('../stores/tabs.js').Tab} tab
 * @param {string} location
 * @param {Referrer} referrer
 * @param {Disposition} disposition
 * @param {string | null} [container]
 */
export async function goFromMap(tab, location, referrer, disposition, container) {
  if (disposition === 'current') changeTab(tab, { ledTo: withoutFragment(location) });
  await go(tab.tabId, location, referrer, disposition, container);
}

/**
 * Let a tab's page follow a link to an address; return whether the navigation started. A page may prevent it, or no
 * script may run in it.
 * @param {number} tabId
 * @param {string} url
 * @param {number} withinMs  counted from the click
 * @returns {Promise<boolean>}
 */
function followLink(tabId, url, withinMs) {
  const { onBeforeNavigate, onHistoryStateUpdated, onReferenceFragmentUpdated } = api.webNavigation;
  const events = [onBeforeNavigate, onHistoryStateUpdated, onReferenceFragmentUpdated];
  return new Promise((resolve) => {
    let timer = setTimeout(() => end(false), PAGE_MS);
    // A navigation, a fragment change or `pushState` shows that the page has followed the link.
    const note = (/** @type {{tabId: number, frameId: number}} */ details) => {
      if (details.tabId === tabId && details.frameId === 0) end(true);
    };
    const end = (/** @type {boolean} */ isFollowed) => {
      clearTimeout(timer);
      for (const event of events) event.removeListener(note);
      resolve(isFollowed);
    };
    for (const event of events) event.addListener(note);
    // Readers need not wait for a page that they leave.
    runInPage(tabId, clickLink, [url, isWeb(url) ? ANNOUNCED_MS : 0], { injectImmediately: true }).then((ran) => {
      clearTimeout(timer);
      if (!ran?.result) end(false);
      else timer = setTimeout(() => end(false), withinMs);
    });
  });
}

/**
 * Click a new link, inside the page; return whether its navigation was announced within `ms` and not cancelled, or if
 * the browser or the address has no such event. The link is in no document, so no listener of the page receives the
 * click. A listener for `navigate` sees the address and the link (`sourceElement`) and may cancel, as for the page's
 * own links. A visit by an update of the tab would hide both from the page. But to servers, it would look like an
 * address that the reader typed: `Sec-Fetch-Site: none`, with cookies that other sites must not cause to be sent.
 * @param {string} url
 * @param {number} ms
 * @returns {Promise<boolean>}
 */
function clickLink(url, ms) {
  const link = document.createElement('a');
  Object.assign(link, { href: url, target: '_self', referrerPolicy: 'no-referrer' });
  const navigation = ms ? /** @type {any} */ (document.defaultView)?.navigation : undefined;
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ isAllowed) => {
      navigation?.removeEventListener('navigate', note, true);
      resolve(isAllowed);
    };
    const note = (/** @type {any} */ event) => {
      // The page's listeners come next.
      if (event.destination.url === link.href) setTimeout(() => end(!event.defaultPrevented));
    };
    navigation?.addEventListener('navigate', note, true);
    // With a link of the page, the request has its SameSite cookies, Sec-Fetch-Site, and the page's user activation.
    link.click();
    if (navigation) setTimeout(end, ms, false);
    else end(true);
  });
}

/**
 * Navigate to a web address with another cookie jar: in a private window, or in another container. No referrer is sent,
 * even if a node asks for one: sites there must not learn about the current page.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @param {string | null} container
 */
async function leadElsewhere(tabId, url, disposition, container) {
  const { incognito } = await api.tabs.get(tabId);
  // A container opened from a private window would give the page lasting cookies.
  if (!isWeb(url) || disposition === 'current' || (incognito && container !== null))
    throw new HostError('bad-url', { uri: url });
  if (disposition === 'private-window' && !(await mayOpenPrivately())) throw new HostError('private-refused');
  const jar =
    disposition === 'private-window'
      ? { isPrivate: true, container: '' }
      : { isPrivate: false, container: container ?? '' };
  await lead(tabId, url, disposition, { jar });
}

/**
 * Navigate to an address with the cookies of a link.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @param {{sent?: string | null, method?: 'get' | 'post', by?: string, jar?: Jar}} [how]  the referrer, if any; `by` is
 *   a page of ours that posts to the address; `jar` replaces the tab's
 */
async function lead(tabId, url, disposition, { sent = null, method = 'get', by, jar } = {}) {
  const opener = await api.tabs.get(tabId);
  const target = jar ?? { isPrivate: opener.incognito, container: containerOf(opener) };
  const withheld = await withheldFrom({ url, method, ...target, from: opener.url ?? '' });
  if (sent === null && !isAny(withheld)) return void (await show(tabId, by ?? url, disposition, target));
  // Rules belong to a tab, so the tab must exist before its first request.
  const shown = disposition === 'current' ? tabId : await show(tabId, 'about:blank', disposition, target);
  await addRules(shown, url, [
    ...(sent === null ? [] : [referrerRule(shown, sent)]),
    ...cookieRulesFor(shown, url, withheld),
  ]);
  await api.tabs.update(shown, { url: by ?? url });
}

/**
 * Open an address with a disposition.
 * @param {number} tabId
 * @param {string} url
 * @param {Disposition} disposition
 * @param {Jar} jar
 * @returns {Promise<number>} id of the tab that shows it
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
  const created = await api.tabs.create({
    url,
    active,
    windowId: opener.windowId,
    index,
    openerTabId: tabId,
    ...inContainer(container),
  });
  return created.id ?? tabId;
}

/**
 * Return the referrer policy for links of a tab's page: the page's current one, else the one in its headers, else the
 * browser's default. A page that does not answer in time has no current one.
 * @param {import('../stores/tabs.js').Tab} tab
 */
export async function policyOf(tab) {
  const silent = new Promise((/** @type {(value: null) => void} */ resolve) => {
    setTimeout(resolve, POLICY_MS, null);
  });
  const evidence = isWeb(tab.url) ? await Promise.race([evidenceInPage(tab.tabId), silent]) : null;
  const said = referrerPolicyOfMeta(cleanEvidence(evidence).referrer) ?? pageOf(tab)?.referrerPolicy ?? null;
  return policyInForce(said, canRelaxReferrers) ?? DEFAULT_POLICY;
}

/**
 * Return the index after a tab and after the tabs it opened before, so that several opened in a row stay in order.
 * @param {chrome.tabs.Tab} opener
 */
async function placeBeside(opener) {
  const tabs = await api.tabs.query({ windowId: opener.windowId });
  let index = opener.index + 1;
  // Browsers place tabs opened by a page's links in the same way.
  while (tabs[index] && tabs[index]?.openerTabId === opener.id) index++;
  return index;
}

/**
 * Return the host of a search if it belongs to another site than the sitemap, else null.
 * @param {SearchQuery} query
 * @param {string} sitemap
 */
export function otherSiteOf({ url }, sitemap) {
  if (!isWeb(url)) return null; // refused later
  const isSame = isWeb(sitemap) && isSameSite(sitemap, url, siteRules);
  return isSame ? null : new URL(url).host;
}

/**
 * Return the parts of a search that the reader consents to when it leaves the site: address, method and names of the
 * fields.
 * @param {SearchQuery} query
 */
export function consentKey({ method, url, body }) {
  const { origin, pathname, search: sent } = new URL(url);
  // A part without "=" is only a value.
  const names = (method === 'post' ? (body ?? '') : sent.slice(1))
    .split('&')
    .map((part) => (part.includes('=') ? part.slice(0, part.indexOf('=')) : ''));
  return JSON.stringify([method, origin + pathname, method === 'post' ? sent : '', names]);
}

/**
 * Go to the results of a search.
 * @param {number} tabId
 * @param {SearchQuery} query
 * @param {Disposition} disposition
 */
export async function search(tabId, { method, url, body, referrer = NO_REFERRER }, disposition) {
  if (!isWeb(url)) throw new HostError('bad-url', { uri: url });
  if (method !== 'post') return go(tabId, url, referrer, disposition);
  const { incognito } = await api.tabs.get(tabId);
  if (incognito && !hasPagesInPrivateTabs) return void (await postFromPage(tabId, url, body ?? ''));
  const name = POST_PREFIX + crypto.randomUUID();
  await api.storage.session.set({ [name]: { url, body: body ?? '' } });
  await lead(tabId, url, disposition, {
    method,
    by: `${api.runtime.getURL(POST_PAGE)}#${name.slice(POST_PREFIX.length)}`,
  });
}

/**
 * Return the form data for a posting page, only once; null afterwards.
 * @param {string} id
 * @returns {Promise<{url: string, body: string} | null>}
 */
export async function consumePost(id) {
  const name = POST_PREFIX + id;
  const { [name]: post } = /** @type {Record<string, {url: string, body: string}>} */ (
    await api.storage.session.get(name)
  );
  await api.storage.session.remove(name);
  return post ?? null;
}

/** @param {number} tabId @param {string} url @param {string} body */
function postFromPage(tabId, url, body) {
  return runInPage(tabId, postForm, [url, fieldsOf(body)]);
}
