import { loadPage, query } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { confirm } = await import('../../extension/sidebar/question.js');
beforeEach(() => loadPage('sidebar/sidebar.html'));

test('only yes confirms a question', async () => {
  for (const [value, expected] of [
    ['yes', true],
    ['no', false],
    ['', false],
  ]) {
    const answer = confirm('Open 11 pages?');
    assert.deepEqual([query('#question').open, query('#question-text').textContent], [true, 'Open 11 pages?']);
    query('#question').close(value);
    assert.equal(await answer, expected);
  }
});

test('the previous answer does not answer the next question', async () => {
  const first = confirm('One?');
  query('#question').close('yes');
  await first;
  const second = confirm('Two?');
  query('#question').close();
  assert.equal(await second, false);
});
