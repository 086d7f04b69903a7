import { mkdir, readdir } from 'node:fs/promises';
import { MongoMemoryServer } from 'mongodb-memory-server-core';
import { testCache } from './test-cache.ts';
import type { MongoTestServer } from './mongo-test-server.ts';

const VERSION = '8.0.15';
const SOURCE = 'https://fastdl.mongodb.org/';
/** Detects an unreachable download source quickly. */
const PATIENCE_MS = 2_000;

/** Starts a MongoDB server that is downloaded once; null when it cannot be downloaded. */
export async function startMongod(env: NodeJS.ProcessEnv): Promise<MongoTestServer | null> {
  if (!(await isReached(SOURCE))) return null;
  const downloadDir = testCache(env);
  await mkdir(downloadDir, { recursive: true });
  const isPresent = (await readdir(downloadDir)).some((name) => name.startsWith('mongod'));
  if (!isPresent) console.log(`Downloading MongoDB ${VERSION} for the tests (once)…`);
  try {
    const server = await MongoMemoryServer.create({
      binary: { version: VERSION, downloadDir },
      instance: { storageEngine: 'wiredTiger', args: ['--quiet'] },
    });
    const close = async () => void (await server.stop());
    return { name: `MongoDB ${VERSION}`, url: server.getUri(), isMongo: true, close };
  } catch (error) {
    console.warn(`MongoDB could not be started: ${(error as Error).message}`);
    return null;
  }
}

async function isReached(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  }
}
