// @ts-check
/** Runs the effects that the state asks for: each is one line of work for the part that owns it. Decides nothing. */
import { siteOf } from '../shared/browser.js';
import { directionOfMap } from '../shared/directions.js';
import { withoutFragment } from '../shared/locations.js';
import { byId } from '../shared/redraw.js';
import { text } from '../shared/strings.js';
import { wordsAbout } from './field.js';
import { drawLanguages } from './foot.js';
import { forget, prefetchMemory, readMemory, remember } from './map-session.js';
import { linkOnPage } from './page-contents.js';
import { Timers } from './timers.js';

/**
 * The parts of the sidebar that effects change.
 * @typedef {object} Parts
 * @property {import('../shared/background-port.js').BackgroundPort} port
 * @property {import('./store.js').Store} store
 * @property {import('./open-list.js').OpenList} list
 * @property {import('./virtual-tree.js').VirtualTree} tree
 * @property {import('./page-headings.js').PageHeadings} headings
 * @property {import('./frame.js').Frame} frame
 * @property {import('./field.js').Field} field
 * @property {import('./announcer.js').Announcer} announcer
 * @property {import('./problems.js').Problems} problems
 * @property {import('./row-commands.js').RowCommands} rowCommands
 * @property {import('./visited-pages.js').VisitedPages} visited
 * @property {(opened: number) => void} sayCut
 */

/** @typedef {import('./store.js').Effects} Effects */

/** @type {Record<string, string>} */
const PLACE_NAMES = { header: 'menuMain', aside: 'menuSide', footer: 'menuFoot' };

/** Return the function that runs each type of effect. @param {Parts} parts @returns {Effects} */
export function effectsOf(parts) {
  return { ...drawing(parts), ...remembering(parts), ...listing(parts), ...showing(parts), ...timing(parts) };
}

/** Return the effects on what surrounds the rows, and on their marks. @param {Parts} parts */
function drawing({ field, frame, announcer, headings, problems, rowCommands, tree, visited }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'draw-frame': ({ tab, isPage }) => {
      if (tab.site?.sitemap !== problems.sitemap) problems.close();
      frame.drawTab(tab, isPage);
      announcer.showTab(tab);
      visited.follow(tab);
      rowCommands.follow(tab);
      field.focusIfWanted(); // it may have been hidden
      tree.mark({ site: tab.site ? siteOf(new URL(tab.site.sitemap).hostname) : '' });
    },
    'draw-view': ({ view, filter }) => {
      frame.drawView(view, filter);
      if (!view?.provisional) announcer.showView(view, view ? wordsAbout(view, filter, frame.isPage) : '');
    },
    'draw-languages': ({ languages, chosen, expected }) => {
      drawLanguages(byId('language'), languages, chosen);
      tree.mark({ language: expected || (languages.length === 1 ? languages[0] : undefined) });
      for (const id of ['tree', 'sequence']) byId(id).dir = directionOfMap(languages, chosen, expected);
    },
    'refresh-problems': () => problems.refresh(),
    'set-filter': (effect) => field.write(effect.text),
    'offer-outline': ({ isOpen }) => tree.mark({ outline: isOpen }),
    'mark-heading': ({ index }) => headings.read(index),
    'mark-coming': ({ key }) => tree.mark({ coming: key }),
  });
}

/** Return the effects on the stored state of sites. @param {Parts} parts */
function remembering({ store, tree }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'prefetch-memory': ({ sitemap, isPrivate }) => prefetchMemory(sitemap, isPrivate),
    'read-memory': async ({ session, sitemap, isPrivate }) => {
      const { place } = tree; // the place at this moment, not after storage has answered
      await store.dispatch({ type: 'memory-read', session, memory: await readMemory(sitemap, isPrivate), place });
    },
    'remember-hidden': ({ sitemap, isPrivate, hidden }) => remember(sitemap, isPrivate, { hidden: [...hidden] }, true),
    remember: ({ sitemap, isPrivate, open }) => remember(sitemap, isPrivate, { open: [...open], top: tree.place }),
    'forget-memory': ({ sitemaps }) => forget(sitemaps),
  });
}

/** Return the effects on the open map or page. @param {Parts} parts */
function listing({ frame, list, port, rowCommands, sayCut, store, tree }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'open-map': ({ session, site, place, isReveal, ...wanted }) => {
      const opened = list.openMap(session, site);
      return list.receive(() => opened.open({ ...wanted, row: Math.floor(place) }), { isReveal, place });
    },
    'update-map': ({ changes, isReveal }) => list.receive((opened) => opened.update(changes), { isReveal }),
    'toggle-branch': ({ key, open }) => list.receive((opened) => opened.toggle(key, open)),
    'expand-branch': ({ key }) => list.expand(key),
    'hide-branches': ({ hidden }) => {
      if (hidden.length === 0) rowCommands.hiding.end();
      return list.hide(hidden);
    },
    'say-cut': ({ opened }) => sayCut(opened),
    'open-page': ({ session, url }) => {
      const names = { headings: text('pageHeadings'), menus: text('pageMenus'), menu: nameOfMenu };
      return list.openPage(session, url, names).update({ filter: store.state.filter });
    },
    'update-page': async ({ session, contents }) => {
      const { page } = list;
      if (page?.number !== session) return;
      frame.drawHome(withoutFragment(page.url), linkOnPage(contents.home, page.url));
      await store.dispatch({ type: 'view-received', session, view: page.show(contents) });
    },
    'close-map': () => {
      list.close();
      tree.selection.clear();
    },
    'follow-outline': async ({ isWanted, withMenus, tabId }) => {
      const { isReadable } = (await port.request('outline.follow', { isWanted, withMenus })) ?? {};
      if (!withMenus || isReadable) return;
      const contents = { headings: [], menus: [], home: '' };
      await store.dispatch({ type: 'outline-received', tabId, contents, active: -1 });
    },
  });
}

/** Return the effects on the rows that are shown. @param {Parts} parts */
function showing({ headings, list, store, tree }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'freeze-tree': () => tree.freeze(),
    'clear-tree': () => tree.clear(),
    'show-tree': ({ session, view, place, reveal, outline }) =>
      list.watched(session, async () => {
        const requestBetween = async () => (outline ? headings.between(outline) : null);
        if (!(await tree.show(view, { place, reveal, filter: store.state.filter, requestBetween }))) return;
        headings.mark();
        const isTyping = document.activeElement?.localName === 'input';
        await store.dispatch({ type: 'tree-shown', session, view, isTyping });
      }),
    'activate-row': ({ index }) => tree.showAt(index),
    'focus-window': () => window.focus(),
    'focus-tree': () => {
      const isFocused = tree.focus() && document.hasFocus();
      return store.dispatch({ type: 'tree-focused', isFocused });
    },
  });
}

/** Return the effects on timers. @param {Parts} parts */
function timing({ store }) {
  const timers = new Timers();
  return /** @satisfies {Partial<Effects>} */ ({
    'start-timer': ({ timer, ms, event }) => timers.start(timer, ms, () => store.dispatch(event)),
    'stop-timer': ({ timer }) => timers.stop(timer),
  });
}

/**
 * Return the name of a menu to which the page gives none.
 * @param {string} place
 * @param {number} number  among those there
 */
function nameOfMenu(place, number) {
  const name = text(PLACE_NAMES[place] ?? 'menuOther');
  return number === 1 ? name : `${name} ${number.toLocaleString(text('languageTag'))}`;
}
