// @ts-check
/** The faults of a sitemap, for those who write it: a list that grows as it is scrolled. */
import { codeText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').Fault} Fault */
/** @typedef {(from: number, count: number) => Promise<{total: number, faults: Fault[]}>} FetchFaults */

const PAGE_FAULTS = 50;
/** @type {Record<Fault['severity'], string>} */
const SEVERITIES = { error: 'severityError', warning: 'severityWarning', info: 'severityInfo' };

/** @param {HTMLElement} list @param {FetchFaults} fetchFaults */
export async function drawProblems(list, fetchFaults) {
  list.replaceChildren();
  const watch = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) grow(); }, { root: list });
  await grow();

  async function grow() {
    watch.disconnect();
    const from = list.childElementCount;
    const { total, faults } = await fetchFaults(from, PAGE_FAULTS);
    if (list.childElementCount !== from) return;
    list.append(...faults.map(drawFault));
    const last = list.lastElementChild;
    if (last && faults.length && list.childElementCount < total) watch.observe(last);
  }
}

/** @param {Fault} fault */
function drawFault(fault) {
  const entry = document.createElement('li');
  entry.className = fault.severity;
  entry.append(line('strong', text(SEVERITIES[fault.severity])), line('span', faultText(fault)), line('small', placeOf(fault)));
  return entry;
}

/** What is wrong and what mends it, in the reader's language where we have it. @param {Fault} fault */
function faultText({ code, message, params = {} }) {
  const words = codeText('fault', code);
  return words === code ? message : words.replace(/\{(\w+)\}/g, (gap, name) => params[name] ?? gap);
}

/** @param {Fault} fault */
function placeOf({ document: uri, line: number, clause }) {
  const file = uri?.split('/').pop() || uri || '';
  return [number ? text('faultPlace', file, number) : file, clause].filter(Boolean).join(' · ');
}

/** @param {string} tag @param {string} words */
function line(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}
