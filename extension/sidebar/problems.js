// @ts-check
/**
 * Lists the faults of a sitemap for its authors: over the map, equal problems together, with a report to send them.
 * Opened from a menu, so that readers are not disturbed.
 */
import { byId, hide } from '../shared/redraw.js';
import { countText, text } from '../shared/strings.js';

/** @typedef {import('../shared/types.js').Fault} Fault */
/** @typedef {import('../shared/types.js').Site} Site */
/** @typedef {(from: number, count: number) => Promise<{total: number, faults: Fault[]}>} FetchFaults */
/**
 * @typedef {{fault: Fault, count: number, places: string[]}} Problem  faults of one kind; `fault` is the first of them
 */

/** Faults are fetched in pages: a generated map may have tens of thousands. */
const PAGE_FAULTS = 50;
/** The rest is mostly of the same kinds; the checker lists all. */
export const MOST_FAULTS = 1000;
/** Places listed for each kind. */
const MOST_PLACES = 3;
/** @type {Record<Fault['severity'], string>} */
const SEVERITIES = { error: 'severityError', warning: 'severityWarning', info: 'severityInfo' };

export class Problems {
  /** @param {FetchFaults} fetchFaults @param {HTMLElement} opener  gets the focus back */
  constructor(fetchFaults, opener) {
    this.fetchFaults = fetchFaults;
    this.opener = opener;
    /** @type {Problem[]} */
    this.problems = [];
    this.sitemap = '';
    /** Number of the latest drawing; an earlier one that finishes late is dropped. */
    this.drawing = 0;
    byId('problems-close').addEventListener('click', () => this.close());
    byId('problems-copy').addEventListener('click', () => this.copy());
    byId('problems').addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // Firefox would stop the loading of the page beside it
      this.close();
    });
  }

  get isOpen() {
    return !byId('problems').hidden;
  }

  /** Open the list over the map. @param {string} sitemap */
  open(sitemap) {
    this.sitemap = sitemap;
    byId('problems').hidden = false;
    byId('map').inert = true; // it is covered
    byId('problems-close').focus();
    return this.refresh();
  }

  close() {
    if (!this.isOpen) return;
    byId('map').inert = false;
    hide(byId('problems'), true, this.opener);
  }

  /** Redraw an open list: another file may have arrived. */
  async refresh() {
    if (!this.isOpen) return;
    const drawing = ++this.drawing;
    const { total, faults } = await readFaults(this.fetchFaults);
    if (drawing !== this.drawing) return;
    this.problems = grouped(faults);
    byId('faults').replaceChildren(...this.problems.map(drawProblem));
    const rest = byId('problems-rest');
    rest.hidden = faults.length >= total;
    rest.textContent = text('problemsRest', faults.length, total);
  }

  async copy() {
    await navigator.clipboard.writeText(reportOf(this.sitemap, this.problems));
    byId('problems-said').textContent = text('copiedText');
  }
}

/** Return the number of errors and warnings, without notes. @param {Site | null} site */
export function problemCount(site) {
  const { error = 0, warning = 0 } = site?.counts.faults ?? {};
  return error + warning;
}

/** Return the first faults, fetched page by page. @param {FetchFaults} fetchFaults */
async function readFaults(fetchFaults) {
  /** @type {Fault[]} */
  const faults = [];
  let total = 1;
  while (faults.length < Math.min(total, MOST_FAULTS)) {
    const page = await fetchFaults(faults.length, PAGE_FAULTS);
    total = page.total;
    if (page.faults.length === 0) break;
    faults.push(...page.faults);
  }
  return { total, faults };
}

/** Group faults by kind, in the order of each kind's first. @param {Fault[]} faults @returns {Problem[]} */
export function grouped(faults) {
  /** @type {Map<string, Problem>} */
  const problems = new Map();
  for (const fault of faults) {
    const problem = problems.get(fault.code) ?? { fault, count: 0, places: [] };
    problem.count++;
    if (problem.places.length < MOST_PLACES) problem.places.push(placeOf(fault));
    problems.set(fault.code, problem);
  }
  return [...problems.values()];
}

/** Return the problems as text for a webmaster. @param {string} sitemap @param {Problem[]} problems */
export function reportOf(sitemap, problems) {
  const lines = problems.map(({ fault, count, places }) => {
    const rest = count > places.length ? ' …' : '';
    return `- ${text(SEVERITIES[fault.severity])}: ${fault.message} (${timesText(count)}: ${places.join('; ')}${rest})`;
  });
  return [
    text('reportTitle', sitemap),
    '',
    ...lines,
    '',
    text('reportCheck', `standard-sitemap check ${sitemap}`),
    '',
  ].join('\n');
}

/** @param {Problem} problem */
function drawProblem({ fault, count, places }) {
  const entry = document.createElement('li');
  entry.className = fault.severity;
  const where = [...places, ...(count > places.length ? ['…'] : [])].join(' · ');
  entry.append(
    line('strong', `${text(SEVERITIES[fault.severity])} · ${timesText(count)}`),
    english(line('span', fault.message)),
    line('small', where),
  );
  return entry;
}

/** @param {number} count */
function timesText(count) {
  return countText('times', count);
}

/**
 * Mark an element as English: a fault's words are for authors, and the same in every language.
 * @param {HTMLElement} element
 */
function english(element) {
  element.lang = 'en';
  element.dir = 'ltr';
  return element;
}

/** @param {Fault} fault */
function placeOf({ document: uri, line: number }) {
  const file = uri?.split('/').pop() || uri || '';
  return number ? text('faultPlace', file, number) : file;
}

/** @param {string} tag @param {string} words */
function line(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}
