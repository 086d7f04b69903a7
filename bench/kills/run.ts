import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongoTestServer, urlOf } from '@parley/api/testing/find-mongo-test-server';
import { startKilled, type KilledServer } from '@parley/api/testing/kill-during-replies';
import { startSandbox } from '@parley/sandbox';
import { table } from '../statistics.ts';

/** Replies at once, and how many of a store's hundred kills happen with them. */
const LOADS = [
  { replies: 1, of: 40 },
  { replies: 100, of: 40 },
  { replies: 500, of: 20 },
];
/** The part of the kills without `--full`. */
const REDUCED = 1 / 10;
/** Milliseconds: the kill comes at a random moment until then. */
const LATEST_MS = 1_500;

/**
 * Kills a server that writes replies, on each store, and counts the characters that a reader had got and the store
 * lacks. Ten kills a store, a hundred with `--full`. The command fails if one is lost.
 */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const sandbox = await startSandbox({ delayMs: 8, faults: true });
  const mongo = await findMongoTestServer(process.env);
  const stores = [
    { name: 'SQLite', database: `sqlite:${join(folder, 'parley.db')}` },
    ...(mongo ? [{ name: mongo.name, database: urlOf(mongo, 'parley-bench') }] : []),
  ];
  const rows = [['store', 'replies at once', 'kills', 'characters shown', 'lost', 'seconds']];
  try {
    for (const { name, database } of stores) {
      const server = await startKilled({ database, folder: join(folder, name), modelUrl: sandbox.urls.openai });
      try {
        for (const { replies, of } of LOADS)
          rows.push([name, ...(await measure(server, replies, full ? of : of * REDUCED))]);
      } finally {
        server.close();
      }
    }
  } finally {
    await mongo?.close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
  return table(rows);
}

async function measure(server: KilledServer, replies: number, kills: number): Promise<string[]> {
  const begun = performance.now();
  let [shown, lost] = [0, 0];
  for (let kill = 0; kill < kills; kill++) {
    const result = await server.kill({ replies, ms: Math.random() * LATEST_MS });
    shown += result.shown;
    lost += result.lost;
  }
  if (lost > 0) process.exitCode = 1;
  const row = [replies, kills, shown, lost, Math.round((performance.now() - begun) / 1000)].map(String);
  console.error(row.join(' | '));
  return row;
}

if (import.meta.main) console.log(await run());
