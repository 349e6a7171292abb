import { document, loadPage, query, press, settled, speak, stored, texts } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aSite, aTab, noMap } from './samples.js';

const { RequestError } = await import('../../extension/shared/background-port.js');
const { NewPages } = await import('../../extension/sidebar/new-pages.js');
const { forgetSites, readVisits, writeAddress, writeVisits } = await import('../../extension/shared/settings.js');
const { NO_VISITS, VISIT_MS } = await import('../../extension/shared/visit-times.js');
const { text } = await import('../../extension/shared/strings.js');
const MAP = 'https://a.example/map.xml';
const KEY = `visits ${MAP}`;
const START = Date.UTC(2026, 2, 10, 9);

let marked;
let requested;
let visited;
let answer;
let now;
let pages;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  speak('en');
  stored.local = {};
  stored.sync = {};
  [marked, requested, visited, now] = [[], [], [], START];
  answer = { pages: [aPage('b', 2), aPage('a', 1)], total: 2, dates: 'usable' };
  pages = newPages();
});

/** A page that changed some days after the first visit. */
const aPage = (name, days, more = {}) => ({
  key: name,
  name: `Page ${name}`,
  location: `https://a.example/${name}`,
  language: null,
  trail: [],
  changed: START + days * 86_400_000,
  is_day: false,
  ...more,
});

function newPages() {
  return new NewPages({
    port: {
      request: async (method, /** @type {any} */ params) => {
        requested.push([method, params.since]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    visit: (target) => visited.push(target.key),
    mark: (addresses) => {
      marked = [...addresses];
    },
    now: () => now,
  });
}

const follow = async (tab = aTab()) => {
  pages.follow(tab);
  await pages.last;
};

/** Turn it on for the site, and come again later. */
async function comeAgain() {
  await follow();
  await pages.turn(true, false);
  now = START + 5 * 86_400_000;
  await follow();
}

test('nothing is stored, requested or marked unless the reader turns it on', async () => {
  await follow();
  pages.open(query('#more'));
  assert.deepEqual([stored.local, requested, marked], [{}, [], []]);
  assert.equal(query('#new-text').textContent, text('newOff'));
  assert.deepEqual([query('#new-site').textContent, query('#new-all').hidden], [text('newOnSite'), false]);
});

test('the first visit shows nothing new, and says from when on', async () => {
  await follow();
  await pages.turn(true, false);
  pages.open(query('#more'));
  assert.match(query('#new-text').textContent, /^New pages are shown from your next visit on\. .*Mar 10, 2026/);
  assert.deepEqual([requested, marked, stored.local[KEY].start, stored.local[KEY].isOn], [[], [], START, true]);
});

test('the next visit lists what changed since, newest first, with dots until opened', async () => {
  await comeAgain();
  pages.open(query('#more'));
  assert.deepEqual(requested, [['site.news', START]]);
  assert.deepEqual(marked, ['https://a.example/b', 'https://a.example/a']);
  assert.deepEqual(texts('#new-pages a'), ['Page b', 'Page a']);
  assert.deepEqual([query('#new-number').textContent, query('#new-open').hidden], ['2', false]);
  assert.equal(query('#new-pages a').getAttribute('aria-description'), 'new');
  await follow(aTab({ url: 'https://a.example/b#part' }));
  assert.deepEqual([marked, texts('#new-pages .fresh a')], [['https://a.example/a'], ['Page a']]);
  assert.deepEqual(stored.local[KEY].opened, [['https://a.example/b', answer.pages[0].changed]]);
});

test('a page opened from the list loses its dot, wherever it opens', async () => {
  await comeAgain();
  pages.open(query('#more'));
  query('#new-pages a').click();
  await pages.last;
  assert.deepEqual([visited, marked], [['b'], ['https://a.example/a']]);
});

test('the list is read again only if the map or the previous visit changes', async () => {
  await comeAgain();
  await follow(aTab({ url: 'https://a.example/x' }));
  assert.equal(requested.length, 1);
  await follow(aTab({ site: aSite({ counts: { documents: 2, elements: 9, faults: {} } }) }));
  assert.equal(requested.length, 2);
});

test('a map that is loading again is read once it has arrived', async () => {
  await comeAgain();
  await follow(aTab({ site: aSite({ state: 'loading' }) }));
  assert.deepEqual([requested.length, marked.length], [1, 2]);
  await follow();
  assert.equal(requested.length, 2);
});

test('a map that is gone is asked for its new pages later', async () => {
  answer = new RequestError({ code: 'unknown-site', params: {} });
  await comeAgain();
  assert.deepEqual([marked, requested.length], [[], 1]);
  await follow();
  assert.equal(requested.length, 2);
});

// Promise (successor): Visits are recorded only if the reader turned that on, and never in private windows.
test('private windows, containers and pages without a map record no visit', async () => {
  pages.want(true);
  await follow(aTab({ jar: 'private' }));
  pages.open(query('#more'));
  assert.equal(query('#new-text').textContent, text('newPrivate'));
  assert.deepEqual(texts('#new-choice button:not([hidden])'), []);
  await follow(noMap());
  assert.ok(query('#new').hidden);
  await follow(aTab({ jar: 'firefox-container-1' }));
  assert.deepEqual([stored.local, requested], [{}, []]);
});

test('a map kept beside a page of another site is not visited', async () => {
  pages.want(true);
  await follow(aTab({ isPinned: true }));
  assert.deepEqual(stored.local, {});
});

test('turned off for the site, its visits are deleted', async () => {
  await comeAgain();
  await pages.turn(false, false);
  assert.deepEqual([stored.local, marked], [{}, []]);
});

test('turned on for all sites, it can be turned off for all', async () => {
  stored.local['visits https://b.example/map.xml'] = { start: 1 };
  await follow();
  await pages.turn(true, true);
  pages.open(query('#more'));
  assert.deepEqual([stored.sync.newPages, stored.local[KEY].start], [true, START]);
  assert.deepEqual(texts('#new-choice button:not([hidden])'), [text('newOffAll')]);
  query('#new-site').click();
  await settled();
  await pages.last;
  assert.deepEqual([stored.sync.newPages, stored.local, pages.isOn], [false, {}, false]);
});

test('a site forgotten meanwhile stays forgotten', async () => {
  await comeAgain();
  stored.local = {};
  pages.refresh();
  await pages.last;
  assert.deepEqual([stored.local, marked], [{}, []]);
});

test('what another window opened loses its dot here', async () => {
  await comeAgain();
  stored.local[KEY].opened = [['https://a.example/a', answer.pages[1].changed]];
  pages.refresh();
  await pages.last;
  assert.deepEqual(marked, ['https://a.example/b']);
});

for (const [dates, words] of [
  ['none', 'newNoDates'],
  ['alike', 'newAlike'],
]) {
  test(`a list whose dates say nothing says so: ${dates}`, async () => {
    answer = { pages: [], total: 0, dates };
    await comeAgain();
    pages.open(query('#more'));
    assert.equal(query('#new-text').textContent, text(words));
  });
}

test('an empty list says since when nothing has changed', async () => {
  answer = { pages: [], total: 0, dates: 'usable' };
  await comeAgain();
  pages.open(query('#more'));
  assert.match(query('#new-text').textContent, /^No page has changed since .*Mar 10, 2026/);
  assert.ok(query('#new-open').hidden);
});

test('a day is the same in every time zone, and the rest of a long list is counted', async () => {
  answer = {
    pages: [aPage('a', 0, { is_day: true, changed: Date.UTC(2026, 2, 11), trail: ['X', 'Y'] })],
    total: 900,
    dates: 'usable',
  };
  await comeAgain();
  pages.open(query('#more'));
  assert.equal(query('#new-pages small').textContent, 'Mar 11, 2026 · X › Y');
  assert.equal(query('#new-pages time').dateTime, '2026-03-11');
  assert.deepEqual([query('#new-count').textContent, query('#new-rest').hidden], ['900', false]);
});

test('the list covers the map, and Escape gives the focus back', async () => {
  await comeAgain();
  query('#map').hidden = false;
  query('#new-open').checkVisibility = () => true;
  query('#new-open').click();
  assert.deepEqual([query('#map').inert, document.activeElement.id], [true, 'new-close']);
  assert.equal(press('Escape'), false); // what reaches Firefox stops the page that is loading
  assert.deepEqual([query('#map').inert, query('#new').hidden, document.activeElement.id], [false, true, 'new-open']);
});

test('visits hours apart are one', async () => {
  await follow();
  await pages.turn(true, false);
  now = START + VISIT_MS - 1;
  await follow();
  assert.deepEqual([requested, stored.local[KEY].previous], [[], 0]);
});

test('visits are deleted with the site, and with the choice of its list', async () => {
  const addresses = [MAP, 'https://b.example/map.xml', 'https://c.example/map.xml'];
  for (const address of addresses) await writeVisits(address, { ...NO_VISITS, start: 1 });
  await forgetSites((address) => address === MAP);
  await writeAddress('https://b.example', 'https://b.example/map.xml');
  await writeAddress('https://b.example', null);
  assert.deepEqual(Object.keys(stored.local), ['visits https://c.example/map.xml']);
});

test('visits of a hundred sites are kept, those of the latest', async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  for (let number = 0; number <= 100; number++) {
    await writeVisits(`https://s${number}.example/map.xml`, { ...NO_VISITS, start: 1 });
    context.mock.timers.tick(1);
  }
  assert.equal(Object.keys(stored.local).length, 100);
  assert.equal((await readVisits('https://s0.example/map.xml')).start, 0);
});
