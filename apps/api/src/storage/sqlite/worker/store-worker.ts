// Worker thread for an SQLite database, started by `WorkerCalls`.
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import pLimit from 'p-limit';
import { isBusy, type Database } from '../database/database.ts';
import { CallStates } from './call-states.ts';
import { toWire, type Call, type FromWorker, type Opening, type ToWorker } from './messages.ts';
import { openReader, openWriter, type Stores } from './open-stores.ts';

/** How long a call waits for a database lock of another process, and the delay between two retries. */
const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 20;

type Method = (...args: unknown[]) => Promise<unknown>;

interface Opened {
  database: Database;
  stores: Record<string, Record<string, Method>>;
  states: CallStates;
  close(): void;
}

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');
const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const running = new Set<Promise<void>>();
/**
 * Searches yield to other calls while they run. A few run concurrently, so that a short one need not wait for a long
 * one.
 */
const searches = pLimit(4);
let opened: Opened | undefined;

port.on('message', (message: ToWorker) => {
  if ('open' in message) void open(message.open);
  else if ('call' in message) start(message.call);
  else void close();
});

async function open({ role, file, filesDir, states }: Opening): Promise<void> {
  try {
    const { database, stores, close } =
      role === 'writer' ? await openWriter(file, filesDir) : openReader(file, filesDir);
    opened = { database, stores: withMethods(stores), states: new CallStates(states), close };
    const names = Object.entries(stores).map(([store, methods]) => [store, Object.keys(methods)]);
    post({ opened: Object.fromEntries(names) as Record<string, string[]> });
  } catch (error) {
    post({ failed: toWire(error) });
    port?.close();
  }
}

/** Types the stores for lookups by name. The methods' types are checked at their callers. */
function withMethods(stores: Stores): Opened['stores'] {
  return stores as unknown as Opened['stores'];
}

function start(call: Call): void {
  const answered = call.method === 'search' ? searches(answer, call) : answer(call);
  running.add(answered);
  void answered.finally(() => running.delete(answered));
}

async function answer({ id, store, method, args }: Call): Promise<void> {
  if (!opened?.states.begin(id)) return post({ id, isSkipped: true });
  try {
    const value = await untilUnlocked(opened, opened.stores[store]?.[method], args);
    post({ id, value }, transferable(value));
  } catch (error) {
    post({ id, error: toWire(error) });
  }
}

/**
 * Retries a method while another process locks the database, unless a commit happened in the meantime, which may have
 * been the call's own. SQLite could wait by itself, but would block every other call meanwhile.
 */
async function untilUnlocked({ database }: Opened, method: Method | undefined, args: unknown[]): Promise<unknown> {
  if (!method) throw new Error('There is no such method.');
  for (const end = performance.now() + LOCK_WAIT_MS; ; await delay(LOCK_RETRY_MS)) {
    const before = database.commits;
    try {
      return await method(...args);
    } catch (error) {
      if (!isBusy(error) || database.commits !== before || performance.now() > end) throw error;
    }
  }
}

/** Transfers the bytes of a file instead of copying them. */
function transferable(value: unknown): ArrayBuffer[] {
  const isWhole = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength;
  return isWhole && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
}

async function close(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
  opened?.close();
  port?.close();
}
