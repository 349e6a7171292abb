import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PAGE_FAILED,
  hasFailed,
  isPageFailure,
  isUnanswered,
  wasBrokenOff,
} from '../../extension/shared/failed-pages.js';

test('a page that failed to load is recognised by its problem', () => {
  assert.deepEqual([PAGE_FAILED, { code: 'not-found', params: {} }, null, undefined].map(isPageFailure), [
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual([hasFailed({ problem: PAGE_FAILED }), hasFailed({ problem: null })], [true, false]);
});

test('a page is unanswered until a part of its response was seen', () => {
  /** @type {[string, boolean][]} */
  const requests = [
    ['r1', false],
    ['r1', true],
    ['', false],
  ];
  assert.deepEqual(
    requests.map(([requestId, isSeen]) => isUnanswered({ requestId, isSeen })),
    [true, false, false],
  );
});

test('an aborted load is not a failure', () => {
  const errors = [
    'net::ERR_ABORTED',
    'NS_BINDING_ABORTED',
    'NS_ERROR_ABORT',
    'net::ERR_CONNECTION_ABORTED',
    'NS_ERROR_CONNECTION_REFUSED',
    '',
  ];
  assert.deepEqual(errors.map(wasBrokenOff), [true, true, true, false, false, false]);
});
