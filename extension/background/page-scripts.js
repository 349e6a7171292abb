// @ts-check
/**
 * Everything the background runs in pages, in the extension's isolated world there. A function that is handed over runs by
 * its source alone: it sees its arguments and the page's document, and nothing of its module.
 */
import { api, browserName } from '../shared/browser.js';

/**
 * What a function returned in the main frame of a tab, and of which document; null where the page cannot be had (it is being
 * left, or it is one where extensions may not run).
 * @template {unknown[]} A
 * @template R
 * @param {number} tabId
 * @param {(...args: A) => R} func
 * @param {A} args
 * @returns {Promise<{result: Awaited<R> | null, documentId: string | null} | null>}
 */
export async function runInPage(tabId, func, args) {
  const running = api.scripting.executeScript({ target: { tabId, frameIds: [0] }, func, args });
  const [injected] = await running.catch(() => []);
  return injected ? { result: injected.result ?? null, documentId: injected.documentId ?? null } : null;
}

/**
 * What the content script of a tab found, which receives messages only once it has sent one.
 * @param {number} tabId
 * @returns {Promise<import('../shared/types.js').PageEvidence | null>}
 */
export async function evidenceInPage(tabId) {
  return (await runInPage(tabId, contentEvidence, []))?.result ?? null;
}

/** @returns {import('../shared/types.js').PageEvidence | null} */
function contentEvidence() {
  return /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.evidence() ?? null;
}

/**
 * The headers of a tab's page that could name a sitemap, by its content script, which reads the browser's cache.
 * @param {number} tabId
 * @returns {Promise<import('../shared/protocol.js').Header[] | null>}
 */
export async function headersInPage(tabId) {
  return (await runInPage(tabId, contentHeaders, []))?.result ?? null;
}

/** @returns {Promise<import('../shared/protocol.js').Header[]> | null} */
function contentHeaders() {
  return /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis).sitemapPage?.headers() ?? null;
}

/**
 * Leaves a value where the content script looks for it, whether it has started yet or not.
 * @param {import('./state.js').Tab} tab
 * @param {'sitemapDisplay' | 'sitemapPredictions'} name
 * @param {unknown} value
 */
export function plant(tab, name, value) {
  if (!/^https?:/.test(tab.url)) return;
  api.scripting.executeScript({
    target: { tabId: tab.tabId, frameIds: [0] },
    injectImmediately: true,
    func: leave,
    args: [name, value, tab.documentUrl],
  }).catch(() => {});
}

/** @param {'sitemapDisplay' | 'sitemapPredictions'} name @param {any} value @param {string} url */
function leave(name, value, url) {
  const home = /** @type {import('../shared/types.js').IsolatedWorld} */ (globalThis);
  // The tab may have gone on to another document by the time this runs.
  if (location.href.split('#')[0] !== url.split('#')[0]) return;
  Object.assign(home, { [name]: value });
  if (name === 'sitemapDisplay') home.sitemapPage?.show(value);
  else home.sitemapPage?.predict(value);
}

/** Runs the content scripts in every tab that shows a web page from before the extension was installed: Firefox does so by itself, Chrome does not. */
export async function injectIntoOpenTabs() {
  if (browserName === 'firefox') return;
  const files = api.runtime.getManifest().content_scripts?.[0]?.js ?? [];
  for (const tab of await api.tabs.query({ url: ['http://*/*', 'https://*/*'] })) {
    if (tab.id === undefined || tab.discarded) continue;
    api.scripting.executeScript({ target: { tabId: tab.id }, files }).catch(() => {});
  }
}
