// @ts-check
/** Runs the effects that the state asks for: each is one line of work for the part that owns it. Decides nothing. */
import { siteOf } from '../shared/browser.js';
import { directionOfMap } from '../shared/directions.js';
import { byId } from '../shared/redraw.js';
import { writeTabs } from '../shared/tab-memory.js';
import { drawLanguages } from './foot.js';
import { forget, prefetchMemory, readMemory, remember } from './map-session.js';
import { Timers } from './timers.js';

/**
 * The parts of the sidebar that effects change.
 * @typedef {object} Parts
 * @property {import('../shared/background-port.js').BackgroundPort} port
 * @property {import('./store.js').Store} store
 * @property {import('./open-list.js').OpenList} list
 * @property {import('./virtual-tree.js').VirtualTree} tree
 * @property {import('./page-section.js').PageSection} page
 * @property {import('./frame.js').Frame} frame
 * @property {import('./sections.js').Sections} sections
 * @property {import('./field.js').Field} field
 * @property {number} windowId
 * @property {import('./announcer.js').Announcer} announcer
 * @property {import('./problems.js').Problems} problems
 * @property {import('./row-commands.js').RowCommands} rowCommands
 * @property {import('./visited-pages.js').VisitedPages} visited
 * @property {import('./new-pages.js').NewPages} newPages
 * @property {(opened: number) => void} sayCut
 */

/** @typedef {import('./store.js').Effects} Effects */

/** Return the function that runs each type of effect. @param {Parts} parts @returns {Effects} */
export function effectsOf(parts) {
  return { ...drawing(parts), ...remembering(parts), ...listing(parts), ...showing(parts), ...timing(parts) };
}

/** Return the effects on what surrounds the rows, and on their marks. @param {Parts} parts */
function drawing({ field, frame, announcer, newPages, page, problems, rowCommands, sections, tree, visited }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'draw-frame': ({ tab, isPage }) => {
      if (tab.site?.sitemap !== problems.sitemap) problems.close();
      frame.drawTab(tab, isPage);
      sections.showTab(tab);
      announcer.showTab(tab);
      visited.follow(tab);
      newPages.follow(tab);
      rowCommands.follow(tab);
      field.focusIfWanted(); // it may have been hidden
      tree.mark({ site: tab.site ? siteOf(new URL(tab.site.sitemap).hostname) : '' });
    },
    'draw-view': ({ view, filter }) => {
      frame.drawView(view, filter);
      announcer.showView(view, frame.words);
    },
    'draw-languages': ({ languages, chosen, expected }) => {
      drawLanguages(byId('language'), languages, chosen);
      tree.mark({ language: expected || (languages.length === 1 ? languages[0] : undefined) });
      for (const id of ['tree', 'sequence']) byId(id).dir = directionOfMap(languages, chosen, expected);
    },
    'refresh-problems': () => problems.refresh(),
    'set-filter': (effect) => field.write(effect.text),
    'filter-page': ({ filter }) => page.filterBy(filter),
    'mark-coming': ({ key }) => {
      for (const marked of [tree, page.tree]) marked.mark({ coming: key });
    },
  });
}

/** Return the effects on the stored state of sites. @param {Parts} parts */
function remembering({ store, tree, windowId }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'prefetch-memory': ({ sitemap, jar }) => prefetchMemory(sitemap, jar),
    'read-memory': async ({ session, sitemap, jar }) => {
      const { place } = tree; // the place at this moment, not after storage has answered
      await store.dispatch({ type: 'memory-read', session, memory: await readMemory(sitemap, jar), place });
    },
    'remember-hidden': ({ sitemap, jar, hidden }) => remember(sitemap, jar, { hidden: [...hidden] }, true),
    remember: ({ sitemap, jar, open }) => remember(sitemap, jar, { open: [...open], top: tree.place }),
    'forget-memory': ({ sitemaps }) => forget(sitemaps),
    'keep-tabs': ({ tabs }) => writeTabs(windowId, tabs),
  });
}

/** Return the effects on the open map. @param {Parts} parts */
function listing({ list, rowCommands, sayCut, tree }) {
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
    'close-map': () => {
      list.close();
      tree.selection.clear();
    },
  });
}

/** Return the effects on the rows that are shown. @param {Parts} parts */
function showing({ list, store, tree }) {
  return /** @satisfies {Partial<Effects>} */ ({
    'freeze-tree': () => tree.freeze(),
    'clear-tree': () => tree.clear(),
    'show-tree': ({ session, view, place, reveal }) =>
      list.watched(session, async () => {
        if (!(await tree.show(view, { place, reveal, filter: store.state.filter }))) return;
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
