// @ts-check
/**
 * One line on the state of a map: whether it is complete, how it was found. Not how large it is: how many rows there would
 * be, each place of a node counted, is not known without walking through all of them.
 */
import { text } from './strings.js';

/** @typedef {import('./types.js').TabView} TabView */

/** @type {Record<string, string>} */
const STATES = { none: 'statusNone', loading: 'statusLoading', failed: 'statusFailed', 'no-host': 'statusNoHost' };
/** @type {Record<string, string>} */
const RULES = {
  'opt-header': 'ruleOptHeader', 'x-header': 'ruleXHeader', 'schema-link': 'ruleSchemaLink', 'legacy-link': 'ruleLegacyLink', user: 'ruleUser',
};

/** The line for a tab. @param {TabView} tab */
export function statusText({ state, site, rule, isKept }) {
  if (state !== 'ready' || !site) return text(STATES[state] ?? 'statusNone');
  const parts = [];
  if (site.state === 'partial') parts.push(text('statusPartial'));
  if (site.state === 'stopped') parts.push(text('statusStopped'));
  if (site.format === 'sitemaps-org') parts.push(text('formatSitemapsOrg'));
  if (isKept) parts.push(text('statusKept'));
  else if (rule && RULES[rule]) parts.push(text(RULES[rule]));
  return parts.join(' · ');
}
