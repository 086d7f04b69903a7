import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongoTestServer, urlOf } from '@parley/api/testing/find-mongo-test-server';
import { killDuringReplies } from '@parley/api/testing/kill-during-replies';
import { startSandbox } from '@parley/sandbox';
import { table } from '../statistics.ts';

/** Replies at once, and how many of a hundred kills happen with them. */
const LOADS = [
  { replies: 1, of: 40 },
  { replies: 100, of: 40 },
  { replies: 500, of: 20 },
];
/** Milliseconds: the kill comes at a random moment until then. */
const LATEST_MS = 1_500;

/**
 * Kills a server that writes replies, on each store, and counts the characters that a reader had got and the store
 * lacks. Ten kills a store, a hundred with `--full`.
 */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const sandbox = await startSandbox({ delayMs: 8 });
  const mongo = await findMongoTestServer(process.env);
  const stores = [
    { name: 'SQLite', database: `sqlite:${join(folder, 'parley.db')}` },
    ...(mongo ? [{ name: mongo.name, database: urlOf(mongo, 'parley-bench') }] : []),
  ];
  const rows = [['store', 'replies at once', 'kills', 'characters shown', 'lost']];
  try {
    for (const { name, database } of stores) {
      for (const { replies, of } of LOADS) {
        const kills = full ? of : of / 10;
        let [shown, lost] = [0, 0];
        for (let kill = 0; kill < kills; kill++) {
          const server = { database, folder: join(folder, name), modelUrl: sandbox.urls.openai };
          const result = await killDuringReplies(server, { replies, ms: Math.random() * LATEST_MS });
          shown += result.shown;
          lost += result.lost;
        }
        if (lost > 0) process.exitCode = 1;
        rows.push([name, String(replies), String(kills), String(shown), String(lost)]);
      }
    }
  } finally {
    await mongo?.close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
  return table(rows);
}
