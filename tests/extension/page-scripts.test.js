import { callsOf, returns } from './fake-browser.js';
import { clear, showPage } from './background-state.js';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import {
  evidenceInPage,
  headersInPage,
  injectIntoOpenTabs,
  plant as plantInPage,
  runInPage,
} from '../../extension/background/pages/page-scripts.js';

const URL = 'https://a.example/';
/** The values are numbers here. @type {(tab: any, name: any, value: any) => void} */
const plant = plantInPage;

beforeEach(async () => {
  await clear();
  // As in a page, a function runs from its source only.
  returns['scripting.executeScript'] = async ({ func, args, target }) => {
    if (target.tabId !== 1) throw new Error('Cannot access contents');
    const result = func && (await new Function(`return (${func}).apply(null, arguments)`)(...(args ?? [])));
    return [{ result, documentId: 'd1' }];
  };
});
afterEach(() => {
  for (const name of ['sitemapPage', 'location', 'sitemapDisplay', 'sitemapPredictions']) delete globalThis[name];
});

test('a function in a page returns its result and the document id', async () => {
  assert.deepEqual(await runInPage(1, (a, b) => a + b, [1, 2]), { result: 3, documentId: 'd1' });
  assert.deepEqual(await runInPage(1, () => undefined, []), { result: null, documentId: 'd1' });
  assert.equal(await runInPage(2, () => 1, []), null);
  assert.deepEqual(callsOf('scripting.executeScript')[0][0].target, { tabId: 1, frameIds: [0] });
});

test('the content script returns its evidence, if there is one', async () => {
  assert.deepEqual([await evidenceInPage(1), await headersInPage(1), await evidenceInPage(2)], [null, null, null]);
  globalThis.sitemapPage = { evidence: () => ({ url: URL }), headers: async () => [['opt', 'x']] };
  assert.deepEqual([await evidenceInPage(1), await headersInPage(1)], [{ url: URL }, [['opt', 'x']]]);
});

test('a value is stored for the content script and passed to a running one', () => {
  const { tab } = showPage(1, URL);
  Object.assign(globalThis, { location: { href: `${URL}#part` } });
  plant(tab, 'sitemapDisplay', 5);
  assert.equal(globalThis.sitemapDisplay, 5);
  const given = [];
  globalThis.sitemapPage = {
    show: (value) => given.push(['show', value]),
    predict: (value) => given.push(['predict', value]),
  };
  plant(tab, 'sitemapDisplay', 6);
  plant(tab, 'sitemapPredictions', [7]);
  assert.deepEqual(given, [
    ['show', 6],
    ['predict', [7]],
  ]);
  assert.equal(callsOf('scripting.executeScript')[0][0].injectImmediately, true);
});

test('a newer document does not get the previous one’s value', () => {
  const { tab } = showPage(1, URL);
  Object.assign(globalThis, { location: { href: `${URL}next` } });
  plant(tab, 'sitemapDisplay', 5);
  assert.equal(globalThis.sitemapDisplay, undefined);
});

test('a document that has changed its address gets its value', () => {
  const { tab } = showPage(1, URL);
  for (const href of [`${URL}pushed`, URL]) {
    Object.assign(globalThis, { location: { href }, sitemapDisplay: undefined });
    tab.url = `${URL}pushed#part`;
    plant(tab, 'sitemapDisplay', 5);
    assert.equal(globalThis.sitemapDisplay, 5, href);
  }
});

test('open tabs from before the extension get its content scripts, except discarded ones', async () => {
  returns['runtime.getManifest'] = () => ({ content_scripts: [{ js: ['a.js', 'b.js'] }] });
  returns['tabs.query'] = async () => [{ id: 1 }, { id: 3, discarded: true }, {}, { id: 4 }];
  await injectIntoOpenTabs();
  assert.deepEqual(
    callsOf('scripting.executeScript'),
    [1, 4].map((tabId) => [{ target: { tabId }, files: ['a.js', 'b.js'] }]),
  );
});
