/**
 * The pages of `tests/pages/`: real generators' forms, each with the rows that a reader of the page would write down.
 */
import { NAMES } from './content-page.js';
import { readFileSync, readdirSync } from 'node:fs';
import { rowsOfPage } from '../../extension/sidebar/page-contents.js';

const FOLDER = new URL('../pages/', import.meta.url);
const SITE = 'http://site.test';

/** The names of all pages. */
export const PAGES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The names of the pages whose rows are not met yet. */
export const UNMET = readFileSync(new URL('unmet.txt', FOLDER), 'utf-8').split(/\s+/).filter(Boolean);

/** Return a page, the lines of its rows, and the values at the top of their file. @param {string} name */
export function pageOf(name) {
  const html = readFileSync(new URL(`${name}/page.html`, FOLDER), 'utf-8');
  const text = readFileSync(new URL(`${name}/rows.txt`, FOLDER), 'utf-8').trimEnd();
  const start = text.search(/^\[headings\]$/m);
  const value = (key) => new RegExp(`^# ${key}: (.*)$`, 'm').exec(text.slice(0, start))?.[1];
  return {
    html,
    rows: text.slice(start).split('\n').map(decoded),
    url: SITE + (value('address') ?? '/page.html'),
    needsLayout: value('needs') === 'layout',
  };
}

/** Return a line with a readable address. @param {string} line */
function decoded(line) {
  return line.replace(/(?<= -> ).*/, (address) => decodeURI(address));
}

/**
 * Return the rows of a page as lines.
 * @param {import('../../extension/shared/types.js').PageContents} contents
 * @param {string} url
 */
export function linesOf(contents, url) {
  const titles = rowsOfPage(contents, url, NAMES);
  return ['headings', 'menus'].flatMap((title) => [
    `[${title}]`,
    ...lines(titles.find(({ name }) => name === title)?.below ?? [], title === 'headings' ? url : ''),
  ]);
}

/**
 * @param {import('../../extension/sidebar/page-contents.js').ListRow[]} rows
 * @param {string} page
 * @param {string} [indent]
 */
function lines(rows, page, indent = '') {
  return rows.flatMap(({ name, location, below }) => [
    decoded(`${indent}${name}${addressIn(location ?? '', page)}`),
    ...lines(below, page, `${indent}  `),
  ]);
}

/**
 * Return the address of a row: from the site's root, or from the page.
 * @param {string} location
 * @param {string} page
 */
function addressIn(location, page) {
  const isHere = page !== '' && (location === page || location.startsWith(`${page}#`));
  const address = isHere ? location.slice(page.length) : location.replace(SITE, '');
  return address && ` -> ${address}`;
}
