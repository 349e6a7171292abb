// @ts-check
/**
 * Runs functions in pages, in the extension's isolated world. An injected function is serialised: it sees its arguments
 * and the page's document, but nothing of its module.
 */
import { api, browserName } from '../../shared/browser.js';

/** @typedef {import('../../shared/types.js').Display} Display */
/** @typedef {import('../../shared/types.js').PredictedDisplay} PredictedDisplay */
/** @typedef {import('../stores/tabs.js').Tab} Tab */

/**
 * Return a function's result in the main frame of a tab, and the id of its document. Null if the page is unavailable:
 * it is being left, or extensions may not run in it.
 * @template {unknown[]} A
 * @template R
 * @param {number} tabId
 * @param {(...args: A) => R} func
 * @param {A} args
 * @param {{injectImmediately?: boolean}} [when]  even before the page has been parsed
 * @returns {Promise<{result: Awaited<R> | null, documentId: string | null} | null>}
 */
export async function runInPage(tabId, func, args, when = {}) {
  const running = api.scripting.executeScript({ target: { tabId, frameIds: [0] }, func, args, ...when });
  const [injected] = await running.catch(() => []);
  return injected ? { result: injected.result ?? null, documentId: injected.documentId ?? null } : null;
}

/**
 * Return the evidence of a tab's content script, which receives messages only after it has sent one.
 * @param {number} tabId
 * @returns {Promise<import('../../shared/types.js').PageEvidence | null>}
 */
export async function evidenceInPage(tabId) {
  return (await runInPage(tabId, contentEvidence, []))?.result ?? null;
}

/**
 * Return the id of the document in a tab; '' if the browser does not report it, null if the page is unavailable.
 * @param {number} tabId
 */
export async function documentInTab(tabId) {
  const ran = await runInPage(tabId, () => true, []);
  return ran && (ran.documentId ?? '');
}

/** @returns {import('../../shared/types.js').PageEvidence | null} */
function contentEvidence() {
  return /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.evidence() ?? null;
}

/**
 * Return the headers of a tab's page that could name a sitemap. Its content script reads them from the browser's cache.
 * @param {number} tabId
 * @returns {Promise<import('../../shared/protocol.js').Header[] | null>}
 */
export async function headersInPage(tabId) {
  return (await runInPage(tabId, contentHeaders, []))?.result ?? null;
}

/** @returns {Promise<import('../../shared/protocol.js').Header[]> | null} */
function contentHeaders() {
  return /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.headers() ?? null;
}

/**
 * Store a value where the content script looks for it, whether or not it has started yet.
 * @param {Tab} tab
 * @param {'sitemapDisplay' | 'sitemapPredictions'} name
 * @param {Display | null | PredictedDisplay[]} value
 */
export function plant(tab, name, value) {
  // No script may run elsewhere.
  if (!/^https?:/.test(tab.url)) return;
  api.scripting
    .executeScript({
      target: { tabId: tab.tabId, frameIds: [0] },
      injectImmediately: true,
      func: leave,
      args: [name, value, [tab.documentUrl, tab.url]],
    })
    .catch(() => {});
}

/**
 * @param {'sitemapDisplay' | 'sitemapPredictions'} name
 * @param {Display | null | PredictedDisplay[]} value
 * @param {string[]} urls  from which the document was loaded, and which it has given itself since
 */
function leave(name, value, urls) {
  const home = /** @type {import('../../shared/types.js').IsolatedWorld} */ (globalThis);
  // The tab may show another document by the time this runs.
  if (!urls.some((url) => location.href.split('#')[0] === url.split('#')[0])) return;
  Object.assign(home, { [name]: value });
  if (name === 'sitemapDisplay') home.sitemapPage?.show(/** @type {Display | null} */ (value));
  else home.sitemapPage?.predict(/** @type {PredictedDisplay[]} */ (value));
}

/**
 * Run the content scripts in every tab whose page is older than the extension. Firefox does that itself, Chrome does
 * not.
 */
export async function injectIntoOpenTabs() {
  if (browserName === 'firefox') return;
  const files = api.runtime.getManifest().content_scripts?.[0]?.js ?? [];
  for (const tab of await api.tabs.query({ url: ['http://*/*', 'https://*/*'] })) {
    if (tab.id === undefined || tab.discarded) continue;
    api.scripting.executeScript({ target: { tabId: tab.id }, files }).catch(() => {});
  }
}
