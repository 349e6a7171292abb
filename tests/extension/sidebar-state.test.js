import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INITIAL, MOST_HIDDEN, MOST_OPEN_KEYS, isOtherSite, mapKeyOf, reduce } from '../../extension/sidebar/state.js';
import { aSite, aTab, aView, noMap } from './samples.js';

/** The state after events, and the effects of the last one. */
function after(events, from = INITIAL) {
  return events.reduce(({ state }, event) => reduce(state, event), { state: from, effects: [] });
}

const tab = (more) => ({ type: 'tab-received', tab: aTab(more) });
const gone = (state, more) => ({ type: 'tab-received', tab: noMap(state, more) });
const memory = (more = {}, session = 1) => ({ type: 'memory-read', session, memory: more, place: 0 });
const view = (more = {}, about = {}) => ({ type: 'view-received', session: 1, view: aView(more), ...about });
const shown = (more = {}, session = 1, isTyping = false) => ({ type: 'tree-shown', session, view: aView(more), isTyping });
const OPEN = [tab(), memory()];
const SHOWN = [...OPEN, view({}, { isReveal: true, place: 0 }), shown()];
const types = ({ effects }) => effects.map(({ type }) => type);
const only = (step, type) => step.effects.filter((effect) => effect.type === type);
const first = (step, type) => only(step, type)[0];

/** An object that cannot be changed, nor what it holds. */
function frozen(value) {
  if (value && typeof value === 'object') for (const inner of Object.values(Object.freeze(value))) frozen(inner);
  return value;
}

test('no event changes the state it is given', () => {
  const events = [...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' },
    { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] }, gone('none'), { type: 'patience-over' }];
  let state = INITIAL;
  for (const event of events) state = frozen(reduce(frozen(state), frozen(event)).state);
  assert.equal(state.tab.state, 'none');
});

test('a map is known by its host and its site, and there is none before it is ready', () => {
  assert.equal(mapKeyOf(aTab()), '1 s1');
  assert.notEqual(mapKeyOf(aTab({ generation: 2 })), mapKeyOf(aTab()));
  assert.equal(mapKeyOf(noMap('loading')), '');
});

test('progress alone is no other site', () => {
  const [a, b] = [{ done: 1, wanted: 2 }, { done: 2, wanted: 2 }].map((progress) => aTab({ site: aSite({ progress }) }));
  assert.ok(!isOtherSite(a, b));
  assert.ok(isOtherSite(a, aTab({ site: aSite({ state: 'partial' }) })));
});

// Opening

test('the first tab is drawn, and what is remembered of its map is read before the map is opened', () => {
  const step = after([tab()]);
  assert.deepEqual(types(step), ['stop-timer', 'draw-frame', 'close-map', 'freeze-tree', 'set-filter', 'clear-search', 'read-memory']);
  assert.deepEqual(first(step, 'read-memory'), { type: 'read-memory', session: 1, sitemap: 'https://a.example/map.xml', isPrivate: false });
  assert.ok(!step.state.isOpen);
});

test('a map opens where it was left, with the branches that were open, and seeks the current page', () => {
  const step = after([tab({ language: 'de' }), memory({ open: ['a', 'b'], top: 7.5 })]);
  assert.deepEqual(first(step, 'open-map'), {
    type: 'open-map', session: 1, site: 's1', pageUrl: 'https://a.example/', filter: '', open: ['a', 'b'], hidden: [], place: 7.5, isReveal: true,
  });
  assert.deepEqual(first(step, 'draw-languages'), { type: 'draw-languages', languages: [], chosen: 'de', expected: 'de' });
  assert.deepEqual(step.state.openKeys, ['a', 'b']);
  assert.ok(step.state.isOpen);
});

test('of very many open branches the latest are kept', () => {
  const open = Array.from({ length: MOST_OPEN_KEYS + 2 }, (_, at) => `k${at}`);
  const { state } = after([tab(), memory({ open })]);
  assert.equal(state.openKeys.length, MOST_OPEN_KEYS);
  assert.equal(state.openKeys.at(-1), open.at(-1));
});

test('what is read for a map that is gone opens nothing', () => {
  const step = after([tab(), tab({ tabId: 2, site: aSite({ site: 's2' }) }), memory({}, 1)]);
  assert.deepEqual(step.effects, []);
  assert.equal(after([tab(), tab({ tabId: 2, site: aSite({ site: 's2' }) }), memory({}, 2)]).state.isOpen, true);
});

test('what is read twice opens once', () => {
  assert.deepEqual(after([...OPEN, memory()]).effects, []);
});

test('a tab without a map clears the tree', () => {
  const step = after([...SHOWN, gone('none', { tabId: 2 })]);
  assert.deepEqual(types(step), ['stop-timer', 'draw-frame', 'draw-view', 'close-map', 'freeze-tree', 'clear-tree']);
  assert.equal(step.state.view, null);
  assert.equal(step.state.mapKey, '');
});

test('a map that is on its way has what is remembered of it read ahead', () => {
  const step = after([gone('loading', { sitemap: 'https://b.example/m.xml', isPrivate: true })]);
  assert.deepEqual(first(step, 'prefetch-memory'), { type: 'prefetch-memory', sitemap: 'https://b.example/m.xml', isPrivate: true });
  assert.equal(first(after([gone('loading')]), 'prefetch-memory'), undefined);
});

// The headings of the page

const HEADINGS = [{ name: 'A', level: 1, id: 'a' }];
const CURRENT = [...OPEN, view({ current: 4, in_map: true }), shown()];
const OFFERED = [...CURRENT, { type: 'settings-read', offersOutline: true }];
const outline = (more) => ({ type: 'outline-received', tabId: 1, headings: HEADINGS, active: 0, ...more });
const OUTLINED = [...OFFERED, { type: 'outline-toggled' }, outline()];

test('headings are offered where the settings say so, and asked for when the reader wants them', () => {
  assert.deepEqual(after(OFFERED).effects, [{ type: 'offer-outline', isOpen: false }]);
  assert.deepEqual(after([...OFFERED, { type: 'outline-toggled' }]).effects, [{ type: 'offer-outline', isOpen: true }, { type: 'follow-outline', isWanted: true }]);
  assert.deepEqual(after([...CURRENT, { type: 'outline-toggled' }]).effects, [{ type: 'offer-outline', isOpen: null }]);
});

test('they are shown below the row of the page, and marked as they are read', () => {
  const step = after(OUTLINED);
  assert.deepEqual(first(step, 'show-tree').outline, { after: 4, url: 'https://a.example/', headings: HEADINGS });
  assert.deepEqual(first(step, 'mark-heading'), { type: 'mark-heading', index: 0 });
  assert.deepEqual(after([...OUTLINED, outline({ active: -1 })]).effects, [{ type: 'mark-heading', index: -1 }]);
});

test('they stay as rows fold, and go while a filter is on or the page has no row', () => {
  assert.equal(first(after([...OUTLINED, view({ current: 5, in_map: true })]), 'show-tree').outline.after, 5);
  assert.equal(first(after([...OUTLINED, view({ current: null })]), 'show-tree').outline, null);
  assert.equal(first(after([...OUTLINED, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, view({ current: 4 })]), 'show-tree').outline, null);
});

test('another page is asked for its own, and within a page they stay', () => {
  const next = after([...OUTLINED, tab({ url: 'https://a.example/next' })]);
  assert.deepEqual([first(next, 'follow-outline'), next.state.headings], [{ type: 'follow-outline', isWanted: true }, null]);
  const within = after([...OUTLINED, tab({ url: 'https://a.example/#a' })]);
  assert.deepEqual([first(within, 'follow-outline'), within.state.headings], [undefined, HEADINGS]);
});

test('nobody’s headings are shown when they are not wanted, or another tab’s', () => {
  assert.deepEqual(after([...OFFERED, outline()]).effects, []);
  assert.deepEqual(after([...OUTLINED, outline({ tabId: 2, headings: [] })]).effects, []);
});

test('the reader, or the setting, ends it', () => {
  for (const event of [{ type: 'outline-toggled' }, { type: 'settings-read', offersOutline: false }]) {
    const step = after([...OUTLINED, event]);
    assert.deepEqual(first(step, 'follow-outline'), { type: 'follow-outline', isWanted: false });
    assert.equal(first(step, 'show-tree').outline, null);
    assert.equal(step.state.isOutlined, false);
  }
});

// All branches at once

test('all branches close but those of the current page, which is led to, and stay closed', () => {
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, { type: 'branches-closed' }]);
  assert.deepEqual(step.effects, [
    { type: 'update-map', changes: { open: [] }, isReveal: true },
    { type: 'remember', sitemap: 'https://a.example/map.xml', isPrivate: false, open: [] },
  ]);
  assert.deepEqual(step.state.openKeys, []);
  assert.deepEqual(reduce(INITIAL, { type: 'branches-closed' }).effects, []);
});

// A page on its way

test('the row that was clicked is marked until its page is there, or for a while', () => {
  const started = after([...SHOWN, { type: 'visit-started', key: 'k' }]);
  assert.deepEqual(first(started, 'mark-coming'), { type: 'mark-coming', key: 'k' });
  const { event } = first(started, 'start-timer');
  const ended = { type: 'mark-coming', key: '' };
  assert.deepEqual(first(reduce(started.state, event), 'mark-coming'), ended);
  assert.deepEqual(first(reduce(started.state, tab({ url: 'https://a.example/next' })), 'mark-coming'), ended);
  assert.equal(first(reduce(started.state, tab({ site: aSite({ state: 'partial' }) })), 'mark-coming'), undefined);
});

// The language of the page

test('a map is drawn in the language of the page that is read, where none is chosen', () => {
  const step = after([...SHOWN, tab({ pageLanguage: 'ar' })]);
  assert.deepEqual(first(step, 'draw-languages'), { type: 'draw-languages', languages: [], chosen: '', expected: 'ar' });
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: {}, isReveal: false });
  assert.equal(first(after([tab({ pageLanguage: 'ar', language: 'de' }), memory()]), 'draw-languages').expected, 'de');
});

// Home at first sight

const HOME = { key: 'h', location: 'https://a.example/', children: true, open: false, loop: false };
const withHome = tab({ site: aSite({ roles: { home: [{ location: 'https://a.example/' }] } }) });
const firstView = (row, from = 0) => view({ rows: { revision: 1, from, total: 9, rows: [{ ...HOME, ...row }] } });

test('the branch of home is open at first sight', () => {
  const step = after([withHome, memory(), firstView()]);
  assert.deepEqual(first(step, 'toggle-branch'), { type: 'toggle-branch', key: 'h', open: true });
  assert.deepEqual(step.state.openKeys, ['h']);
});

test('so is a branch that stands alone, home or not', () => {
  const lonely = view({ rows: { revision: 1, from: 0, total: 1, rows: [{ ...HOME, location: null }] } });
  assert.deepEqual(first(after([withHome, memory(), lonely]), 'toggle-branch'), { type: 'toggle-branch', key: 'h', open: true });
});

test('it stays as the reader left it, and no other is opened', () => {
  assert.equal(first(after([withHome, memory({ open: [] }), firstView()]), 'toggle-branch'), undefined);
  assert.equal(first(after([withHome, memory(), firstView(), firstView()]), 'toggle-branch'), undefined);
  for (const more of [{ location: null }, { location: 'https://a.example/x' }, { children: false }, { open: true }, { loop: true }]) {
    assert.equal(first(after([withHome, memory(), firstView(more)]), 'toggle-branch'), undefined);
  }
  assert.equal(first(after([withHome, memory(), firstView({}, 40)]), 'toggle-branch'), undefined);
});

// The filter and the page on view

const FILTERED = [...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, view({ matches: 2 })];
const next = tab({ url: 'https://a.example/next' });
const hidingView = view({ in_map: true, current: null, matches: 2 }, { isReveal: true });

test('a filter typed beside a page stays, also where it leaves that page out', () => {
  assert.equal(after([...FILTERED, hidingView]).state.filter, 'moss');
});

test('a filter that leaves out the page that was gone to next ends, and that page is shown', () => {
  const step = after([...FILTERED, next, hidingView]);
  assert.deepEqual([step.state.filter, step.state.typed], ['', '']);
  assert.deepEqual(step.effects, [{ type: 'set-filter', text: '' }, { type: 'update-map', changes: { filter: '', reveal: true }, isReveal: true }]);
});

test('it stays while the next page is one of its matches, or not in the map, or not found yet', () => {
  for (const more of [{ in_map: true, current: 3 }, { in_map: false, current: null }]) {
    assert.equal(after([...FILTERED, next, view({ matches: 2, ...more })]).state.filter, 'moss');
  }
});

test('what is typed on that page is a new filter', () => {
  assert.equal(after([...FILTERED, next, { type: 'filter-typed', text: 'mos' }, { type: 'filter-due' }, hidingView]).state.filter, 'mos');
});

// Between pages

test('the map stays for a moment while the next page of its tab declares nothing yet', () => {
  for (const state of ['none', 'loading']) {
    const step = after([...SHOWN, gone(state)]);
    assert.deepEqual(types(step), ['stop-timer', 'start-timer']);
    assert.equal(step.state.tab.state, 'ready');
    assert.equal(first(step, 'start-timer').event.type, 'patience-over');
  }
});

test('a page that declares the same map in that moment changes nothing but the page', () => {
  const step = after([...SHOWN, gone('none'), tab({ url: 'https://a.example/next' })]);
  assert.deepEqual(types(step), ['stop-timer', 'draw-frame', 'update-map']);
  assert.equal(step.state.pendingTab, null);
  assert.deepEqual(reduce(step.state, { type: 'patience-over' }).effects, []);
});

test('a page that declares nothing in that moment has no map', () => {
  const step = after([...SHOWN, gone('none'), { type: 'patience-over' }]);
  assert.ok(types(step).includes('clear-tree'));
  assert.equal(step.state.tab.state, 'none');
});

test('a failure, or another tab, is shown at once', () => {
  for (const event of [gone('failed'), gone('no-host'), gone('none', { tabId: 2 })]) {
    assert.ok(types(after([...SHOWN, event])).includes('draw-frame'));
  }
});

// The same map

test('another page of the map is sought in it', () => {
  const step = after([...SHOWN, tab({ url: 'https://a.example/next' })]);
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: { page_url: 'https://a.example/next' }, isReveal: true });
});

test('a map that changed is looked at again, and stays where it is', () => {
  const step = after([...SHOWN, tab({ site: aSite({ state: 'partial' }) })]);
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: {}, isReveal: false });
  assert.ok(first(step, 'refresh-problems'));
});

test('progress requests nothing', () => {
  assert.deepEqual(types(after([...SHOWN, tab({ site: aSite({ progress: { done: 2, wanted: 3 } }) })])), ['stop-timer', 'draw-frame']);
});

test('languages are drawn as they are found or chosen', () => {
  assert.ok(first(after([...SHOWN, tab({ language: 'fr' })]), 'draw-languages'));
  assert.ok(first(after([...SHOWN, tab({ site: aSite({ languages: ['de', 'en'] }) })]), 'draw-languages'));
});

test('a page that changes before the map is opened is the one it is opened for', () => {
  const step = after([tab(), tab({ url: 'https://a.example/next' })]);
  assert.equal(first(step, 'update-map'), undefined);
  assert.equal(first(reduce(step.state, memory()), 'open-map').pageUrl, 'https://a.example/next');
});

// Views

test('a view is drawn, and its rows are shown with the current page in sight', () => {
  const step = after([...OPEN, view({ current: 4, in_map: true }, { isReveal: true, place: 2 })]);
  assert.deepEqual(types(step), ['draw-view', 'show-tree']);
  assert.deepEqual([first(step, 'show-tree').place, first(step, 'show-tree').reveal], [2, 4]);
});

test('a view of a map that is gone, or not yet requested, is dropped', () => {
  assert.deepEqual(after([tab(), view()]).effects, []);
  assert.deepEqual(after([...OPEN, view({}, { session: 0 })]).effects, []);
});

test('the current page is sought as long as the host is looking for it, and not longer', () => {
  const pending = [...OPEN, view({ pending: true }, { isReveal: true, place: 0 }), shown({ pending: true })];
  assert.equal(first(after([...pending, view({ current: 3 })]), 'show-tree').reveal, 3);
  assert.equal(first(after([...SHOWN, view({ current: 3 })]), 'show-tree').reveal, null);
});

test('a page that is not in the map is sought as long as more of the map may come', () => {
  const elsewhere = { in_map: false, current: null, pending: false };
  const missing = (state) => [tab({ site: aSite({ state }) }), memory(), view(elsewhere, { isReveal: true, place: 0 }), shown(elsewhere)];
  const found = view({ in_map: true, current: 30 });
  assert.equal(first(after([...missing('loading'), found]), 'show-tree').reveal, 30);
  assert.equal(first(after([...missing('complete'), found]), 'show-tree').reveal, null);
  const folding = { type: 'branch-toggled', key: 'a', open: true };
  assert.equal(first(after([...missing('loading'), folding, found]), 'show-tree').reveal, null);
});

test('a current row that was scrolled to stays in view as rows come above it, until the reader moves', () => {
  const found = [...OPEN, view({ current: 3, in_map: true }, { isReveal: true, place: 0 }), shown({ current: 3, in_map: true })];
  const moved = view({ current: 63, in_map: true });
  assert.equal(first(after([...found, moved]), 'show-tree').reveal, 63);
  assert.equal(first(after([...found, view({ current: 3, in_map: true })]), 'show-tree').reveal, null);
  for (const own of [{ type: 'tree-scrolled' }, { type: 'branch-toggled', key: 'a', open: true }, { type: 'branches-opened', keys: ['a'] }]) {
    assert.equal(first(after([...found, own, moved]), 'show-tree').reveal, null, own.type);
  }
});

test('a page that is visited while the host is lost is scrolled to once the map is back', () => {
  const again = { generation: 2, site: aSite({ site: 's9' }) };
  const opened = (url) => first(after([...SHOWN, tab({ ...again, url }), memory({ top: 2 }, 2)]), 'open-map');
  assert.equal(opened('https://a.example/next').isReveal, true);
  assert.equal(opened(aTab().url).isReveal, false);
});

test('a reader who scrolls is led nowhere any more', () => {
  const pending = [...OPEN, view({ pending: true }, { isReveal: true, place: 0 }), shown({ pending: true }), { type: 'tree-scrolled' }];
  assert.equal(first(after([...pending, view({ current: 3 })]), 'show-tree').reveal, null);
});

test('the place to scroll to stays until rows are shown there, and is then forgotten', () => {
  const before = [...OPEN, view({}, { isReveal: true, place: 5 })];
  assert.equal(first(after([...before, view()]), 'show-tree').place, 5);
  assert.equal(first(after([...before, shown(), view()]), 'show-tree').place, null);
});

test('what is shown for a map that is gone settles nothing', () => {
  const { state } = after([...OPEN, view({}, { isReveal: true, place: 5 }), shown({}, 0)]);
  assert.equal(state.scrollTo, 5);
});

// Loss of the host

const AGAIN = tab({ generation: 2, site: aSite({ state: 'loading' }) });
const LOST = [...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, AGAIN, { ...memory({ open: ['a'], top: 1 }, 2), place: 33 }];

test('the map of a lost host comes back at the same place, with the same branches', () => {
  const step = after(LOST);
  assert.deepEqual([first(step, 'open-map').place, first(step, 'open-map').isReveal, first(step, 'open-map').open], [33, false, ['a']]);
  assert.equal(first(step, 'start-timer').timer, 'rebuilding');
});

test('its rows stand while the next host reads the map', () => {
  const step = after([...LOST, view({}, { session: 2, place: 33 })]);
  assert.deepEqual(step.effects, []);
  const done = tab({ generation: 2, site: aSite() });
  const next = reduce(step.state, done);
  assert.ok(first(next, 'update-map'));
  assert.equal(first(reduce(next.state, view({}, { session: 2 })), 'show-tree').place, 33);
});

test('but not for ever', () => {
  const { state } = after([...LOST, view({}, { session: 2, place: 33 })]);
  const step = reduce(state, { type: 'rebuilding-over', session: 2 });
  assert.deepEqual(types(step), ['update-map']);
  assert.deepEqual(types(reduce(step.state, view({}, { session: 2 }))), ['draw-view', 'show-tree']);
  assert.deepEqual(reduce(state, { type: 'rebuilding-over', session: 1 }).effects, []);
});

test('a map that is not being rebuilt has nothing to end', () => {
  assert.deepEqual(after([...SHOWN, { type: 'rebuilding-over', session: 1 }]).effects, []);
});

test('a view that the host does not know any more is opened again after a while', () => {
  for (const code of ['unknown-view', 'unknown-site']) {
    const step = after([...SHOWN, { type: 'request-failed', session: 1, code, hasView: true }]);
    assert.equal(first(step, 'start-timer').timer, 'reopen');
    const again = reduce(step.state, { type: 'reopen-due' });
    assert.equal(first(again, 'read-memory').session, 2);
    assert.equal(again.state.isRebuilding, true);
  }
});

test('so is one that could not be opened, for whatever reason', () => {
  assert.ok(first(after([...OPEN, { type: 'request-failed', session: 1, code: 'host-lost', hasView: false }]), 'start-timer'));
});

test('another refusal of an open view, or of one that is gone, changes nothing', () => {
  assert.deepEqual(after([...SHOWN, { type: 'request-failed', session: 1, code: 'busy', hasView: true }]).effects, []);
  assert.deepEqual(after([...SHOWN, { type: 'request-failed', session: 0, code: 'unknown-view', hasView: true }]).effects, []);
});

test('a map that the background announced meanwhile is not opened twice', () => {
  const failed = after([...SHOWN, { type: 'request-failed', session: 1, code: 'unknown-view', hasView: true }, tab({ generation: 2 })]);
  assert.ok(first(failed, 'read-memory'));
  assert.deepEqual(reduce(failed.state, { type: 'reopen-due' }).effects, []);
});

test('without a tab there is nothing to open', () => {
  assert.deepEqual(after([{ type: 'reopen-due' }]).effects, []);
});

test('what is done to its rows before the next host is asked for the map is done to that', () => {
  const events = [...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, AGAIN,
    { type: 'branch-toggled', key: 'b', open: true }, { type: 'branch-toggled', key: 'a', open: false }, { type: 'branches-opened', keys: ['c'] }];
  assert.deepEqual(after(events).effects, []);
  const step = after([...events, memory({ open: ['a'] }, 2)]);
  assert.deepEqual(first(step, 'open-map').open, ['b', 'c']);
  assert.deepEqual(only(step, 'toggle-branch'), [{ type: 'toggle-branch', key: 'a', open: false }]);
  assert.deepEqual([first(step, 'remember').open, step.state.openKeys, step.state.toggles], [['b', 'c'], ['b', 'c'], []]);
  assert.ok(types(step).indexOf('open-map') < types(step).indexOf('toggle-branch'));
});

test('it outlives the next host, too, and not the map', () => {
  const lost = [...SHOWN, AGAIN, { type: 'branch-toggled', key: 'a', open: true }];
  assert.deepEqual(first(after([...lost, tab({ generation: 3 }), memory({}, 3)]), 'open-map').open, ['a']);
  const other = tab({ tabId: 2, sitemap: 'https://b.example/map.xml', site: aSite({ site: 's2', sitemap: 'https://b.example/map.xml' }) });
  assert.deepEqual(first(after([...lost, other, memory({}, 3)]), 'open-map').open, []);
  assert.deepEqual(first(after([...SHOWN, other, { type: 'branch-toggled', key: 'a', open: true }, memory({}, 2)]), 'open-map').open, []);
});

// Branches

test('a branch is toggled, and recorded with the others in the order of opening', () => {
  const toggle = (key, open) => ({ type: 'branch-toggled', key, open });
  const step = after([...SHOWN, toggle('a', true), toggle('b', true), toggle('a', true)]);
  assert.deepEqual(step.effects, [
    { type: 'toggle-branch', key: 'a', open: true },
    { type: 'remember', sitemap: 'https://a.example/map.xml', isPrivate: false, open: ['b', 'a'] },
  ]);
  assert.deepEqual(reduce(step.state, toggle('b', false)).state.openKeys, ['a']);
});

test('branches opened together are recorded once; the tree requests them itself', () => {
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'b', open: true }, { type: 'branches-opened', keys: ['a', 'b'] }]);
  assert.deepEqual(step.effects, [{ type: 'remember', sitemap: 'https://a.example/map.xml', isPrivate: false, open: ['a', 'b'] }]);
});

test('without a map there are no branches', () => {
  for (const event of [{ type: 'branch-toggled', key: 'a', open: true }, { type: 'branches-opened', keys: ['a'] }]) {
    const step = after([tab(), event]);
    assert.deepEqual([step.effects, step.state.openKeys], [[], []]);
  }
});

test('what a filter opens is not remembered', () => {
  const step = after([...SHOWN, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, { type: 'branch-toggled', key: 'a', open: true }]);
  assert.deepEqual(types(step), ['toggle-branch']);
});

test('scrolling is remembered', () => {
  assert.deepEqual(types(after([...SHOWN, { type: 'tree-scrolled' }])), ['remember']);
});

test('forgetting what is remembered folds the map on view, in other than private windows', () => {
  const forgotten = { type: 'sites-forgotten', sitemaps: ['https://a.example/map.xml'] };
  const step = after([...SHOWN, { type: 'branch-toggled', key: 'a', open: true }, forgotten]);
  assert.deepEqual(step.state.openKeys, []);
  assert.deepEqual(first(step, 'update-map').changes, { open: [] });
  assert.deepEqual(types(after([...SHOWN, { ...forgotten, sitemaps: ['https://b.example/'] }])), ['forget-memory']);
  assert.deepEqual(types(after([tab({ isPrivate: true }), memory(), forgotten])), ['forget-memory']);
});

// The filter

test('the filter waits until nothing more is typed', () => {
  const typed = after([...SHOWN, { type: 'filter-typed', text: ' moss ' }]);
  assert.deepEqual(types(typed), ['start-timer']);
  const step = reduce(typed.state, { type: 'filter-due' });
  assert.deepEqual(first(step, 'update-map'), { type: 'update-map', changes: { filter: 'moss' }, isReveal: true });
  assert.equal(first(reduce(step.state, view()), 'draw-view').filter, 'moss');
});

test('a filter typed before the map is there is applied as it opens', () => {
  const step = after([tab(), { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, memory()]);
  assert.equal(first(step, 'open-map').filter, 'moss');
  assert.equal(step.state.filter, 'moss');
});

test('clearing it needs no waiting', () => {
  const step = after([...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, { type: 'filter-cleared' }]);
  assert.deepEqual(types(step), ['stop-timer', 'set-filter', 'update-map']);
  assert.equal(step.state.filter, '');
});

test('it ends with its map, in another tab as well', () => {
  const filtered = [...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }];
  for (const other of [tab({ tabId: 2, site: aSite({ site: 's2' }) }), tab({ sitemap: 'https://a.example/other.xml', site: aSite({ site: 's2' }) })]) {
    const step = after([...filtered, other]);
    assert.deepEqual(first(step, 'set-filter'), { type: 'set-filter', text: '' });
    assert.equal(step.state.typed, '');
  }
});

test('it stays where its map is away for a while', () => {
  const step = after([...SHOWN, { type: 'filter-typed', text: 'moss' }, { type: 'filter-due' }, gone('none'), { type: 'patience-over' }, tab(), memory({}, 3)]);
  assert.equal(first(step, 'open-map').filter, 'moss');
});

test('the words in a site\'s search end with its sitemap, and are there in other tabs of it', () => {
  const others = [tab({ tabId: 2, site: aSite({ site: 's2' }) }), tab({ tabId: 2, site: aSite({ site: 's2', sitemap: 'https://b.example/map.xml' }) })];
  assert.deepEqual(others.map((other) => types(after([...SHOWN, other])).includes('clear-search')), [false, true]);
});

// The focus

test('a row of the current page that is in the tree is made active', () => {
  const step = after([...OPEN, view({ current: 3, in_map: true }, { isReveal: true, place: 0 }), { type: 'current-requested' }]);
  assert.deepEqual(step.effects, [{ type: 'activate-row', index: 3 }, { type: 'focus-tree' }]);
});

test('one that a filter or a folded branch hides is brought back, and has the focus then', () => {
  const hidden = { in_map: true, current: null };
  const step = after([...OPEN, view(hidden, { isReveal: true, place: 0 }), shown(hidden), { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }, { type: 'current-requested' }]);
  assert.deepEqual(step.effects, [{ type: 'set-filter', text: '' }, { type: 'update-map', changes: { filter: '', reveal: true }, isReveal: true }]);
  const revealed = reduce(step.state, view({ in_map: true, current: 6 }, { isReveal: true }));
  assert.deepEqual(types(reduce(revealed.state, shown({ in_map: true, current: 6 }))), ['focus-window', 'focus-tree']);
});

test('where it cannot be brought back it is not sought for ever', () => {
  const hidden = { in_map: true, current: null };
  const sought = after([...OPEN, view(hidden, { isReveal: true, place: 0 }), shown(hidden), { type: 'current-requested' }, view(hidden, { isReveal: true }), shown(hidden)]);
  assert.deepEqual(types(sought), ['focus-window', 'focus-tree']);
});

test('a map without the current page has the focus all the same', () => {
  assert.deepEqual(types(after([...SHOWN, { type: 'current-requested' }])), ['focus-tree']);
});

test('the shortcut leads into the tree, and leaves a filter alone', () => {
  const current = { current: 3, in_map: true };
  const ready = [...OPEN, view(current, { isReveal: true, place: 0 }), shown(current)];
  assert.deepEqual(types(after([...ready, { type: 'focus-requested' }])), ['focus-window', 'activate-row', 'focus-tree']);
  const filtered = [...ready, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }];
  assert.deepEqual(types(after([...filtered, { type: 'focus-requested' }])), ['focus-window', 'focus-tree']);
});

test('a focus that the browser refuses is tried again when its window has it, or rows come', () => {
  const refused = [...SHOWN, { type: 'focus-requested' }, { type: 'tree-focused', isFocused: false }];
  assert.ok(types(after([...refused, { type: 'window-focused' }])).includes('focus-tree'));
  assert.ok(types(after([...refused, view(), shown()])).includes('focus-tree'));
});

test('it is not tried again once it is there, or the reader has pressed anything', () => {
  const refused = [...SHOWN, { type: 'focus-requested' }, { type: 'tree-focused', isFocused: false }];
  for (const end of [{ type: 'tree-focused', isFocused: true }, { type: 'pointer-pressed' }]) {
    assert.deepEqual(after([...refused, end, { type: 'window-focused' }]).effects, []);
    assert.deepEqual(after([...refused, end, view(), shown()]).effects, []);
  }
});

test('a focus that is owed to the tree is not taken from a field in which the reader writes, nor later', () => {
  const writing = [...OPEN, { type: 'focus-orphaned' }, view({}, { isReveal: true, place: 0 }), shown({}, 1, true)];
  assert.deepEqual(types(after(writing)), []);
  assert.deepEqual(types(after([...writing, view(), shown()])), []);
});

test('a focus whose message has gone goes to the tree that comes', () => {
  const step = after([...OPEN, { type: 'focus-orphaned' }, view({}, { isReveal: true, place: 0 }), shown()]);
  assert.deepEqual(types(step), ['focus-window', 'focus-tree']);
});

// Branches opened together, and hidden ones

test('a branch is expanded by the host, and what was opened is remembered', () => {
  const asked = reduce(after(SHOWN).state, { type: 'expand-requested', key: 'a' });
  assert.deepEqual(asked.effects, [{ type: 'expand-branch', key: 'a' }]);
  const step = reduce(asked.state, { type: 'branches-expanded', session: 1, keys: ['a', 'b'], view: aView({ total: 20 }), isAll: true, isWhole: false });
  assert.deepEqual([step.state.openKeys, first(step, 'remember').open, step.state.view.total], [['a', 'b'], ['a', 'b'], 20]);
  assert.deepEqual(only(step, 'say-cut'), []);
});

test('that not all could be opened is said', () => {
  const step = reduce(after(SHOWN).state, { type: 'branches-expanded', session: 1, keys: ['a', 'b'], view: aView(), isAll: false, isWhole: true });
  assert.deepEqual(first(step, 'say-cut'), { type: 'say-cut', opened: 2 });
});

test('what a filter leaves is not expanded, nor what is gone', () => {
  const filtered = after([...SHOWN, { type: 'filter-typed', text: 'x' }, { type: 'filter-due' }]).state;
  assert.deepEqual(reduce(filtered, { type: 'expand-requested', key: null }).effects, []);
  assert.deepEqual(reduce(INITIAL, { type: 'expand-requested', key: null }).effects, []);
  assert.deepEqual(reduce(after(SHOWN).state, { type: 'branches-expanded', session: 7, keys: ['a'], view: aView(), isAll: true, isWhole: true }).effects, []);
});

test('of a branch that is closed those below it are no longer open either', () => {
  const { state } = after([...SHOWN, ...['a', 'a.b', 'ab'].map((key) => ({ type: 'branch-toggled', key, open: true })), { type: 'branch-toggled', key: 'a', open: false }]);
  assert.deepEqual(state.openKeys, ['ab']);
});

test('a branch is hidden by the host, and remembered by the key that the host has for it', () => {
  const asked = reduce(after(SHOWN).state, { type: 'hide-requested', hidden: ['row'] });
  assert.deepEqual(asked.effects, [{ type: 'hide-branches', hidden: ['row'] }]);
  const step = reduce(asked.state, { type: 'branches-hidden', session: 1, hidden: ['whole'], view: aView({ total: 8 }) });
  assert.deepEqual([step.state.hidden, step.state.view.total], [['whole'], 8]);
  assert.deepEqual(first(step, 'remember-hidden'), { type: 'remember-hidden', sitemap: aSite().sitemap, isPrivate: false, hidden: ['whole'] });
});

test('what was hidden is hidden again as a map opens, so many as a view hides', () => {
  assert.deepEqual(first(after([tab(), memory({ hidden: ['h'] })]), 'open-map').hidden, ['h']);
  const hidden = Array.from({ length: MOST_HIDDEN + 1 }, (_, at) => `k${at}`);
  assert.equal(first(after([tab(), memory({ hidden })]), 'open-map').hidden.length, MOST_HIDDEN);
  assert.deepEqual(after([tab(), memory({ hidden: ['h'] }), tab({ tabId: 2, site: aSite({ site: 's2' }) })]).state.hidden, []);
});

test('who has all forgotten sees what was hidden', () => {
  const step = after([tab(), memory({ hidden: ['h'] }), { type: 'sites-forgotten', sitemaps: [aSite().sitemap] }]);
  assert.deepEqual(first(step, 'hide-branches').hidden, []);
});
