// @ts-check
/**
 * The colours of the browser's theme, where the browser tells them: Firefox does. Chromium's themes are known to no extension;
 * there, and where a theme would be hard to read, the system's colours stay.
 */
import { theme } from './browser.js';

/** A colour by its parts, 0 to 255. @typedef {[number, number, number]} Rgb */
/** As Firefox hands them out: a CSS colour, or its parts. @typedef {string | number[] | null | undefined} ThemeColor */
/** @typedef {Record<string, ThemeColor>} ThemeColors */
/** Where a page of ours stands. @typedef {'sidebar' | 'popup'} Place */

/** What text has to have against its ground (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;

/** What is the ground and what the ink of each place, the fitting names first. @type {Record<Place, [string, string][]>} */
const PAIRS = {
  sidebar: [['sidebar', 'sidebar_text'], ['toolbar', 'toolbar_text'], ['frame', 'tab_background_text']],
  popup: [['popup', 'popup_text'], ['toolbar', 'toolbar_text'], ['frame', 'tab_background_text']],
};

/**
 * The colours for a place, null where the theme says nothing of use: where it has none of both, or they are see-through or too
 * much alike.
 * @param {ThemeColors | null | undefined} colors
 * @param {Place} place
 * @param {(color: ThemeColor) => Rgb | null} [parse]
 * @returns {{paper: string, ink: string, isDark: boolean} | null}
 */
export function paletteOf(colors, place, parse = parsed) {
  for (const [ground, text] of PAIRS[place]) {
    const [paper, ink] = [parse(colors?.[ground]), parse(colors?.[text])];
    if (!paper || !ink) continue;
    if (contrast(paper, ink) < LEAST_CONTRAST) return null;
    return { paper: css(paper), ink: css(ink), isDark: luminance(paper) < luminance(ink) };
  }
  return null;
}

/** @param {Rgb} color */
function css(color) {
  return `rgb(${color.join(' ')})`;
}

/** How bright a colour is, from 0 to 1. @param {Rgb} color */
export function luminance(color) {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How well two colours are told apart, from 1 to 21. @param {Rgb} a @param {Rgb} b */
export function contrast(a, b) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** The parts of a colour, null for one that is see-through or none. By the browser, which knows all of CSS. @param {ThemeColor} color @returns {Rgb | null} */
function parsed(color) {
  if (Array.isArray(color)) return partsOf(color);
  if (!color) return null;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context || !CSS.supports('color', color)) return null;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return partsOf([red, green, blue, alpha / 255]);
}

/** @param {number[]} color @returns {Rgb | null} */
function partsOf([red = 0, green = 0, blue = 0, alpha = 1]) {
  return alpha < 1 ? null : [red, green, blue];
}

/** Draws a page of ours in the colours of the theme, from now on. @param {Place} place */
export async function followTheme(place) {
  if (!theme) return;
  let isUpdated = false;
  theme.onUpdated.addListener(({ theme: updated }) => {
    isUpdated = true;
    draw(updated.colors, place);
  });
  const { colors } = await theme.getCurrent();
  if (!isUpdated) draw(colors, place); // else it may be the one that was in use before
}

/** @param {ThemeColors | null | undefined} colors @param {Place} place */
function draw(colors, place) {
  const palette = paletteOf(colors, place);
  const { style, dataset } = document.documentElement;
  for (const name of ['--ink', '--paper', 'color-scheme']) style.removeProperty(name);
  delete dataset['theme'];
  if (!palette) return;
  style.setProperty('--ink', palette.ink);
  style.setProperty('--paper', palette.paper);
  style.setProperty('color-scheme', palette.isDark ? 'dark' : 'light');
  dataset['theme'] = palette.isDark ? 'dark' : 'light';
}
