import './page.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TreeKeys, isFoldable, targetOf, treeAction } from '../../extension/sidebar/tree-keys.js';
import { aRow } from './samples.js';
import { Selection } from '../../extension/sidebar/selection.js';

const CLOSED = { key: 'k', children: true, open: false, loop: false, kind: 'item' };
const OPEN = { ...CLOSED, open: true };
const LEAF = { ...CLOSED, children: false };
const GROUP = { ...OPEN, kind: 'group' };
const LOOP = { ...CLOSED, loop: true };
const act = (key, row = LEAF, isRtl = false) => treeAction(typeof key === 'string' ? { key } : key, row, isRtl);

test('right opens and then enters, left closes and then leaves', () => {
  assert.equal(act('ArrowRight', CLOSED), 'open');
  assert.equal(act('ArrowRight', OPEN), 'into');
  assert.equal(act('ArrowRight', LEAF), null);
  assert.equal(act('ArrowLeft', OPEN), 'close');
  assert.equal(act('ArrowLeft', CLOSED), 'parent');
});

test('arrows are swapped from right to left', () => {
  assert.equal(act('ArrowLeft', CLOSED, true), 'open');
  assert.equal(act('ArrowRight', OPEN, true), 'close');
});

test('groups and loops cannot be closed', () => {
  assert.ok(isFoldable({ ...GROUP, key: 'menu menus' }), 'a title of the page’s own rows can');
  assert.ok(!isFoldable(GROUP) && !isFoldable(LOOP) && isFoldable(CLOSED));
  assert.equal(act('ArrowRight', GROUP), 'into');
  assert.equal(act('ArrowLeft', GROUP), 'parent');
  assert.equal(act('ArrowRight', LOOP), null);
});

test('keys move, activate and type', () => {
  assert.deepEqual(
    ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'].map((key) => act(key)),
    ['next', 'previous', 'first', 'last', 'page-down', 'page-up'],
  );
  assert.equal(act('Enter'), 'activate');
  assert.equal(act({ key: 'Enter', ctrlKey: true }), 'activate-in-tab');
  assert.equal(act('ß'), 'type');
  for (const key of [{ key: 'ArrowDown', altKey: true }, 'ContextMenu', { key: 'F10', shiftKey: true }])
    assert.equal(act(key), 'menu');
});

test('other keys stay with the browser', () => {
  for (const key of ['Tab', 'Escape', 'F5', 'Shift', { key: 'c', ctrlKey: true }, { key: 'ArrowLeft', altKey: true }])
    assert.equal(act(key), null);
});

test('a row that is loading can be left', () => {
  assert.equal(treeAction({ key: 'ArrowDown' }, null, false), 'next');
  assert.equal(treeAction({ key: 'ArrowRight' }, null, false), null);
});

test('a space is a letter while a name is typed', () => {
  assert.equal(treeAction({ key: ' ' }, LEAF, false, true), 'type');
  assert.equal(treeAction({ key: ' ' }, LEAF, false, false), 'activate');
});

test('movements go by a row, by a view or to the ends', () => {
  const list = { total: 100, rowHeight: 30, viewport: 300 };
  const of = (action) => targetOf(action, 50, list);
  assert.deepEqual(['next', 'into', 'previous', 'page-down', 'page-up', 'first', 'last', 'open', 'type'].map(of), [
    51,
    51,
    49,
    59,
    41,
    0,
    99,
    null,
    null,
  ]);
});

/**
 * Return a tree of these rows for the keyboard, and its recorded actions.
 * @param {any[]} rows
 * @param {number} [active]
 * @param {{
 *   find?: (...words: any[]) => Promise<any>,
 *   grown?: number[],
 *   isRtl?: boolean,
 *   isFiltered?: boolean,
 * }} [options]
 */
function aTree(rows, active = 0, { find = async () => null, grown = [], isRtl = false, isFiltered = false } = {}) {
  const done = [];
  const link = { focus: () => done.push(['focus-link']) };
  const elements = rows.map((row) => ({
    querySelector: (css) =>
      css.startsWith('a') ? row.location && link : css.startsWith('[aria-haspopup') ? 'button' : null,
  }));
  /** @type {any} */
  const tree = {
    cache: { get: (index) => rows[index] ?? null, fetch: async (index) => rows[index] ?? null },
    active,
    usedAt: 1,
    isRtl,
    list: { total: rows.length, rowHeight: 30, viewport: 300 },
    elementAt: (index) => elements[index],
    activate: (index) => {
      done.push(['activate', index]);
    },
    shown: async () => {},
    selection: new Selection((selected) => done.push(['select', ...selected.map(({ key }) => key)])),
    owner: {
      toggle: (row, open) => done.push(['toggle', row.key, open]),
      visit: (target, where) => done.push(['visit', target.key, where]),
      menu: (row, button) => done.push(['menu', row.key, button]),
      expand: (row) => done.push(['expand', row.key]),
      sayCut: (opened) => done.push(['cut', opened]),
      openAll: async (keys) => {
        done.push(['open-all', ...keys]);
        return grown;
      },
      escape: () => {
        if (isFiltered) done.push(['escape']);
        return isFiltered;
      },
      find: async (...words) => {
        done.push(['find', ...words]);
        return find(...words);
      },
    },
  };
  const keys = new TreeKeys(tree);
  /** Press a key on the active row; return true if it was handled. */
  const press = async (key, more = {}) => {
    let isHandled = false;
    /** @type {any} */
    const event = {
      key,
      target: elements[active],
      preventDefault: () => {
        isHandled = true;
      },
      ...more,
    };
    keys.handle(event);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return isHandled;
  };
  return { tree, keys, press, done };
}

const BRANCH = aRow({ key: 'b', children: true });
const PLAIN = aRow({ key: 'p', location: null });

test('a movement activates another row', async () => {
  const { press, done } = aTree([BRANCH, PLAIN]);
  assert.ok(await press('ArrowDown'));
  assert.deepEqual(done, [['activate', 1]]);
});

test('keys inside a row and browser keys are left alone', async () => {
  const { press, done } = aTree([BRANCH]);
  assert.ok(!(await press('ArrowDown', { target: {} })));
  assert.ok(!(await press('Tab')));
  assert.deepEqual(done, []);
});

test('opening, links and the menu are passed to the owner', async () => {
  const { press, done } = aTree([BRANCH]);
  await press('ArrowRight');
  await press('Enter');
  await press('Enter', { ctrlKey: true });
  await press('ArrowDown', { altKey: true });
  assert.deepEqual(done, [
    ['toggle', 'b', true],
    ['toggle', 'b', true],
    ['visit', 'b', 'current'],
    ['visit', 'b', 'tab'],
    ['menu', 'b', 'button'],
  ]);
});

test('a row without a link is toggled and one without children does nothing', async () => {
  const folder = aTree([{ ...BRANCH, location: null, open: true }]);
  await folder.press('Enter');
  const leaf = aTree([PLAIN]);
  await leaf.press('Enter');
  assert.deepEqual([folder.done, leaf.done], [[['toggle', 'b', false]], []]);
});

test('the context-menu key opens the row’s own menu', async () => {
  const { press, done } = aTree([BRANCH]);
  assert.ok(await press('ContextMenu'));
  assert.ok(await press('F10', { shiftKey: true }));
  assert.deepEqual(done, [
    ['menu', 'b', 'button'],
    ['menu', 'b', 'button'],
  ]);
});

test('Shift with a movement selects pages, Ctrl+Space one, and Escape clears', async () => {
  const { press, done } = aTree([BRANCH, PLAIN, aRow({ key: 'c' })]);
  const moved = async (key, more) => {
    done.length = 0;
    await press(key, more);
    return done.filter(([what]) => what === 'select');
  };
  assert.deepEqual(await moved('End', { shiftKey: true }), [['select', 'b', 'c']]);
  assert.deepEqual(await moved(' ', { ctrlKey: true }), [['select', 'c']]);
  assert.deepEqual(await moved('Escape'), [['select']]);
  assert.deepEqual(await moved('ArrowDown'), []);
});

test('Escape ends a filter and stays with the browser otherwise', async () => {
  const filtered = aTree([BRANCH], 0, { isFiltered: true });
  assert.ok(await filtered.press('Escape'));
  assert.deepEqual(filtered.done, [['escape']]);
  assert.ok(!(await aTree([BRANCH]).press('Escape')));
});

test('arrows follow the tree’s direction whatever the page’s', async () => {
  const { press, done } = aTree([BRANCH], 0, { isRtl: true });
  await press('ArrowLeft');
  assert.deepEqual(
    done.map(([what]) => what),
    ['toggle'],
  );
});

test('left goes to the row above', async () => {
  const { press, done } = aTree([BRANCH, aRow({ level: 2 })], 1);
  await press('ArrowLeft');
  assert.deepEqual(done, [['activate', 0]]);
});

test('a movement for an old state of the tree is dropped', async () => {
  const { tree, press, done } = aTree([BRANCH, aRow({ level: 2 })], 1);
  const { cache } = tree;
  tree.cache = {
    ...cache,
    fetch: async (index) => {
      tree.cache = cache;
      return cache.fetch(index);
    },
  };
  await press('ArrowLeft');
  assert.deepEqual(done, []);
});

test('all siblings open and the active row keeps its place', async () => {
  const rows = [{ ...BRANCH, key: 'x' }, BRANCH, { ...BRANCH, key: 'open', open: true }, { ...BRANCH, key: 'y' }];
  const { press, done } = aTree(rows, 1, { grown: [5, 7, 9] });
  await press('*');
  assert.deepEqual(done, [
    ['open-all', 'x', 'b', 'y'],
    ['activate', 1 + 5],
  ]);
});

test('with all siblings open everything below the row opens, and a leaf does nothing', async () => {
  const { press, done } = aTree([PLAIN]);
  await press('*');
  assert.deepEqual(done, []);
  const branch = aTree([{ ...BRANCH, open: true }]);
  await branch.press('*');
  assert.deepEqual(branch.done, [['expand', 'b']]);
});

test('very many siblings open up to the host’s limit with a notice', async () => {
  const { press, done } = aTree(
    Array.from({ length: 900 }, (_, at) => aRow({ key: `b${at}`, children: true, set_size: 900, position: at + 1 })),
  );
  await press('*');
  for (let turn = 0; turn < 2000; turn++) await Promise.resolve();
  assert.deepEqual([done[0], done[1].length - 1], [['cut', 400], 400]);
});

test('letters typed quickly form one name that the active row may still match', async () => {
  const { keys, press, done } = aTree([PLAIN, PLAIN], 0, { find: async () => 1 });
  await press('n');
  await press('o');
  assert.deepEqual(
    done.filter(([what]) => what === 'find'),
    [
      ['find', 'n', 1],
      ['find', 'no', 0],
    ],
  );
  assert.ok(keys.isTyping);
  await press('ArrowDown');
  assert.ok(!keys.isTyping);
});

test('a name without a match goes nowhere', async () => {
  const { press, done } = aTree([PLAIN]);
  await press('z');
  assert.deepEqual(done, [['find', 'z', 1]]);
});

test('a key that is answered late does not take the reader back', async () => {
  const rows = [{ ...BRANCH, key: 'x' }, BRANCH, aRow({ level: 2 })];
  const { tree, press, done } = aTree(rows, 2, {
    find: async () => {
      tree.usedAt = 2;
      return 0;
    },
  });
  await press('p');
  tree.cache = {
    ...tree.cache,
    fetch: async (index) => {
      tree.usedAt = 3;
      return rows[index] ?? null;
    },
  };
  await press('ArrowLeft');
  assert.deepEqual(done, [['find', 'p', 3]]);
});

test('the row of a star becomes active once the branches are shown', async () => {
  const { tree, press, done } = aTree([BRANCH, aRow()], 1, { grown: [5] });
  tree.shown = async () => {
    done.push(['shown']);
  };
  await press('*');
  assert.deepEqual(done.slice(1), [['shown'], ['activate', 6]]);
});

test('branches that open late do not take the reader back', async () => {
  const { tree, press, done } = aTree([BRANCH]);
  tree.owner.openAll = async () => {
    tree.usedAt = 2;
    return [5];
  };
  await press('*');
  assert.deepEqual(done, []);
});
