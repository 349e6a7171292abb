// @ts-check
/**
 * Stores the reader's consent to the data passed to the host. Mozilla's policy counts that as data leaving the browser,
 * although the host runs on the same computer. Without consent, nothing is passed on and the host is not started.
 *
 * Firefox itself asks when an extension is installed from a store. Installing a package that includes the host gives
 * consent for the computer. In all other cases the first page asks. The reader's answer there takes precedence, stays
 * in this browser, and survives a reset of the settings, since it is not a setting.
 */
import { api, hasBrowserAsked } from './browser.js';
import { IS_INSTALLED_WITH_HOST } from './distribution.js';

/**
 * The consent and who gave or refused it; null if nobody has been asked.
 * @typedef {{isGiven: boolean, by: 'reader' | 'browser' | 'package' | null}} Consent
 */

export const CONSENT_KEY = 'consent';
/**
 * Version of the statement that the reader agreed to. Increase it when more data is passed on, which voids older
 * consents.
 */
const STATEMENT = 1;
const REFUSED = 0;

/** @returns {Promise<Consent>} */
export async function readConsent() {
  const said = (await api.storage.local.get(CONSENT_KEY))[CONSENT_KEY];
  if (said === STATEMENT || said === REFUSED) return { isGiven: said === STATEMENT, by: 'reader' };
  if (IS_INSTALLED_WITH_HOST) return { isGiven: true, by: 'package' };
  return (await hasBrowserAsked()) ? { isGiven: true, by: 'browser' } : { isGiven: false, by: null };
}

/** Record the reader's answer. @param {boolean} isGiven */
export function writeConsent(isGiven) {
  return api.storage.local.set({ [CONSENT_KEY]: isGiven ? STATEMENT : REFUSED });
}
