// @ts-check
/** Says when the background has read its saved state. */
import { settingsReady } from './settings.js';
import { tabsReady } from './tabs.js';

/** Resolves once every store is restored. Handlers of events await it before they read state. */
export const ready = Promise.all([tabsReady, settingsReady]);
