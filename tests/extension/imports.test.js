import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../extension', import.meta.url));
const FOLDERS = ['sidebar', 'popup', 'options', 'post', 'shared', 'welcome'];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`),
);

/** Return the modules that a module imports, including types. @param {string} file @returns {string[]} */
function importsOf(file) {
  const source = readFileSync(join(ROOT, file), 'utf-8');
  const paths = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) =>
    relative(ROOT, join(ROOT, dirname(file), match[1])),
  );
  return [...new Set(paths)];
}

const GRAPH = new Map(FILES.map((file) => [file, importsOf(file)]));

test('pages import only their own and shared modules, and shared modules import no page', () => {
  for (const [file, imports] of GRAPH) {
    const allowed = new Set(['shared', dirname(file)]);
    assert.deepEqual(
      imports.filter((other) => !allowed.has(dirname(other))),
      [],
      file,
    );
  }
});

test('every module of a page is imported or loaded by one', () => {
  const loaded = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.html'))
      .flatMap((name) =>
        [...readFileSync(join(ROOT, folder, name), 'utf-8').matchAll(/src="([\w-]+\.js)"/g)].map(
          (match) => `${folder}/${match[1]}`,
        ),
      ),
  );
  const used = new Set([...loaded, ...[...GRAPH.values()].flat()]);
  assert.deepEqual(
    FILES.filter((file) => !used.has(file) && !file.startsWith('shared/')),
    [],
  );
});
