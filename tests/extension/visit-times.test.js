import assert from 'node:assert/strict';
import { test } from 'node:test';

const { MOST_OPENED, NO_VISITS, VISIT_MS, comparable, isOpened, openPage, showPage } = await import(
  '../../extension/shared/visit-times.js'
);
const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 10, 9);
const after = (...times) => times.reduce(showPage, NO_VISITS);
const page = (location, changed = START) => ({ location, changed });

test('the first visit has none before it', () => {
  assert.deepEqual(after(START), { previous: 0, start: START, last: START, opened: [] });
});

test('pages of one visit do not move its beginning or the previous visit', () => {
  const times = [START, START + VISIT_MS - 1, START + 2 * VISIT_MS - 2];
  assert.deepEqual([after(...times).start, after(...times).previous], [START, 0]);
});

test('a page after a long pause begins the next visit', () => {
  const next = START + VISIT_MS;
  assert.deepEqual(after(START, next), { previous: START, start: next, last: next, opened: [] });
});

test('nothing changes within a minute', () => {
  const visits = after(START);
  assert.equal(showPage(visits, START + MINUTE - 1), visits);
  assert.equal(showPage(visits, START + MINUTE).last, START + MINUTE);
});

test('a clock that was set back leaves no time in the future', () => {
  const visits = showPage(after(START, START + VISIT_MS), START - MINUTE);
  assert.deepEqual([visits.previous, visits.start, visits.last], Array(3).fill(START - MINUTE));
});

test('an opened page is new again after its next change', () => {
  const visits = openPage(after(START), page('a'));
  assert.deepEqual([isOpened(visits, page('a')), isOpened(visits, page('a', START + 1))], [true, false]);
  assert.equal(openPage(visits, page('a')), visits);
  assert.deepEqual(openPage(visits, page('a', START + 1)).opened, [['a', START + 1]]);
});

test('opened pages are bounded, and forgotten once they are no longer new', () => {
  let visits = after(START);
  for (let number = 0; number <= MOST_OPENED; number++) visits = openPage(visits, page(`p${number}`));
  assert.deepEqual([visits.opened.length, visits.opened[0][0]], [MOST_OPENED, 'p1']);
  assert.equal(openPage(visits, page('x'.repeat(1_001))), visits);
  const days = [1, 2, 3].map((day) => START + day * 86_400_000);
  assert.deepEqual(days.reduce(showPage, visits).opened, []);
});

test('addresses are compared without fragment, final slash, index and extension', () => {
  const same = ['/a', '/a/', '/a#x', '/a.html', '/a/index.html', '/a/index.php#y'];
  assert.deepEqual([...new Set(same.map((path) => comparable(`https://a.example${path}`)))], ['https://a.example/a']);
  assert.notEqual(comparable('https://a.example/a?p=1'), comparable('https://a.example/a?p=2'));
});

/** Return a generator of numbers from 0 below 1. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('visits and opened pages agree with a model that keeps everything', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed);
    let visits = NO_VISITS;
    let model = { shown: [], begun: [], opened: new Map() };
    let now = START;
    for (let step = 0; step < 60; step++) {
      const chance = random();
      if (chance < 0.05) {
        visits = NO_VISITS;
        model = { shown: [], begun: [], opened: new Map() };
      } else if (chance < 0.35 && model.begun.length) {
        // A page that changed after the previous visit, or it would not be listed.
        const changed = (model.begun.at(-2) ?? 0) + 1 + Math.floor(random() * VISIT_MS);
        const location = `p${Math.floor(random() * 5)}`;
        visits = openPage(visits, page(location, changed));
        if (!(model.opened.get(location) >= changed)) model.opened.set(location, changed);
        assert.ok(isOpened(visits, page(location, changed)), `seed ${seed}`);
      } else {
        now += Math.floor(random() * 2 * VISIT_MS);
        if (model.shown.length === 0 || now - model.shown.at(-1) >= VISIT_MS) model.begun.push(now);
        if (!model.shown.length || now - model.shown.at(-1) >= MINUTE) model.shown.push(now);
        visits = showPage(visits, now);
      }
      const expected = [model.begun.at(-2) ?? 0, model.begun.at(-1) ?? 0, model.shown.at(-1) ?? 0];
      assert.deepEqual([visits.previous, visits.start, visits.last], expected, `seed ${seed}, step ${step}`);
      for (const [location, changed] of model.opened)
        if (changed > visits.previous) assert.ok(isOpened(visits, page(location, changed)), `seed ${seed}`);
    }
  }
});

test('no time is ever in the future, or out of order, whatever the clock does', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed);
    let visits = NO_VISITS;
    for (let step = 0; step < 60; step++) {
      const now = START + Math.floor((random() - 0.5) * 10 * VISIT_MS);
      visits = showPage(visits, now);
      const { previous, start, last } = visits;
      assert.ok(previous <= start && start <= last && last <= now, `seed ${seed}, step ${step}`);
    }
  }
});
