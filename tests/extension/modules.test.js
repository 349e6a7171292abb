import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../extension/', import.meta.url));
const FILES = readdirSync(ROOT, { recursive: true }).filter((name) => name.endsWith('.js')).map((name) => join(ROOT, name));

/** The source of a module without its comments, which may speak of anything. */
function code(file) {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

/** What a module imports when it is loaded. */
function imports(file) {
  const found = code(file).matchAll(/^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm);
  return [...found].map(([, name]) => join(dirname(file), name));
}

/** What its types name besides; those of the protocol are declarations alone, made from the host's. */
function typeImports(file) {
  return [...readFileSync(file, 'utf8').matchAll(/import\('(\.[^']+)'\)/g)].map(([, name]) => join(dirname(file), name)).filter((name) => !name.endsWith('protocol.js'));
}

/** The first way from a module back to itself, '' where there is none. */
function cycle(edges, files = FILES) {
  const done = new Set();
  const visit = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].map((one) => relative(ROOT, one)).join(' → ');
    if (done.has(file)) return '';
    for (const next of edges(file)) {
      const found = visit(next, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return '';
  };
  return files.map((file) => visit(file, [])).find(Boolean) ?? '';
}

/** All that is loaded with a module. */
function reachable(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of imports(file)) reachable(next, found);
  return found;
}

const BACKGROUND = [...reachable(join(ROOT, 'background/index.js'))];

test('the test finds the modules it is about', () => {
  assert.ok(FILES.length > 40);
  assert.ok(BACKGROUND.length >= 20);
  const onDisk = FILES.filter((file) => relative(ROOT, file).startsWith('background/'));
  assert.deepEqual(onDisk.filter((file) => !BACKGROUND.includes(file)), []);
});

test('no module imports itself in the end', () => {
  assert.equal(cycle(imports), '');
});

test('nor do modules of the background and what they share with pages by their types', () => {
  assert.equal(cycle((file) => (relative(ROOT, file).startsWith('sidebar/') ? [] : [...imports(file), ...typeImports(file)])), '');
});

test('nor does a module of these tests', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => join(folder, name));
  const own = (file) => [...imports(file), ...[...code(file).matchAll(/import\('(\.[^']+)'\)/g)].map(([, name]) => join(dirname(file), name))].filter((other) => files.includes(other));
  assert.ok(files.some((file) => own(file).length > 1));
  assert.equal(cycle(own, files), '');
});

test('nothing the background loads imports later: a service worker refuses that', () => {
  assert.deepEqual(BACKGROUND.filter((file) => /\bimport\s*\(/.test(code(file))).map((file) => relative(ROOT, file)), []);
});

test('the host\'s port knows no other module of the background, and index.js is known by none', () => {
  const inside = (file) => imports(file).map((one) => relative(ROOT, one)).filter((name) => name.startsWith('background/'));
  assert.deepEqual(inside(join(ROOT, 'background/host-port.js')), []);
  assert.deepEqual(inside(join(ROOT, 'background/state.js')), []);
  assert.deepEqual(FILES.filter((file) => inside(file).includes('background/index.js')), []);
});

test('mutable state of the background is in state.js and in the port to the host', () => {
  const inside = BACKGROUND.filter((file) => relative(ROOT, file).startsWith('background/'));
  const stateful = inside.filter((file) => /^(?:export )?(?:let|var) |^(?:export )?const [a-z]\w* = (?:new (?!HostPort)\w+\(|\{|\[)/m.test(code(file)));
  assert.deepEqual(stateful.map((file) => relative(ROOT, file)), ['background/state.js']);
});
