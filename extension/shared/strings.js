// @ts-check
/**
 * Visible strings, from `_locales` and the browser's own names of languages only; fills in pages that name their strings by
 * attribute. Never sets markup.
 */
import { api } from './browser.js';
import { isPageFailure } from './failed-pages.js';

/** @typedef {import('./types.js').TabView} TabView */

/**
 * The string of that name.
 * @param {string} name
 * @param {...(string | number)} values
 */
export function text(name, ...values) {
  return api.i18n.getMessage(name, values.map(String));
}

/**
 * The string of that name for a number of things, which is the first of its values, in the form that the language has for so
 * many: `NAME_one`, `NAME_few` and so on as CLDR calls them; `NAME` itself is that for all others.
 * @param {string} name @param {number} count @param {...(string | number)} values
 */
export function countText(name, count, ...values) {
  const language = text('languageTag');
  const form = new Intl.PluralRules(language).select(count);
  const given = [count.toLocaleString(language), ...values];
  return text(`${name}_${form}`, ...given) || text(name, ...given);
}

/** The string of a host code such as `not-found`, or the code itself where it is newer than we are. @param {string} prefix @param {string} code */
export function codeText(prefix, code) {
  const name = prefix + code.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return api.i18n.getMessage(name) || code;
}

/** What makers of sites list apart, and the strings for it. @type {Record<string, string>} */
const GROUPS = {
  pages: 'groupPages', posts: 'groupPosts', products: 'groupProducts', collections: 'groupCollections', categories: 'groupCategories', tags: 'groupTags', authors: 'groupAuthors',
};

/** The name of such a group in the reader's language; '' where the host is newer than we are. @param {string} meaning */
export function groupName(meaning) {
  return Object.hasOwn(GROUPS, meaning) ? text(GROUPS[meaning] ?? '') : '';
}

/** The names of all such groups in the reader's language, by the host's words for what they are. @returns {Record<string, string>} */
export function groupNames() {
  return Object.fromEntries(Object.keys(GROUPS).map((meaning) => [meaning, groupName(meaning)]));
}

/** @type {[string, (element: HTMLElement, value: string) => void][]} */
const PLACES = [
  ['data-text', (element, value) => { element.textContent = value; }],
  ['data-label', (element, value) => element.setAttribute('aria-label', value)],
  ['data-tip', (element, value) => { element.title = value; }],
  ['data-hint', (element, value) => element.setAttribute('placeholder', value)],
  ['data-alt', (element, value) => element.setAttribute('alt', value)],
];

/** Fills in every element that names a string, and gives the document its language and direction. */
export function localise(root = document) {
  const html = root.documentElement;
  html.lang = text('languageTag');
  // Not the browser's own `@@bidi_dir`: where a language is not among ours, the strings are English ones.
  html.dir = text('languageDirection');
  for (const [attribute, put] of PLACES) {
    for (const element of root.querySelectorAll(`[${attribute}]`)) {
      put(/** @type {HTMLElement} */ (element), text(element.getAttribute(attribute) ?? ''));
    }
  }
}

/** A language's name in the reader's own, or the tag as it is where it is malformed. @param {string} tag */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}

/** @type {Record<string, string>} */
const STATES = { none: 'statusNone', loading: 'statusLoading', failed: 'statusFailed', 'no-host': 'statusNoHost' };
/** @type {Record<string, string>} */
const RULES = {
  'opt-header': 'ruleOptHeader', 'x-header': 'ruleXHeader', 'schema-link': 'ruleSchemaLink', 'legacy-link': 'ruleLegacyLink', user: 'ruleUser',
};

/**
 * One line on the state of a tab's map: what is not as ever about it, '' where all is. Not its size: how many rows there
 * would be, each place of a node counted, is not known without a walk through all of them.
 * @param {Pick<TabView, 'state' | 'site' | 'rule' | 'isPinned' | 'problem'>} tab
 */
export function statusText({ state, site, rule, isPinned, problem }) {
  if (problem?.code === 'consent-wanted') return text('consentTitle'); // no program is to run yet
  if (state !== 'ready' || !site) return text(STATES[state] ?? 'statusNone');
  const parts = [];
  if (site.refusal) parts.push(text('statusNotReloaded'));
  if (site.state === 'partial') parts.push(text('statusPartial'));
  if (site.state === 'stopped') parts.push(text('statusStopped'));
  if (site.format === 'sitemaps-org') parts.push(text('formatSitemapsOrg'));
  // It explains why no row is marked; that the map was kept goes without saying then.
  if (isPageFailure(problem)) parts.push(text('pageFailedTitle'));
  else if (isPinned) parts.push(text('statusKept'));
  else if (rule === 'user') parts.push(text('ruleUser'));
  return parts.join(' · ');
}

/** By which rule a tab's map was found, which is of interest to its author; '' where that is not known. @param {Pick<TabView, 'rule'>} tab */
export function originText({ rule }) {
  return rule && RULES[rule] ? text(RULES[rule]) : '';
}
