// @ts-check
/**
 * Who may ask what. An unknown method or asker is refused and answered. Handlers check what they are given and pass on;
 * rules of the protocol are the host's.
 */
import { choose, suggest } from './choosing.js';
import { displayOf } from './display.js';
import { activeTab, publishAll } from './publish.js';
import { go, search, takePost } from './navigate.js';
import { host } from './host.js';
import { HostError } from './host-port.js';
import { takeEvidence } from './observe.js';
import { bySiteId, configureSites, open, reloadSite, stopSite } from './sites.js';
import { pageOf, siteOfTab, sites } from './state.js';
import { tabView } from './tab-view.js';

/** @typedef {'ui' | 'content' | 'page'} Asker  a connected page; a web page's content script; a page of ours in a tab */
/** @typedef {{ui?: import('./state.js').Ui, sender?: chrome.runtime.MessageSender}} From */
/** @typedef {{asker: Asker, answer: (params: any, from: From) => any}} Handler */

/** Methods of the host that connected pages may use as they are. */
const PASSED_ON = ['site.faults', 'view.update', 'view.toggle', 'view.rows', 'view.find', 'menu', 'find'];

/** @type {Record<string, Handler>} */
const HANDLERS = {
  'page.evidence': { asker: 'content', answer: evidence },
  'post.take': { asker: 'page', answer: ({ id }) => takePost(String(id)) },
  suggest: { asker: 'ui', answer: async (_, from) => suggest(await tabFor(from)) },
  choose: { asker: 'ui', answer: async (params, from) => choose(await tabFor(from), params) },
  tab: { asker: 'ui', answer: async (_, from) => tabView(await tabFor(from)) },
  visit: { asker: 'ui', answer: visit },
  search: { asker: 'ui', answer: siteSearch },
  'view.open': { asker: 'ui', answer: openView },
  'view.close': { asker: 'ui', answer: closeView },
  'site.reload': { asker: 'ui', answer: ({ site }) => withSite(site, reloadSite) },
  'site.stop': { asker: 'ui', answer: stop },
  'site.configure': { asker: 'ui', answer: chooseLanguage },
  'host.retry': { asker: 'ui', answer: retry },
  'host.start': { asker: 'ui', answer: () => host.start() },
  ...Object.fromEntries(PASSED_ON.map((method) => [method, { asker: 'ui', answer: (/** @type {object} */ params) => host.request(method, params) }])),
};

/**
 * The answer to a request, or the error.
 * @param {Asker} asker
 * @param {{method: string, params?: any}} request
 * @param {From} from
 * @returns {Promise<{result: any} | {error: import('../shared/types.js').Problem}>}
 */
export async function handle(asker, { method, params }, from) {
  const handler = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined;
  if (handler?.asker !== asker) return { error: { code: 'unknown-method', params: { method } } };
  try {
    return { result: (await handler.answer(params ?? {}, from)) ?? null };
  } catch (error) {
    if (error instanceof HostError) return { error: error.problem };
    console.error(method, error);
    return { error: { code: 'internal', params: {} } };
  }
}

/** @param {any} params @param {From} from */
async function evidence(params, { sender }) {
  return { display: displayOf(await takeEvidence(params, /** @type {chrome.runtime.MessageSender} */ (sender))) };
}

/** The tab that the asking page's window shows. @param {From} from */
function tabFor({ ui }) {
  return ui ? activeTab(ui.windowId) : null;
}

/** The tab and its site, which is opened again where the host was lost: a click at that moment counts. @param {From} from */
async function tabAndSite(from) {
  const tab = await tabFor(from);
  const entry = tab && siteOfTab(tab);
  if (entry) await open(entry);
  if (!tab || !entry?.site) throw new HostError('unknown-site');
  return { tab, site: entry.site };
}

/**
 * Leads the tab to a node. @param {{key?: string, role?: string, index?: number, variant?: number | null, via: 'tree' | 'role', disposition?: any}} params
 * @param {From} from
 */
async function visit({ disposition = 'current', variant = null, ...node }, from) {
  const { tab, site } = await tabAndSite(from);
  const { url, referrer } = await host.request('visit', { site: site.site, variant, page_url: tab.url, ...node });
  await go(tab.tabId, url, referrer, disposition);
}

/** @param {{term: string, disposition?: any}} params @param {From} from */
async function siteSearch({ term, disposition = 'current' }, from) {
  const { tab, site } = await tabAndSite(from);
  await search(tab.tabId, await host.request('search', { site: site.site, term: String(term) }), disposition);
}

/** @param {{site: string}} params @param {From} from */
async function openView(params, { ui }) {
  const view = await host.request('view.open', params);
  ui?.views.add(view.view);
  return view;
}

/** @param {{view: string}} params @param {From} from */
function closeView({ view }, { ui }) {
  ui?.views.delete(view);
  return host.request('view.close', { view });
}

/** @param {string} id @param {(entry: import('./state.js').OpenSite) => any} action */
async function withSite(id, action) {
  const entry = bySiteId(id);
  if (!entry) throw new HostError('unknown-site');
  await action(entry);
}

/** The reader has waited long enough. @param {unknown} _ @param {From} from */
async function stop(_, from) {
  const tab = await tabFor(from);
  const entry = tab && siteOfTab(tab);
  if (entry) await stopSite(entry);
}

/** The reader chooses a language for a sitemap; none is the order of the settings. @param {{site: string, language: string}} params */
function chooseLanguage({ site, language }) {
  return withSite(site, (entry) => {
    entry.language = String(language);
    return configureSites([entry]);
  });
}

/** The reader asks to try again: host, sitemap, all of it. @param {unknown} _ @param {From} from */
async function retry(_, from) {
  await host.retry();
  const tab = await tabFor(from);
  const page = tab && pageOf(tab);
  const entry = tab && siteOfTab(tab);
  if (entry?.problem) sites.delete([...sites].find(([, other]) => other === entry)?.[0] ?? '');
  if (entry?.site) await reloadSite(entry);
  else if (page) await (await import('./look-up.js')).lookUp(page);
  publishAll();
}
