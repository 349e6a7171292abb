// @ts-check
/** Takes up pages that were open before the extension came: Firefox runs content scripts there by itself, Chrome does not. */
import { api, browserName } from '../shared/browser.js';

/** Runs the content scripts in every tab that shows a web page. */
export async function injectIntoOpenTabs() {
  if (browserName === 'firefox') return;
  const files = api.runtime.getManifest().content_scripts?.[0]?.js ?? [];
  for (const tab of await api.tabs.query({ url: ['http://*/*', 'https://*/*'] })) {
    if (tab.id === undefined || tab.discarded) continue;
    api.scripting.executeScript({ target: { tabId: tab.id }, files }).catch(() => {});
  }
}
