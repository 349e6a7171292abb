// @ts-check
/**
 * Whether the reader agrees to what is handed to the host. Mozilla's policy counts that as data leaving the browser, although
 * the host is a program on the same computer; nothing is handed over, nor the host started, before there is consent.
 *
 * Firefox asks by itself where an extension is installed from a store, and whoever installs a package that brings the host
 * along has answered for the computer. Everywhere else the first page asks. What the reader says there goes before all that,
 * stays in this browser, and outlasts a reset of the settings: it is no setting.
 */
import { api, hasBrowserAsked } from './browser.js';
import { IS_INSTALLED_WITH_HOST } from './distribution.js';

/** Who has given consent, or refused it; nobody has been asked where it is null. @typedef {{isGiven: boolean, by: 'reader' | 'browser' | 'package' | null}} Consent */

export const CONSENT_KEY = 'consent';
/** Which statement was agreed to: a higher number where more is handed over, so that an older consent is none. */
const STATEMENT = 1;
const REFUSED = 0;

/** @returns {Promise<Consent>} */
export async function readConsent() {
  const said = (await api.storage.local.get(CONSENT_KEY))[CONSENT_KEY];
  if (said === STATEMENT || said === REFUSED) return { isGiven: said === STATEMENT, by: 'reader' };
  if (IS_INSTALLED_WITH_HOST) return { isGiven: true, by: 'package' };
  return await hasBrowserAsked() ? { isGiven: true, by: 'browser' } : { isGiven: false, by: null };
}

/** Records what the reader says. @param {boolean} isGiven */
export function writeConsent(isGiven) {
  return api.storage.local.set({ [CONSENT_KEY]: isGiven ? STATEMENT : REFUSED });
}
