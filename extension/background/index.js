// @ts-check
/**
 * Wires the events of browser and host to their handlers. Every listener is registered in the first turn: a stopped
 * background is started for an event, and must be listening by then.
 */
import {
  api,
  openFirstPage,
  ownRequestOptions,
  proxySettings,
  requestHeaderOptions,
  responseHeaderOptions,
} from '../shared/browser.js';
import { divideLookedUp } from '../shared/settings.js';
import * as requests from './events/observe-requests.js';
import * as tabs from './events/observe-tabs.js';
import { followLanguages } from './events/page-language.js';
import {
  onTabUpdated,
  sendLinksOfPage,
  sendLinksOfPages,
  sendMetadataOfPage,
  sendMetadataOfPages,
} from './events/page-metadata.js';
import { clearMissed, onCookieChanged } from './host/cleared-data.js';
import { host } from './host/host-port.js';
import { onCookiesWanted, onFetchEnd, onFetchWanted } from './host/host-requests.js';
import * as own from './host/own-requests.js';
import { PAGE_FETCH, onPageFetch } from './host/page-fetch.js';
import { lookUpUnanswered } from './journey.js';
import { onProxiesChanged, recordProgress, recordReport, reopenSessions } from './maps.js';
import * as rules from './navigation/tab-rules.js';
import { injectIntoOpenTabs } from './pages/page-scripts.js';
import { publish } from './publish.js';
import { makeMenu, onMenuClicked } from './requests/browser-menu.js';
import { onCommand, onEntered, onTyped } from './requests/commands.js';
import { onMessage, onUiConnect } from './requests/handlers.js';
import { onConsentChanged, onSettingsChanged } from './requests/reader-choice.js';
import { lookByThemselves } from './requests/robots-txt.js';
import { forgetViews, notifyView, sidebars } from './stores/connected-pages.js';
import { abortFetches, isAnyInUse, onSiteRecorded } from './stores/sessions.js';
import { allTabs, onPageEvent } from './stores/tabs.js';

/** @type {chrome.webRequest.RequestFilter} */
const DOCUMENTS = { urls: ['http://*/*', 'https://*/*'], types: ['main_frame'] };

/** Requests that belong to no tab, including ours. @type {chrome.webRequest.RequestFilter} */
const OWN = { urls: DOCUMENTS.urls, types: ['xmlhttprequest'], tabId: -1 };

// All listeners are registered in this turn: an event that starts the background is dispatched right after it.
host.listen({
  events: {
    'site.progress': recordProgress,
    'site.changed': (params) => {
      recordReport(params);
      followLanguages();
    },
    'view.changed': notifyView,
    cookies: onCookiesWanted,
    fetch: onFetchWanted,
    'fetch.end': onFetchEnd,
  },
  onGreeted: clearMissed,
  onChange: onHostChange,
  isWanted: () => isAnyInUse() || sidebars().length > 0,
});

api.webRequest.onSendHeaders.addListener(requests.onRequest, DOCUMENTS, requestHeaderOptions);
api.webRequest.onErrorOccurred.addListener(requests.onRequestFailed, DOCUMENTS);
api.webRequest.onAuthRequired.addListener(requests.onChallenge, DOCUMENTS);
api.webRequest.onHeadersReceived.addListener(requests.onResponse, DOCUMENTS, responseHeaderOptions);
api.webRequest.onResponseStarted.addListener(requests.onResponseStarted, DOCUMENTS);

// The background's own requests are checked at every hop, since `fetch` reports neither redirect targets nor IP
// addresses.
api.webRequest.onBeforeRequest.addListener(own.onOwnRequest, OWN, ownRequestOptions);
api.webRequest.onHeadersReceived.addListener(own.onOwnHeaders, OWN, responseHeaderOptions);
api.webRequest.onBeforeRedirect.addListener(own.onOwnRedirect, OWN);
api.webRequest.onResponseStarted.addListener(own.onOwnEnd, OWN);
api.webRequest.onErrorOccurred.addListener(own.onOwnEnd, OWN);
api.cookies.onChanged.addListener(onCookieChanged);
proxySettings?.onChange.addListener(onProxiesChanged);

// Both modules hear commits: one records the document, the other ends the rules for one navigation.
api.webNavigation.onCommitted.addListener(tabs.onCommitted);
api.webNavigation.onBeforeNavigate.addListener(rules.onSettingOut);
api.webNavigation.onCommitted.addListener(rules.onThere);
api.webNavigation.onErrorOccurred.addListener(rules.onNotThere);
api.webNavigation.onErrorOccurred.addListener(tabs.onNavigationFailed);
api.webNavigation.onHistoryStateUpdated.addListener(rules.onWithin);
api.webNavigation.onReferenceFragmentUpdated.addListener(rules.onWithin);
api.webNavigation.onDOMContentLoaded.addListener((details) => {
  tabs.onDocumentLoaded(details).then(lookByThemselves);
});
api.webNavigation.onHistoryStateUpdated.addListener(tabs.onAddressChanged);
api.webNavigation.onReferenceFragmentUpdated.addListener(tabs.onAddressChanged);

api.tabs.onCreated.addListener(tabs.onTabCreated);
api.tabs.onActivated.addListener((where) => tabs.onTabActivated(where).then(followLanguages).then(lookByThemselves));
api.tabs.onAttached.addListener(tabs.onTabAttached);
api.tabs.onUpdated.addListener(onTabUpdated);
api.tabs.onRemoved.addListener(tabs.onTabRemoved);
api.tabs.onRemoved.addListener(rules.endRules);

// One event serves extension pages and fetches in web pages: the port's name tells them apart, and its sender is
// checked.
api.runtime.onConnect.addListener((port) => (port.name.startsWith(PAGE_FETCH) ? onPageFetch(port) : onUiConnect(port)));
api.runtime.onMessage.addListener(onMessage);
api.runtime.onInstalled.addListener(injectIntoOpenTabs);
api.runtime.onInstalled.addListener(welcome);
api.runtime.onInstalled.addListener(makeMenu);
api.runtime.onInstalled.addListener(divideLookedUp);
api.runtime.onStartup.addListener(makeMenu);
api.contextMenus.onClicked.addListener(onMenuClicked);

api.storage.onChanged.addListener((changes, area) => {
  onSettingsChanged(changes, area).then(lookByThemselves);
});
api.storage.onChanged.addListener(onConsentChanged);
api.commands.onCommand.addListener(onCommand);
api.omnibox.onInputChanged.addListener(onTyped);
api.omnibox.onInputEntered.addListener(onEntered);

// These follow an open map, beside the way of the page.
onPageEvent('opened', followLanguages);
onPageEvent('opened', sendMetadataOfPage);
onPageEvent('outlined', sendLinksOfPage);
onPageEvent('looked-up', lookByThemselves);
onSiteRecorded(sendMetadataOfPages);
onSiteRecorded(sendLinksOfPages);

// Last: it asks the browser for all tabs, and the answer may start look-ups.
tabs.recordOpenTabs();

/** Follow the start or the loss of the host. */
function onHostChange() {
  if (!host.isReady) {
    abortFetches();
    forgetViews();
  } else lookUpUnanswered();
  lookByThemselves();
  reopenSessions();
  publish(allTabs());
}

/**
 * Show the first page after installation. Synchronously, since the browser may restart the extension at any moment.
 * @param {{reason: string}} details
 */
function welcome({ reason }) {
  if (reason === 'install') openFirstPage();
}
