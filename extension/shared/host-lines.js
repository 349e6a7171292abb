// @ts-check
/** The lines by which a reader gets the host, or a newer one; they depend on the system, which the browser knows. */
import { api } from './browser.js';

/** @typedef {'install' | 'update'} Purpose */
/** `needs` is the string that says what has to be there before. @typedef {Record<Purpose, string> & {needs: string}} Lines */

/** Called by its path: a shell that was there before pipx may not know the folder yet. @type {Lines} */
const PIPX = {
  install: 'pipx install standard-sitemap-navigator && ~/.local/bin/standard-sitemap install',
  update: 'pipx upgrade standard-sitemap-navigator',
  needs: 'needsPipxLinux',
};
/** Python's launcher finds the module wherever pip has put it; a semicolon, since not every PowerShell knows `&&`. @type {Lines} */
const WINDOWS = {
  install: 'py -m pip install --user standard-sitemap-navigator; py -m standard_sitemap install',
  update: 'py -m pip install --user --upgrade standard-sitemap-navigator; py -m standard_sitemap install',
  needs: 'needsPython',
};

/** The lines for a system, by the browser's name of it. @param {string} system @returns {Lines} */
export function linesFor(system) {
  if (system === 'win') return WINDOWS;
  return system === 'mac' ? { ...PIPX, needs: 'needsPipxMac' } : PIPX;
}

/** Those for the system that the browser runs on. @returns {Promise<Lines>} */
export async function ownLines() {
  return linesFor((await api.runtime.getPlatformInfo()).os);
}
