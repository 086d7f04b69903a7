import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, openTransferTarget } from '@parley/api/open-storage';
import type { Storage } from '@parley/api/storage';
import { median, percentile, table } from '../statistics.ts';
import { exchange, fill, type Person } from './fill.ts';

const SIZES = [1_000, 10_000];
const FULL_SIZES = [10_000, 100_000, 1_000_000];
const SAMPLES = 200;
/** Time limit for sampling, so that a server that scans everything gets fewer calls. */
const SAMPLING_MS = 180_000;

/** Milliseconds of each sample, by operation. */
type Timed = Record<'accept' | 'checkpoint' | 'end' | 'list' | 'open' | 'search', number[]>;

/**
 * Measures the cost of storing and reading a message, and its growth with the stored data: in SQLite, and with
 * `--mongo` in the server used by the storage tests. `--full` goes up to a million messages, `--sizes=N,M`
 * sets other sizes.
 */
export async function run(): Promise<string> {
  const given = process.argv.map((argument) => /^--sizes=([\d,]+)$/.exec(argument)?.[1]).find(Boolean);
  const usual = process.argv.includes('--full') ? FULL_SIZES : SIZES;
  const sizes = given === undefined ? usual : given.split(',').map(Number);
  const mongo = process.argv.includes('--mongo') ? await startMongo() : null;
  const rows = [
    [
      'store',
      'messages',
      'fill, messages/s',
      'accept',
      'checkpoint',
      'end',
      'list',
      'open',
      'search',
      'samples',
      'bytes a message',
    ],
  ];
  const folder = mkdtempSync(join(tmpdir(), 'parley-stored-'));
  try {
    const engines: [string, string][] = [['SQLite', `sqlite:${join(folder, 'parley.db')}`]];
    if (mongo) engines.push([mongo.name, mongo.url]);
    for (const [name, url] of engines) {
      const storage = await openStorage(url, { filesDir: join(folder, 'files') });
      const people: Person[] = [];
      for (const size of sizes) {
        const before = people.length * 100;
        const begun = performance.now();
        await fill(storage, people, size);
        const speed = ((size - before) / (performance.now() - begun)) * 1000;
        const timed = await measure(storage, people);
        const samples = timed.accept.length;
        const bytes = name === 'SQLite' ? (sizeOf(folder) / (size + samples * 2)).toFixed(0) : '-';
        const cells = Object.values(timed).map(
          (values) => `${median(values).toFixed(2)} / ${percentile(values, 0.99).toFixed(1)}`,
        );
        rows.push([name, size.toLocaleString('en'), speed.toFixed(0), ...cells, String(samples), bytes]);
        console.error(rows.at(-1)?.join(' | '));
      }
      await storage.close();
    }
  } finally {
    await mongo?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return `${table(rows)}\n\nTimes are p50 / p99 in ms of one call at a time, for people at random who have 100 messages each.`;
}

/** Creates a separate database on the best available server; null without one. */
async function startMongo(): Promise<{ name: string; url: string; close(): Promise<void> } | null> {
  const { findMongoTestServer, urlOf } = await import('@parley/api/testing/find-mongo-test-server');
  const server = await findMongoTestServer(process.env);
  if (!server) return null;
  const url = urlOf(server, `bench-${process.pid}`);
  return {
    name: server.name,
    url,
    async close() {
      const cleaner = await openTransferTarget(url);
      await cleaner.clear();
      await cleaner.close();
      await server.close();
    },
  };
}

async function measure(storage: Storage, people: Person[]): Promise<Timed> {
  const timed: Timed = { accept: [], checkpoint: [], end: [], list: [], open: [], search: [] };
  const time = async (values: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    values.push(performance.now() - begun);
  };
  const end = performance.now() + SAMPLING_MS;
  for (let sample = 0; sample < SAMPLES && performance.now() < end; sample++) {
    const person = people[(sample * 7_919) % people.length];
    if (!person) continue;
    const { userId, conversationIds } = person;
    const exchanged = await exchange(storage, person, sample);
    timed.accept.push(exchanged.accept);
    timed.checkpoint.push(exchanged.checkpoint);
    timed.end.push(exchanged.end);
    await time(timed.list, () => storage.conversations.list(userId, { limit: 50 }));
    await time(timed.open, () => storage.conversations.messages(userId, conversationIds[0] ?? '', { limit: 50 }));
    await time(timed.search, () => storage.conversations.search(userId, 'harbour wint', 20));
  }
  return timed;
}

/** Total size of the files in a folder, in bytes. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

if (import.meta.main) console.log(await run());
