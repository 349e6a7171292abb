// @ts-check
/**
 * Shows a map with several languages in the language of the current page, unless the reader has chosen one. A reader of
 * an Arabic page of a handbook is thus not led to the English pages. Only pages of such maps are asked for their
 * language. Windows share a map: it keeps its language as long as one of them shows a page in that language.
 */
import { isSameLanguage } from '../../shared/strings.js';
import { languageTag } from '../steps/evidence.js';
import { runInPage } from '../pages/page-scripts.js';
import { configureSessions } from '../maps.js';
import { changeSession, sessionOfTab } from '../stores/sessions.js';
import { chosenLanguage } from '../stores/settings.js';
import { changePage, pageOf, tabsInFront } from '../stores/tabs.js';

/** @typedef {import('../stores/tabs.js').Tab} Tab */

/** Show the maps of all front tabs in the languages of their pages. */
export async function followLanguages() {
  await Promise.all(tabsInFront().map(followLanguage));
}

/** @param {Tab} tab */
async function followLanguage(tab) {
  const [page, session] = [pageOf(tab), sessionOfTab(tab)];
  if (!page || !session?.site || chosenLanguage(session)) return;
  const { isChosen, site } = session;
  // A list of pages may name only other languages than that of its site.
  if (site.languages.length < (isChosen ? 1 : 2)) return;
  // HTML gives the response's Content-Language field the lowest priority.
  const language =
    page.language ??
    (languageTag((await runInPage(tab.tabId, languageInPage, []))?.result) || (page.contentLanguage ?? ''));
  changePage(page, { language });
  // A language without pages in the map would only reorder its other languages.
  const isOffered = isChosen ? language !== '' : site.languages.some((tag) => isSameLanguage(tag, language));
  const { pageLanguage = null } = session;
  if (
    !isOffered ||
    tabsInFront().some((other) => sessionOfTab(other) === session && pageOf(other)?.language === pageLanguage)
  )
    return;
  changeSession(session, { pageLanguage: language });
  await configureSessions([session]);
}

/** Return the page's declared language, inside the page. */
export function languageInPage() {
  const { documentElement } = document;
  const declared = document.querySelector('meta[http-equiv="content-language" i][content]')?.getAttribute('content');
  return documentElement.lang || documentElement.getAttribute('xml:lang') || declared || '';
}
