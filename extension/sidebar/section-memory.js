// @ts-check
/** Remembers the sections of each site: stored, and for private windows and containers only in this page's memory. */
import { readSectionMemory, writeSectionMemory } from '../shared/settings.js';

/** @typedef {import('../shared/settings.js').SectionMemory} SectionMemory */

/** Of private windows and containers, by jar and origin. @type {Map<string, SectionMemory>} */
const unstored = new Map();

/** @param {string} origin @param {string} jar  of the tab @returns {Promise<SectionMemory>} */
export async function readSections(origin, jar) {
  if (origin === '') return {};
  return jar ? (unstored.get(`${jar} ${origin}`) ?? {}) : readSectionMemory(origin);
}

/** @param {string} origin @param {string} jar @param {SectionMemory} memory */
export async function rememberSections(origin, jar, memory) {
  if (jar) unstored.set(`${jar} ${origin}`, memory);
  else await writeSectionMemory(origin, memory);
}
