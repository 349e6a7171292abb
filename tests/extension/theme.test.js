import './browser-stub.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, luminance, paletteOf } from '../../extension/shared/theme.js';

const parse = (color) => color ?? null;
const [BLACK, WHITE, GREY] = [[0, 0, 0], [255, 255, 255], [130, 130, 130]];

test('contrast is that of WCAG', () => {
  assert.equal(Math.round(contrast(BLACK, WHITE)), 21);
  assert.equal(contrast(GREY, GREY), 1);
  assert.ok(luminance(WHITE) > luminance(GREY));
});

test('a page takes the colours of its place, or the nearest that the theme has', () => {
  assert.deepEqual(paletteOf({ sidebar: BLACK, sidebar_text: WHITE }, 'sidebar', parse), { paper: 'rgb(0 0 0)', ink: 'rgb(255 255 255)', isDark: true });
  assert.deepEqual(paletteOf({ toolbar: WHITE, toolbar_text: BLACK, popup: BLACK }, 'popup', parse)?.isDark, false);
});

test('a theme of one colour, or of none, changes nothing', () => {
  for (const colors of [null, undefined, {}, { sidebar: BLACK }]) assert.equal(paletteOf(colors, 'sidebar', parse), null);
});

test('a theme that is hard to read is not followed', () => {
  assert.equal(paletteOf({ sidebar: WHITE, sidebar_text: GREY, toolbar: WHITE, toolbar_text: BLACK }, 'sidebar', parse), null);
});

test('what is see-through is no ground', () => {
  assert.equal(paletteOf({ sidebar: [0, 0, 0, 0.5], sidebar_text: WHITE }, 'sidebar'), null);
  assert.equal(paletteOf({ sidebar: [0, 0, 0, 1], sidebar_text: [255, 255, 255] }, 'sidebar')?.isDark, true);
});
