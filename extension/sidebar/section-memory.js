// @ts-check
/** Remembers the sections of each site: stored, and for private windows only in this page's memory. */
import { readSectionMemory, writeSectionMemory } from '../shared/settings.js';

/** @typedef {import('../shared/settings.js').SectionMemory} SectionMemory */

/** Of private windows, by origin. @type {Map<string, SectionMemory>} */
const inPrivate = new Map();

/** @param {string} origin @param {boolean} isPrivate @returns {Promise<SectionMemory>} */
export async function readSections(origin, isPrivate) {
  if (origin === '') return {};
  return isPrivate ? (inPrivate.get(origin) ?? {}) : readSectionMemory(origin);
}

/** @param {string} origin @param {boolean} isPrivate @param {SectionMemory} memory */
export async function rememberSections(origin, isPrivate, memory) {
  if (isPrivate) inPrivate.set(origin, memory);
  else await writeSectionMemory(origin, memory);
}
