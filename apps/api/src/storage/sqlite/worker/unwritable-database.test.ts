import { randomUUID } from 'node:crypto';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { openStorage } from '../../open-storage.ts';

/** Takes the write lock of the database, reports it on its output, and holds it until its input ends. */
const LOCK = `
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  database.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.resume().on('end', () => process.exit());`;

/** Keeps a database from being written, and returns how to end that. */
type Block = (file: string) => Promise<() => Promise<void>>;

const lock: Block = async (file) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', LOCK, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
};

/** Fills the disk of a database to its last page. */
const fill: Block = async (file) => {
  const path = join(dirname(file), 'filler');
  const filler = openSync(path, 'w');
  const page = Buffer.alloc(4096);
  const isWritten = () => {
    try {
      return writeSync(filler, page) === page.length;
    } catch {
      return false;
    }
  };
  while (isWritten());
  closeSync(filler);
  return async () => rmSync(path);
};

const DISK_MB = 16;

/** Mounts a small disk at a folder, which only root may do. */
const mount = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]).status === 0;

/** The slowest `/healthz` response while `work` ran, in ms. */
async function slowestHealth(server: TestServer, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await work();
  isOver = true;
  await asking;
  return Math.max(...times);
}

test.for([
  { name: 'a database lock', block: lock, ownDisk: false },
  { name: 'a full disk', block: fill, ownDisk: true },
])(
  'T14: ten seconds of $name reject sends uncounted and delay only the end of a reply',
  async ({ block, ownDisk }, { skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-locked-'));
    if (ownDisk && !mount(folder)) {
      await rm(folder, { recursive: true });
      return skip('Only root can mount a small disk.');
    }
    onTestFinished(async () => {
      if (ownDisk) execFileSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    });
    const file = join(folder, 'parley.db');
    const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
    const server = await startTestServer({ storage, delayMs: 10 });
    const [token, other] = [await server.signUp(), await server.signUp()];
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[long 600]]' });
    await reply.until(({ event }) => event.type === 'content');

    const unlock = await block(file);
    let isUnlocked = false;
    const ended = reply.all().then((events) => ({ events, wasUnlocked: isUnlocked }));
    const slowest = await slowestHealth(server, async () => {
      const lockedAt = performance.now();
      const refused = await server.send(other, { text: 'Too early' });
      expect([refused.status, refused.error?.code]).toStrictEqual([503, 'unavailable']);
      expect((await server.call('GET', '/api/chat/history', other)).body.conversations).toStrictEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 10_000 - (performance.now() - lockedAt)));
      // All deltas have arrived, but not the end, which cannot be stored.
      expect(reply.events.filter(({ event }) => event.type === 'content').length).toBeGreaterThan(1);
      expect(reply.events.some(({ event }) => event.type === 'done')).toBe(false);
    });
    isUnlocked = true;
    await unlock();
    const { events, wasUnlocked } = await ended;
    expect([events.at(-1)?.event.type, wasUnlocked]).toStrictEqual(['done', true]);
    expect((await server.messages(token, conversationId)).at(-1)?.text).toContain('word600');
    expect([await server.messagesUsed(token), await server.messagesUsed(other)]).toStrictEqual([1, 0]);
    expect((await server.send(other, { text: 'Now' })).status).toBe(200);
    // A call that waited for the lock itself would take five seconds.
    expect(slowest).toBeLessThan(4_000);
    await server.close();
  },
);
