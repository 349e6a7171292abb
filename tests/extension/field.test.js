import { document, loadPage, query, press, window } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { aSite, aTab, aView, noMap } from './samples.js';

const { Field, wordsAbout } = await import('../../extension/sidebar/field.js');
const { isolated } = await import('../../extension/shared/links.js');
const { countText, text } = await import('../../extension/shared/strings.js');

const SEARCH = { name: 'Find books', description: 'In the shop', method: 'get', host: 'books.example' };
let done;
let field;
let hasRows;
beforeEach(() => {
  loadPage('sidebar/sidebar.html');
  [done, hasRows] = [[], true];
  const record =
    (name, result) =>
    (...values) => {
      done.push([name, ...values]);
      return result;
    };
  field = new Field({
    type: record('type'),
    clear: () => {
      done.push(['clear']);
      field.write('');
      return true;
    },
    enterTree: () => {
      done.push(['enter']);
      return hasRows;
    },
    stepToMatch: record('step'),
    search: record('search'),
    focused: () => {},
  });
  field.drawTab(aTab({ site: aSite({ search: SEARCH }) }), false);
});
const write = (words) => {
  field.input.value = words;
  field.input.dispatchEvent(new window.Event('input'));
};
const offered = () => (query('#search').hidden ? null : query('#search').textContent);

test('the field says that it finds pages, searches the site or finds parts of a page', () => {
  const names = () => [
    field.input.placeholder,
    field.input.getAttribute('aria-label'),
    field.input.getAttribute('aria-keyshortcuts'),
  ];
  const withSearch = text('fieldWithSearch', isolated('books.example'));
  assert.deepEqual(names(), [withSearch, withSearch, 'Control+Enter']);
  field.drawTab(aTab(), false);
  assert.deepEqual(names(), [text('fieldOfMap'), text('fieldOfMap'), null]);
  field.drawTab(noMap(), true);
  assert.deepEqual(names(), [text('fieldOfPage'), text('fieldOfPage'), null]);
});

test('typed words are offered to the site’s search if it has one', () => {
  assert.equal(offered(), null);
  write('moss ');
  assert.deepEqual(
    [offered(), done],
    [text('searchFor', isolated('books.example'), isolated('moss')), [['type', 'moss ']]],
  );
  assert.match(query('#search').title, /Find books\nIn the shop/);
  field.drawTab(aTab(), false);
  assert.equal(offered(), null);
  field.drawTab(aTab({ site: aSite({ search: SEARCH }) }), false);
  assert.notEqual(offered(), null);
  write('  ');
  assert.equal(offered(), null);
});

test('a click on the line or Ctrl+Enter searches the site, with modifiers for the place', () => {
  write(' moss ');
  query('#search').click();
  query('#search').dispatchEvent(new window.MouseEvent('auxclick', { button: 1 }));
  press('Enter', { on: field.input, ctrlKey: true });
  press('Enter', { on: field.input, metaKey: true, shiftKey: true });
  press('Enter', { on: field.input, ctrlKey: true, isComposing: true });
  assert.deepEqual(done.slice(1), [
    ['search', 'moss', 'current'],
    ['search', 'moss', 'background-tab'],
    ['search', 'moss', 'current'],
    ['search', 'moss', 'tab'],
  ]);
  write('');
  done = [];
  press('Enter', { on: field.input, ctrlKey: true });
  assert.deepEqual(done, []);
});

test('Enter steps through matches, and Down goes to them or else to the search', () => {
  write('moss');
  done = [];
  press('Enter', { on: field.input });
  press('Enter', { on: field.input, shiftKey: true });
  press('Enter', { on: field.input, isComposing: true });
  press('ArrowDown', { on: field.input });
  assert.deepEqual(done, [['step', 1], ['step', -1], ['enter']]);
  hasRows = false;
  press('ArrowDown', { on: field.input });
  assert.equal(document.activeElement.id, 'search');
  press('ArrowUp', { on: query('#search') });
  assert.equal(document.activeElement.id, 'filter');
});

test('Escape and the button clear the field and keep the focus in it', () => {
  write('moss');
  assert.ok(!query('#filter-clear').hidden);
  assert.ok(!press('Escape', { on: field.input }));
  assert.ok(query('#filter-clear').hidden);
  write('moss');
  query('#filter-clear').click();
  assert.deepEqual([field.input.value, document.activeElement.id], ['', 'filter']);
});

test('the number of matches is in the field, marked while the search continues', () => {
  const shown = (view) => {
    field.drawResult(view, 'moss', view ? wordsAbout(view, 'moss') : '');
    const isBusy = query('#tree').getAttribute('aria-busy') === 'true';
    assert.equal(query('#matches').classList.contains('provisional'), isBusy);
    assert.equal(isBusy, view?.provisional === true);
    return [query('#matches').hidden, query('#matches').textContent, query('#matches').title];
  };
  assert.deepEqual(shown(aView({ matches: 1_234 })), [false, '1,234', countText('filterFound', 1_234)]);
  assert.deepEqual(shown(aView({ matches: 7, provisional: true })), [false, '7+', text('filterSoFar', 7)]);
  assert.deepEqual(shown(aView({ total: 0, matches: 0 })), [true, '', '']);
  assert.deepEqual(shown(null), [true, '', '']);
});

test('a filter without matches shows the site’s search, or else a message', () => {
  const nothing = (view) => {
    field.drawResult(view, 'moss', wordsAbout(view, 'moss'));
    return query('#nothing').hidden ? '' : query('#nothing').textContent;
  };
  assert.equal(nothing(aView({ total: 0 })), '');
  assert.equal(nothing(aView({ total: 0, provisional: true })), text('filterLooking'));
  field.drawTab(aTab(), false);
  assert.equal(nothing(aView({ total: 0 })), text('filterNone', 'moss'));
  field.drawResult(aView({ total: 0 }), 'moss', wordsAbout(aView({ total: 0 }), 'moss', true));
  assert.equal(query('#nothing').textContent, text('filterNoneOfPage', 'moss'), 'a page’s own list has no pages');
  assert.equal(nothing(aView({ matches: 3 })), '');
});
