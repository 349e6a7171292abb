/**
 * The reader finds a site's list, undoes that, turns the automatic search on and off, goes from page to page and back,
 * reloads, and restarts the browser, in ordinary and private tabs. After each step of random sequences, a tab shows a
 * map exactly if the reader's last word was for one.
 */
import { host as replies, returns, settled, siteMessage } from './fake-browser.js';
import { addIncoming, clear, connectUi, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onCommitted, onDocumentLoaded } from '../../extension/background/events/observe-tabs.js';
import { host } from '../../extension/background/host/host-port.js';
import { choose, onSettingsChanged } from '../../extension/background/requests/reader-choice.js';
import { lookByThemselves } from '../../extension/background/requests/robots-txt.js';
import { tabView } from '../../extension/background/steps/publication.js';
import { forgetSessions } from '../../extension/background/stores/sessions.js';
import { forgetSettings, refreshChoices } from '../../extension/background/stores/settings.js';
import { changeTab, forgetTabs, recordFrontTab, tabById } from '../../extension/background/stores/tabs.js';
import { forgetLookedUp, writeSettings } from '../../extension/shared/settings.js';

const SITE = 'https://a.example';
const MAP = `${SITE}/sitemap.xml`;
const [FRONT, BEHIND, PRIVATE] = [1, 2, 3];
const TABS = [FRONT, BEHIND, PRIVATE];
const SEQUENCES = 250;
const STEPS = 14;

/** Return pseudo-random integers below a limit, the same for a seed. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A store whose changes are reported, as by the browser. @param {'local' | 'sync'} area @param {any} content */
function storeIn(area, content) {
  const report = async (changes) => {
    // As in `index.js`.
    await onSettingsChanged(changes, area);
    await lookByThemselves();
  };
  returns[`storage.${area}.get`] = async (keys) =>
    structuredClone(
      keys === null || keys === undefined
        ? content
        : Object.fromEntries([keys].flat().flatMap((key) => (key in content ? [[key, content[key]]] : []))),
    );
  returns[`storage.${area}.set`] = async (values) => {
    Object.assign(content, structuredClone(values));
    report(Object.fromEntries(Object.keys(values).map((key) => [key, { newValue: values[key] }])));
  };
  returns[`storage.${area}.remove`] = async (keys) => {
    for (const key of [keys].flat()) delete content[key];
    report(Object.fromEntries([keys].flat().map((key) => [key, {}])));
  };
}

/** The reader's last word, by kind of window: what each tab must show. */
class Model {
  constructor() {
    Object.assign(this, { isChosen: false, isRefused: false, looks: false, privately: null });
  }

  choose(tabId, isChosen) {
    if (tabId === PRIVATE) this.privately = isChosen;
    else {
      this.isChosen = isChosen;
      if (!isChosen && this.looks) this.isRefused = true;
    }
  }

  look(looks) {
    this.looks = looks;
    if (!looks) this.isRefused = false;
  }

  /** Apply the automatic search, which each step may begin. */
  settle() {
    if (this.looks && !this.isRefused) this.isChosen = true;
  }

  shows(tabId) {
    return tabId === PRIVATE ? (this.privately ?? this.isChosen) : this.isChosen;
  }
}

/** A browser with three tabs of a site. */
class Tabs {
  constructor() {
    this.documents = 0;
    this.earlier = new Map(TABS.map((tabId) => [tabId, []]));
  }

  async open() {
    for (const tabId of TABS) {
      const { tab } = showPage(tabId, `${SITE}/`, {}, { isPrivate: tabId === PRIVATE, windowId: tabId });
      recordFrontTab(tabId, tabId);
      changeTab(tab, { documentId: null });
      await this.go(tabId);
    }
    connectUi('sidebar', FRONT);
  }

  /** Show another page of the site, or an earlier document again. */
  async go(tabId, documentId = `d${++this.documents}`) {
    const isBack = this.earlier.get(tabId).includes(documentId);
    const details = { tabId, frameId: 0, url: `${SITE}/${documentId}`, documentId };
    this.earlier.get(tabId).push(documentId);
    if (!isBack) addIncoming(tabId, details.url);
    await onCommitted({ ...details, ...(isBack ? { transitionQualifiers: ['forward_back'] } : {}) });
    if (!isBack) await onDocumentLoaded(details);
    await lookByThemselves();
  }

  async restart() {
    forgetSessions();
    forgetTabs();
    forgetSettings();
    await refreshChoices();
    this.earlier = new Map(TABS.map((tabId) => [tabId, []]));
    await this.open();
  }
}

const STEP_KINDS = {
  find: async ({ model, tabId }) => {
    await choose(tabById(tabId), { origin: SITE, sitemap: MAP });
    model.choose(tabId, true);
  },
  undo: async ({ model, tabId }) => {
    await choose(tabById(tabId), { origin: SITE, sitemap: null });
    model.choose(tabId, false);
  },
  always: async ({ model, number }) => {
    await writeSettings({ lookByItself: number === 0 });
    if (number !== 0) await forgetLookedUp();
    model.look(number === 0);
  },
  go: ({ tabs, tabId }) => tabs.go(tabId),
  back: ({ tabs, tabId, number }) => {
    const earlier = tabs.earlier.get(tabId);
    return tabs.go(tabId, earlier[number % earlier.length]);
  },
  restart: ({ model, tabs }) => {
    model.privately = null;
    return tabs.restart();
  },
};

test('after any steps, tabs show a map exactly if the reader’s last word was for one', async () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    await clear();
    replies.locate = { rule: null, sitemap: null };
    replies.suggest = { suggestions: [{ sitemap: MAP, source: 'robots', title: null, count: 1 }], robots: 'found' };
    replies['site.open'] = siteMessage('s1', { format: 'sitemaps-org', sitemap: MAP });
    replies['site.close'] = {};
    replies['site.configure'] = replies['site.open'];
    replies['site.page'] = { in_map: false };
    returns['scripting.executeScript'] = async ({ func }) =>
      func?.name === 'linksInPage' ? [{ result: { url: `${SITE}/`, links: [], isError: false } }] : [];
    storeIn('local', { consent: 1 });
    storeIn('sync', {});
    returns['tabs.get'] = async (id) => ({ id, windowId: id, incognito: id === PRIVATE });
    await host.start();
    const random = randomFrom(seed);
    const [model, tabs] = [new Model(), new Tabs()];
    await tabs.open();
    const done = [];
    for (let step = 0; step < STEPS; step++) {
      const kind = Object.keys(STEP_KINDS)[random(Object.keys(STEP_KINDS).length)] ?? '';
      const at = { model, tabs, tabId: TABS[random(TABS.length)], number: random(3) };
      done.push(`${kind} ${at.tabId} ${at.number}`);
      await STEP_KINDS[kind](at);
      await settled();
      model.settle();
      for (const tabId of TABS)
        assert.equal(tabView(tabById(tabId)).state === 'ready', model.shows(tabId), `${tabId}: ${done.join(', ')}`);
    }
  }
});
