/**
 * Checks the shape of the background: the way of a page is a line, and its state has owners. Reads the modules and runs
 * none of them.
 */
import { parse } from 'acorn';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../extension/background/', import.meta.url));
const ARCHITECTURE = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');

const MOST_STOPS = 20;
const MOST_RETURNS = 8;
/** Records of the stores, as the other modules name them. */
const RECORDS = new Set(['tab', 'page', 'session', 'ui', 'lead', 'fetching', 'shown', 'fresh', 'before', 'choices']);

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf-8' }).filter((name) => name.endsWith('.js'));
const MODULES = new Map(FILES.map((name) => [name, moduleOf(name)]));

/**
 * Return the statements of a module, its functions by name, and the modules and names of its imports.
 * @returns {{body: any[], functions: Map<string, any>, imports: Map<string, {file: string, name: string}>}}
 */
function moduleOf(name) {
  /** @type {any} */
  const { body } = parse(readFileSync(join(ROOT, name), 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' });
  const declared = body.map((statement) => statement.declaration ?? statement);
  const functions = new Map(
    declared.filter(({ type }) => type === 'FunctionDeclaration').map((node) => [node.id.name, node]),
  );
  const imports = new Map(
    body
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source, specifiers }) =>
        specifiers.map(({ local, imported }) => [
          local.name,
          { file: relative(ROOT, join(ROOT, dirname(name), source.value)), name: imported?.name },
        ]),
      ),
  );
  return { body, functions, imports };
}

/** Yield all nodes of a syntax tree, in the order of the source. */
function* nodesOf(node) {
  if (Array.isArray(node)) for (const item of node) yield* nodesOf(item);
  else if (typeof node?.type === 'string') {
    yield node;
    for (const value of Object.values(node)) if (typeof value === 'object') yield* nodesOf(value);
  }
}

/**
 * Return the modules through which a function leads, each time that another one is entered. Follows every function that
 * is named, also one that is passed on, once and in the order of the source. The stores are where all meet, so they are
 * no stops.
 */
function stopsFrom(file, name) {
  const stops = [];
  const followed = new Set();
  const follow = (at, called) => {
    const { functions, imports } = MODULES.get(at) ?? {};
    const key = `${at} ${called}`;
    if (!functions?.has(called) || followed.has(key) || at.startsWith('stores/')) return;
    followed.add(key);
    if (stops.at(-1) !== at) stops.push(at);
    for (const node of nodesOf(functions.get(called).body)) {
      const from = node.type === 'Identifier' ? imports.get(node.name) : undefined;
      if (from) follow(from.file, from.name);
      else if (node.type === 'Identifier') follow(at, node.name);
    }
  };
  follow(file, name);
  return stops;
}

test('a page’s way through the background is a line', () => {
  const stops = stopsFrom('journey.js', 'lookUp');
  const returns = stops.length - new Set(stops).size;
  for (const step of ['steps/location.js', 'steps/opening.js', 'steps/publication.js', 'steps/display.js'])
    assert.ok(stops.includes(step), step);
  assert.ok(stops.length <= MOST_STOPS, stops.join(' → '));
  assert.ok(returns <= MOST_RETURNS, stops.join(' → '));
});

test('no step imports a later one, in the order of ARCHITECTURE.md', () => {
  const [, list] = ARCHITECTURE.split('## The way of a page through the background');
  const order = [...list.split('\n## ')[0].matchAll(/`extension\/background\/(steps\/[\w-]+\.js)`/g)].map(
    ([, step]) => step,
  );
  assert.deepEqual(order.toSorted(), FILES.filter((name) => name.startsWith('steps/')).toSorted());
  const later = order.flatMap((step, at) =>
    [...MODULES.get(step).imports.values()]
      .filter(({ file }) => order.indexOf(file) > at)
      .map(({ file }) => [step, file]),
  );
  assert.deepEqual(later, []);
});

test('stores export functions, and promises of their saved state', () => {
  const exported = FILES.filter((name) => name.startsWith('stores/')).flatMap((name) =>
    MODULES.get(name).body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : [])),
  );
  const others = exported.filter((node) => node?.type !== 'FunctionDeclaration');
  assert.ok(exported.length > 50);
  assert.deepEqual(
    others.map((node) => [node?.kind, node?.declarations[0].id.name]),
    [
      ['const', 'ready'],
      ['const', 'settingsReady'],
      ['const', 'tabsReady'],
    ],
  );
});

test('only stores and the host’s port keep state', () => {
  const stateful = FILES.filter((name) => {
    const declared = MODULES.get(name).body.map((statement) => statement.declaration ?? statement);
    const variables = declared.filter(({ type }) => type === 'VariableDeclaration');
    return variables.some(({ kind, declarations: [{ id, init }] }) => kind !== 'const' || isMutable(id.name, init));
  });
  assert.deepEqual(stateful.toSorted(), [
    'host/host-port.js',
    'stores/connected-pages.js',
    'stores/sessions.js',
    'stores/settings.js',
    'stores/tabs.js',
  ]);
});

/** Return whether a variable can hold state; tables have names in capitals. */
function isMutable(name, init) {
  return name !== name.toUpperCase() && ['NewExpression', 'ObjectExpression', 'ArrayExpression'].includes(init?.type);
}

test('only stores change their records', () => {
  const changes = FILES.filter((name) => !name.startsWith('stores/')).flatMap((name) =>
    [...nodesOf(MODULES.get(name).body)].filter(changesRecord).map(({ start }) => `${name} at ${start}`),
  );
  assert.deepEqual(changes, []);
});

/** Return whether a node assigns to a property of a record, or copies properties into one. */
function changesRecord(node) {
  const isRecord = (target) => target?.type === 'Identifier' && RECORDS.has(target.name);
  const isMember = (target) => target?.type === 'MemberExpression' && isRecord(target.object);
  if (node.type === 'AssignmentExpression') return isMember(node.left);
  if (node.type === 'UpdateExpression') return isMember(node.argument);
  const { callee, arguments: [first] = [] } = node.type === 'CallExpression' ? node : {};
  return callee?.object?.name === 'Object' && callee.property.name === 'assign' && isRecord(first);
}
