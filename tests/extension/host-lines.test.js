import './fake-browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { linesFor, ownLines } = await import('../../extension/shared/host-lines.js');

test('each system has its own commands to install and update and its prerequisites', async () => {
  for (const [system, tool] of [
    ['linux', 'pipx'],
    ['mac', 'pipx'],
    ['win', 'cmd'],
    ['openbsd', 'pipx'],
  ]) {
    const { install, update, needs, doctor, clear } = linesFor(system);
    assert.ok(install.startsWith(`${tool} `) && update.startsWith(`${tool} `), system);
    assert.match(install, /standard-sitemap-navigator.* install"?$/);
    assert.match(update, /upgrade.*standard-sitemap-navigator/);
    assert.match(needs, /^needs/);
    assert.match(doctor, system === 'win' ? /^py -m standard_sitemap doctor$/ : /^standard-sitemap doctor$/);
    assert.match(clear, system === 'win' ? /^py -m standard_sitemap clear$/ : /^standard-sitemap clear$/);
  }
  assert.deepEqual(await ownLines(), linesFor('linux'));
});

test('the lines for Windows work in PowerShell and cmd', () => {
  for (const line of [linesFor('win').install, linesFor('win').update]) {
    // Both pass a quoted text to cmd as one argument; outside of quotes, they separate commands in different ways.
    assert.match(line, /^cmd \/c "[^"]+"$/);
    assert.doesNotMatch(line, /;/);
  }
});

test('only Windows needs its browsers closed for an update', () => {
  assert.deepEqual(
    ['linux', 'mac', 'win'].map((system) => linesFor(system).closesBrowsers === true),
    [false, false, true],
  );
});
