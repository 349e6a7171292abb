import { browser, document } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** What Firefox tells of its theme, and whom it notifies of another. */
let current = {};
let notify = () => {};
browser.theme = { getCurrent: async () => current, onUpdated: { addListener: (listener) => { notify = listener; } } };
const { contrast, followTheme, luminance, paletteOf } = await import('../../extension/shared/theme.js');

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

/** The colours of the page, as its style sheet sees them. */
function drawn() {
  const { style, dataset } = document.documentElement;
  return [style.getPropertyValue('--paper'), style.getPropertyValue('--ink'), style.getPropertyValue('color-scheme'), dataset.theme];
}

test('a page is drawn in the theme, and in each that follows; one without colours takes them away', async () => {
  current = { colors: { sidebar: BLACK, sidebar_text: WHITE } };
  await followTheme('sidebar');
  assert.deepEqual(drawn(), ['rgb(0 0 0)', 'rgb(255 255 255)', 'dark', 'dark']);
  notify({ theme: { colors: { sidebar: WHITE, sidebar_text: BLACK } } });
  assert.deepEqual(drawn(), ['rgb(255 255 255)', 'rgb(0 0 0)', 'light', 'light']);
  notify({ theme: { colors: { sidebar: WHITE, sidebar_text: GREY } } });
  assert.deepEqual(drawn(), ['', '', '', undefined]);
  notify({ theme: {} });
  assert.deepEqual(drawn(), ['', '', '', undefined]);
});

test('a theme that comes while the first is read is not overwritten by that one', async () => {
  current = { colors: { popup: BLACK, popup_text: WHITE } };
  const following = followTheme('popup');
  notify({ theme: { colors: { popup: WHITE, popup_text: BLACK } } });
  await following;
  assert.equal(drawn()[3], 'light');
});

test('a colour in words is read as the browser paints it, and one that it does not know is none', () => {
  const painted = { navy: [0, 0, 128, 255], white: [255, 255, 255, 255], veil: [0, 0, 0, 128] };
  globalThis.CSS = { supports: (_, color) => color in painted };
  globalThis.OffscreenCanvas = class {
    getContext() {
      return { fillRect() {}, getImageData() { return { data: painted[this.fillStyle] }; } };
    }
  };
  assert.deepEqual(paletteOf({ sidebar: 'navy', sidebar_text: 'white' }, 'sidebar'), { paper: 'rgb(0 0 128)', ink: 'rgb(255 255 255)', isDark: true });
  for (const ground of ['veil', 'no colour', '', null]) assert.equal(paletteOf({ sidebar: ground, sidebar_text: 'white' }, 'sidebar'), null, String(ground));
});
