import { callsOf, pass, returns, settled } from './fake-browser.js';
import { addIncoming, clear } from './background-state.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  addRules,
  endRules,
  onNotThere,
  onSettingOut,
  onThere,
  onWithin,
  referrerRule,
} from '../../extension/background/navigation/tab-rules.js';
import { leadOf, recordLead } from '../../extension/background/stores/tabs.js';

const URL = 'https://a.example/';
const BEFORE = 'https://a.example/before';
const MAIN = { tabId: 1, frameId: 0 };
const ABORTED = { error: 'net::ERR_ABORTED' };
let rules;

beforeEach(async () => {
  await clear();
  rules = new Map();
  returns['declarativeNetRequest.getSessionRules'] = async () => [...rules.values()];
  returns['declarativeNetRequest.updateSessionRules'] = async ({ removeRuleIds = [], addRules: added = [] }) => {
    for (const id of removeRuleIds) rules.delete(id);
    for (const rule of added) rules.set(rule.id, rule);
  };
});

/** Navigate tab 1 to the address. */
const lead = () => addRules(1, URL, [referrerRule(1, 'https://a.example/map.xml')]);
const isThere = () => rules.has(1);

test('a rule ends with its document', async () => {
  await lead();
  onSettingOut({ ...MAIN, url: URL });
  await onThere({ ...MAIN, url: 'https://redirected.example/' });
  assert.deepEqual([isThere(), leadOf(1)], [false, null]);
});

test('a rule survives frames, blank pages, the posting page and other tabs', async () => {
  await lead();
  onSettingOut({ ...MAIN, url: URL });
  for (const details of [
    { frameId: 2 },
    { url: 'about:blank' },
    { url: 'extension://us/extension/post/post.html#x' },
    { tabId: 2 },
  ]) {
    await onThere({ ...MAIN, url: URL, ...details });
    await onNotThere({ ...MAIN, url: URL, ...details });
  }
  await onWithin({ ...MAIN, frameId: 2, url: URL });
  assert.equal(isThere(), true);
});

test('a rule survives the late commit or abort of the previous document', async () => {
  addIncoming(1, `${BEFORE}#part`);
  await lead();
  await onThere({ ...MAIN, url: BEFORE });
  await onThere({ ...MAIN, url: 'https://a.example/redirected' });
  await onNotThere({ ...MAIN, url: BEFORE, ...ABORTED });
  await onNotThere({ ...MAIN, url: 'https://a.example/redirected', ...ABORTED });
  onSettingOut({ ...MAIN, url: URL });
  await onThere({ ...MAIN, url: BEFORE });
  await onWithin({ ...MAIN, url: `${BEFORE}#scrolled` });
  await pass(1_000);
  assert.equal(isThere(), true);
  await onThere({ ...MAIN, url: URL });
  assert.equal(isThere(), false);
});

test('a report from before the navigation is ignored', async () => {
  const timeStamp = Date.now() - 1;
  await lead();
  onSettingOut({ ...MAIN, url: BEFORE, timeStamp });
  assert.equal(leadOf(1).isOut, false);
  await onThere({ ...MAIN, url: URL, timeStamp });
  await onNotThere({ ...MAIN, url: URL, error: 'net::ERR_FAILED', timeStamp });
  assert.equal(isThere(), true);
});

test('a rule ends with its document even if no start was reported', async () => {
  await lead();
  await onThere({ ...MAIN, url: `${URL}#part` });
  assert.equal(isThere(), false);
});

test('a rule ends with a failure, and when the reader stops the tab', async () => {
  for (const [error, ms] of /** @type {[string, number][]} */ ([
    ['net::ERR_CONNECTION_REFUSED', 0],
    ['net::ERR_ABORTED', 500],
    ['NS_BINDING_ABORTED', 500],
  ])) {
    await lead();
    onSettingOut({ ...MAIN, url: URL });
    await onNotThere({ ...MAIN, url: URL, error });
    await pass(ms);
    assert.equal(isThere(), false, error);
  }
});

test('a rule ends with an address change within the page, by which it may follow a link', async () => {
  await lead();
  await onWithin({ ...MAIN, url: URL });
  assert.equal(isThere(), false);
});

test('a page cannot end a rule by another change of its address', async () => {
  await lead();
  await onWithin({ ...MAIN, url: 'https://a.example/pushed' });
  assert.equal(isThere(), true);
});

test('a rule ends if the navigation never starts or arrives, and with its tab', async () => {
  await lead();
  await pass(30_000);
  assert.equal(isThere(), false);
  await lead();
  onSettingOut({ ...MAIN, url: URL });
  await pass(300_000);
  assert.equal(isThere(), true);
  await pass(30_000);
  assert.equal(isThere(), false);
  await lead();
  await endRules(1);
  assert.deepEqual([isThere(), leadOf(1)], [false, null]);
});

test('rules of a stopped background end with the next document', async () => {
  await lead();
  recordLead(1, null);
  await onThere({ ...MAIN, url: URL });
  assert.equal(isThere(), false);
});

test('a tab navigated again while its rules are queried keeps the new ones', async () => {
  await lead();
  let list;
  returns['declarativeNetRequest.getSessionRules'] = () =>
    new Promise((resolve) => {
      list = resolve;
    });
  const ending = endRules(1);
  await lead();
  list([...rules.values()]);
  await ending;
  await settled();
  assert.equal(isThere(), true);
});

test('removing missing rules changes nothing', async () => {
  await addRules(1, URL, []);
  await onThere({ ...MAIN, url: URL });
  assert.deepEqual([callsOf('declarativeNetRequest.updateSessionRules'), leadOf(1)], [[], null]);
});
