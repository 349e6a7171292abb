import { document, loadPage, query, texts, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aRow } from './samples.js';

const { RowCache } = await import('../../extension/sidebar/row-cache.js');
const { StickyRows, mostSticky, stickyAt } = await import('../../extension/sidebar/sticky-rows.js');

const LIST = { total: 100, rowHeight: 30, viewport: 600 };
const HOW = { words: [], language: 'en', site: '', coming: '', heading: '', visited: new Set() };

/** Return rows by their levels, each with its position among its siblings. @param {number[]} levels */
function rowsOf(levels) {
  const counts = [];
  return levels.map((level, at) => {
    counts.length = level;
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    return aRow({
      key: `k${at}`,
      name: `Row ${at}`,
      level,
      position: counts[level - 1],
      location: `https://a.example/${at}`,
    });
  });
}

/** Return a cache that has all rows, or only those of fetched pages. @param {ReturnType<typeof rowsOf>} rows */
function cacheOf(rows) {
  return new RowCache(
    rows.length,
    1,
    async (from, count) => ({ revision: 1, from, total: rows.length, rows: rows.slice(from, from + count) }),
    () => {},
  );
}

/**
 * Return the expected sticky rows, by a plain walk up from the row in each place.
 * @param {number[]} levels
 * @param {number} first
 * @param {number} most
 */
function expected(levels, first, most) {
  const parentsOf = (index) => {
    const parents = [];
    for (let at = index - 1, level = levels[index] ?? 1; at >= 0; at--) {
      if (levels[at] < level) {
        parents.unshift(at);
        level = levels[at];
      }
    }
    return parents.slice(-most);
  };
  const sticky = [];
  while (sticky.length < most && parentsOf(first + sticky.length)[sticky.length] !== undefined)
    sticky.push(parentsOf(first + sticky.length)[sticky.length]);
  return sticky;
}

let done;
let sticky;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  done = [];
  sticky = new StickyRows(
    query('#tree'),
    {
      toggle: (row) => done.push(['toggle', row.key]),
      visit: (target, where) => done.push(['visit', target.key, where]),
      menu: () => {},
    },
    (index) => done.push(['lead', index]),
  );
});
const shown = () => texts('.sticky .words');

test('ancestors of the topmost row stay at the top once their own place is left', async () => {
  const cache = cacheOf(rowsOf([1, 2, 3, 3, 2, 1, 2]));
  await cache.want(0, 7);
  const at = (first) => {
    sticky.draw(cache, first, LIST, HOW);
    return shown();
  };
  assert.deepEqual(at(0), []);
  assert.deepEqual(at(1), ['Row 0', 'Row 1']);
  assert.deepEqual(at(3), ['Row 0']);
  assert.deepEqual(at(5), []);
  assert.deepEqual(at(6), ['Row 5']);
  assert.equal(query('.sticky').getAttribute('aria-hidden'), 'true');
});

test('sticky rows match a plain walk in trees of any shape within a third of the view', async () => {
  let seed = 7;
  const random = (most) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 60; round++) {
    const levels = [1];
    while (levels.length < 40) levels.push(1 + random(Math.min(9, levels.at(-1) + 1)));
    const cache = cacheOf(rowsOf(levels));
    await cache.want(0, 40);
    for (let first = 0; first < 40; first++) {
      for (const viewport of [90, 200, 600]) {
        const most = mostSticky({ ...LIST, viewport });
        assert.ok(most * LIST.rowHeight <= viewport * 0.3);
        const places = stickyAt(first, most, (index) => sticky.parentsOf(cache, index));
        assert.deepEqual(
          places.map(({ index }) => index),
          expected(levels, first, most),
          `${levels} at ${first}`,
        );
      }
    }
  }
});

test('a distant parent is fetched after scrolling ends', async () => {
  const cache = cacheOf(rowsOf([1, ...Array(300).fill(2)]));
  await cache.want(200, 220);
  sticky.draw(cache, 200, LIST, HOW);
  assert.deepEqual(shown(), []);
  assert.ok(await sticky.lookUp(200, LIST));
  sticky.draw(cache, 200, LIST, HOW);
  assert.deepEqual(shown(), ['Row 0']);
  assert.ok(!(await sticky.lookUp(200, LIST)));
});

test('sticky rows are links and branches that go to their rows and take no focus', async () => {
  const rows = rowsOf([1, 2, 2]);
  Object.assign(rows[0], { children: true, open: true });
  const cache = cacheOf(rows);
  await cache.want(0, 3);
  sticky.draw(cache, 1, LIST, HOW);
  assert.deepEqual([...document.querySelectorAll('.sticky :is([tabindex="0"], button, [role], [id])')], []);
  query('.sticky a.name').click();
  query('.sticky .twist').click();
  query('.sticky .row').click();
  assert.deepEqual(done, [
    ['visit', 'k0', 'current'],
    ['toggle', 'k0'],
    ['lead', 0],
  ]);
  const press = new window.MouseEvent('mousedown', { bubbles: true, cancelable: true });
  query('.sticky a.name').dispatchEvent(press);
  assert.ok(press.defaultPrevented);
});
