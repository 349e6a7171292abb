// @ts-check
/** The host of this browser: the one native port, wired to what the background does with its events. */
import { HostPort } from './host-port.js';
import { answerCookies } from './cookies.js';
import { answerFetch, endFetch, endFetches } from './host-fetch.js';
import { isSiteInUse, reopenSites, takeProgress, takeSite } from './sites.js';
import { publishAll, tellView } from './publish.js';
import { uis } from './state.js';

/** @type {Record<string, (params: any) => void>} */
const EVENTS = {
  'site.progress': takeProgress,
  'site.changed': takeSite,
  'view.changed': ({ view }) => tellView(view),
  cookies: answerCookies,
  fetch: answerFetch,
  'fetch.end': endFetch,
};

export const host = new HostPort({
  onEvent: (event, params) => EVENTS[event]?.(params),
  onChange: () => {
    if (!host.isReady) endFetches();
    reopenSites();
    publishAll();
  },
  isWanted: () => isSiteInUse() || [...uis.values()].some((ui) => ui.kind === 'sidebar'),
});
