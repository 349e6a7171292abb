import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../extension/', import.meta.url));
const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf-8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(ROOT, name));

/** Return the source of a module without its comments. */
function code(file) {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** Return the imports of a module when it is loaded. */
function imports(file) {
  const matches = code(file).matchAll(/^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm);
  return [...matches].map(([, name]) => join(dirname(file), name));
}

/**
 * Return the additional modules named by its types. The protocol's types are only declarations, generated from the
 * host's.
 */
function typeImports(file) {
  return [...readFileSync(file, 'utf8').matchAll(/import\('(\.[^']+)'\)/g)]
    .map(([, name]) => join(dirname(file), name))
    .filter((name) => !name.endsWith('protocol.js'));
}

/** Return the first import cycle of a module, '' if there is none. */
function cycle(edges, files = FILES) {
  const done = new Set();
  const visit = (file, way) => {
    if (way.includes(file))
      return [...way.slice(way.indexOf(file)), file].map((module) => relative(ROOT, module)).join(' → ');
    if (done.has(file)) return '';
    for (const next of edges(file)) {
      const cycleBelow = visit(next, [...way, file]);
      if (cycleBelow) return cycleBelow;
    }
    done.add(file);
    return '';
  };
  return files.map((file) => visit(file, [])).find(Boolean) ?? '';
}

/** Return all modules that are loaded with a module. */
function reachable(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of imports(file)) reachable(next, seen);
  return seen;
}

const BACKGROUND = [...reachable(join(ROOT, 'background/index.js'))];

test('the test finds the modules that it checks', () => {
  assert.ok(FILES.length > 40);
  assert.ok(BACKGROUND.length >= 20);
  const onDisk = FILES.filter((file) => relative(ROOT, file).startsWith('background/'));
  assert.deepEqual(
    onDisk.filter((file) => !BACKGROUND.includes(file)),
    [],
  );
});

test('no module imports itself indirectly', () => {
  assert.equal(cycle(imports), '');
});

test('the types of background and shared modules form no cycle', () => {
  assert.equal(
    cycle((file) => (relative(ROOT, file).startsWith('sidebar/') ? [] : [...imports(file), ...typeImports(file)])),
    '',
  );
});

test('the modules of the tests form no cycle', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));
  const own = (file) =>
    [
      ...imports(file),
      ...[...code(file).matchAll(/import\('(\.[^']+)'\)/g)].map(([, name]) => join(dirname(file), name)),
    ].filter((other) => files.includes(other));
  assert.ok(files.some((file) => own(file).length > 1));
  assert.equal(cycle(own, files), '');
});

test('no module of the background imports dynamically, which service workers refuse', () => {
  assert.deepEqual(
    BACKGROUND.filter((file) => /\bimport\s*\(/.test(code(file))).map((file) => relative(ROOT, file)),
    [],
  );
});

test('no module imports index.js', () => {
  assert.deepEqual(
    FILES.filter((file) => imports(file).includes(join(ROOT, 'background/index.js'))),
    [],
  );
});

/** The folders and modules of the background. Each imports from its own level and from the levels after it. */
const LEVELS = [
  ['index.js'],
  ['requests'],
  ['events', 'navigation'],
  ['journey.js'],
  ['maps.js'],
  ['publish.js'],
  ['steps'],
  ['host'],
  ['pages'],
  ['stores'],
];

/** Return the level of a module of the background, from 0; -1 if it has none. */
function levelOf(file) {
  const [folder] = relative(join(ROOT, 'background'), file).split('/');
  return LEVELS.findIndex((names) => names.includes(folder));
}

test('modules of the background import no higher level, and the host’s port imports none of them', () => {
  const inside = BACKGROUND.filter((file) => relative(ROOT, file).startsWith('background/'));
  assert.deepEqual(
    inside.filter((file) => levelOf(file) < 0),
    [],
  );
  const upward = inside.flatMap((file) =>
    imports(file)
      .filter((imported) => inside.includes(imported) && levelOf(imported) < levelOf(file))
      .map((imported) => `${relative(ROOT, file)} → ${relative(ROOT, imported)}`),
  );
  assert.deepEqual(upward, []);
  assert.deepEqual(
    imports(join(ROOT, 'background/host/host-port.js')).filter((imported) => inside.includes(imported)),
    [],
  );
});
