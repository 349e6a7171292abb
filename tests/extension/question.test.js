import { loadPage, one } from './page.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const { confirm } = await import('../../extension/sidebar/question.js');
beforeEach(() => loadPage('sidebar/sidebar.html'));

test('a question is answered by its yes alone', async () => {
  for (const [value, expected] of [['yes', true], ['no', false], ['', false]]) {
    const answer = confirm('Open 11 pages?');
    assert.deepEqual([one('#question').open, one('#question-text').textContent], [true, 'Open 11 pages?']);
    one('#question').close(value);
    assert.equal(await answer, expected);
  }
});

test('the answer before is not the answer to the next question', async () => {
  const first = confirm('One?');
  one('#question').close('yes');
  await first;
  const second = confirm('Two?');
  one('#question').close();
  assert.equal(await second, false);
});
