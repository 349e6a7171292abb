import { document, loadPage, one } from './page.js';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

mock.timers.enable({ apis: ['setTimeout'] });
const { Notice } = await import('../../extension/sidebar/notice.js');
loadPage('sidebar/sidebar.html');
const notice = new Notice();

test('what was done is said, and goes by itself', () => {
  notice.say('Done');
  assert.deepEqual([one('#notice').hidden, one('#notice-text').textContent, one('#notice-undo').hidden], [false, 'Done', true]);
  mock.timers.tick(12_000);
  assert.deepEqual([one('#notice').hidden, one('#notice-text').textContent], [true, '']);
});

test('it stays as long as somebody is on it, and undoes once', () => {
  let undone = 0;
  notice.say('Hidden', () => { undone += 1; });
  one('#notice-undo').focus();
  mock.timers.tick(13_000);
  assert.ok(!one('#notice').hidden);
  one('#notice-undo').click();
  assert.deepEqual([undone, one('#notice').hidden, document.activeElement.id], [1, true, 'tree']);
});

test('what is to stay does, until something else is said', () => {
  notice.say('Copied');
  notice.say('Chosen', () => {}, true);
  mock.timers.tick(60_000);
  assert.equal(one('#notice-text').textContent, 'Chosen');
  notice.say('Copied');
  mock.timers.tick(12_000);
  assert.ok(one('#notice').hidden);
});

test('another replaces it, with its own way back or none', () => {
  notice.say('Hidden', () => {});
  notice.say('Copied');
  assert.deepEqual([one('#notice-text').textContent, one('#notice-undo').hidden, one('#notice-undo').onclick], ['Copied', true, null]);
});
