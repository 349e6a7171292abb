// @ts-check
/** What the connected pages are told of a tab. Reads the state, changes nothing. */
import { host } from './host.js';
import { chosenLanguage, pageOf, siteOfTab } from './state.js';

/** @typedef {import('../shared/types.js').TabView} TabView */
/** @typedef {import('./state.js').Tab} Tab */

/** A window that shows no tab of ours. @type {TabView} */
const NOTHING = {
  tabId: null, url: '', isPrivate: false, state: 'none', rule: null, sitemap: null, generation: 0, site: null, problem: null, isKept: false, language: '',
};

/** The reader stopped it before anything was there. */
const STOPPED = { code: 'stopped', params: {} };

/**
 * The state of a tab as its sidebar shows it.
 * @param {Tab | null} tab
 * @returns {TabView}
 */
export function tabView(tab) {
  if (!tab) return { ...NOTHING, ...hostState() };
  const page = pageOf(tab);
  const entry = siteOfTab(tab);
  const about = { tabId: tab.tabId, url: tab.url, isPrivate: tab.isPrivate, rule: page?.rule ?? null, sitemap: entry?.sitemap ?? null };
  const rest = { language: entry ? chosenLanguage(entry) : '', generation: entry?.generation ?? 0, isKept: entry !== null && !page?.sitemap };
  return { ...NOTHING, ...about, ...rest, ...siteState(entry, page) };
}

/**
 * @param {import('./state.js').OpenSite | null} entry
 * @param {import('./state.js').Page | null} page
 * @returns {Pick<TabView, 'state' | 'site' | 'problem'>}
 */
function siteState(entry, page) {
  if (host.problem) return { ...hostState(), site: null };
  if (entry?.site?.state === 'stopped' && entry.site.counts.documents === 0) return { state: 'failed', site: entry.site, problem: STOPPED };
  if (entry?.site?.state === 'failed') return { state: 'failed', site: entry.site, problem: entry.site.refusal };
  if (entry?.site) return { state: 'ready', site: entry.site, problem: null };
  const problem = entry?.problem ?? page?.problem ?? null;
  if (problem) return { state: 'failed', site: null, problem };
  return { state: entry || page?.isSearching ? 'loading' : 'none', site: null, problem: null };
}

/** @returns {Pick<TabView, 'state' | 'problem' | 'site'>} */
function hostState() {
  return { state: host.problem ? 'no-host' : 'none', problem: host.problem, site: null };
}
