// @ts-check
/**
 * The language of the page that is being read, which a map in several languages is shown in where the reader has chosen none:
 * who reads an Arabic page of a handbook is not to be led to the English ones. Asked of pages of such maps alone.
 */
import { languageTag } from './evidence.js';
import { runInPage } from './page-scripts.js';
import { configureSessions } from './sessions.js';
import { chosenLanguage, frontTabs, pageOf, sessionOfTab, tabs } from './state.js';

/** @typedef {import('./state.js').Tab} Tab */

/** Shows the maps of all tabs in front in the languages of their pages. */
export async function followLanguages() {
  const front = [...new Set(frontTabs.values())].flatMap((id) => tabs.get(id) ?? []);
  await Promise.all(front.map(followLanguage));
}

/** @param {Tab} tab */
async function followLanguage(tab) {
  const [page, session] = [pageOf(tab), sessionOfTab(tab)];
  if (!page || !session?.site || session.site.languages.length < 2 || chosenLanguage(session)) return;
  // A response's field is the last of those that count in HTML.
  page.language ??= languageTag((await runInPage(tab.tabId, languageInPage, []))?.result) || (page.contentLanguage ?? '');
  const { language } = page;
  // What the map has no pages in would only put its languages in another order.
  const isOffered = session.site?.languages.some((tag) => mainPart(tag) === mainPart(language));
  if (!isOffered || session.pageLanguage === language) return;
  session.pageLanguage = language;
  await configureSessions([session]);
}

/** Runs in the page. */
export function languageInPage() {
  const { documentElement } = document;
  const declared = document.querySelector('meta[http-equiv="content-language" i][content]')?.getAttribute('content');
  return documentElement.lang || documentElement.getAttribute('xml:lang') || declared || '';
}

/** @param {string} tag */
function mainPart(tag) {
  return tag.toLowerCase().split('-')[0];
}
