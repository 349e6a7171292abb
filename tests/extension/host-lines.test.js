import './fake-browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { linesFor, ownLines } = await import('../../extension/shared/host-lines.js');

test('each system has its own commands to install and update and its prerequisites', async () => {
  for (const [system, tool] of [
    ['linux', 'pipx'],
    ['mac', 'pipx'],
    ['win', 'py'],
    ['openbsd', 'pipx'],
  ]) {
    const { install, update, needs } = linesFor(system);
    assert.ok(install.startsWith(`${tool} `) && update.startsWith(`${tool} `), system);
    assert.match(install, /standard-sitemap-navigator.* install$/);
    assert.match(update, /upgrade.*standard-sitemap-navigator/);
    assert.match(needs, /^needs/);
  }
  assert.deepEqual(await ownLines(), linesFor('linux'));
});
