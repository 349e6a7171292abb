// @ts-check
/**
 * Provides the commands that install or update the host. They depend on the operating system, which the browser
 * reports.
 */
import { api } from './browser.js';

/** @typedef {'install' | 'update'} Purpose */
/** `needs` is the string that names the prerequisites. @typedef {Record<Purpose, string> & {needs: string}} Lines */

/** With the full path: a shell that is older than pipx may not know the folder yet. @type {Lines} */
const PIPX = {
  install: 'pipx install standard-sitemap-navigator && ~/.local/bin/standard-sitemap install',
  update: 'pipx upgrade standard-sitemap-navigator',
  needs: 'needsPipxLinux',
};
/**
 * Python's launcher finds the module wherever pip installed it. A semicolon, since some versions of PowerShell lack
 * `&&`.
 * @type {Lines}
 */
const WINDOWS = {
  install: 'py -m pip install --user standard-sitemap-navigator; py -m standard_sitemap install',
  update: 'py -m pip install --user --upgrade standard-sitemap-navigator; py -m standard_sitemap install',
  needs: 'needsPython',
};

/** Return the commands for a system, by the browser's name for it. @param {string} system @returns {Lines} */
export function linesFor(system) {
  if (system === 'win') return WINDOWS;
  return system === 'mac' ? { ...PIPX, needs: 'needsPipxMac' } : PIPX;
}

/** Return the commands for the current system. @returns {Promise<Lines>} */
export async function ownLines() {
  return linesFor((await api.runtime.getPlatformInfo()).os);
}
