// @ts-check
/** The sitemaps that the reader names for sites which name none: the fifth rule of discovery. Kept on this computer. */
import { isWeb, webOrigin } from '../shared/locations.js';
import { keepFocus } from '../shared/redraw.js';
import { readAddresses, writeAddress } from '../shared/settings.js';
import { text } from '../shared/strings.js';
import { action } from './languages.js';

/** @typedef {(words: string, takeBack?: () => Promise<unknown>) => void} Say */

/** @type {Say} */
let tell = () => {};

/** Lists them. */
export async function drawAddresses() {
  const list = /** @type {HTMLElement} */ (document.getElementById('addresses'));
  const entries = Object.entries(await readAddresses()).map(([origin, sitemap]) => entry(origin, sitemap));
  keepFocus(list, () => list.replaceChildren(...entries), field('site'));
}

/** Fills in a site and its sitemap, to be named anew. @param {string} origin @param {string} sitemap */
function change(origin, sitemap) {
  field('site').value = origin;
  field('sitemap').value = sitemap;
  field('sitemap').select();
}

/** @param {string} name */
function field(name) {
  const form = /** @type {HTMLFormElement} */ (document.getElementById('address-form'));
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** @param {string} origin @param {string} sitemap */
function entry(origin, sitemap) {
  const line = document.createElement('li');
  const words = document.createElement('span');
  const address = document.createElement('small');
  words.append(origin, address);
  address.textContent = sitemap;
  line.append(words, action('change', '', text('changeItem', origin), true, async () => change(origin, sitemap)), action('close', '', text('removeItem', origin), true, async () => {
    await writeAddress(origin, null);
    await drawAddresses();
    tell(text('removedText'), () => writeAddress(origin, sitemap));
  }));
  return line;
}

/** @param {Say} say */
export function wireAddresses(say) {
  tell = say;
  const form = /** @type {HTMLFormElement} */ (document.getElementById('address-form'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const fields = new FormData(form);
    const origin = webOrigin(completed(String(fields.get('site'))));
    const sitemap = String(fields.get('sitemap')).trim();
    if (!origin || !isWeb(sitemap)) return say(text('addressBad'));
    await writeAddress(origin, new URL(sitemap).href);
    form.reset();
    say(text('savedText'));
    await drawAddresses();
  });
}

/** People leave out the scheme. @param {string} site */
function completed(site) {
  return /^[a-z]+:\/\//i.test(site.trim()) ? site.trim() : `https://${site.trim()}`;
}
