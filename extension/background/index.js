// @ts-check
/** The background's table of contents: every listener, registered in the first turn, and who takes it. */
import { api, requestHeaderOptions, responseHeaderOptions } from '../shared/browser.js';
import { onCommand, onEntered, onTyped } from './commands.js';
import { handle } from './handlers.js';
import { injectIntoOpenTabs } from './install.js';
import { endReferrer } from './navigate.js';
import * as observe from './observe.js';
import { PAGE_FETCH, onPageFetch } from './page-fetch.js';
import { onTabUpdated } from './page-says.js';
import { takeSettings } from './settings-changes.js';
import { onConnect } from './ui.js';

const documents = { urls: ['http://*/*', 'https://*/*'], types: /** @type {any} */ (['main_frame']) };

api.webRequest.onSendHeaders.addListener(observe.onRequest, documents, requestHeaderOptions);
api.webRequest.onAuthRequired.addListener(observe.onChallenge, documents);
api.webRequest.onHeadersReceived.addListener(observe.onResponse, documents, responseHeaderOptions);
api.webRequest.onResponseStarted.addListener(observe.onAnswering, documents);

api.webNavigation.onCommitted.addListener(observe.onCommitted);
api.webNavigation.onCommitted.addListener(endReferrer);
api.webNavigation.onErrorOccurred.addListener(endReferrer);
api.webNavigation.onHistoryStateUpdated.addListener(endReferrer);
api.webNavigation.onReferenceFragmentUpdated.addListener(endReferrer);
api.webNavigation.onDOMContentLoaded.addListener(observe.onDocumentLoaded);
api.webNavigation.onHistoryStateUpdated.addListener(observe.onAddressChanged);
api.webNavigation.onReferenceFragmentUpdated.addListener(observe.onAddressChanged);

api.tabs.onCreated.addListener(observe.onTabCreated);
api.tabs.onActivated.addListener(observe.onTabActivated);
api.tabs.onAttached.addListener(observe.onTabAttached);
api.tabs.onUpdated.addListener(onTabUpdated);
api.tabs.onRemoved.addListener(observe.onTabRemoved);

api.runtime.onConnect.addListener((port) => (port.name.startsWith(PAGE_FETCH) ? onPageFetch(port) : onConnect(port)));
api.runtime.onMessage.addListener((message, sender, respond) => {
  if (sender.id !== api.runtime.id || typeof message?.method !== 'string') return false;
  const isOwnPage = sender.url?.startsWith(api.runtime.getURL('')) ?? false;
  const asker = isOwnPage ? 'page' : sender.tab && sender.frameId === 0 ? 'content' : null;
  if (!asker) return false;
  handle(asker, message, { sender }).then(respond);
  return true;
});
api.runtime.onInstalled.addListener(injectIntoOpenTabs);

api.storage.onChanged.addListener(takeSettings);
api.commands.onCommand.addListener(onCommand);
api.omnibox.onInputChanged.addListener(onTyped);
api.omnibox.onInputEntered.addListener(onEntered);

observe.takeUpTabs();
