import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fold, type ReplyStream } from '../reply-stream.ts';
import { clientOf } from '../test-server.ts';
import type { CrashPoint } from './crashing-server.ts';

/** As many as a user of the test server has. */
const MESSAGES = 10;

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
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: line.toString().trim() };
}

/**
 * Reads this many replies, kills their server with SIGKILL after `ms`, and starts it again. Returns the characters that
 * readers had got, and those of them that the store lacks.
 */
export async function killDuringReplies(
  server: KillableServer,
  { replies, ms }: { replies: number; ms: number },
): Promise<{ shown: number; lost: number }> {
  const first = await startKillable(server);
  const client = clientOf(first.url);
  try {
    const running: { token: string; conversationId: string; reply: ReplyStream }[] = [];
    while (running.length < replies) {
      const token = await client.signUp();
      const send = async () => {
        const conversationId = randomUUID();
        const reply = await client.send(token, { conversationId, text: '[[long 2000]]' });
        await reply.generationId();
        running.push({ token, conversationId, reply });
      };
      await Promise.all(Array.from({ length: Math.min(MESSAGES, replies - running.length) }, send));
    }
    await delay(ms);
    const died = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await died;
    const again = await startKillable(server);
    try {
      const { messages } = clientOf(again.url);
      let [shown, lost] = [0, 0];
      for (const { token, conversationId, reply } of running) {
        const { text } = fold(await reply.all());
        const stored = (await messages(token, conversationId)).at(-1)?.text ?? '';
        shown += text.length;
        if (!stored.startsWith(text)) lost += Math.max(1, text.length - stored.length);
      }
      return { shown, lost };
    } finally {
      again.process.kill('SIGKILL');
    }
  } finally {
    first.process.kill('SIGKILL');
  }
}
