import { browser, document } from './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Firefox's current theme, and its listeners for changes. */
let current = {};
/** @type {(update: any) => void} */
let notify = () => {};
browser.theme = {
  getCurrent: async () => current,
  onUpdated: {
    addListener: (listener) => {
      notify = listener;
    },
  },
};
const { contrast, followTheme, luminance, paletteOf } = await import('../../extension/shared/theme.js');

const parse = (color) => color ?? null;
/** @type {[number, number, number][]} */
const [BLACK, WHITE, GREY] = [
  [0, 0, 0],
  [255, 255, 255],
  [130, 130, 130],
];

test('contrast follows WCAG', () => {
  assert.equal(Math.round(contrast(BLACK, WHITE)), 21);
  assert.equal(contrast(GREY, GREY), 1);
  assert.ok(luminance(WHITE) > luminance(GREY));
});

test('a page takes the colours of its place or the nearest in the theme', () => {
  assert.deepEqual(paletteOf({ sidebar: BLACK, sidebar_text: WHITE }, 'sidebar', parse), {
    paper: 'rgb(0 0 0)',
    ink: 'rgb(255 255 255)',
    isDark: true,
  });
  assert.deepEqual(paletteOf({ toolbar: WHITE, toolbar_text: BLACK, popup: BLACK }, 'popup', parse)?.isDark, false);
});

test('a theme without both colours changes nothing', () => {
  for (const colors of [null, undefined, {}, { sidebar: BLACK }])
    assert.equal(paletteOf(colors, 'sidebar', parse), null);
});

test('a theme with too little contrast is ignored', () => {
  assert.equal(
    paletteOf({ sidebar: WHITE, sidebar_text: GREY, toolbar: WHITE, toolbar_text: BLACK }, 'sidebar', parse),
    null,
  );
});

test('a transparent colour is not a background', () => {
  assert.equal(paletteOf({ sidebar: [0, 0, 0, 0.5], sidebar_text: WHITE }, 'sidebar'), null);
  assert.equal(paletteOf({ sidebar: [0, 0, 0, 1], sidebar_text: [255, 255, 255] }, 'sidebar')?.isDark, true);
});

/** Return the colours of the page, as its style sheet sees them. */
function drawn() {
  const { style, dataset } = document.documentElement;
  return [
    style.getPropertyValue('--paper'),
    style.getPropertyValue('--ink'),
    style.getPropertyValue('color-scheme'),
    dataset.theme,
  ];
}

test('a page follows each new theme, and one without colours removes them', async () => {
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

test('a theme that arrives while the first is read is not overwritten', async () => {
  current = { colors: { popup: BLACK, popup_text: WHITE } };
  const following = followTheme('popup');
  notify({ theme: { colors: { popup: WHITE, popup_text: BLACK } } });
  await following;
  assert.equal(drawn()[3], 'light');
});

test('a colour name is parsed by the browser and an unknown one is none', () => {
  const painted = { navy: [0, 0, 128, 255], white: [255, 255, 255, 255], veil: [0, 0, 0, 128] };
  class Canvas {
    getContext() {
      return {
        fillStyle: '',
        fillRect() {},
        getImageData() {
          return { data: painted[this.fillStyle] };
        },
      };
    }
  }
  Object.assign(globalThis, { CSS: { supports: (_, color) => color in painted }, OffscreenCanvas: Canvas });
  assert.deepEqual(paletteOf({ sidebar: 'navy', sidebar_text: 'white' }, 'sidebar'), {
    paper: 'rgb(0 0 128)',
    ink: 'rgb(255 255 255)',
    isDark: true,
  });
  for (const ground of ['veil', 'no colour', '', null])
    assert.equal(paletteOf({ sidebar: ground, sidebar_text: 'white' }, 'sidebar'), null, String(ground));
});
