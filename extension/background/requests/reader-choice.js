// @ts-check
/**
 * Handles the reader's choices: of a sitemap for a site, and of settings, including the effects of a change. Stores
 * nothing for private windows.
 */
import { CONSENT_KEY } from '../../shared/consent.js';
import { isWeb, webOrigin } from '../../shared/locations.js';
import { chosenLanguages, forgottenSites, isAddress, writeAddress } from '../../shared/settings.js';
import { HostError, host } from '../host/host-port.js';
import { lookUp } from '../journey.js';
import { configureSessions, readOn } from '../maps.js';
import { publish } from '../publish.js';
import { closeUnused } from '../steps/closing.js';
import { unpin, unpinKeptOpen, unpinWithdrawn } from '../steps/pinned-map.js';
import { ready } from '../stores/ready.js';
import { allSessions, changeSession, isLasting } from '../stores/sessions.js';
import {
  allChoices,
  choosePrivately,
  chosenSitemap,
  forgetFound,
  recordChoices,
  refreshChoices,
} from '../stores/settings.js';
import { allTabs, pageOf } from '../stores/tabs.js';

/** @typedef {import('../stores/tabs.js').Tab} Tab */

/**
 * Store the reader's choice of a sitemap for a site, or null for none; return the previous choice.
 * @param {Tab | null} tab
 * @param {{origin: string, sitemap: string | null}} choice  the site by its origin
 */
export async function choose(tab, { origin, sitemap }) {
  const page = tab && pageOf(tab);
  if (!page || webOrigin(page.url) !== origin || (sitemap !== null && !isWeb(sitemap))) throw new HostError('bad-url');
  // The sidebar can offer to undo the choice.
  const before = chosenSitemap(page);
  forgetFound(origin);
  // The tab may show the map of an earlier page.
  if (sitemap === null) unpin(tab);
  if (!tab.isPrivate) await writeAddress(origin, sitemap);
  else await lookUpPrivately(origin, sitemap);
  if (sitemap === null) publish([tab]);
  return { before };
}

/** @param {string} origin @param {string | null} sitemap */
async function lookUpPrivately(origin, sitemap) {
  choosePrivately(origin, sitemap);
  for (const tab of allTabs()) {
    const page = tab.isPrivate ? pageOf(tab) : null;
    if (page && webOrigin(page.url) === origin) await lookUp(page);
  }
  closeForgotten();
}

/** Remove the maps of choices that no longer exist from view, and close them. */
function closeForgotten() {
  unpinWithdrawn();
  closeUnused(
    ({ isChosen, isPrivate, page, sitemap }) => isChosen && chosenSitemap({ url: page.url, isPrivate }) !== sitemap,
  );
}

/**
 * Apply settings changed here or on another machine: display levels at once, options sent to the host, addresses looked
 * up.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} area
 */
export async function onSettingsChanged(changes, area) {
  if (area === 'local') recordLanguages(changes);
  if (area !== 'sync' && !(area === 'local' && Object.keys(changes).some(isAddress))) return;
  await ready;
  const before = await refreshChoices();
  const choices = allChoices();
  // Also for a page that was committed before the change was reported.
  if (before.settings.keepOpen && !choices.settings.keepOpen) unpinKeptOpen();
  if (optionsOf(before) !== optionsOf(choices)) await configureSessions();
  // After the options, so that the host reads on within the new limits.
  if (JSON.stringify(before.settings.limits) !== JSON.stringify(choices.settings.limits)) await readOn();
  if (JSON.stringify(before.addresses) !== JSON.stringify(choices.addresses)) await lookUpAgain(before.addresses);
  publish(allTabs());
}

/**
 * Return the settings that the host knows (`siteOptions`), as JSON.
 * @param {{settings: import('../../shared/settings.js').Settings}} choices
 */
function optionsOf({ settings: { includeUser, groupSize, division, languages, limits } }) {
  return JSON.stringify([includeUser, groupSize, division, languages, limits]);
}

/**
 * Follow a change of the reader's consent to data transfer: start the host, or stop it at once.
 * @param {Record<string, chrome.storage.StorageChange>} changes
 * @param {string} area
 */
export function onConsentChanged(changes, area) {
  if (area !== 'local' || !changes[CONSENT_KEY]) return;
  // At once in both cases: a host that was started under consent must not outlive it.
  host.stop();
  host.retry().catch(() => {}); // refused and published if there is no consent
}

/** @param {Record<string, chrome.storage.StorageChange>} changes */
function recordLanguages(changes) {
  const changed = Object.entries(changes).map(([key, { newValue }]) => [key, newValue]);
  recordChoices({ languages: { ...allChoices().languages, ...chosenLanguages(Object.fromEntries(changed)) } });
  const forgotten = new Set(forgottenSites(changes));
  const concerned = allSessions().filter(
    (session) => isLasting(session) && session.language && forgotten.has(session.sitemap),
  );
  for (const session of concerned) changeSession(session, { language: null });
  if (concerned.length) configureSessions(concerned).then(() => publish(allTabs()));
}

/** @param {Record<string, string>} before */
async function lookUpAgain(before) {
  for (const tab of allTabs()) {
    const page = pageOf(tab);
    if (!page || !URL.canParse(page.url)) continue;
    const { origin } = new URL(page.url);
    if (before[origin] !== allChoices().addresses[origin]) await lookUp(page);
  }
  closeForgotten();
}
