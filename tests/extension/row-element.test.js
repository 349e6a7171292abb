import './browser-stub.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { shortType, weightOf } = await import('../../extension/sidebar/row-element.js');

test('priority shows in weight, and the default in none', () => {
  assert.deepEqual([0, 0.29, 0.5, 0.6, 0.9].map(weightOf), ['light', 'light', 'plain', 'strong', 'heavy']);
});

test('types are named in a few letters', () => {
  assert.deepEqual(['application/pdf', 'image/svg+xml', 'text/plain; charset=x', 'application/vnd.oasis.opendocument.text'].map(shortType),
    ['PDF', 'SVG', 'PLAIN', 'application']);
});
