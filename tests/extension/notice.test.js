import { document, loadPage, query } from './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

mock.timers.enable({ apis: ['setTimeout'] });
const { Notice } = await import('../../extension/sidebar/notice.js');
loadPage('sidebar/sidebar.html');
const notice = new Notice();

test('a notice reports an action and disappears by itself', () => {
  notice.say('Done');
  assert.deepEqual(
    [query('#notice').hidden, query('#notice-text').textContent, query('#notice-undo').hidden],
    [false, 'Done', true],
  );
  mock.timers.tick(12_000);
  assert.deepEqual([query('#notice').hidden, query('#notice-text').textContent], [true, '']);
});

test('a notice stays while it is used and undoes once', () => {
  let undone = 0;
  notice.say('Hidden', () => {
    undone += 1;
  });
  query('#notice-undo').focus();
  mock.timers.tick(13_000);
  assert.ok(!query('#notice').hidden);
  query('#notice-undo').click();
  assert.deepEqual([undone, query('#notice').hidden, document.activeElement.id], [1, true, 'page-tree']);
});

test('a permanent notice stays until the next one', () => {
  notice.say('Copied');
  notice.say('Chosen', () => {}, true);
  mock.timers.tick(60_000);
  assert.equal(query('#notice-text').textContent, 'Chosen');
  notice.say('Copied');
  mock.timers.tick(12_000);
  assert.ok(query('#notice').hidden);
});

test('a new notice replaces the old one with its own undo or none', () => {
  notice.say('Hidden', () => {});
  notice.say('Copied');
  assert.deepEqual(
    [query('#notice-text').textContent, query('#notice-undo').hidden, query('#notice-undo').onclick],
    ['Copied', true, null],
  );
});

test('an offer belongs to its notice alone', () => {
  let taken = 0;
  notice.say('Chosen', () => {}, true);
  notice.offer('Fetch', 'Requests pages', () => {
    taken += 1;
  });
  query('#notice-offer').click();
  assert.deepEqual(
    [taken, query('#notice-hint').textContent, query('#notice-offer').hidden],
    [1, 'Requests pages', false],
  );
  notice.say('Copied');
  assert.deepEqual([query('#notice-hint').hidden, query('#notice-offer').hidden], [true, true]);
});

test('a line is ended by its own function only while it is shown', () => {
  const end = notice.say('Hidden', () => {});
  notice.say('Copied');
  end();
  assert.equal(query('#notice-text').textContent, 'Copied');
  notice.say('Hidden', () => {})();
  assert.ok(query('#notice').hidden);
});
