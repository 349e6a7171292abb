// @ts-check
/**
 * From what a page carries to its sitemap: asks the host which one the evidence names, falls back on the reader's own
 * choice for the site, and has it opened. Sends nothing for a page without evidence.
 */
import { webOrigin } from '../shared/locations.js';
import { rememberSignature } from './expected.js';
import { host } from './host.js';
import { HostError } from './host-port.js';
import { hear } from './page-says.js';
import { publish, publishToUis } from './publish.js';
import { closeUnused, openAhead, openSite, reloadSite, sweepSoon } from './sites.js';
import { answers, choices, pageOf, siteKey, sites, tabs } from './state.js';

/** @typedef {import('./state.js').Page} Page */
/** @typedef {{rule: string | null, sitemap: string | null}} Answer */

const ANSWERS_KEPT = 500;
/** @type {Answer} */
const NO_ANSWER = { rule: null, sitemap: null };

/**
 * Finds and opens the sitemap of a page; what comes of it stands in the page. A later look-up of the same page wins.
 * @param {Page} page
 */
export async function lookUp(page) {
  const turn = ++page.turn;
  page.isSearching = true;
  try {
    const ahead = openedAhead(page);
    const answer = await discover(page);
    if (turn !== page.turn) return;
    Object.assign(page, answer, { problem: null });
    rememberSignature(page);
    if (!page.sitemap) return;
    const opening = openSite(page, ahead);
    publishPage(page); // that it is being loaded, and can be stopped
    await opening;
    for (const tab of tabs.values()) if (pageOf(tab) === page) hear(tab);
    await reloadIfWished(page);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (turn === page.turn) page.problem = error.problem;
  } finally {
    if (turn === page.turn) page.isSearching = false;
    publishPage(page);
  }
}

/** What a page most likely names, being opened while the host is still asked: which opens nothing that is not named. @param {Page} page */
function openedAhead(page) {
  const link = page.links.find(({ rel }) => !/^schema\./i.test(rel)), header = page.headers.find(([name]) => name !== 'opt');
  const [address, base] = header ? [header[1], page.url] : [link?.href ?? '', link?.base];
  if (!address || !URL.canParse(address, base) || answers.has(memoryOf(page))) return null;
  return openAhead(page, new URL(address, base).href, evidenceOf(page));
}

/** Asks for the sitemap of a reloaded page anew, once. @param {Page} page */
export async function reloadIfWished(page) {
  const entry = page.isReloaded && page.sitemap ? sites.get(siteKey(page.sitemap, page, page.rule === 'user')) : undefined;
  if (!entry) return;
  page.isReloaded = false;
  await reloadSite(entry);
}

/** Tells the tabs that show a page. @param {Page} page */
export function publishPage(page) {
  publishToUis(); // first: the toolbar can wait
  for (const tab of tabs.values()) if (pageOf(tab) === page) publish(tab);
  sweepSoon();
}

/** @param {Page} page @returns {Promise<Answer>} */
async function discover(page) {
  const named = page.headers.length || page.links.length ? await namedBy(page) : NO_ANSWER;
  const chosen = named.sitemap ? null : readersChoice(page);
  return chosen ? { rule: 'user', sitemap: chosen } : named;
}

/** What the page's evidence names: from memory where another page carried the very same. @param {Page} page */
async function namedBy(page) {
  const memory = memoryOf(page);
  const known = answers.get(memory);
  if (known) return known;
  const answer = await located(evidenceOf(page));
  remember(memory, answer);
  return answer;
}

/** @param {Page} page */
function evidenceOf({ url, contentType, headers, links }) {
  return { url, content_type: contentType, headers, links };
}

/** The host's answer: another host's, where one was lost over it. @param {object} evidence @returns {Promise<Answer>} */
async function located(evidence) {
  try {
    return await host.request('locate', { evidence });
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'host-lost') throw error;
    return host.request('locate', { evidence });
  }
}

/** All that the host's answer depends on, with addresses resolved: the same on every page of a site that names one map. @param {Page} page */
function memoryOf({ headers, url, contentType, key }) {
  const resolved = headers.map(([name, value]) => [name, name !== 'opt' && URL.canParse(value, url) ? new URL(value, url).href : value]);
  return JSON.stringify([contentType, resolved, key]);
}

/** @param {string} memory @param {Answer} answer */
function remember(memory, answer) {
  answers.set(memory, answer);
  for (const oldest of answers.keys()) {
    if (answers.size <= ANSWERS_KEPT) return;
    answers.delete(oldest);
  }
}

/** Drops the maps of choices that stand no longer. */
export function dropForgotten() {
  closeUnused(({ isChosen, isPrivate, page, sitemap }) => isChosen && readersChoice({ url: page.url, isPrivate }) !== sitemap);
}

/** The fifth rule of discovery: the reader's own preference for a site. @param {Pick<Page, 'url' | 'isPrivate'>} page @returns {string | null} */
export function readersChoice(page) {
  const origin = webOrigin(page.url);
  if (origin === null) return null;
  if (page.isPrivate && Object.hasOwn(choices.inPrivate, origin)) return choices.inPrivate[origin] ?? null;
  return choices.addresses[origin] ?? null;
}
