/**
 * Replays the recorded exchanges on the extension's side: the port sends and passes on the recorded messages, and the
 * extension's types accept them. (The host's side of the same files: tests/protocol/test_exchanges.py.)
 */
import './browser-stub.js';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'tests', 'protocol', 'exchanges');
const EXCHANGES = readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))]);
/** A host's greeting. */
const GREETING = EXCHANGES.find(([name]) => name === 'handshake.json')[1].steps.find(
  ({ result }) => result?.abilities,
).result;
/** Exchanges without a handshake start with messages that the extension never sends. */
const PLAYED = EXCHANGES.filter(([, { greet }]) => greet !== false);

/** The host's side of the port: keeps messages and sends scripted ones. */
class Port {
  constructor() {
    this.written = [];
    this.onMessage = {
      addListener: (listener) => {
        this.say = listener;
      },
    };
    this.onDisconnect = { addListener() {} };
  }

  postMessage(message) {
    this.written.push(message);
    if (message.method === 'hello' && this.written.length === 1)
      queueMicrotask(() => this.say({ id: message.id, result: GREETING }));
  }

  disconnect() {}
}

let host;
Object.assign(globalThis, {
  chrome: {
    storage: { local: { get: async () => ({ consent: 1 }) } },
    runtime: {
      connectNative: () => {
        host = new Port();
        return host;
      },
      getManifest: () => ({ version: '0' }),
    },
  },
});
const { HostPort } = await import('../../extension/background/host/host-port.js');

for (const [name, { steps }] of PLAYED) {
  test(`exchange ${name} sends the recorded messages and its replies and events arrive`, async () => {
    const events = [];
    const port = new HostPort();
    const listeners = steps
      .filter(({ event }) => event)
      .map(({ event }) => [event, (params) => events.push({ event, params })]);
    port.listen({ events: Object.fromEntries(listeners), onChange() {}, isWanted: () => false });
    await port.start();
    const sent = [];
    for (const step of steps) {
      if (step.event) {
        host.say({ event: step.event, params: step.params });
        assert.deepEqual(events.pop(), { event: step.event, params: step.params });
      } else if (step.request || 'answer' in step) {
        if (step.request) {
          const { method, params } = step.request;
          const reply = port.request(method, params);
          reply.catch(() => {});
          await new Promise(setImmediate);
          const { id, ...written } = host.written.at(-1);
          assert.deepEqual(written, { method, params });
          sent.push({ id, reply });
        }
        if (!step.later) await answered(sent[step.answer ?? sent.length - 1], step);
      }
    }
    port.stop();
  });
}

/** Assert that the recorded reply arrives unchanged. */
async function answered({ id, reply }, { result, error }) {
  host.say(error ? { id, error } : { id, result });
  if (error) await assert.rejects(reply, { code: error.code });
  else assert.deepEqual(await reply, result);
}

test('the extension’s types accept all exchanges and cover every method and event', () => {
  const lines = [
    `import type { Events, Methods } from ${JSON.stringify(join(ROOT, 'extension', 'shared', 'protocol.d.ts'))};`,
    'type Part<T> = T extends readonly (infer E)[] ? Part<E>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;',
    'type Params<M extends keyof Methods> = Methods[M]["params"];',
    'type Result<M extends keyof Methods> = Part<Methods[M]["result"]>;',
    ...PLAYED.flatMap(([, { steps }]) => declarations(steps)).map((line, index) =>
      line.replace('const x', `const x${index}`),
    ),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'exchanges-'));
  try {
    const file = join(folder, 'exchanges.ts');
    writeFileSync(file, lines.join('\n'));
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const { stdout, status } = spawnSync(tsc, ['--noEmit', '--strict', '--target', 'es2022', file], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout.split('\n').slice(0, 20).join('\n'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Return a typed constant for every request, reply and event, except requests that must be refused for their shape. */
function declarations(steps) {
  const requests = [];
  return steps.flatMap((step) => {
    if (step.event) return [`const x: Part<Events['${step.event}']> = ${JSON.stringify(known(step.params))};`];
    if (step.request) requests.push(step.request.method);
    const method = step.request?.method ?? requests[step.answer];
    const isMisshapen = ['bad-params', 'unknown-method'].includes(step.error?.code);
    const lines = [];
    if (step.request && !isMisshapen)
      lines.push(`const x: Params<'${method}'> = ${JSON.stringify(step.request.params)};`);
    if (step.result) lines.push(`const x: Result<'${method}'> = ${JSON.stringify(known(step.result))};`);
    return lines;
  });
}

/** Return the recorded parts of a value, without `*`, which stands for anything. */
function known(value) {
  if (Array.isArray(value)) return value.map(known).filter((item) => item !== '*');
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== '*')
      .map(([name, item]) => [name, known(item)]),
  );
}
