import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@parley/core';
import { fold } from '../reply-stream.ts';
import { clientOf } from '../test-server.ts';
import type { CrashPoint } from './crashing-server.ts';

/** As many as a user of the test server has. */
const MESSAGES = 10;
/** Requests side by side. */
const AT_ONCE = 50;
/** Milliseconds for which the store may refuse a read. */
const PATIENCE_MS = 60_000;

export interface KillableServer {
  /** URL of a database that outlives the server. */
  database: string;
  /** Folder for files and journals. */
  folder: string;
  /** URL of a model that speaks the Responses API. */
  modelUrl: string;
}

/** Starts a server in its own process, which kills itself at `point`. The caller must kill it. */
export async function startKillable(
  { database, folder, modelUrl }: KillableServer,
  point: CrashPoint = 'none',
): Promise<{ process: ChildProcess; url: string }> {
  const server = join(import.meta.dirname, 'crashing-server.ts');
  const child = spawn(process.execPath, [server, database, folder, modelUrl, point], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server ended before it listened.');
  });
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  return { process: child, url: line.toString().trim() };
}

/** A server that is killed again and again. */
export interface KilledServer {
  /**
   * Reads this many replies, kills the server with SIGKILL `ms` after the first word of any, and starts it again.
   * Returns the characters that readers had got, and those of them that the store lacks.
   */
  kill(load: { replies: number; ms: number }): Promise<{ shown: number; lost: number }>;
  close(): void;
}

export async function startKilled(server: KillableServer): Promise<KilledServer> {
  let running = await startKillable(server);

  return {
    async kill({ replies, ms }) {
      const client = clientOf(running.url);
      const users = await Promise.all(Array.from({ length: Math.ceil(replies / MESSAGES) }, () => client.signUp()));
      const tokens = users.flatMap((token) => Array<string>(MESSAGES).fill(token)).slice(0, replies);
      const read = await inTurns(tokens, async (token) => {
        const conversationId = randomUUID();
        const reply = await client.send(token, { conversationId, text: '[[long 2000]]' });
        await reply.generationId();
        return { token, conversationId, reply };
      });
      await Promise.any(read.map(({ reply }) => reply.until(() => reply.raw().includes('word1'))));
      await delay(ms);
      const died = once(running.process, 'exit');
      running.process.kill('SIGKILL');
      await died;
      running = await startKillable(server);
      const { url } = running;
      const kept = await inTurns(read, async ({ token, conversationId, reply }) => {
        const { text } = fold(await reply.all());
        const stored = await readReply(url, token, conversationId);
        const lost = stored.startsWith(text) ? 0 : Math.max(1, text.length - stored.length);
        return { shown: text.length, lost };
      });
      return {
        shown: kept.reduce((sum, { shown }) => sum + shown, 0),
        lost: kept.reduce((sum, { lost }) => sum + lost, 0),
      };
    },
    close: () => void running.process.kill('SIGKILL'),
  };
}

/** The stored text of a conversation's only reply. Waits while the store is busy. */
async function readReply(url: string, token: string, conversationId: string): Promise<string> {
  const { call } = clientOf(url);
  const begun = performance.now();
  for (;;) {
    const { status, body } = await call('GET', `/api/chat/${conversationId}`, token);
    if (status === 200) return (body.messages as Message[]).at(-1)?.text ?? '';
    if (status !== 503 || performance.now() - begun > PATIENCE_MS)
      throw new Error(`The conversation could not be read: ${status}`);
    await delay(100);
  }
}

/** Runs the work for each item, `AT_ONCE` of them side by side. */
async function inTurns<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < items.length) {
    results.push(...(await Promise.all(items.slice(results.length, results.length + AT_ONCE).map(work))));
  }
  return results;
}
