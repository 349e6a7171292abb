/** Makes the fake browser a Firefox; imported before modules of the extension. */
import { constants } from './fake-browser.js';

constants.sidebarAction = { open: async () => {}, toggle: async () => {} };
