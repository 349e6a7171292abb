// @ts-check
/** What follows when the reader changes a setting: levels at once, options told to the host, addresses looked up. */
import { chosenLanguages, forgottenSites, isAddress } from '../shared/settings.js';
import { dropForgotten, lookUp } from './look-up.js';
import { publishAll } from './publish.js';
import { configureSites, readOn } from './sites.js';
import { choices, pageOf, ready, refreshChoices, sites, tabs } from './state.js';

/** @param {Record<string, chrome.storage.StorageChange>} changes @param {string} area */
export async function takeSettings(changes, area) {
  if (area === 'local') takeLanguages(changes);
  if (area !== 'sync' && !(area === 'local' && Object.keys(changes).some(isAddress))) return;
  await ready;
  const before = structuredClone(choices);
  await refreshChoices();
  if (JSON.stringify(before.settings) !== JSON.stringify(choices.settings)) await configureSites();
  if (JSON.stringify(before.settings.limits) !== JSON.stringify(choices.settings.limits)) await readOn();
  if (JSON.stringify(before.addresses) !== JSON.stringify(choices.addresses)) await lookUpAgain(before.addresses);
  publishAll();
}

/** @param {Record<string, chrome.storage.StorageChange>} changes */
function takeLanguages(changes) {
  Object.assign(choices.languages, chosenLanguages(Object.fromEntries(
    Object.entries(changes).map(([key, { newValue }]) => [key, /** @type {any} */ (newValue)]))));
  const forgotten = new Set(forgottenSites(changes));
  const concerned = [...sites.values()].filter(({ sitemap, isPrivate, language }) => !isPrivate && language && forgotten.has(sitemap));
  for (const entry of concerned) entry.language = null;
  if (concerned.length) configureSites(concerned).then(publishAll);
}

/** @param {Record<string, string>} before */
async function lookUpAgain(before) {
  for (const tab of tabs.values()) {
    const page = pageOf(tab);
    if (!page || !URL.canParse(page.url)) continue;
    const { origin } = new URL(page.url);
    if (before[origin] !== choices.addresses[origin]) await lookUp(page);
  }
  dropForgotten();
}
