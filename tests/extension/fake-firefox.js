/** Makes the fake browser a Firefox; import it before modules of the extension. */
import { constants } from './fake-browser.js';

constants.sidebarAction = { open: async () => {}, toggle: async () => {} };
