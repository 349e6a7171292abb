import { browser, callsOf, constants, reset, returns } from './fake-browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

constants.sidebarAction = {};
const { readConsent, writeConsent } = await import('../../extension/shared/consent.js');
assert.ok(browser);

/** @param {object} stored @param {string} [installType] */
function has(stored, installType = 'development') {
  returns['storage.local.get'] = async () => stored;
  returns['management.getSelf'] = async () => ({ installType });
  return readConsent();
}

beforeEach(reset);

test('no consent is given at first', async () => {
  for (const installType of ['development', 'sideload', 'other'])
    assert.deepEqual(await has({}, installType), { isGiven: false, by: null });
});

test('Firefox asks for consent at a manual installation and leaves it to administrators otherwise', async () => {
  for (const installType of ['normal', 'admin'])
    assert.deepEqual(await has({}, installType), { isGiven: true, by: 'browser' });
});

test('the reader’s answer overrides the browser’s consent', async () => {
  assert.deepEqual(await has({ consent: 1 }), { isGiven: true, by: 'reader' });
  assert.deepEqual(await has({ consent: 0 }, 'normal'), { isGiven: false, by: 'reader' });
});

test('consent to an older statement does not count', async () => {
  for (const consent of [true, 2, '1', null]) assert.deepEqual(await has({ consent }), { isGiven: false, by: null });
});

test('consent is stored only locally', async () => {
  await writeConsent(true);
  await writeConsent(false);
  assert.deepEqual(callsOf('storage.local.set'), [[{ consent: 1 }], [{ consent: 0 }]]);
  assert.deepEqual(callsOf('storage.sync.set'), []);
});
