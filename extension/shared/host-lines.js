// @ts-check
/**
 * Provides the commands that install or update the host. They depend on the operating system, which the browser
 * reports.
 */
import { api } from './browser.js';

/** @typedef {'install' | 'update' | 'doctor' | 'clear'} Purpose */
/**
 * `needs` is the string that names the prerequisites. `closesBrowsers` is true if an update needs all browsers closed.
 * @typedef {Record<Purpose, string> & {needs: string, closesBrowsers?: boolean}} Lines
 */

/** With the full path: a shell that is older than pipx may not know the folder yet. @type {Lines} */
const PIPX = {
  install: 'pipx install standard-sitemap-navigator && ~/.local/bin/standard-sitemap install',
  update: 'pipx upgrade standard-sitemap-navigator',
  doctor: 'standard-sitemap doctor',
  clear: 'standard-sitemap clear',
  needs: 'needsPipxLinux',
};
/**
 * Python's launcher finds the module wherever pip installed it. In `cmd`, since PowerShell 5 lacks `&&`, and cmd lacks
 * its semicolon.
 * @type {Lines}
 */
const WINDOWS = {
  install: 'cmd /c "py -m pip install --user standard-sitemap-navigator && py -m standard_sitemap install"',
  update: 'cmd /c "py -m pip install --user --upgrade standard-sitemap-navigator && py -m standard_sitemap install"',
  doctor: 'py -m standard_sitemap doctor',
  clear: 'py -m standard_sitemap clear',
  needs: 'needsPython',
  closesBrowsers: true,
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
