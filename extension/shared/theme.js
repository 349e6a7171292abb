// @ts-check
/**
 * Applies the colours of the browser's theme. Only Firefox reports them. In Chromium, and if a theme would be hard to
 * read, the system's colours stay.
 */
import { theme } from './browser.js';

/** A colour as red, green and blue, 0 to 255. @typedef {[number, number, number]} Rgb */
/**
 * A colour as Firefox reports it: a CSS colour, or its components.
 * @typedef {string | number[] | null | undefined} ThemeColor
 */
/** @typedef {Record<string, ThemeColor>} ThemeColors */
/** The kind of extension page. @typedef {'sidebar' | 'popup'} Place */

/** Minimum contrast of text with its background (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;

/**
 * Background and text colour for each place, the most specific names first.
 * @type {Record<Place, [string, string][]>}
 */
const PAIRS = {
  sidebar: [
    ['sidebar', 'sidebar_text'],
    ['toolbar', 'toolbar_text'],
    ['frame', 'tab_background_text'],
  ],
  popup: [
    ['popup', 'popup_text'],
    ['toolbar', 'toolbar_text'],
    ['frame', 'tab_background_text'],
  ],
};

/**
 * Return the colours for a place. Null if the theme lacks one of a pair, or they are transparent or have too little
 * contrast.
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

/** Return the luminance of a colour, from 0 to 1. @param {Rgb} color */
export function luminance(color) {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return the contrast of two colours, from 1 to 21. @param {Rgb} a @param {Rgb} b */
export function contrast(a, b) {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Return the components of a colour, null if it is transparent or invalid. The browser parses it, since it supports all
 * of CSS.
 * @param {ThemeColor} color
 * @returns {Rgb | null}
 */
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

/** Apply the theme's colours to an extension page, and follow changes. @param {Place} place */
export async function followTheme(place) {
  if (!theme) return;
  let isUpdated = false;
  theme.onUpdated.addListener(({ theme: updated }) => {
    isUpdated = true;
    draw(updated.colors, place);
  });
  const { colors } = await theme.getCurrent();
  if (!isUpdated) draw(colors, place); // else this may be the previous theme
}

/** @param {ThemeColors | null | undefined} colors @param {Place} place */
function draw(colors, place) {
  const palette = paletteOf(colors, place);
  const { style, dataset } = document.documentElement;
  for (const name of ['--ink', '--paper', 'color-scheme']) style.removeProperty(name);
  delete dataset.theme;
  if (!palette) return;
  style.setProperty('--ink', palette.ink);
  style.setProperty('--paper', palette.paper);
  style.setProperty('color-scheme', palette.isDark ? 'dark' : 'light');
  dataset.theme = palette.isDark ? 'dark' : 'light';
}
