import './fake-browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyInForce } from '../../extension/background/steps/description.js';

test('a laxer policy is ignored where the browser does not permit it', () => {
  assert.deepEqual(
    ['unsafe-url', 'no-referrer', null].map((policy) => policyInForce(policy, false)),
    [null, 'no-referrer', null],
  );
  assert.equal(policyInForce('unsafe-url', true), 'unsafe-url');
});
