// @ts-check
/**
 * Provides visible strings, only from `_locales` and from the browser's names of languages, and fills in pages that
 * name their strings by attribute. Never inserts markup.
 */
import { api } from './browser.js';
import { isPageFailure } from './failed-pages.js';

/** @typedef {import('./types.js').TabView} TabView */

// Behaviour: languages. Also: translations, locales; each is a folder of `_locales`.

/**
 * Return the string with a name.
 * @param {string} name
 * @param {...(string | number)} values
 */
export function text(name, ...values) {
  return api.i18n.getMessage(name, values.map(String));
}

/**
 * Return the plural form of a string for a number, which is the string's first value. Forms are named as in CLDR:
 * `NAME_one`, `NAME_few` and so on; `NAME` itself is for all other numbers.
 * @param {string} name
 * @param {number} count
 * @param {...(string | number)} values
 */
export function countText(name, count, ...values) {
  const language = text('languageTag');
  const form = new Intl.PluralRules(language).select(count);
  const substitutions = [count.toLocaleString(language), ...values];
  return text(`${name}_${form}`, ...substitutions) || text(name, ...substitutions);
}

/**
 * Return the string of a host code such as `not-found`, or the code itself if it is newer than the extension.
 * @param {string} prefix
 * @param {string} code
 */
export function codeText(prefix, code) {
  const name =
    prefix +
    code
      .split('-')
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join('');
  return api.i18n.getMessage(name) || code;
}

/** The strings for groups that site generators list separately. @type {Record<string, string>} */
const GROUPS = {
  pages: 'groupPages',
  posts: 'groupPosts',
  products: 'groupProducts',
  collections: 'groupCollections',
  categories: 'groupCategories',
  tags: 'groupTags',
  authors: 'groupAuthors',
  lists: 'groupLists',
};

/**
 * Return the name of a group in the reader's language; '' if the host is newer than the extension.
 * @param {string} meaning
 */
export function groupName(meaning) {
  return Object.hasOwn(GROUPS, meaning) ? text(GROUPS[meaning] ?? '') : '';
}

/**
 * Return the names of all groups in the reader's language, by the host's words for them.
 * @returns {Record<string, string>}
 */
export function groupNames() {
  return Object.fromEntries(Object.keys(GROUPS).map((meaning) => [meaning, groupName(meaning)]));
}

/** @type {[string, (element: HTMLElement, value: string) => void][]} */
const PLACES = [
  [
    'data-text',
    (element, value) => {
      element.textContent = value;
    },
  ],
  ['data-label', (element, value) => element.setAttribute('aria-label', value)],
  [
    'data-tip',
    (element, value) => {
      element.title = value;
    },
  ],
  ['data-hint', (element, value) => element.setAttribute('placeholder', value)],
  ['data-alt', (element, value) => element.setAttribute('alt', value)],
];

/** Fill in every element that names a string, and set the document's language and direction. */
export function localise() {
  const html = document.documentElement;
  html.lang = text('languageTag');
  // Not the browser's own `@@bidi_dir`: for a language without a translation, the strings are English.
  html.dir = text('languageDirection');
  for (const [attribute, put] of PLACES) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      put(/** @type {HTMLElement} */ (element), text(element.getAttribute(attribute) ?? ''));
    }
  }
}

/** Return a language's name in the reader's language, or a malformed tag unchanged. @param {string} tag */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}

/** Return whether two tags name the same language, ignoring regions. @param {string} tag @param {string} other */
export function isSameLanguage(tag, other) {
  const [language, otherLanguage] = [tag, other].map((each) => each.toLowerCase().split('-')[0]);
  return language === otherLanguage;
}

/** @type {Record<string, string>} */
const STATES = { none: 'statusNone', loading: 'statusLoading', failed: 'statusFailed', 'no-host': 'statusNoHost' };
/** @type {Record<string, string>} */
const RULES = {
  'opt-header': 'ruleOptHeader',
  'x-header': 'ruleXHeader',
  'schema-link': 'ruleSchemaLink',
  'legacy-link': 'ruleLegacyLink',
  user: 'ruleUser',
};

/**
 * Return one line on the state of a tab's map: its unusual properties, '' if there are none. The line omits the map's
 * size: counting the rows would need a walk through every place of every node.
 * @param {Pick<TabView, 'state' | 'site' | 'rule' | 'look' | 'isPinned' | 'problem'>} tab
 */
export function statusText({ state, site, rule, look, isPinned, problem }) {
  if (problem?.code === 'consent-wanted') return text('consentTitle'); // no program may run yet
  if (state !== 'ready' || !site) return text(STATES[state] ?? 'statusNone');
  const parts = [];
  if (site.refusal) parts.push(text('statusNotReloaded'));
  if (site.state === 'partial') parts.push(text('statusPartial'));
  if (site.state === 'stopped') parts.push(text('statusStopped'));
  if (site.format === 'sitemaps-org') parts.push(text('formatSitemapsOrg'));
  // It explains why no row is marked, and implies that the map was kept.
  if (isPageFailure(problem)) parts.push(text('pageFailedTitle'));
  else if (isPinned) parts.push(text('statusKept'));
  else if (rule === 'user') parts.push(originText({ rule, look }));
  return parts.join(' · ');
}

/**
 * Return the rule by which a tab's map was found, which interests its author; '' if unknown.
 * @param {Pick<TabView, 'rule' | 'look'>} tab
 */
export function originText({ rule, look }) {
  if (rule === 'user' && look === 'found') return text('ruleFound');
  return rule && RULES[rule] ? text(RULES[rule]) : '';
}
